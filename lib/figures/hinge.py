"""Pictures of hinge SGD: gaps along a run, and the slab at a step."""

import numpy as np

from lib.figures.plane import examples, line
from lib.figures.style import ACCENT, GREEN, INK, NEGATIVE, POSITIVE, SOFT
from lib.samples import Sample

LOOKS = ((ACCENT, "-"), (NEGATIVE, "--"), (POSITIVE, "-."), (GREEN, ":"))


def gaps(ax, curves: dict, bound=None, xlabel: str = "step") -> None:
    """Gaps to the optimum on logarithmic axes; `curves` maps a label to (steps, gaps).

    `bound`, another such pair, is drawn in ink.
    """
    for (label, (at, gap)), (color, style) in zip(curves.items(), LOOKS, strict=False):
        ax.plot(at, np.maximum(gap, 1e-12), style, color=color, label=label)
    if bound is not None:
        ax.plot(*bound, color=INK, lw=1, label="bound")
    ax.set(xscale="log", yscale="log", xlabel=xlabel, ylabel="gap")
    ax.legend()


def against_optimum(ax, sample: Sample, w, b: float, optimum) -> None:
    """A separator of a two-feature sample with its faces f = ±1, and the optimal one in green.

    `optimum` is a pair (w, b). A zero w has no line, and draws none.
    """
    examples(ax, sample)
    for (v, c), color in (((w, b), INK), (optimum, GREEN)):
        for side in (-1, 0, 1) if np.any(v) else ():
            style = {"lw": 1.6} if side == 0 else {"lw": 0.9, "ls": "--"}
            line(ax, v, c + side, color=color, **style)


def losses_at(ax, sample: Sample, w, b: float) -> None:
    """The hinge loss as a function of the margin y f, and each example of the sample on it."""
    from lib.descent import hinge_loss, zero_one_loss

    margins = sample.y * (sample.X @ np.asarray(w) + b)
    ticks = np.linspace(min(margins.min(), -0.5) - 0.2, max(margins.max(), 1.5) + 0.2, 601)
    ax.plot(ticks, hinge_loss(ticks), color=POSITIVE, label="hinge")
    ax.plot(ticks, zero_one_loss(ticks), color=INK, lw=1, label="0/1")
    ax.plot(margins, hinge_loss(margins), ".", color=ACCENT, ms=5, label="examples")
    ax.axvline(1, color=SOFT, lw=0.8, ls=":")
    ax.set(xlabel=r"margin $y f(x)$", ylabel="loss")
    ax.legend()
