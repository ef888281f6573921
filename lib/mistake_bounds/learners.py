"""Learners over bits that change only on a mistake: elimination, levels, halving, Winnow, others.

Chapter *Mistake bounds*; Balcan 2.1 and 2.2, Littlestone 1988. A learner holds no state of its own:
`start` is the first state, `encode` checks and prepares examples, `predict` labels them in a given
state, and `learn` returns the state after a mistake. So a run is its list of mistakes, a block of
examples is searched at once, and a game can try every move from every state.
"""

from dataclasses import dataclass, field

import numpy as np

from lib.checks import as_whole
from lib.mistake_bounds.bits import as_bits, holding, latex, literal_at

NO_CONJUNCTION = (
    "no consistent conjunction: this negative example satisfies every literal that held in the "
    "positive ones; use a richer class, such as decision lists"
)


@dataclass(frozen=True)
class Learner:
    """A learner of n bits."""

    n: int

    def __post_init__(self):
        as_whole("n", self.n)

    def encode(self, X) -> np.ndarray:
        """The examples as floats, shape (m, n)."""
        return as_bits(X, self.n)


class Elimination(Learner):
    """Learn a conjunction: keep the literals that held in every positive example missed so far.

    A state is a mask of shape (2n,): which of x_1, …, x_n and their negations the hypothesis holds.

    >>> from lib.mistake_bounds.runs import learn_online
    >>> from lib.samples import Sample
    >>> learn_online(Elimination(2), Sample([[0, 1], [1, 0], [1, 1]], [-1, 1, -1], "three"))
    Elimination on 'three': 1 mistakes, 2 passes, halted
    """

    @property
    def start(self) -> np.ndarray:
        """All 2n literals: False on every example."""
        return np.ones(2 * self.n, dtype=bool)

    def predict(self, state, rows) -> np.ndarray:
        """+1 where every literal of the hypothesis holds, else -1; shape (m,)."""
        return np.where(holding(state, rows), 1, -1)

    def learn(self, state, row, label) -> np.ndarray:
        """Remove the literals that fail on a positive example.

        Raises ValueError on a negative example that the hypothesis accepts.
        """
        if label < 0:
            raise ValueError(NO_CONJUNCTION)
        return state & np.concatenate([row == 1, row == 0])


class Levels(Learner):
    """Learn a decision list: terms "literal, so label" move down a level when they are wrong.

    A state is a matrix of shape (2, 2n + 1): the level, from 1, of each antecedent with label False
    (row 0) and True (row 1). The highest level with a term that fires decides, by majority vote of
    its terms that fire; a tie is True.

    >>> from lib.mistake_bounds.runs import learn_online
    >>> from lib.samples import Sample
    >>> learn_online(Levels(2), Sample([[0, 1], [1, 0], [1, 1]], [-1, 1, -1], "three"))
    Levels on 'three': 3 mistakes, 2 passes, halted
    """

    @property
    def start(self) -> np.ndarray:
        """All 4n + 2 terms on level 1."""
        return np.ones((2, 2 * self.n + 1), dtype=int)

    def encode(self, X) -> np.ndarray:
        """The examples as floats, shape (m, n)."""
        return as_bits(X, self.n).astype(np.float32)

    def votes(self, state, rows) -> np.ndarray:
        """How many terms fire for False and for True on each row's deciding level; shape (m, 2)."""
        depth = state.max()
        on = (state == np.arange(1, depth + 1)[:, None, None]).astype(np.float32)
        on = on.reshape(2 * depth, -1)
        plain, negated, always = on[:, : self.n], on[:, self.n : -1], on[:, -1]
        # Small whole numbers, so the sums are exact in any order.
        counts = rows @ (plain - negated).T + (negated.sum(axis=1) + always)
        counts = counts.reshape(-1, depth, 2)
        first = counts.any(axis=2).argmax(axis=1)
        return counts[np.arange(len(rows)), first]

    def predict(self, state, rows) -> np.ndarray:
        """The majority of each row's deciding level; shape (m,)."""
        against, for_true = self.votes(state, rows).T
        return np.where(for_true >= against, 1, -1)

    def learn(self, state, row, label) -> np.ndarray:
        """Move the terms that fired on the deciding level for the wrong label one level down.

        Raises ValueError when that level lies below n + 1: some list with at most n + 1 rules
        would fit any examples that a list fits, and its default rule stays on level n + 1 or above.
        """
        fired, wrong = np.concatenate([row == 1, row == 0, [True]]), int(label < 0)
        level = state[:, fired].min()
        if level > self.n + 1:
            raise ValueError(
                f"no consistent decision list: a mistake on level {level}, and {self.n + 1} levels "
                f"hold every list over n={self.n} bits; cut finer bits, or use the perceptron"
            )
        state = state.copy()
        state[wrong, fired & (state[wrong] == level)] += 1
        return state

    def written(self, state) -> list[str]:
        """The set of terms on each level, for the page; a term is "literal implies label"."""
        return [
            r",\ ".join(
                rf"{latex(literal_at(j, self.n))}\Rightarrow \mathrm{{{word}}}"
                for j in range(2 * self.n + 1)
                for label, word in ((1, "T"), (0, "F"))
                if state[label, j] == level
            )
            for level in range(1, state.max() + 1)
        ]


