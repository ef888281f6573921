"""The best comparators: against scipy, their floors, their units, and what they refuse."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.datasets import breast_cancer, iris
from lib.not_separable.bounds import (
    deviation,
    exact_bound,
    freund_schapire_bound,
    simple_bound,
    total_distance,
)
from lib.not_separable.comparators import (
    ACCURACY,
    Comparator,
    best_exact,
    best_freund_schapire,
    best_simple,
)
from lib.perceptron import perceptron
from lib.samples import Sample, prepare

seeds = st.integers(0, 10_000)
IRIS = prepare(iris("versicolor", "virginica"))
E1 = [1.0, 0.0]


@pytest.mark.parametrize("sample", [IRIS, prepare(breast_cancer())], ids=lambda s: s.name)
def test_best_comparators_beat_scipy_from_many_starts(sample):
    from scipy.optimize import minimize

    def lengths(v):
        return np.linalg.norm(v), np.maximum(0, 1 - sample.signed @ v)

    def exact(v):
        length, short = lengths(v)
        return ((length + np.sqrt(length**2 + 4 * short.sum())) / 2) ** 2

    def simple(v):
        length, short = lengths(v)
        return length**2 + 2 * short.sum()

    def squares(v):
        length, short = lengths(v)
        return (length + np.linalg.norm(short)) ** 2

    rng = np.random.default_rng(0)
    for best, value in (
        (best_exact, exact),
        (best_simple, simple),
        (best_freund_schapire, squares),
    ):
        found = best(sample)
        assert found.bound == pytest.approx(value(found.u / found.gamma))
        for _ in range(4):
            start = found.u / found.gamma + rng.standard_normal(sample.d)
            other = minimize(value, start, method="Powell", options={"maxiter": 200})
            assert found.bound <= other.fun * (1 + 1e-5)
        assert perceptron(sample, max_passes=1).M <= found.bound


def test_best_simple_is_the_soft_margin_machine_with_C_1():
    from sklearn.svm import LinearSVC

    model = LinearSVC(loss="hinge", C=1, fit_intercept=False, dual=True, tol=1e-10, max_iter=10**6)
    v = model.fit(IRIS.X, IRIS.y).coef_[0]
    found = best_simple(IRIS)
    np.testing.assert_allclose(found.u / found.gamma, v, atol=1e-3)


def test_comparators_print_themselves():
    assert repr(Comparator(np.ones(1), 0.25, 12.5, 12.5)) == "Comparator(γ=0.2500, bound 12.50)"


BEST = [best_exact, best_simple, best_freund_schapire]


@pytest.mark.parametrize("best", BEST)
@pytest.mark.parametrize("scale", [1e-100, 1e-6, 1e-3, 1e3, 1e6, 1e100])
def test_the_unit_of_the_features_does_not_matter(best, scale):
    found, scaled = best(IRIS), best(Sample(scale * IRIS.X, IRIS.y))
    assert scaled.bound == pytest.approx(found.bound, rel=1e-6)
    assert scaled.gamma == pytest.approx(scale * found.gamma, rel=1e-3)


@pytest.mark.parametrize("best", BEST)
@pytest.mark.parametrize(
    "order",
    [[0] * 3, [0, 1, 2, 99], [70] * 5000 + [*range(100)], np.tile(np.arange(100), 20_000)],
    ids=["one example", "four", "one repeated", "twenty thousand passes"],
)
def test_bound_and_floor_meet_on_odd_sequences(best, order):
    found = best(IRIS, order)
    assert found.floor <= found.bound * (1 + 1e-12)
    assert found.bound - found.floor <= ACCURACY * found.bound


@given(seeds, st.integers(1, 60), st.integers(1, 4))
@settings(max_examples=40, deadline=None)
def test_no_comparator_goes_below_the_floor(seed, n, d):
    rng = np.random.default_rng(seed)
    sample = Sample(rng.standard_normal((n, d)), rng.choice([-1, 1], n))
    R, total = sample.radius, np.linalg.norm(sample.signed.sum(axis=0))
    pairs = (
        (best_exact, exact_bound, total_distance),
        (best_simple, simple_bound, total_distance),
        (best_freund_schapire, freund_schapire_bound, deviation),
    )
    for best, bound, shortfall in pairs:
        try:
            floor = best(sample).floor
        except ValueError:
            assert total <= R * n**0.5 * (1 + 1e-9)
            floor = n
        for _ in range(20):
            u = rng.standard_normal(d) + 2 * rng.random() * sample.signed.sum(axis=0) / total
            u, gamma = u / np.linalg.norm(u), 4 * R * rng.random() + 1e-3
            assert bound(gamma, shortfall(sample, u, gamma), R) >= floor * (1 - 1e-9)


def test_freund_and_schapire_may_want_a_margin_above_the_radius():
    found = best_freund_schapire(Sample([E1] * 9 + [[-1, 0]], [1] * 10))
    assert found.gamma == pytest.approx(5 / 3, rel=1e-4) and found.bound == pytest.approx(6.76)


def test_a_program_that_is_not_solved_says_so(monkeypatch):
    import cvxpy as cp

    def fail(*args, **options):
        raise cp.SolverError("no")

    monkeypatch.setattr(cp.Problem, "solve", lambda *args, **options: None)
    with pytest.raises(RuntimeError, match=r"is not settled \(cvxpy: None\)"):
        best_simple(IRIS)
    monkeypatch.setattr(cp.Problem, "solve", fail)
    with pytest.raises(RuntimeError, match=r"'iris versicolor/virginica' .* \(cvxpy failed\)"):
        best_exact(IRIS)


def test_multipliers_that_prove_little_are_noticed(monkeypatch):
    monkeypatch.setattr("lib.not_separable.comparators.ACCURACY", 1e-16)
    with pytest.raises(RuntimeError, match=r"it lies between 30\.2391 and 30\.2391"):
        best_freund_schapire(IRIS)


def test_best_comparators_on_a_repeated_sequence():
    once, thrice = np.arange(IRIS.n), np.tile(np.arange(IRIS.n), 3)
    for best in BEST:
        assert best(IRIS, once).bound == pytest.approx(best(IRIS).bound, rel=1e-6)
        assert best(IRIS).bound < best(IRIS, thrice).bound < 3 * best(IRIS).bound


@pytest.mark.parametrize("best", BEST)
def test_an_order_counts_like_a_stacked_sample(best):
    order = [*range(IRIS.n), *[70] * 4, *range(0, 50, 3)]
    stacked = Sample(IRIS.X[order], IRIS.y[order])
    assert best(IRIS, order).bound == pytest.approx(best(stacked).bound, rel=1e-6)


def test_best_exact_says_when_its_programs_run_out():
    with pytest.raises(
        RuntimeError, match=r"lies between 13\.967 and 27\.08.* allow best_exact more rounds"
    ):
        best_exact(IRIS, rounds=1)
