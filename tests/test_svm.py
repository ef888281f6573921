"""Solvers and their certificates: what is right is accepted, what is a little wrong refused."""

from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.linear_separators import margin
from lib.max_margin import hard_margin
from lib.perceptron import perceptron
from lib.samples import Sample
from lib.soft_margin import soft_margin
from lib.svm.active_set import refine
from lib.svm.certificates import check_optimal, duality_gap, feasible, margin_interval
from lib.svm.climb import climb
from lib.svm.exact import solve_whole
from lib.svm.finish import exact_optimum
from lib.svm.interior import interior
from lib.svm.separability import NotSeparable, common_point, is_common_point
from lib.svm.solution import Solution, positive
from tests.exact_margins import optimum
from tests.strategies import FLOWERS, WINE

SOLUTION = soft_margin(FLOWERS, 1)


def test_what_rounding_leaves_above_zero_supports_nothing():
    assert positive(np.array([2.0, 1e-3, 1e-9, 0.0])).tolist() == [True, True, False, False]


@pytest.mark.parametrize("hard", [False, True], ids=["soft", "hard"])
def test_the_gap_identity_holds_for_any_answer(hard):
    """Primal minus dual is the sum of three nonnegative terms, for any feasible answer."""
    rng, best = np.random.default_rng(0), hard_margin(WINE)
    for _ in range(30):
        if hard:
            sample, C, stretch = WINE, np.inf, rng.uniform(1, 4)
            w, b = stretch * best.w, stretch * best.b
        else:
            sample, w, b = FLOWERS, rng.normal(size=4), rng.normal()
            C = 2.0 * rng.choice([1, 3], sample.n)
        gap = duality_gap(sample, w, b, feasible(sample, rng.uniform(0, 2, sample.n), C), C)
        assert gap.total == pytest.approx(gap.primal - gap.dual, rel=1e-9)
        assert min(gap.distance, gap.slackness, gap.box) >= 0


def test_each_condition_notices_its_own_breach():
    s = SOLUTION
    free, bound = s.free[0], s.bound[0]
    outside = np.flatnonzero(FLOWERS.y * (FLOWERS.X @ s.w + s.b) > 1.5)[0]

    def residuals(w=s.w, b=s.b, **changes):
        alpha = s.alpha.copy()
        for row, value in changes.items():
            alpha[int(row[1:])] = value
        found = Solution(FLOWERS, 1.0, w, b, alpha).residuals
        return {name for name, size in found.items() if size > 1e-6}

    assert residuals() == set()
    assert residuals(w=1.001 * s.w) >= {"stationarity"}
    assert residuals(**{f"r{free}": 1.1}) >= {"box", "balance", "stationarity"}
    assert residuals(**{f"r{free}": -0.1}) >= {"box"}
    assert residuals(**{f"r{outside}": 0.5}) >= {"slackness"}
    assert residuals(**{f"r{bound}": 0.5}) >= {"bound"}
    hard = Solution(FLOWERS, np.inf, s.w, s.b, s.alpha)
    assert hard.residuals["constraints"] == pytest.approx(s.xi.max())


def test_through_the_origin_no_balance_is_asked():
    s = soft_margin(FLOWERS, 1.0, offset=False)
    gap = check_optimal(FLOWERS, s.w, 0.0, s.alpha, 1.0, offset=False)
    assert gap.relative < 1e-9
    with pytest.raises(ValueError, match="not optimal"):
        check_optimal(FLOWERS, 1.001 * s.w, 0.0, s.alpha, 1.0, offset=False)
    with pytest.raises(ValueError, match=r"alpha y = .*, not 0"):
        check_optimal(FLOWERS, s.w, 0.0, s.alpha, 1.0)


