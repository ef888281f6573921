"""Solvers and their certificates: what is right is accepted, what is a little wrong refused."""

from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.datasets import breast_cancer, iris, wine
from lib.kernels.functions import gaussian
from lib.linear_separators import functional_margin, margin
from lib.max_margin import hard_margin
from lib.perceptron import perceptron
from lib.samples import Sample, prepare, standardize
from lib.soft_margin import soft_margin
from lib.svm.active_set import refine
from lib.svm.certificates import (
    check_optimal,
    duality_gap,
    feasible,
    kkt_residuals,
    margin_interval,
)
from lib.svm.climb import climb
from lib.svm.exact import in_parts, product, solve_whole
from lib.svm.interior import interior
from lib.svm.separability import (
    NotSeparable,
    common_point,
    exact_common_point,
    is_common_point,
)
from lib.svm.solution import Solution
from lib.svm_dual import dual
from tests.exact_margins import optimum

FLOWERS, WINES = standardize(iris("versicolor", "virginica")), standardize(wine(0, 1))
PREPARED = prepare(wine())
SOLUTION = soft_margin(FLOWERS, 1)


@pytest.mark.parametrize("hard", [False, True], ids=["soft", "hard"])
def test_the_gap_identity_holds_for_any_answer(hard):
    """Primal minus dual is the sum of three nonnegative terms, for any feasible answer."""
    rng, best = np.random.default_rng(0), hard_margin(PREPARED)
    for _ in range(30):
        if hard:
            sample, C, stretch = PREPARED, np.inf, rng.uniform(1, 4)
            w, b = stretch * best.w, stretch * best.b
        else:
            sample, C, w, b = FLOWERS, 2.0, rng.normal(size=4), rng.normal()
        gap = duality_gap(sample, w, b, feasible(sample, rng.uniform(0, 2, sample.n), C), C)
        assert gap.total == pytest.approx(gap.primal - gap.dual, rel=1e-9)
        assert min(gap.distance, gap.slackness, gap.box) >= 0


def test_the_tolerance_is_a_share_of_the_objective():
    s = SOLUTION
    assert check_optimal(FLOWERS, s.w, s.b, s.alpha, 1.0).relative < 1e-9
    answer = (FLOWERS, 1.001 * s.w, s.b, s.alpha, 1.0)
    gap = duality_gap(*answer)
    assert gap.relative == pytest.approx(gap.total / gap.primal)
    assert check_optimal(*answer, tolerance=1.01 * gap.relative) == gap
    with pytest.raises(ValueError, match="not optimal"):
        check_optimal(*answer, tolerance=0.99 * gap.relative)


def test_an_objective_that_is_right_is_no_w_that_is_right():
    """Along w = (t, -1), b = 1 + 3t, the slack is the same: the gap is t²/2, and w is off by t."""
    sample = Sample([[1, 1], [-3, 2], [-3, 2], [-3, 0], [2, 2], [-2, 3]], [1, -1, -1, 1, -1, 1])
    alpha = [1e6, 1e6, 0.5, 0.5, 1e6, 1e6]
    gap = check_optimal(sample, [0.02, -1], 1.06, alpha, 1e6)
    assert gap.relative < 1e-9
    assert gap.w_error == pytest.approx(0.02, rel=1e-3)


def test_each_condition_notices_its_own_breach():
    s = SOLUTION
    free, bound = s.free[0], s.bound[0]
    outside = np.flatnonzero(FLOWERS.y * (FLOWERS.X @ s.w + s.b) > 1.5)[0]

    def residuals(w=s.w, b=s.b, **changes):
        alpha = s.alpha.copy()
        for row, value in changes.items():
            alpha[int(row[1:])] = value
        found = kkt_residuals(FLOWERS, w, b, alpha, 1.0)
        return {name for name, size in found.items() if size > 1e-6}

    assert residuals() == set()
    assert residuals(w=1.001 * s.w) >= {"stationarity"}
    assert residuals(**{f"r{free}": 1.1}) >= {"box", "balance", "stationarity"}
    assert residuals(**{f"r{free}": -0.1}) >= {"box"}
    assert residuals(**{f"r{outside}": 0.5}) >= {"slackness"}
    assert residuals(**{f"r{bound}": 0.5}) >= {"bound"}
    assert kkt_residuals(FLOWERS, s.w, s.b, s.alpha)["constraints"] == pytest.approx(s.xi.max())


def test_through_the_origin_no_balance_is_asked():
    s = soft_margin(FLOWERS, 1.0, offset=False)
    assert abs(s.alpha @ FLOWERS.y) > 0.01
    assert check_optimal(FLOWERS, s.w, 0.0, s.alpha, 1.0, offset=False).relative < 1e-9
    with pytest.raises(ValueError, match=r"alpha y = .*, not 0"):
        check_optimal(FLOWERS, s.w, 0.0, s.alpha, 1.0)


def test_feasible_moves_any_alpha_into_the_box_and_balance():
    rng = np.random.default_rng(3)
    for _ in range(20):
        alpha = feasible(FLOWERS, rng.normal(size=FLOWERS.n), 0.7)
        assert alpha.min() >= 0
        assert alpha.max() <= 0.7
        assert abs(alpha @ FLOWERS.y) <= 1e-12 * alpha.sum()
    assert not feasible(FLOWERS, np.maximum(FLOWERS.y, 0)).any()


