"""Bounds without separability: the total distance, the theorems, sequences that meet them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.block_novikoff import orthonormal, ties
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
    FREUND_SCHAPIRE,
    PART,
    SMALLER_MARGIN,
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


# Sequences that meet the bounds, or stay below them


def test_orthonormal_meets_the_exact_bound_at_every_larger_margin():
    sample, u = orthonormal(25)
    for gamma in (0.2, 0.3, 0.9):
        assert exact_bound(gamma, total_distance(sample, u, gamma)) == pytest.approx(25)
    assert perceptron(sample).M == 25


@pytest.mark.parametrize("gamma", [0.3, 0.1, 0.05])
@pytest.mark.parametrize("every", [3, 4, 10])
def test_wrong_labels_in_three_dimensions_meet_the_exact_bound(gamma, every):
    z, u = ties([gamma] * (every - 1) + [-gamma]), np.eye(3)[2]
    y = np.sign(z[:, 2])
    sample = Sample(y[:, None] * z, y)
    run = perceptron(sample, max_passes=1)
    bound = exact_bound(gamma, total_distance(sample, u, gamma))
    assert run.M == sample.n
    assert bound - 2 < run.M <= bound
    wrong = np.sign(z @ u) < 0
    assert np.flatnonzero(wrong).tolist() == list(range(every - 1, sample.n, every))


def test_mistakes_a_pass_stay_below_the_least_hinge_loss():
    from scipy.optimize import linprog

    n, d = IRIS.n, IRIS.d
    cost = np.r_[np.zeros(d), np.ones(n)]
    rows = np.hstack([-IRIS.signed, -np.eye(n)])
    free = [(None, None)] * d + [(0, None)] * n
    least = linprog(cost, A_ub=rows, b_ub=-np.ones(n), bounds=free).fun
    run = perceptron(IRIS, max_passes=400)
    assert (run.M, run.halted) == (2083, False)
    assert least == pytest.approx(6.08, abs=0.01)
    assert run.M / 400 < least


def test_either_bound_wins_at_a_fixed_margin():
    one_far = Sample([E1] * 9 + [[-1, 0]], [1] * 10)
    many_near = Sample([[0.5, 0.75**0.5]] * 400, [1] * 400)
    for sample, gamma, winner in ((one_far, 1.0, "TD"), (many_near, 0.55, "D")):
        exact = exact_bound(gamma, total_distance(sample, E1, gamma))
        squares = freund_schapire_bound(gamma, deviation(sample, E1, gamma))
        assert (exact < squares) == (winner == "TD")


def test_moved_points_leave_the_sphere():
    shifted = moved(Sample([[0.8, 0.6]], [1]), [0, 1], 0.9)
    length = np.linalg.norm(shifted.X)
    assert length == pytest.approx(1.204, abs=5e-4)
    assert 0.9 / length == pytest.approx(0.747, abs=5e-4)
