"""Pictures of chapter *The logistic loss*: the slab of the weights, and where the weights go."""

import numpy as np

from lib.figures.colors import BEST, INK, NOW
from lib.figures.points import arrow, examples, line, many, slab, window
from lib.samples import Sample


def turning(axes, sample: Sample, paths: dict, u, η: float, steps: int) -> str:
    """The slab of a path's weights beside the widest, of the unit vector u; and the path itself.

    `paths` has the weights after 0, 1, 2, … steps of each size η.
    """
    left, right = axes
    path, Z = paths[η][: steps + 1], sample.signed
    w, gamma = path[-1], (Z @ u).min()
    long, least = np.linalg.norm(w), (Z @ w).min()
    examples(left, sample)
    slab(left, w, level=least, color=NOW)
    for side in (-gamma, gamma):
        line(left, u, side, color=BEST, lw=1.2, ls=":")
    farthest = max(np.linalg.norm(each[-1]) for each in paths.values())
    arrow(right, (0, 0), 1.1 * farthest * u, BEST, "$u$", "left", lw=1, ls="--")
    right.plot(*path.T, color=INK)
    arrow(right, (0, 0), w, NOW, "$w$", "upper left")
    right.plot(*w, "o", color=NOW, ms=5, gid="grip")
    window(right, (-0.1 * farthest,) * 2, (farthest,) * 2)
    for ax, title in ((left, "the slab"), (right, "the weights")):
        ax.set_title(title)
        ax.set_axis_off()
    away = np.degrees(np.arccos(w @ u / long))
    return (
        f"After {many(steps, 'step')} w is {long:.2f} long, {away:.2f}° from u, and the nearest "
        f"point is {least / long:.3f} from the line, {least / long / gamma:.1%} of γ."
    )
