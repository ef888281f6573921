"""Submissions that attack the grader: each ends in a grade or in a line that says to look at it."""

import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell

from homework.grading.steps import name_of
from tests.homework.course import Course
from theme.downloads import CELL

WRONG = "def mistakes(X, y):\n    return []"


def plain(course):
    return course.solved()


def answered(**answers):
    """The master's answers but for these."""
    return lambda course: course.solved(**answers)


def with_cell(source, **answers):
    """A cell of the student's own before everything else."""

    def made(course):
        notebook = course.solved(**answers)
        notebook.cells.insert(0, new_code_cell(source))
        return notebook

    return made


def changed(change, **answers):
    """The solved notebook after `change(cells by name, notebook)`."""

    def made(course):
        notebook = course.solved(**answers)
        change({name_of(cell): cell for cell in notebook.cells}, notebook)
        return notebook

    return made


def edit(cells, notebook):
    cells["mistakes-own"].source = "pass"
    cells["mistakes-unseen"].cell_type = "markdown"
    for key in ("outputs", "execution_count"):
        del cells["mistakes-unseen"][key]


def delete(cells, notebook):
    notebook.cells.remove(cells["mistakes-own"])
    notebook.cells.remove(cells["greedy"])


def double(cells, notebook):
    for name in ("mistakes", "mistakes-own"):
        notebook.cells.append(cells[name].copy())


def raise_points(cells, notebook):
    cells["mistakes-own"].metadata.nbgrader |= {"points": 100, "solution": True, "locked": False}
    cells["mistakes-own"].source = "pass"


def reverse(cells, notebook):
    notebook.cells.reverse()


def typed(notebook):
    (cell,) = [cell for cell in notebook.cells if cell.source.startswith("typed = ")]
    return cell


def another(cells, notebook):
    typed(notebook).source = 'typed = "s1"'


def anonymous(cells, notebook):
    notebook.cells.remove(typed(notebook))


