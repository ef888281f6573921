"""Certificates accept what is right, and refuse what is a little wrong."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.datasets import iris, wine
from lib.max_margin import hard_margin
from lib.perceptron import margin_perceptron, perceptron
from lib.runs import replay
from lib.samples import Sample, lift, prepare, standardize, with_margin
from lib.soft_margin import soft_margin
from lib.svm.certificates import (
    check_optimal,
    duality_gap,
    feasible,
    kkt_residuals,
    margin_interval,
)
from lib.svm.separability import is_common_point


@pytest.fixture(scope="module")
def wines():
    return prepare(wine())


@pytest.fixture(scope="module")
def flowers():
    return standardize(iris("versicolor", "virginica"))


@pytest.fixture(scope="module")
def solution(flowers):
    return soft_margin(flowers, 1)


# Replay


@pytest.mark.parametrize("seed", range(4))
def test_replay_rebuilds_the_run(wines, seed):
    run = perceptron(wines, seed=seed)
    again = replay(wines, run.mistakes.tolist(), order=run.order)
    assert np.array_equal(again.when, run.when)
    assert again.seen == run.seen
    assert np.array_equal(again.w, run.w)
    again.replay()


def test_replay_knows_the_margin_perceptron(wines):
    run = margin_perceptron(wines, 0.126)
    assert replay(wines, run.mistakes, threshold=run.threshold).M == run.M
    with pytest.raises(ValueError, match="but the rule"):
        replay(wines, run.mistakes)


def test_replay_of_a_run_that_repeats_an_example():
    sample = lift(Sample([[0.1], [0.2]], [-1, 1]))
    run = perceptron(sample)
    assert run.M == 103
    assert replay(sample, run.mistakes).seen == run.seen


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 6))
def test_any_change_to_the_list_is_refused(seed, d):
    sample, _ = with_margin(30, d, 0.1, np.random.default_rng(seed))
    mistakes = perceptron(sample).mistakes
    assert replay(sample, mistakes).M == len(mistakes)
    changed = mistakes.copy()
    place = seed % len(mistakes)
    changed[place] = (changed[place] + 1) % sample.n
    for wrong in (mistakes[:-1], changed, np.append(mistakes, mistakes[-1])):
        with pytest.raises(ValueError, match="mistakes"):
            replay(sample, wrong)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda m: m[:-1], r"mistakes ends after 24, but example \d+ is then a mistake"),
        (lambda m: [], "mistakes ends after 0, but example 0"),
        (lambda m: [*m, 3], "mistakes holds 26 rows, but the rule halts after 25"),
        (lambda m: [m[1], m[0], *m[2:]], r"mistakes\[0\]=\d+, but the rule updates on example 0"),
        (lambda m: [*m[:-1], 130], "mistakes names row 130; rows go from 0 to 129"),
        (lambda m: [-1, *m[1:]], "mistakes names row -1"),
        (lambda m: np.array(m, dtype=float), "; give a list of row numbers"),
        (lambda m: [*m[:-1], np.nan], "; give a list of row numbers"),
        (lambda m: [m], "; give a list of row numbers"),
        (lambda m: "0, 5", "; give a list of row numbers"),
        (lambda m: None, "; give a list of row numbers"),
    ],
)
def test_replay_refuses(wines, wrong, message):
    mistakes = perceptron(wines).mistakes.tolist()
    with pytest.raises(ValueError, match=message):
        replay(wines, wrong(mistakes))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": []}, r"order=\[\]; give a non-empty list"),
        ({"order": [0.5]}, r"order=\[0.5\]; give a non-empty list of row numbers"),
        ({"order": [0, 200]}, "order names row 200"),
        ({"threshold": np.nan}, "threshold=nan; give a finite number of at least 0"),
        ({"threshold": -0.1}, "threshold=-0.1"),
        ({"threshold": np.inf}, "threshold=inf"),
    ],
)
def test_replay_refuses_its_options(wines, options, message):
    with pytest.raises(ValueError, match=message):
        replay(wines, [0], **options)


# The gap and the optimality conditions


def test_the_gap_identity_holds_for_any_answer(flowers):
    """Primal minus dual is the sum of three nonnegative terms, for random w, b and α."""
    rng = np.random.default_rng(0)
    for _ in range(50):
        alpha = feasible(flowers, rng.uniform(0, 2, flowers.n), 2.0)
        gap = duality_gap(flowers, rng.normal(size=4), rng.normal(), alpha, 2.0)
        assert gap.total == pytest.approx(gap.primal - gap.dual, rel=1e-12)
        assert min(gap.distance, gap.slackness, gap.box) >= 0


def test_the_gap_identity_for_the_hard_margin(wines):
    rng = np.random.default_rng(1)
    best = hard_margin(wines)
    for stretch in (1.0, 1.5, 4.0):
        alpha = feasible(wines, rng.uniform(0, 1, wines.n))
        gap = duality_gap(wines, stretch * best.w, stretch * best.b, alpha)
        assert gap.total == pytest.approx(gap.primal - gap.dual, rel=1e-9)
        assert gap.box == 0


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


def test_a_solution_passes(flowers, solution):
    s = solution
    assert check_optimal(flowers, s.w, s.b, s.alpha, 1.0).relative < 1e-9
    assert max(kkt_residuals(flowers, s.w, s.b, s.alpha, 1.0).values()) < 1e-9


def test_the_tolerance_is_a_share_of_the_objective(flowers, solution):
    s = solution
    gap = duality_gap(flowers, 1.001 * s.w, s.b, s.alpha, 1.0)
    answer = (flowers, 1.001 * s.w, s.b, s.alpha, 1.0)
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


def test_the_hard_margin_has_no_slack(wines):
    s = hard_margin(wines)
    short = kkt_residuals(wines, 0.9 * s.w, 0.9 * s.b, s.alpha)
    assert short["constraints"] == pytest.approx(0.1)
    with pytest.raises(ValueError, match=r"y f = 0.9 < 1, so \(w, b\) is not feasible"):
        duality_gap(wines, 0.9 * s.w, 0.9 * s.b, s.alpha)


def test_through_the_origin_no_balance_is_asked(flowers):
    s = soft_margin(flowers, 1.0, offset=False)
    assert abs(s.alpha @ flowers.y) > 0.01
    assert check_optimal(flowers, s.w, 0.0, s.alpha, 1.0, offset=False).relative < 1e-9
    with pytest.raises(ValueError, match=r"alpha y = .*, not 0"):
        check_optimal(flowers, s.w, 0.0, s.alpha, 1.0)


def test_the_margin_lies_in_its_interval(wines):
    """From a perceptron's run: w below, and the counts of its mistakes, balanced, above."""
    best = hard_margin(wines)
    run = perceptron(wines)
    counts = feasible(wines, np.bincount(run.mistakes, minlength=wines.n))
    low, high = margin_interval(wines, run.w, 0.0, counts)
    assert low < best.half_width < high
    tight = margin_interval(wines, best.w, best.b, best.alpha)
    assert tight == pytest.approx((best.half_width, best.half_width), rel=1e-9)


