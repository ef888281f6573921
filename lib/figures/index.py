"""Pictures of the first page: digits, weights, and what an update adds to the length of w."""

import numpy as np

from lib.figures.colors import INK, NOW
from lib.figures.points import cells, named, weights
from lib.figures.style import Picture, picture
from lib.runs import Run
from lib.samples import Sample

HALF = np.arange(64) % 8 < 4  # of 8 by 8 pixels, the left ones


def ink_and_weights(axes, sample: Sample, w) -> Picture:
    """A digit 3 (-1), an 8 (+1), 64 pixels of ink from 0 to 1 each, and weights, a drawing each."""
    for ax, ink, y in zip(axes[:2], sample.X, sample.y, strict=True):
        cells(ax, ink, "8" if y > 0 else "3")
    weights(axes[2], w)
    first, second = ("an 8" if y > 0 else "a 3" for y in sample.y)
    left, whole = (np.abs([part.clip(0).sum(), part.clip(max=0).sum()]) for part in (w[HALF], w))
    blue, orange = left / whole
    return picture(
        axes,
        f"{first.capitalize()}, {second}, and 64 weights. Of the blue weight {blue:.0%} is in the "
        f"left half, of the orange {orange:.0%}.",
    )


def growth(ax, run: Run) -> Picture:
    """What each update adds to ‖w‖², under the R² that the step *growth* allows."""
    t, before, w, radius = (run.updates[name] for name in ("t", "w_before", "w", "R"))
    added = (w**2).sum(axis=1) - (before**2).sum(axis=1)
    ax.axhline(radius**2, color=INK, ls="--", lw=1)
    named(ax, "$R^2$", (t[-1], radius**2), "upper left")
    ax.plot(t, added, "o", ms=4, color=NOW)
    ax.set(xlabel="updates $t$", ylabel=r"$\|w_t\|^2 - \|w_{t-1}\|^2$")
    ax.set(xlim=(0, None), ylim=(None, 1.15 * radius**2))
    return picture(
        ax,
        f"What each of {run.M} updates adds to the square of the length: from {added.min():.2f} to "
        f"{added.max():.2f}, and none more than R² = {radius**2:.2f}, a dashed line.",
    )
