"""Whether any hyperplane separates a sample, and an exact certificate when none does.

Chapters *Maximum margins* and *Soft margins*; Chevaleyre 1.2. A linear program in floating point
proposes examples, and rational arithmetic on the sample's own numbers decides.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

import numpy as np

from lib.checks import as_rows
from lib.samples import Sample, of_sample
from lib.svm.exact import solve_whole, whole

LARGEST = 250  # unknowns of a system that is solved in whole numbers: ten seconds
FLAT = 1e-9  # a direction with less than this share of the largest spread is measured exactly


class NotSeparable(ValueError):
    """No hyperplane separates the sample.

    `exact` maps rows to fractions that prove it, by `lib.svm.separability.is_common_point`;
    `weights`, shape (n,), are the same as floats with the sum 1.
    """

    def __init__(self, message: str, exact: dict[int, Fraction], n: int):
        super().__init__(message)
        self.exact, self.weights, total = exact, np.zeros(n), sum(exact.values())
        self.weights[list(exact)] = [float(weight / total) for weight in exact.values()]

    def __reduce__(self):  # across processes, too
        return NotSeparable, (str(self), self.exact, len(self.weights))


class Undecided(ValueError):
    """Neither an answer with a certificate was found, nor a certificate that there is none."""


def usual_price(sample: Sample, offset: bool) -> float:
    """A price for slack that suits the widest feature, as SVM-light has it by default."""
    spread = np.ptp(sample.X, axis=0) if offset else np.abs(sample.X).max(axis=0)
    return 1 / (spread.max(initial=0) or 1.0) ** 2


def softer(sample: Sample, offset: bool) -> str:
    """The call of a soft margin that a message gives to copy."""
    through = "" if offset else ", offset=False"
    return f"soft_margin(sample, {usual_price(sample, offset):.0e}{through})"


@of_sample
def common_point(sample: Sample, *, offset: bool = True) -> dict[int, Fraction] | None:
    """Fractions by row that certify that no hyperplane separates the sample, or None.

    `is_common_point` says how, and has checked them. With an offset, scaled to the sum 2 they
    average each class to the same point, which then lies in both convex hulls.

    >>> sample = Sample([[0.0], [2.0], [1.0]], [1, 1, -1])
    >>> is_common_point(sample, common_point(sample)), common_point(Sample([[1], [2]], [-1, 1]))
    (True, None)
    """
    if (pair := twins(sample)) is not None:
        return dict.fromkeys(pair, Fraction(1, 2))
    if not offset and not sample.X.any(axis=1).all():
        return {int(np.argmin(sample.X.any(axis=1))): Fraction(1)}  # 0 itself is on no side
    if not sample.X.any():
        return None
    features = _features(sample, offset)
    near = _corner(sample.y * features)
    if is_common_point(sample, near, offset=offset):
        return near
    exact = _solve_exactly(sample, near, features, offset) if near else None
    return exact if exact and is_common_point(sample, exact, offset=offset) else None


def twins(sample: Sample) -> tuple[int, int] | None:
    """Two rows with the same x and opposite labels, which no features separate; or None."""
    seen: dict[bytes, int] = {}
    for i, x in enumerate(sample.X + 0.0):  # -0 becomes 0
        first = seen.setdefault(x.tobytes(), i)
        if sample.y[first] != sample.y[i]:
            return first, i
    return None


def _corner(signed: np.ndarray) -> dict[int, Fraction]:
    """Weights by row that may be close to a certificate, as few as suffice; or none."""
    from scipy.optimize import linprog

    total = np.vstack([np.ones(signed.shape[1]), signed])
    found = linprog(np.zeros(signed.shape[1]), A_eq=total, b_eq=np.eye(len(total))[0])
    if found.status != 0:
        return {}
    return {int(i): Fraction(float(found.x[i])) for i in np.flatnonzero(found.x > 1e-12)}


def _solve_exactly(sample, near, features, offset) -> dict[int, Fraction] | None:
    """Positive fractions near the given weights that meet the equations exactly, or None.

    As few weights as the equations can fix are solved for, at most LARGEST; the others stay.
    """
    from scipy.linalg import qr

    rows, weights = np.array(list(near)), np.array([float(weight) for weight in near.values()])
    size, order = qr(features[:, rows] * weights, mode="r", pivoting=True)
    sizes = np.abs(np.diagonal(size))
    order = order[: max(1, (sizes > FLAT * sizes.max()).sum())]
    if len(order) > LARGEST:
        raise Undecided(
            f"undecided on {sample.name!r}: up to rounding no hyperplane separates it, but an "
            f"exact proof has {len(order)} unknowns, and at most {LARGEST} are solved for; use a "
            f"soft margin, {softer(sample, offset)}, or fewer features"
        )
    solved, kept = rows[order], np.delete(rows, order)
    lines = [*sample.signed.T, *([sample.y] if offset else [])]
    whole_lines = np.array([whole(np.append(line[solved], line[kept]))[0] for line in lines])
    A, rest = whole_lines[:, : len(solved)], whole_lines[:, len(solved) :]
    given = [near[int(row)] for row in kept]
    unit = lcm(*(weight.denominator for weight in given))
    if given:
        goal = -rest @ np.array([int(unit * weight) for weight in given], dtype=object)
    else:
        A, goal = np.vstack([A, np.full(len(solved), 1)]), np.append(np.zeros_like(A[:, 0]), 1)
    exact = solve_whole(A, goal)
    if exact is None or min(exact) <= 0:
        return None
    found = {int(row): weight / unit for row, weight in zip(solved, exact, strict=True)}
    return found | {int(row): near[int(row)] for row in kept}


def _features(sample: Sample, offset: bool) -> np.ndarray:
    """Combinations of the features (with an offset, of 1 too), one a row, all of size 1.

    One that is flat but for rounding is exact, since rational arithmetic will see its numbers.
    """
    X = sample.X[:, sample.X.any(axis=0)]
    X = X / 2.0 ** np.round(np.log2(np.abs(X).max(axis=0)))  # powers of two round nothing
    X = np.hstack([X, np.ones((sample.n, 1))]) if offset else X
    _, sizes, directions = np.linalg.svd(X, full_matrices=False)
    features = directions @ X.T
    flat = np.flatnonzero(sizes < FLAT * sizes[0])
    if flat.size:
        exact = whole(directions[flat])[0] @ whole(X)[0].T
        largest = np.abs(exact).max(axis=1, keepdims=True)
        features[flat] = exact / np.where(largest == 0, 1, largest)
    size = np.abs(features).max(axis=1, keepdims=True)
    return features / np.where(size > 0, size, 1)


@of_sample
def is_common_point(
    sample: Sample, weights: Mapping[int, Fraction | int], *, offset: bool = True
) -> bool:
    """Whether weights prove that no hyperplane separates the sample, in exact arithmetic.

    They map rows to whole numbers or fractions, none negative and not all zero, with
    Σ weights y x = 0 and, with an offset, Σ weights y = 0: a separator would give
    Σ weights y f > 0. Raises ValueError for a row that is not there, and for a float.
    """
    rows = as_rows("weights", list(weights), sample.n, at_least=0).tolist()
    inexact = [row for row in rows if not isinstance(weights[row], Fraction | int)]
    if inexact:
        raise ValueError(
            f"weights[{inexact[0]}]={weights[inexact[0]]!r}; give a whole number or a Fraction"
        )
    if not rows or min(weights.values()) < 0 or not any(weights.values()):
        return False
    unit = lcm(*(weights[row].denominator for row in rows))
    shares = np.array([int(unit * weights[row]) for row in rows], dtype=object)
    lines = [*sample.signed[rows].T, *([sample.y[rows]] if offset else [])]
    return not any(whole(line)[0] @ shares for line in lines)
