"""Pictures of generalization: shattered triangles, and bounds beside what is measured."""

import numpy as np

from lib.figures.colors import BEST, INK, NEGATIVE, NOW, POSITIVE, SOFT
from lib.figures.points import line
from lib.figures.style import picture


def corner_cuts(X) -> tuple[np.ndarray, np.ndarray]:
    """For each of three points of the plane the nearest point of the opposite side, and its margin.

    The line halfway between the two separates the point from the others with the largest margin,
    half the distance. Shapes (3, 2) and (3,).
    """
    X = np.asarray(X, dtype=float)
    if X.shape != (3, 2):
        raise ValueError(f"X has shape {X.shape}; give three points of the plane")
    feet = np.array([_nearest_on_segment(X[i], X[i - 1], X[i - 2]) for i in range(3)])
    return feet, np.linalg.norm(X - feet, axis=1) / 2


def _nearest_on_segment(point, a, b) -> np.ndarray:
    along = b - a
    share = np.clip((point - a) @ along / max(along @ along, 1e-300), 0, 1)
    return a + share * along


def triangle(ax, X):
    """Three points of the plane in the unit disk, and for each the line that separates it best.

    The line of the least margin is drawn strong, with a dashed segment twice as long as that margin
    across it. Returns the Picture.
    """
    X, (feet, margins) = np.asarray(X, dtype=float), corner_cuts(X)
    least = int(np.argmin(margins))
    ax.add_patch(_circle())
    for i, (x, foot) in enumerate(zip(X, feet, strict=True)):
        across = x - foot
        if not across.any():
            continue
        look = {"color": INK, "lw": 1.8} if i == least else {"color": SOFT, "lw": 0.9}
        line(ax, across, -across @ (x + foot) / 2, **look)
    ax.plot(*np.array([X[least], feet[least]]).T, color=NOW, lw=1.4, ls="--")
    ax.plot(*X.T, "o", color=POSITIVE, ms=8)
    ax.set(xlim=(-1.25, 1.25), ylim=(-1.25, 1.25), aspect="equal", xlabel="$x_1$", ylabel="$x_2$")
    points = ", ".join(f"({x:.2f}, {y:.2f})" for x, y in X)
    cuts = ", ".join(f"{margin:.2f}" for margin in margins)
    return picture(
        ax,
        f"Three points, {points}, and a dotted circle of radius 1 around the origin. Three lines "
        f"each cut off one of the points, halfway to the other two, with margins {cuts}. One line "
        f"of the least margin is strong; a dashed segment of length {2 * margins[least]:.2f} "
        "crosses it at a right angle, from the point that it cuts off to the opposite side.",
    )


def _circle():
    from matplotlib.patches import Circle

    return Circle((0, 0), 1, fill=False, color=SOFT, lw=0.8, ls=":")


def squared_ratio(ax, n, ratio):
    """R²/ρ² of n shattered points against n, beside n - 1, the line below which none may lie.

    Points below that line contradict a bound 1 + R²/ρ²; they are crossed. Returns the Picture.
    """
    n, ratio = np.asarray(n), np.asarray(ratio)
    ax.plot(n, n - 1, color=SOFT, lw=1, label="$n-1$")
    below = ratio < n - 1 - 1e-6
    ax.plot(n[~below], ratio[~below], "o", color=POSITIVE, label="$n$ even")
    ax.plot(n[below], ratio[below], "x", color=NEGATIVE, ms=8, mew=2, label="$n$ odd")
    ax.set(xlabel="points $n$", ylabel=r"$R^2/\rho^2$")
    ax.legend()
    at = ", ".join(f"{y:.2f} at {x}" for x, y in zip(n[below], ratio[below], strict=True))
    return picture(
        ax,
        f"Against the number of points from {n[0]} to {n[-1]}: the rising line n minus 1, dots on "
        f"it at n = {', '.join(map(str, n[~below]))}, and crosses a little below it, {at}.",
    )


def bounds_and_errors(ax, names: list[str], errors: dict, bounds: dict):
    """A row for each sample: errors on held-out examples as circles, each bound as a mark.

    `errors` and `bounds` map a label to one number a row. Returns the Picture.
    """
    rows = np.arange(len(names))[::-1]
    ax.axvline(1, color=SOFT, lw=0.8, ls=":")
    marks = (("|", NEGATIVE), ("D", BEST), ("s", NOW), ("^", INK))
    for (label, values), (marker, color) in zip(bounds.items(), marks, strict=False):
        ax.plot(values, rows, marker, color=color, ms=7, mew=1.5, label=label)
    for (label, values), fill in zip(errors.items(), (POSITIVE, "none"), strict=True):
        ax.plot(values, rows, "o", color=POSITIVE, mfc=fill, label=label)
    ax.set_yticks(rows, names)
    ax.set(xlabel="chance of error", xlim=(-0.03, None))
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, 1.25), ncols=3)
    marked = {**errors, **bounds}
    ranges = "; ".join(
        f"{label} {min(values):.2g} to {max(values):.2g}" for label, values in marked.items()
    )
    orders = {tuple(sorted(marked, key=lambda label: marked[label][i])) for i in range(len(names))}
    order = f" From left to right, in every row: {'; '.join(*orders)}." if len(orders) == 1 else ""
    return picture(
        ax,
        f"A row for each of {len(names)} pairs of classes, and in it marks along the chance of "
        f"error, with a dotted line at 1. They reach: {ranges}.{order}",
    )
