"""Pictures of support vector machines: slabs, convex hulls, multipliers, and the price of slack."""

import numpy as np

from lib.figures.plane import examples, line, separator
from lib.figures.style import (
    ACCENT,
    GREEN,
    INK,
    MARKERS,
    NEGATIVE,
    POSITIVE,
    SOFT,
    Picture,
    picture,
)
from lib.samples import Sample
from lib.separators import margin
from lib.solution import Solution
from lib.validation import Tuning

RING = {"mfc": "none", "ms": 11, "mew": 1.6, "ls": "none", "marker": "o"}
LOOKS = {-1: "orange square", 1: "blue circle"}


def _point(x) -> str:
    """A point in words, without the sign of a rounded zero."""
    return "({})".format(", ".join(f"{round(float(v), 2) + 0:g}" for v in x))


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _clouds(sample: Sample) -> str:
    """Both classes of a sample: how many, how they look, and around which point."""
    said = []
    for y, look in LOOKS.items():
        rows = sample.X[sample.y == y]
        sign = "+1" if y > 0 else "−1"
        said.append(f"{_many(len(rows), look)} (y = {sign}) around {_point(rows.mean(axis=0))}")
    return " and ".join(said)


def _planes(sample: Sample) -> str:
    """How many constraints each class has, as planes of its color."""
    blue, orange = (_many(int((sample.y == y).sum()), "plane") for y in (1, -1))
    return f"{blue.replace(' ', ' blue ')} and {orange.replace(' ', ' orange ')}"


def _course(ax, w, b: float) -> str:
    """Where a line enters the frame from the left and where it leaves it."""
    sides, ends = (ax.get_xlim(), ax.get_ylim()), []
    for i in (0, 1):
        for end in sides[i]:
            other = -(w[i] * end + b) / w[1 - i] if w[1 - i] else np.inf
            if sides[1 - i][0] <= other <= sides[1 - i][1]:
                ends.append((end, other) if i == 0 else (other, end))
    return f"from {_point(min(ends))} to {_point(max(ends))}"


def two_separators(axes, sample: Sample, pairs) -> Picture:
    """The same sample with one separator (w, b) in each panel, its margin on both sides."""
    said = []
    for ax, (w, b), side in zip(axes, pairs, ("Left", "Right"), strict=True):
        examples(ax, sample)
        said.append(f"{side}: {separator(ax, sample, w, b).text}")
    return picture(axes, f"Two panels. {' '.join(said)}")


def slab(ax, solution: Solution) -> Picture:
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
    return picture(
        ax,
        f"{_clouds(sample)}. A "
        f"solid line runs {_course(ax, w, b)}, with a dashed line {solution.half_width:.3f} away "
        f"on each side. Green rings mark {len(solution.free)} examples on the dashed lines, purple "
        f"rings {len(solution.bound)} between them or on the wrong side; {wrong.sum()} of these, "
        "on the wrong side of the solid line, carry a cross.",
    )


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


def hulls(ax, sample: Sample, p, q) -> Picture:
    """Both classes with their convex hulls, a point of each, p and q, and the line between them.

    The dashed line halves the segment from p to q at a right angle.
    """
    examples(ax, sample)
    for y, (_, color) in MARKERS.items():
        hull(ax, sample.X[sample.y == y], color)
    p, q = np.asarray(p, dtype=float), np.asarray(q, dtype=float)
    ax.plot(*np.array([p, q]).T, "-", color=ACCENT, lw=2)
    ax.plot(*np.array([p, q]).T, "D", color=ACCENT, ms=5)
    w, b = p - q, -(p - q) @ (p + q) / 2
    line(ax, w, b, color=INK, ls="--", lw=1.2)
    room = margin(sample, w, b)
    return picture(
        ax,
        f"{_clouds(sample)}, each class in its shaded convex hull. A purple segment of length "
        f"{np.linalg.norm(p - q):.3f} joins {_point(p)} in the blue hull with {_point(q)} in the "
        f"orange one. A dashed line crosses its middle at a right angle, and "
        + (f"keeps {room:.3f} away from both hulls." if room > 0 else "cuts a hull."),
    )


def closing(ax, ticks, low, high, at: int) -> None:
    """A lower and an upper bound on the best margin along a path, and both at one tick."""
    ax.plot(ticks, high, color=NEGATIVE, label="half the distance")
    ax.plot(ticks, low, color=POSITIVE, ls="--", label="margin of the bisector")
    ax.plot([ticks[at]] * 2, [low[at], high[at]], "o-", color=ACCENT)
    ax.legend(loc="lower center")


