"""The student's process: requests, and replies."""

import contextlib
import os
import time

import numpy as np
import pytest

from homework.grading import sandbox
from homework.grading.inside import plain
from homework.grading.student import NOTES, NotStarted, Student, StudentError

MODES = ["bubblewrap", pytest.param("none", marks=pytest.mark.nightly)]


@pytest.fixture(scope="module", params=MODES)
def student(request):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(sandbox.VARIABLE, request.param)
        patch.setenv("HOMEWORK_STUDENT", "s7")
        patch.setenv("HOMEWORK_SECRET", "xyzzy")
        process = Student()
        process.run("import math\nk = 3\ndef double(x, *, by=2): return x * by")
        yield process
        process.end()


@pytest.mark.timeout(60)  # where writing to a closed pipe goes on for ever
def test_a_process_that_ends_is_started_again_with_its_cells(student):
    student.run("def leave(): import os; os._exit(0)")
    with pytest.raises(StudentError, match="ended its process"):
        student.value("leave")()
    assert student.value("double")([1], by=3) == [1, 1, 1]
    student.run("import threading, os; threading.Timer(0.3, os._exit, [0]).start()")
    student.done.pop()
    student.process.wait(10)
    with pytest.raises(StudentError, match="ended its process"):
        student.value("double")


def test_the_process_does_not_see_the_environment(student):
    student.run("import os\nseen = dict(os.environ)")
    seen = student.value("seen")
    assert "HOMEWORK_SECRET" not in seen and seen["HOMEWORK_STUDENT"] == "s7"


# A line that the student's code writes by itself, with a number of its own or none.
@pytest.mark.parametrize("number", [{"number": 10**6}, {}])
def test_a_forged_reply_is_none(student, number):
    line = plain.dumps({"error": None, "value": True} | number)
    student.run(
        f"import os, time\ndef forge():\n    for pipe in range(3, 20):\n"
        f"        try: os.write(pipe, {line!r}); time.sleep(1)\n"
        f"        except OSError: pass"
    )
    with pytest.raises(StudentError, match=r"not a reply|a reply to something else"):
        student.value("forge")()


def test_a_reply_has_no_more_bytes_than_are_allowed(student, monkeypatch):
    student.sent = 1000  # the numbers of the next replies are of one length
    size = len(plain.dumps(student.run("k = 3")))
    monkeypatch.setattr(plain, "MAX_BYTES", size)
    student.run("k = 3")
    monkeypatch.setattr(plain, "MAX_BYTES", size - 1)
    with pytest.raises(StudentError, match=f"it gave more than {size - 1} bytes"):
        student.run("k = 3")


def test_a_process_that_reads_nothing_is_not_waited_for(student, monkeypatch):
    monkeypatch.setattr("homework.grading.student.ONE", 1.0)
    student.run("import os, signal, threading\ndef take(x): return len(x)")
    take = student.value("take")
    student.run("threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGSTOP)).start()")
    time.sleep(0.6)
    with pytest.raises(StudentError, match="it read nothing for 1 seconds"):
        take([0] * 10**6)
    student.done.pop()


@pytest.mark.parametrize("line", ["exit 1", "sleep 60"])
def test_what_does_not_start_is_not_the_students_doing(monkeypatch, tmp_path, line):
    (tmp_path / "bwrap").write_text(f"#!/bin/sh\n{line}\n")
    (tmp_path / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv(sandbox.VARIABLE, "bubblewrap")
    monkeypatch.setenv("HOMEWORK_STUDENT", "s7")
    monkeypatch.setattr("homework.grading.student.START", 0.5)
    process = Student()
    with pytest.raises(NotStarted, match="the sandbox did not start: "):
        process.run("1")


def test_an_error_arrives_as_what_it_is(student):
    """One that would end the grader, or pass for a check's own, as the student's error alone."""
    for raised, arrives in (
        ("type('Mine', (ValueError,), {})", ValueError),
        ("AssertionError", StudentError),
        ("SystemExit", StudentError),
    ):
        student.run(f"def refuse(): raise {raised}('no')")
        with pytest.raises(arrives, match="no") as caught:
            student.value("refuse")()
        assert isinstance(caught.value, StudentError)
        assert not isinstance(caught.value, AssertionError | SystemExit)


LIBRARY = (
    "from lib.perceptron import perceptron as p; p(Sample([[1.0]], [1]))",
    "import importlib; importlib.import_module('lib.svm').hard_margin(1)",
    "from sklearn.svm import SVC; SVC()",
)


def test_the_library_cannot_answer(student):
    for called in LIBRARY:
        student.run(f"def answer():\n    from lib.samples import Sample; {called}; return 1")
        with pytest.raises(StudentError, match="is not there in grading: write it yourself"):
            student.value("answer")()
    noted = [note for note in student.notes if "which is not there in grading" in note]
    assert len(noted) == len(LIBRARY)


def test_what_a_cell_of_the_courses_cannot_define_there_is_lent(student):
    cell = (
        "import numpy as np\nfrom lib import perceptron\ndef f(x): return x + k\n"
        "k = perceptron.perceptron(1)"
    )
    student.lend(cell, {"k": 2, "np": np, "X": np.arange(3), "f": len})
    student.run("a = f(1) + int(X.sum()); kind = X.dtype.kind")
    assert (student.value("a"), student.value("kind")) == (6, "i")


def test_a_cell_of_the_courses_has_all_the_seconds_that_are_left(student, monkeypatch):
    """Without its names each question would lose its points."""
    monkeypatch.setattr("homework.grading.student.ONE", 0.5)
    student.lend("import time\ntime.sleep(1)\nslow = 1", {})
    assert student.value("slow") == 1


PAGE = """
%matplotlib inline
%config InlineBackend.figure_format = 'retina'
%load_ext autoreload
%autoreload 2
%pip install tqdm
!pip install tqdm
get_ipython().run_line_magic("matplotlib", "inline")
import matplotlib.pyplot as plt
plt.plot([1, 2])
"""


def test_what_is_about_the_page_does_no_harm(student):
    reply = student.run(PAGE)
    assert reply["error"] is None


def test_a_module_that_is_missing_is_named(student):
    reply = student.run(
        "import pandas as pd\nfrom seaborn.x import y\n"
        "try: import polars\nexcept ImportError: polars = 7\n"
        "def framed(): return pd.DataFrame([1])"
    )
    assert reply["error"] is None and student.value("polars") == 7
    assert "seaborn is not there in grading" in reply["text"]
    with pytest.raises(StudentError, match=r"pandas\.DataFrame is not there in grading"):
        student.value("framed")()
    assert "The answers use 'pandas.DataFrame', which is not there in grading." in student.notes
    for k in range(100):
        student.note_absent({"used": [f"full.points{k}"]})
    assert len(student.notes) == NOTES


def test_a_name_that_an_earlier_error_left_undefined_repeats_that_error(student):
    left = {
        "halved": ("halved = 1 / 0", "ZeroDivisionError"),
        "late": ("def late():\n  return 1\n return 2", "IndentationError"),
        "late2": ("import os; late2 = os._exit(0)", "it ended its process"),
    }
    for source, _ in left.values():
        with contextlib.suppress(StudentError):
            student.run(source)
    for name, (_, error) in left.items():
        with pytest.raises(StudentError, match=rf"'{name}' is not defined; .*ended with .*{error}"):
            student.value(name)
    student.run("def uses(): return halved")
    with pytest.raises(StudentError, match=r"'halved' is not defined; .*ZeroDivisionError"):
        student.value("uses")()
