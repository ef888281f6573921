"""What does slack buy, and at which price? Stems of slack, the price, the choice of C.

Chapter *Soft margins*.
"""

import numpy as np

from lib.figures.colors import INK, SOFT
from lib.figures.max_margin import slab
from lib.figures.points import RING, named
from lib.figures.style import Picture, picture
from lib.soft_margin import Tuning
from lib.svm.solution import Solution


def slack(ax, solution: Solution) -> Picture:
    """The slab, and a stem from each example that has slack to its face, with the slack beside.

    >>> from lib.figures.style import blank
    >>> from lib.samples import EIGHT
    >>> from lib.soft_margin import soft_margin
    >>> print(slack(blank(), soft_margin(EIGHT, 0.1)).text[-64:])
    oss. A stem leads to the face from each slack: 0.4 at example 4.
    """
    sample, w, said = solution.sample, solution.w, []
    text = slab(ax, solution).text
    for row in np.flatnonzero(solution.xi > 1e-6):
        x, xi = sample.X[row], solution.xi[row]
        face = x + sample.y[row] * xi * w / (w @ w)
        ax.plot(*np.array([x, face]).T, color=INK, lw=1.6)
        up = sample.y[row] * w[1] > 0  # where the stem leads, and the words do not
        named(ax, f"ξ = {xi:.3g}", x, (8, -20) if up else (0, 12), ha="center")
        said.append(f"{xi:.3g} at example {row}")
    return picture(ax, f"{text} A stem leads to the face from each slack: {', '.join(said)}.")


def price(ax, Cs, solutions: list[Solution]) -> Picture:
    """Half-width 1/‖w‖ and total slack Σξ against C, on logarithmic axes.

    >>> from lib.figures.style import blank
    >>> from lib.samples import EIGHT
    >>> from lib.soft_margin import soft_margin
    >>> price(blank(), [0.1, 1], [soft_margin(EIGHT, C) for C in (0.1, 1)])
    Picture: Two curves against C from 0.1 to 1, all axes logarithmic. The dashed total...
    """
    widths, slacks = [s.half_width for s in solutions], [s.xi.sum() for s in solutions]
    ax.plot(Cs, widths, color=INK, label=r"$1/\|w\|$")
    ax.plot(Cs, slacks, color=INK, ls="--", label=r"$\sum\xi$")
    ax.set(xscale="log", yscale="log", xlabel="$C$")
    ax.legend(loc="center left")
    still = np.isclose(widths, widths[-1], rtol=1e-4) & np.isclose(slacks, slacks[-1], rtol=1e-4)
    return picture(
        ax,
        f"Two curves against C from {Cs[0]:g} to {Cs[-1]:g}, all axes logarithmic. The dashed "
        f"total slack lies above and falls from {slacks[0]:.1f} to {slacks[-1]:.1f}; the "
        f"solid half-width falls from {widths[0]:.2f} to {widths[-1]:.2f}. Both are level from "
        f"C = {Cs[still.argmax()]:.3g} on.",
    )


def tuning(ax, crossed: Tuning, single: Tuning) -> Picture:
    """The held-out error against C by cross-validation, a thin line a fold, and by one holdout.

    A ring marks the best C of each.

    >>> from lib.figures.style import blank
    >>> from lib.samples import EIGHT
    >>> from lib.soft_margin import holdout, tune_C
    >>> rng = np.random.default_rng(0)
    >>> single = tune_C(EIGHT, [0.1, 1], [holdout(EIGHT, 0.5, rng)])
    >>> tuning(blank(), single, single)
    Picture: The held-out error against C from 0.1 to 1, logarithmic. The solid curve, 1...
    """
    ax.plot(crossed.Cs, crossed.errors, color=SOFT, lw=0.6)
    said = []
    for found, style, name, label in (
        (crossed, "-", "solid", f"{crossed.errors.shape[1]} folds"),
        (single, "--", "dashed", "one validation set"),
    ):
        ax.plot(found.Cs, found.mean, style, color=INK, label=label)
        ax.plot(found.best, found.mean.min(), mec=INK, clip_on=False, **RING)
        said.append(
            f"The {name} curve, {label}, begins at {found.mean[0]:.3f}, is lowest first at "
            f"C = {found.best:.3g} with {found.mean.min():.3f}, where a ring is, and ends at "
            f"{found.mean[-1]:.3f}."
        )
    ax.set(xscale="log", xlabel="$C$", ylabel="error", ylim=(0, None))
    ax.legend()
    return picture(
        ax,
        f"The held-out error against C from {crossed.Cs[0]:g} to {crossed.Cs[-1]:g}, logarithmic. "
        f"{' '.join(said)} Thin gray lines, one a fold, reach up to {crossed.errors.max():.2f}.",
    )
