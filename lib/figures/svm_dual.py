"""Pictures of chapter *Duality and support vectors*: hulls, blends, multipliers."""

import numpy as np

from lib.figures import points
from lib.figures.colors import BEST, INK, NOW, SOFT
from lib.figures.points import arrow, cells, line, many, named, place
from lib.figures.style import MARKERS, Picture, frame, picture
from lib.linear_separators import margin
from lib.samples import Sample
from lib.svm.solution import Solution


def hulls(ax, sample: Sample, p, q) -> None:
    """Both classes with their hulls, a point p and q of each, and the line midway."""
    points.examples(ax, sample)
    for y, (_, color) in MARKERS.items():
        corners = points.hull_corners(sample.X[sample.y == y])
        ax.fill(*corners.T, color=color, alpha=0.15, lw=0)
        ax.fill(*corners.T, fill=False, edgecolor=color, lw=1)
    p, q = np.asarray(p, dtype=float), np.asarray(q, dtype=float)
    w, b = p - q, -(p - q) @ (p + q) / 2
    best = w.any() and margin(sample, w, b) > (1 - 1e-6) * np.linalg.norm(w) / 2
    color = BEST if best else NOW
    ax.plot(*np.array([q, p]).T, "-D", color=color, ms=5, gid="grip")
    if w.any():
        line(ax, w, b, color=color, ls="--", lw=1.2)


def nearest(ax, solution: Solution) -> str:
    """The hulls, and the point of each that the multipliers weigh."""
    X, shares = solution.sample.X, 2 * solution.alpha / solution.alpha.sum()
    p, q = (shares * (solution.sample.y == y) @ X for y in (1, -1))
    hulls(ax, solution.sample, p, q)
    return (
        f"Beside it the hulls of both classes, with the points p = {place(p)} and q = {place(q)}."
    )


def two_bounds(axes, sample: Sample, ends, q, shares, share: float) -> str:
    """Hulls with q and a point a `share` of the way between two `ends`, and the bounds."""
    way = ends[1] - ends[0]
    low, high = _bounds(sample, ends[0] + share * way, q)
    lows, highs = np.transpose([_bounds(sample, ends[0] + at * way, q) for at in shares])
    hulls(axes[0], sample, ends[0] + share * way, q)
    axes[1].plot(shares, highs, color=INK, label="half the distance")
    axes[1].plot(shares, lows, color=INK, ls="--", label="margin of the line midway")
    axes[1].plot([share, share], [low, high], "o-", color=NOW, gid="grip")
    axes[1].legend(loc="upper center")
    axes[1].set(xlabel="share", ylabel="margin", ylim=(0, 1.4 * max(highs)))
    where = f"With a share of {share:.4g}"
    if high - low < 1e-9:
        return f"{where}, the two bounds meet at {low:.6f}."
    if low <= 0:
        midway = "the line midway between the two points does not separate the classes"
        return f"{where}, the largest margin is at most {high:.3f}; {midway}."
    return f"{where}, the largest margin lies between {low:.3f} and {high:.3f}."


def _bounds(sample: Sample, p, q) -> tuple[float, float]:
    """On the best margin, by a point of each hull: the margin midway, and half the distance."""
    return margin(sample, p - q, -(p - q) @ (p + q) / 2), float(np.linalg.norm(p - q) / 2)


def blends(axes, solution: Solution, ways, way: float) -> str:
    """A blend of each class, a share `way` from its mean to the nearest, and the bounds so far."""
    sample, share = solution.sample, 2 * solution.alpha / solution.alpha.sum()

    def blend(y, at):
        rows = sample.y == y
        return (1 - at) * sample.X[rows].mean(axis=0) + at * (share[rows] @ sample.X[rows])

    so_far = [at for at in ways if at <= way]
    lows, highs = np.transpose([_bounds(sample, blend(1, at), blend(-1, at)) for at in so_far])
    images, ax = axes
    images.figure.set_figheight(1.8)
    for y, left, name in ((-1, 0, "a blend of threes"), (1, 10, "a blend of eights")):
        cells(images, blend(y, way), corner=(left, 0))
        images.text(left + 4, 8.6, name, ha="center")
    images.set(xlim=(-1, 19), ylim=(0, 9.6))
    ax.axhline(0, color=SOFT, lw=0.8)
    ax.plot(so_far, highs, color=INK, label="half their distance")
    ax.plot(so_far, lows, color=INK, ls="--", label="margin midway")
    ax.plot([way, way], [lows[-1], highs[-1]], "o-", color=NOW, gid="grip")
    ax.legend(loc="upper right")
    ax.set(xlabel="way", xlim=(-0.05, 1.05), ylim=(-0.7, 1.4))
    midway = "has digits on the wrong side" if lows[-1] <= 0 else f"has the margin {lows[-1]:.3f}"
    return (
        f"Half their distance is {highs[-1]:.3f}: no margin is larger. The border midway {midway}."
    )


