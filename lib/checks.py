"""Checks of arguments: each returns its value in the proper form, or says what is wrong with it.

All raise ValueError, which names the argument, its value, and what to give instead.
"""

from numbers import Real

import numpy as np


def as_floats(name: str, value) -> np.ndarray:
    """Return `value` as an array of floats of any shape."""
    try:
        if np.iscomplexobj(value):
            raise TypeError("a complex number")
        return np.asarray(value, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(
            f"{name} holds something that is no number, or rows of unequal length; give numbers"
        ) from None


def as_vector(name: str, value, d: int, of: str = "features") -> np.ndarray:
    """Return `value` as d finite floats."""
    vector = as_floats(name, value)
    if vector.shape != (d,):
        raise ValueError(
            f"{name} has shape {vector.shape}; give one number for each of the {d} {of}"
        )
    if not np.isfinite(vector).all():
        raise ValueError(f"{name} holds NaN or infinity; give finite numbers")
    return vector


def as_rows(name: str, value, n: int, at_least: int = 1) -> np.ndarray:
    """Return `value` as row numbers from 0 to n - 1, none only where `at_least` is 0."""
    rows = np.asarray(value)
    if rows.shape == (0,) and not at_least:
        return rows.astype(int)
    if rows.ndim != 1 or rows.size == 0 or rows.dtype.kind not in "iu":
        kind = "a non-empty list" if at_least else "a list"
        raise ValueError(f"{name}={value!r}; give {kind} of row numbers")
    if rows.min() < 0 or rows.max() >= n:
        wrong = rows[(rows < 0) | (rows >= n)][0]
        raise ValueError(f"{name} names row {wrong}; rows go from 0 to {n - 1}")
    return rows


def as_finite(name: str, value, at_least: float = -np.inf) -> float:
    """Return `value` as a finite float of at least `at_least`."""
    number = _as_float(value)
    if not at_least <= number < np.inf or number == -np.inf:
        limit = "" if at_least == -np.inf else f" of at least {at_least:g}"
        raise ValueError(f"{name}={value!r}; give a finite number{limit}")
    return number


def _as_float(value) -> float:
    """A real number as a float; NaN for what is none, infinity for what no float can hold."""
    if not isinstance(value, Real):
        return np.nan
    try:
        return float(value)
    except OverflowError:
        return np.inf


def as_positive(name: str, value, at_most: float = np.inf) -> float:
    """Return `value` as a float in (0, at_most]."""
    number = _as_float(value)
    if not 0 < number <= at_most or number == np.inf:
        limit = "" if at_most == np.inf else f" and at most {at_most:g}"
        raise ValueError(f"{name}={value!r}; give a finite number above 0{limit}")
    return number


def as_price(name: str, value) -> float:
    """Return `value` as a float above 0, which may be infinite: C, and the hard margin's."""
    number = _as_float(value)
    if not number > 0:
        raise ValueError(f"{name}={value!r}; give a number above 0, infinite for the hard margin")
    return number


def as_whole(name: str, value, at_least: int = 1, at_most: float = np.inf) -> int:
    """Return `value` as an int in [at_least, at_most]."""
    if not isinstance(value, Real) or not at_least <= value <= at_most or value % 1 != 0:
        limit = f"of at least {at_least}" if at_most == np.inf else f"from {at_least} to {at_most}"
        raise ValueError(f"{name}={value!r}; give a whole number {limit}")
    return int(value)


def as_generator(rng) -> "np.random.Generator":  # quoted: numpy.random loads when it is used
    """Return `rng` itself, a generator of random numbers."""
    if not isinstance(rng, np.random.Generator):
        raise ValueError(f"rng={rng!r}; give a generator, such as numpy.random.default_rng(0)")
    return rng
