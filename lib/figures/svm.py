"""Pictures of support vector machines: slabs, convex hulls, multipliers, and the price of slack."""

import numpy as np

from lib.figures.plane import examples, line
from lib.figures.style import ACCENT, GREEN, INK, MARKERS, NEGATIVE, POSITIVE, SOFT
from lib.samples import Sample
from lib.solution import Solution
from lib.validation import Tuning

RING = {"mfc": "none", "ms": 11, "mew": 1.6, "ls": "none", "marker": "o"}


def slab(ax, solution: Solution) -> None:
    """The hyperplane f = 0, the faces f = ±1, a ring on each support vector, a cross on each error.

    Green rings are free support vectors, which lie on a face; purple ones have α = C.
    """
    sample, w, b = solution.sample, solution.w, solution.b
    examples(ax, sample)
    line(ax, w, b)
    for side in (-1, 1):
        line(ax, w, b + side, color=SOFT, lw=1, ls="--")
    if len(solution.free):
        ax.plot(*sample.X[solution.free].T, mec=GREEN, label="0 < α < C", **RING)
    if len(solution.bound):
        ax.plot(*sample.X[solution.bound].T, mec=ACCENT, label="α = C", **RING)
    wrong = sample.y * (sample.X @ w + b) <= 0
    ax.plot(*sample.X[wrong].T, "x", color=INK, ms=6, mew=1.4)


def margin_curve(ax, angles, margins, at: float) -> None:
    """The best margin in each direction of w against its angle, with a dot at one of them."""
    ax.plot(angles, margins, color=INK)
    ax.plot(at, margins[list(angles).index(at)], "o", color=ACCENT)
    ax.axhline(0, color=SOFT, lw=0.8)
    ax.set(xlabel="angle of w (degrees)", ylabel="margin (cm)")


def hull(ax, points: np.ndarray, color: str) -> None:
    """The convex hull of points in the plane, shaded."""
    from scipy.spatial import ConvexHull

    corners = points[ConvexHull(points).vertices]
    ax.fill(*corners.T, color=color, alpha=0.15, lw=0)
    ax.fill(*corners.T, fill=False, edgecolor=color, lw=1)


def hulls(ax, sample: Sample, p, q) -> None:
    """Both classes with their convex hulls, a point of each, p and q, and the line between them.

    The dashed line halves the segment from p to q at a right angle.
    """
    examples(ax, sample)
    for y, (_, color) in MARKERS.items():
        hull(ax, sample.X[sample.y == y], color)
    p, q = np.asarray(p, dtype=float), np.asarray(q, dtype=float)
    ax.plot(*np.array([p, q]).T, "-", color=ACCENT, lw=2)
    ax.plot(*np.array([p, q]).T, "D", color=ACCENT, ms=5)
    line(ax, p - q, -(p - q) @ (p + q) / 2, color=INK, ls="--", lw=1.2)


def closing(ax, ticks, low, high, at: int) -> None:
    """A lower and an upper bound on the best margin along a path, and both at one tick."""
    ax.plot(ticks, high, color=NEGATIVE, label="half the distance")
    ax.plot(ticks, low, color=POSITIVE, ls="--", label="margin of the bisector")
    ax.plot([ticks[at]] * 2, [low[at], high[at]], "o-", color=ACCENT)
    ax.legend(loc="lower center")


def weight_space(ax, sample: Sample, solution: Solution, reach: float) -> None:
    """The space (w₁, w₂, b): a plane y f(x) = 1 for each example, the optimum, and the axis w = 0.

    `ax` is three-dimensional; the planes are drawn `reach` around the optimum and over the axis.
    """
    w, b = solution.w, solution.b
    ticks = [np.linspace(min(0, v) - reach, max(0, v) + reach, 2) for v in w]
    grid = np.meshgrid(*ticks)
    for x, y in zip(sample.X, sample.y, strict=True):
        height = y - x[0] * grid[0] - x[1] * grid[1]
        ax.plot_surface(*grid, height, color=MARKERS[int(y)][1], alpha=0.35, lw=0)
    low, high = ax.get_zlim()
    ax.plot([0, 0], [0, 0], [low, high], color=INK, lw=1.2)
    ax.plot([0, w[0]], [0, w[1]], [b, b], color=ACCENT, lw=2)
    ax.plot(*w, b, "o", color=ACCENT, ms=6)
    ax.locator_params(nbins=4)
    ax.set(xlabel="$w_1$", ylabel="$w_2$", zlabel="$b$")
    ax.view_init(18, -105)


