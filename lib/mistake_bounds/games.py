"""Games between a learner and an opponent who picks the examples: adversaries and exact values.

Balcan 2.1, Littlestone 1988. The opponent asks a deterministic learner what it would say, and
labels each example the other way.
"""

from collections.abc import Callable, Generator, Sequence
from functools import lru_cache, partial

import numpy as np

from lib.checks import as_whole
from lib.mistake_bounds.concepts import Conjunction, DecisionList, all_examples
from lib.mistake_bounds.learners import Learner, Levels, distinct
from lib.samples import Sample


def _without(n: int, *variables: int) -> np.ndarray:
    """The example of n bits that has 0 in these variables and 1 elsewhere."""
    return 1.0 - np.isin(np.arange(1, n + 1), variables)


def _opponent(n: int) -> Generator[np.ndarray, int, Conjunction]:
    """Examples, for each of which a label is sent, and at the end a conjunction with these labels.

    First 1…1. If it is True, one 0 at each place follows, and x_i is in the target where that is
    False. Else comes 01…1, from which x̄_1 can be in the target (label True) or x̄_2 can (label
    False); with that variable at 0 the others give one mistake each. With one bit, two labels
    False leave what is never True.
    """
    literals = set()
    if (yield _without(n)) < 0:
        literals = {-1} if (yield _without(n, 1)) > 0 else {-2} if n > 1 else {1, -1}
    zeros = [-literal for literal in literals if literal < 0]
    for i in range(1, n + 1):
        if i not in zeros and (yield _without(n, *zeros, i)) < 0:
            literals.add(i)
    return Conjunction(n, literals)


def _play(answer: Callable[[np.ndarray], int], n: int, name: str) -> tuple[Sample, Conjunction]:
    """The opponent's examples, labeled against the answers, and the conjunction behind them."""
    opponent = _opponent(n)
    rows, labels = [next(opponent)], []
    while True:
        labels.append(-answer(rows[-1]))
        try:
            rows.append(opponent.send(labels[-1]))
        except StopIteration as end:
            return Sample(rows, labels, name), end.value


def adversary(learner: Learner) -> tuple[Sample, Conjunction]:
    """The n + 1 mistakes that an opponent forces, as many as elimination ever makes.

    Returns the examples with their labels, and a conjunction that explains these.

    >>> from lib.mistake_bounds.learners import Perceptron
    >>> adversary(Perceptron(5))[0].n
    6
    """
    state = learner.start

    def answer(x):
        nonlocal state
        row = learner.encode(x[None])
        said = int(learner.predict(state, row)[0])
        state = learner.learn(state, row[0], -said)
        return said

    return _play(answer, learner.n, f"adversary, {type(learner).__name__}")


def against(answers: Sequence[int]) -> tuple[Sample, Conjunction]:
    """As `adversary`, against a learner with these answers, -1 or +1, one more than there are bits.

    >>> against([1, 1, -1])[0].y
    array([-1., -1.,  1.])
    """
    if len(answers) < 2 or not set(answers) <= {-1, 1}:
        raise ValueError(f"answers={list(answers)!r}; give two or more, each -1 or +1")
    said = iter(answers)
    return _play(lambda x: next(said), len(answers) - 1, "adversary")


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
    return len(deepest_tree(table)).bit_length()  # so deep a tree has 2^depth - 1 examples


def deepest_tree(table) -> dict[tuple[int, ...], int]:
    """A tree of examples, as deep as the class allows, each of whose paths some concept explains.

    The keys are labels so far, () at the root, and the values the example that is shown then, as a
    column of the `table`, which is as in `optimum`.

    >>> deepest_tree([[-1, -1], [-1, 1], [1, 1]])
    {(): 0}
    """
    table, tree = distinct(table), {}
    # Sets of concepts are whole numbers, by their bits.
    columns = [sum(1 << int(i) for i in np.flatnonzero(column > 0)) for column in table.T]
    choices = sorted({*columns})

    @lru_cache(None)
    def depth(alive: int) -> int:
        return max(map(partial(depth_below, alive), choices))

    def depth_below(alive: int, column: int) -> int:
        split = alive & column, alive & ~column
        return 1 + min(map(depth, split)) if all(split) else 0

    def grow(said: tuple[int, ...], alive: int, levels: int):
        if levels:
            column = max(choices, key=partial(depth_below, alive))
            tree[said] = columns.index(column)
            grow((*said, -1), alive & ~column, levels - 1)
            grow((*said, 1), alive & column, levels - 1)

    everything = (1 << len(table)) - 1
    grow((), everything, depth(everything))
    return tree
