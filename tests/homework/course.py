"""A course in a temporary folder: assignments released, handed in and graded by nbgrader itself."""

import contextlib
import csv
import functools
import io
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import nbformat
import psutil
from jupyter_core.application import NoStart
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.apps import NbGraderApp

from homework import course, grade
from homework.__main__ import main
from homework.grading import sandbox
from homework.grading.inside import limits
from homework.grading.steps import name_of
from homework.grading.variants import chosen
from tests.homework import sheet

HOMEWORK = Path(__file__).parents[2] / "homework"
tried = functools.cache(sandbox.tried)


def end(process: subprocess.Popen, name: str) -> None:
    """Ask a process to end; end it by force where it does not, and say so."""
    process.terminate()
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        raise AssertionError(f"{name} did not end within 30 seconds when asked to") from None


class Done(NamedTuple):
    """What a command came to."""

    returncode: int
    stdout: str
    stderr: str


class Course:
    """A copy of homework/ with one assignment.

    `hand_in` places submissions, `grade` runs nbgrader once for all of them.
    """

    def __init__(self, root: Path, assignment: str, paper: int = 1):
        self.root, self.assignment = root, assignment
        self.paper, self.secret = paper, sheet.secret(assignment, paper)
        for path in ("nbgrader_config.py", f"source/{assignment}"):
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            copy = shutil.copytree if (HOMEWORK / path).is_dir() else shutil.copy
            copy(HOMEWORK / path, root / path)
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
            patch("homework.grading.sandbox.tried", tried),
            patch.object(limits, "GRADER", limits.GRADER + psutil.Process().memory_info().vms),
            patch("nbgrader.api.get_alembic_version", lambda: "none"),
        ):
            yield

    def nbgrader(self, *words: str) -> None:
        """Run a command of nbgrader's in the course's folder."""
        with self.entered():
            app = NbGraderApp()
            app.initialize([*words])
            with contextlib.suppress(NoStart):  # so a command ends that was another one's
                app.start()
            app.reset()  # or the next command would find this one's

    def homework(self, *words: str, check: bool = True) -> Done:
        """Run a command of the course's in its folder."""
        said, wrong = io.StringIO(), io.StringIO()
        with self.entered(), contextlib.redirect_stdout(said), contextlib.redirect_stderr(wrong):
            done = Done(main(words), said.getvalue(), wrong.getvalue())
        assert done.returncode == 0 or not check, (done.stdout + done.stderr)[-3000:]
        return done

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

    def scores(self, student: str) -> dict[str, float | None]:
        """The automatic points of each graded cell, None where a human must grade."""
        with Gradebook(f"sqlite:///{self.root}/gradebook.db") as book:
            try:
                submission = book.find_submission(self.assignment, student)
            except MissingEntry:
                return {}
            return {
                grade.name: None if grade.needs_manual_grade else grade.auto_score
                for notebook in submission.notebooks
                for grade in notebook.grades
            }

    def points(self) -> dict[str, float]:
        """The points of each cell, by its name, as the master has them."""
        marks = [cell.metadata.get("nbgrader", {}) for cell in self.notebook("source").cells]
        return {mark["grade_id"]: mark["points"] for mark in marks if mark.get("grade")}
