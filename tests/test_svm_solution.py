"""What solutions make of a solver's answer, and how they print."""

import numpy as np
import pytest

from lib.datasets import iris, wine
from lib.linear_separators import functional_margin
from lib.max_margin import hard_margin
from lib.samples import Sample, standardize
from lib.soft_margin import soft_margin
from lib.svm.solution import Solution

FLOWERS = standardize(iris("versicolor", "virginica"))
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


def test_solutions_print_themselves():
    assert repr(soft_margin(FLOWERS, 1)) == (
        "iris versicolor/virginica, C = 1\n"
        "  objective        11.2501, duality gap below 1e-8\n"
        "  half-width       0.42399, total slack 8.4687\n"
        "  offset           0.28825\n"
        "  support vectors  16 of 100: 5 free, 11 at C\n"
        "  KKT residuals    below 1e-8"
    )
    assert "anywhere from -1 to 0.9" in repr(soft_margin(Sample([[0.0], [1.0]], [-1, 1]), 0.1))
    assert "hard margin" in repr(hard_margin(WINES))
    assert "9 of 130: all free" in repr(hard_margin(WINES))
    assert "offset           none" in repr(soft_margin(FLOWERS, 1, offset=False))
