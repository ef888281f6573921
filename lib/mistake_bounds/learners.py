"""Learners over bits that change only on a mistake: elimination, levels, halving, Winnow, others.

Balcan 2.1 and 2.2, Littlestone 1988. A learner holds no state of its own, so a run is its list of
mistakes, and a game can try every move from every state. In all classes start, predict and learn
are as in `Learner`.
"""

from dataclasses import dataclass, field

import numpy as np

from lib.checks import as_whole
from lib.mistake_bounds.concepts import as_bits, holding


@dataclass(frozen=True)
class Learner:
    """A learner of n bits.

    `start` is its first state; `encode(X)` checks examples, shape (m, n), and prepares their rows;
    `predict(state, rows)` labels these -1 or +1, shape (m,); `learn(state, row, label)` returns the
    state after a mistake, or raises ValueError when nothing in its class is consistent.
    """

    n: int

    def __post_init__(self):
        as_whole("n", self.n)

    def encode(self, X) -> np.ndarray:
        """The examples as floats, shape (m, n)."""
        return as_bits(X, self.n)


class Elimination(Learner):
    """Learn a conjunction: keep the literals that held in every positive example missed so far.

    A state is a mask of shape (2n,): which of x_1, …, x_n and their negations the hypothesis holds,
    at first all. It is True where all that it holds are.

    >>> Elimination(2).learn(np.ones(4, dtype=bool), np.array([1, 0]), 1)
    array([ True, False, False,  True])
    """

    @property
    def start(self):
        return np.ones(2 * self.n, dtype=bool)

    def predict(self, state, rows):
        return np.where(holding(state, rows), 1, -1)

    def learn(self, state, row, label):
        if label < 0:
            raise ValueError(
                "no consistent conjunction: this negative example satisfies every literal that "
                "held in the positive ones; use a richer class, such as decision lists"
            )
        return state & np.concatenate([row == 1, row == 0])


class Levels(Learner):
    """Learn a decision list: terms "literal, so label" move down a level when they are wrong.

    A state is a matrix of shape (2, 2n + 1): the level of each antecedent with label False (row 0)
    and True (row 1), at first 1. The highest level with a term that fires decides, by majority vote
    of its terms that fire; a tie is True.

    >>> Levels(1).learn(np.ones((2, 3), dtype=int), np.array([1]), -1)  # x1 => T and always => T
    array([[1, 1, 1],
           [2, 1, 2]])
    """

    @property
    def start(self):
        return np.ones((2, 2 * self.n + 1), dtype=int)

    def votes(self, state, rows) -> np.ndarray:
        """How many terms fire for False and for True on each row's deciding level; shape (m, 2)."""
        depth = state.max()
        on = (state == np.arange(1, depth + 1)[:, None, None]).astype(float)
        on = on.reshape(2 * depth, -1)
        plain, negated, always = on[:, : self.n], on[:, self.n : -1], on[:, -1]
        # Small whole numbers, so the sums are exact in any order.
        counts = rows @ (plain - negated).T + (negated.sum(axis=1) + always)
        counts = counts.reshape(-1, depth, 2)
        first = counts.any(axis=2).argmax(axis=1)
        return counts[np.arange(len(rows)), first]

    def predict(self, state, rows):
        against, for_true = self.votes(state, rows).T
        return np.where(for_true >= against, 1, -1)

    def learn(self, state, row, label):
        """Move the terms that fired on the deciding level for the wrong label one level down.

        Where a list fits, one of n + 1 rules does, whose default stays on level n + 1 or above.
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
    mask of the remaining concepts; a tie of them is True.

    >>> learner = Halving(1, [[-1, -1], [-1, 1], [1, -1], [1, 1]])  # all functions of one bit
    >>> learner.learn(learner.start, learner.encode([[0]])[0], -1)
    array([ True,  True, False, False])
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
    def start(self):
        return np.ones(len(self.table), dtype=bool)

    def encode(self, X):
        """The examples as columns of the table, shape (m, 1)."""
        powers = 2 ** np.arange(self.n - 1, -1, -1)
        return (as_bits(X, self.n) @ powers).astype(int)[:, None]

    def predict(self, state, rows):
        return np.where(self.table[state].sum(axis=0, dtype=int) >= 0, 1, -1)[rows[:, 0]]

    def learn(self, state, row, label):
        state = state & (self.table[:, row[0]] == label)
        if not state.any():
            raise ValueError(
                "no consistent concept: every concept of the class erred; use a larger class"
            )
        return state


class Perceptron(Learner):
    """The perceptron on lifted bits: True where ⟨w,(x,1)⟩ > 0. A state is w, shape (n + 1,).

    >>> Perceptron(2).learn(np.zeros(3), np.array([0, 1, 1]), -1)
    array([ 0., -1., -1.])
    """

    @property
    def start(self):
        return np.zeros(self.n + 1)

    def encode(self, X):
        X = as_bits(X, self.n)
        return np.hstack([X, np.ones((len(X), 1))])

    def predict(self, state, rows):
        return np.where(rows @ state > 0, 1, -1)  # whole numbers, so ties are exact

    def learn(self, state, row, label):
        return state + label * row


class Winnow(Learner):
    """Learn a disjunction of few bits: double the weights that were too small, drop the others.

    A state is w, shape (n,), all 1 at first; True is where ⟨w,x⟩ >= n. A miss doubles the weights
    of the bits that are 1, a false alarm sets them to 0. With r bits in the target there are at
    most 1 + 2r⌈log2 n⌉ mistakes (Littlestone 1988, Winnow1).

    >>> Winnow(2).learn(np.ones(2), np.array([1, 0]), 1)
    array([2., 1.])
    """

    @property
    def start(self):
        return np.ones(self.n)

    def predict(self, state, rows):
        return np.where(rows @ state >= self.n, 1, -1)

    def learn(self, state, row, label):
        if label < 0:
            return state * (1 - row)
        if not row @ state:
            raise ValueError(
                "no consistent disjunction: each bit of this positive example was 1 in a negative "
                "one; use a richer class, such as decision lists"
            )
        return state * (1 + row)
