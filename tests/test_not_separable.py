"""Bounds without separability: the total distance, the theorems, bad input."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.datasets import iris
from lib.not_separable.bounds import (
    deviation,
    distances,
    exact_bound,
    freund_schapire_bound,
    moved,
    simple_bound,
    total_distance,
)
from lib.perceptron import perceptron
from lib.proof.watching import totals
from lib.samples import Sample, prepare
from lib.theorems.not_separable import (
    EXACT_AND_SIMPLE,
    FREUND_SCHAPIRE,
    PART,
    SMALLER_MARGIN,
    SQUARING,
    TOTAL_DISTANCE,
)

seeds = st.integers(0, 10_000)
IRIS = prepare(iris("versicolor", "virginica"))
E1 = [1.0, 0.0]


def noisy_sample(rng, n=25, d=3):
    """Unit examples with labels that mostly follow a hidden vector, and that vector."""
    X = rng.standard_normal((n, d))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    u = rng.standard_normal(d)
    u /= np.linalg.norm(u)
    y = np.where(X @ u + 0.4 * rng.standard_normal(n) > 0, 1, -1)
    return Sample(X, y, "noisy"), u


@given(seeds, st.floats(0.05, 1))
def test_distance_is_the_least_move_along_u(seed, gamma):
    sample, u = noisy_sample(np.random.default_rng(seed))
    shifted = moved(sample, u, gamma)
    assert (shifted.signed @ u >= gamma - 1e-12).all()
    d = distances(sample, u, gamma)
    np.testing.assert_allclose(np.linalg.norm(shifted.X - sample.X, axis=1), d, atol=1e-12)
    stays = sample.signed @ u >= gamma
    np.testing.assert_array_equal(d[stays], 0)
    np.testing.assert_allclose((shifted.signed @ u)[~stays], gamma)


def test_repeats_count_each_time():
    u = np.eye(5)[0]
    once = distances(IRIS, u, 0.3)
    order = [3, 3, 3, 60]
    assert total_distance(IRIS, u, 0.3, order) == pytest.approx(3 * once[3] + once[60])
    squares = 3 * once[3] ** 2 + once[60] ** 2
    assert deviation(IRIS, u, 0.3, order) == pytest.approx(squares**0.5)
    assert total_distance(IRIS, u, 0.3) == pytest.approx(once.sum())


@given(st.floats(0.02, 1), st.floats(0, 50), st.floats(0.5, 3))
def test_exact_bound_is_the_largest_integer_that_the_sandwich_allows(gamma, td, R):
    allowed = [M for M in range(20_000) if gamma * M - td <= R * M**0.5]
    assert abs(exact_bound(gamma, td, R) - max(allowed)) <= 1 or max(allowed) == 19_999


@given(st.floats(0.02, 1), st.floats(0, 50), st.floats(0.5, 3))
def test_the_simple_bound_gives_away_a_square(gamma, td, R):
    given_away = simple_bound(gamma, td, R) - exact_bound(gamma, td, R)
    square = (exact_bound(gamma, td, R) ** 0.5 - R / gamma) ** 2
    assert given_away == pytest.approx(square, rel=1e-6, abs=1e-6)
    assert exact_bound(gamma, 0, R) == pytest.approx((R / gamma) ** 2)


def test_bounds_broadcast():
    gamma = np.array([0.1, 0.2])
    for bound in (exact_bound, simple_bound, freund_schapire_bound):
        np.testing.assert_allclose(bound(gamma, 2.0), [bound(g, 2.0) for g in gamma])


def watched(run, u, gamma):
    """What the theorems with distances speak of: a run's updates, and sums of distances."""
    d, sequence = distances(run.sample, u, gamma)[run.mistakes], np.resize(run.order, run.seen)
    return (
        run.updates
        | totals(T=d, S=d**2)
        | {
            "u": u,
            "gamma": gamma,
            "TD": total_distance(run.sample, u, gamma, sequence),
            "D": deviation(run.sample, u, gamma, sequence),
        }
    )


@settings(max_examples=80, deadline=None)
@given(seeds, st.floats(0.02, 1), st.integers(1, 4), st.booleans())
def test_no_run_exceeds_a_bound(seed, gamma, passes, along):
    rng = np.random.default_rng(seed)
    sample, u = noisy_sample(rng)
    if not along:
        u = np.roll(u, 1)
    gamma *= sample.radius
    order = rng.integers(0, sample.n, 40)
    run = perceptron(sample, order=order, max_passes=passes)
    seen = watched(run, u, gamma)
    for theorem in (TOTAL_DISTANCE, FREUND_SCHAPIRE):
        assert theorem.failing(seen) == []
    assert run.M <= exact_bound(gamma, seen["TD"]) + 1e-9
    assert run.M <= freund_schapire_bound(gamma, seen["D"]) + 1e-9


def test_a_false_sum_is_noticed():
    seen = watched(perceptron(IRIS, max_passes=1), np.eye(5)[0], 0.3)
    nothing = totals(T=np.zeros_like(seen["t"]))
    assert TOTAL_DISTANCE.failing(seen | nothing) == ["sum", "alignment"]
    assert "whole sequence" in TOTAL_DISTANCE.failing(seen | {"TD": 0.0})
    assert "whole sequence" in FREUND_SCHAPIRE.failing(seen | {"D": 0.0})


@given(seeds, st.floats(0.05, 1))
def test_the_mistakes_are_part_of_the_sequence(seed, gamma):
    rng = np.random.default_rng(seed)
    sample, u = noisy_sample(rng)
    run = perceptron(sample, order=rng.integers(0, sample.n, 40), max_passes=1)
    d, counted = distances(sample, u, gamma)[run.order], np.zeros(40)
    counted[run.when] = 1
    seen = totals(T=counted * d, TD=d, S=counted * d**2, squares=d**2)
    seen |= {"D": np.sqrt(seen["squares"]), "D_before": np.sqrt(seen["squares_before"])}
    seen |= {"x": sample.signed[run.order], "u": u, "gamma": gamma, "counted": counted}
    assert PART.failing(seen) == []
    assert "mistake or not" in PART.failing(seen | {"counted": 2 * counted})
    R, D = sample.radius, seen["D"][-1]
    smaller = gamma * (1 - D / (2 * (R + D)))
    less = distances(sample, u, smaller)[run.order]
    at_smaller = seen | totals(T=less, S=d**2) | {"R": R, "D": D, "smaller": smaller}
    assert SMALLER_MARGIN.failing(at_smaller) == (["smaller"] if D == 0 else [])
    assert "choice of γ'" in SMALLER_MARGIN.failing(at_smaller | {"smaller": smaller / 2})


@given(seeds, st.floats(0.05, 1))
def test_total_distance_at_a_smaller_margin_does_as_well_as_freund_schapire(seed, gamma):
    sample, u = noisy_sample(np.random.default_rng(seed))
    R, D = sample.radius, deviation(sample, u, gamma * sample.radius)
    gamma *= R
    smaller = gamma * (1 - D / (2 * (R + D)))
    best = exact_bound(smaller, total_distance(sample, u, smaller), R)
    assert best <= freund_schapire_bound(gamma, D, R) * (1 + 1e-12)


@pytest.mark.parametrize(
    "theorem",
    [PART, TOTAL_DISTANCE, SQUARING, EXACT_AND_SIMPLE, FREUND_SCHAPIRE, SMALLER_MARGIN],
    ids=lambda theorem: theorem.name,
)
def test_steps_are_proved_and_mutants_refuted(theorem):
    assert [verdict.step.name for verdict in theorem.prove() if not verdict.ok] == []
