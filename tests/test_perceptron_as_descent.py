"""Losses, risk and descent: their definitions, their oracles, bad input."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lib.datasets import iris, wine
from lib.perceptron import perceptron
from lib.perceptron_as_descent import (
    batch_descent,
    hinge_loss,
    perceptron_loss,
    risk,
    stochastic_descent,
    zero_one_loss,
)
from lib.proof.watching import totals
from lib.samples import Sample, prepare
from lib.theorems.perceptron_as_descent import CONVEX, FROZEN

seeds = st.integers(0, 10_000)
WINE = prepare(wine(0, 1))


def grid_sample(rng, n=12, d=3):
    """Integer points, where ties are frequent."""
    return Sample(rng.integers(-2, 3, (n, d)), rng.choice([-1, 1], n))


def test_losses_at_and_beside_their_creases():
    z = [-2.0, -1.0, 0.0, 0.5, 1.0, 3.0]
    assert zero_one_loss(z).tolist() == [1, 1, 1, 0, 0, 0]
    assert perceptron_loss(z).tolist() == [2, 1, 0, 0, 0, 0]
    assert hinge_loss(z).tolist() == [3, 2, 1, 0.5, 0, 0]


@given(seeds)
def test_risk_is_the_loss_summed_example_by_example(seed):
    rng = np.random.default_rng(seed)
    sample, W = grid_sample(rng), rng.standard_normal((2, 4, 3))
    examples = list(zip(sample.X, sample.y, strict=True))
    by_hand = [[sum(max(0.0, -y * (w @ x)) for x, y in examples) for w in V] for V in W]
    np.testing.assert_allclose(risk(sample, W), by_hand, atol=1e-12)
    assert risk(sample, np.zeros(3)) == 0


@given(seeds, st.floats(0, 1), st.floats(0.1, 10))
def test_risk_is_convex_and_homogeneous(seed, share, scale):
    rng = np.random.default_rng(seed)
    sample, (v, w) = grid_sample(rng), rng.standard_normal((2, 3))
    chord = (1 - share) * risk(sample, v) + share * risk(sample, w)
    assert risk(sample, (1 - share) * v + share * w) <= chord + 1e-9
    assert risk(sample, scale * w) == pytest.approx(scale * risk(sample, w))


@given(seeds)
def test_a_batch_step_is_the_gradient_by_central_differences(seed):
    rng = np.random.default_rng(seed)
    sample, start, h = grid_sample(rng), rng.standard_normal(3), 1e-7
    if np.abs(sample.signed @ start)[sample.X.any(axis=1)].min() < 1e-4:
        return  # too near a crease for a difference quotient
    steps = np.eye(3) * h
    slope = (risk(sample, start + steps) - risk(sample, start - steps)) / (2 * h)
    walk = batch_descent(sample, start, 0.5, ties=False, max_steps=1)
    np.testing.assert_allclose(walk.weights[-1], start - 0.5 * slope, atol=1e-5)


@given(seeds, st.booleans())
def test_one_at_a_time_with_ties_is_the_perceptron(seed, from_zero):
    rng = np.random.default_rng(seed)
    sample = grid_sample(rng)
    start = np.zeros(3) if from_zero else rng.standard_normal(3)
    walk = stochastic_descent(sample, start, 0.25, max_passes=20)
    run = perceptron(sample, start=start, step=0.25, max_passes=20)
    np.testing.assert_array_equal(walk.weights, run.weights)
    assert [int(rows[0]) for rows in walk.chosen] == run.mistakes.tolist()
    assert (walk.halted, walk.products) == (run.halted, run.seen)


def test_one_at_a_time_agrees_with_scikit_learn():
    from sklearn.linear_model import Perceptron

    model = Perceptron(tol=None, max_iter=7, shuffle=False, fit_intercept=False, eta0=0.5)
    model.fit(WINE.X, WINE.y)
    walk = stochastic_descent(WINE, step=0.5, max_passes=7)
    np.testing.assert_allclose(model.coef_[0], walk.w, atol=1e-12)


@given(seeds, st.booleans())
def test_printed_rule_against_exact_rationals(seed, batch):
    rng = np.random.default_rng(seed)
    sample, start = grid_sample(rng), rng.integers(-3, 4, 3)
    rows = [[Fraction(int(a)) for a in z] for z in sample.signed]
    w, score = [Fraction(int(a)) for a in start], lambda z, w: sum(map(lambda a, b: a * b, z, w))
    for _ in range(5):
        V = [z for z in rows if score(z, w) < 0] if batch else rows
        for z in V:
            if batch or score(z, w) < 0:
                w = [a + Fraction(1, 2) * b for a, b in zip(w, z, strict=True)]
    if batch:
        walk = batch_descent(sample, start, 0.5, ties=False, max_steps=5)
    else:
        walk = stochastic_descent(sample, start, 0.5, ties=False, max_passes=5)
    assert walk.w.tolist() == [float(a) for a in w]


def test_printed_rule_never_leaves_zero():
    walk = stochastic_descent(WINE, ties=False)
    assert (walk.T, walk.halted) == (0, True)
    assert (WINE.signed @ walk.w <= 0).all()
    assert batch_descent(WINE, np.zeros(WINE.d), ties=False).T == 0


def test_printed_rule_accepts_points_on_the_boundary():
    sample = Sample([[1, 0], [0, 1]], [1, 1])
    for descend in (batch_descent, stochastic_descent):
        assert descend(sample, [1, 0], ties=False).w.tolist() == [1, 0]
        assert descend(sample, [-1, 0], ties=False).w.tolist() == [0, 0]
        assert (sample.signed @ descend(sample, [1, 0]).w > 0).all()
        assert (sample.signed @ descend(sample, [-1, 0]).w > 0).all()


def test_a_descent_says_how_it_ended():
    mixed = prepare(iris("versicolor", "virginica"))
    stopped = batch_descent(mixed, np.ones(5), max_steps=9)
    assert (stopped.T, stopped.halted, stopped.products) == (9, False, 1000)
    assert "9 steps, 1000 products, stopped short" in repr(stopped)
    done = stochastic_descent(WINE)
    assert done.halted and "halted" in repr(done)
    assert done.risks[-1] == 0 and len(done.risks) == done.T + 1


def test_the_printed_rule_is_watched_from_zero_and_a_perceptron_is_not_frozen():
    still = {"w": np.zeros(14), "w_before": np.zeros(14), "m": 0, "eta": 1, "x": WINE.signed}
    assert FROZEN.failing(still) == []
    run = perceptron(WINE)
    assert FROZEN.failing(run.updates | {"m": 1, "eta": 1}) == ["printed rule", "frozen"]


@given(seeds, st.floats(0, 1))
def test_the_chord_of_the_risk_is_watched_example_by_example(seed, share):
    rng = np.random.default_rng(seed)
    sample, (w, v) = grid_sample(rng), rng.standard_normal((2, 3))
    ends = {"risk_w": w, "risk_v": v, "risk_mid": (1 - share) * w + share * v}
    sums = totals(**{name: perceptron_loss(sample.signed @ end) for name, end in ends.items()})
    for name, end in ends.items():
        assert sums[name][-1] == pytest.approx(risk(sample, end))
    seen = sums | {"w": w, "v": v, "x": sample.signed, "mu": share}
    assert CONVEX.failing(seen) == []
    assert "risk" in CONVEX.failing(seen | {"risk_mid": sums["risk_mid"] + 1 + sums["risk_v"]})
