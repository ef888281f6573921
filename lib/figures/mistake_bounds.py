"""Pictures of the mistake-bound model: boxes of pixels, literals left, terms on their levels."""

import numpy as np

from lib.figures.colors import BEST, INK, NEGATIVE, NOW, POSITIVE, SOFT
from lib.figures.style import Picture, picture
from lib.mistake_bounds.bits import column, latex, literal_at
from lib.mistake_bounds.concepts import DecisionList
from lib.mistake_bounds.runs import MistakeRun

STRAIGHT = 10  # examples that the axis of `learning` shows evenly, before it turns logarithmic


def box(axes, mask: np.ndarray, shape: tuple[int, int], cuts: int) -> Picture:
    """A conjunction of threshold bits over an image: each pixel's floor and ceiling.

    `mask` has shape (2 cuts d,): which bits of `threshold_bits` and their negations the conjunction
    holds; its cuts divide each pixel's own range. A pixel passes when the number of cuts below its
    value lies between the two.
    """
    plain, negated = np.asarray(mask).reshape(2, cuts, -1)
    height = np.arange(1, cuts + 1)[:, None]
    floor = (plain * height).max(axis=0)
    ceiling = np.where(negated, height - 1, cuts).min(axis=0)
    for ax, value, title in zip(axes, (floor, ceiling), ("at least", "at most"), strict=True):
        ax.imshow(value.reshape(shape), cmap="gray_r", vmin=0, vmax=cuts)
        ax.set(xticks=[], yticks=[], title=title)
        ax.spines[:].set_visible(True)
    least, most = (
        ", ".join("".join(map(str, row)) for row in value.reshape(shape))
        for value in (floor, ceiling)
    )
    return picture(
        axes,
        f"Two images of {shape[0]} rows of {shape[1]} pixels. Each pixel's own range is cut into "
        f"{cuts + 1} equal parts, from 0, drawn white, to {cuts}, drawn black. Left, the least "
        f"darkness: {(floor > 0).sum()} pixels must lie above their part 0. Row by row: {least}. "
        f"Right, the most: {(ceiling == cuts).sum()} pixels may lie in their part {cuts}. Row by "
        f"row: {most}.",
    )


def literals(ax, run: MistakeRun, target) -> Picture:
    """|h_t| along a run of `Elimination`, from n at the first mistake, between its two lines."""
    size = np.array([state.sum() for state in run.states])[1:]
    t, n, k = np.arange(1, run.M + 1), run.sample.d, len(target.literals)
    last = n + 1 - k
    ax.plot([1, last], [n, k], color=NEGATIVE, label=r"$n+1-t$")
    ax.step(t, size, where="mid", color=INK, lw=1)
    ax.plot(t, size, "o", ms=3, color=POSITIVE, label=r"$|h_t|$")
    ax.axhline(k, color=BEST, ls="--", lw=1.2, label=r"$|c|$")
    ax.set(xlabel="mistakes $t$", ylabel="literals", xlim=(0, last * 1.02), ylim=(0, n * 1.04))
    ax.legend(loc="upper right")
    return picture(
        ax,
        f"Against the mistakes, a straight line falls from {n} literals at the first one to {k} at "
        f"mistake {last}. Dots for the literals left start at {size[0]}, are at "
        f"{size[run.M // 2]} after {run.M // 2 + 1} mistakes, and end at {size[-1]} after {run.M}; "
        f"a dashed line marks the {k} literals of the target.",
    )


def levels(ax, state: np.ndarray, target: DecisionList) -> None:
    """Each term of a `Levels` state on its level; a frame and its number mark the target's rules.

    Two rows a level: terms that say False, and terms that say True.
    """
    n = target.n
    numbers = {(int(b > 0), column(a, n)): i for i, (a, b) in enumerate(target.rules, 1)}
    depth = max(int(state.max()), len(target.rules))
    for (label, j), level in np.ndenumerate(state):
        color, word = (POSITIVE, "T") if label else (NEGATIVE, "F")
        place = {"x": j, "y": level + (0.2 if label else -0.2), "color": color}
        look = {"ha": "center", "va": "center", "fontsize": 10 if n < 3 else 9}
        text, rule = rf"${latex(literal_at(j, n))}\Rightarrow$ {word}", numbers.get((label, j))
        if rule:
            look["bbox"] = {"boxstyle": "round,pad=0.25", "fc": "white", "ec": INK}
            text += f"  ({rule})"
        ax.text(s=text, **place, **look)
    for level in range(1, depth):
        ax.axhline(level + 0.5, color=SOFT, lw=0.7)
    ax.set(xlim=(-0.7, 2 * n + 0.7), ylim=(depth + 0.5, 0.5), xticks=[], ylabel="level")
    ax.set_yticks(range(1, depth + 1))
    ax.spines["bottom"].set_visible(False)


def learning(ax, runs: list[MistakeRun]) -> Picture:
    """Mistakes so far against examples seen, one line a learner, over the first pass."""
    said = []
    for run, color in zip(runs, (POSITIVE, NEGATIVE, BEST, NOW), strict=False):
        first = run.when[run.when < run.sample.n]
        seen = [0, *first + 1, run.sample.n]
        name = type(run.learner).__name__.lower()
        ax.step(seen, [*range(len(first) + 1), len(first)], where="post", color=color, label=name)
        said.append(f"{name} errs {len(first)} times, the last time on example {first[-1] + 1:,}")
    ax.set(xlabel="examples seen", ylabel="mistakes so far", ylim=(0, None))
    ax.set_xscale("symlog", linthresh=STRAIGHT)
    ax.set_xlim(0, runs[0].sample.n)
    ax.legend(loc="upper left")
    return picture(
        ax,
        f"Staircases of the mistakes so far against the examples seen, 0 to "
        f"{runs[0].sample.n:,} on an axis that is logarithmic from {STRAIGHT} on, one for each "
        f"learner: {'; '.join(said)}.",
    )
