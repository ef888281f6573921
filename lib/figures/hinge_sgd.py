"""Pictures of hinge SGD: gaps along a run, and the slab at a step."""

import numpy as np

from lib.figures.colors import BEST, INK, NEGATIVE, NOW, POSITIVE, SOFT
from lib.figures.points import examples, line
from lib.figures.style import picture
from lib.perceptron_as_descent import hinge_loss, zero_one_loss
from lib.samples import Sample

LOOKS = ((NOW, "-"), (NEGATIVE, "--"), (POSITIVE, "-."), (BEST, ":"))


def gaps(ax, at, curves: dict, bound):
    """Gaps to the optimum after the steps `at`, on logarithmic axes, and a bound in ink.

    `curves` maps a label to as many gaps; `bound` has as many numbers too. Returns the Picture.
    """
    at, bound = np.asarray(at), np.asarray(bound)
    for (label, gap), (color, style) in zip(curves.items(), LOOKS, strict=False):
        ax.plot(at, np.maximum(gap, 1e-12), style, color=color, label=label)
    ax.plot(at, bound, color=INK, lw=1, label="bound")
    ax.set(xscale="log", yscale="log", xlabel="step", ylabel="gap")
    ax.legend()
    middle = int(np.searchsorted(at, np.sqrt(at[0] * at[-1])))
    said = "; ".join(
        f"{label} {gap[0]:.3g}, {np.max(gap):.3g}, {gap[middle]:.2g} and {gap[-1]:.2g}"
        for label, gap in curves.items()
    )
    lowest = [min(curves, key=lambda label: curves[label][i]) for i in range(len(at))]
    since = max((i + 1 for i in range(len(at)) if lowest[i] != lowest[-1]), default=0)
    return picture(
        ax,
        f"Both axes are logarithmic. Over steps {at[0]} to {at[-1]} the bound falls from "
        f"{bound[0]:.3g} to {bound[-1]:.3g}, soon in a straight line. The gaps are below it. At "
        f"step {at[0]}, at their highest, at step {at[middle]} and at step {at[-1]} they are: "
        f"{said}. From step {at[since]} on the lowest is {lowest[-1]}.",
    )


def against_optimum(ax, sample: Sample, w, b: float, optimum) -> None:
    """A separator of a two-feature sample with its faces f = ±1, and the optimal one in green.

    `optimum` is a pair (w, b). A zero w has no line, and draws none.
    """
    examples(ax, sample)
    for (v, c), color in (((w, b), INK), (optimum, BEST)):
        for side in (-1, 0, 1) if np.any(v) else ():
            style = {"lw": 1.6} if side == 0 else {"lw": 0.9, "ls": "--"}
            line(ax, v, c + side, color=color, **style)


def losses_at(ax, sample: Sample, w, b: float):
    """The hinge loss as a function of the margin y f, and each example of the sample on it.

    Returns the Picture.
    """
    margins = sample.y * (sample.X @ np.asarray(w) + b)
    ticks = np.linspace(min(margins.min(), -0.5) - 0.2, max(margins.max(), 1.5) + 0.2, 601)
    ax.plot(ticks, hinge_loss(ticks), color=POSITIVE, label="hinge")
    ax.plot(ticks, zero_one_loss(ticks), color=INK, lw=1, label="0/1")
    ax.plot(margins, hinge_loss(margins), ".", color=NOW, ms=5, label="examples")
    ax.axvline(1, color=SOFT, lw=0.8, ls=":")
    ax.set(xlabel=r"margin $y f(x)$", ylabel="loss")
    ax.legend()
    flat, wrong = int((margins >= 1 - 1e-6).sum()), int((margins <= 0).sum())
    return picture(
        ax,
        "The hinge loss falls in a straight line of slope −1, meets zero at margin 1, and stays "
        "zero. It is nowhere below the 0/1 loss, a step from one to zero at margin 0. The "
        f"{sample.n} examples are dots along the hinge loss: {flat} on its flat part, "
        f"{sample.n - flat - wrong} on the slope with margins between 0 and 1, and {wrong} with "
        f"margins at or below 0, the least {margins.min():.2f}.".replace("-", "−"),
    )
