"""Climb, walk and refine against the exact optimum."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.datasets import breast_cancer, iris, wine
from lib.kernels.functions import gaussian
from lib.samples import Sample, standardize
from lib.svm.active_set import refine
from lib.svm.climb import climb
from lib.svm.interior import interior
from lib.svm.solution import Solution
from lib.svm_dual import dual
from tests.exact_margins import optimum


def value(K, y, alpha):
    """Σα - ½ (αy)ᵀK(αy)."""
    return alpha.sum() - (alpha * y) @ K @ (alpha * y) / 2


tiny = st.integers(1, 2).flatmap(
    lambda d: st.lists(
        st.tuples(st.lists(st.integers(-2, 2), min_size=d, max_size=d), st.sampled_from([-1, 1])),
        min_size=1,
        max_size=4,
    )
)
PRICES = st.sampled_from([Fraction(1, 1000), Fraction(1, 10), Fraction(1), Fraction(1000)])


@settings(max_examples=150, deadline=None)
@given(tiny, PRICES, st.booleans())
@pytest.mark.slow
def test_every_solver_finds_the_exact_optimum(rows, C, offset):
    """Duplicates, zero and constant features, no free support vector, one example, one class."""
    sample = Sample([list(map(float, x)) for x, _ in rows], [label for _, label in rows])
    if offset and abs(sample.y.sum()) == sample.n:
        offset = False
    K, price = sample.X @ sample.X.T, float(C)
    best = value(K, sample.y, np.array(optimum(K, sample.y, Fraction(price), offset)[0], float))
    alpha = climb(K, sample.y, price, offset)
    assert alpha.min() >= -1e-12 * price
    assert alpha.max() <= price * (1 + 1e-12)
    assert not offset or abs(alpha @ sample.y) <= 1e-12 * alpha.sum()
    assert value(K, sample.y, alpha) == pytest.approx(best, rel=1e-7)
    assert dual(sample, price, offset=offset).gap.dual == pytest.approx(best, rel=1e-6)
    _, alpha = interior(sample, price, offset)
    assert value(K, sample.y, alpha) == pytest.approx(best, rel=1e-5)


@pytest.mark.parametrize("offset", [True, False])
def test_without_a_hard_margin_the_climb_ends(offset):
    """Two labels on one point: the objective grows without end."""
    flowers = standardize(iris("versicolor", "virginica"))
    X, y = np.repeat(flowers.X, 2, axis=0), np.tile([-1.0, 1.0], flowers.n)
    with np.errstate(all="ignore"):
        assert climb(gaussian(1.0)(X, X), y, np.inf, offset).shape == y.shape


@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize(
    ("sample", "C"),
    [(breast_cancer(), 0.01), (breast_cancer(), 1.0), (wine(0, 1), np.inf), (iris(), np.inf)],
)
def test_rough_multipliers_lead_to_the_optimum(sample, C, offset):
    sample = standardize(sample)
    exact = dual(sample, C, offset=offset).alpha
    noise = 1e-6 * exact.max() * np.random.default_rng(0).uniform(-1, 1, sample.n)
    alpha = np.clip(exact + noise, 0, C)
    rough = Solution.complete(sample, C, alpha @ sample.signed, alpha, offset)
    assert rough.gap.relative > 1e-8
    found = (
        Solution.complete(sample, C, w, force, offset)
        for w, force in refine(sample, C, alpha, offset)
    )
    assert min(one.gap.relative for one in found if one is not None) < 1e-9