def distinct(table) -> np.ndarray:
    """The different rows of a table of labels, -1 or +1, one concept a row; else ValueError."""
    table = np.asarray(table)
    if table.ndim != 2 or table.size == 0 or not np.isin(table, (-1, 1)).all():
        raise ValueError(f"table has shape {table.shape}; give labels -1 or +1, one concept a row")
    return np.unique(table.astype(np.int8), axis=0)


@dataclass(frozen=True, eq=False)
class Halving(Learner):
    """Learn any finite class: predict with the majority of the concepts not yet struck out.

    `table` holds the labels of each concept on all 2^n examples, one concept a row. A state is a
    mask of the remaining concepts.

    >>> from lib.mistake_bounds.runs import learn_online
    >>> from lib.samples import Sample
    >>> learner = Halving(1, [[-1, -1], [-1, 1], [1, -1], [1, 1]])  # all functions of one bit
    >>> learn_online(learner, Sample([[0], [1]], [-1, -1], "two"))
    Halving on 'two': 2 mistakes, 2 passes, halted
    """

    table: np.ndarray = field(repr=False)

    def __post_init__(self):
        super().__post_init__()
        table = distinct(self.table)
        if table.shape[1] != 2**self.n:
            raise ValueError(
                f"table has {table.shape[1]} columns; give one for each of the 2^{self.n} = "
                f"{2**self.n} examples"
            )
        object.__setattr__(self, "table", table)

    @property
    def start(self) -> np.ndarray:
        """Every concept of the class, each function once."""
        return np.ones(len(self.table), dtype=bool)

    def encode(self, X) -> np.ndarray:
        """The examples as columns of the table, shape (m, 1)."""
        powers = 2 ** np.arange(self.n - 1, -1, -1)
        return (as_bits(X, self.n) @ powers).astype(int)[:, None]

    def predict(self, state, rows) -> np.ndarray:
        """The majority of the remaining concepts; a tie is True. Shape (m,)."""
        return np.where(self.table[state].sum(axis=0, dtype=int) >= 0, 1, -1)[rows[:, 0]]

    def learn(self, state, row, label) -> np.ndarray:
        """Strike out the concepts that were wrong. Raises ValueError when none is left."""
        state = state & (self.table[:, row[0]] == label)
        if not state.any():
            raise ValueError(
                "no consistent concept: every concept of the class erred; use a larger class"
            )
        return state


class Perceptron(Learner):
    """The perceptron on lifted bits: True where ⟨w,(x,1)⟩ > 0. A state is w, shape (n + 1,).

    >>> from lib.mistake_bounds.runs import learn_online
    >>> from lib.samples import Sample
    >>> learn_online(Perceptron(2), Sample([[0, 1], [1, 0], [1, 1]], [-1, 1, -1], "three"))
    Perceptron on 'three': 5 mistakes, 4 passes, halted
    """

    @property
    def start(self) -> np.ndarray:
        """Zero weights: False on every example."""
        return np.zeros(self.n + 1)

    def encode(self, X) -> np.ndarray:
        """The lifted examples, shape (m, n + 1)."""
        X = as_bits(X, self.n)
        return np.hstack([X, np.ones((len(X), 1))])

    def predict(self, state, rows) -> np.ndarray:
        """The side of the hyperplane; shape (m,). Whole numbers, so ties are exact."""
        return np.where(rows @ state > 0, 1, -1)

    def learn(self, state, row, label) -> np.ndarray:
        """Add y x."""
        return state + label * row


class Winnow(Learner):
    """Learn a disjunction of few bits: double the weights that were too small, drop the others.

    A state is w, shape (n,), all 1 at first. The prediction is True where ⟨w,x⟩ >= n. A miss
    doubles the weights of the bits that are 1, a false alarm sets them to 0. With r bits in the
    target there are at most 1 + 2r⌈log2 n⌉ mistakes (Littlestone 1988, Winnow1).

    >>> from lib.mistake_bounds.runs import learn_online
    >>> from lib.samples import Sample
    >>> learn_online(Winnow(2), Sample([[0, 1], [1, 0], [1, 1]], [-1, 1, 1], "three"))
    Winnow on 'three': 1 mistakes, 2 passes, halted
    """

    @property
    def start(self) -> np.ndarray:
        """All weights 1."""
        return np.ones(self.n)

    def predict(self, state, rows) -> np.ndarray:
        """Whether the weights of the bits that are 1 reach n; shape (m,)."""
        return np.where(rows @ state >= self.n, 1, -1)

    def learn(self, state, row, label) -> np.ndarray:
        """Double or drop. Raises ValueError on a positive example whose bits are all dropped."""
        if label < 0:
            return state * (1 - row)
        if not row @ state:
            raise ValueError(
                "no consistent disjunction: each bit of this positive example was 1 in a negative "
                "one; use a richer class, such as decision lists"
            )
        return state * (1 + row)
