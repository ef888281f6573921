"""Whether any hyperplane separates a sample, and an exact certificate when none does.

Chapters *Maximum margins* and *Soft margins*; Chevaleyre 1.2. A linear program in floating point
proposes examples, and rational arithmetic on the sample's own numbers decides.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import numpy as np

from lib.checks import as_rows
from lib.samples import Sample, of_sample

LARGEST = 100  # unknowns of a system that is solved in whole numbers: half a minute
FLAT = 1e-9  # a direction with less than this share of the largest spread is measured exactly


class NotSeparable(ValueError):
    """No hyperplane separates the sample.

    `exact` maps rows to positive fractions with Σ exact y x = 0 (with an offset also
    Σ exact y = 0), in exact arithmetic: a point lies in the convex hulls of both classes.
    `weights`, shape (n,), are the same as floats. See `lib.svm.separability.is_common_point`.
    """

    def __init__(self, message: str, exact: dict[int, Fraction], n: int):
        super().__init__(message)
        self.exact, self.weights = exact, _floats(exact, n)


class Undecided(ValueError):
    """Neither an answer with a certificate was found, nor a certificate that there is none."""


@of_sample
def common_point(sample: Sample, *, offset: bool = True) -> np.ndarray | None:
    """Weights that certify that no hyperplane separates the sample, or None if none were found.

    Nonnegative, with sum 1, Σ weights y x = 0 and, with an offset, Σ weights y = 0, up to the
    rounding of fractions that meet all this exactly: doubled, they average each class to the same
    point, which then lies in both convex hulls. Shape (n,).

    >>> common_point(Sample([[0.0], [2.0], [1.0]], [1, 1, -1])).tolist()
    [0.25, 0.25, 0.5]
    >>> common_point(Sample([[0.0], [1.0]], [-1, 1])) is None
    True
    """
    exact = exact_common_point(sample, offset=offset)
    return None if exact is None else _floats(exact, sample.n)


def exact_common_point(sample: Sample, *, offset: bool = True) -> dict[int, Fraction] | None:
    """The fractions behind `common_point`, by row, checked in exact arithmetic; or None."""
    for near in _proposals(sample, offset):
        plain = {row: Fraction(weight) for row, weight in near.items()}
        if is_common_point(sample, plain, offset=offset):
            return plain
        exact = _solve_exactly(sample, near, offset)
        if exact is not None and is_common_point(sample, exact, offset=offset):
            return exact
    return None


def twins(sample: Sample) -> tuple[int, int] | None:
    """Two rows with the same x and opposite labels, which no features separate; or None."""
    seen: dict[bytes, int] = {}
    for i, x in enumerate(sample.X + 0.0):  # -0 becomes 0
        first = seen.setdefault(x.tobytes(), i)
        if sample.y[first] != sample.y[i]:
            return first, i
    return None


def _proposals(sample: Sample, offset: bool) -> Iterator[dict[int, float]]:
    """Weights by row, in floating point, that may be close to a certificate."""
    from scipy.optimize import linprog

    if (pair := twins(sample)) is not None:
        yield dict.fromkeys(pair, 0.5)
    if not offset and not sample.X.any(axis=1).all():
        # No hyperplane through 0 has 0 on one side.
        yield {int(np.argmin(sample.X.any(axis=1))): 1.0}
    if not sample.X.any():
        return
    signed = sample.y * _features(sample, offset)
    total = np.vstack([np.ones((1, sample.n)), signed])
    found = linprog(np.zeros(sample.n), A_eq=total, b_eq=np.eye(len(total))[0], method="highs")
    if found.status != 0:
        return
    # A corner of the program, which needs few examples.
    yield {int(i): float(found.x[i]) for i in np.flatnonzero(found.x > 1e-12)}


def _solve_exactly(sample, near: dict[int, float], offset: bool) -> dict[int, Fraction] | None:
    """Positive fractions near the given weights that meet the equations exactly, or None.

    As few weights as the equations can fix are solved for; the others stay as they are.
    """
    from scipy.linalg import qr
    from sympy import ZZ
    from sympy.polys.matrices import DomainMatrix

    rows, weights = np.array(list(near)), np.array(list(near.values()))
    size, order = qr(_features(sample, offset)[:, rows] * weights, mode="r", pivoting=True)
    sizes = np.abs(np.diagonal(size))
    order = order[: max(1, (sizes > FLAT * sizes.max()).sum())]
    kept = {int(row): Fraction(near[int(row)]) for row in np.delete(rows, order)}
    solved = rows[order]
    equations = [*sample.signed.T, *([sample.y] if offset else [])]
    matrix = []
    for line in equations:
        known = sum(
            (weight * Fraction(float(line[row])) for row, weight in kept.items()), Fraction()
        )
        matrix.append(_whole([*(Fraction(float(x)) for x in line[solved]), -known]))
    if not kept:
        matrix.append([1] * (len(solved) + 1))
    shape = (len(matrix), len(solved) + 1)
    if len(solved) > LARGEST:
        return None
    reduced, denominator, pivots = DomainMatrix(matrix, shape, ZZ).rref_den()
    if list(pivots) != list(range(len(solved))):
        return None  # the equations contradict each other, or do not suffice
    found = {
        int(row): Fraction(int(line[-1]), int(denominator))
        for row, line in zip(solved, reduced.to_list(), strict=False)
    }
    return found | kept if min(found.values()) > 0 else None


def _whole(line: list[Fraction]) -> list[int]:
    """The fractions times their common denominator."""
    common = max(number.denominator for number in line)  # all are powers of two
    return [int(number * common) for number in line]


def _features(sample: Sample, offset: bool) -> np.ndarray:
    """Combinations of the features (with an offset, of 1 too), one a row, all of size 1.

    They span what the features span. A direction in which the sample is flat but for rounding has
    its numbers too, since rational arithmetic will see them: those are computed exactly.
    """
    X = sample.X[:, sample.X.any(axis=0)]
    X = X / 2.0 ** np.round(np.log2(np.abs(X).max(axis=0)))  # powers of two round nothing
    X = np.hstack([X, np.ones((sample.n, 1))]) if offset else X
    _, sizes, directions = np.linalg.svd(X, full_matrices=False)
    features = directions @ X.T
    for k in np.flatnonzero(sizes < FLAT * sizes[0]):
        weights = [Fraction(float(weight)) for weight in directions[k]]
        exact = [
            sum(w * Fraction(float(x)) for w, x in zip(weights, row, strict=True)) for row in X
        ]
        largest = max(map(abs, exact))
        features[k] = [float(value / largest) if largest else 0.0 for value in exact]
    size = np.abs(features).max(axis=1, keepdims=True)
    return features / np.where(size > 0, size, 1)


def _floats(exact: dict[int, Fraction], n: int) -> np.ndarray:
    """Fractions by row as an array of shape (n,) with sum 1."""
    total, weights = sum(exact.values()), np.zeros(n)
    weights[list(exact)] = [float(weight / total) for weight in exact.values()]
    return weights


@of_sample
def is_common_point(
    sample: Sample, weights: Mapping[int, Fraction | int], *, offset: bool = True
) -> bool:
    """Whether weights prove that no hyperplane separates the sample, in exact arithmetic.

    `weights` maps rows to whole numbers or fractions. They prove it when none is negative, not all
    are zero, Σ weights y x = 0 and, with an offset, Σ weights y = 0, for the very floats of the
    sample: a separator would give Σ weights y f > 0, which is 0. Raises ValueError for a row that
    is not there, and for a weight that is a float: a sum of floats is rounded.

    >>> sample = Sample([[0.0], [2.0], [1.0]], [1, 1, -1])
    >>> is_common_point(sample, {0: 1, 1: 1, 2: 2}), is_common_point(sample, {0: 1, 2: 1})
    (True, False)
    """
    rows = as_rows("weights", list(weights), sample.n, at_least=0).tolist()
    inexact = [row for row in rows if not isinstance(weights[row], Fraction | int)]
    if inexact:
        raise ValueError(
            f"weights[{inexact[0]}]={weights[inexact[0]]!r}; give a whole number or a Fraction"
        )
    if not rows or min(weights.values()) < 0 or not any(weights.values()):
        return False
    columns = list(sample.signed[rows].T)
    return all(
        sum(weights[row] * Fraction(float(x)) for row, x in zip(rows, column, strict=True)) == 0
        for column in [*columns, *([sample.y[rows]] if offset else [])]
    )