def test_the_margin_interval_does_not_feel_scale(wines):
    best = hard_margin(wines)
    small = margin_interval(wines, best.w, best.b, best.alpha)
    large = margin_interval(wines, 7 * best.w, 7 * best.b, 0.1 * best.alpha)
    assert large == pytest.approx(small)


def test_feasible_moves_any_alpha_into_the_box_and_balance(flowers):
    rng = np.random.default_rng(3)
    for _ in range(20):
        alpha = feasible(flowers, rng.normal(size=flowers.n), 0.7)
        assert alpha.min() >= 0
        assert alpha.max() <= 0.7
        assert abs(alpha @ flowers.y) <= 1e-12 * alpha.sum()
    assert not feasible(flowers, np.maximum(flowers.y, 0)).any()


# Bad input


def _arguments(flowers, **changes):
    given_ = {"w": np.ones(4), "b": 0.0, "alpha": np.ones(100) / 2, "C": 1.0} | changes
    return flowers, given_["w"], given_["b"], given_["alpha"], given_["C"]


BAD = [
    ({"w": np.ones(3)}, r"w has shape \(3,\); give one number for each of the 4 features"),
    ({"w": np.array([1, 2, np.nan, 0])}, "w holds NaN or infinity"),
    ({"b": np.nan}, "b=nan; give a finite number"),
    ({"b": np.inf}, "b=inf; give a finite number"),
    ({"alpha": np.ones(99)}, r"alpha has shape \(99,\); give one number for each of the 100 exam"),
    ({"alpha": np.ones((100, 1))}, r"alpha has shape \(100, 1\)"),
    ({"alpha": np.full(100, np.nan)}, "alpha holds NaN or infinity"),
    ({"C": 0}, "C=0; give a number above 0"),
    ({"C": -1.0}, "C=-1.0; give a number above 0"),
    ({"C": np.nan}, "C=nan; give a number above 0"),
]


