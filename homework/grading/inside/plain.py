"""Plain data as text: what may pass between the student's process and the one that grades.

Numbers, strings, lists, tuples, dicts, sets, arrays and samples, and nothing that holds code. Never
pickle: to unpickle what a submission made is to run it.
"""

import json

import numpy as np

from lib.samples import Sample

MAX_BYTES = 20_000_000  # of one line
MAX_TEXT = 10_000  # characters of a cell's prints, or of an error, that are kept
MAX_PICTURES = 10  # of a cell


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
    """Whether a value is plain data, and no more than that: a named tuple would lose its names."""
    try:
        dumps(value)
    except TypeError:
        return False
    return not hasattr(value, "_fields")


def listed(value) -> list:
    """`value` if it is a list, else an empty one: a reply may hold anything."""
    return value if isinstance(value, list) else []


def _encode(value):
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list):
        return [_encode(item) for item in value]
    if isinstance(value, np.ndarray) and value.dtype.kind in "biuf":
        kind = value.dtype.kind.replace("u", "i")
        return {"array": value.ravel().tolist(), "shape": list(value.shape), "kind": kind}
    if isinstance(value, dict):
        return {"dict": [[_encode(key), _encode(item)] for key, item in value.items()]}
    if isinstance(value, Sample):
        return {"sample": [_encode(value.X), _encode(value.y)]}
    if isinstance(value, tuple | set | frozenset):
        name = "tuple" if isinstance(value, tuple) else "set"
        return {name: [_encode(item) for item in value]}
    raise TypeError(
        f"{type(value).__name__} is not plain data; "
        "give numbers, strings, lists, tuples, dicts, sets or arrays"
    )


def _decode(value):
    if isinstance(value, list):
        return [_decode(item) for item in value]
    if isinstance(value, str):
        value.encode()  # half a character could be written to no file
    if not isinstance(value, dict):
        return value
    if "array" in value:
        kind = {"b": bool, "i": int, "f": float}[value["kind"]]
        if not all(isinstance(item, bool | int | float) for item in value["array"]):
            raise TypeError("an array of something else than numbers")
        return np.array(value["array"], dtype=kind).reshape(value["shape"])
    if "dict" in value:
        return {_decode(key): _decode(item) for key, item in value["dict"]}
    if "sample" in value:
        return Sample(*map(_decode, value["sample"]))
    name = "tuple" if "tuple" in value else "set"
    return {"tuple": tuple, "set": set}[name](_decode(item) for item in value[name])