PATCHES = """
import builtins, numpy, lib.certificates, lib.perceptron
lib.certificates.replay = lambda *a, **k: None
numpy.isclose = numpy.all = builtins.all = builtins.abs = lambda *a, **k: True
builtins.AssertionError = ValueError
"""
TRANSPORT = """
import homework.grading.plain as plain
plain.dumps = lambda value: b'{"dict": [["error", null], ["value", true]]}'
"""
FORGED = """
import os
for descriptor in range(3, 30):
    try:
        os.write(descriptor, b'{"dict": [["error", null], ["value", true]]}\\n')
    except OSError:
        pass
"""
OBJECT = """
class Right(list):
    def __eq__(self, other):
        return True
    def __len__(self):
        return 5
def mistakes(X, y):
    return Right()
"""
NAMES = """
me = "s2"
certificates = replay = worst_first = len = range = print = None
class AssertionError(Exception): pass
"""
LIBRARY = """
from lib.perceptron import perceptron
def mistakes(X, y):
    return perceptron(Sample(X, y)).mistakes
"""
SUBMISSIONS = {  # what is handed in, which questions lose points, and what the table says of it
    "endless": (answered(margin="def margin(X, y, w, b):\n    while True: pass"), {"margin"}, ""),
    "endless-cell": (with_cell("while True: pass"), set(), ""),
    "exit": (answered(mistakes="import os\nos._exit(0)"), {"mistakes"}, ""),
    "exit-in-call": (answered(greedy="def greedy(X, y):\n    import os; os._exit(1)"),
                     {"greedy"}, ""),
    "system-exit": (answered(greedy="def greedy(X, y):\n    raise SystemExit"), {"greedy"}, ""),
    "huge": (answered(bound="import numpy as np\ndef bound(X, y, u):\n"
                      "    return int(np.ones(10**12).sum())"), {"bound"}, ""),
    "huge-answer": (answered(mistakes="def mistakes(X, y):\n    return [0] * 10**8"),
                    {"mistakes"}, ""),
    "deep-answer": (answered(stubborn="points = labels = []\n"
                             "for _ in range(10**5): points = [points]"), {"stubborn"}, ""),
    "flood": (with_cell("print('x' * 10**8)"), set(), ""),
    "thread": (with_cell("import threading\n"
                         "threading.Thread(target=lambda: [0 for _ in iter(int, 1)]).start()"),
               set(), ""),
    "input": (with_cell("input()"), set(), ""),
    "object": (answered(mistakes=OBJECT), {"mistakes"}, ""),
    "names": (with_cell(NAMES), {"mistakes"}, ""),
    "names-late": (answered(mistakes=NAMES + WRONG), {"mistakes"}, ""),
    "patched": (answered(mistakes=PATCHES + WRONG), {"mistakes"}, "uses lib.certificates"),
    "transport": (answered(mistakes=TRANSPORT + WRONG),
                  {"mistakes", "greedy", "bound", "stubborn", "refuted"}, ""),
    "forged": (answered(mistakes=FORGED + WRONG), {"mistakes"}, ""),
    "edited": (changed(edit, mistakes=WRONG), {"mistakes"}, "'mistakes-own' was edited"),
    "deleted": (changed(delete), {"greedy"}, "'greedy' was deleted"),
    "doubled": (changed(double, mistakes=WRONG), {"mistakes"}, "'mistakes-own' stood there twice"),
    "points": (changed(raise_points, mistakes=WRONG), {"mistakes"}, "'mistakes-own' was edited"),
    "reversed": (changed(reverse), set(), ""),
    "library": (answered(mistakes=LIBRARY), set(), "uses lib.perceptron"),
    "anonymous": (changed(anonymous), set(), ""),
    "neighbor": (changed(another), set(), "The id typed is 's1'"),
    "killer": (with_cell("import os\nos.kill(os.getppid(), 9)"), None, "could not be graded"),
    "no-json": (lambda course: "this is no notebook", None, "could not be graded"),
    "no-notebook": (lambda course: json.dumps([1, 2]), None, "could not be graded"),
    "no-cells": (lambda course: json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}}),
                 None, "could not be graded"),
    "nested": (lambda course: "[" * 10**5, None, "could not be graded"),
    "away": (with_cell(CELL), set(), ""),  # a copy from the site, which installs the library first
    "zz-honest": (plain, set(), ""),
}  # fmt: skip


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The course and its table of grades, by student."""
    course = Course(tmp_path_factory.mktemp("hostile"), "perceptron")
    for student, (made, *_) in SUBMISSIONS.items():
        course.hand_in(student, made(course))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOMEWORK_SECONDS", "4")
        course.grade(check=False)
    return course, course.grades()


def test_every_submission_has_a_line(graded):
    assert graded[1].keys() == SUBMISSIONS.keys()


@pytest.mark.parametrize("student", SUBMISSIONS)
def test_a_grade_or_a_look(graded, student):
    course, table = graded
    _, lost, look = SUBMISSIONS[student]
    row, points, scores = table[student], course.points(), course.scores(student)
    assert look in row["needs_a_look"] and bool(look) == bool(row["needs_a_look"])
    if lost is None:
        assert row["score"] == ""
        return
    short = {name for name, score in scores.items() if score is not None and score < points[name]}
    assert scores.keys() == points.keys()
    assert {name.split("-")[0] for name in short} == lost
    assert float(row["score"]) == sum(score or 0 for score in scores.values())
    assert row["points"] == "18" and row["to_grade_by_hand"] == "4"


def test_a_copy_from_the_site_installs_nothing_in_grading(graded):
    """Its first cell finds the library, so it runs to its end and pip says nothing."""
    path = graded[0].root / "autograded/away/perceptron/hw-perceptron.ipynb"
    (cell,) = [c for c in nbformat.read(path, as_version=4).cells if c.source == CELL]
    assert cell.execution_count and cell.outputs == []


def test_nothing_is_left_running(graded):
    """The processes of the students, threads and all, end with the grading."""
    import psutil

    commands = [process.info["cmdline"] or [] for process in psutil.process_iter(["cmdline"])]
    assert [command for command in commands if "homework.grading.worker" in command] == []
