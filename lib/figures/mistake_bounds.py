"""Pictures of chapter *Mistake bounds*: a game, boxes of pixels, terms on their levels, a tree."""

import numpy as np

from lib.figures import letters
from lib.figures.colors import INK, PAPER, SOFT
from lib.figures.points import cells, many, named_ends
from lib.figures.style import MARKERS
from lib.mistake_bounds.concepts import DecisionList, column
from lib.mistake_bounds.runs import MistakeRun
from lib.samples import Sample

WORDS = {-1: "False", 1: "True"}
LINES = ("-", "--", ":", "-.")


def box(axes, mask: np.ndarray, shape: tuple[int, int], cuts: int) -> str:
    """A conjunction of threshold bits over an image: each pixel's floor and ceiling.

    `mask` has shape (2 cuts d,): which bits of `threshold_bits` and their negations it holds. A
    pixel passes when the number of cuts below its value lies between the two.
    """
    plain, negated = np.asarray(mask).reshape(2, cuts, -1)
    height = np.arange(1, cuts + 1)[:, None]
    floor = (plain * height).max(axis=0)
    ceiling = np.where(negated, height - 1, cuts).min(axis=0)
    for ax, value, title in zip(axes, (floor, ceiling), ("at least", "at most"), strict=True):
        cells(ax, [np.arange(cuts + 1) / cuts], corner=(0, -2))  # the key
        cells(ax, np.reshape(value, shape) / cuts, title)
        rows, columns = shape
        for low, high, right in ((0, rows, columns), (-2, -1, cuts + 1)):
            ax.plot([0, right, right, 0, 0], [low, low, high, high, low], color=SOFT, lw=1)
        for x, words in ((0.5, "0"), (columns / 2, "part of its range"), (cuts + 0.5, f"{cuts}")):
            ax.text(x, -2.1, words, ha="center", va="top")
        ax.set(xlim=(-0.1, columns + 0.1), ylim=(-3.1, rows + 0.1))
    if torn := (floor > ceiling).sum():
        return f"{many(torn, 'pixel')} must be above a threshold and not above it: nothing passes."
    return (
        f"{many((floor > 0).sum(), 'pixel')} must lie above part 0, and "
        f"{(ceiling < cuts).sum()} below part {cuts}; {(floor == ceiling).sum()} pixels may lie in "
        "one part only."
    )


def game(ax, sample: Sample, target) -> str:
    """The rounds of a game from top to bottom: the bits, the answer, and the opposite label."""
    rounds, n = sample.X.shape
    rows = [[*(f"$x_{i}$" for i in range(1, n + 1)), "you say", "it is"]]
    for bits, label in zip(sample.X, sample.y, strict=True):
        rows.append([*(f"{bit:.0f}" for bit in bits), WORDS[-label], WORDS[label]])
    for y, row in enumerate(rows):
        for x, words in zip((*range(n), n + 0.9, n + 2.2), row, strict=True):
            ax.text(x, y, words, ha="center", va="center")
        ax.axhline(y + 0.5, color=SOFT, lw=0.7)
    ax.set(xlim=(-0.6, n + 2.9), ylim=(rounds + 0.5, -0.5))
    ax.set_axis_off()
    said = ", ".join(WORDS[-label] for label in sample.y.tolist())
    found = f"The conjunction was {written(target)}."
    return f"You say {said}: {rounds} mistakes in {rounds} rounds. {found}"


def written(target) -> str:
    """A conjunction in words."""
    literals = sorted(target.literals, key=lambda literal: (abs(literal), literal < 0))
    parts = [f"x_{abs(literal)} = {int(literal > 0)}" for literal in literals]
    return letters.plain(r"\text{ and }".join(parts), small=True) if parts else "always True"


def levels(ax, run: MistakeRun, mistakes: int, target: DecisionList) -> str:
    """Each term of a run of `Levels`, by its condition, on its level, and from where it fell."""
    n, state = target.n, run.states[mistakes]
    before = run.states[max(mistakes - 1, 0)]
    numbers = {(int(b > 0), column(a, n)): i for i, (a, b) in enumerate(target.rules, 1)}
    depth = max(int(run.states[-1].max()), len(target.rules))
    for (label, j), level in np.ndenumerate(state):
        marker, color = MARKERS[1 if label else -1]
        x, rule = j + (0.18 if label else -0.18), numbers.get((label, j))
        if before[label, j] != level:
            ax.plot([x, x], [before[label, j], level], color=INK, lw=3)
        look = {"ms": 15, "mfc": PAPER, "mew": 1.6} if rule else {"ms": 6}
        ax.plot(x, level, marker, color=color, **look)
        if rule:
            ax.text(x, level, str(rule), ha="center", va="center_baseline")
    for (marker, color), name in zip(MARKERS.values(), ("says False", "says True"), strict=True):
        ax.plot([], [], marker, color=color, ms=6, label=name)
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2, handletextpad=0.1)
    names = [rf"${literal}_{{{i}}}$" for literal in ("x", r"\bar x") for i in range(1, n + 1)]
    ax.set_xticks(range(2 * n + 1), [*names, "always"])
    ax.set(xlim=(-0.6, 2 * n + 0.6), ylim=(depth + 0.5, 0.5), ylabel="level")
    ax.set_yticks(range(1, depth + 1))
    at = ", ".join(map(str, run.levels(target)[mistakes]))
    if not mistakes:
        return f"Before the first mistake all {state.size} terms stand on level 1."
    shown = "".join(f"{bit:.0f}" for bit in run.sample.X[run.mistakes[mistakes - 1]])
    fell = many((before != state).sum(), "term")
    return (
        f"Mistake {mistakes}, on {shown}: {fell} fell from level {before[before != state].min()}. "
        f"Rules 1 to {len(target.rules)} of the target stand on levels {at}."
    )


def growth(ax, sizes, mistakes: dict, bound) -> str:
    """Mistakes against the number of bits, a line for each learner, and a bound, dashed."""
    ax.plot(sizes, bound, "--", color=SOFT, label="the bound")
    for (name, counts), mark in zip(mistakes.items(), "osD", strict=False):
        ax.plot(sizes, counts, f"-{mark}", color=INK, mfc=PAPER, label=name)
    ax.set(xscale="log", yscale="log", xlabel="bits", ylabel="mistakes", ylim=(3, 1000))
    named_ends(ax)
    last = {name: counts[-1] for name, counts in mistakes.items()}
    first, *others = last
    rest = "".join(f", {name} {last[name]} times" for name in others)
    return (
        f"With {sizes[-1]:,} bits {first} errs {last[first]} times{rest}. The bound for {first} is "
        f"{bound[-1]}."
    )


def tree(ax, shown: dict, rules: dict, labels: tuple[int, ...]) -> str:
    """A tree of examples, its root on the left, with the path of some labels strong.

    `shown` maps the labels so far to the bits of the next example, `rules` all labels to the rule
    that explains them.
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
    answers, heard = (", ".join(WORDS[sign * label] for label in labels) for sign in (-1, 1))
    return f"Answers {answers}: {many(depth, 'mistake')}. Labels {heard} fit: {rules[labels]}."
