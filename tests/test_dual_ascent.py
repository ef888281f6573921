"""The two ascents, and what is read off a path, compared with plain loops, cvxpy and searches."""

from itertools import islice, pairwise

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib import dual_ascent
from lib.dual_ascent import coordinate_ascent, coordinate_steps, dual_values, pair_steps, shares
from lib.kernels.functions import gaussian
from lib.samples import Sample
from lib.svm.certificates import duality_gap
from lib.svm.climb import ascend_by_pairs
from tests.chapters import chapter
from tests.strategies import FLOWERS, mixed
from tests.watched import greedy

climb_pairs = chapter("dual-ascent").defined("worst_pair", "climb_pairs")["climb_pairs"]


def value(K, y, alpha):
    """Σα - ½ (αy)ᵀK(αy)."""
    return alpha.sum() - (alpha * y) @ K @ (alpha * y) / 2


def pair_ascent(K, y, C):
    """α after every n steps."""
    low, high = np.minimum(0, C * y), np.maximum(0, C * y)
    for beta in islice(ascend_by_pairs(K, y, low, high, np.zeros(len(y)), 0.0), 100):
        yield beta * y


def test_the_pair_steps_are_those_of_a_plain_loop():
    K, n = gaussian(1.5)(FLOWERS.X, FLOWERS.X), FLOWERS.n
    plain = [value(K, FLOWERS.y, alpha) for alpha in climb_pairs(K, FLOWERS.y, 0.7, most=3 * n)]
    for k, alpha in enumerate(islice(pair_ascent(K, FLOWERS.y, 0.7), 3), start=1):
        assert value(K, FLOWERS.y, alpha) == pytest.approx(plain[k * n], rel=1e-9)
    assert all(here < there for here, there in pairwise(plain[:n]))


@pytest.mark.parametrize("C", [0.05, 1.0])
def test_both_ascents_reach_the_optimum_of_cvxpy(C):
    *_, alpha = pair_ascent(FLOWERS.X @ FLOWERS.X.T, FLOWERS.y, C)
    a = cp.Variable(FLOWERS.n)
    height = cp.Maximize(cp.sum(a) - cp.sum_squares(FLOWERS.signed.T @ a) / 2)
    box = [a >= 0, a <= C]
    best = cp.Problem(height, [*box, FLOWERS.y @ a == 0]).solve(cp.CLARABEL)
    assert dual_values(FLOWERS, alpha[None])[0] == pytest.approx(best, rel=1e-6)
    *_, (w, alpha) = islice(coordinate_ascent(FLOWERS, C), 400)
    np.testing.assert_allclose(w, alpha @ FLOWERS.signed, atol=1e-12)
    best = cp.Problem(height, box).solve(cp.CLARABEL)
    assert dual_values(FLOWERS, alpha[None])[0] == pytest.approx(best, rel=1e-4)


def neighbors(apart, rng):
    """Random points, each with a neighbor of a random label in a random direction."""
    n, d = rng.integers(2, 8), rng.integers(1, 4)
    X, y = rng.normal(size=(n, d)), rng.choice([-1, 1], size=2 * n)
    y[:2] = 1, -1
    return Sample(np.vstack([X, X + apart * rng.normal(size=(n, d))]), y)


def gap(sample, alpha, C):
    """P - D of w = Σαyx and its best offset, which puts some example on its face."""
    w = alpha @ sample.signed
    faces = sample.y - sample.X @ w
    slack = np.maximum(0, sample.y * (faces - faces[:, None])).sum(axis=1)
    return w @ w + C * slack.min() - alpha.sum()


@pytest.mark.slow
@pytest.mark.parametrize("apart", [0, 1e-9, 1e-8, 1e-4, 1])
def test_pairs_end_where_points_coincide_or_nearly_so(apart):
    """The curvature of two neighbors is 0, or rounded to less: no step may divide by it."""
    rng = np.random.default_rng(0)
    for _ in range(20):
        sample, C = neighbors(apart, rng), 10 ** rng.uniform(-1, 1)
        K = sample.X @ sample.X.T
        with np.errstate(divide="raise"):
            path = climb_pairs(K, sample.y, C, most=1000)
            *_, alpha = pair_ascent(K, sample.y, C)
        assert (np.diff(dual_values(sample, path)) > -1e-9).all()
        for found in (path[-1], alpha):
            assert abs(found @ sample.y) < 1e-9 and 0 <= found.min() <= found.max() <= C
            assert gap(sample, found, C) < 1e-3 * found.sum()


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.05, 10))
def test_a_pair_s_step_is_read_off_the_path(seed, C):
    rng = np.random.default_rng(seed)
    sample = mixed(rng)
    path = greedy(sample, C, share=rng.uniform(0.05, 1))
    seen = pair_steps(sample, path, C)
    assert (seen["s"] > 0).all() and len(seen["s"]) == len(path) - 1
    np.testing.assert_allclose(seen["D"], dual_values(sample, path)[1:])
    apart = seen["x_i"] - seen["x_j"]
    np.testing.assert_allclose(seen["w"] - seen["w_before"], seen["s"][:, None] * apart, atol=1e-12)
    np.testing.assert_allclose(seen["moved"], np.cumsum(seen["s"] ** 2 * (apart**2).sum(axis=1)))


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.05, 10))
def test_what_examples_ask_of_b_are_the_slopes_of_the_dual(seed, C):
    """b_i - b_j is the slope of D where the force of i rises and that of j falls."""
    rng = np.random.default_rng(seed)
    sample = mixed(rng)
    alpha = greedy(sample, C, 5, rng.uniform(0.05, 1))[-1]
    seen, tiny = dual_ascent.stopping(sample, alpha, C), 1e-7
    steepest = 0.0
    for i in range(sample.n):
        for j in range(sample.n):
            moved = alpha.copy()
            moved[i] += tiny * sample.y[i]
            moved[j] -= tiny * sample.y[j]
            if i != j and moved.min() >= 0 and moved.max() <= C:
                rise = np.diff(dual_values(sample, np.array([alpha, moved])))[0] / tiny
                steepest = max(steepest, rise)
    assert seen["h"] == pytest.approx(steepest, abs=1e-4)
    np.testing.assert_allclose(seen["rise"] + seen["fall"], C)


def test_a_coordinate_s_slope_is_that_of_the_dual():
    sample, path = Sample([[2, 1], [1, 0]], [1, -1]), np.array([[0, 0], [0.2, 0], [0.2, 0.4]])
    ahead = path[:2] + 1e-6 * np.eye(2)  # of the multiplier that the step changes
    slopes = (dual_values(sample, ahead) - dual_values(sample, path[:2])) / 1e-6
    np.testing.assert_allclose(coordinate_steps(sample, path, C=0.4)["g"], slopes, atol=1e-5)


def test_shares_add_up_to_the_gap_and_steps_are_the_best_of_many():
    rng, C = np.random.default_rng(0), 0.7
    sample = mixed(rng)
    alpha = rng.uniform(0, C, sample.n)
    seen = shares(sample, alpha, C)
    gap = duality_gap(sample, alpha @ sample.signed, 0, alpha, C, offset=False)
    assert seen["slack_terms"][-1] + seen["bound_terms"][-1] == pytest.approx(gap.total)
    base, gains = dual_values(sample, alpha[None])[0], np.diff(np.append(0, seen["gains"]))
    for i, gain in enumerate(gains):
        tried = np.repeat(alpha[None], 2001, axis=0)
        tried[:, i] = np.linspace(0, C, 2001)
        assert gain == pytest.approx(dual_values(sample, tried).max() - base, abs=1e-5)
