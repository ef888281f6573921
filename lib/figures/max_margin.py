"""Pictures of chapter *Maximum margins*: the nearest examples, the slab, its scale, its weights."""

import numpy as np

from lib.figures import points
from lib.figures.colors import BEST, INK
from lib.figures.points import examples, line, many, named, place, rings
from lib.figures.style import Picture, picture
from lib.samples import Sample
from lib.svm.solution import Solution

STEP = 0.05  # distances that differ by less are heaped up


def room(axes, sample: Sample, w, b: float) -> str:
    """The weights of 64 pixels, and each digit at its distance, with rings on the nearest."""
    points.weights(axes[0], w)
    distances = (sample.X @ w + b) / np.linalg.norm(w)
    order = np.argsort(distances, kind="stable")
    steps = np.floor(distances[order] / STEP)
    heights = np.empty(sample.n)
    heights[order] = np.arange(sample.n) - np.searchsorted(steps, steps)
    gap = (sample.y * distances).min()
    near = sample.y * distances < gap + 1e-6
    axes[1].axvspan(-gap, gap, color=BEST, alpha=0.15, lw=0)
    axes[1].axvline(0, color=BEST)
    points.marks(axes[1], sample.y, distances, heights, ms=2.5)
    rings(axes[1], np.transpose([distances, heights])[near], ms=6)
    axes[1].set(xlabel="distance from the border", xlim=(-1.6, 1.6), ylabel="digits")
    axes[1].set_ylim(-1, None)
    if near.sum() > 1:
        return f"The nearest digits are {gap:.3f} from the border: {near.sum()} of them."
    return f"The nearest digit is {gap:.3f} from the border, and no other is so near."


def touching(axes, sample: Sample, across: int = 4) -> Picture:
    """Digits of 8 by 8 pixels of ink from 0 to 1, the negative ones on the left, some in a row."""
    counts = []
    for ax, y in zip(axes, (-1, 1), strict=True):
        X = sample.X[sample.y == y]
        corners = [(10 * (k % across), -10 * (k // across)) for k in range(len(X))]
        points.scans(ax, X, corners, (-1, corners[-1][1] - 1), (10 * across - 1, 9))
        counts.append(len(X))
    return picture(axes, "Handwritten digits, {} on the left and {} on the right.".format(*counts))


def slab(ax, solution: Solution) -> Picture:
    """The hyperplane f = 0, the faces f = ±1, crosses on errors, double rings where α = C."""
    sample, w, b = solution.sample, solution.w, solution.b
    examples(ax, sample)
    text = f"{points.clouds(sample)}."
    if solution.norm > 0:
        points.slab(ax, w, b)
        text += (
            f" The solid line is at a right angle to w = {place(w)}, with a dashed line "
            f"{solution.half_width:.3f} away on each side, and the slab between them is shaded."
        )
    for rows, size in ((solution.free, 10), (solution.bound, 9), (solution.bound, 13)):
        rings(ax, sample.X[rows], ms=size)
    wrong = sample.y * solution.f <= 0
    ax.plot(*sample.X[wrong].T, "x", color=INK, ms=13, mew=1.4)  # beyond both rings
    text += f" A ring marks {len(solution.free)} examples on the dashed lines"
    if np.isfinite(solution.C):
        text += (
            f", a double ring {len(solution.bound)} whose multiplier is C, and a cross "
            f"{wrong.sum()} on the wrong side of the solid line"
        )
    return picture(ax, f"{text}.")


def across(ax, solution: Solution) -> Picture:
    """The slab with the names of its faces, and the shortest way from one to the other."""
    shown, w = slab(ax, solution), solution.w
    top = solution.sample.X[solution.support][solution.sample.y[solution.support] > 0][0]
    foot = top - 2 * w / (w @ w)
    points.arrow(ax, foot, top, INK, shrinkB=6)
    slope = np.array([-w[1], w[0]]) / solution.norm
    named(ax, r"$2/\|w\|$", (top + 3 * foot) / 4 - 0.85 * slope, "center")
    edge = ax.get_ylim()[1]  # where two of the lines leave the picture
    for level, up, side in ((-1, -2, "lower left"), (0, edge, "upper"), (1, edge, "upper")):
        named(ax, f"$f={level}$", ((level - solution.b - up * w[1]) / w[0], up), side)
    return picture(
        ax,
        f"{shown} An arrow leads straight across, from {place(foot)} on the lower face to "
        f"{place(top)} on the upper one, {2 * solution.half_width:.3f} away.",
    )


def scaled(ax, sample: Sample, scale: float, w, b: float) -> str:
    """The hyperplane of (w, b) with the faces f = ±1 of `scale` times (w, b)."""
    w, b = scale * np.asarray(w, dtype=float), scale * b
    examples(ax, sample)
    points.slab(ax, w, b)
    ax.plot(*(1 - b) * w / (w @ w), "o", color=BEST, ms=6, gid="grip")
    scores = sample.y * (sample.X @ w + b)
    inside = int((scores < 1 - 1e-9).sum())
    rings(ax, sample.X[scores <= scores.min() + 1e-9])
    return (
        f"With w = {place(w)} and b = {b:.3g} the least score is {scores.min():.3g}, of the "
        f"ringed examples. The faces are {1 / np.linalg.norm(w):.3f} from the line, with "
        f"{many(inside, 'example')} between them."
    )


def weight_shadow(ax, sample: Sample, solution: Solution, reach: float) -> Picture:
    """The plane of w, where b is free: some b suits a pair x₊, x₋ when ⟨w, x₊ - x₋⟩ >= 2."""
    w = solution.w
    gaps = [p - q for p in sample.X[sample.y > 0] for q in sample.X[sample.y < 0]]
    for gap in gaps:
        line(ax, gap, -2, lw=1.2)
    low, high = (-reach, -reach), (reach, reach)
    points.shade(ax, low, high, lambda plane: (plane @ np.transpose(gaps) >= 2).all(axis=-1))
    points.circle(ax, (0, 0), solution.norm, color=BEST, ls="--")
    ax.plot([0, w[0]], [0, w[1]], "-o", color=BEST)
    points.window(ax, low, high, points.WEIGHTS)
    return picture(
        ax,
        f"w2 against w1: {many(len(gaps), 'line')}, one for each pair of examples, which meet in "
        f"the point {place(w)}. Beyond all of them a wedge is shaded; a dashed circle of radius "
        f"{solution.norm:.3f} around the origin touches it in its tip, the point where they meet.",
    )
