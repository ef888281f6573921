"""Plain data as text: what may pass between the student's process and the one that grades.

No code passes, since to unpickle what a submission made is to run it. What a check at home would
accept does: any real number as a float, any array as a plain one, and an iterable as a list.
"""

import json
from collections.abc import Iterable, Iterator, Set
from numbers import Integral, Real

import numpy as np

from lib.samples import Sample

MAX_BYTES = 20_000_000  # that one line may have
MAX_KEYS = 1000  # of a dict or set: the time for keys that were made to collide grows as a square
NOT_PLAIN = "is not plain data; give numbers, strings, lists, tuples, dicts, sets or arrays"
MAX_TEXT = 10_000  # characters of a cell's prints, or of an error, that are kept


def dumps(value) -> bytes:
    """Return `value` as one line of JSON. Raises TypeError for what is not plain data."""
    return json.dumps(_encode(value)).encode() + b"\n"


def loads(line: bytes):
    """Return what `dumps` was given. Raises ValueError when the line is not such data."""
    try:
        return _decode(json.loads(line))
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise ValueError(f"not plain data: {type(error).__name__}") from None


def lendable(value) -> bool:
    """Whether a value is plain data and stays what it is: a named tuple would lose its names."""
    if hasattr(value, "_fields") or isinstance(value, Iterator):
        return False
    try:
        dumps(value)
    except TypeError:
        return False
    return True


def listed(value) -> list:
    """`value` if it is a list, else an empty one: a reply may hold anything."""
    return value if isinstance(value, list) else []


def _encode(value):
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, np.bool):
        return bool(value)
    if isinstance(value, Real):
        return int(value) if isinstance(value, Integral) else float(value)
    if isinstance(value, np.ndarray):
        return _encode_array(np.asarray(value))  # of a matrix or a masked array, the numbers
    if isinstance(value, dict):
        return {"dict": [[_encode(key), _encode(item)] for key, item in _few(value).items()]}
    if isinstance(value, Sample):
        return {"sample": [_encode(value.X), _encode(value.y)]}
    if isinstance(value, tuple):
        return {"tuple": [_encode(item) for item in value]}
    if isinstance(value, Set):
        return {"set": [_encode(item) for item in _few(value)]}
    if isinstance(value, Iterable):
        return [_encode(item) for item in value]
    raise TypeError(f"{type(value).__name__} {NOT_PLAIN}")


def _encode_array(array):
    kind = array.dtype.kind.replace("u", "i")
    if kind == "O":
        return _encode(array.tolist())
    if kind not in "bif":
        raise TypeError(f"an array of {array.dtype} {NOT_PLAIN}")
    if kind == "f":
        array = array.astype(float)  # a long double would stay one
    return {"array": array.ravel().tolist(), "shape": list(array.shape), "kind": kind}


def _few(items):
    if len(items) > MAX_KEYS:
        raise TypeError(f"a dict or set of {len(items)} items; give at most {MAX_KEYS}, or a list")
    return items


def _decode(value):
    if isinstance(value, list):
        return [_decode(item) for item in value]
    if isinstance(value, str):
        value.encode()  # half a character could be written to no file
    if not isinstance(value, dict):
        return value
    if "array" in value:
        kind = {"b": bool, "i": int, "f": float}[value["kind"]]
        if not {*map(type, value["array"])} <= {bool, int, float}:
            raise TypeError("an array of something else than numbers")
        return np.array(value["array"], dtype=kind).reshape(value["shape"])
    if "dict" in value:
        return {_decode(key): _decode(item) for key, item in _few(value["dict"])}
    if "sample" in value:
        return Sample(*map(_decode, value["sample"]))
    if "tuple" in value:
        return tuple(map(_decode, value["tuple"]))
    return {*map(_decode, _few(value["set"]))}
