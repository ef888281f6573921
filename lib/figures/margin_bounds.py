"""Pictures of chapter *A margin that was found*: coins, a bound's parts, a learner's errors."""

import numpy as np

from lib.figures.colors import BEST, INK, PAPER, SOFT
from lib.figures.points import many, marks

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
    right.plot(sizes, np.power(sizes, -0.5), "--", color=SOFT, lw=1.2, label=r"$R/\sqrt{n}$")
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
    starts = np.cumsum(parts, axis=1) - parts
    for width, start, color, name in zip(parts.T, starts.T, (INK, SOFT, PAPER), PARTS, strict=True):
        right.barh(rows, width, 0.55, start, color=color, ec=INK, lw=1, label=name)
    right.plot((0.5, 0.5), (-0.5, len(gammas) - 0.5), ":", color=SOFT, lw=1)
    right.plot(parts[k - 1].sum() + 0.06, rows[k - 1], "<", color=BEST, ms=9)
    right.set_yticks(rows, [f"{g:.3g}" for g in gammas])
    right.set(ylabel="margin of the list", xlabel="bound", xlim=(0, 1.4))
    right.set_ylim(-0.5, len(gammas) + 1.9)  # with room for the legend
    right.legend(loc="upper right")
    return (
        f"With the margin {gamma:.3g}, {np.sum(on > 0)} of {many(len(on), 'digit')} are within it, "
        f"and the bound is {seen:.3f} + {coined:.3f} + {luck:.3f} = {parts[k - 1].sum():.3f}."
    )


def opposed(ax, y, wrong, said: list[str]) -> None:
    """For each labeling, a row of y, the points where a learner errs, shaded, and how many, above.

    `wrong` has the chance of an error on each point, and `said` what the learner says there, or
    "seen"; lines part the labelings that differ where they are seen.
    """
    (count, d), errors = y.shape, wrong.sum(axis=1)
    for i, up in enumerate(range(-1, -d - 1, -1)):
        for chance in (0.5, 1):
            at = np.flatnonzero(wrong[:, i] == chance)
            ax.plot(at, 0 * at + up, "s", color=SOFT, alpha=chance / 1.5, ms=8, mew=0)
        marks(ax, y[:, i], np.arange(count), np.full(count, up), ms=4.5, mew=0)
        ax.text(count, up, f"{wrong[:, i].sum():g} of {count}", va="center_baseline")
    ax.bar(range(count), errors, 0.75, color=np.where(errors < errors.max(), SOFT, INK))
    ax.plot((-0.5, count - 0.5), [errors.mean()] * 2, "--", color=BEST)
    ax.text(count, errors.mean(), f"mean {errors.mean():g}", color=BEST, va="center")
    same = 2 ** (d - said.count("seen"))
    ax.vlines(np.arange(0, count + 1, same) - 0.5, -d - 0.5, -0.5, color=SOFT, lw=0.8)
    ax.set(xlim=(-0.6, count - 0.4), ylim=(-d - 0.6, d - 1), xticks=(), yticks=(), frame_on=False)
    ax.set_yticks(range(-d, d), [*said[::-1], *range(d - 1), f"errors {d - 1}"], minor=True)
