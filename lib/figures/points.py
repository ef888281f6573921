"""Examples and lines in the plane, and the words for them."""

import re

import numpy as np

from lib.figures.colors import BEST, INK, PAPER, SOFT
from lib.figures.style import MARKERS, frame
from lib.samples import Sample

LOOKS = {-1: "orange square", 1: "blue circle"}
WEIGHTS = ("$w_1$", "$w_2$")


def two_features(sample: Sample) -> None:
    """Raise ValueError unless a sample can be drawn in the plane."""
    if sample.d != 2:
        raise ValueError(f"{sample.name!r} has {sample.d} features; choose two with sample.columns")


def window(ax, low, high, names: tuple[str, str] = ("", "")) -> None:
    """Show the plane from one corner to the other; a feature x1 is named x with an index."""
    across, up = (re.sub(r"^([a-z])(\d+)$", r"$\1_{\2}$", name) for name in names)
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), aspect="equal", xlabel=across, ylabel=up)


def examples(ax, sample: Sample, size=26) -> None:
    """Scatter a two-feature sample, squares for −1 and circles for +1; `size` is one, or of each.

    >>> from lib.figures.style import blank
    >>> from lib.samples import EIGHT
    >>> ax = blank()
    >>> examples(ax, EIGHT)
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('$x_{1}$', '$x_{2}$')
    """
    two_features(sample)
    for y, (marker, color) in MARKERS.items():
        rows = sample.y == y
        s = size[rows] if np.ndim(size) else size  # of one size they are one path of SVG
        ax.scatter(*sample.X[rows].T, marker=marker, s=s, c=color, edgecolors=PAPER, lw=0.5)
    window(ax, *frame(sample.X), sample.features)


def marks(ax, y, across, up, **look) -> None:
    """A marker for each example, of its class's shape and color, at heights `up` over `across`."""
    for label, (marker, color) in MARKERS.items():
        ax.plot(across[y == label], up[y == label], marker, color=color, **look)


def rings(ax, points, **look) -> None:
    """A ring around each point."""
    ax.plot(*np.transpose(points), "o", **{"mfc": "none", "mec": INK, "ms": 11, "mew": 1.2} | look)


def hull_corners(points: np.ndarray) -> np.ndarray:
    """The corners of the convex hull of points of the plane, in turn."""
    ways = np.radians(np.arange(0, 360, 0.1))
    farthest = (points @ [np.cos(ways), np.sin(ways)]).argmax(axis=0)
    return points[farthest[np.diff(farthest, prepend=-1) != 0]]


def circle(ax, center, radius: float, **look) -> None:
    """A circle, not filled."""
    from matplotlib.patches import Circle

    ax.add_patch(Circle(center, radius, **{"fill": False, "lw": 1.2, "zorder": 2} | look))


def pixels(values) -> np.ndarray:
    """Numbers as an image, shape (rows, columns); a list of them is a square one."""
    values = np.asarray(values, dtype=float)
    return values if values.ndim == 2 else values.reshape(int(values.size**0.5), -1)


def cells(ax, amounts, title: str = "", corner=(0, 0)) -> None:
    """An image of square cells, the first row on top: an amount is its opacity."""
    from matplotlib.colors import to_rgba

    amounts = pixels(amounts)
    rows, columns = amounts.shape
    x, y = np.arange(columns + 1) + corner[0], rows - np.arange(rows + 1) + corner[1]
    paint = [[to_rgba(INK, amount) for amount in row] for row in amounts.tolist()]
    mesh = ax.pcolormesh(x, y, amounts, edgecolor="none")
    mesh.set(array=None, facecolor=np.array(paint).reshape(-1, 4))  # no map of amounts to colors
    ax.set(aspect="equal", title=title)
    ax.set_axis_off()


def scans(ax, X, corners, low, high, side=1.0) -> None:
    """Digits of 8 by 8 pixels, ink from 0 to 1, each with its lower left pixel at its corner.

    The area of a square shows its ink in 8ths; one 8th is left out. `side` is that of a pixel, for
    all or for each digit.
    """
    window(ax, low, high)
    ax.set_axis_off()
    unit = 72 * ax.figure.get_size_inches()[0] / (high[0] - low[0])  # in points
    steps = np.round(8 * np.reshape(X, (-1, 8, 8)))
    digit, down, across = np.nonzero(steps > 1)
    side = np.broadcast_to(side, len(steps))[digit]
    places = np.asarray(corners)[digit] + side[:, None] * np.column_stack([across, 7 - down])
    sizes = unit * side * np.sqrt(steps[digit, down, across] / 8)
    for size in np.unique(sizes):
        ax.plot(*places[sizes == size].T, "s", color=INK, ms=size, mew=0)


