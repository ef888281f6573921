"""Examples of n bits, and conjunctions and decision lists over them. Balcan 2.1 and 2.2.

A literal is a whole number, as in the DIMACS format: i stands for x_i, -i for its negation, and 0
for True, which holds in every example.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import compress, product
from numbers import Integral

import numpy as np

from lib.checks import as_floats, as_whole
from lib.samples import Sample, of_sample


def as_bits(X, n: int | None = None) -> np.ndarray:
    """Return X as a matrix of 0.0 and 1.0, one example a row, of n bits each if n is given."""
    X = as_floats("X", X)
    if X.ndim != 2 or X.shape[1] == 0:
        raise ValueError(f"X has shape {X.shape}; give a matrix with one example a row, (m, n)")
    if not ((X == 0) | (X == 1)).all():
        row, column = np.argwhere((X != 0) & (X != 1))[0]
        raise ValueError(
            f"X[{row}, {column}] is {X[row, column]:g}; bits are 0 or 1: see threshold_bits"
        )
    if n not in (None, X.shape[1]):
        raise ValueError(f"X has {X.shape[1]} columns; give n={n} bits a row")
    return X


def all_examples(n: int) -> np.ndarray:
    """The 2^n examples of n bits, counting up with x_1 as the highest bit; shape (2^n, n).

    >>> all_examples(1).tolist()
    [[0.0], [1.0]]
    """
    return np.array(list(product((0.0, 1.0), repeat=as_whole("n", n, 1, 20))))


@of_sample
def threshold_bits(sample: Sample, cuts: int) -> Sample:
    """Cut each feature at `cuts` evenly spaced values: the bit says whether it lies above the cut.

    Column j d + i is feature i above its cut j, counting from 0 and upwards.

    >>> from lib.datasets import iris
    >>> threshold_bits(iris(), cuts=2)
    Sample('iris setosa/versicolor': n=100, d=8, 50 positive)
    """
    cuts = as_whole("cuts", cuts)
    low, high = sample.X.min(axis=0), sample.X.max(axis=0)
    at = [low + (high - low) * j / (cuts + 1) for j in range(1, cuts + 1)]
    names = [f"{f} > {v:g}" for row in at for f, v in zip(sample.features, row, strict=True)]
    bits = np.hstack([sample.X > row for row in at])
    return Sample(bits, sample.y, sample.name, tuple(names))


def antecedents(X: np.ndarray) -> np.ndarray:
    """Which of x_1, …, x_n, their negations, and True hold in each example; shape (m, 2n + 1).

    >>> antecedents(np.array([[1.0, 0.0]])).tolist()
    [[1.0, 0.0, 0.0, 1.0, 1.0]]
    """
    return np.hstack([X, 1 - X, np.ones((len(X), 1))])


def column(literal: int, n: int) -> int:
    """The column of `antecedents` that holds a literal.

    >>> column(2, n=2), column(-1, n=2), column(0, n=2)
    (1, 2, 4)
    """
    return 2 * n if literal == 0 else literal - 1 if literal > 0 else n - literal - 1


def holding(mask: np.ndarray, X: np.ndarray) -> np.ndarray:
    """Whether every literal of `mask` (shape (2n,)) holds, for each row of X; shape (m,)."""
    plain, negated = mask.reshape(2, -1).astype(float)
    return X @ (negated - plain) + plain.sum() == 0  # the number of false literals, exactly


def _as_literal(literal, n: int) -> int:
    if not isinstance(literal, Integral) or not 1 <= abs(literal) <= n:
        raise ValueError(
            f"literal {literal!r}; with n={n} a literal is 1 to {n}, or minus that for negation"
        )
    return int(literal)


@dataclass(frozen=True)
class Conjunction:
    """The concept that is True where all `literals` hold; the empty one is True everywhere.

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


@dataclass(frozen=True)
class DecisionList:
    """Rules (literal, label), the first that fires decides; the last is (0, label), the default.

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
    literals = [*range(1, n + 1), *range(-1, -n - 1, -1)]  # as `column` numbers them
    return Conjunction(n, compress(literals, mask))
