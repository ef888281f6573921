"""Which line leaves the most room? The slab, its scale, its turning, and the weights it allows.

Chapter *Maximum margins*.
"""

import numpy as np

from lib.figures.colors import BEST, INK, NOW, SOFT
from lib.figures.linear_separators import arrow, separator
from lib.figures.points import (
    RING,
    WEIGHTS,
    circle,
    clouds,
    course,
    examples,
    line,
    many,
    named,
    place,
    window,
)
from lib.figures.style import Picture, picture
from lib.samples import Sample
from lib.svm.solution import Solution


def two_separators(axes, sample: Sample, pairs) -> Picture:
    """The same sample with a run's separator (w, b) and the best one, each with its margin.

    >>> from lib.figures.style import blank
    >>> from lib.samples import EIGHT
    >>> two_separators(blank(2), EIGHT, [([4, 3], 0), ([1, 1], -1)])
    Picture: Two panels. Left: 4 squares around (−1.25, −0.5) and 4 circles around (2.25,...
    """
    said = []
    sides = zip(axes, pairs, ("Left", "Right"), (NOW, BEST), strict=True)
    for ax, (w, b), side, color in sides:
        examples(ax, sample)
        said.append(f"{side}: {separator(ax, sample, w, b, color).text}")
    return picture(axes, f"Two panels. {' '.join(said)}")


def slab(ax, solution: Solution) -> Picture:
    """The hyperplane f = 0, the faces f = ±1, and a cross on each error.

    A ring marks a free support vector, which lies on a face, and a double ring one with α = C.

    >>> from lib.figures.style import blank
    >>> from lib.samples import EIGHT
    >>> from lib.max_margin import hard_margin
    >>> slab(blank(), hard_margin(EIGHT))
    Picture: 4 orange squares (y = −1) around (−1.25, −0.5) and 4 blue circles (y = +1)...
    """
    sample, w, b = solution.sample, solution.w, solution.b
    examples(ax, sample)
    text = f"{clouds(sample)}."
    if solution.norm > 0:
        between_faces(ax, w, b)
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


def across(ax, solution: Solution) -> Picture:
    """The slab with the names of its faces, and the shortest way from one to the other.

    >>> from lib.figures.style import blank
    >>> from lib.samples import EIGHT
    >>> from lib.max_margin import hard_margin
    >>> print(across(blank(), hard_margin(EIGHT)).text[-76:])
    ross, from (0, −1) on the lower face to (2, 1) on the upper one, 2.828 away.
    """
    shown, w = slab(ax, solution), solution.w
    top = solution.sample.X[solution.support][solution.sample.y[solution.support] > 0][0]
    foot = top - 2 * w / (w @ w)
    arrow(ax, foot, top, INK, shrinkB=6)
    named(ax, r"$2/\|w\|$", (top + 3 * foot) / 4, (3, 9), ha="right")
    slope = np.array([-w[1], w[0]]) / solution.norm
    for level, along, off, side in (
        (-1, -1.5, (-4, -9), "right"),
        (0, 2.1, (5, 2), "left"),
        (1, 2.1, (5, 2), "left"),
    ):
        middle = (level - solution.b) * w / (w @ w)
        named(ax, f"$f={level}$".replace("-", "−"), middle + along * slope, off, ha=side)
    return picture(
        ax,
        f"{shown} An arrow leads straight across, from {place(foot)} on the lower "
        f"face to {place(top)} on the upper one, {2 * solution.half_width:.3f} "
        "away.",
    )


def between_faces(ax, w, b: float) -> None:
    """The line f = 0, its faces f = ±1, and the slab between them, as far as the axes show it."""
    corners = np.array([(x, y) for x in ax.get_xlim() for y in ax.get_ylim()])
    reach = np.ptp(corners, axis=0).sum() * np.array([-w[1], w[0]]) / np.linalg.norm(w)
    middle = corners.mean(axis=0)
    feet = [middle + (side - b - w @ middle) * w / (w @ w) for side in (-1, 1)]
    edges = [feet[0] - reach, feet[0] + reach, feet[1] + reach, feet[1] - reach]
    ax.fill(*np.transpose(edges), color=BEST, alpha=0.15, lw=0, zorder=0)
    line(ax, w, b, color=BEST)
    for side in (-1, 1):
        line(ax, w, b + side, color=BEST, lw=1.2, ls="--")