def test_the_margin_lies_in_its_interval():
    """From a perceptron's run: w below, and the counts of its mistakes, balanced, above."""
    best = hard_margin(WINE)
    run = perceptron(WINE)
    counts = feasible(WINE, np.bincount(run.mistakes, minlength=WINE.n))
    low, high = margin_interval(WINE, run.w, 0.0, counts)
    assert low < best.half_width < high
    tight = margin_interval(WINE, best.w, best.b, best.alpha)
    assert tight == pytest.approx((best.half_width, best.half_width), rel=1e-9)
    large = margin_interval(WINE, 7 * best.w, 7 * best.b, 0.1 * best.alpha)
    assert large == pytest.approx(tight), "no scale matters"


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
@pytest.mark.slow
def test_either_a_separator_or_a_common_point(seed, offset):
    """Exactly one of the two exists; each is checked without a solver."""
    rng = np.random.default_rng(seed)
    sample = Sample(rng.normal(size=(7, 2)), np.where(np.arange(7) < 4, 1, -1))
    exact = common_point(sample, offset=offset)
    if exact is None:
        found = hard_margin(sample, offset=offset)
        assert margin(sample, found.w, found.b) > 0
    else:
        assert is_common_point(sample, exact, offset=offset)
        with pytest.raises(NotSeparable) as caught:
            hard_margin(sample, offset=offset)
        weights = caught.value.weights
        assert weights.min() >= 0
        assert weights.sum() == pytest.approx(1)
        assert np.abs(weights @ sample.signed).max() < 1e-8
        low, high = margin_interval(sample, np.ones(2), 0.0, weights, offset=offset)
        assert low <= 0
        assert high < 1e-8


def test_weights_that_certify_nothing_are_not_returned(monkeypatch):
    """A linear program that claims to be solved is not believed."""
    claim = SimpleNamespace(status=0, x=np.full(WINE.n, 1 / WINE.n))
    monkeypatch.setattr("scipy.optimize.linprog", lambda *args, **options: claim)
    assert common_point(WINE) is None


def test_a_common_point_is_refused_if_it_is_wrong_by_one_bit():
    exact = common_point(FLOWERS)
    row = min(exact)
    assert is_common_point(FLOWERS, exact)
    assert not is_common_point(Sample([[0.0], [1.0]], [1, -1]), {0: 1}), "an offset asks balance"
    assert not is_common_point(FLOWERS, exact | {row: exact[row] + Fraction(1, 2**200)})
    assert not is_common_point(FLOWERS, {})
    assert not is_common_point(FLOWERS, {row: -weight for row, weight in exact.items()})


WEIGHTS = st.sampled_from([1, 1, 1, 0.25, 3])
EXAMPLE = st.tuples(st.integers(-2, 2), st.integers(-2, 2), st.sampled_from([-1, 1]), WEIGHTS)
PRICES = st.sampled_from([0.001, 0.1, 1.0, 1000.0])


@settings(max_examples=150, deadline=None)
@given(st.lists(EXAMPLE, min_size=1, max_size=4), PRICES, st.booleans())
def test_every_solver_finds_the_exact_optimum(rows, C, offset):
    """Duplicates, zero and constant features, no free support vector, one example, one class."""
    rows = np.array(rows, float)
    sample, y, weights = Sample(rows[:, :2], rows[:, 2]), rows[:, 2], rows[:, 3]
    prices = C * weights
    offset = offset and abs(y.sum()) < sample.n
    K = sample.X @ sample.X.T

    def value(alpha):
        return alpha.sum() - (alpha * y) @ K @ (alpha * y) / 2

    best = value(np.array(optimum(K, y, prices, offset)[0], float))
    climbed, (_, inside) = climb(K, y, prices, offset), interior(sample.X, y, prices, offset)
    exact = exact_optimum(sample.X, y, prices, offset, 0 * y)
    assert value(exact.alpha) == pytest.approx(best, 1e-12)
    assert value(climbed) == pytest.approx(best, rel=1e-7)
    assert value(inside) == pytest.approx(best, rel=1e-5)
    assert climbed.min() >= -1e-12 * C and (climbed <= prices * (1 + 1e-12)).all()
    assert not offset or abs(climbed @ y) <= 1e-12 * climbed.sum()
    found = soft_margin(sample, C, weights=weights, offset=offset)
    assert found.gap.dual == pytest.approx(best, rel=1e-6)
    near = [np.linalg.norm(w - found.w) for w, _ in refine(sample, prices, found.alpha, offset)]
    assert min(near) <= 1e-9 * found.norm + 1e-14 * C


# Equations of whole numbers

SIZES = st.sampled_from([2, 10**18, 2**300])


@pytest.mark.slow
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