def weights(ax, w, title: str = "the weights", limit: float | None = None) -> None:
    """Weights as an image, the first row on top: discs above 0, open squares below, by their area.

    A weight of size `limit` fills its cell; the strongest one, when left out. Areas are rounded to
    16ths of a cell.

    >>> from lib.figures.style import blank
    >>> weights(blank(), [1, -2, 0, 3])
    """
    w = pixels(w)
    rows, columns = w.shape
    ax.figure.set_size_inches(np.minimum(ax.figure.get_size_inches(), (1.65, 1.9)))  # two in a row
    room = 60 * ax.figure.get_size_inches().min() / max(w.shape)  # of a cell, in points
    steps = np.round(16 * np.abs(w) / (limit or max(np.abs(w).max(), 1e-12)))
    for y, (marker, color) in MARKERS.items():
        look = {"mfc": "none", "mew": 0.8} if y < 0 else {"mew": 0}
        for step in np.unique(steps[(y * w > 0) & (steps > 0)]):
            up, across = np.nonzero((y * w > 0) & (steps == step))
            ax.plot(across, up, marker, color=color, ms=room * np.sqrt(step / 16), **look)
    window(ax, (-0.5, rows - 0.5), (columns - 0.5, -0.5))
    ax.set_title(title)
    ax.set_axis_off()


def line(ax, w, b: float = 0.0, **look) -> None:
    """The hyperplane ⟨w,x⟩ + b = 0 in the plane."""
    w = np.asarray(w, dtype=float)
    foot = -b * w / (w @ w)
    ax.axline(foot, foot + np.array([-w[1], w[0]]), **{"color": INK, "lw": 1.6} | look)


def slab(ax, w, b: float = 0.0, level: float = 1.0, color: str = BEST) -> None:
    """The line ⟨w,x⟩ + b = 0, its faces at ±level, and between them a shade as wide as the axes."""
    w, corners = np.asarray(w), np.array([(x, y) for x in ax.get_xlim() for y in ax.get_ylim()])
    reach = np.ptp(corners, axis=0).sum() * np.array([-w[1], w[0]]) / np.linalg.norm(w)
    middle = corners.mean(axis=0)
    feet = [middle + (side - b - w @ middle) * w / (w @ w) for side in (-level, level)]
    edges = [feet[0] - reach, feet[0] + reach, feet[1] + reach, feet[1] - reach]
    ax.fill(*np.transpose(edges), color=color, alpha=0.15, lw=0, zorder=0)
    line(ax, w, b, color=color)
    for side in (-level, level):
        line(ax, w, b + side, color=color, lw=1.2, ls="--")


def shade(ax, low, high, inside) -> None:
    """Shade the points of the plane that are `inside`: a function of points, shape (..., 2)."""
    across, up = np.linspace(low, high, 301).T
    plane = inside(np.stack(np.meshgrid(across, up), axis=-1))
    ax.contourf(across, up, plane, levels=[0.5, 1.5], colors=[BEST], alpha=0.25)


def arrow(ax, start, end, color=INK, name="", side="upper right", **look) -> None:
    """An arrow between two points of the plane, with a name beside its tip, as in `named`."""
    look = {"arrowstyle": "-|>", "color": color, "lw": 1.6, "shrinkA": 0, "shrinkB": 0} | look
    if np.any(np.asarray(start) != end):  # below the words
        ax.annotate("", end, start, arrowprops=look, annotation_clip=False, zorder=2.9)
    if name:
        named(ax, name, end, side, color=color)


def view(turn: float, height: float) -> np.ndarray:
    """The directions right, up, and toward the reader, as rows, by view angles in degrees."""
    t, h = np.radians(turn), np.radians(height)
    right, away, up = np.array([[np.cos(t), np.sin(t), 0], [-np.sin(t), np.cos(t), 0], [0, 0, 1]])
    return np.array([right, np.sin(h) * away + np.cos(h) * up, np.sin(h) * up - np.cos(h) * away])


def named(ax, text: str, at, side: str = "upper right", far: float = 6, **look) -> None:
    """Words beside a point: "left", "upper", "lower right" and so on, as the places of legends.

    They are `far` from it in points; more than 8 where they would stand on a grip.
    """
    across = ("right" in side) - ("left" in side)
    up = ("upper" in side) - ("lower" in side)
    look |= {"ha": ("center", "left", "right")[across], "va": ("center", "bottom", "top")[up]}
    ax.annotate(text, at, xytext=(far * across, far * up), textcoords="offset points", **look)


def named_ends(ax, high: float = 1.05) -> None:
    """The labels of curves beside where they end, and below one another."""
    lead = {"arrowstyle": "-", "color": SOFT, "lw": 0.8, "relpos": (0, 0.5), "shrinkA": 0}
    look = {"xycoords": "axes fraction", "va": "center", "arrowprops": lead}
    ax.autoscale_view()
    to_share = ax.transScale + ax.transLimits
    ends = [(to_share.transform(one.get_xydata()[-1]), one.get_label()) for one in ax.get_lines()]
    for end, label in sorted(ends, key=lambda one: -one[0][1]):
        if not label.startswith("_"):  # as one without a label has it
            half = 0.125 * (1 + label.count("\n")) / ax.figure.get_figheight()
            high = min(end[1] + half, high) - 2 * half
            ax.annotate(label, end, (1.06, high + half), **look)


def place(x) -> str:
    """A point in words, without the sign of a rounded zero."""
    return "({})".format(", ".join(f"{round(float(v), 2) + 0:g}" for v in x))


def many(count: int, noun: str) -> str:
    """A count with its noun."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def clouds(sample: Sample) -> str:
    """Both classes of a sample: how many, how they look, and around which point."""
    said = []
    for y, look in LOOKS.items():
        rows = sample.X[sample.y == y]
        if len(rows):
            said.append(f"{many(len(rows), look)} (y = {y:+d}) around {place(rows.mean(axis=0))}")
    return " and ".join(said)
