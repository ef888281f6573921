"""Answers to exercises, checked where they are typed: a number, a separator, multipliers, an order.

answers.js, beside this file, compares, on a page and in a kernel; tests/test_answers.py compares it
with `lib`. An answer is checked by its certificate where it has one: a separator by its least
distance, multipliers by the dual's value, an order by the run.
"""

import json
from html import escape

import numpy as np

from lib.checks import as_floats, as_positive, as_whole
from lib.explore import widget
from lib.samples import Sample


def number(*values: float, label: str = "Your answer", tolerance: float = 0.005):
    """Ask for one number, or for several in order; "3/4" and "sqrt(2)/2" are numbers too.

    Each may be off by `tolerance` of its value, or by `tolerance` itself where the value is below
    1. Raises ValueError when no value is given, or one is not finite.

    >>> number(18, label="R²/γ²")
    R²/γ²: a field that checks it.
    """
    wanted = as_floats("values", values)
    if not wanted.size or not np.isfinite(wanted).all():
        raise ValueError(f"values={values}; give at least one finite number")
    within = as_positive("tolerance", tolerance)
    return _field(label, "number", wanted.size, wanted=wanted.tolist(), within=within)


def separator(sample: Sample, margin: float, offset: bool = False, label: str = "Your weights"):
    """Ask for w, and b with `offset`, whose least distance to the sample is `margin` or more.

    A thousandth less will do. Raises ValueError unless the margin is positive.

    >>> from lib.samples import EIGHT
    >>> separator(EIGHT, 0.5**0.5)
    Your weights: a field that checks it.
    """
    more = {"margin": as_positive("margin", margin), "offset": bool(offset)}
    return _field(label, "separator", sample.d + more["offset"], sample, **more)


def multipliers(sample: Sample, value: float, label: str = "Your multipliers"):
    """Ask for α >= 0, one for each example, with Σ α y = 0 and `value` for the dual's value.

    The value is Σα - |Σ α y x|²/2, and a thousandth less will do. Raises ValueError unless `value`
    is positive.

    >>> from lib.samples import EIGHT
    >>> multipliers(EIGHT, 0.25)
    Your multipliers: a field that checks it.
    """
    return _field(label, "multipliers", sample.n, sample, value=as_positive("value", value))


def order(sample: Sample, updates: int, label: str = "Your order"):
    """Ask for an order of the examples, counted from 0, in which a perceptron needs `updates`.

    The script runs it pass after pass until one is clean, at most 100 passes. Raises ValueError
    unless `updates` is a whole number of at least 1.

    >>> from lib.samples import EIGHT
    >>> order(EIGHT, 1)
    Your order: a field that checks it.
    """
    return _field(label, "order", sample.n, sample, updates=as_whole("updates", updates))


def _field(label: str, kind: str, count: int, sample: Sample | None = None, **data):
    """The field, live in a kernel or for a page: as wide as `count` numbers usually are."""
    if sample is not None:
        data |= {"X": sample.X.tolist(), "y": sample.y.tolist()}
    wanted = escape(json.dumps({"kind": kind, "count": count, **data}))
    html = (
        f'<form class="answer" data-answer="{wanted}"><label><span>{escape(label)}</span> '
        f'<input size="{4 + 5 * count}" name="answer" autocomplete="off" spellcheck="false" '
        'disabled></label><button disabled>Check</button><p role="status"></p></form>'
    )
    return widget.of(Answer, html, f"{label}: a field that checks it.")


class Answer(widget.Live):
    """The field in a kernel."""

    _esm = widget.module("answers.js", shell="written(answers.connect)")
    _css = widget.joined("answers.css")
