"""Pictures of chapter *The perceptron*: updates in two planes, counts, and images of w."""

import numpy as np

from lib.figures import points
from lib.figures.colors import BEST, INK, NOW, SOFT
from lib.figures.points import arrow, examples, line, named, place, shade, window
from lib.figures.style import MARKERS, Picture, picture
from lib.runs import Run
from lib.samples import Sample, subset

WEIGHTS = ("first weight", "second weight")  # as $w_2$ is w after two mistakes


def two_spaces(axes, sample: Sample, rows: list[int], w) -> Picture:
    """Examples and weights w, as points and a line, and as lines and a point; `axes` are two."""
    few, w = subset(sample, rows), np.asarray(w, dtype=float)
    examples(axes[0], few)
    line(axes[0], w, color=NOW)
    arrow(axes[0], (0, 0), w, NOW)
    for x, y in zip(few.X, few.y, strict=True):
        line(axes[1], x, color=MARKERS[y][1], lw=0.8, ls="-" if y > 0 else "--")
    shade(axes[1], (-4, -4), (4, 4), lambda plane: (plane @ few.signed.T > 0).all(axis=-1))
    axes[1].plot(*w, "o", color=NOW, ms=8)
    window(axes[1], (-4, -4), (4, 4), WEIGHTS)
    for ax, title in zip(axes, ("$x$-space", "$w$-space"), strict=True):
        named(ax, "$w$", w, "right")
        ax.set_title(title)
    window(axes[0], (-5, -5), (5, 5), sample.features)
    for row, x in zip(rows, few.X, strict=True):
        named(axes[0], str(row), x)
        named(axes[1], str(row), 3 * np.array([-x[1], x[0]]) / np.abs(x).max(), "lower right")
    wrong = [row for row, right in zip(rows, few.signed @ w > 0, strict=True) if not right]
    return picture(
        axes,
        f"Left, examples {', '.join(map(str, rows))} as points, and w = {place(w)} as an arrow "
        "with its line. Right, w as a point, and a line for each example, at a right angle to its "
        f"x. On the wrong side: {', '.join(map(str, wrong)) or 'none'}. The cone is shaded.",
    )


def update(ax, w, x, y: int) -> Picture:
    """The arrows w, yx and w + yx, with the line of w before the update and the one after it."""
    w, x = np.asarray(w, dtype=float), np.asarray(x, dtype=float)
    new, (marker, color), sign = w + y * x, MARKERS[y], "+" if y > 0 else "-"
    line(ax, w, color=INK, lw=1.2, ls="--")
    line(ax, new, color=NOW)
    arrow(ax, (0, 0), w, INK, "$w$", "right")
    arrow(ax, w, new, color)
    arrow(ax, (0, 0), new, NOW, f"$w {sign} x$", "upper right" if y > 0 else "upper left", lw=2.2)
    ax.plot(*x, marker, color=color, ms=7)
    named(ax, "$x$", x)
    named(ax, f"${sign} x$", (3 * w + new) / 4, "right" if y > 0 else "upper right")
    window(ax, (-4, -4), (4, 5))
    return picture(
        ax,
        f"The arrow w = {place(w)} and the line at a right angle to it, dashed, with "
        f"{points.LOOKS[y]} x = {place(x)} on the wrong side, where y⟨w,x⟩ = {y * (w @ x):g}. An "
        f"arrow leads from the end of w to w {sign} x = {place(new)}, and its line has y⟨w,x⟩ = "
        f"{y * (new @ x):g}.",
    )


def taught(axes, run: Run, mistake: int) -> str:
    """The digit of one mistake, the weights after it, and how many digits are misread."""
    sample, row, errors = run.sample, run.mistakes[mistake - 1], run.errors
    points.cells(axes[0], sample.X[row], "the digit")
    points.weights(axes[1], run.weights[mistake])
    axes[2].figure.set_figwidth(2.9)  # a curve is wider than an image
    axes[2].plot(range(1, mistake + 1), errors[1 : mistake + 1], color=INK, lw=1.2)
    axes[2].plot(mistake, errors[mistake], "o", color=INK, ms=6, gid="grip")
    axes[2].set(xlabel="mistakes", xlim=(-2, run.M + 2), title="digits misread")
    axes[2].set_ylim(-4, 1.08 * errors[1:].max())
    score = sample.X[row] @ run.weights[mistake - 1] + 0
    digit = "an 8" if sample.y[row] > 0 else "a 3"
    count, verb = errors[mistake], "are" if errors[mistake] > 1 else "is"
    return (
        f"Mistake {mistake}, at {digit}: its sum is {score:.2f}. With the new weights "
        f"{count or 'none'} of the {sample.n} digits {verb} misread."
    )


def nearer(ax, run: Run, far) -> Picture:
    """The path of w in the plane of weights, and for each w_t the circle around a far separator."""
    far, weights = np.asarray(far, dtype=float), run.weights
    reach = np.linalg.norm(weights - far, axis=1)
    for radius in reach:
        points.circle(ax, far, radius, color=SOFT, lw=0.8)
    ax.plot(*weights.T, ".-", color=INK, ms=6, lw=1.2)
    ax.plot(*far, "o", color=BEST, ms=7)
    named(ax, "$su$", far, "left")
    named(ax, "$w_0$", weights[0], "lower left")
    named(ax, f"$w_{run.M}$", weights[-1])
    window(ax, np.minimum(weights.min(0), 0) - 2, np.maximum(weights.max(0), far) + 1, WEIGHTS)
    squares = ", ".join(f"{square:g}" for square in np.round(reach**2, 2))
    return picture(
        ax,
        f"The plane of weights with a point su = {place(far)}, and the path of w from "
        f"{place(weights[0])} to {place(weights[-1])}. The circles around su through w_0, w_1 and "
        f"so on have radii whose squares are {squares}.",
    )


def orders(ax, counts: list[int]) -> Picture:
    """A histogram of the mistakes of many runs."""
    fewest, most = min(counts), max(counts)
    bars = ax.hist(counts, np.arange(fewest, most + 2) - 0.5, color=SOFT)[0].astype(int)
    ax.set(xlabel="mistakes", ylabel="orders")
    listed = ", ".join(map(str, bars))
    return picture(
        ax, f"A histogram from {fewest} to {most} mistakes. Its bars count {listed} orders."
    )


def image(ax, w, shape: tuple[int, int]) -> Picture:
    """Weights as an image: a blue disc speaks for +1, an open orange square for −1, by its area."""
    w = np.reshape(np.asarray(w, dtype=float), shape)
    points.weights(ax, w, "")
    return picture(ax, f"{(w > 0).sum()} blue cells and {(w < 0).sum()} orange ones.")
