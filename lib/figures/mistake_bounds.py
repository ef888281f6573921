"""How many mistakes must a learner make? A game, boxes of pixels, terms on their levels.

Chapter *Mistake bounds*.
"""

import numpy as np

from lib.figures import letters
from lib.figures.colors import INK, PAPER, SOFT
from lib.figures.points import cells, many, named
from lib.figures.style import MARKERS, Picture, picture
from lib.mistake_bounds.bits import column, latex, literal_at
from lib.mistake_bounds.concepts import DecisionList
from lib.mistake_bounds.runs import MistakeRun
from lib.samples import Sample

STRAIGHT = 10  # examples that the axis of `learning` shows evenly, before it turns logarithmic
WORDS = {-1: "False", 1: "True"}
LINES = ("-", "--", ":", "-.")


def box(axes, mask: np.ndarray, shape: tuple[int, int], cuts: int) -> str:
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
        cells(ax, np.reshape(value, shape) / cuts, title)
        rows, columns = shape
        ax.plot([0, columns, columns, 0, 0], [0, 0, rows, rows, 0], color=SOFT, lw=1)
        # The key, as wide as the image: a cell for each amount.
        wide, ends = columns / (cuts + 1), (-1.6, -0.9)
        for amount in range(cuts + 1):
            left, right = wide * amount, wide * (amount + 1)
            look = {"color": INK, "alpha": amount / cuts, "lw": 0, "antialiased": False}
            ax.fill([left, right, right, left], np.repeat(ends, 2), **look)
        ax.plot([0, columns, columns, 0, 0], np.array(ends)[[0, 0, 1, 1, 0]], color=SOFT, lw=1)
        for x, amount in ((wide / 2, 0), (columns - wide / 2, cuts)):
            ax.text(x, -1.75, str(amount), ha="center", va="top")
        ax.text(columns / 2, -1.75, "part of its range", ha="center", va="top")
        ax.set(xlim=(-0.1, columns + 0.1), ylim=(-2.7, rows + 0.1))
    if torn := (floor > ceiling).sum():
        return f"{many(torn, 'pixel')} must lie above a cut and not above it, so nothing passes."
    return (
        f"{many((floor > 0).sum(), 'pixel')} must lie above part 0, and "
        f"{(ceiling < cuts).sum()} below part {cuts}; {(floor == ceiling).sum()} have no choice."
    )


def game(ax, sample: Sample, target) -> str:
    """The rounds of a game from top to bottom: the bits, what was said, and the label.

    `sample` holds the examples with their labels, each the opposite of what was said.
    """
    rows, n = sample.X.shape
    heads = [*(f"$x_{i}$" for i in range(1, n + 1)), "you say", "it is"]
    at = [*range(n), n + 0.9, n + 2.2]
    for x, head in zip(at, heads, strict=True):
        ax.text(x, 0, head, ha="center", va="center")
    for y, (bits, label) in enumerate(zip(sample.X, sample.y, strict=True), 1):
        for x, bit in enumerate(bits):
            ax.text(x, y, f"{bit:.0f}", ha="center", va="center")
        for x, value in ((at[-2], -label), (at[-1], label)):
            ax.text(x, y, WORDS[value], ha="center", va="center", color=MARKERS[int(value)][1])
        ax.axhline(y - 0.5, color=SOFT, lw=0.7)
    ax.set(xlim=(-0.6, n + 2.9), ylim=(rows + 0.5, -0.5))
    ax.set_axis_off()
    said = ", ".join(WORDS[-label] for label in sample.y.tolist())
    rule = written(target)
    return f"You say {said}: {rows} mistakes in {rows} rounds. The rule was {rule}."


def written(target) -> str:
    """A conjunction in words."""
    literals = sorted(target.literals, key=lambda literal: (abs(literal), literal < 0))
    parts = [f"x_{abs(literal)} = {int(literal > 0)}" for literal in literals]
    return letters.plain(r"\text{ and }".join(parts), small=True) if parts else "always True"


