"""A course in a temporary folder: assignments released, handed in and graded by nbgrader itself."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import ClassVar

import nbformat
import pytest
from nbgrader.api import Gradebook, MissingEntry

from homework.grading.steps import name_of

HOMEWORK = Path(__file__).parents[2] / "homework"
IDS = [f"s{number}" for number in range(1, 6)]  # five students


class Course:
    """A copy of homework/ with one assignment.

    `hand_in` places submissions, `grade` runs nbgrader once for all of them.
    """

    def __init__(self, root: Path, assignment: str):
        self.root, self.assignment = root, assignment
        for path in ("nbgrader_config.py", f"source/{assignment}"):
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            copy = shutil.copytree if (HOMEWORK / path).is_dir() else shutil.copy
            copy(HOMEWORK / path, root / path)
        self.nbgrader("generate_assignment", assignment)

    def nbgrader(self, *words: str, check: bool = True) -> subprocess.CompletedProcess:
        """Run a command of nbgrader's in the course's folder."""
        environ = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
        done = subprocess.run(
            ["nbgrader", *words], cwd=self.root, env=environ, capture_output=True, text=True
        )
        assert done.returncode == 0 or not check, done.stderr[-3000:]
        return done

    def notebook(self, kind: str = "release") -> nbformat.NotebookNode:
        """The assignment as it is released, or its master (kind="source")."""
        path = self.root / kind / self.assignment / f"hw-{self.assignment}.ipynb"
        return nbformat.read(path, as_version=4)

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
        """Grade all that was handed in; return what nbgrader printed."""
        return self.nbgrader("autograde", self.assignment, check=check).stderr

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


class Assignment:
    """The tests of an assignment: a class that names it and gives wrong answers to its questions.

    `wrong` holds, for the name of each answer cell, plausible wrong answers by what is wrong with
    them. The checks of answer `margin` are the graded cells `margin-…`. One submission carries one
    wrong answer to every question.
    """

    name: str
    wrong: ClassVar[dict[str, dict[str, str]]]

    @classmethod
    def hand_in(cls, course: Course) -> None:
        """A blank, and for each student the master's answers and the wrong ones."""
        course.hand_in("blank", course.notebook())
        for student in IDS:
            course.hand_in(student, course.solved())
            for k, answers in enumerate(cls.variants()):
                sources = {question: source for question, (_, source) in answers.items()}
                course.hand_in(f"{student}-wrong-{k}", course.solved(**sources))

    @classmethod
    def variants(cls) -> list[dict[str, tuple[str, str]]]:
        """The k-th wrong answer of every question that has as many."""
        most = max(map(len, cls.wrong.values()))
        listed = {question: list(answers.items()) for question, answers in cls.wrong.items()}
        return [{q: a[k] for q, a in listed.items() if k < len(a)} for k in range(most)]

    def test_the_masters_answers_get_every_point(self, course):
        points = course.points()
        for student in IDS:
            scores = course.scores(student)
            assert scores.keys() == points.keys()
            given = {cell: score for cell, score in scores.items() if score is not None}
            assert given == {cell: points[cell] for cell in given}
            by_hand = {c.metadata.nbgrader.grade_id for c in course.notebook().cells
                       if c.cell_type == "markdown" and "nbgrader" in c.metadata}  # fmt: skip
            assert scores.keys() - given.keys() == by_hand

    def test_a_blank_gets_none(self, course):
        assert set(course.scores("blank").values()) == {0}

    def test_every_question_has_three_wrong_answers(self, course):
        answers = {name_of(c) for c in course.notebook().cells if c.cell_type == "code"
                   and c.metadata.get("nbgrader", {}).get("solution")}  # fmt: skip
        assert self.wrong.keys() == answers
        assert {question for question in self.wrong if len(self.wrong[question]) < 3} == set()

    @pytest.mark.parametrize("student", IDS)
    def test_a_wrong_answer_loses_points_of_its_own_question(self, course, student):
        points = course.points()
        for k, answers in enumerate(self.variants()):
            scores = course.scores(f"{student}-wrong-{k}")
            assert scores.keys() == points.keys()
            lost = {cell for cell, score in scores.items()
                    if score is not None and score < points[cell]}  # fmt: skip
            for question, (why, _) in answers.items():
                assert any(cell.startswith(f"{question}-") for cell in lost), f"{question}: {why}"
            assert {cell.split("-")[0] for cell in lost} == answers.keys()
