"""Pictures of the chapter *Maximum margins*: slabs, and the space of (w, b)."""

import numpy as np

from lib.figures.colors import BEST, INK, NOW, SOFT
from lib.figures.linear_separators import separator
from lib.figures.points import RING, clouds, course, examples, line, many, place
from lib.figures.style import MARKERS, Picture, picture
from lib.samples import Sample
from lib.svm.solution import Solution


def _planes(sample: Sample) -> str:
    """How many constraints each class has, as planes of its color."""
    blue, orange = (many(int((sample.y == y).sum()), "plane") for y in (1, -1))
    return f"{blue.replace(' ', ' blue ')} and {orange.replace(' ', ' orange ')}"


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
        ax.plot(*sample.X[solution.free].T, mec=BEST, label="0 < α < C", **RING)
    if len(solution.bound):
        ax.plot(*sample.X[solution.bound].T, mec=NOW, label="α = C", **RING)
    wrong = sample.y * solution.f <= 0
    ax.plot(*sample.X[wrong].T, "x", color=INK, ms=6, mew=1.4)
    return picture(
        ax,
        f"{clouds(sample)}. A solid line runs {course(ax, w, b)}, with a dashed line "
        f"{solution.half_width:.3f} away on each side. Green rings mark {len(solution.free)} "
        f"examples on the dashed lines, purple rings {len(solution.bound)} between them or on the "
        f"wrong side; {wrong.sum()} of these, on the wrong side of the solid line, carry a cross.",
    )


def margin_curve(ax, angles, margins, at: float) -> None:
    """The best margin in each direction of w against its angle, with a dot at one of them."""
    ax.plot(angles, margins, color=INK)
    ax.plot(at, margins[list(angles).index(at)], "o", color=NOW)
    ax.axhline(0, color=SOFT, lw=0.8)
    ax.set(xlabel="angle of w (degrees)", ylabel="margin (cm)")


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
    ax.plot([0, w[0]], [0, w[1]], [b, b], color=NOW, lw=2)
    ax.plot(*w, b, "o", color=NOW, ms=6)
    ax.locator_params(nbins=4)
    ax.set(xlabel="$w_1$", ylabel="$w_2$", zlabel="$b$")
    ax.view_init(18, -105)
    return picture(
        ax,
        f"A three-dimensional plot with axes w1, w2 and b. {_planes(sample)} cross in the purple "
        f"point {place((*w, b))}. A level purple segment joins it with {place((0, 0, b))} on a "
        "vertical black line, the axis where w is zero.",
    )


def weight_section(ax, sample: Sample, solution: Solution, reach: float) -> Picture:
    """The section w₁ = w₁* of that space: each constraint is a half-plane of (w₂, b).

    The part where all constraints hold is shaded; it reaches nearest to the line w₂ = 0 at the
    optimum.
    """
    (w1, w2), b = solution.w, solution.b
    ticks, heights = np.linspace(-reach, w2 + reach, 400), np.linspace(b - 3, b + 3, 400)
    x1, x2 = sample.X.T[:, :, None]
    bounds = sample.y[:, None] - x1 * w1 - x2 * ticks
    for height, y in zip(bounds, sample.y, strict=True):
        ax.plot(ticks, height, color=MARKERS[int(y)][1], lw=1.2)
    floor, roof = bounds[sample.y > 0].max(axis=0), bounds[sample.y < 0].min(axis=0)
    ax.fill_between(ticks, floor, roof, where=roof >= floor, color=BEST, alpha=0.25, lw=0)
    ax.axvline(0, color=INK, lw=1.2)
    ax.plot([0, w2], [b, b], color=NOW, lw=2)
    ax.plot(w2, b, "o", color=NOW, ms=6)
    ax.set(xlabel="$w_2$", ylabel="$b$", xlim=ticks[[0, -1]], ylim=heights[[0, -1]])
    open_at = ticks[roof >= floor]
    blue, orange = ("line" if (sample.y == y).sum() == 1 else "lines" for y in (1, -1))
    return picture(
        ax,
        f"b against w2: the section of {_planes(sample)}: as many lines, which meet in the purple "
        f"point {place((w2, b))}. Between the blue {blue} below and the orange {orange} above, a "
        f"wedge is shaded green from w2 = {open_at[0]:.2f} to the right edge; its tip is the "
        f"purple point. A level purple segment joins the tip with the vertical line w2 = 0.",
    )
