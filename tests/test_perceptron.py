"""The perceptron beside scikit-learn, the plain loop and exact rationals."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import Perceptron

from lib.datasets import breast_cancer, digits, iris, separable_pairs
from lib.margin_perceptron import margin_perceptron
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.samples import Sample, lift

seeds = st.integers(0, 10_000)
PAIRS = separable_pairs()
WINE = PAIRS[1]


def name_of(sample):
    return sample.name


def plain_loop(sample, order=None, start=None, step=1.0, theta=0.0, max_passes=1000):
    """The algorithm as the chapter prints it: mistakes, weights, passes, halted."""
    order = range(sample.n) if order is None else order
    w, mistakes = np.zeros(sample.d) if start is None else np.array(start, dtype=float), []
    for passes in range(1, max_passes + 1):
        before = len(mistakes)
        for i in order:
            if sample.y[i] * (w @ sample.X[i]) <= theta * np.sqrt(w @ w):
                w = w + step * sample.y[i] * sample.X[i]
                mistakes.append(int(i))
        if len(mistakes) == before:
            return mistakes, w, passes, True
    return mistakes, w, max_passes, False


def grid_sample(seed, most=3, n=None, d=None):
    """Small whole numbers, so that ties are common."""
    rng = np.random.default_rng(seed)
    n, d = n or int(rng.integers(2, 40)), d or int(rng.integers(1, 6))
    X = rng.integers(-most, most + 1, size=(n, d)).astype(float)
    return Sample(X, rng.choice([-1, 1], size=n))


def agrees(run, mistakes, w, passes, halted):
    assert run.mistakes.tolist() == mistakes
    np.testing.assert_array_equal(run.w, w)
    assert (run.M, run.passes, run.halted) == (len(mistakes), passes, halted)


# Beside scikit-learn


@pytest.mark.parametrize("sample", PAIRS, ids=name_of)
def test_scikit_learn_ends_at_the_same_weights_bit_for_bit(sample):
    run = perceptron(sample)
    assert run.halted
    peer = Perceptron(fit_intercept=False, shuffle=False, tol=None, max_iter=run.passes)
    peer.fit(sample.X, sample.y)
    np.testing.assert_array_equal(peer.coef_[0], run.w)


@pytest.mark.parametrize("passes", [1, 2, 7])
@pytest.mark.parametrize(
    "sample",
    [iris("versicolor", "virginica"), breast_cancer(), digits(3, 8)],
    ids=name_of,
)
def test_scikit_learn_agrees_after_some_passes(sample, passes):
    """Not standardized, two of them not separable."""
    peer = Perceptron(fit_intercept=False, shuffle=False, tol=None, max_iter=passes)
    peer.fit(sample.X, sample.y)
    run = perceptron(sample, max_passes=passes)
    np.testing.assert_array_equal(peer.coef_[0], run.w)
    assert not run.halted


# Beside the plain loop


@pytest.mark.parametrize("scale", [1.0, 0.1])
def test_ties_on_grids_fall_as_in_the_plain_loop(scale):
    """200 samples; tenths have no exact binary form, so their ties are decided by rounding."""
    ties = 0
    for seed in range(200):
        sample = grid_sample(seed)
        sample = Sample(sample.X * scale, sample.y)
        run = perceptron(sample, max_passes=12)
        agrees(run, *plain_loop(sample, max_passes=12))
        q = (sample.signed[run.mistakes] * run.weights[:-1]).sum(axis=1)
        ties += (q == 0).sum()
    assert ties > 500


@pytest.mark.parametrize("theta", [0.25, 0.5])
def test_ties_with_a_threshold_fall_as_in_the_plain_loop(theta):
    for seed in range(100):
        sample = grid_sample(seed)
        sample = Sample(sample.X / max(1, sample.radius), sample.y)
        run = margin_perceptron(sample, 2 * theta, max_passes=12)
        agrees(run, *plain_loop(sample, theta=theta, max_passes=12))


@given(seeds, st.sampled_from([0.5, 1.0, 3.0]), st.integers(1, 20))
@settings(max_examples=40)
def test_any_order_start_and_step_agree_with_the_plain_loop(seed, step, max_passes):
    sample, rng = grid_sample(seed), np.random.default_rng(seed)
    order = rng.integers(sample.n, size=rng.integers(1, 2 * sample.n + 1))
    start = rng.integers(-5, 6, size=sample.d)
    run = perceptron(sample, order=order, start=start, step=step, max_passes=max_passes)
    agrees(run, *plain_loop(sample, order, start, step, max_passes=max_passes))
    assert run.replay() is run


@pytest.mark.parametrize("sample", PAIRS, ids=name_of)
def test_real_pairs_agree_with_the_plain_loop(sample):
    agrees(perceptron(sample), *plain_loop(sample))
    theta = max_margin(sample)[1] / 2
    agrees(margin_perceptron(sample, 2 * theta), *plain_loop(sample, theta=theta))


@pytest.mark.parametrize("late", [1, 15, 16, 17, 47, 48, 4999, 9999])
def test_a_late_mistake_is_found_in_a_long_stream(late):
    """Blocks grow while nothing happens; one other example waits at one place."""
    X = np.tile([1.0, 0.0], (10_000, 1))
    X[late] = [0.0, 1.0]
    run = perceptron(Sample(X, np.ones(10_000)))
    assert run.mistakes.tolist() == [0, late]
    assert run.halted
    assert run.replay() is run


# Beside exact rationals


def test_a_run_on_small_fractions_is_exact():
    for seed in range(30):
        sample = grid_sample(seed, most=4)
        eighths = Sample(sample.X / 8, sample.y)
        z = [[Fraction(int(v), 8) for v in row] for row in sample.signed]
        w, mistakes, weights = [Fraction(0)] * sample.d, [], [[0.0] * sample.d]
        for i in [*range(sample.n)] * 3:
            if sum(a * b for a, b in zip(w, z[i], strict=True)) <= 0:
                mistakes.append(i)
                w = [a + b for a, b in zip(w, z[i], strict=True)]
                weights.append([float(a) for a in w])
        run = perceptron(eighths, order=[*range(sample.n)] * 3, max_passes=1)
        assert run.mistakes.tolist() == mistakes
        np.testing.assert_array_equal(run.weights, weights)


def test_a_trace_by_hand():
    """Four points of the plane, from zero: ties in three of five updates."""
    sample = Sample([[2, 0], [0, 1], [-1, 1], [1, 2]], [1, -1, -1, 1])
    run = perceptron(sample)
    assert run.mistakes.tolist() == [0, 1, 3, 1, 1]
    assert run.when.tolist() == [0, 1, 3, 5, 9]
    np.testing.assert_array_equal(run.weights, [[0, 0], [2, 0], [2, -1], [3, 1], [3, 0], [3, -1]])
    assert (run.M, run.passes, run.seen, run.halted) == (5, 4, 16, True)
    assert run.errors.tolist() == [4, 1, 1, 1, 1, 0]


# With an offset


def test_the_lifted_perceptron_separates_what_the_plain_one_cannot():
    """Erratum A25: x = .1 (−) and .2 (+) need an offset; the augmented bound is 425."""
    sample = Sample([[0.1], [0.2]], [-1, 1])
    assert not perceptron(sample).halted
    lifted = lift(sample)
    run = perceptron(lifted)
    assert (run.M, run.halted) == (103, True)
    gamma = max_margin(lifted)[1]
    assert (lifted.radius / gamma) ** 2 == pytest.approx(425, abs=8)


# The margin perceptron


def test_half_the_margin_is_the_default():
    assert margin_perceptron(WINE, 0.2).threshold == 0.1
    assert margin_perceptron(WINE, 0.2, 0.25).threshold == pytest.approx(0.15)
    assert margin_perceptron(WINE, 0.2, 1).threshold == 0


def test_a_start_and_an_order_for_the_margin_perceptron():
    start, order = WINE.signed[5], np.arange(WINE.n)[::-1]
    run = margin_perceptron(WINE, 0.12, order=order, start=start)
    agrees(run, *plain_loop(WINE, order, start, theta=0.06))
    seeded = margin_perceptron(WINE, 0.12, seed=2)
    agrees(seeded, *plain_loop(WINE, perceptron(WINE, seed=2).order, theta=0.06))
    assert margin_perceptron(WINE, 0.12, max_passes=1).passes == 1


@pytest.mark.parametrize("length", [1, 1 + 5e-10])
def test_examples_a_hair_longer_than_one_pass(length):
    assert margin_perceptron(Sample([[length, 0]], [1]), 0.5).halted
