"""What solutions make of a solver's answer, and how they print."""

import numpy as np
import pytest

from lib.datasets import wine
from lib.linear_separators import functional_margin
from lib.max_margin import hard_margin
from lib.samples import Sample, standardize
from lib.soft_margin import soft_margin
from lib.svm.solution import Solution

WINES = standardize(wine(0, 1))


def test_multipliers_of_zero_are_no_solution():
    assert Solution.complete(WINES, 1.0, np.ones(WINES.d), np.zeros(WINES.n)) is None


def test_a_hard_margin_is_scaled_to_a_functional_margin_of_1():
    best = hard_margin(WINES)
    again = Solution.complete(WINES, np.inf, 3 * best.w, best.alpha)
    assert functional_margin(WINES, again.w, again.b) == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize("seed", [526, 759, 1123])
def test_a_multiplier_that_rounding_made_look_free(seed):
    """The middle of its two ends is no optimal offset; one end is."""
    rng = np.random.default_rng(seed)
    X, u = rng.standard_normal((40, 6)), rng.standard_normal(6)
    noise = 0.7 * rng.standard_normal(40)
    y = np.where(X @ u / np.linalg.norm(u) + noise > -0.6, 1, -1)
    assert soft_margin(standardize(Sample(X, y)), 0.003).gap.relative <= 1e-6
