"""Submissions that attack the grader: each ends in a grade or in a line that says to look at it.

Every attacker hands in nothing of their own, or wrong answers, and hopes for more; a neighbor who
is honest keeps every point. Attacks share a submission where none of them keeps a later one from
its aim: in cells of their own before all else, each with a question of its own, or on different
parts of the notebook. What ends its process is no part of the process that is started then.
test_sandbox.py tries what a process could reach: files, other processes, the network, the secret;
test_student.py forged replies and the library; test_restore.py what is done to a notebook.
"""

import functools
import os
import tomllib
from pathlib import Path
from unittest.mock import patch

import nbformat
import psutil
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_raw_cell

from homework.grading.steps import name_of
from tests.homework.course import Course
from theme.downloads import CELL

WRONG = "def mistakes(X, y):\n    return []"
GREEDY = "def greedy(X, y):\n    return []"


def handed(*parts, answered=True, **answers):
    """The master's answers but for these, or none; then each part.

    A text is a cell of the student's own before all else, a function a change, which is given the
    cells by name, and the notebook.
    """

    def made(course):
        notebook = course.solved(**answers) if answered else course.notebook()
        cells = {name_of(cell): cell for cell in notebook.cells}
        notebook.cells[:0] = [new_code_cell(part) for part in parts if isinstance(part, str)]
        for change in filter(callable, parts):
            change(cells, notebook)
        return notebook

    return made


def tamper(cells, notebook):
    """Checks edited, doubled, without a number or worth more, another kernel, too many cells."""
    cells["mistakes-unseen"].source = cells["bound-refuses"].source = "pass"
    cells["greedy-unseen"].cell_type = "markdown"
    for key in ("outputs", "execution_count"):
        del cells["greedy-unseen"][key]
    for name in ("mistakes", "mistakes-unseen"):
        notebook.cells.append(cells[name].copy())
    cells["bound-refuses"].metadata.nbgrader |= {"points": 100, "solution": True, "locked": False}
    notebook.metadata.kernelspec = {"name": "bash", "display_name": "x", "language": "bash"}
    cells["steps"].cell_type = "raw"
    notebook.cells.append(new_raw_cell("<script>document.title = 'taken'</script>"))
    notebook.cells += [new_markdown_cell(str(k)) for k in range(400)]


def forged_note(cells, notebook):
    notebook.cells.insert(0, new_markdown_cell(FORMULA))


def retyped(student):
    """A change of the id that was typed."""

    def change(cells, notebook):
        (cell,) = [cell for cell in notebook.cells if cell.source.startswith("typed = ")]
        cell.source = f'typed = "{student}"'

    return change


CODE = tomllib.loads(Path(__file__).with_name("attacks.toml").read_text())
for part in ("WALK", "WORKER"):
    CODE = {name: code.replace(f"{part}\n", CODE[part]) for name, code in CODE.items()}
