"""Sliders that work with and without a kernel.

`explore` turns one function that draws a state into sliders. In a kernel they are live widgets. For
a page, which asks for it by `BOOK_EXPLORE=static` in the environment, every state is drawn ahead,
and the page needs only `theme/explorers.js`.
"""

import itertools
import math
import os
from html import escape
from numbers import Real

from lib.explore.frames import Frames, draw_state, label, light, tag

MAX_FRAMES = 150


def explore(draw, *, size=(6.4, 4.2), panels=1, start=None, **parameters):
    """Return sliders over the states that `draw` draws.

    Parameters
    ----------
    draw : callable
        ``draw(ax, **values)`` draws one state on a matplotlib Axes (an array of two, side by side,
        if `panels` is 2) and returns its alt text: what this state shows.
    size : (float, float)
        Width and height of the picture, in inches of 100 px.
    panels : {1, 2}
        The number of Axes.
    start : dict, optional
        The value each slider starts at, by name; the middle one for a name left out.
    **parameters : sequence of numbers or strings
        The values of each slider. An underscore in a name reads as a space.

    Returns
    -------
    object
        Live: an ``ipywidgets`` box. Static, if `BOOK_EXPLORE` says so in the environment: a
        `Frames`.

    Raises
    ------
    TypeError, ValueError
        If an argument does not fit the above, there are more than 150 states, or `draw` returns
        no alt text.
    """
    if not callable(draw):
        raise TypeError(f"draw must be a function draw(ax, **values), got {draw!r}")
    if panels not in (1, 2):
        raise ValueError(f"panels must be 1 or 2, got {panels!r}")
    _check_size(size)
    if not parameters:
        raise ValueError("explore needs at least one parameter, such as angle=range(0, 90, 15)")
    axes = {name: _values(name, values) for name, values in parameters.items()}
    count = math.prod(len(values) for values in axes.values())
    if count > MAX_FRAMES:
        sizes = " x ".join(str(len(values)) for values in axes.values())
        raise ValueError(f"{sizes} = {count} states are more than {MAX_FRAMES}: give fewer values")
    first = _start(axes, {} if start is None else start)

    def state(values, places=None):
        return draw_state(draw, values, size, panels, places)

    if is_live():
        from lib.explore.live import Sliders  # ipywidgets loads slowly

        return Sliders(state, axes, first)
    return _static(state, axes, first)


def _check_size(size):
    if not (
        isinstance(size, tuple | list)
        and len(size) == 2
        and all(isinstance(side, Real) and 0 < side < math.inf for side in size)
    ):
        raise ValueError(f"size must be two positive numbers (inches), got {size!r}")


def _values(name, values):
    """Return the values of one slider as a list of plain numbers and strings."""
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        raise TypeError(f"{name} must be a sequence of numbers or strings, got {values!r}")
    values = [value.item() if hasattr(value, "item") else value for value in values]
    for value in values:
        number = isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)
        if not number and not isinstance(value, str):
            raise ValueError(f"{name} must hold finite numbers or strings, got {value!r}")
    labels = [label(value) for value in values]
    if len(values) < 2 or len(set(labels)) < len(labels):
        raise ValueError(f"{name} needs two or more values that read differently, got {labels}")
    return values


def _start(axes, start):
    """Return the index at which each slider starts."""
    if not isinstance(start, dict):
        name, values = next(iter(axes.items()))
        example = {name: values[0]}
        raise TypeError(f"start must map names to values, such as {example}, got {start!r}")
    for name, value in start.items():
        if name not in axes:
            raise ValueError(f"start names {name!r}, which is not among {', '.join(axes)}")
        if _place(axes[name], value) is None:
            raise ValueError(f"start gives {name}={value!r}, not one of {axes[name]}")
    return [
        _place(values, start[name]) if name in start else len(values) // 2
        for name, values in axes.items()
    ]


def _place(values, wanted):
    """Return the index of a value, or None: np.arange(0, 1, 0.1) holds 0.3 up to rounding only."""
    if isinstance(wanted, str):
        return values.index(wanted) if wanted in values else None
    numbers = {i: value for i, value in enumerate(values) if not isinstance(value, str)}
    if not numbers or not isinstance(wanted, Real):
        return None
    nearest = min(numbers, key=lambda i: abs(numbers[i] - wanted))
    reach = max(map(abs, numbers.values()))
    return nearest if abs(numbers[nearest] - wanted) <= 1e-12 * reach else None


def is_live():
    """Whether explorers are live, as in any kernel, or `BOOK_EXPLORE=static` asks for pages."""
    mode = os.environ.get("BOOK_EXPLORE", "live")
    if mode not in ("live", "static"):
        raise ValueError(
            f"BOOK_EXPLORE must be 'live' or 'static', got {mode!r}: correct or unset it"
        )
    return mode == "live"


def _static(state, axes, first):
    """Draw every state, the last slider turning fastest."""
    labels = {name.replace("_", " "): [label(v) for v in vs] for name, vs in axes.items()}
    data = {"axes": labels, "start": first, "frames": [], "alts": []}
    for index in itertools.product(*(range(len(values)) for values in axes.values())):
        values = {name: axes[name][i] for name, i in zip(axes, index, strict=True)}
        image, alt, _ = state(values)
        _img, source = tag(light(image), alt)
        data["frames"].append(source)
        data["alts"].append(alt)
        if list(index) == first:
            shown = image, alt
    rows = "".join(
        f"<p>{escape(name)} <span>{escape(labels[name][i])}</span></p>"
        for name, i in zip(labels, first, strict=True)
    )
    return Frames('class="explorer" data-explore', data, *shown, rows)
