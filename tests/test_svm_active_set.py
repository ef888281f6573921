"""From rough multipliers to the optimum that they point at."""

import numpy as np
import pytest

from lib.datasets import breast_cancer, iris, wine
from lib.max_margin import hard_margin
from lib.samples import Sample, standardize
from lib.soft_margin import soft_margin
from lib.svm.active_set import refine
from lib.svm.solution import Solution

NOISY = standardize(breast_cancer())
CLEAN = standardize(wine(0, 1))


def best_gap(sample, C, alpha, offset):
    """The least gap, as a share of the objective, of what `refine` makes of α."""
    found = (
        Solution.complete(sample, C, w, force, offset)
        for w, force in refine(sample, C, alpha, offset)
    )
    return min((one.gap.relative for one in found if one is not None), default=np.inf)


@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("C", [0.01, 1.0])
def test_rough_multipliers_of_a_soft_margin_lead_to_its_optimum(C, offset):
    exact = soft_margin(NOISY, C, offset=offset)
    assert len(exact.bound) > 5
    assert len(exact.free) > 0
    noise = 1e-6 * C * np.random.default_rng(0).uniform(-1, 1, NOISY.n)
    alpha = np.clip(exact.alpha + noise, 0, C)
    rough = Solution.complete(NOISY, C, alpha @ NOISY.signed, alpha, offset)
    assert rough.gap.relative > 1e-7
    assert best_gap(NOISY, C, alpha, offset) < 1e-9


@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("sample", [CLEAN, iris()], ids=lambda sample: sample.name)
def test_rough_multipliers_of_a_hard_margin_lead_to_its_optimum(sample, offset):
    alpha = hard_margin(sample, offset=offset).alpha
    noise = np.random.default_rng(0).uniform(0.9999, 1.0001, sample.n)
    assert best_gap(sample, np.inf, alpha * noise, offset) < 1e-9


def test_nothing_is_made_of_nothing():
    assert list(refine(CLEAN, 1.0, np.zeros(CLEAN.n), True)) == []
    assert list(refine(CLEAN, 1.0, np.full(CLEAN.n, np.nan), True)) == []


def test_a_pair_solves_the_equations_of_its_sets():
    """Two points, one at each face: α = ½ each, and w half of what lies between them."""
    w, alpha = next(iter(refine(Sample([[0.0], [2.0]], [-1, 1]), np.inf, np.ones(2), True)))
    np.testing.assert_allclose(w, [1])
    np.testing.assert_allclose(alpha, [0.5, 0.5])
