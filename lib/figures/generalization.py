"""Pictures of generalization: shattered triangles, and bounds beside what is measured."""

import numpy as np

from lib.figures.plane import line
from lib.figures.style import ACCENT, GREEN, INK, NEGATIVE, POSITIVE, SOFT


def nearest_on_segment(point, a, b) -> np.ndarray:
    """The point of the segment from a to b that is nearest to `point`."""
    along = b - a
    share = np.clip((point - a) @ along / max(along @ along, 1e-300), 0, 1)
    return a + share * along


def triangle(ax, X) -> float:
    """Three points of the plane in the unit disk, and for each the line that separates it best.

    A line runs halfway between a point and the opposite side. The line of the least margin is
    drawn strong, with a segment as long as that margin on either side; the margin is returned.
    """
    X = np.asarray(X, dtype=float)
    if X.shape != (3, 2):
        raise ValueError(f"X has shape {X.shape}; give three points of the plane")
    feet = [nearest_on_segment(X[i], X[i - 1], X[i - 2]) for i in range(3)]
    margins = [np.linalg.norm(x - foot) / 2 for x, foot in zip(X, feet, strict=True)]
    ax.add_patch(_circle())
    for i, (x, foot) in enumerate(zip(X, feet, strict=True)):
        least, across = i == int(np.argmin(margins)), x - foot
        if not across.any():
            continue
        middle = (x + foot) / 2
        look = {"color": INK, "lw": 1.8} if least else {"color": SOFT, "lw": 0.9}
        line(ax, across, -across @ middle, **look)
        if least:
            ax.plot(*np.array([x, foot]).T, color=ACCENT, lw=1.4, ls="--")
    ax.plot(*X.T, "o", color=POSITIVE, ms=8)
    ax.set(xlim=(-1.25, 1.25), ylim=(-1.25, 1.25), aspect="equal", xlabel="$x_1$", ylabel="$x_2$")
    return float(min(margins))


def _circle():
    from matplotlib.patches import Circle

    return Circle((0, 0), 1, fill=False, color=SOFT, lw=0.8, ls=":")


def squared_ratio(ax, n, ratio) -> None:
    """R²/ρ² of n shattered points against n, beside n - 1, the line below which none may lie.

    Points below that line contradict a bound 1 + R²/ρ²; they are crossed.
    """
    n, ratio = np.asarray(n), np.asarray(ratio)
    ax.plot(n, n - 1, color=SOFT, lw=1, label="$n-1$")
    below = ratio < n - 1 - 1e-6
    ax.plot(n[~below], ratio[~below], "o", color=POSITIVE, label="$n$ even")
    ax.plot(n[below], ratio[below], "x", color=NEGATIVE, ms=8, mew=2, label="$n$ odd")
    ax.set(xlabel="points $n$", ylabel=r"$R^2/\rho^2$")
    ax.legend()


def bounds_and_errors(ax, names: list[str], errors, bounds: dict) -> None:
    """A row for each sample: the held-out error as a dot, and each bound as a mark."""
    rows = np.arange(len(names))[::-1]
    looks = (("|", NEGATIVE), ("D", GREEN), ("s", ACCENT), ("^", INK))
    ax.axvline(1, color=SOFT, lw=0.8, ls=":")
    for (label, values), (marker, color) in zip(bounds.items(), looks, strict=False):
        ax.plot(values, rows, marker, color=color, ms=7, mew=1.5, label=label)
    ax.plot(errors, rows, "o", color=POSITIVE, label="held-out error")
    ax.set_yticks(rows, names)
    ax.set(xlabel="chance of error", xlim=(-0.03, None))
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, 1.2), ncols=3)
