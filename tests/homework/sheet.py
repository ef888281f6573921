"""An assignment on one student's data, run in this process: what an answer would earn.

nbgrader takes seconds for a submission, these checks hundredths. What passes between an answer
and a check is copied as plain data here too, as the grader does.
"""

import contextlib
import copy
import io
import os
from collections.abc import Iterator
from pathlib import Path

import nbformat
import numpy as np
from nbgrader.utils import is_grade, is_solution

from homework.grading.apart import names
from homework.grading.inside import plain
from homework.grading.steps import name_of
from homework.grading.variants import chosen, paper

HOMEWORK = Path(__file__).parents[2] / "homework"


def master(assignment: str) -> nbformat.NotebookNode:
    return nbformat.read(HOMEWORK / f"source/{assignment}/hw-{assignment}.ipynb", as_version=4)


def solutions(assignment: str) -> dict[str, dict[int, str]]:
    """The master's answers to the programming questions, by question and paper."""
    cells = [c for c in master(assignment).cells if c.cell_type == "code" and is_solution(c)]
    return {name_of(c): {paper: chosen(c.source, paper) for paper in (1, 2)} for c in cells}


def secret(assignment: str, number: int) -> str:
    """A course's secret that chooses the paper: none for the first."""
    with in_course(""):
        for text in ("", *(f"secret {k}" for k in range(50))):
            os.environ["HOMEWORK_SECRET"] = text
            if paper(assignment, ["### BEGIN VARIANT 2"]) == number:
                return text
    raise ValueError(f"no secret chooses paper {number} of {assignment}")


@contextlib.contextmanager
def in_course(text: str):
    """The environment of a course with this secret."""
    kept = os.environ.get("HOMEWORK_SECRET")
    os.environ["HOMEWORK_SECRET"] = text
    try:
        yield
    finally:
        os.environ.pop("HOMEWORK_SECRET")
        if kept is not None:
            os.environ["HOMEWORK_SECRET"] = kept


class Sheet:
    """The cells of an assignment, run once with the master's answers for one student.

    It remembers what each cell found in the kernel, so that an answer can be tried alone.
    """

    def __init__(self, assignment: str, number: int, student: str):
        self.number, self.secret = number, secret(assignment, number)
        self.found, self.cells = {}, {}  # what stood in the kernel before a named cell; its source
        self.graded = []
        space = {}
        for cell in master(assignment).cells:
            if cell.cell_type != "code":
                continue
            source, name = chosen(cell.source, number), name_of(cell)
            if name is None:  # the id
                source = f"typed = {student!r}"
            else:
                self.found[name], self.cells[name] = dict(space), source
            if is_grade(cell):
                self.graded.append(name)
            else:
                self._run(source, space, cell_name=name)

    def checks(self, question: str) -> list[str]:
        """The names of a question's checks: `margin-own`, `margin-unseen`, …"""
        return [check for check in self.graded if check.rpartition("-")[0] == question]

    def lost(self, question: str, source: str) -> Iterator[str]:
        """Yield the checks of a question that an answer does not pass."""
        theirs = self._copy(self.found[question])
        with contextlib.suppress(Exception):  # the check then misses what it did not define
            self._run(source, theirs)
        answered = names(self.cells[question])[0]
        for check in self.checks(question):
            found = self._copy(self.found[check])
            ours = {name: value for name, value in found.items() if name not in answered}
            read = names(self.cells[check])[1]  # what the grader lends it
            lent = self.crossed(source, theirs)
            lent = {name: value for name, value in lent.items() if name in read}
            try:
                self._run(self.cells[check], ours | lent)
            except Exception:  # whatever it is, the check is not passed
                yield check

    def crossed(self, source: str, theirs: dict) -> dict:
        """What a cell of the student's has defined, as it comes to the course's side."""
        with contextlib.suppress(SyntaxError):
            bound = names(source)[0]
            return {name: self._crossed(theirs[name]) for name in bound if name in theirs}
        return {}

    def _crossed(self, value):
        if not callable(value):
            try:
                return plain.loads(plain.dumps(value))
            except TypeError:
                return None  # a module, a generator: no check can use it

        def stand_in(*args, **kwargs):
            args, kwargs = plain.loads(plain.dumps([list(args), kwargs]))
            return plain.loads(plain.dumps(value(*args, **kwargs)))

        return stand_in

    @staticmethod
    def _copy(space: dict) -> dict:
        """The names of a kernel; a generator starts where it stood."""
        return {
            name: copy.deepcopy(value) if isinstance(value, np.random.Generator) else value
            for name, value in space.items()
        }

    def _run(self, source: str, space: dict, cell_name: str | None = None) -> None:
        code = compile(source, f"<{cell_name or 'cell'}>", "exec")
        with in_course(self.secret), contextlib.redirect_stdout(io.StringIO()):
            exec(code, space)