def pushing(axes, solution: Solution) -> Picture:
    """The support vectors as digits, each on an area that shows its multiplier."""
    alpha, wide, described, placed = solution.alpha, 28, [], []
    order = solution.support[np.argsort(-alpha[solution.support], kind="stable")]
    for y in (-1, 1):
        rows = order[solution.sample.y[order] == y]
        sides, corners, across, down = np.sqrt(alpha[rows] / alpha.max()), [], wide, 0.0
        for side in sides:
            if across + 8 * side > wide:
                across, down = 0.0, down - 8 * side - 2
            corners.append((across, down))
            across += 8 * side + 2
        placed.append((solution.sample.X[rows], corners, sides))
        described.append(
            f"{len(rows)}, from {alpha[rows[0]]:.2f} to {alpha[rows[-1]]:.2f}, "
            f"{alpha[rows].sum():.2f} in all"
        )
    lowest = min(corners[-1][1] for _, corners, _ in placed)
    for ax, (X, corners, sides), name in zip(axes, placed, ("threes", "eights"), strict=True):
        points.scans(ax, X, corners, (-1, lowest - 1), (wide, 0), sides)
        ax.set_title(name)
    return picture(
        axes,
        "Handwritten digits, each on an area that shows its multiplier. "
        f"Left {described[0]}; right {described[1]}.",
    )


def saddle(axes, α: float) -> str:
    """The Lagrangian of ½w² subject to w ≥ 1 at a multiplier α, and its least value for each."""
    w, multipliers = np.linspace(-0.5, 2.5, 61), np.linspace(0, 2, 41)
    least, best = α - α**2 / 2, 0.5
    left, right = axes
    left.axvspan(1, 2.5, color=SOFT, alpha=0.15)
    for other in (0, 0.5, 1, 1.5, 2):
        left.plot(w, w**2 / 2 + other * (1 - w), color=SOFT, lw=0.9)
    left.plot(w[w >= 1], w[w >= 1] ** 2 / 2, color=INK)
    left.text(1.32, 1.45, "½$w^2$", ha="center")
    left.text(2.45, -0.38, "$w$ ≥ 1", ha="right")
    left.plot(w, w**2 / 2 + α * (1 - w), color=NOW, lw=2.2)
    left.plot(1, best, "D", color=BEST, ms=7)
    left.set(xlabel="$w$", title=f"$L(w,α)$ at $α$ = {α:g}", xlim=(-0.5, 2.5))
    right.axhline(best, color=BEST, ls="--")
    right.text(2.05, best + 0.06, "primal: ½", ha="right")
    right.plot(multipliers, multipliers - multipliers**2 / 2, color=INK)
    right.plot([α] * 2, [least, best], color=NOW, lw=2.2)
    right.set(xlabel="$α$", title="the least $L$ at each $α$", xlim=(-0.1, 2.1))
    for ax in axes:
        ax.plot(α, least, "o", color=NOW, ms=7, gid="grip")
        ax.set(ylim=(-0.45, 1.8))
    found = f"At α = {α:g}, L is least at w = {α:g}, with the value {least:.3g}"
    if best - least < 1e-9:
        return f"{found}: the dual has reached the primal value, and w just satisfies w ≥ 1."
    why = "small, because w violates w ≥ 1" if α < 1 else "large, because w is above 1"
    return f"{found}, {best - least:.3g} below the primal value. This α is too {why}."


def combination(ax, solution: Solution) -> Picture:
    """w as the sum of the α y x: an arrow for each support vector, head to tail."""
    sample, rows = solution.sample, solution.support
    steps = solution.alpha[rows, None] * sample.signed[rows]
    path = np.vstack([np.zeros(2), np.cumsum(steps, axis=0)])
    for row, start, end in zip(rows, path, path[1:], strict=False):
        arrow(ax, start, end, MARKERS[int(sample.y[row])][1])
        named(ax, str(row), (start + end) / 2)
    arrow(ax, path[0], solution.w, BEST, lw=2.4)
    named(ax, "$w$", solution.w / 2, color=BEST)
    points.window(ax, *frame(path, room=0.2), points.WEIGHTS)
    return picture(
        ax,
        f"{many(len(rows), 'arrow')}, head to tail from the origin, one for each support vector, "
        f"end at w = {place(solution.w)}.",
    )
