"""What may one update add to the length of w? The first page's picture of a step on a run."""

import numpy as np

from lib.figures.colors import INK, NOW
from lib.figures.points import named
from lib.figures.style import Picture, picture
from lib.runs import Run


def growth(ax, run: Run) -> Picture:
    """What each update adds to ‖w‖², under the R² that the step *growth* allows.

    >>> from lib.figures.style import blank
    >>> from lib.samples import EIGHT
    >>> from lib.perceptron import perceptron
    >>> growth(blank(), perceptron(EIGHT))
    Picture: What each of 5 updates adds to the square of the length: none adds more than...
    """
    t, before, w, radius = (run.updates[name] for name in ("t", "w_before", "w", "R"))
    added = (w**2).sum(axis=1) - (before**2).sum(axis=1)
    slack = radius**2 - added
    ax.axhline(radius**2, color=INK, ls="--", lw=1)
    named(ax, "$R^2$", (t[-1], radius**2), (0, 4), ha="right")
    ax.plot(t, added, "o", ms=4, color=NOW)
    ax.set(xlabel="updates $t$", ylabel=r"$\|w_t\|^2 - \|w_{t-1}\|^2$")
    ax.set(xlim=(0, None), ylim=(None, 1.15 * radius**2))
    least = np.argmin(slack)
    return picture(
        ax,
        f"What each of {run.M} updates adds to the square of the length: none adds more than R² = "
        f"{radius**2:.2f}, a dashed line. The least slack is {slack[least] + 0:.2f}, at update "
        f"{least + 1}; the greatest, {slack.max():.2f}, at update {np.argmax(slack) + 1}.",
    )
