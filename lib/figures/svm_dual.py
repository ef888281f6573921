"""Pictures of the chapter *Duality and support vectors*: convex hulls and multipliers."""

import numpy as np

from lib.figures.colors import INK, NEGATIVE, NOW, PAPER, POSITIVE, SOFT
from lib.figures.points import clouds, examples, line, place
from lib.figures.style import MARKERS, Picture, picture
from lib.linear_separators import margin
from lib.samples import Sample
from lib.svm.solution import Solution


def hulls(ax, sample: Sample, p, q) -> Picture:
    """Both classes with their convex hulls, a point of each, p and q, and the line between them.

    The dashed line halves the segment from p to q at a right angle.
    """
    from scipy.spatial import ConvexHull

    examples(ax, sample)
    for y, (_, color) in MARKERS.items():
        points = sample.X[sample.y == y]
        corners = points[ConvexHull(points).vertices]
        ax.fill(*corners.T, color=color, alpha=0.15, lw=0)
        ax.fill(*corners.T, fill=False, edgecolor=color, lw=1)
    p, q = np.asarray(p, dtype=float), np.asarray(q, dtype=float)
    ax.plot(*np.array([p, q]).T, "-", color=NOW, lw=2)
    ax.plot(*np.array([p, q]).T, "D", color=NOW, ms=5)
    w, b = p - q, -(p - q) @ (p + q) / 2
    line(ax, w, b, color=INK, ls="--", lw=1.2)
    room = margin(sample, w, b)
    return picture(
        ax,
        f"{clouds(sample)}, each class in its shaded convex hull. A purple segment of length "
        f"{np.linalg.norm(p - q):.3f} joins {place(p)} in the blue hull with {place(q)} in the "
        f"orange one. A dashed line crosses its middle at a right angle, and "
        + (f"keeps {room:.3f} away from both hulls." if room > 0 else "cuts a hull."),
    )


def closing(ax, ticks, low, high, at: int) -> None:
    """A lower and an upper bound on the best margin along a path, and both at one tick."""
    ax.plot(ticks, high, color=NEGATIVE, label="half the distance")
    ax.plot(ticks, low, color=POSITIVE, ls="--", label="margin of the bisector")
    ax.plot([ticks[at]] * 2, [low[at], high[at]], "o-", color=NOW)
    ax.legend(loc="lower center")


def multipliers(ax, solution: Solution) -> Picture:
    """Each example at (y f, α): an optimal solution puts all of them on one bent line."""
    sample, C = solution.sample, solution.C
    g = sample.y * solution.f
    left, right = min(g.min(), 0) - 0.3, g.max() + 0.3
    ax.plot([left, 1, 1, right], [C, C, 0, 0], color=SOFT, lw=5, alpha=0.4)
    for y, (marker, color) in MARKERS.items():
        of = sample.y == y
        ax.plot(g[of], solution.alpha[of], marker, color=color, ms=4.5, mec=PAPER, mew=0.4)
    ax.axvline(0, color=SOFT, lw=0.8, ls=":")
    ax.set(xlabel="$y f(x)$", ylabel=r"$\alpha$", xlim=(left, right), ylim=(-0.06 * C, 1.1 * C))
    ax.set_yticks([0, C], ["0", "C"])
    free, bound = len(solution.free), len(solution.bound)
    return picture(
        ax,
        f"α against y f, on a gray line with two bends: at height C from the left up to y f = 1, "
        f"straight down to 0 there, and at 0 on to the right. {bound} of {sample.n} examples lie "
        f"on the upper arm, {free} on the upright part, {sample.n - bound - free} on the lower "
        f"arm, out to y f = {g.max():.2f}. {(g <= 0).sum()} lie left of a dotted line at y f = 0, "
        f"the leftmost at {g.min():.2f}.",
    )
