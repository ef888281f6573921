"""Without a separator: distances, their bounds, and the best comparators."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from lib.datasets import iris
from lib.not_separable.bounds import (
    deviation,
    distances,
    exact_bound,
    freund_schapire_bound,
    simple_bound,
    total_distance,
)
from lib.not_separable.comparators import ACCURACY, best_exact, best_freund_schapire, best_simple
from lib.perceptron import perceptron
from lib.proof.watching import totals
from lib.samples import Sample, prepare
from lib.theorems import theorem
from tests.strategies import leaning, seeds

IRIS = prepare(iris("versicolor", "virginica"))


@given(seeds, st.floats(0.05, 1))
@settings(max_examples=25)
def test_distance_is_the_least_move_along_u(seed, gamma):
    sample, u = leaning(np.random.default_rng(seed))
    d, reach = distances(sample, u, gamma), sample.signed @ u
    stays = reach >= gamma
    np.testing.assert_array_equal(d[stays], 0)
    np.testing.assert_allclose((reach + d)[~stays], gamma)


@given(st.floats(0.02, 1), st.floats(0, 50), st.floats(0.5, 3))
@settings(max_examples=40)
def test_exact_bound_is_the_largest_integer_that_the_sandwich_allows(gamma, td, R):
    M = np.arange(20_000)
    most = M[gamma * M - td <= R * M**0.5].max()
    assert abs(exact_bound(gamma, td, R) - most) <= 1 or most == M[-1]


@settings(max_examples=12)
@given(seeds, st.floats(0.02, 1), st.integers(1, 4), st.booleans())
def test_no_run_exceeds_a_bound(seed, gamma, passes, along):
    rng = np.random.default_rng(seed)
    sample, u = leaning(rng)
    if not along:
        u = np.roll(u, 1)
    run = perceptron(sample, order=rng.integers(0, sample.n, 40), max_passes=passes)
    sequence, counted = np.resize(run.order, run.seen), np.zeros(run.seen)
    d, counted[run.when] = distances(sample, u, gamma)[sequence], 1
    part = totals(T=counted * d, TD=d, S=counted * d**2, squares=d**2)
    part |= {"D": np.sqrt(part["squares"]), "D_before": np.sqrt(part["squares_before"])}
    part |= {"x": sample.signed[sequence], "u": u, "gamma": gamma, "counted": counted}
    assert theorem("part").failing(part) == []
    TD, D = (total(sample, u, gamma, sequence) for total in (total_distance, deviation))
    d = d[run.when]
    seen = run.updates | totals(T=d, S=d**2) | {"u": u, "gamma": gamma, "TD": TD, "D": D}
    for one in (theorem("total_distance"), theorem("freund_schapire")):
        assert one.failing(seen) == []
    assert run.M <= exact_bound(gamma, TD) + 1e-9
    assert run.M <= freund_schapire_bound(gamma, D) + 1e-9


# The best comparators

BEST = {best_exact: exact_bound, best_simple: simple_bound}  # each with its bound
BEST[best_freund_schapire] = freund_schapire_bound
each_best = pytest.mark.parametrize("best", BEST)


@each_best
def test_best_comparators_beat_scipy_from_many_starts(best):
    def value(v):
        length, short = np.linalg.norm(v), np.maximum(0, 1 - IRIS.signed @ v)
        return {
            best_exact: ((length + np.sqrt(length**2 + 4 * short.sum())) / 2) ** 2,
            best_simple: length**2 + 2 * short.sum(),
            best_freund_schapire: (length + np.linalg.norm(short)) ** 2,
        }[best]

    rng, found = np.random.default_rng(0), best(IRIS)
    assert found.bound == pytest.approx(value(found.u / found.gamma))
    for _ in range(2):
        start = found.u / found.gamma + rng.standard_normal(IRIS.d)
        other = minimize(value, start, method="Powell", options={"maxiter": 200})
        assert found.bound <= other.fun * (1 + 1e-5)
    assert perceptron(IRIS, max_passes=1).M <= found.bound


@each_best
@pytest.mark.parametrize("scale", [1e-100, 1e3, 1e100])
def test_the_unit_of_the_features_does_not_matter(best, scale):
    found, scaled = best(IRIS), best(Sample(scale * IRIS.X, IRIS.y))
    assert scaled.bound == pytest.approx(found.bound, rel=1e-6)
    assert scaled.gamma == pytest.approx(scale * found.gamma, rel=1e-3)


@each_best
@pytest.mark.parametrize(
    "order",
    [[0] * 3, [70] * 5000 + [*range(100)], np.tile(np.arange(100), 20_000)],
    ids=["one example", "one repeated", "twenty thousand passes"],
)
def test_bound_and_floor_meet_on_odd_sequences(best, order):
    found = best(IRIS, order)
    assert found.floor <= found.bound * (1 + 1e-12)
    assert found.bound - found.floor <= ACCURACY * found.bound


@each_best
@given(seeds, st.integers(1, 60), st.integers(1, 4))
@settings(max_examples=8)
def test_no_comparator_goes_below_the_floor(best, seed, n, d):
    rng = np.random.default_rng(seed)
    sample = Sample(rng.standard_normal((n, d)), rng.choice([-1, 1], n))
    R, total = sample.radius, np.linalg.norm(sample.signed.sum(axis=0))
    shortfall = deviation if best is best_freund_schapire else total_distance
    try:
        floor = best(sample).floor
    except ValueError:
        assert total <= R * n**0.5 * (1 + 1e-9)
        floor = n
    for _ in range(20):
        u = rng.standard_normal(d) + 2 * rng.random() * sample.signed.sum(axis=0) / total
        u, gamma = u / np.linalg.norm(u), 4 * R * rng.random() + 1e-3
        assert BEST[best](gamma, shortfall(sample, u, gamma), R) >= floor * (1 - 1e-9)


def test_multipliers_that_prove_little_are_noticed(monkeypatch):
    words = r"lies between 13\.967 and 27\.08.* allow best_exact more rounds"
    with pytest.raises(RuntimeError, match=words):
        best_exact(IRIS, rounds=1)
    monkeypatch.setattr("lib.not_separable.comparators.ACCURACY", 1e-16)
    with pytest.raises(RuntimeError, match=r"it lies between 30\.2391 and 30\.2391"):
        best_freund_schapire(IRIS)
