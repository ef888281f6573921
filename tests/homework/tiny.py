"""A course with one short assignment: two checks of an answer, and a proof that a human grades."""

import copy
import json
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.api import Gradebook

from homework import course, roster
from homework.collect import collect
from homework.grades import HEAD, table
from tests.homework.course import HOMEWORK, Course

RIGHT, WRONG = "def double(x):\n    return 2 * x", "def double(x):\n    return x"
HALF = "def double(x):\n    return 2 * x if x < 10 else 0"
SOLUTION = "### BEGIN SOLUTION\n{}\n### END SOLUTION"


def cell(kind, name, source, **marks):
    mark = {
        "grade_id": name,
        "schema_version": 3,
        "grade": False,
        "locked": False,
        "solution": False,
        "task": False,
        **marks,
    }
    return kind(source, metadata={"nbgrader": mark})


def master(points: float = 4, hidden: str = "assert double(50) == 100") -> nbformat.NotebookNode:
    """The assignment's master."""
    check = {"grade": True, "locked": True}
    proof = {"grade": True, "solution": True, "points": 3}
    unseen = f"### BEGIN HIDDEN TESTS\n{hidden}\n### END HIDDEN TESTS"
    spec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return new_notebook(
        metadata={"kernelspec": spec},
        cells=[
            new_code_cell('typed = ""  # your id, as your course knows you'),
            cell(new_code_cell, "double", SOLUTION.format(RIGHT), solution=True),
            cell(new_code_cell, "double-own", "assert double(1) == 2", points=2, **check),
            cell(new_code_cell, "double-unseen", unseen, points=points, **check),
            cell(new_markdown_cell, "proof", SOLUTION.format("It is."), **proof),
        ],
    )


class Tiny(Course):
    """The course, in an empty folder."""

    def __init__(self, root: Path):
        self.root, self.assignment, self.secret = root, "tiny", ""
        root.mkdir(exist_ok=True)
        shutil.copy(HOMEWORK / "nbgrader_config.py", root)
        self.change(master())

    def copy(self, root: Path, *students: str) -> "Tiny":
        """The course as it is now in another folder, where these alone handed in."""
        shutil.copytree(self.root, root)
        for folder in (root / "submitted").iterdir():
            if folder.name not in students:
                shutil.rmtree(folder)
        other = copy.copy(self)
        other.root = root
        return other

    def change(self, notebook: nbformat.NotebookNode) -> None:
        """Put another master in its place."""
        path = self.root / "source/tiny/hw-tiny.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, path)

    def collect(self, date: tuple = (2027, 3, 1, 12, 0, 0), **answers: str) -> list[str]:
        """Collect an archive with an answer of each student's; return the lines."""
        with zipfile.ZipFile(self.root / "archive.zip", "w") as archive:
            for student, answer in answers.items():
                entry = zipfile.ZipInfo(f"{student}_hw-tiny.ipynb", date)
                archive.writestr(entry, nbformat.writes(self.answered(answer)))
        people = roster.read(self.root / "roster.csv")
        return list(collect(self.root / "archive.zip", "tiny", people, self.root / "submitted"))

    def grades(self) -> dict[str, dict[str, str]]:
        """The table of grades, a line for each student, without a file."""
        with self.entered():
            lines = table(course.Course())
        return {line[0]: dict(zip(HEAD, line, strict=True)) for line in lines}

    def answered(self, answer: str) -> nbformat.NotebookNode:
        """The master as a student hands it in."""
        notebook = master(hidden="")
        notebook.cells[1].source = answer
        notebook.cells[3].source = ""
        notebook.cells[4].source = "It seems so."
        return notebook

    def start(self, *words: str) -> subprocess.Popen:
        """Start a command in a group of processes of its own."""
        return subprocess.Popen(
            [sys.executable, "-m", "homework", *words],
            cwd=self.root,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def by_hand(self, student: str, points: float) -> None:
        """Give points for the proof."""
        with Gradebook(f"sqlite:///{self.root}/gradebook.db") as book:
            grade = book.find_grade("proof", "hw-tiny", "tiny", student)
            grade.manual_score, grade.needs_manual_grade = points, False
            book.db.commit()

    def record(self, student: str) -> dict[str, str]:
        return json.loads((self.root / "autograded" / student / "tiny.json").read_text())


def kill(process: subprocess.Popen) -> None:
    """End a command and its processes, as when a machine is switched off."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
