"""Who takes the course: the file `roster.csv`.

It is what Canvas exports as a gradebook, what Moodle gives as a grading worksheet, or any table
with a column `id`. Without it, every id that hands in is taken.
"""

import csv
import re
from pathlib import Path
from typing import NamedTuple

ID = re.compile(r"[^\W_][\w.@+-]{0,63}")  # what may name a folder
# Moodle shows some of these, as its site is set up; the first that is there is the id.
MOODLE = ("Username", "ID number", "Email address")


class Roster(NamedTuple):
    """Students by id, with what the file says of them."""

    kind: str  # canvas, moodle, table; none where there is no file
    rows: dict[str, dict[str, str]]  # by id
    numbers: dict[str, str]  # the id by the number that Canvas or Moodle has for a student
    refused: list[str]  # ids that are none

    def __contains__(self, student: str) -> bool:
        return self.kind == "none" or student in self.rows


def shown(name: str) -> str:
    """A file's name on one line, whatever it holds."""
    return name if name.isprintable() else ascii(name)


def read(path: Path) -> Roster:
    """Read a roster. Raises ValueError when it has no column of ids, or one id twice."""
    if not path.exists():
        return Roster("none", {}, {}, [])
    with open(path, newline="", encoding="utf-8-sig") as file:
        table = csv.DictReader(file)
        columns, lines = table.fieldnames or [], list(table)
    named = [column for column in MOODLE if column in columns]
    if {"ID", "SIS Login ID"} <= {*columns}:
        kind, column, number = "canvas", "SIS Login ID", "ID"
    elif "Identifier" in columns and named:
        kind, column, number = "moodle", named[0], "Identifier"
    elif "id" in columns:
        kind, column, number = "table", "id", None
    else:
        raise ValueError(
            f"{path} has no column id; export Canvas's gradebook (ID, SIS Login ID) or Moodle's "
            f"grading worksheet (Identifier, and {', '.join(MOODLE[:-1])} or {MOODLE[-1]}) anew"
        )
    rows, numbers, refused = {}, {}, []
    for line in lines:
        student = (line[column] or "").strip()  # a short row has None
        if not student:
            continue  # Canvas's row of points, and its test student
        if not ID.fullmatch(student):
            refused.append(student)
            continue
        if student in rows:
            raise ValueError(f"{path} has the id {student!r} twice; remove one of the rows")
        rows[student] = line
        if number:
            numbers[re.sub(r"\D", "", line[number] or "")] = student  # Moodle: Participant 1234
    return Roster(kind, rows, numbers, refused)