def weight_space(ax, sample: Sample, solution: Solution, reach: float) -> Picture:
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
    return picture(
        ax,
        f"A three-dimensional plot with axes w1, w2 and b. {_planes(sample)} cross in the purple "
        f"point {_point((*w, b))}. A level purple segment joins it with {_point((0, 0, b))} on a "
        "vertical black line, the axis where w is zero.",
    )


def weight_section(ax, sample: Sample, solution: Solution, reach: float) -> Picture:
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
    open_at = ticks[roof >= floor]
    blue, orange = ("line" if (sample.y == y).sum() == 1 else "lines" for y in (1, -1))
    return picture(
        ax,
        f"b against w2: the section of {_planes(sample)}: as many lines, which meet in the purple "
        f"point {_point((w2, b))}. Between the blue {blue} below and the orange {orange} above, a "
        f"wedge is shaded green from w2 = {open_at[0]:.2f} to the right edge; its tip is the "
        f"purple point. A level purple segment joins the tip with the vertical line w2 = 0.",
    )


def multipliers(ax, solution: Solution) -> Picture:
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
    free, bound = len(solution.free), len(solution.bound)
    return picture(
        ax,
        f"α against y f, on a gray line with two bends: at height C from the left up to y f = 1, "
        f"straight down to 0 there, and at 0 on to the right. {bound} of {sample.n} examples lie "
        f"on the upper arm, {free} on the upright part, {sample.n - bound - free} on the lower "
        f"arm, out to y f = {g.max():.2f}. {(g <= 0).sum()} lie left of a dotted line at y f = 0, "
        f"the leftmost at {g.min():.2f}.",
    )


def price(ax, Cs, solutions: list[Solution], at: float | None = None) -> Picture:
    """Half-width 1/‖w‖ and total slack Σξ against C, on logarithmic axes."""
    widths, slacks = [s.half_width for s in solutions], [s.xi.sum() for s in solutions]
    ax.plot(Cs, widths, color=POSITIVE, label=r"$1/\|w\|$")
    ax.plot(Cs, slacks, color=NEGATIVE, ls="--", label=r"$\sum\xi$")
    if at is not None:
        ax.axvline(at, color=ACCENT, lw=1.2)
    ax.set(xscale="log", yscale="log", xlabel="$C$")
    ax.legend(loc="center left")
    still = np.isclose(widths, widths[-1], rtol=1e-4) & np.isclose(slacks, slacks[-1], rtol=1e-4)
    return picture(
        ax,
        f"Two curves against C from {Cs[0]:g} to {Cs[-1]:g}, all axes logarithmic. The dashed "
        f"orange total slack lies above and falls from {slacks[0]:.1f} to {slacks[-1]:.1f}; the "
        f"blue half-width falls from {widths[0]:.2f} to {widths[-1]:.2f}. Both are level from "
        f"C = {Cs[still.argmax()]:.3g} on.",
    )


def tuning(ax, crossed: Tuning, single: Tuning) -> Picture:
    """The held-out error against C by cross-validation, a thin line a fold, and by one holdout.

    A ring marks the best C of each.
    """
    ax.plot(crossed.Cs, crossed.errors, color=POSITIVE, lw=0.5, alpha=0.35)
    said = []
    for found, color, name, label in (
        (crossed, POSITIVE, "blue", f"{crossed.errors.shape[1]} folds"),
        (single, NEGATIVE, "orange", "one validation set"),
    ):
        ax.plot(found.Cs, found.mean, color=color, label=label)
        ax.plot(found.best, found.mean.min(), color=color, mec=color, **RING)
        said.append(
            f"The {name} curve, {label}, begins at {found.mean[0]:.3f}, is lowest first at "
            f"C = {found.best:.3g} with {found.mean.min():.3f}, where a ring is, and ends at "
            f"{found.mean[-1]:.3f}."
        )
    ax.set(xscale="log", xlabel="$C$", ylabel="error", ylim=(0, None))
    ax.legend()
    return picture(
        ax,
        f"The held-out error against C from {crossed.Cs[0]:g} to {crossed.Cs[-1]:g}, logarithmic. "
        f"{' '.join(said)} Thin blue lines, one a fold, reach up to {crossed.errors.max():.2f}.",
    )
