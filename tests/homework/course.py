"""Courses in a temporary folder: assignments released, handed in and graded by nbgrader itself."""

import contextlib
import copy
import csv
import functools
import io
import os
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import nbformat
import psutil
from jupyter_core.application import NoStart
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.apps import NbGraderApp

from homework import course, grade
from homework.__main__ import main
from homework.grading import sandbox
from homework.grading.inside import limits
from homework.grading.steps import chosen, name_of
from tests.homework.sheet import HOMEWORK, secret

is_bounded = functools.cache(sandbox.is_bounded)


class Course:
    """A copy of homework/ with one assignment.

    `hand_in` places submissions, `grade` runs nbgrader once for all of them.
    """

    def __init__(self, root: Path, assignment: str, paper: int = 1):
        self.root, self.assignment = root, assignment
        self.paper, self.secret = paper, secret(assignment, paper)
        shutil.copytree(HOMEWORK / "source" / assignment, root / "source" / assignment)
        shutil.copy(HOMEWORK / "nbgrader_config.py", root)
        with self.entered():
            grade.enter(course.Course(), assignment)

    @contextlib.contextmanager
    def entered(self) -> Iterator[None]:
        """The course's folder and environment, for commands in this process.

        What takes long and comes out the same is done once: to import nbgrader and to try the
        sandbox out; and a new gradebook's tables need no version: test_guide.py has all of it. A
        fork's memory counts from this process's: another test's V8 reserves a terabyte of it.
        """
        with (
            contextlib.chdir(self.root),
            patch.dict(os.environ, HOMEWORK_SECRET=self.secret),
            patch("homework.grading.sandbox.is_bounded", is_bounded),
            patch.object(limits, "GRADER", limits.GRADER + psutil.Process().memory_info().vms),
            patch("nbgrader.api.get_alembic_version", lambda: "none"),
        ):
            yield

    def nbgrader(self, *words: str) -> None:
        """Run a command of nbgrader's in the course's folder."""
        with self.entered():
            app = NbGraderApp()
            app.initialize([*words])
            with contextlib.suppress(NoStart):  # so ends a command that an earlier one has run
                app.start()
            app.reset()  # or the next command would find this one

    def homework(self, *words: str, check: bool = True) -> SimpleNamespace:
        """Run a command of the course's in its folder; return its code and what it printed."""
        said, wrong = io.StringIO(), io.StringIO()
        with self.entered(), contextlib.redirect_stdout(said), contextlib.redirect_stderr(wrong):
            code = main(words)
        assert code == 0 or not check, (said.getvalue() + wrong.getvalue())[-3000:]
        return SimpleNamespace(returncode=code, stdout=said.getvalue(), stderr=wrong.getvalue())

    def notebook(self, kind: str = "release") -> nbformat.NotebookNode:
        """The assignment's paper as it is released, or its master (kind="source")."""
        path = self.root / kind / self.assignment / f"hw-{self.assignment}.ipynb"
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            cell.source = chosen(cell.source, self.paper)
        return notebook

    def solved(self, **answers: str) -> nbformat.NotebookNode:
        """The released notebook with the master's answers, but for those given here."""
        notebook, master = self.notebook(), self.notebook("source")
        texts = {name_of(cell): cell.source for cell in master.cells} | answers
        for cell in notebook.cells:
            if cell.metadata.get("nbgrader", {}).get("solution"):
                cell.source = texts[name_of(cell)]
        return notebook

    def hand_in(self, student: str, notebook: nbformat.NotebookNode | str) -> None:
        """Place a submission: a notebook, or the text of a file."""
        path = self.root / "submitted" / student / self.assignment / f"hw-{self.assignment}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(notebook if isinstance(notebook, str) else nbformat.writes(notebook))

    def grade(self, check: bool = True) -> str:
        """Grade all that is new; return the lines that say so."""
        return self.homework("grade", self.assignment, check=check).stdout

    def grades(self) -> dict[str, dict[str, str]]:
        """The table of grades, a line for each student."""
        self.homework("grades")
        with open(self.root / "grades.csv", newline="") as file:
            return {row["student"]: row for row in csv.DictReader(file)}

    @contextlib.contextmanager
    def book(self, student: str) -> Iterator:
        """A student's notebook in the gradebook, or None; what is changed there stays."""
        with Gradebook(f"sqlite:///{self.root}/gradebook.db") as book:
            try:
                yield book.find_submission(self.assignment, student).notebooks[0]
            except MissingEntry:
                yield None
            book.db.commit()

    def scores(self, student: str) -> dict[str, float | None]:
        """The automatic points of each graded cell, None where a human must grade."""
        with self.book(student) as found:
            grades = found.grades if found else []
            return {g.name: None if g.needs_manual_grade else g.auto_score for g in grades}

    def points(self) -> dict[str, float]:
        """The points of each cell, by its name, as the master has them."""
        marks = [cell.metadata.get("nbgrader", {}) for cell in self.notebook("source").cells]
        return {mark["grade_id"]: mark["points"] for mark in marks if mark.get("grade")}


