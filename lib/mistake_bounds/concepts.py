"""Conjunctions and decision lists over n bits, and which fits a sample. Balcan 2.1 and 2.2."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from numbers import Integral

import numpy as np

from lib.checks import as_whole
from lib.mistake_bounds.bits import antecedents, as_bits, column, holding, latex, literal_at
from lib.samples import Sample, of_sample


def _as_literal(literal, n: int) -> int:
    if not isinstance(literal, Integral) or not 1 <= abs(literal) <= n:
        raise ValueError(
            f"literal {literal!r}; with n={n} a literal is 1 to {n}, or minus that for negation"
        )
    return int(literal)


@dataclass(frozen=True)
class Conjunction:
    """The concept that is True where all `literals` hold; the empty one is True everywhere.

    >>> from lib.mistake_bounds.bits import all_examples
    >>> Conjunction(2, [1, -2])(all_examples(2))
    array([-1, -1,  1, -1])
    """

    n: int
    literals: frozenset[int]

    def __post_init__(self):
        as_whole("n", self.n)
        literals = frozenset(_as_literal(literal, self.n) for literal in self.literals)
        object.__setattr__(self, "literals", literals)

    def __call__(self, X) -> np.ndarray:
        """The labels of the rows of X, shape (m,)."""
        return np.where(holding(self.mask, as_bits(X, self.n)), 1, -1)

    @property
    def mask(self) -> np.ndarray:
        """Which of x_1, …, x_n and their negations the conjunction holds, shape (2n,)."""
        mask = np.zeros(2 * self.n, dtype=bool)
        mask[[column(literal, self.n) for literal in self.literals]] = True
        return mask

    def latex(self) -> str:
        """The product of its literals, for the page."""
        ordered = sorted(self.literals, key=lambda literal: (abs(literal), literal < 0))
        return r"\,".join(map(latex, ordered)) or latex(0)


@dataclass(frozen=True)
class DecisionList:
    """Rules (literal, label), the first that fires decides; the last is (0, label), the default.

    >>> from lib.mistake_bounds.bits import all_examples
    >>> DecisionList(2, [(1, -1), (-2, 1), (0, -1)])(all_examples(2))
    array([ 1, -1, -1, -1])
    """

    n: int
    rules: tuple[tuple[int, int], ...]

    def __post_init__(self):
        as_whole("n", self.n)
        object.__setattr__(self, "rules", tuple(map(tuple, self.rules)))
        if any(len(rule) != 2 for rule in self.rules):
            raise ValueError(f"rules={self.rules!r}; a rule is a pair (literal, label)")
        if not self.rules or self.rules[-1][0] != 0:
            raise ValueError(f"rules={self.rules!r}; the last rule is (0, label), the default")
        if any(label not in (-1, 1) for _, label in self.rules):
            raise ValueError(f"rules={self.rules!r}; labels are -1 or +1")
        rules = [(_as_literal(a, self.n), int(b)) for a, b in self.rules[:-1]]
        object.__setattr__(self, "rules", (*rules, (0, int(self.rules[-1][1]))))

    def __call__(self, X) -> np.ndarray:
        """The labels of the rows of X, shape (m,)."""
        return np.array([label for _, label in self.rules])[self.deciding(X)]

    def deciding(self, X) -> np.ndarray:
        """The index of the first rule that fires on each row of X, shape (m,)."""
        columns = [column(literal, self.n) for literal, _ in self.rules]
        return antecedents(as_bits(X, self.n))[:, columns].argmax(axis=1)


def all_conjunctions(n: int) -> Iterator[Conjunction]:
    """The 3^n + 1 conjunctions of n bits, each function once; the last, x_1 x̄_1, is never True.

    >>> len(list(all_conjunctions(3)))
    28
    """
    for signs in product((0, 1, -1), repeat=as_whole("n", n)):
        yield Conjunction(n, frozenset(i * s for i, s in enumerate(signs, 1) if s))
    yield Conjunction(n, frozenset({1, -1}))


@of_sample
def fit_conjunction(sample: Sample) -> Conjunction:
    """The longest conjunction that is True on all positive examples.

    Raises ValueError when a negative example satisfies it: then no conjunction fits.

    >>> fit_conjunction(Sample([[1, 0, 1], [1, 0, 0], [1, 1, 0]], [1, 1, -1])).literals
    frozenset({1, -2})
    """
    X, n = as_bits(sample.X), sample.d
    mask = antecedents(X[sample.y > 0])[:, :-1].all(axis=0)
    wrong = np.flatnonzero(holding(mask, X) & (sample.y < 0))
    if len(wrong):
        raise ValueError(
            f"no consistent conjunction: every literal that holds in all positive examples holds "
            f"in row {wrong[0]} too, which is negative"
        )
    return Conjunction(n, frozenset(literal_at(int(j), n) for j in np.flatnonzero(mask)))


@of_sample
def fit_decision_list(sample: Sample) -> DecisionList:
    """A decision list with the labels of the sample, by Rivest's greedy rule, or ValueError.

    Takes a literal whose remaining examples share one label (the one with the most of them),
    removes these examples, and repeats.

    >>> fit_decision_list(Sample([[1, 0], [0, 0], [0, 1]], [-1, 1, -1])).rules
    ((1, -1), (2, -1), (0, 1))
    """
    fires, left, rules = antecedents(as_bits(sample.X)), np.ones(sample.n), []
    while True:
        positive, negative = (fires.T @ (left * (sample.y == label)) for label in (1, -1))
        if not positive[-1] or not negative[-1]:
            return DecisionList(sample.d, (*rules, (0, 1 if positive[-1] else -1)))
        pure = np.where((positive == 0) | (negative == 0), positive + negative, 0)
        best = int(pure.argmax())
        if pure[best] == 0:
            raise ValueError(
                f"no consistent decision list: after {len(rules)} rules every literal still holds "
                "in examples of both labels, or in none"
            )
        rules.append((literal_at(best, sample.d), 1 if positive[best] else -1))
        left = left * (fires[:, best] == 0)