def test_the_margin_lies_in_its_interval():
    """From a perceptron's run: w below, and the counts of its mistakes, balanced, above."""
    best = hard_margin(PREPARED)
    run = perceptron(PREPARED)
    counts = feasible(PREPARED, np.bincount(run.mistakes, minlength=PREPARED.n))
    low, high = margin_interval(PREPARED, run.w, 0.0, counts)
    assert low < best.half_width < high
    tight = margin_interval(PREPARED, best.w, best.b, best.alpha)
    assert tight == pytest.approx((best.half_width, best.half_width), rel=1e-9)
    large = margin_interval(PREPARED, 7 * best.w, 7 * best.b, 0.1 * best.alpha)
    assert large == pytest.approx(tight), "no scale matters"


def test_an_infeasible_alpha_bounds_nothing():
    for high, low, message in (
        (1.1, 1, r"alpha\[\d+\]=1.1 lies outside \[0, 1\]"),
        (1, -1e-12, r"alpha\[\d+\]=-1e-12 lies outside"),
        (1, 0.5, "Σ alpha y = 25, not 0"),
    ):
        with pytest.raises(ValueError, match=message):
            check_optimal(FLOWERS, np.ones(4), 0.0, np.where(FLOWERS.y > 0, high, low), 1.0)


# A separator, or a common point


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
@pytest.mark.slow
def test_either_a_separator_or_a_common_point(seed, offset):
    """Exactly one of the two exists; each is checked without a solver."""
    rng = np.random.default_rng(seed)
    sample = Sample(rng.normal(size=(7, 2)), np.where(np.arange(7) < 4, 1, -1))
    weights = common_point(sample, offset=offset)
    if weights is None:
        found = hard_margin(sample, offset=offset)
        assert margin(sample, found.w, found.b) > 0
    else:
        assert weights.min() >= 0
        assert weights.sum() == pytest.approx(1)
        assert np.abs(weights @ sample.signed).max() < 1e-8
        with pytest.raises(NotSeparable) as caught:
            hard_margin(sample, offset=offset)
        weights = caught.value.weights
        low, high = margin_interval(sample, np.ones(2), 0.0, weights, offset=offset)
        assert low <= 0
        assert high < 1e-8


def test_the_scale_of_a_feature_does_not_matter_to_a_common_point():
    far = Sample(FLOWERS.X * [1e6, 1, 1e-6, 1], FLOWERS.y)
    assert common_point(far).sum() == pytest.approx(1)
    assert common_point(Sample(WINES.X * 10.0 ** np.arange(-6, 7), WINES.y)) is None
    assert common_point(Sample([[1, -1e-10], [1, 1e-10]], [-1, 1])) is None


def test_weights_that_certify_nothing_are_not_returned(monkeypatch):
    """A linear program that claims to be solved is not believed."""
    claim = SimpleNamespace(status=0, x=np.full(WINES.n, 1 / WINES.n))
    monkeypatch.setattr("scipy.optimize.linprog", lambda *args, **options: claim)
    assert common_point(WINES) is None


def test_a_common_point_needs_the_balance_of_an_offset_only():
    alone = Sample([[0.0, 0.0], [1.0, 2.0]], [1, -1])
    assert is_common_point(alone, {0: 1}, offset=False), "0 is on no side of a w"
    assert not is_common_point(alone, {0: 1}), "an offset puts one example anywhere"
    assert is_common_point(Sample([[3.0], [3.0]], [1, -1]), {0: 2, 1: 2})


def test_a_common_point_is_refused_if_it_is_wrong_by_one_bit():
    exact = exact_common_point(FLOWERS)
    row = min(exact)
    assert is_common_point(FLOWERS, exact)
    assert not is_common_point(FLOWERS, exact | {row: exact[row] + Fraction(1, 2**200)})
    assert not is_common_point(FLOWERS, {})
    assert not is_common_point(FLOWERS, dict.fromkeys(exact, 0))
    assert not is_common_point(FLOWERS, {row: -weight for row, weight in exact.items()})


# Solutions


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


# Climb, walk and refine


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


# Equations of whole numbers

SIZES = st.sampled_from([2, 10**18, 2**300])


@given(st.integers(1, 4), st.integers(0, 2), SIZES, st.integers(1, 10**30), st.randoms())
def test_equations_are_solved_exactly(k, more, size, below, random):
    def drawn(*shape):
        entries = [random.randint(-size, size) for _ in range(np.prod(shape))]
        return np.array(entries, dtype=object).reshape(shape)

    A, x = drawn(k + more, k), drawn(k)
    found = solve_whole(below * A, A @ x)
    if sympy.Matrix(A).rank() < k:
        assert found is None
    else:
        assert found == [Fraction(number, below) for number in x]
    wrong = A @ x
    wrong[-1] += 1
    if more and (found := solve_whole(A, wrong)) is not None:
        sides = sympy.Matrix(np.column_stack([A, wrong]))
        assert (A @ found == wrong).all() == (sides.rank() == k)
    assert (product(in_parts(A), in_parts(A.T)) == A @ A.T).all()


def test_a_large_system_is_solved_soon():
    """Its fractions have thousands of digits on the way."""
    rng = np.random.default_rng(0)
    A = rng.integers(-(2**60), 2**60, size=(60, 60)).astype(object)
    x = solve_whole(A, A[:, 0] - 7 * A[:, 3])
    assert x == [1, 0, 0, -7] + [0] * 56
