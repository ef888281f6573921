"""What the grader is made of: plain data, the student's process, the cells put back."""

import copy
import os
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbformat.v4 import new_code_cell, new_markdown_cell

from homework.grading import sandbox
from homework.grading.apart import names
from homework.grading.inside import plain
from homework.grading.steps import restored
from homework.grading.student import NotStarted, Student, StudentError

keys = st.booleans() | st.integers() | st.text(max_size=3)
simple = st.none() | keys | st.floats()
data = st.deferred(
    lambda: (
        simple
        | st.lists(data, max_size=3)
        | st.tuples(data, data)
        | st.dictionaries(keys, data, max_size=3)
        | st.sets(keys, max_size=1)
    )
)


@given(data)
def test_plain_data_come_back(value):
    assert repr(plain.loads(plain.dumps(value))) == repr(value)


@pytest.mark.parametrize("kind", ["bool", "int64", "uint8", "float64", "float32"])
def test_arrays_come_back(kind):
    array = np.arange(6).reshape(2, 3).astype(kind)
    back = plain.loads(plain.dumps({"X": array}))["X"]
    assert back.shape == (2, 3) and (back == array).all()
    assert back.dtype.kind == np.dtype(kind).kind.replace("u", "i")


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (), (1, 1, 2)])
def test_arrays_keep_their_shape(shape):
    assert plain.loads(plain.dumps(np.ones(shape))).shape == shape


def test_what_is_not_finite_comes_back_as_it_is():
    back = plain.loads(plain.dumps([np.array([np.nan, np.inf]), -np.inf]))
    assert np.isnan(back[0][0]) and back[0][1] == np.inf and back[1] == -np.inf


@pytest.mark.parametrize(
    "value", [print, object(), np.array([None]), np.array(["a"]), 1j, [{1: len}]]
)
def test_code_and_objects_do_not_pass(value):
    with pytest.raises(TypeError, match="is not plain data; give numbers"):
        plain.dumps(value)


@pytest.mark.parametrize("line", [
    b"", b"{", b"\xff", b"[1,", b'{"array": [[1], [2, 3]], "kind": "i"}', b'{"array": [1]}',
    b'{"array": ["a"], "kind": "f", "shape": [1]}', b'{"array": [1, 2], "kind": "i", "shape": [3]}',
    b'{"array": [1], "kind": "O"}', b'{"set": [[1]]}',
    b'{"array": [1e400], "kind": "i", "shape": [1]}',
    b'{"array": ["3.5", null], "kind": "f", "shape": [2]}', b'"\\ud800"',
    b'{"dict": [[1]]}', b'{"dict": [[[1], 2]]}', b'{"error": null}', b"[" * 100_000,
    b"9" * 10_000,
])  # fmt: skip
def test_a_forged_line_is_refused(line):
    with pytest.raises(ValueError):
        plain.loads(line)


@pytest.mark.parametrize(("source", "bound", "read"), [
    ("x = f(X)", {"x"}, {"f", "X"}),
    ("x = 1\nassert x < z", {"x"}, {"z"}),
    ("import numpy as np\nnp.ones(k)", {"np"}, {"k"}),
    ("a = [f(i) for i in range(3)]", {"a"}, {"f"}),
    ("def g(t):\n    return t + len(s)", {"g"}, {"s"}),
    ("for q in rows:\n    print(q)", {"q"}, {"rows"}),
    ("key = lambda t: h(t)", {"key"}, {"h"}),
    ("a = {i: {f(j) for j in b} for i in c}", {"a"}, {"f", "b", "c"}),
    ("a = [i for i in range(3)]\nassert i", {"a"}, {"i"}),
])  # fmt: skip
def test_names(source, bound, read):
    assert names(source) == (bound, read)


@pytest.fixture(scope="module", params=["bubblewrap", "none"])
def student(request):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(sandbox.VARIABLE, request.param)
        patch.setenv("HOMEWORK_STUDENT", "s7")
        patch.setenv("HOMEWORK_SECRET", "xyzzy")
        yield from started()


def started():
    process = Student()
    process.run("import math\nk = 3\ndef double(x, *, by=2): return x * by")
    yield process
    process.end()


def test_functions_and_data_of_the_student(student):
    assert student.value("k") == 3
    double = student.value("double")
    assert double(21) == 42 and double([1], by=3) == [1, 1, 1]
    assert (double(np.ones(2)) == 2).all()


def test_what_goes_wrong_there_is_told_here(student):
    with pytest.raises(StudentError, match="TypeError"):
        student.value("double")()
    with pytest.raises(StudentError, match="NameError: name 'nowhere' is not defined"):
        student.value("nowhere")
    with pytest.raises(StudentError, match="module is not plain data"):
        student.value("math")


def test_a_process_that_ends_is_started_again_with_its_cells(student):
    student.run("def leave(): import os; os._exit(0)")
    with pytest.raises(StudentError, match="ended its process"):
        student.value("leave")()
    assert student.value("double")(2) == 4


def test_the_process_does_not_see_the_environment(student):
    student.run("import os\nseen = dict(os.environ)")
    seen = student.value("seen")
    assert "HOMEWORK_SECRET" not in seen and seen["HOMEWORK_STUDENT"] == "s7"


