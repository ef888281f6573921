"""The perceptron beside scikit-learn, the plain loop and exact rationals, and its bound."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.linear_model import Perceptron

import lib.runs
from lib.datasets import breast_cancer, digits, iris, separable_pairs
from lib.margin_perceptron import margin_perceptron
from lib.perceptron import perceptron, plain_perceptron
from lib.samples import Sample, lift, unit
from tests.strategies import WINE, on_grid, seeds

PAIRS = separable_pairs()
MIXED = [iris("versicolor", "virginica"), breast_cancer(), digits(3, 8)]


@pytest.fixture(params=[(1, 2), (16, 4096)], ids=str)
def blocks(request, monkeypatch):
    for name, value in zip(("FEWEST", "MOST"), request.param, strict=True):
        monkeypatch.setattr(lib.runs, name, value)


def stretches(seed):
    """Runs of one easy example between hard ones, with ties: blocks grow, and shrink again."""
    rng = np.random.default_rng(seed)
    d = int(rng.integers(1, 8))
    hard = rng.integers(-2, 3, size=(int(rng.integers(3, 150)), d))
    easy = np.repeat(rng.integers(-2, 3, size=(1, d)), 1 + rng.integers(200), axis=0)
    X = np.vstack([hard[::2], easy, hard[1::2]]) * rng.choice([1.0, 0.1, 1 / 3, 1e-9])
    return Sample(X if X.any() else X + 1, rng.choice([-1, 1], size=len(X), p=[0.2, 0.8])), rng


def follows_the_rule(run, passes, floor=0.0):
    """One example at a time, to the bound, a clean pass, or the floor."""
    rows, w, when, signed = np.resize(run.order, run.seen), run.start, [], run.sample.signed
    for position, i in enumerate(rows):
        if w @ signed[i] <= run.threshold * np.sqrt(w @ w):
            w = w + run.step * signed[i]
            when.append(position)
    assert run.when.tolist() == when
    np.testing.assert_array_equal(run.mistakes, rows[when])
    assert run.halted == ((when[-1] if when else -1) < run.seen - len(run.order))
    lengths = np.sqrt((run.weights[1:] ** 2).sum(axis=1))
    short = lengths < floor * np.arange(1, run.M + 1)
    assert not short[:-1].any()
    if short.any():
        assert (run.seen, run.halted) == (run.when[-1] + 1, False)
    else:
        assert run.seen % len(run.order) == 0
        assert run.halted or run.passes == passes


@pytest.mark.parametrize(
    ("sample", "passes"),
    [*((sample, 1000) for sample in PAIRS), *((s, passes) for s in MIXED for passes in (1, 2, 7))],
    ids=lambda value: getattr(value, "name", value),
)
def test_scikit_learn_has_the_same_weights_bit_for_bit(sample, passes):
    """The mixed ones are not standardized, and two of them not separable."""
    run = perceptron(sample, max_passes=passes)
    peer = Perceptron(fit_intercept=False, shuffle=False, tol=None, max_iter=run.passes)
    peer.fit(sample.X, sample.y)
    np.testing.assert_array_equal(peer.coef_[0], run.w)
    assert run.halted == (sample in PAIRS)


@pytest.mark.usefixtures("blocks")
@settings(max_examples=15)
@given(seeds)
def test_any_order_start_and_step_follow_the_rule(seed):
    sample, rng = stretches(seed)
    sample = lift(sample, rng.choice([0.1, 1.0])) if rng.random() < 0.5 else sample
    order = rng.integers(sample.n, size=rng.integers(1, 2 * sample.n))
    start = rng.choice([0, 0.1, 1, 1e8]) * rng.integers(-5, 6, size=sample.d)
    step, passes = rng.choice([0.1, 0.5, 1, 3, 1e-8]), int(rng.integers(1, 6))
    run = perceptron(sample, order=order, start=start, step=step, max_passes=passes)
    follows_the_rule(run, passes)


@pytest.mark.usefixtures("blocks")
@settings(max_examples=15)
@given(seeds)
def test_any_threshold_and_floor_follow_the_rule(seed):
    sample, rng = stretches(seed)
    sample = unit(lift(sample, 0.1))
    gamma, floor = rng.choice([1e-9, 0.1, 0.5, 0.96]), rng.choice([0, 0.05, 0.3])
    start = None if rng.random() < 0.5 or floor else sample.signed[0]
    run = margin_perceptron(sample, gamma, start=start, floor=floor, max_passes=4)
    follows_the_rule(run, 4, floor)


def test_a_run_on_small_fractions_is_exact():
    for seed in range(12):
        sample = on_grid(np.random.default_rng(seed), 20, 3, 4)
        eighths = Sample(sample.X / 8, sample.y)
        z = [[Fraction(int(v), 8) for v in row] for row in sample.signed]
        w, mistakes, weights = [Fraction(0)] * sample.d, [], [[0.0] * sample.d]
        for i in [*range(sample.n)] * 3:
            if sum(a * b for a, b in zip(w, z[i], strict=True)) <= 0:
                mistakes.append(i)
                w = [a + b for a, b in zip(w, z[i], strict=True)]
                weights.append([float(a) for a in w])
        run = perceptron(eighths, order=[*range(sample.n)] * 3, max_passes=1)
        assert run.mistakes.tolist() == mistakes == plain_perceptron(eighths.X, sample.y, 3)
        np.testing.assert_array_equal(run.weights, weights)


def test_a_seed_draws_an_order():
    order, again, other = (perceptron(WINE, seed=seed).order.tolist() for seed in (3, 3, 4))
    assert order == again != other
    assert order != sorted(order) == list(range(WINE.n))
