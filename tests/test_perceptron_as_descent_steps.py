"""Step sizes and starts: what a larger step changes, and how long a bad start lasts."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.block_novikoff import ties
from lib.datasets import wine
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.perceptron_as_descent import (
    batch_descent,
    stochastic_descent,
)
from lib.proof.watching import totals
from lib.samples import Sample, prepare, with_margin
from lib.theorems.perceptron_as_descent import (
    BATCH,
    BATCH_SLOPE,
    RESCALED,
    START_AND_STEP,
)

seeds = st.integers(0, 10_000)
WINE = prepare(wine(0, 1))


def grid_sample(rng, n=12, d=3):
    """Integer points, where ties are frequent."""
    return Sample(rng.integers(-2, 3, (n, d)), rng.choice([-1, 1], n))


@given(seeds, st.integers(-8, 8))
def test_only_the_ratio_of_start_and_step_matters(seed, power):
    rng = np.random.default_rng(seed)
    sample, start, step = grid_sample(rng), rng.standard_normal(3), 2.0**power
    one = stochastic_descent(sample, start, max_passes=10)
    scaled = stochastic_descent(sample, step * start, step, max_passes=10)
    np.testing.assert_array_equal(scaled.weights, step * one.weights)


def errors_with_ties_left_to(start, sample, passes=50):
    """The rows that err from zero, where a tie is a mistake if it is one for the start."""
    S, rows, least = np.zeros(sample.d), [], np.inf
    for _ in range(passes):
        for i, z in enumerate(sample.signed):
            score, tie = z @ S, z @ start
            least = min(least, abs(score)) if score else least
            if score < 0 or (score == 0 and tie <= 0):
                S = S + z
                rows.append(i)
    return rows, least


@given(seeds)
def test_for_large_steps_the_start_decides_the_ties_and_nothing_else(seed):
    """Exercise ex-large-steps. Whole numbers and a power of two, so that nothing rounds."""
    rng = np.random.default_rng(seed)
    sample, start = grid_sample(rng), rng.integers(-9, 10, 3)
    rows, least = errors_with_ties_left_to(start, sample)
    step = 2.0 ** np.ceil(np.log2(np.linalg.norm(start) * sample.radius + 2) + 1)
    assert step > np.linalg.norm(start) * sample.radius / least
    run = perceptron(sample, start=start, step=step, max_passes=50)
    assert run.mistakes.tolist() == rows[: run.M]
    assert run.halted or run.M == len(rows)


def test_a_larger_step_can_take_longer_and_settles_within_the_bound():
    """Clarification A42."""
    close, start = Sample([[10, 1], [11, 1]], [1, -1]), [-1, 9.9]
    counts = [perceptron(close, start=start, step=step).M for step in (1e-3, 10, 1e3, 1e6)]
    assert counts == [1, 233, 233, 233]
    assert len(errors_with_ties_left_to(np.array(start), close, passes=1000)[0]) == 233
    assert counts[-1] <= (close.radius / max_margin(close)[1]) ** 2
    first = WINE.signed[0]
    rows, least = errors_with_ties_left_to(first, WINE)
    assert least > 1 / 1000  # so step 1000 is large enough for the wines of the chapter
    assert perceptron(WINE, start=first, step=1000).mistakes.tolist() == rows


def test_the_watch_of_proportion_sees_a_step_of_the_wrong_size():
    start, step = WINE.signed[0], 2.0**-6
    w, v = perceptron(WINE, start=start, step=step), perceptron(WINE, start=start / step)
    x = WINE.signed[w.mistakes]
    seen = {
        "eta": step,
        "x": x[:-1],
        "x_next": x[1:],
        "w": w.weights[1:-1],
        "w_before": w.weights[:-2],
        "v": v.weights[1:-1],
        "v_before": v.weights[:-2],
    }
    assert RESCALED.failing(seen) == []
    assert "in proportion" in RESCALED.failing(seen | {"eta": 2 * step})


def test_from_zero_every_step_makes_the_same_mistakes():
    counts = {perceptron(WINE, step=step).M for step in (1e-4, 0.01, 0.3, 1, 7, 1000)}
    assert counts == {25}


@settings(max_examples=60, deadline=None)
@given(seeds, st.floats(0.05, 0.6), st.floats(0.01, 20), st.floats(0, 30))
def test_the_theorems_on_steps_hold_on_random_runs(seed, gamma, step, length):
    rng = np.random.default_rng(seed)
    sample, u = with_margin(30, 4, gamma, rng)
    start = rng.standard_normal(4)
    start *= length / np.linalg.norm(start)
    one_at_a_time = stochastic_descent(sample, start, step, max_passes=100_000)
    all_at_once = batch_descent(sample, start, step, max_steps=100_000)
    for walk in (one_at_a_time, all_at_once):
        assert walk.halted
        assert (sample.signed @ walk.w > 0).all()
        if walk.T:
            seen = walk.updates | {"u": u, "gamma": (sample.signed @ u).min()}
            assert BATCH.failing(seen) == []
            if walk is one_at_a_time:
                one = {"t": seen["K"], "x": -seen["g"]}
                assert START_AND_STEP.failing(seen | one) == []


def test_a_run_that_breaks_the_rule_fails_the_theorem():
    u, gamma = max_margin(WINE)
    walk = batch_descent(WINE, np.ones(WINE.d))
    seen = walk.updates | {"u": u, "gamma": gamma}
    assert BATCH.failing(seen) == []
    assert "update" in BATCH.failing(seen | {"eta": 2.0})
    assert "w starts at w₀" in BATCH.failing(seen | {"w_0": walk.w})


@given(seeds)
def test_the_slope_of_each_batch_is_watched_example_by_example(seed):
    rng = np.random.default_rng(seed)
    sample, u = with_margin(30, 4, 0.3, rng)
    walk = batch_descent(sample, rng.standard_normal(4))
    for w, rows in zip(walk.weights, walk.chosen, strict=False):
        V = sample.signed[rows]
        seen = totals(g=-V, k=np.ones(len(V))) | {
            "x": V,
            "w_before": w,
            "u": u,
            "R": sample.radius,
            "gamma": (sample.signed @ u).min(),
        }
        assert BATCH_SLOPE.failing(seen) == []
        assert "mistake" in BATCH_SLOPE.failing(seen | {"w_before": V[0]})


@pytest.mark.parametrize("gamma", [0.3, 0.1, 0.02])
@pytest.mark.parametrize("length", [1, 10, 100])
def test_a_bad_start_needs_twice_its_length_over_gamma(gamma, length):
    start = length * np.array([gamma, 0, -np.sqrt(1 - gamma**2)])  # nearly opposite to e_3
    sample = Sample(z := ties([gamma], start=start), np.ones(len(z)))
    run = perceptron(sample, start=start, max_passes=1)
    bound = 1 / gamma**2 + 2 * length / gamma
    assert run.M == sample.n
    assert (1 - gamma**2) ** 0.5 * bound - 1 <= run.M <= bound
    np.testing.assert_allclose(z[:, 2], gamma)
    np.testing.assert_allclose(np.linalg.norm(z, axis=1), 1)
