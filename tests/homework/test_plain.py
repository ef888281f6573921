"""The exchange between student and grader: plain data, by the names that cells use."""

from array import array
from collections import deque, namedtuple
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from homework.grading.apart import names
from homework.grading.inside import plain
from lib.homework import numbers

Pair = namedtuple("Pair", "first second")
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


@pytest.mark.parametrize("kind", ["bool", "int64", "uint8", "float32"])
def test_arrays_come_back(kind):
    for shape in ((0, 3), (), (1, 1, 2)):
        array = np.ones(shape, dtype=kind)
        back = plain.loads(plain.dumps({"X": array}))["X"]
        assert np.array_equal(back, array) and back.dtype.kind == kind[0].replace("u", "i")


NUMBERS = [
    *(True, Fraction(1, 3), np.float16(2), np.longdouble(2.5), np.bool(1), np.uint8(7)),
    *(range(9, 0, -2), deque([1, 2]), array("d", [0.5, 1]), [range(2), deque([3, 4])], []),
    *(np.array([[Fraction(1, 2)], [3]], dtype=object), np.longdouble([[1], [2]]), np.array(4.0)),
    *(np.asmatrix([[1, 2], [3, 4]]), np.ma.array([1.0, 2.0], mask=[0, 1]), memoryview(b"ab")),
    np.array([np.nan, -np.inf]),
]


def test_what_a_check_at_home_takes_for_numbers_crosses_as_these():
    for value in NUMBERS:
        crossed = numbers(plain.loads(plain.dumps(value)))
        assert np.array_equal(crossed, numbers(value), equal_nan=True)


def test_what_does_not_cross_is_no_number_at_home_either():
    for value in (1j, np.array([1j]), np.array(["1"]), [{1: len}], np.array([len]), object(), len):
        with pytest.raises(TypeError, match="is not plain data; give numbers"):
            plain.dumps(value)
        with pytest.raises(ValueError, match="give real numbers"):
            numbers(value)


def test_what_can_be_gone_through_crosses_as_a_list_and_keys_are_few():
    for value in (iter([1, 2]), map(int, "12"), {1: 0, 2: 0}.keys(), {0: 1, 1: 2}.values()):
        assert [*plain.loads(plain.dumps(value))] == [1, 2]
    for kind in (set, dict.fromkeys):
        assert len(plain.loads(plain.dumps(kind(range(1000))))) == 1000
        with pytest.raises(TypeError, match="of 1001 items; give at most 1000, or a list"):
            plain.dumps(kind(range(1001)))


def test_an_iterator_of_the_courses_is_not_used_up_and_no_name_is_lost():
    numbers_left = iter([1, 2])
    assert not plain.lendable(numbers_left) and next(numbers_left) == 1
    assert not plain.lendable(Pair(1, 2)) and not plain.lendable(len) and plain.lendable((1, 2))


FORGED = [
    *(b"{", b"\xff", b'"\\ud800"', b'{"error": null}', b"[" * 100_000, b"9" * 10_000),
    b'{"array": [1, 2], "kind": "i", "shape": [3]}',
    b'{"array": [1], "kind": "O"}',
    b'{"array": [1e400], "kind": "i", "shape": [1]}',
    b'{"array": ["3.5", null], "kind": "f", "shape": [2]}',
    b'{"set": [[1]]}',
    b'{"set": [%s0]}' % (b"0," * 1000),
    b'{"dict": [[[1], 2]]}',
    b'{"dict": [%s[0, 0]]}' % (b"[0, 0]," * 1000),
]


@pytest.mark.parametrize("line", FORGED)
def test_a_forged_line_is_refused(line):
    with pytest.raises(ValueError):
        plain.loads(line)


def test_the_names_that_a_cell_binds_and_reads():
    for source, bound, read in (
        ("import numpy as np\nx = 1\nassert x < np.ones(z)", {"np", "x"}, {"z"}),
        ("def g(t):\n    return t + len(s)", {"g"}, {"s"}),
        ("for q in rows:\n    print(q)", {"q"}, {"rows"}),
        ("key = lambda t: h(t)", {"key"}, {"h"}),
        ("a = {i: {f(j) for j in b} for i in c}", {"a"}, {"f", "b", "c"}),
        ("a = [i for i in range(3)]\nassert i", {"a"}, {"i"}),
    ):
        assert names(source) == (bound, read)