@pytest.mark.parametrize("check", [duality_gap, kkt_residuals, check_optimal])
@pytest.mark.parametrize(("changes", "message"), BAD)
def test_bad_input(flowers, check, changes, message):
    with pytest.raises(ValueError, match=message):
        check(*_arguments(flowers, **changes))


@pytest.mark.parametrize("check", [duality_gap, check_optimal])
@pytest.mark.parametrize(
    ("alpha", "message"),
    [
        (lambda y: np.where(y > 0, 1.1, 1), r"alpha\[\d+\]=1.1 lies outside \[0, 1\]"),
        (lambda y: np.where(y > 0, 1, -1e-12), r"alpha\[\d+\]=-1e-12 lies outside"),
        (lambda y: np.where(y > 0, 1, 0.5), "Σ alpha y = 25, not 0"),
    ],
)
def test_an_infeasible_alpha_bounds_nothing(flowers, check, alpha, message):
    with pytest.raises(ValueError, match=message):
        check(*_arguments(flowers, alpha=alpha(flowers.y)))


def test_more_bad_input(flowers):
    with pytest.raises(ValueError, match=r"b=1.0 in a problem without an offset"):
        duality_gap(*_arguments(flowers, b=1.0), offset=False)
    with pytest.raises(ValueError, match="tolerance=nan"):
        check_optimal(*_arguments(flowers), tolerance=np.nan)
    with pytest.raises(ValueError, match="alpha is zero and bounds nothing"):
        margin_interval(flowers, np.ones(4), 0.0, np.zeros(100))
    with pytest.raises(ValueError, match="w is zero and defines no hyperplane"):
        margin_interval(flowers, np.zeros(4), 0.0, np.ones(100))
    with pytest.raises(ValueError, match=r"alpha\[\d+\]=-1 lies outside \[0, inf\]"):
        margin_interval(flowers, np.ones(4), 0.0, -np.ones(100))
    with pytest.raises(ValueError, match=r"alpha has shape \(3,\)"):
        feasible(flowers, np.ones(3))
    with pytest.raises(ValueError, match="C=-2; give a number above 0"):
        feasible(flowers, np.ones(100), -2)


def test_a_common_point_needs_the_balance_of_an_offset_only():
    alone = Sample([[0.0, 0.0], [1.0, 2.0]], [1, -1])
    assert is_common_point(alone, {0: 1}, offset=False), "0 is on no side of a w"
    assert not is_common_point(alone, {0: 1}), "an offset puts one example anywhere"
    assert is_common_point(Sample([[3.0], [3.0]], [1, -1]), {0: 2, 1: 2})
