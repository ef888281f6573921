"""Examples and lines in the plane, and the words for them."""

import re

import numpy as np

from lib.figures.colors import INK, PAPER
from lib.figures.style import MARKERS, frame
from lib.samples import Sample

RING = {"mfc": "none", "ms": 11, "mew": 1.6, "ls": "none", "marker": "o"}
LOOKS = {-1: "orange square", 1: "blue circle"}
WEIGHTS = ("$w_1$", "$w_2$")


def two_features(sample: Sample) -> None:
    if sample.d != 2:
        raise ValueError(f"{sample.name!r} has {sample.d} features; choose two with sample.columns")


def window(ax, low, high, names: tuple[str, str] = ("", "")) -> None:
    """Show the plane from one corner to the other, with equal scales and the names of its axes.

    A feature x1 is named as in the text: x with an index.
    """
    names = [re.sub(r"^([a-z])(\d+)$", r"$\1_{\2}$", name) for name in names]
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), aspect="equal")
    ax.set(xlabel=names[0], ylabel=names[1])


def examples(ax, sample: Sample) -> None:
    """Scatter a two-feature sample, squares for −1 and circles for +1, with equal scales.

    >>> from lib.figures.style import blank
    >>> from lib.samples import EIGHT
    >>> ax = blank()
    >>> examples(ax, EIGHT)
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('$x_{1}$', '$x_{2}$')
    """
    two_features(sample)
    for y, (marker, color) in MARKERS.items():
        rows = sample.X[sample.y == y]
        ax.scatter(*rows.T, marker=marker, s=26, c=color, edgecolors=PAPER, lw=0.5)
    window(ax, *frame(sample.X), sample.features)


def marks(ax, y, across, up, **look) -> None:
    """A marker for each example, of its class's shape and color, at heights `up` over `across`."""
    for label, (marker, color) in MARKERS.items():
        ax.plot(across[y == label], up[y == label], marker, color=color, **look)


def circle(ax, center, radius: float, **look) -> None:
    from matplotlib.patches import Circle

    ax.add_patch(Circle(center, radius, **{"fill": False, "lw": 1.2, "zorder": 2} | look))


def cells(ax, amounts, color: str = INK, corner: tuple[float, float] = (0, 0)) -> None:
    """A grid of square cells, the first row on top: an amount of 0 is empty, one of 1 is full.

    `amounts` has shape (rows, columns); an amount is the color's opacity, so it is exact.
    """
    from matplotlib.colors import to_rgba

    amounts = np.asarray(amounts, dtype=float)
    rows, columns = amounts.shape
    x, y = np.arange(columns + 1) + corner[0], rows - np.arange(rows + 1) + corner[1]
    paint = [[to_rgba(color, amount) for amount in row] for row in amounts.tolist()]
    mesh = ax.pcolormesh(x, y, amounts, edgecolor="none")
    mesh.set(array=None, facecolor=np.array(paint).reshape(-1, 4))  # no map of amounts to colors
    ax.set(aspect="equal", xticks=[], yticks=[])
    ax.spines[:].set_visible(False)


def scans(ax, X, corners, side=1.0) -> None:
    """Digits of 8 by 8 pixels, ink from 0 to 1, each with its lower left pixel at its corner.

    The area of a square shows its ink in 8ths; one 8th is left out. `side` is that of a pixel, one
    for all or one for each digit. The frame of the picture must have its limits.
    """
    unit = 72 * ax.figure.get_size_inches()[0] / np.ptp(ax.get_xlim())  # in points
    steps = np.round(8 * np.reshape(X, (-1, 8, 8)))
    digit, down, across = np.nonzero(steps > 1)
    side = np.broadcast_to(side, len(steps))[digit]
    places = np.asarray(corners)[digit] + side[:, None] * np.column_stack([across, 7 - down])
    sizes = unit * side * np.sqrt(steps[digit, down, across] / 8)
    for size in np.unique(sizes):
        ax.plot(*places[sizes == size].T, "s", color=INK, ms=size, mew=0)


def sized(ax, values, limit: float, colors: tuple[str, str]) -> None:
    """A grid of numbers as areas, the first row on top: discs above 0, open squares below.

    `values` has shape (rows, columns); `limit` fills a cell, and areas are rounded to 16ths of it.
    `colors` are those of the squares and of the discs.
    """
    rows, columns = values.shape
    room = 60 * ax.figure.get_size_inches().min() / max(rows, columns)  # of a cell, in points
    steps = np.round(16 * np.abs(values) / limit)
    for y, color in zip((-1, 1), colors, strict=True):
        look = {"mfc": "none", "mew": 0.8} if y < 0 else {"mew": 0}
        for step in np.unique(steps[(y * values > 0) & (steps > 0)]):
            up, across = np.nonzero((y * values > 0) & (steps == step))
            size = room * np.sqrt(step / 16)
            ax.plot(across, up, MARKERS[y][0], color=color, ms=size, **look)
    ax.set(xlim=(-0.5, columns - 0.5), ylim=(rows - 0.5, -0.5), aspect="equal")
    ax.set(xticks=[], yticks=[])


def line(ax, w, b: float = 0.0, **look) -> None:
    """The hyperplane ⟨w,x⟩ + b = 0 in the plane."""
    w = np.asarray(w, dtype=float)
    foot = -b * w / (w @ w)
    ax.axline(foot, foot + np.array([-w[1], w[0]]), **{"color": INK, "lw": 1.6} | look)


def named(ax, text: str, at, off: tuple[float, float] = (0, 0), **look) -> None:
    """Words beside a point, so many points to the right of it and above it."""
    ax.annotate(text, at, xytext=off, textcoords="offset points", **look)


def place(x) -> str:
    """A point in words, without the sign of a rounded zero."""
    return "({})".format(", ".join(f"{round(float(v), 2) + 0:g}" for v in x))


def many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def clouds(sample: Sample) -> str:
    """Both classes of a sample: how many, how they look, and around which point."""
    said = []
    for y, look in LOOKS.items():
        rows = sample.X[sample.y == y]
        sign = "+1" if y > 0 else "−1"
        said.append(f"{many(len(rows), look)} (y = {sign}) around {place(rows.mean(axis=0))}")
    return " and ".join(said)


def course(ax, w, b: float) -> str:
    """Where a line enters the frame from the left and where it leaves it, if it does."""
    sides, ends = (ax.get_xlim(), ax.get_ylim()), []
    for i in (0, 1):
        for end in sides[i]:
            other = -(w[i] * end + b) / w[1 - i] if w[1 - i] else np.inf
            if sides[1 - i][0] <= other <= sides[1 - i][1]:
                ends.append((end, other) if i == 0 else (other, end))
    return f"from {place(min(ends))} to {place(max(ends))}" if ends else "beyond the frame"
