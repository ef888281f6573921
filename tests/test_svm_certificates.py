"""Certificates accept what is right, and refuse what is a little wrong."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.datasets import iris, wine
from lib.max_margin import hard_margin
from lib.perceptron import perceptron
from lib.samples import Sample, prepare, standardize
from lib.soft_margin import soft_margin
from lib.svm.certificates import (
    check_optimal,
    duality_gap,
    feasible,
    kkt_residuals,
    margin_interval,
)


@pytest.fixture(scope="module")
def wines():
    return prepare(wine())


@pytest.fixture(scope="module")
def flowers():
    return standardize(iris("versicolor", "virginica"))


@pytest.fixture(scope="module")
def solution(flowers):
    return soft_margin(flowers, 1)


@pytest.mark.parametrize("hard", [False, True], ids=["soft", "hard"])
def test_the_gap_identity_holds_for_any_answer(flowers, wines, hard):
    """Primal minus dual is the sum of three nonnegative terms, for any feasible answer."""
    rng, best = np.random.default_rng(0), hard_margin(wines)
    for _ in range(30):
        if hard:
            sample, C, stretch = wines, np.inf, rng.uniform(1, 4)
            w, b = stretch * best.w, stretch * best.b
        else:
            sample, C, w, b = flowers, 2.0, rng.normal(size=4), rng.normal()
        gap = duality_gap(sample, w, b, feasible(sample, rng.uniform(0, 2, sample.n), C), C)
        assert gap.total == pytest.approx(gap.primal - gap.dual, rel=1e-9)
        assert min(gap.distance, gap.slackness, gap.box) >= 0


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.01, 100))
def test_no_gap_is_smaller_than_the_distance_to_the_optimum(seed, C):
    """‖w - w*‖² <= 2 gap, for any w, b and feasible α."""
    rng = np.random.default_rng(seed)
    sample = Sample(rng.normal(size=(12, 2)), np.repeat([-1, 1], 6))
    best = soft_margin(sample, C)
    w = best.w + rng.normal(size=2) * rng.uniform(0, 1)
    alpha = feasible(sample, rng.uniform(0, C, 12), C)
    gap = duality_gap(sample, w, best.b + rng.normal(), alpha, C)
    assert np.sum((w - best.w) ** 2) <= 2 * gap.total * (1 + 1e-9)
    assert gap.dual <= best.objective * (1 + 1e-9) <= gap.primal * (1 + 2e-9)


def test_the_tolerance_is_a_share_of_the_objective(flowers, solution):
    s = solution
    assert check_optimal(flowers, s.w, s.b, s.alpha, 1.0).relative < 1e-9
    answer = (flowers, 1.001 * s.w, s.b, s.alpha, 1.0)
    gap = duality_gap(*answer)
    assert gap.relative == pytest.approx(gap.total / gap.primal)
    assert check_optimal(*answer, tolerance=1.01 * gap.relative) == gap
    with pytest.raises(ValueError, match="not optimal"):
        check_optimal(*answer, tolerance=0.99 * gap.relative)


@pytest.mark.parametrize(
    ("w", "b", "alpha", "message"),
    [
        (1.01, 0, 1, "not optimal: the gap is .* mostly because"),
        (1, 0.1, 1, "mostly because α > 0 where y f > 1|mostly because α < C where y f < 1"),
        (1, 0, 0.9, "mostly because α < C where y f < 1"),
        (1, 0, 0, "mostly because α < C where y f < 1"),
    ],
)
def test_a_wrong_answer_is_refused(flowers, solution, w, b, alpha, message):
    s = solution
    with pytest.raises(ValueError, match=message):
        check_optimal(flowers, w * s.w, s.b + b, alpha * s.alpha, 1.0)


def test_an_objective_that_is_right_is_no_w_that_is_right():
    """Along w = (t, -1), b = 1 + 3t, the slack is the same: the gap is t²/2, and w is off by t."""
    sample = Sample([[1, 1], [-3, 2], [-3, 2], [-3, 0], [2, 2], [-2, 3]], [1, -1, -1, 1, -1, 1])
    alpha = [1e6, 1e6, 0.5, 0.5, 1e6, 1e6]
    gap = check_optimal(sample, [0.02, -1], 1.06, alpha, 1e6)
    assert gap.relative < 1e-9
    assert gap.w_error == pytest.approx(0.02, rel=1e-3)


def test_each_condition_notices_its_own_breach(flowers, solution):
    s = solution
    free, bound = s.free[0], s.bound[0]
    outside = np.flatnonzero(flowers.y * (flowers.X @ s.w + s.b) > 1.5)[0]

    def residuals(w=s.w, b=s.b, **changes):
        alpha = s.alpha.copy()
        for row, value in changes.items():
            alpha[int(row[1:])] = value
        found = kkt_residuals(flowers, w, b, alpha, 1.0)
        return {name for name, size in found.items() if size > 1e-6}

    assert residuals() == set()
    assert residuals(w=1.001 * s.w) >= {"stationarity"}
    assert residuals(**{f"r{free}": 1.1}) >= {"box", "balance", "stationarity"}
    assert residuals(**{f"r{free}": -0.1}) >= {"box"}
    assert residuals(**{f"r{outside}": 0.5}) >= {"slackness"}
    assert residuals(**{f"r{bound}": 0.5}) >= {"bound"}
    assert kkt_residuals(flowers, s.w, s.b, s.alpha)["constraints"] == pytest.approx(s.xi.max())


def test_through_the_origin_no_balance_is_asked(flowers):
    s = soft_margin(flowers, 1.0, offset=False)
    assert abs(s.alpha @ flowers.y) > 0.01
    assert check_optimal(flowers, s.w, 0.0, s.alpha, 1.0, offset=False).relative < 1e-9
    with pytest.raises(ValueError, match=r"alpha y = .*, not 0"):
        check_optimal(flowers, s.w, 0.0, s.alpha, 1.0)


def test_feasible_moves_any_alpha_into_the_box_and_balance(flowers):
    rng = np.random.default_rng(3)
    for _ in range(20):
        alpha = feasible(flowers, rng.normal(size=flowers.n), 0.7)
        assert alpha.min() >= 0
        assert alpha.max() <= 0.7
        assert abs(alpha @ flowers.y) <= 1e-12 * alpha.sum()
    assert not feasible(flowers, np.maximum(flowers.y, 0)).any()


def test_the_margin_lies_in_its_interval(wines):
    """From a perceptron's run: w below, and the counts of its mistakes, balanced, above."""
    best = hard_margin(wines)
    run = perceptron(wines)
    counts = feasible(wines, np.bincount(run.mistakes, minlength=wines.n))
    low, high = margin_interval(wines, run.w, 0.0, counts)
    assert low < best.half_width < high
    tight = margin_interval(wines, best.w, best.b, best.alpha)
    assert tight == pytest.approx((best.half_width, best.half_width), rel=1e-9)
    large = margin_interval(wines, 7 * best.w, 7 * best.b, 0.1 * best.alpha)
    assert large == pytest.approx(tight), "no scale matters"


def test_an_infeasible_alpha_bounds_nothing(flowers):
    for high, low, message in (
        (1.1, 1, r"alpha\[\d+\]=1.1 lies outside \[0, 1\]"),
        (1, -1e-12, r"alpha\[\d+\]=-1e-12 lies outside"),
        (1, 0.5, "Σ alpha y = 25, not 0"),
    ):
        with pytest.raises(ValueError, match=message):
            check_optimal(flowers, np.ones(4), 0.0, np.where(flowers.y > 0, high, low), 1.0)
