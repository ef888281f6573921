"""Risk and descent against their definitions and oracles, and the theorems along runs."""

from fractions import Fraction
from operator import mul

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.block_novikoff import ties
from lib.perceptron import perceptron
from lib.perceptron_as_descent import batch_descent, risk, stochastic_descent
from lib.samples import Sample, with_margin
from lib.theorems import theorem
from tests.strategies import on_grid, seeds


@given(seeds)
@settings(max_examples=25)
def test_risk_is_the_loss_summed_example_by_example(seed):
    rng = np.random.default_rng(seed)
    sample, W = on_grid(rng), rng.standard_normal((2, 4, 3))
    examples = list(zip(sample.X, sample.y, strict=True))
    by_hand = [[sum(max(0.0, -y * (w @ x)) for x, y in examples) for w in V] for V in W]
    np.testing.assert_allclose(risk(sample, W), by_hand, atol=1e-12)
    assert risk(sample, np.zeros(3)) == 0


@given(seeds)
@settings(max_examples=40)
def test_a_batch_step_is_the_gradient_by_central_differences(seed):
    rng = np.random.default_rng(seed)
    sample, start, h = on_grid(rng), rng.standard_normal(3), 1e-7
    if np.abs(sample.signed @ start)[sample.X.any(axis=1)].min() < 1e-4:
        return  # too near a crease for a difference quotient
    steps = np.eye(3) * h
    slope = (risk(sample, start + steps) - risk(sample, start - steps)) / (2 * h)
    walk = batch_descent(sample, start, 0.5, ties=False, max_steps=1)
    np.testing.assert_allclose(walk.weights[-1], start - 0.5 * slope, atol=1e-5)


@given(seeds, st.booleans())
@settings(max_examples=40)
def test_one_at_a_time_with_ties_is_the_perceptron(seed, from_zero):
    rng = np.random.default_rng(seed)
    sample = on_grid(rng)
    start = np.zeros(3) if from_zero else rng.standard_normal(3)
    walk = stochastic_descent(sample, start, 0.25, max_passes=20)
    run = perceptron(sample, start=start, step=0.25, max_passes=20)
    np.testing.assert_array_equal(walk.weights, run.weights)
    assert [int(rows[0]) for rows in walk.chosen] == run.mistakes.tolist()
    assert (walk.halted, walk.products) == (run.halted, run.seen)


@given(seeds, st.booleans(), st.booleans())
@settings(max_examples=50)
def test_either_rule_on_ties_against_exact_rationals(seed, batch, ties):
    rng = np.random.default_rng(seed)
    sample, start = on_grid(rng), rng.integers(-3, 4, 3) * (seed % 5 > 0)
    rows = [[Fraction(int(a)) for a in z] for z in sample.signed]
    w = [Fraction(int(a)) for a in start]

    def errs(z):
        score = sum(map(mul, z, w))
        return score < 0 or (ties and score == 0)

    for _ in range(5):
        V = list(filter(errs, rows)) if batch else rows
        for z in V:
            if batch or errs(z):
                w = [a + Fraction(1, 2) * b for a, b in zip(w, z, strict=True)]
    descend = batch_descent if batch else stochastic_descent
    bound = {"max_steps" if batch else "max_passes": 5}
    assert descend(sample, start, 0.5, ties=ties, **bound).w.tolist() == [float(a) for a in w]


@pytest.mark.slow
@given(seeds, st.floats(0.1, 0.6), st.floats(0.01, 20), st.floats(0, 30))
@settings(max_examples=20)
def test_the_theorems_on_steps_hold_on_random_runs(seed, gamma, step, length):
    rng = np.random.default_rng(seed)
    sample, u = with_margin(30, 4, gamma, rng)
    start = rng.standard_normal(4)
    start *= length / np.linalg.norm(start)
    for descend in (batch_descent, stochastic_descent):
        walk = descend(sample, start, step)
        assert walk.halted
        assert (sample.signed @ walk.w > 0).all()
        if walk.T:
            seen = walk.updates | {"u": u, "gamma": (sample.signed @ u).min()}
            assert theorem("batch").failing(seen) == []
            if descend is stochastic_descent:
                one = {"t": seen["K"], "x": -seen["g"]}
                assert theorem("start_and_step").failing(seen | one) == []


@pytest.mark.parametrize(("gamma", "length"), [(0.3, 100), (0.1, 10), (0.02, 1)])
def test_a_bad_start_needs_twice_its_length_over_gamma(gamma, length):
    start = length * np.array([gamma, 0, -np.sqrt(1 - gamma**2)])  # nearly opposite to e_3
    sample = Sample(z := ties([gamma], start=start), np.ones(len(z)))
    run = perceptron(sample, start=start, max_passes=1)
    bound = 1 / gamma**2 + 2 * length / gamma
    assert run.M == sample.n
    assert (1 - gamma**2) ** 0.5 * bound - 1 <= run.M <= bound
    np.testing.assert_allclose(z[:, 2], gamma)
    np.testing.assert_allclose(np.linalg.norm(z, axis=1), 1)
