"""Between Canvas and nbgrader: collect a download of submissions, and fill in a gradebook.

    python -m homework.canvas collect gradebook.csv submissions.zip perceptron
    python -m homework.canvas fill gradebook.csv grades.csv > import.csv

`gradebook.csv` is what Canvas exports. It knows each student by a number, which is part of the
names of the submitted files, and by a login, which is the id that students type here.
"""

import argparse
import csv
import re
import sys
import zipfile
from pathlib import Path

MAX_BYTES = 20_000_000  # of one submission
# Canvas names a file doejane_LATE_1234_56789_hw-perceptron-1.ipynb: 1234 is the student.
NAME = re.compile(r"[^/]*?_(?:LATE_)?(?P<number>\d+)_\d+_[^/]*\.ipynb")
LOGIN = re.compile(r"\w[\w.@+-]*")  # what may name a folder


def roster(path: Path) -> dict[str, str]:
    """The login of each student by number. Raises ValueError when the file lacks the columns."""
    with open(path, newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    if not rows or not {"ID", "SIS Login ID"} <= rows[0].keys():
        raise ValueError(f"{path} has no columns ID and SIS Login ID; export it from Canvas anew")
    logins = {row["ID"]: row["SIS Login ID"] or "" for row in rows}  # a short row has no login
    return {number: login for number, login in logins.items() if LOGIN.fullmatch(login)}


def collect(gradebook: Path, archive: Path, assignment: str, into: Path) -> list[str]:
    """Place each submission in into/<login>/<assignment>/; return the names that it left out."""
    logins, left = roster(gradebook), []
    with zipfile.ZipFile(archive) as files:
        for entry in files.infolist():
            found = NAME.fullmatch(entry.filename)
            login = logins.get(found["number"]) if found else None
            if login is None or entry.file_size > MAX_BYTES:
                left.append(entry.filename)
                continue
            target = into / login / assignment / f"hw-{assignment}.ipynb"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(files.read(entry))
    return left


def fill(gradebook: Path, grades: Path) -> list[list[str]]:
    """The gradebook's rows that Canvas imports, with a column for each assignment in grades.

    Canvas shows SIS User ID to some users only, so the columns are those that it exported. Raises
    ValueError when a file lacks columns.
    """
    logins = roster(gradebook)
    with open(grades, newline="", encoding="utf-8-sig") as file:
        graded = list(csv.DictReader(file))
    if not graded or not {"student", "assignment", "score"} <= graded[0].keys():
        raise ValueError(
            f"{grades} has no columns student, assignment and score; export the grades anew"
        )
    scores = {(row["student"], row["assignment"]): row["score"] for row in graded}
    names = sorted({assignment for _, assignment in scores})
    with open(gradebook, newline="", encoding="utf-8-sig") as file:
        rows = [row for row in csv.DictReader(file) if row["ID"] in logins]
    columns = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    keys = [column for column in columns if rows and column in rows[0]]
    return [keys + names] + [
        [row[key] for key in keys] + [scores.get((logins[row["ID"]], name), "") for name in names]
        for row in rows
    ]


def main() -> None:
    """The two commands of the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("collect", help="place a download of submissions")
    command.add_argument("gradebook", type=Path)
    command.add_argument("archive", type=Path)
    command.add_argument("assignment")
    command = commands.add_parser("fill", help="print a gradebook with the grades filled in")
    command.add_argument("gradebook", type=Path)
    command.add_argument("grades", type=Path)
    chosen = parser.parse_args()
    if chosen.command == "fill":
        csv.writer(sys.stdout).writerows(fill(chosen.gradebook, chosen.grades))
        return
    left = collect(chosen.gradebook, chosen.archive, chosen.assignment, Path("submitted"))
    for name in left:
        print(f"left out: {name} (no student of the gradebook's, no notebook, or too large)")


if __name__ == "__main__":
    main()
