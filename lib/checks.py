"""Checks of arguments: each returns its value, or raises ValueError with its name and a remedy."""

from collections.abc import Mapping
from contextlib import suppress
from numbers import Integral, Real

import numpy as np

Price = float | np.ndarray  # of slack: one, or one for each example


def as_floats(name: str, value, instead: str = "give numbers") -> np.ndarray:
    """Return `value` as an array of floats of any shape.

    What numpy would take for other numbers than were meant is refused: what lies under a mask,
    dates, and text that spells a number. `instead` is the remedy for text that spells no number;
    the word TEXT in it stands for that text.
    """
    for refused, remedy in (
        (np.ma.is_masked(value), f"is masked; drop the masked rows, or give {name}.filled(...)"),
        (hasattr(value, "toarray"), f"is sparse; give {name}.toarray()"),
        (isinstance(value, Mapping), f"is a dict; give numpy.column_stack([*{name}.values()])"),
        (hasattr(value, "__next__"), f"is a generator; give list({name})"),
    ):
        if refused:
            raise ValueError(f"{name} {remedy}")
    try:
        array = np.asarray(value)
    except ValueError:
        raise ValueError(f"{name} has rows of unequal length; give numbers in equal rows") from None
    if array.dtype.kind in "biuf":
        return array.astype(float, copy=False)
    if array.dtype.kind in "USO" and not any(map(np.iscomplexobj, array.flat)):
        with suppress(ValueError, TypeError, OverflowError):
            np.asarray(array, float)  # text that spells numbers
            instead = f"give numpy.asarray({name}, float)"
    if array.dtype.kind == "U":
        array = np.asarray(value, object)  # where numbers beside text are no text
    for place, entry in np.ndenumerate(array):
        if (fault := _fault(entry, instead)) is not None:
            names = column_names(value) or range(array.size)
            column = f" in column {names[place[1]]!r}" if array.ndim == 2 else ""
            raise ValueError(f"{name} holds {str(entry)!r}{column}, {fault}")
    return array.astype(float)


def _fault(entry, instead: str) -> str | None:
    """Why an entry of an array is not taken for a number, with a remedy, or None."""
    if entry is None or str(entry) in ("<NA>", "NaT"):
        return "where a number is missing; drop or fill that row"
    if isinstance(entry, np.datetime64 | np.timedelta64):
        return "a time; give numbers, such as days from the first one"
    if isinstance(entry, str | bytes | complex | np.complexfloating):
        entry = entry.item() if isinstance(entry, np.generic) else entry
        return f"which is no number; {instead.replace('TEXT', repr(entry))}"
    try:
        float(entry)
    except OverflowError:
        return "and no float is as large; divide by a power of ten"
    except (TypeError, ValueError):
        return f"which is no number; {instead}"
    return None


def as_examples(name: str, value, features: tuple[str, ...] | None = None) -> np.ndarray:
    """Return `value` as a matrix of finite floats with the columns `features`, in their order."""
    X = as_floats(name, value, "give numbers, as OneHotEncoder or pandas.get_dummies make of text")
    if X.ndim != 2 or X.size == 0:
        raise ValueError(
            f"{name} has shape {X.shape}; give a matrix with one example a row, (n, d)"
        )
    if features is not None and X.shape[1] != len(features):
        raise ValueError(
            f"{name} has shape {X.shape}; give rows of {len(features)} features: those of the "
            f"sample, prepared as it is, with prepare({name}, like=...) or "
            f"standardize({name}, like=...)"
        )
    if not np.isfinite(X).all():
        row = int(np.argmin(np.isfinite(X).all(axis=1)))
        raise ValueError(f"{name} holds NaN or infinity, first in row {row}; drop or fill that row")
    return X if features is None else in_order(name, X, column_names(value), features)


def in_order(name: str, X: np.ndarray, names: tuple[str, ...], features: tuple[str, ...]):
    """The columns of X, which have these names or only numbers, in the order of `features`."""
    if not names or names == features or numbered(len(names)) in (names, features):
        return X
    if len({*names} & {*features}) < len(features):  # others, or one name of two columns
        raise ValueError(f"{name} has the columns {names}; give those of the sample, {features}")
    return X[:, [names.index(feature) for feature in features]]


def column_names(table) -> tuple[str, ...]:
    """The names of a table's columns; none of a matrix, nor where columns are only numbered."""
    names = tuple(getattr(table, "columns", ()))
    return names if all(isinstance(name, str) for name in names) else ()


def numbered(d: int) -> tuple[str, ...]:
    """The names of d features that have no other: x1, x2, …"""
    return tuple(f"x{i}" for i in range(1, d + 1))


def read_only(array: np.ndarray) -> np.ndarray:
    """A read-only copy."""
    copy = np.array(array, order="C")
    copy.flags.writeable = False
    return copy


def as_vector(name: str, value, d: int, of: str = "features", above: float = -np.inf) -> np.ndarray:
    """Return `value` as d finite floats, all greater than `above`."""
    vector = as_floats(name, value)
    if vector.shape != (d,):
        raise ValueError(
            f"{name} has shape {vector.shape}; give one number for each of the {d} {of}"
        )
    if not np.isfinite(vector).all():
        raise ValueError(f"{name} holds NaN or infinity; give finite numbers")
    if vector.min() <= above:
        raise ValueError(f"{name} holds {vector.min():g}; give more, or drop that row")
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


def as_chance(name: str, value) -> float:
    """Return `value` as a float between 0 and 1, neither of them included."""
    if not 0 < as_positive(name, value) < 1:
        raise ValueError(f"{name}={value!r}; give a chance between 0 and 1")
    return float(value)


def as_step(name: str, value, reach: float) -> float:
    """Return `value` as a float above 0 that makes updates, of up to value · reach, with squares.

    `reach` is the largest number of a sample; where that is 0, a step of any size will do.
    """
    step = as_positive(name, value)
    longest = step * reach
    if reach and not np.finfo(float).tiny < longest * longest < np.inf:
        raise ValueError(
            f"{name}={value!r} makes updates up to {longest:.0e}, and floats cannot hold the "
            f"square; give {name}={1 / reach:.0e}, or one nearer to it"
        )
    return step


def as_price(name: str, value, n: int | None = None) -> Price:
    """Return `value`, C, as a float above 0 or infinity; or, for n examples, as n finite ones."""
    if n is not None and np.ndim(value):
        return as_vector(name, value, n, of="examples", above=0)
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
    """Return `rng` itself, a generator of random numbers; or a new one, of which it is the seed."""
    if isinstance(rng, Integral) and rng >= 0:
        return np.random.default_rng(rng)
    if not isinstance(rng, np.random.Generator):
        raise ValueError(f"rng={rng!r}; give a seed, such as 0, or numpy.random.default_rng(0)")
    return rng
