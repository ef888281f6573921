"""Who takes the course: the file `roster.csv`.

It is Canvas's gradebook, Moodle's grading worksheet, or any table with a column `id`. Without it,
every id that hands in is taken. Anna, anna and ANNA are one student.
"""

import csv
import io
import re
from pathlib import Path
from typing import NamedTuple

from lib.homework import lowercase

ID = re.compile(r"[^\W_][\w.@+-]{0,63}")  # what may name a folder
ABOVE = re.compile(r"(?:[\s,;]*\n|sep=.\s*\n)*", re.IGNORECASE)
# Moodle shows some of these, as its site is set up; the first that is there is the id.
MOODLE = ("Username", "ID number", "Email address")


class Roster(NamedTuple):
    """Students by lower-case id, with their rows of the file."""

    kind: str  # canvas, moodle, table; none where there is no file
    columns: list[str]
    rows: dict[str, dict[str, str]]  # by id
    ids: dict[str, str]  # as the file writes them, by id
    numbers: dict[str, str]  # the id by the number that Canvas or Moodle has for a student
    refused: list[str]  # ids that are none

    def __contains__(self, student: str) -> bool:
        return self.kind == "none" or lowercase(student) in self.rows


def escaped(name: str) -> str:
    """A file's name on one line, whatever characters it has."""
    return name if name.isprintable() else ascii(name)


def read(path: Path) -> Roster:
    """Read a roster. Raises ValueError when it is no table, or has no ids, or one of them twice."""
    if not path.exists():
        return Roster("none", [], {}, {}, {}, [])
    try:
        # Before the names of the columns a spreadsheet may leave empty lines, and say its sign.
        text = ABOVE.sub("", path.read_text(encoding="utf-8-sig"), count=1)
        head = text.partition("\n")[0]
        # A spreadsheet writes semicolons or tabs where a comma stands within numbers.
        table = csv.DictReader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=head.count))
        table.fieldnames = columns = [name.strip() for name in table.fieldnames or []]
        lines = list(table)
    except (UnicodeDecodeError, csv.Error) as error:
        raise ValueError(f"{path} cannot be read ({error}); save it as CSV in UTF-8") from None
    written = {lowercase(column): column for column in columns}
    named = [written[lowercase(column)] for column in MOODLE if lowercase(column) in written]
    if {"id", "sis login id"} <= written.keys():
        kind, column, number = "canvas", written["sis login id"], written["id"]
    elif "identifier" in written and named:
        kind, column, number = "moodle", named[0], written["identifier"]
    elif "id" in written:
        kind, column, number = "table", written["id"], None
    else:
        raise ValueError(
            f"{path} has no column id, but {', '.join(map(repr, columns))[:300] or 'none at all'}; "
            "write id in place of the name of the column that holds the ids. To import grades, "
            "export Canvas's gradebook (ID, SIS Login ID) or Moodle's grading worksheet "
            f"(Identifier, and {', '.join(MOODLE[:-1])} or {MOODLE[-1]}) in English"
        )
    rows, ids, numbers, refused = {}, {}, {}, []
    for line in lines:
        written = (line[column] or "").strip()  # a short row has None
        student = lowercase(written)
        if not student:
            continue  # Canvas's row of points, and its test student
        if not ID.fullmatch(student):
            refused.append(written)
            continue
        if student in rows:
            raise ValueError(f"{path} has the id {written!r} twice; remove one of the rows")
        rows[student], ids[student] = line, written
        if number:
            numbers[re.sub(r"\D", "", line[number] or "")] = student  # Moodle: Participant 1234
    return Roster(kind, columns, rows, ids, numbers, refused)
