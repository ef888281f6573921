"""Who gets how much of the margin, and how do two bounds close on it?

Chapter *Relatives of the perceptron*: `race` and `hull` draw its two explorers.
"""

import numpy as np

from lib.figures.colors import BEST, INK, PAPER, SOFT
from lib.figures.points import hull_corners, place, rings, window
from lib.samples import Sample

MARKS = "o", "s", "D", "^", "v"


def race(ax, shares: dict, passes) -> str:
    """How much of the largest margin each learner has after so many passes, a line for each.

    `shares` maps a name to one share for each of `passes`; a negative one, where the weights do not
    separate, is drawn at 0.
    """
    for (name, share), mark in zip(shares.items(), MARKS, strict=False):
        ax.plot(passes, np.maximum(share, 0), f"-{mark}", color=INK, mfc=PAPER, ms=6, label=name)
    ax.axhline(1, color=BEST, lw=1)
    ax.set(xscale="log", xlabel="passes", ylabel="share of the margin", ylim=(-0.03, 1.06))
    ax.set_xticks((1, 10, 100), ("1", "10", "100"))
    ax.minorticks_off()
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    said = ", ".join(
        f"{name} {share[-1]:.0%}" if share[-1] > 0 else f"{name} none"
        for name, share in shares.items()
    )
    return f"Share of the margin after {passes[-1]} passes: {said}."


def hull(axes, sample: Sample, points, step: int) -> str:
    """The hull of the signed examples with a walk in it, beside the two bounds on the margin.

    The sample has two features, and a line through 0 separates it. `points`, shape (T, 2), are the
    walk's, one a round; it is shown up to a `step`, from 1 on. `axes` are two.
    """
    left, right = axes
    Z, walk = sample.signed, np.asarray(points)[:step]
    left.fill(*hull_corners(Z).T, color=SOFT, alpha=0.25, lw=0)
    left.plot(*Z.T, "o", color=INK, ms=5)
    left.plot(0, 0, "+", color=INK, ms=10)
    left.plot(*walk.T, "-", color=SOFT, lw=1)
    left.plot((0, walk[-1][0]), (0, walk[-1][1]), color=BEST, lw=2)
    left.plot(*walk[-1], "o", color=BEST, ms=7)
    worst = Z[(Z @ walk[-1]).argmin()]
    rings(left, worst, ms=13, mew=1.4)
    window(left, Z.min(axis=0) - 0.8, np.maximum(Z.max(axis=0), 0) + 0.8)
    rounds = np.arange(1, step + 1)
    long = np.linalg.norm(walk, axis=1)
    least = (walk @ Z.T).min(axis=1) / long
    right.plot(rounds, long, "-o", color=INK, ms=4, label="length")
    right.plot(rounds, least, "-s", color=INK, mfc=PAPER, ms=4, label="worst score")
    right.set(xlabel="round", xlim=(0, len(points) + 0.5), ylim=(-2, 4.5))
    right.legend(loc="lower right")
    return (
        f"After round {step} the point {place(walk[-1])} is {long[-1]:.2f} long, and the worst "
        f"score of its direction is {least[-1]:.2f}."
    )
