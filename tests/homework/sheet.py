"""An assignment's master: what it hides, and its checks on one student's data in this process.

nbgrader takes seconds for a submission, these checks hundredths. What passes between an answer
and a check is copied as plain data here too, as the grader does.
"""

import contextlib
import copy
import io
import os
import re
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import nbformat
import numpy as np
from nbgrader.utils import is_grade, is_solution

from homework.grading.apart import names
from homework.grading.inside import plain
from homework.grading.steps import chosen, name_of, paper
from tests.homework.answers import function

HOMEWORK = Path(__file__).parents[2] / "homework"
MASTERS = sorted((HOMEWORK / "source").glob("*/*.ipynb"))
REGION = re.compile(r"### BEGIN (SOLUTION|HIDDEN TESTS)\n(.*?)\n *### END \1", re.DOTALL)
QUESTION = re.compile(r"^## (\d+)\. (.+)$", re.MULTILINE)
ROW = re.compile(r"^\| (\d+) \| (.+) \| (?:easy|medium|hard) \| (\d+) \|$", re.MULTILINE)


def secrets(master: Path) -> set[str]:
    """The lines of solutions and hidden tests that stand nowhere else in a master."""
    hidden, open_ = set(), set()
    for cell in nbformat.read(master, as_version=4).cells:
        for _, text in REGION.findall(cell.source):
            hidden |= {line.strip() for line in text.splitlines()}
        open_ |= {line.strip() for line in REGION.sub("", cell.source).splitlines()}
    return {line for line in hidden - open_ if len(line) >= 12}


def promised(paper: nbformat.NotebookNode) -> list[tuple[str, str, int]]:
    """The questions in a paper's table: number, title and points."""
    rows = ROW.findall("\n".join(cell.source for cell in paper.cells))
    return [(number, title, int(points)) for number, title, points in rows]


def questions(paper: nbformat.NotebookNode, number: int = 1) -> list[tuple[str, str, int]]:
    """The same by the headings, and by the points of the graded cells below each of them."""
    found = []
    for cell in paper.cells:
        if is_grade(cell):
            found[-1][2] += cell.metadata.nbgrader.points
        elif cell.cell_type == "markdown":
            found += [[*head, 0] for head in QUESTION.findall(chosen(cell.source, number))]
    return [tuple(question) for question in found]


def cells(assignment: str) -> list[nbformat.NotebookNode]:
    """The cells of code of a master."""
    path = HOMEWORK / f"source/{assignment}/hw-{assignment}.ipynb"
    return [c for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code"]


def solutions(assignment: str) -> dict[str, dict[int, str]]:
    """The master's answers to the programming questions, by question and paper."""
    answers = filter(is_solution, cells(assignment))
    return {name_of(c): {paper: chosen(c.source, paper) for paper in (1, 2)} for c in answers}


def secret(assignment: str, number: int) -> str:
    """A course's secret that chooses the paper: none for the first."""
    for text in ("", *(f"secret {k}" for k in range(50))):
        with in_course(text):
            if paper(assignment, ["### BEGIN VARIANT 2"]) == number:
                return text
    raise ValueError(f"no secret chooses paper {number} of {assignment}")


def in_course(text: str):
    """The environment of a course with this secret."""
    return patch.dict(os.environ, HOMEWORK_SECRET=text)


class Sheet:
    """The cells of an assignment, run once with the master's answers for one student.

    It remembers what each cell found in the kernel, so that an answer can be tried alone.
    """

    def __init__(self, assignment: str, number: int, student: str):
        self.secret = secret(assignment, number)
        self.found, self.cells = {}, {}  # what stood in the kernel before a named cell; its source
        self.graded = []
        space = {}
        for cell in cells(assignment):
            source, name = chosen(cell.source, number), name_of(cell)
            if name is None:  # the id
                source = f"typed = {student!r}"
            else:
                self.found[name], self.cells[name] = dict(space), source
            if is_grade(cell):
                self.graded.append(name)
            else:
                self._run(source, space)

    def checks(self, question: str) -> list[str]:
        """The names of a question's checks: `margin-own`, `margin-unseen`, …"""
        return [check for check in self.graded if check.rpartition("-")[0] == question]

    def lost(self, question: str, source: str, home: bool = False) -> Iterator[str]:
        """Yield the checks of a question that an answer does not pass, or not at home."""
        theirs = _copy(self.found[question])
        with contextlib.suppress(Exception):  # the check then misses what it did not define
            self._run(source, theirs)
        answered = names(self.cells[question])[0]
        try:
            defined = names(source)[0] & theirs.keys()
        except SyntaxError:
            defined = set()
        for check in self.checks(question):
            found = _copy(self.found[check])
            space = {name: value for name, value in found.items() if name not in answered}
            for name in defined & names(self.cells[check])[1]:  # what the grader lends it
                space[name] = theirs[name] if home else _crossed(theirs[name])
            try:
                self._run(REGION.sub("", self.cells[check]) if home else self.cells[check], space)
            except Exception:  # any error: the check is not passed
                yield check

    def recorded(self, question: str, source: str) -> str:
        """An answer that has recorded a right one's values for all calls a student can make."""
        known, (name, _) = {}, function(source)

        def recorder(answer):
            def called(*given):
                known[plain.dumps(given)] = plain.dumps(answer(*given))
                return answer(*given)

            return called

        with patch.dict(self.found[question], recorder=recorder):
            asked = f"{source}\n\n\n{name} = recorder({name})"
            assert not any(self.lost(question, asked, home=True))
        return (
            "from homework.grading.inside import plain\n\n\n"
            f"def {name}(*given):\n    return plain.loads({known!r}[plain.dumps(given)])"
        )

    def _run(self, source: str, space: dict) -> None:
        with in_course(self.secret), contextlib.redirect_stdout(io.StringIO()):
            exec(compile(source, "<cell>", "exec"), space)


def _copy(space: dict) -> dict:
    """The names of a kernel; a generator starts where it stood."""
    return {
        name: copy.deepcopy(value) if isinstance(value, np.random.Generator) else value
        for name, value in space.items()
    }


def _crossed(value):
    """A value of the student's side, as the course's side gets it."""
    if not callable(value):
        try:
            return plain.loads(plain.dumps(value))
        except TypeError:
            return None  # a module, a generator: no check can use it

    def stand_in(*args, **kwargs):
        args, kwargs = plain.loads(plain.dumps([list(args), kwargs]))
        return plain.loads(plain.dumps(value(*args, **kwargs)))

    return stand_in