def weight_section(ax, sample: Sample, solution: Solution, reach: float) -> None:
    """The section w₁ = w₁* of that space: each constraint is a half-plane of (w₂, b).

    The part where all constraints hold is shaded; it reaches nearest to the line w₂ = 0 at the
    optimum.
    """
    (w1, w2), b = solution.w, solution.b
    ticks, heights = np.linspace(-reach, w2 + reach, 400), np.linspace(b - 3, b + 3, 400)
    bounds = np.array(
        [y - x[0] * w1 - x[1] * ticks for x, y in zip(sample.X, sample.y, strict=True)]
    )
    for height, y in zip(bounds, sample.y, strict=True):
        ax.plot(ticks, height, color=MARKERS[int(y)][1], lw=1.2)
    floor, roof = bounds[sample.y > 0].max(axis=0), bounds[sample.y < 0].min(axis=0)
    ax.fill_between(ticks, floor, roof, where=roof >= floor, color=GREEN, alpha=0.25, lw=0)
    ax.axvline(0, color=INK, lw=1.2)
    ax.plot([0, w2], [b, b], color=ACCENT, lw=2)
    ax.plot(w2, b, "o", color=ACCENT, ms=6)
    ax.set(xlabel="$w_2$", ylabel="$b$", xlim=ticks[[0, -1]], ylim=heights[[0, -1]])


def multipliers(ax, solution: Solution) -> None:
    """Each example at (y f, α): an optimal solution puts all of them on one bent line."""
    sample, C = solution.sample, solution.C
    g = sample.y * (sample.X @ solution.w + solution.b)
    left, right = min(g.min(), 0) - 0.3, g.max() + 0.3
    ax.plot([left, 1, 1, right], [C, C, 0, 0], color=SOFT, lw=5, alpha=0.4)
    for y, (marker, color) in MARKERS.items():
        of = sample.y == y
        ax.plot(g[of], solution.alpha[of], marker, color=color, ms=4.5, mec="white", mew=0.4)
    ax.axvline(0, color=SOFT, lw=0.8, ls=":")
    ax.set(xlabel="$y f(x)$", ylabel=r"$\alpha$", xlim=(left, right), ylim=(-0.06 * C, 1.1 * C))
    ax.set_yticks([0, C], ["0", "C"])


def price(ax, Cs, solutions: list[Solution], at: float | None = None) -> None:
    """Half-width 1/‖w‖ and total slack Σξ against C, on logarithmic axes."""
    ax.plot(Cs, [s.half_width for s in solutions], color=POSITIVE, label=r"$1/\|w\|$")
    ax.plot(Cs, [s.xi.sum() for s in solutions], color=NEGATIVE, ls="--", label=r"$\sum\xi$")
    if at is not None:
        ax.axvline(at, color=ACCENT, lw=1.2)
    ax.set(xscale="log", yscale="log", xlabel="$C$")
    ax.legend(loc="center left")


def tuning(ax, found: Tuning, color: str = POSITIVE, label: str = "held out") -> None:
    """The held-out error against C, a thin line for each split, and a ring at the best C."""
    if found.errors.shape[1] > 1:
        ax.plot(found.Cs, found.errors, color=color, lw=0.5, alpha=0.35)
    ax.plot(found.Cs, found.mean, color=color, label=label)
    ax.plot(found.best, found.mean.min(), color=color, mec=color, **RING)
    ax.set(xscale="log", xlabel="$C$", ylabel="error", ylim=(0, None))
    ax.legend()