def levels(ax, run: MistakeRun, mistakes: int, target: DecisionList) -> str:
    """Each term of a run of `Levels` on its level, and from where the last mistake moved it.

    A column for each condition, with a square for the term that says False, and a circle for the
    one that says True. Numbers mark the target's rules.
    """
    n, state = target.n, run.states[mistakes]
    before = run.states[max(mistakes - 1, 0)]
    numbers = {(int(b > 0), column(a, n)): i for i, (a, b) in enumerate(target.rules, 1)}
    depth = max(int(run.states[-1].max()), len(target.rules))
    shift = {0: -0.18, 1: 0.18}  # side by side in a column
    for (label, j), level in np.ndenumerate(state):
        marker, color = MARKERS[1 if label else -1]
        x, rule = j + shift[label], numbers.get((label, j))
        if before[label, j] != level:
            ax.plot([x, x], [before[label, j], level], color=INK, lw=3)
        look = {"ms": 15, "mfc": PAPER, "mew": 1.6} if rule else {"ms": 6}
        ax.plot(x, level, marker, color=color, **look)
        if rule:
            ax.text(x, level, str(rule), ha="center", va="center_baseline")
    for level in range(1, depth):
        ax.axhline(level + 0.5, color=SOFT, lw=0.7)
    for label, said in enumerate(("says False", "says True")):
        marker, color = MARKERS[1 if label else -1]
        ax.plot([], [], marker, color=color, ms=6, label=said)
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, 0), ncols=2, handletextpad=0.1)
    ax.set(xlim=(-0.6, 2 * n + 0.6), ylim=(depth + 0.5, 0.5), ylabel="level")
    names = [f"${latex(literal_at(j, n))}$" for j in range(2 * n)]
    ax.set_xticks(range(2 * n + 1), [*names, "always"], fontsize=10.5)
    ax.set_yticks(range(1, depth + 1))
    ax.tick_params(length=0)
    ax.xaxis.tick_top()
    ax.spines[:].set_visible(False)
    at = ", ".join(map(str, run.levels(target)[mistakes]))
    if not mistakes:
        return f"Before the first mistake all {state.size} terms stand on level 1."
    shown = "".join(f"{bit:.0f}" for bit in run.sample.X[run.mistakes[mistakes - 1]])
    fell = many((before != state).sum(), "term")
    return (
        f"Mistake {mistakes}, on {shown}: {fell} fell from level "
        f"{before[before != state].min()}. Rules 1 to {len(target.rules)} of the target stand on "
        f"levels {at}."
    )


def learning(ax, runs: list[MistakeRun]) -> Picture:
    """Mistakes so far against examples seen, one line a learner, over the first pass."""
    firsts = {type(run.learner).__name__.lower(): run.when[run.when < run.sample.n] for run in runs}
    said, seen, height = [], runs[0].sample.n, -np.inf
    most = max(map(len, firsts.values()))
    by_count = sorted(firsts.items(), key=lambda item: len(item[1]))
    for (name, first), dashes in zip(by_count, LINES, strict=False):
        steps = [*range(len(first) + 1), len(first)]
        ax.step([0, *first + 1, seen], steps, where="post", color=INK, ls=dashes)
        height = max(len(first), height + 0.07 * most)  # no name covers another
        look = {"va": "center", "annotation_clip": False}
        named(ax, f"{name} {len(first)}", (seen, height), (6, 0), **look)
        said.append(f"{name} errs {len(first)} times, the last time on example {first[-1] + 1:,}")
    ax.set(xlabel="examples seen", ylabel="mistakes so far", ylim=(0, None))
    ax.set_xscale("symlog", linthresh=STRAIGHT)
    ax.set_xlim(0, seen)
    return picture(
        ax,
        f"Staircases of the mistakes so far against the examples seen, 0 to "
        f"{seen:,} on an axis that is logarithmic from {STRAIGHT} on, one for each "
        f"learner: {'; '.join(said)}.",
    )


def growth(ax, sizes, mistakes: dict, bound) -> str:
    """Mistakes against the number of bits, a line for each learner, and a bound, dashed."""
    ax.plot(sizes, bound, "--", color=SOFT, lw=1.2)
    for (name, counts), mark in zip(mistakes.items(), "osD", strict=False):
        ax.plot(sizes, counts, f"-{mark}", color=INK, mfc=PAPER, label=name)
    ax.set(xscale="log", yscale="log", xlabel="bits", ylabel="mistakes", ylim=(3, 3000))
    ax.set_yticks((5, 20, 100, 500), ("5", "20", "100", "500"))
    ax.minorticks_off()
    ax.legend(loc="upper left")
    (first, *others), last = mistakes, {name: counts[-1] for name, counts in mistakes.items()}
    said = ", ".join(
        [f"{first} errs {last[first]} times", *(f"{name} {last[name]} times" for name in others)]
    )
    return f"With {sizes[-1]:,} bits {said}. The bound for {first} is {bound[-1]}."


def tree(ax, shown: dict, rules: dict, labels: tuple[int, ...]) -> str:
    """A tree of examples, its root on the left, with the path of some labels strong.

    `shown` maps labels so far to the bits of the next example, `rules` all labels to the rule that
    explains them.
    """
    depth = len(labels)

    def place(path):
        return len(path), sum(-label * 2.0 ** (depth - i) for i, label in enumerate(path, 1))

    for path, bits in shown.items():
        for label in (-1, 1):
            on = labels[: len(path) + 1] == (*path, label)
            ends = np.array([place(path), place((*path, label))])
            ax.plot(*ends.T, color=INK if on else SOFT, lw=2.4 if on else 0.8)
        ax.text(*place(path), bits, ha="center", va="center", backgroundcolor=PAPER)
    for path, rule in rules.items():
        x, y = place(path)
        ax.text(x + 0.08, y, rule, ha="left", va="center")
    reach = 2.0**depth
    ax.text(0, reach, "up: False", ha="center", va="top")
    ax.text(0, -reach, "down: True", ha="center", va="bottom")
    ax.set(xlim=(-0.5, depth + 1.9), ylim=(-reach, reach))
    ax.set_axis_off()
    said = ", ".join(WORDS[-label] for label in labels)
    heard = ", ".join(WORDS[label] for label in labels)
    return (
        f"You say {said}: {many(depth, 'mistake')}. The labels {heard} are those of: "
        f"{rules[labels]}."
    )
