"""Pictures of chapter *A margin that was found*: how weights fit coins, and a bound's parts."""

import numpy as np

from lib.figures.colors import BEST, INK, PAPER, SOFT
from lib.figures.points import many

PARTS = ("within the margin", "coins", "luck")


def coins(axes, fits, true: float, n: int, sizes, means) -> str:
    """How many labelings by coins of n examples are fitted how well, beside the mean by `sizes`.

    `fits` has the best mean score for each labeling, `means` their mean for each of `sizes`; `true`
    is the best mean score for the true labels.
    """
    left, right = axes
    left.hist(fits, np.linspace(0, 1.05, 43), color=SOFT)
    left.plot(true, 0, "D", color=BEST, ms=8, clip_on=False, zorder=3)
    left.set(xlabel="best mean score", ylabel="labelings", xlim=(0, 1.08), yticks=())
    spread = np.array([min(sizes), max(sizes)])
    right.plot(spread, spread**-0.5, "--", color=SOFT, lw=1.2, label=r"$R/\sqrt{n}$")
    right.plot(sizes, means, "o", color=INK, mfc=PAPER, ms=6, label="mean over labelings")
    right.plot(n, np.mean(fits), "o", color=INK, ms=8, gid="grip")
    right.set(xlabel="digits", xscale="log", yscale="log", ylim=(0.04, 1.4))
    right.legend(loc="lower left")
    return (
        f"Coins label {many(n, 'digit')}. The best weights have the mean score "
        f"{np.mean(fits):.3f} on average over the labelings, and {np.max(fits):.3f} at "
        f"most. With the true labels they have {true:.3f}."
    )


def promise(axes, distances, gammas, parts, k: int) -> str:
    """The examples on the ramp of the k-th margin, from 1 on, beside the parts of each bound.

    `distances` are the scores y⟨u,x⟩ for u of length 1; `parts` come from `margin_bounds`.
    """
    left, right = axes
    gamma, (seen, coined, luck) = gammas[k - 1], parts[k - 1]
    left.plot((-0.5, 0, gamma, 1), (1, 1, 0, 0), color=SOFT, lw=1.2)
    on = np.clip(1 - distances / gamma, 0, 1)
    left.plot(distances, on, "o", color=INK, mfc="none", ms=5, mew=0.8)
    left.set(xlabel="score", ylabel="counts as", xlim=(-0.4, 0.9), ylim=(-0.05, 1.08))
    rows = np.arange(len(gammas))[::-1]
    ends = np.cumsum(parts, axis=1)
    for part, color, label in zip(range(3), (INK, SOFT, PAPER), PARTS, strict=True):
        width = parts[:, part]
        right.barh(rows, width, 0.55, ends[:, part] - width, color=color, ec=INK, lw=1, label=label)
    right.plot((0.5, 0.5), (-0.5, len(gammas) - 0.5), ":", color=SOFT, lw=1)
    right.plot(ends[k - 1, 2] + 0.06, rows[k - 1], "<", color=BEST, ms=9)
    right.set_yticks(rows, [f"{g:.3g}" for g in gammas])
    right.set(ylabel="margin of the list", xlabel="bound", xlim=(0, 1.4))
    right.set_ylim(-0.5, len(gammas) + 1.9)  # with room for the legend
    right.legend(loc="upper right")
    return (
        f"With the margin {gamma:.3g}, {np.sum(on > 0)} of {many(len(on), 'digit')} are within it, "
        f"and the bound is {seen:.3f} + {coined:.3f} + {luck:.3f} = {parts[k - 1].sum():.3f}."
    )
