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
    """The hyperplane f = 0, the faces f = ±1, and a cross on each error.

    A ring marks a free support vector, which lies on a face, and a double ring one with α = C.
    """
    sample, w, b = solution.sample, solution.w, solution.b
    examples(ax, sample)
    text = f"{clouds(sample)}."
    if solution.norm > 0:
        fill_between_faces(ax, w, b)
        line(ax, w, b, color=BEST)
        for side in (-1, 1):
            line(ax, w, b + side, color=BEST, lw=1.2, ls="--")
        text += (
            f" A solid line runs {course(ax, w, b)}, with a dashed line {solution.half_width:.3f} "
            "away on each side, and the strip between them is shaded."
        )
    for rows, sizes in ((solution.free, (10,)), (solution.bound, (9, 13))):
        for size in sizes:
            ax.plot(*sample.X[rows].T, color=INK, **RING | {"ms": size, "mew": 1.1})
    wrong = sample.y * solution.f <= 0
    ax.plot(*sample.X[wrong].T, "x", color=INK, ms=6, mew=1.4)
    return picture(
        ax,
        f"{text} A ring marks {len(solution.free)} examples on the dashed lines, a double ring "
        f"{len(solution.bound)} at their bound; {wrong.sum()} on the wrong side of the solid line "
        "carry a cross.",
    )


def fill_between_faces(ax, w, b: float) -> None:
    """Shade the slab |f| < 1, as far as the axes show it."""
    corners = np.array([(x, y) for x in ax.get_xlim() for y in ax.get_ylim()])
    reach = np.ptp(corners, axis=0).sum() * np.array([-w[1], w[0]]) / np.linalg.norm(w)
    middle = corners.mean(axis=0)
    feet = [middle + (side - b - w @ middle) * w / (w @ w) for side in (-1, 1)]
    edges = [feet[0] - reach, feet[0] + reach, feet[1] + reach, feet[1] - reach]
    ax.fill(*np.transpose(edges), color=BEST, alpha=0.15, lw=0, zorder=0)


def turned(axes, sample: Sample, angles, angle: float) -> str:
    """The best separator with w at an angle, and the margin of the best one at each of `angles`.

    `axes` are two, and angles are in degrees. Returns what they show.
    """

    def best(at):
        w = np.array([np.cos(np.radians(at)), np.sin(np.radians(at))])
        scores = sample.X @ w
        low, high = scores[sample.y < 0].max(), scores[sample.y > 0].min()
        return w, -(low + high) / 2, (high - low) / 2

    w, b, room = best(angle)
    examples(axes[0], sample)
    separator(axes[0], sample, w, b)
    axes[1].plot(angles, [best(at)[2] for at in angles], color=INK)
    axes[1].plot(angle, room, "o", color=NOW)
    axes[1].axhline(0, color=SOFT, lw=0.8)
    axes[1].set(xlabel="angle of w (degrees)", ylabel="margin (cm)")
    if room <= 0:
        return f"With w at {angle:g}° no offset separates the examples."
    return f"With w at {angle:g}° the margin is {room:.3f} cm."


def weight_shadow(ax, sample: Sample, solution: Solution, reach: float) -> Picture:
    """The plane of w, where b is free: the pairs of a positive and a negative example bound w.

    Some b keeps both constraints of a pair when ⟨w, x₊ - x₋⟩ >= 2. The circle around 0 through the
    optimum touches the part where all pairs agree.
    """
    w = solution.w
    gaps = [p - q for p in sample.X[sample.y > 0] for q in sample.X[sample.y < 0]]
    allowed = reach * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    for gap in gaps:
        line(ax, gap, -2, lw=1.2)
        allowed = beyond(allowed, gap, 2)
    ax.fill(*allowed.T, color=BEST, alpha=0.25, lw=0)
    around = np.linspace(0, 2 * np.pi, 120)
    ax.plot(*solution.norm * np.array([np.cos(around), np.sin(around)]), "--", color=BEST, lw=1.2)
    ax.plot([0, w[0]], [0, w[1]], color=BEST, lw=2)
    ax.plot(*w, "o", color=BEST, ms=6)
    ax.plot(0, 0, "o", color=INK, ms=4)
    ax.set(xlabel="$w_1$", ylabel="$w_2$", xlim=(-reach, reach), ylim=(-reach, reach))
    ax.set(aspect="equal")
    return picture(
        ax,
        f"w2 against w1: {many(len(gaps), 'line')}, one for each pair of examples, which meet in "
        f"the point {place(w)}. Beyond all of them a wedge is shaded; a dashed circle of radius "
        f"{solution.norm:.3f} around the origin touches it in its tip, the point where they meet.",
    )


def beyond(corners: np.ndarray, w, least: float) -> np.ndarray:
    """The part of a convex polygon, corners of shape (k, 2), where ⟨w, x⟩ >= least."""
    kept = []
    for x, z in zip(np.roll(corners, 1, axis=0), corners, strict=True):
        at, to = x @ w - least, z @ w - least
        if at * to < 0:
            kept.append(x + (z - x) * at / (at - to))
        if to >= 0:
            kept.append(z)
    return np.array(kept)


def weight_section(ax, sample: Sample, solution: Solution, reach: float) -> Picture:
    """The section w₁ = w₁* of that space: each constraint is a half-plane of (w₂, b).

    The part where all constraints hold is shaded; it reaches nearest to the line w₂ = 0 at the
    optimum.
    """
    (w1, w2), b = solution.w, solution.b
    (left, right), (low, high) = (-reach, w2 + reach), (b - 3, b + 3)
    allowed = np.array([(left, low), (right, low), (right, high), (left, high)])
    for (x1, x2), y in zip(sample.X, sample.y, strict=True):
        style, color = "-" if y > 0 else "--", MARKERS[int(y)][1]
        line(ax, (x2, 1), x1 * w1 - y, color=color, ls=style, lw=1.2)
        allowed = beyond(allowed, y * np.array([x2, 1]), 1 - y * x1 * w1)
    ax.fill(*allowed.T, color=BEST, alpha=0.25, lw=0)
    ax.axvline(0, color=INK, lw=1.2)
    ax.plot([0, w2], [b, b], color=BEST, lw=2)
    ax.plot(w2, b, "o", color=BEST, ms=6)
    ax.set(xlabel="$w_2$", ylabel="$b$", xlim=(left, right), ylim=(low, high))
    blue, orange = ("line" if (sample.y == y).sum() == 1 else "lines" for y in (1, -1))
    return picture(
        ax,
        f"b against w2: the section of {_planes(sample)}: as many lines, which meet in the "
        f"point {place((w2, b))}. Between the blue {blue} below and the dashed orange {orange} "
        f"above, a wedge is shaded from w2 = {allowed[:, 0].min():.2f} to the right edge; its tip "
        f"is the point. A level segment joins the tip with the vertical line w2 = 0.",
    )
