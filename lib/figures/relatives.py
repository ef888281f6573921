"""Pictures of chapter *Relatives of the perceptron*: shares of the margin, bounds, budgets."""

import numpy as np

from lib.figures.colors import BEST, INK, NOW, PAPER, SOFT
from lib.figures.kernels import regions
from lib.figures.points import hull_corners, many, named_ends, place, rings, window
from lib.kernels.functions import Kernel
from lib.kernels.kernel_perceptron import KernelSeparator
from lib.samples import Sample

LINES = ("-", 2.4), ("--", 1.4), (":", 1.8), ("-.", 1.4), ("-", 1.0)


def race(ax, shares: dict, passes) -> str:
    """The shares of the largest margin after so many passes, a line a learner; none below 0."""
    for (name, share), (dashes, width) in zip(shares.items(), LINES, strict=False):
        lines = name.replace(" ", "\n").replace("–", "–\n")  # short ones leave the curves more room
        ax.plot(passes, np.maximum(share, 0), dashes, color=INK, lw=width, label=lines)
    ax.axhline(1, color=BEST, lw=1)
    ax.set(xscale="log", xlabel="passes", title="share of the margin", ylim=(-0.03, 1.06))
    named_ends(ax)
    reached = ", ".join(
        f"{name} {share[-1]:.0%}" if share[-1] > 0 else f"{name} none"
        for name, share in shares.items()
    )
    return f"Share of the margin after {passes[-1]} passes: {reached}."


def hull(axes, sample: Sample, points, step: int) -> str:
    """The hull of signed examples with the points of a walk, and the bounds on the margin."""
    left, right = axes
    Z, walk = sample.signed, np.asarray(points)[:step]
    left.fill(*hull_corners(Z).T, color=SOFT, alpha=0.25, lw=0)
    left.plot(*Z.T, "o", color=INK, ms=5)
    left.plot(0, 0, "+", color=INK, ms=10)
    left.plot(*walk.T, "-", color=SOFT, lw=1)
    left.plot(*np.transpose([(0, 0), walk[-1]]), "-o", color=BEST, ms=7, gid="grip")
    rings(left, Z[(Z @ walk[-1]).argmin()], ms=13)
    window(left, Z.min(axis=0) - 0.8, np.maximum(Z.max(axis=0), 0) + 0.8)
    rounds = np.arange(1, step + 1)
    long = np.linalg.norm(walk, axis=1)
    least = (walk @ Z.T).min(axis=1) / long
    right.plot(rounds, long, "-o", color=INK, ms=4, label="length", gid="grip")
    right.plot(rounds, least, "-s", color=INK, mfc=PAPER, ms=4, label="worst score")
    right.set(xlabel="round", xlim=(0, len(points) + 0.5), ylim=(-2, 4.5))
    right.legend(loc="lower right")
    return (
        f"After round {step} the point {place(walk[-1])} is {long[-1]:.2f} long, and the worst "
        f"score of its direction is {least[-1]:.2f}."
    )


def budget(axes, run, kernel: Kernel, counts: dict, most: int, rule: str, B: int) -> str:
    """The regions of the kept examples, and each rule's mistakes, {rule: {B: mistakes}}.

    `run` is a pair of the sample and the rows kept of it by a rule with room for B; `most` counts
    the mistakes without a budget.
    """
    (left, right), (sample, kept) = axes, run
    alpha = np.bincount(np.array(kept, dtype=int), minlength=sample.n).astype(float)
    regions(left, KernelSeparator(sample, kernel, alpha), slab=False)
    for (name, wrong), (dashes, width) in zip(counts.items(), LINES, strict=False):
        look = {"color": NOW, "zorder": 3} if name == rule else {"color": INK}
        right.plot([*wrong], [*wrong.values()], dashes, lw=width, label=name, **look)
    right.axhline(most, color=SOFT, lw=1)
    right.text(1, most, "no budget", color=INK, va="bottom")
    right.plot(B, counts[rule][B], "o", color=NOW, ms=8, gid="grip")
    right.set(xscale="log", yscale="log", xlabel="budget", title="mistakes", ylim=(30, 1800))
    right.set_xticks([*wrong], [*wrong])
    right.set_yticks(marked := [50, 100, 200, 400], marked)
    right.minorticks_off()
    right.legend(loc="upper right")
    spots = len(np.unique(sample.X[kept], axis=0))
    return (
        f"Rule {rule}, budget {B}: {counts[rule][B]} mistakes in five passes. Kept at "
        f"the end: {many(len(kept), 'flower')}, at {many(spots, 'point')}."
    )
