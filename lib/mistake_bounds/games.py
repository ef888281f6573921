"""Games between a learner and an opponent who picks the examples: adversaries and exact values.

Balcan 2.1, Littlestone 1988. The opponent asks a deterministic learner what it would say, and
labels each example the other way.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial

import numpy as np

from lib.checks import as_whole
from lib.mistake_bounds.concepts import Conjunction, DecisionList, all_examples
from lib.mistake_bounds.learners import Learner, Levels, distinct
from lib.samples import Sample


def _play(learner: Learner, script: Callable[[list[int]], list[np.ndarray]], name: str) -> Sample:
    """Label each example of a script against the learner's prediction.

    The script depends on the labels so far; with more of them, its beginning stays the same.
    """
    state, rows, labels = learner.start, [], []
    while len(rows) < len(examples := script(labels)):
        x = examples[len(rows)]
        row = learner.encode(x[None])
        labels.append(-int(learner.predict(state, row)[0]))
        state = learner.learn(state, row[0], labels[-1])
        rows.append(x)
    return Sample(np.array(rows), np.array(labels), f"{name}, {type(learner).__name__}")


def _without(n: int, *variables: int) -> np.ndarray:
    """The example of n bits that has 0 in these variables and 1 elsewhere."""
    x = np.ones(n)
    x[[i - 1 for i in variables]] = 0
    return x


def adversary(learner: Learner) -> tuple[Sample, Conjunction]:
    """Balcan's opponent: n mistakes on examples with one 0 each, and a conjunction behind them.

    It holds x_i exactly when example i was labeled False.
    """
    n = learner.n
    examples = [_without(n, i) for i in range(1, n + 1)]
    sample = _play(learner, lambda said: examples, "adversary")
    return sample, Conjunction(n, frozenset(int(i) + 1 for i in np.flatnonzero(sample.y < 0)))


def sharp_adversary(learner: Learner) -> tuple[Sample, Conjunction]:
    """An opponent that forces n + 1 mistakes, as many as elimination ever makes.

    It shows 1…1. If the label is True, `adversary` follows. Else it shows 01…1 and learns that x̄_1
    can be in the target (label True) or x̄_2 can (label False); with that variable at 0 the others
    give one mistake each. With one bit, two labels False leave what is never True.
    """
    n = learner.n
    sample = _play(learner, lambda labels: _sharp(n, labels)[1], "sharp adversary")
    return sample, against([-int(label) for label in sample.y])[1]


def _sharp(n: int, labels: list[int]) -> tuple[set[int], list[np.ndarray], list[int]]:
    """The literals that labels have settled, the examples, and the variables of the last ones."""
    if labels[:1] != [-1]:
        settled = set()
    elif labels[1:2] != [-1]:
        settled = {-1}
    else:
        settled = {-2} if n > 1 else {1, -1}
    opening = [_without(n), _without(n, 1)][: 1 + bool(settled)]
    zeros = [-literal for literal in settled if literal < 0]
    asked = [i for i in range(1, n + 1) if i not in zeros]
    return settled, [*opening, *(_without(n, *zeros, i) for i in asked)], asked


def against(answers: Sequence[int]) -> tuple[Sample, Conjunction]:
    """What `sharp_adversary` shows to a learner with these answers, -1 or +1, in this order.

    There is one answer more than there are bits, and each is wrong.

    >>> against([1, 1, -1])[0].y
    array([-1., -1.,  1.])
    """
    if len(answers) < 2 or not set(answers) <= {-1, 1}:
        raise ValueError(f"answers={list(answers)!r}; give two or more, each -1 or +1")
    n, labels = len(answers) - 1, [-answer for answer in answers]
    settled, examples, asked = _sharp(n, labels)
    last = zip(asked, labels[len(examples) - len(asked) :], strict=True)
    kept = {i for i, label in last if label < 0}
    sample = Sample(examples, labels, "sharp adversary")
    return sample, Conjunction(n, frozenset(kept | settled))


def alternating(n: int) -> Sample:
    """n + 1 examples of the list x_1 T, x_2 F, x_3 T, …, else F, on which the perceptron errs most.

    The first is 0. In each other one a bit is 1, and those at odd distances behind it: so the first
    rule that fires is against all others that do. `n` is odd, so that the last rule says True.

    >>> alternating(3).X.astype(int).tolist(), alternating(3).y.astype(int).tolist()
    ([[0, 0, 0], [1, 1, 0], [0, 1, 1], [0, 0, 1]], [-1, 1, -1, 1])
    """
    if not as_whole("n", n) % 2:
        raise ValueError(f"n={n} is even; give an odd number, so that the last rule says True")
    X, y = np.zeros((n + 1, n)), np.where(np.arange(n + 1) % 2, 1, -1)
    for j in range(n):
        X[j + 1, [j, *range(j + 1, n, 2)]] = 1
    return Sample(X, y, f"alternating list of {n}")


def worst_sequence(
    learner: Learner, target: Conjunction | DecisionList, any_rule: bool = False
) -> np.ndarray:
    """The examples of a longest sequence of mistakes that `target` can draw; shape (M, n).

    Tries every example in every state that mistakes can reach, so keep n small. With `any_rule`, a
    `Levels` learner may follow any rule that fires on the deciding level, as Balcan allows.

    >>> from lib.mistake_bounds.learners import Elimination
    >>> worst_sequence(Elimination(2), Conjunction(2, [1]))
    array([[1., 0.],
           [1., 1.]])
    """
    if any_rule and not isinstance(learner, Levels):
        raise ValueError(f"any_rule=True with {type(learner).__name__}; only Levels has rules")
    X = all_examples(learner.n)
    rows, y, known = learner.encode(X), target(X), {}

    def longest(state: np.ndarray) -> tuple[int, ...]:
        key = state.tobytes()
        if key not in known:
            if any_rule:
                votes = learner.votes(state, rows)
                errs = np.where(y > 0, votes[:, 0], votes[:, 1]) > 0
            else:
                errs = learner.predict(state, rows) != y
            after = (
                (i, *longest(learner.learn(state, rows[i], y[i]))) for i in np.flatnonzero(errs)
            )
            known[key] = max(after, key=len, default=())
        return known[key]

    return X[list(longest(learner.start))]


def optimum(table: np.ndarray) -> int:
    """The best mistake bound of any deterministic learner for a class: its Littlestone dimension.

    `table` holds the labels of each concept on all examples, one concept a row, in -1 and +1. The
    opponent picks the example on which both labels leave the learner most to lose; each costs one
    mistake. Of no concept the dimension is -1. Keep the class small.

    >>> from lib.mistake_bounds.concepts import all_conjunctions
    >>> optimum(np.array([c(all_examples(2)) for c in all_conjunctions(2)]))
    3
    """
    if np.ndim(table) == 2 and len(table) == 0:
        return -1
    return _depths(distinct(table))[0]


def deepest_tree(table) -> dict[tuple[int, ...], int]:
    """A tree of examples, as deep as the class allows, each of whose paths some concept explains.

    The keys are labels so far, () at the root, and the values the example that is shown then, as a
    column of the `table`, which is as in `optimum`.

    >>> deepest_tree([[-1, -1], [-1, 1], [1, 1]])
    {(): 0}
    """
    table = distinct(table)
    depth, chosen = _depths(table)
    tree, columns = {}, [sum(1 << int(i) for i in np.flatnonzero(c > 0)) for c in table.T]

    def grow(said: tuple[int, ...], alive: int, depth: int):
        if depth:
            column = chosen(alive)
            tree[said] = columns.index(column)
            grow((*said, -1), alive & ~column, depth - 1)
            grow((*said, 1), alive & column, depth - 1)

    grow((), (1 << len(table)) - 1, depth)
    return tree


def _depths(table: np.ndarray):
    """The optimum of a class, and the example that attains it for each set of concepts left."""
    columns = sorted({sum(1 << int(i) for i in np.flatnonzero(column > 0)) for column in table.T})

    @lru_cache(None)
    def value(alive: int) -> int:
        return max(map(partial(worth, alive), columns), default=0)

    def worth(alive: int, column: int) -> int:
        split = alive & column, alive & ~column
        return 1 + min(map(value, split)) if all(split) else 0

    return value((1 << len(table)) - 1), lambda alive: max(columns, key=partial(worth, alive))
