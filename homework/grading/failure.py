"""The feedback on a failed cell: what the check found, and a call to try in one's notebook."""

import traceback

import numpy as np

from homework.grading.student import StudentError

CHECK = "<check>"  # the file's name under which a check is compiled
LONGEST = 4000  # characters of a call that a student could want to copy


class Calls:
    """The last call of a function of the student's, and its result."""

    def __init__(self):
        self.last = None

    def recorded(self, name: str, value):
        """A student's value; a function such that its calls are remembered."""
        if not callable(value):
            return value

        def called(*args, **kwargs):
            self.last = name, args, kwargs, None
            try:
                result = value(*args, **kwargs)
            except Exception as error:
                self.last = name, args, kwargs, error
                raise
            self.last = name, args, kwargs, [result]
            return result

        return called

    def lines(self) -> list[str]:
        """The last call as lines that a student can copy, and its result."""
        if self.last is None:
            return []
        name, args, kwargs, came = self.last
        if isinstance(came, Exception):
            came = f"It ended with {came}"
        else:
            came = f"It gave {_short(came[0])}" if came else "It did not come back."
        call = _call(name, args, kwargs, _written)
        if len(call) > LONGEST:
            call = _call(name, args, kwargs, _short)
            return ["", "The last call, with data too long to be shown whole:", "", call, "", came]
        arrays = ["from numpy import array"] if "array(" in call else []
        return ["", "The last call, to try in your notebook:", "", *arrays, call, "", came]


def failure_lines(error: Exception, source: str, calls: Calls) -> list[str]:
    """The lines of feedback on a cell that raised an error."""
    own = isinstance(error, StudentError) or (isinstance(error, AssertionError) and str(error))
    lines = [str(error) if own else f"{type(error).__name__}: {error}".removesuffix(": ")]
    frames = traceback.extract_tb(error.__traceback__)
    number = next((frame.lineno for frame in frames if frame.filename == CHECK), None)
    if number:
        lines.append(f"(in the check's line {number}: {source.splitlines()[number - 1].strip()})")
    return lines + calls.lines()


def _call(name: str, args: tuple, kwargs: dict, write) -> str:
    words = [*map(write, args), *(f"{key}={write(value)}" for key, value in kwargs.items())]
    return f"{name}({', '.join(words)})"


def _written(value, **options) -> str:
    """A value as it can be typed, to the last digit."""
    if isinstance(value, np.generic):
        value = value.item()
    exact = {"threshold": 10**6, "floatmode": "unique", "precision": 17, "linewidth": 96}
    try:
        with np.printoptions(**exact | options):
            return repr(value)
    except (RecursionError, ValueError):  # too deep, or a number of too many digits
        return f"<{type(value).__name__}>"


def _short(value) -> str:
    text = _written(value, threshold=60, floatmode="maxprec", precision=8)
    return text if len(text) <= LONGEST // 4 else f"{text[: LONGEST // 4]}…"
