"""A soft margin at a new C, against a fresh cvxpy problem.

`SoftMargin` moves and scales the sample once, and walks to the optimum for each C. The peer writes
the problem down in cvxpy anew for each of seven values of C. The optima agree to a millionth. Only
the book's solutions carry a certificate.
"""

from collections.abc import Iterator

import cvxpy as cp
import numpy as np

from benchmarks.timing import Row, compare
from lib.datasets import breast_cancer, digits, iris
from lib.samples import Sample, standardize
from lib.soft_margin import SoftMargin
from lib.svm.programs import TIGHT

PEER = "cvxpy"


def rows(small: bool = False) -> Iterator[Row]:
    """Three samples, each at seven values of C."""
    samples = [iris("versicolor", "virginica"), breast_cancer(), digits(8, 9)]
    costs = np.geomspace(0.01, 10, 2 if small else 7).tolist()
    for sample in map(standardize, samples[:1] if small else samples):
        solve = SoftMargin(sample)
        yield compare(
            f"{sample.name}, n={sample.n}, d={sample.d}",
            lambda solve=solve: [solve(C).objective for C in costs],
            lambda s=sample: [fresh(s, C) for C in costs],
            lambda ours, theirs: np.allclose(ours, theirs, rtol=1e-6, atol=0),
            small=small,
        )


def fresh(sample: Sample, C: float) -> float:
    """The optimum, from a problem written for this C alone."""
    w, b, xi = cp.Variable(sample.d), cp.Variable(), cp.Variable(sample.n, nonneg=True)
    margins = cp.multiply(sample.y, sample.X @ w + b) >= 1 - xi
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2 + C * cp.sum(xi)), [margins])
    return problem.solve(solver=cp.CLARABEL, **TIGHT)
