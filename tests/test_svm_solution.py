"""What solutions make of a solver's answer, what rounding hides of it, and how they print."""

from fractions import Fraction

import numpy as np
import pytest

from lib.datasets import iris, wine
from lib.kernels.functions import linear
from lib.kernels.svm import kernel_svm
from lib.linear_separators import functional_margin
from lib.max_margin import hard_margin, max_margin
from lib.samples import Sample, standardize
from lib.soft_margin import soft_margin
from lib.svm.programs import best_of
from lib.svm.separability import Undecided
from lib.svm.solution import Solution
from lib.svm_dual import dual

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


# Where rounding hides a slack, a large C finds it


def exact_share(sample, found):
    """(P - D)/P in exact fractions, with α as it is: only where Σ α y is 0 exactly, or nearly."""
    fractions = [[Fraction(float(x)) for x in row] for row in sample.X]
    w, b, C = [Fraction(float(x)) for x in found.w], Fraction(found.b), Fraction(found.C)
    f = [sum(wi * xi for wi, xi in zip(w, x, strict=True)) + b for x in fractions]
    short = [max(0, 1 - int(y) * fi) for y, fi in zip(sample.y, f, strict=True)]
    primal = sum(wi**2 for wi in w) / 2 + C * sum(short)
    center = fractions[0]
    v = [
        sum(
            Fraction(float(a)) * int(y) * (x[j] - center[j])
            for a, y, x in zip(found.alpha, sample.y, fractions, strict=True)
        )
        for j in range(sample.d)
    ]
    dual_value = sum(Fraction(float(a)) for a in found.alpha) - sum(vi**2 for vi in v) / 2
    return float((primal - dual_value) / primal)


@pytest.mark.parametrize("C", [1e2, 1e4, 1e6, 1e8, 1e10])
@pytest.mark.parametrize("shift", [0.0, 1e4, 1e7, 1e8])
def test_no_slack_is_rounded_away(shift, C):
    sample = Sample([[shift + 0.1], [shift + 1.3], [shift + 3.7]], [-1, 1, 1])
    for solve in (soft_margin, dual):
        try:
            found = solve(sample, C)
        except Undecided:
            assert shift * C >= 1e12
        else:
            assert exact_share(sample, found) < 2e-6


def test_where_slack_is_dear_w_is_right_too():
    sample = Sample([[0.0, 0.0], [1.0, 2.0]], [1, -1])
    for C in (1e2, 1e5):
        assert dual(sample, C, offset=False).half_width == pytest.approx(5**0.5, rel=1e-6)
        assert kernel_svm(sample, linear, C, offset=False)[1].half_width == pytest.approx(5**0.5)


def test_a_margin_through_0_is_undecided_rather_than_wrong():
    """One part in 1e17: below what a float can hold beside 1."""
    sample = Sample([[1.0, 1e-17], [1.0, -1e-17]], [1, -1], "thin")
    try:
        u, gamma = max_margin(sample)
    except Undecided as reason:
        assert "undecided on 'thin'" in str(reason)
    else:
        assert (sample.signed @ u).min() == gamma > 0


def test_answers_that_are_not_finite_are_passed_over():
    best = hard_margin(WINES)
    broken, none = np.full(WINES.d, np.nan), np.full(WINES.n, np.inf)
    answers = [(broken, best.alpha), (best.w, none), (best.w, best.alpha)]
    found, _ = best_of(iter(answers), lambda w, alpha: Solution(WINES, np.inf, w, best.b, alpha))
    assert np.array_equal(found.w, best.w)