def scaled(ax, sample: Sample, scale: float, w, b: float) -> str:
    """The hyperplane of (w, b) with the faces f = ±1 of `scale` times (w, b).

    Returns what it shows.

    >>> from lib.figures.style import blank
    >>> from lib.samples import EIGHT
    >>> print(scaled(blank(), EIGHT, 0.5, [1, 1], -1))
    With w = (0.5, 0.5) and b = −0.5 the least y f is 1, in the rings. The faces are 1.414...
    """
    w, b = scale * np.asarray(w, dtype=float), scale * b
    examples(ax, sample)
    between_faces(ax, w, b)
    scores = sample.y * (sample.X @ w + b)
    inside = int((scores < 1 - 1e-9).sum())
    ax.plot(*sample.X[scores <= scores.min() + 1e-9].T, color=INK, **RING | {"mew": 1.1})
    return (
        f"With w = {place(w)} and b = {b:g} the least y f is {scores.min():g}, in the rings. The "
        f"faces are {1 / np.linalg.norm(w):.3f} from the line, with "
        f"{many(inside, 'example')} between them."
    ).replace("-", "−")


def turned(axes, sample: Sample, angles, angle: float) -> str:
    """The best separator with w at an angle, and the margin of the best one at each of `angles`.

    `axes` are two, and angles are in degrees. Returns what they show.

    >>> from lib.figures.style import blank
    >>> from lib.samples import EIGHT
    >>> print(turned(blank(2), EIGHT, range(0, 91, 15), 45))
    With w at 45° the margin is 1.414.
    """

    def best(at):
        w = np.array([np.cos(np.radians(at)), np.sin(np.radians(at))])
        scores = sample.X @ w
        low, high = scores[sample.y < 0].max(), scores[sample.y > 0].min()
        return w, -(low + high) / 2, (high - low) / 2

    w, b, room = best(angle)
    rooms = [best(at)[2] for at in angles]
    color = BEST if room == max(rooms) else INK
    examples(axes[0], sample)
    separator(axes[0], sample, w, b, color)
    axes[1].plot(angles, rooms, color=INK)
    axes[1].plot(angle, room, "o", color=color)
    axes[1].axhline(0, color=SOFT, lw=0.8)
    axes[1].set(xlabel="angle of w (degrees)", ylabel="margin")
    if room <= 0:
        return f"With w at {angle:g}° no offset separates the examples."
    return f"With w at {angle:g}° the margin is {room:.3f}."


def weight_shadow(ax, sample: Sample, solution: Solution, reach: float) -> Picture:
    """The plane of w, where b is free: the pairs of a positive and a negative example bound w.

    Some b keeps both constraints of a pair when ⟨w, x₊ - x₋⟩ >= 2. The circle around 0 through the
    optimum touches the part where all pairs agree.

    >>> from lib.figures.style import blank
    >>> from lib.max_margin import hard_margin
    >>> three = Sample([[1, 0], [0, 1], [-1, -1]], [1, 1, -1])
    >>> weight_shadow(blank(), three, hard_margin(three), reach=2)
    Picture: w2 against w1: 2 lines, one for each pair of examples, which meet in the point...
    """
    w = solution.w
    gaps = [p - q for p in sample.X[sample.y > 0] for q in sample.X[sample.y < 0]]
    allowed = reach * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    for gap in gaps:
        line(ax, gap, -2, lw=1.2)
        allowed = beyond(allowed, gap, 2)
    ax.fill(*allowed.T, color=BEST, alpha=0.25, lw=0)
    circle(ax, (0, 0), solution.norm, color=BEST, ls="--")
    ax.plot([0, w[0]], [0, w[1]], color=BEST, lw=2)
    ax.plot(*w, "o", color=BEST, ms=6)
    ax.plot(0, 0, "o", color=INK, ms=4)
    window(ax, (-reach, -reach), (reach, reach), WEIGHTS)
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