CLOSE = "import os\nos.closerange(0, 100)"
SHAPE = "def mistakes(X, y):\n    return np.zeros((0, 10**12))"
BROADCAST = "def greedy(X, y):\n    return np.broadcast_to(np.int64(0), (10**6, 10**6))"
NESTED = "def stubborn(B):\n    for _ in range(10**5): B = [B]\n    return B"
# A regular expression that goes back and forth over this would take hours.
SPACES = 'typed = "' + " " * 20_000
HOME = "import os\nprint(os.environ['HOME'])"
INSTALL = CELL.format(archive="https://192.0.2.1/book.zip", site="https://192.0.2.1")
FORMULA = '**Needs a look.** =HYPERLINK("http://192.0.2.1", "right")'
MAGIC = "%%given\nworst_first = lambda *a, **k: None"
THREAD = "import threading\nthreading.Thread(target=lambda: [0 for _ in iter(int, 1)]).start()"
ALL = {"labels", "mistakes", "greedy", "bound", "stubborn", "refuted", "units"}
BLANK = ALL | {"steps", "error"}  # the written answers too
# What is handed in, which questions lose points, and what the table says of it. A push tries a way
# to points, harm to files, another notebook, and the honest neighbor.
PUSH = {
    "objects": (
        handed(mistakes=CODE["OBJECT"], greedy=CODE["PATCHES"] + GREEDY),
        {"mistakes", "greedy", "units"},
    ),
    "files": (
        handed(CODE["DATABASE"], CODE["DAEMON"], CODE["DELETE"], greedy=CODE["LIBRARY"]),
        {"greedy"},
        "The answers use 'lib.perceptron.perceptron'",
    ),
    "edited": (
        handed(
            *(tamper, retyped("<script>alert(1)</script>")),
            mistakes=WRONG,
            greedy=GREEDY,
            bound="def bound(X, y, u) return 0",
        ),
        {"mistakes", "greedy", "bound"},
        *(f"'{name}' is not as" for name in ("mistakes-unseen", "greedy-unseen", "bound-refuses")),
        "'mistakes-unseen' stood there 2 times",
        "the first 300 are run",
        "An answer is no Python 3",
        "The id typed is 'not an id'",
    ),
    "zz-honest": (handed(HOME), set()),
}
NIGHT = {
    # ways to points without an answer
    "search": (handed(CODE["SEARCH"], answered=False), BLANK),
    "lent": (handed(CODE["LENT"], MAGIC, answered=False), BLANK),
    "replies": (
        handed(mistakes=CODE["REPLIES"] + WRONG),
        ALL - {"labels"},
        "what came then was not run",
    ),
    # harm to the neighbor, the grades, or the machine
    "ends": (
        handed(
            *("import os\nos.kill(os.getppid(), 9)", CLOSE, CODE["KILL"]),
            mistakes="import os\nos._exit(0)",
            greedy="def greedy(X, y):\n    raise SystemExit",
            bound="def bound(X, y, u):\n    import os; os._exit(1)",
        ),
        {"mistakes", "greedy", "bound"},
    ),
    "memory": (handed(CODE["MEMORY"], mistakes=WRONG), None),
    "exit-later": (handed(CODE["EXIT_LATER"]), None),
    # too much
    "huge": (handed(mistakes="def mistakes(X, y):\n    return [0] * 10**7"), {"mistakes"}),
    "odd": (
        handed(
            retyped("s1"),
            mistakes=SHAPE,
            greedy=BROADCAST,
            stubborn=NESTED,
            bound="def bound(X, y, u):\n    return 10 ** (10**5)",
            labels="def relabel(*given):\n    return float('inf')",
        ),
        ALL - {"refuted", "units"},
        "The id typed is 's1'",
    ),
    # a copy from the site, which installs the library first, and what is odd and does no harm
    "away": (handed(forged_note, INSTALL, "input()", "print('x' * 10**8)", SPACES), set()),
    "zz-honest": (handed(HOME), set()),
}
SECONDS = 15  # for each of these, and a sixth of them for a cell or a call
ENDLESS = {
    "endless": (
        handed("while True: pass", labels="def relabel(*given):\n    while True: pass"),
        {"labels"},
    ),
    "sleepy": (handed(bound=CODE["SLEEPY"]), None, f"used up its {SECONDS} seconds"),
    "thread": (handed(THREAD), set()),
}
BATCHES = {"push": (PUSH, 120), "night": (NIGHT, 120), "endless": (ENDLESS, SECONDS)}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A batch by its name, graded once. The students' processes have their homes in `homes`."""

    @functools.cache
    def once(batch):
        submissions, seconds = BATCHES[batch]
        course = Course(tmp_path_factory.mktemp(batch), "perceptron")
        (course.root / "homes").mkdir()
        for student, (made, *_) in submissions.items():
            course.hand_in(student, made(course))
        environ = {"TMPDIR": str(course.root / "homes"), "HOMEWORK_SECONDS": str(seconds)}
        with patch.dict(os.environ, environ):
            course.grade(check=False)
        course.table = course.grades()
        assert course.table.keys() == submissions.keys()
        return course

    return once


@pytest.mark.parametrize(
    ("batch", "student", "lost", "looks"),
    [
        pytest.param(
            *(batch, student, lost, looks),
            marks=[] if batch == "push" else pytest.mark.nightly,
            id=student,
        )
        for batch, (submissions, _) in BATCHES.items()
        for student, (_, lost, *looks) in submissions.items()
    ],
)
def test_a_grade_or_a_look(graded, batch, student, lost, looks):
    course = graded(batch)
    row, points, scores = course.table[student], course.points(), course.scores(student)
    assert [look for look in looks if look not in row["needs_a_look"]] == []
    if lost is None:  # how far it ran depends on the timing, and the table shows it
        assert row["needs_a_look"] or float(row["score"] or 0) < sum(points.values())
        return
    assert bool(looks) == bool(row["needs_a_look"])
    short = {name for name, score in scores.items() if score is not None and score < points[name]}
    assert scores.keys() == points.keys()
    assert {name.split("-")[0] for name in short} == lost
    assert float(row["score"]) == sum(score or 0 for score in scores.values())
    assert (row["points"], row["to_grade_by_hand"]) == ("18", "0" if lost == BLANK else "6")


def cell_of(course, student, source):
    """A cell of a graded submission."""
    path = course.root / f"autograded/{student}/perceptron/hw-perceptron.ipynb"
    (cell,) = [cell for cell in nbformat.read(path, as_version=4).cells if cell.source == source]
    return cell


def test_nothing_is_left_running(graded):
    """The processes of the students, threads and all, end with the grading."""
    homes = str(graded("push").root / "homes")
    printed = cell_of(graded("push"), "zz-honest", HOME).outputs[0].text
    assert printed.startswith(homes), "so are they known from those of other tests"
    found = psutil.process_iter(["cmdline", "environ"])
    environs = [(p.info["environ"] or {}, p.info["cmdline"]) for p in found]
    assert [words for own, words in environs if own.get("HOME", "").startswith(homes)] == []


@pytest.mark.nightly
def test_a_copy_from_the_site_installs_nothing_in_grading(graded):
    """Its first cell finds the library, so it runs to its end and pip prints nothing."""
    cell = cell_of(graded("night"), "away", INSTALL)
    assert cell.execution_count and cell.outputs == []