def test_a_reply_to_something_else_is_none(student):
    """A line that the student's code writes by itself, with a number of its own."""
    line = plain.dumps({"error": None, "number": 10**6, "value": 1})
    student.run(f"import os, time\ndef forge():\n    for pipe in range(3, 20):\n"
                f"        try: os.write(pipe, {line!r}); time.sleep(1)\n"
                f"        except OSError: pass")  # fmt: skip
    with pytest.raises(StudentError, match="a reply to something else"):
        student.value("forge")()


def test_a_process_that_reads_nothing_is_not_waited_for(student, monkeypatch):
    monkeypatch.setattr("homework.grading.student.ONE", 1.0)
    student.run("import os, signal, threading\ndef take(x): return len(x)")
    take = student.value("take")
    student.run("threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGSTOP)).start()")
    time.sleep(0.6)
    with pytest.raises(StudentError, match="it read nothing for 1 seconds"):
        take([0] * 10**6)
    student.done.pop()


@pytest.mark.parametrize("line", ["exit 1", "sleep 60", "echo no line of data"])
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
    assert process.failed.startswith("the sandbox did not start")


@pytest.mark.parametrize(
    ("raised", "arrives"),
    [
        ("ValueError", ValueError),
        ("type('Mine', (ValueError,), {})", ValueError),
        ("ZeroDivisionError", ZeroDivisionError),
        ("AssertionError", StudentError),
        ("SystemExit", StudentError),
    ],
)
def test_an_error_arrives_as_what_it_is(student, raised, arrives):
    student.run(f"def refuse(): raise {raised}('no')")
    with pytest.raises(arrives, match="no") as caught:
        student.value("refuse")()
    assert isinstance(caught.value, StudentError)
    assert not isinstance(caught.value, AssertionError | SystemExit)


@pytest.mark.parametrize("called", [
    "from lib.perceptron import perceptron as p; p(Sample([[1.0]], [1]))",
    "import lib.svm.certificates; lib.runs.replay(1, 2)",
    "from lib import separators as s; s.margin(1, 2)",
    "import importlib; importlib.import_module('lib.svm').hard_margin(1)",
    "from sklearn.svm import SVC; SVC()",
    "import sklearn.linear_model as m; m.Perceptron()",
])  # fmt: skip
def test_the_library_cannot_answer(student, called):
    student.run(f"def answer():\n    from lib.samples import Sample; {called}; return 1")
    with pytest.raises(StudentError, match="is not there in grading: write it yourself"):
        student.value("answer")()
    assert any("which is not there in grading" in note for note in student.notes)


def test_what_a_cell_of_the_courses_cannot_define_there_is_lent(student):
    cell = "import numpy as np\nfrom lib import perceptron\ndef f(x): return x + k\n" \
           "k = perceptron.perceptron(1)"  # fmt: skip
    student.given(cell, {"k": 2, "np": np, "X": np.arange(3), "f": len})
    student.run("a = f(1) + int(X.sum()); kind = X.dtype.kind")
    assert (student.value("a"), student.value("kind")) == (6, "i")


def marked(name, source="", locked=True):
    mark = {"grade_id": name, "locked": locked, "grade": locked, "solution": not locked}
    return new_code_cell(source, metadata={"nbgrader": mark})


RELEASED = [
    new_markdown_cell("text"),
    marked("f", "raise NotImplementedError", locked=False),
    marked("f-own", "assert f(1)"),
]


def put_back(*cells):
    """The (source, name) of each cell, and what is said."""
    done, notes = restored(copy.deepcopy(RELEASED), list(cells))
    return [(c.source, c.metadata.get("nbgrader", {}).get("grade_id")) for c in done], notes


def test_an_honest_submission_is_left_alone():
    text, answer, check = copy.deepcopy(RELEASED)
    answer.source = "f = abs"
    own = new_code_cell("f(2)")
    cells, notes = put_back(text, answer, own, check)
    assert cells == [("text", None), ("f = abs", "f"), ("f(2)", None), ("assert f(1)", "f-own")]
    assert notes == []


def test_checks_come_back_and_answers_stay():
    answer = marked("f", "f = abs", locked=False)
    cells, notes = put_back(answer, marked("f-own", "pass"), answer.copy(), marked("f-own", "1"))
    sources = [("f = abs", "f"), ("assert f(1)", "f-own"), ("f = abs", None), ("1", None)]
    assert cells == sources
    assert len(notes) == 3 and all("twice" in note or "not as" in note for note in notes)


def test_what_was_deleted_comes_back_empty():
    cells, notes = put_back(new_code_cell("1"), marked("f-own", "assert f(1)"))
    assert cells == [("1", None), ("raise NotImplementedError", "f"), ("assert f(1)", "f-own")]
    assert notes == ["Cell 'f' was deleted: it is put back empty."]


def test_marks_of_the_students_own_making_count_for_nothing():
    forged = marked("f-own", "pass", locked=False)
    odd = new_code_cell("2", metadata={"nbgrader": "f"})
    cells, notes = put_back(forged, odd, marked("g", "3"))
    assert cells[1:] == [("assert f(1)", "f-own"), ("2", None), ("3", None)]
    assert "Cell 'f-own' is not as the master has it now: it is put back." in notes
