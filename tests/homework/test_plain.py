"""What passes between the student and the grader: plain data, by the names that cells use."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from homework.grading.apart import names
from homework.grading.inside import plain

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


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (), (1, 1, 2)])
@pytest.mark.parametrize("kind", ["bool", "int64", "uint8", "float64", "float32"])
def test_arrays_come_back(kind, shape):
    array = np.ones(shape, dtype=kind)
    back = plain.loads(plain.dumps({"X": array}))["X"]
    assert back.shape == shape and (back == array).all()
    assert back.dtype.kind == np.dtype(kind).kind.replace("u", "i")


def test_what_is_not_finite_comes_back_as_it_is():
    back = plain.loads(plain.dumps([np.array([np.nan, np.inf]), -np.inf]))
    assert np.isnan(back[0][0]) and back[0][1] == np.inf and back[1] == -np.inf


@pytest.mark.parametrize(
    "value", [print, object(), np.array([None]), np.array(["a"]), 1j, [{1: len}]]
)
def test_code_and_objects_do_not_pass(value):
    with pytest.raises(TypeError, match="is not plain data; give numbers"):
        plain.dumps(value)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"\xff",
        b"[1,",
        b'{"array": [[1], [2, 3]], "kind": "i"}',
        b'{"array": [1]}',
        b'{"array": ["a"], "kind": "f", "shape": [1]}',
        b'{"array": [1, 2], "kind": "i", "shape": [3]}',
        b'{"array": [1], "kind": "O"}',
        b'{"set": [[1]]}',
        b'{"array": [1e400], "kind": "i", "shape": [1]}',
        b'{"array": ["3.5", null], "kind": "f", "shape": [2]}',
        b'"\\ud800"',
        b'{"dict": [[1]]}',
        b'{"dict": [[[1], 2]]}',
        b'{"error": null}',
        b"[" * 100_000,
        b"9" * 10_000,
    ],
)
def test_a_forged_line_is_refused(line):
    with pytest.raises(ValueError):
        plain.loads(line)


@pytest.mark.parametrize(
    ("source", "bound", "read"),
    [
        ("x = f(X)", {"x"}, {"f", "X"}),
        ("x = 1\nassert x < z", {"x"}, {"z"}),
        ("import numpy as np\nnp.ones(k)", {"np"}, {"k"}),
        ("a = [f(i) for i in range(3)]", {"a"}, {"f"}),
        ("def g(t):\n    return t + len(s)", {"g"}, {"s"}),
        ("for q in rows:\n    print(q)", {"q"}, {"rows"}),
        ("key = lambda t: h(t)", {"key"}, {"h"}),
        ("a = {i: {f(j) for j in b} for i in c}", {"a"}, {"f", "b", "c"}),
        ("a = [i for i in range(3)]\nassert i", {"a"}, {"i"}),
    ],
)
def test_names(source, bound, read):
    assert names(source) == (bound, read)
