"""What a student reads where a check was not passed."""

import numpy as np
import pytest

from homework.grading.failure import CHECK, Calls, failure_lines
from homework.grading.student import StudentError


def failed(source: str, **functions) -> list[str]:
    """The lines of feedback on a check that raises an error."""
    calls = Calls()
    space = {"np": np} | {name: calls.recorded(name, value) for name, value in functions.items()}
    with pytest.raises(Exception) as caught:
        exec(compile(source, CHECK, "exec"), space)
    return failure_lines(caught.value, source, calls)


def test_the_last_call_can_be_typed_to_the_last_digit():
    given = np.array([[0.1 + 0.2, 1.0], [np.pi, 1e-300]])
    lines = failed(
        "f(given, np.float64(2), k=[1])\nassert 0, 'no'", f=lambda *a, k: 7.5, given=given
    )
    assert lines[:2] == ["no", "(in the check's line 2: assert 0, 'no')"]
    assert lines[-1] == "It gave 7.5"
    call, seen = "\n".join(lines[lines.index("from numpy import array") : -2]), []
    exec(call, {"f": lambda *a, k: seen.append((a, k))})
    (((again, two), k),) = seen
    assert np.array_equal(again, given) and (two, k) == (2.0, [1])


def test_what_ended_the_call_is_shown():
    def f(x):
        raise StudentError("ZeroDivisionError: division by zero")

    lines = failed("for x in (1, 2):\n    f(x)", f=f)
    assert lines[:2] == ["ZeroDivisionError: division by zero", "(in the check's line 2: f(x))"]
    assert lines[-3:] == ["f(1)", "", "It ended with ZeroDivisionError: division by zero"]
    assert failed("k")[0] == "NameError: name 'k' is not defined"


def test_what_is_long_or_cannot_be_written_is_named():
    lines = failed("f(np.zeros((500, 500)))\nassert 0", f=lambda x: [0] * 10**5)
    assert "too long to be shown whole" in lines[3] and sum(map(len, lines)) < 4000
    deep = []
    for _ in range(10**5):
        deep = [deep]
    lines = failed("f(deep)\nassert 0, 'no'", f=lambda x: 10**5000, deep=deep)
    assert (lines[0], lines[-3], lines[-1]) == ("no", "f(<list>)", "It gave <int>")