RIGHT, WRONG = "def double(x):\n    return 2 * x", "def double(x):\n    return x"
HALF = "def double(x):\n    return 2 * x if x < 10 else 0"
SOLUTION = "### BEGIN SOLUTION\n{}\n### END SOLUTION"
UNMARKED = {"grade": False, "locked": False, "solution": False, "task": False}


def marked(kind, name, source, **marks):
    mark = {"grade_id": name, "schema_version": 3, **UNMARKED, **marks}
    return kind(source, metadata={"nbgrader": mark})


def master(points: float = 4, hidden: str = "assert double(50) == 100") -> nbformat.NotebookNode:
    """A short assignment: two checks of an answer, and a proof that a human grades."""
    check = {"grade": True, "locked": True}
    proof = {"grade": True, "solution": True, "points": 3}
    unseen = f"### BEGIN HIDDEN TESTS\n{hidden}\n### END HIDDEN TESTS"
    spec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return new_notebook(
        metadata={"kernelspec": spec},
        cells=[
            new_code_cell('typed = ""  # your id, as your course knows you'),
            marked(new_code_cell, "double", SOLUTION.format(RIGHT), solution=True),
            marked(new_code_cell, "double-own", "assert double(1) == 2", points=2, **check),
            marked(new_code_cell, "double-unseen", unseen, points=points, **check),
            marked(new_markdown_cell, "proof", SOLUTION.format("It is."), **proof),
        ],
    )


class Tiny(Course):
    """A course with that assignment alone, in an empty folder."""

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

    def collect(self, date: tuple = (2027, 3, 1, 12, 0, 0), **answers: str) -> str:
        """Collect an archive with an answer of each student's; return the lines."""
        files = {f"{student}_hw-tiny.ipynb": answer for student, answer in answers.items()}
        with zipfile.ZipFile(self.root / "archive.zip", "w") as archive:
            for name, answer in files.items():
                archive.writestr(zipfile.ZipInfo(name, date), nbformat.writes(answered(answer)))
        return self.homework("collect", "tiny", "archive.zip").stdout

    def by_hand(self, student: str, points: float) -> None:
        """Give points for the proof, and write a comment beside it."""
        with self.book(student) as found:
            (grade,) = [grade for grade in found.grades if grade.name == "proof"]
            grade.manual_score, grade.needs_manual_grade = points, False
            (comment,) = [comment for comment in found.comments if comment.name == "proof"]
            comment.manual_comment = "Why?"


def answered(answer: str) -> nbformat.NotebookNode:
    """The short assignment as a student hands it in."""
    notebook = master(hidden="")
    for number, source in ((1, answer), (3, ""), (4, "It seems so.")):
        notebook.cells[number].source = source
    return notebook
