"""Examples of n bits, the literals over them, and bits cut from real measurements.

A literal is a whole number, as in the DIMACS format: i stands for x_i, -i for its negation, and 0
for True, which holds in every example.
"""

from itertools import product

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


def literal_at(column: int, n: int) -> int:
    """The literal in a column of `antecedents`."""
    return 0 if column == 2 * n else column + 1 if column < n else n - column - 1


def holding(mask: np.ndarray, X: np.ndarray) -> np.ndarray:
    """Whether every literal of `mask` (shape (2n,)) holds, for each row of X; shape (m,)."""
    plain, negated = mask.reshape(2, -1).astype(float)
    return X @ (negated - plain) + plain.sum() == 0  # the number of false literals, exactly


def latex(literal: int) -> str:
    """How the page writes a literal."""
    name = rf"\bar x_{{{-literal}}}" if literal < 0 else f"x_{{{literal}}}"
    return name if literal else r"\mathrm{always}"
