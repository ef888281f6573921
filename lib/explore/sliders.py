"""Sliders and buttons that work with and without a kernel.

In a kernel they are live widgets. For a page, which asks for it by `BOOK_EXPLORE=static` in the
environment, every state is drawn ahead, and the page needs only `theme/explorers.js`.
"""

import math
from numbers import Real

from lib.explore.frames import draw_ahead, draw_state, label
from lib.figures.style import is_live

MAX_FRAMES = 150


def explore(
    draw, *, question="", insight="", units=None, size=None, panels=1, start=None, **parameters
):
    """Return controls over the states that `draw` draws.

    draw : `draw(ax, **values)` draws one state on a matplotlib Axes (an array of them, side by
        side, if `panels` is more than 1) and returns a sentence: what this state shows; a
        marker with `gid="grip"` can be dragged on a page, to the state that has it nearest
    question, insight : what the reader is to find, above the picture; the answer, folded below it
    units : what follows the values of a slider, by name, as {"angle": "°", "shift": " cm"}
    size : width and height of a panel, as in `lib.figures.style.blank`
    panels : the number of Axes, 1, 2 or 3
    start : the value each control starts at, by name; the middle one for a name left out
    parameters : the values of each control: a slider that also plays for numbers, buttons for
        strings; an underscore in a name reads as a space

    Live: an ipywidgets box. Static, if `BOOK_EXPLORE` says so in the environment: a `Frames`.
    Raises TypeError or ValueError if an argument does not fit the above, there are more than 150
    states, `draw` returns no sentence, or, for a page, one state draws what another does.

    >>> def draw(ax, slope):
    ...     ax.plot([0, 1], [0, slope])
    ...     return f"A line of slope {slope}."
    ...
    >>> explore(draw, slope=[1, 2, 3])  # on a page
    Picture: A line of slope 2.
    """
    if not callable(draw):
        raise TypeError(f"draw must be a function draw(ax, **values), got {draw!r}")
    if panels not in (1, 2, 3):
        raise ValueError(f"panels must be 1, 2 or 3, got {panels!r}")
    if size is not None and not (
        isinstance(size, tuple | list)
        and len(size) == 2
        and all(isinstance(side, Real) and 0 < side < math.inf for side in size)
    ):
        raise ValueError(f"size must be two positive numbers (inches), got {size!r}")
    for name, text in {"question": question, "insight": insight}.items():
        if not isinstance(text, str):
            raise TypeError(f"{name} must be text, got {text!r}")
    if not parameters:
        raise ValueError("explore needs at least one parameter, such as angle=range(0, 90, 15)")
    axes = {name: _values(name, values) for name, values in parameters.items()}
    count = math.prod(len(values) for values in axes.values())
    if count > MAX_FRAMES:
        sizes = " x ".join(str(len(values)) for values in axes.values())
        raise ValueError(f"{sizes} = {count} states are more than {MAX_FRAMES}: give fewer values")
    first = _start(axes, {} if start is None else start)
    units = _units(axes, {} if units is None else units)

    def state(values, ax=None):
        return draw_state(draw, values, size, panels, ax)

    if is_live():
        from lib.explore.live import Sliders  # ipywidgets loads slowly

        return Sliders(state, axes, units, first, question, insight)
    return draw_ahead(state, axes, units, first, question, insight)


def _units(axes, units):
    """Return the units, each of which must belong to numbers."""
    for name, unit in units.items() if isinstance(units, dict) else [(units, None)]:
        if name not in axes or not isinstance(unit, str) or isinstance(axes[name][0], str):
            example = {next(iter(axes)): " cm"}
            raise ValueError(
                f"units must map names of sliders to text, such as {example}, got {units!r}"
            )
    return units


def _values(name, values):
    """Return the values of one slider as a list of plain numbers and strings."""
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        raise TypeError(f"{name} must be a sequence of numbers or strings, got {values!r}")
    values = [value.item() if hasattr(value, "item") else value for value in values]
    for value in values:
        number = isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)
        if not number and not isinstance(value, str):
            raise ValueError(f"{name} must hold finite numbers or strings, got {value!r}")
    if len({isinstance(value, str) for value in values}) > 1:
        raise ValueError(f"{name} must hold numbers alone or strings alone, got {values}")
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
    if strange := {*start} - {*axes}:
        raise ValueError(f"start names {min(strange)!r}, which is not among {', '.join(axes)}")
    first = []
    for name, values in axes.items():
        wanted = start.get(name, values[len(values) // 2])
        same = [value == wanted for value in values]
        if isinstance(wanted, Real) and not isinstance(values[0], str):
            room = 1e-12 * max(map(abs, values))  # np.arange(0, 1, 0.1) has 0.3 only up to rounding
            same = [abs(value - wanted) <= room for value in values]
        if True not in same:
            raise ValueError(f"start gives {name}={wanted!r}, not one of {values}")
        first.append(same.index(True))
    return first
