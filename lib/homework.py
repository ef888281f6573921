"""What the homework's cells by the course use: data of the student's own, and numbers.

The data are drawn from the SHA-256 of the student's id and the question's name: the same on every
machine. In grading the environment names the student (HOMEWORK_STUDENT), and, for what no student
can compute, the course's secret (HOMEWORK_SECRET).
"""

import hashlib
import os
import reprlib
import unicodedata
from collections.abc import Callable
from numbers import Real

import numpy as np

from lib.checks import as_generator, as_whole


def student_id(typed: str) -> str:
    """Return the id that the student typed, in lower case; in grading, that of the submission."""
    known = os.environ.get("HOMEWORK_STUDENT", typed)
    if not isinstance(known, str) or not known.strip():
        raise ValueError(f"student_id={known!r}; type the id that your course knows you by")
    return lowercase(known)


def lowercase(student: str) -> str:
    r"""Return an id as the course compares ids: in small letters, each accent part of its letter.

    A Mac stores é in the name of a file as an e and an accent. Weiß and Weiss are two students.

    >>> lowercase(" Rene\u0301 "), lowercase("Weiß")
    ('rené', 'weiß')
    """
    small = unicodedata.normalize("NFC", student.strip()).lower()
    return unicodedata.normalize("NFC", small)


def own(student: str, question: str) -> np.random.Generator:
    """Return the generator of a student's data for a question, which the student can make too."""
    return _generator(student, question, "")


def unseen(student: str, question: str) -> np.random.Generator:
    """Return the generator of a hidden check's data, which depends on the course's secret too."""
    return _generator(student, question, "hidden " + os.environ.get("HOMEWORK_SECRET", ""))


class NoDrawError(ValueError):
    """No draw met its condition: an error of the course, not of the student."""


def redraw(draw: Callable, wanted: Callable, rng: np.random.Generator, tries: int = 20_000):
    """Return the first `draw(rng)` that is `wanted`: data on which a wrong method fails.

    Raises NoDrawError when none of the `tries` is. So many find what is one draw in a thousand, but
    for one student in 10**8.
    """
    rng, tries = as_generator(rng), as_whole("tries", tries)
    for _ in range(tries):
        drawn = draw(rng)
        if wanted(drawn):
            return drawn
    raise NoDrawError(f"none of tries={tries} draws is wanted; ask for less, or draw differently")


def numbers(value) -> np.ndarray:
    """Return the real numbers that `value` holds, of any type and in any shape, as floats.

    Raises ValueError when it holds something else, or rows of unequal length.

    >>> numbers([range(2), (0.5, 3)])
    array([[0. , 1. ],
           [0.5, 3. ]])
    """
    try:
        # No array yet: there each text would take as much memory as the longest.
        array = np.asarray(None if _text_in(value) else value)
        real = array.dtype.kind in "biuf"
        if array.dtype.kind == "O":
            real = all(isinstance(item, Real) for item in array.flat)
        if real:
            return array.astype(float)
    except (ValueError, OverflowError):  # rows of unequal length; more than a float can hold
        pass
    raise ValueError(f"value={reprlib.repr(value)}; give real numbers, in rows of equal length")


def _text_in(value, depth: int = 64) -> bool:
    """Whether a list holds a text, as deep as numpy goes."""
    if depth and isinstance(value, list | tuple):
        return any(_text_in(item, depth - 1) for item in value)
    return isinstance(value, str | bytes)


def number(value) -> float:
    """Return the one number that `value` holds, however it is wrapped: [3.0], say, or np.array(3).

    Raises ValueError when it holds none, several, NaN, or something else.
    """
    try:
        array = numbers(value)
    except ValueError:
        array = np.empty(0)
    if array.size != 1 or np.isnan(array).any():
        raise ValueError(f"value={reprlib.repr(value)}; give one number")
    return float(array.reshape(()))


def _generator(student: str, question: str, salt: str) -> np.random.Generator:
    for name, value in (("student", student), ("question", question)):
        if not isinstance(value, str) or not value:
            raise ValueError(f"{name}={value!r}; give a text")
    digest = hashlib.sha256("\0".join((salt, question, student)).encode()).digest()
    return np.random.default_rng(int.from_bytes(digest, "big"))
