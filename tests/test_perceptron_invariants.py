"""Invariants of the perceptron: its bound, units, labels, rotations, orders and steps."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.datasets import separable_pairs
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.samples import Sample, with_margin
from lib.theorems.block_novikoff import BLOCK_NOVIKOFF
from tests.test_perceptron import grid_sample

seeds = st.integers(0, 10_000)
PAIRS = separable_pairs()
WINE = PAIRS[1]


def name_of(sample):
    return sample.name


def test_a_seed_draws_an_order():
    run = perceptron(WINE, seed=3)
    assert sorted(run.order.tolist()) == list(range(WINE.n))
    assert run.order.tolist() != list(range(WINE.n))
    np.testing.assert_array_equal(run.mistakes, perceptron(WINE, seed=3).mistakes)
    np.testing.assert_array_equal(run.mistakes, perceptron(WINE, order=run.order).mistakes)
    assert run.mistakes.tolist() != perceptron(WINE, seed=4).mistakes.tolist()


def test_from_zero_the_step_only_rescales():
    one, four = perceptron(WINE), perceptron(WINE, step=4)
    np.testing.assert_array_equal(one.mistakes, four.mistakes)
    np.testing.assert_array_equal(4 * one.weights, four.weights)


def test_only_the_start_over_the_step_matters():
    """Errata A41 and A42."""
    start = np.full(WINE.d, 1.0)
    once = perceptron(WINE, start=start, step=0.25)
    again = perceptron(WINE, start=8 * start, step=2)
    np.testing.assert_array_equal(once.mistakes, again.mistakes)


@pytest.mark.parametrize("sample", PAIRS, ids=name_of)
def test_the_bound_holds_on_real_pairs(sample):
    u, gamma = max_margin(sample)
    for seed in range(10):
        run = perceptron(sample, seed=seed)
        assert run.halted
        assert (sample.signed @ run.w > 0).all()
        assert (sample.radius / gamma) ** 2 >= run.M
        assert BLOCK_NOVIKOFF.failing(run.updates | {"u": u, "gamma": gamma}) == []


# Invariants


@given(seeds, st.floats(0.02, 0.9), st.integers(2, 8))
@settings(max_examples=60)
def test_no_separable_sample_exceeds_the_bound(seed, gamma, d):
    sample, u = with_margin(25, d, gamma, np.random.default_rng(seed))
    run = perceptron(sample, seed=seed, max_passes=10_000)
    margin = (sample.signed @ u).min()
    assert run.halted
    assert (sample.radius / margin) ** 2 >= run.M
    assert BLOCK_NOVIKOFF.failing(run.updates | {"u": u, "gamma": margin}) == []
    stretched = Sample(7 * sample.X * np.linspace(0.5, 1, 25)[:, None], sample.y)
    run = perceptron(stretched, max_passes=100_000)
    margin = (stretched.signed @ u).min()
    assert run.halted
    assert (stretched.radius / margin) ** 2 >= run.M


@given(seeds, st.integers(-30, 30))
@settings(max_examples=30)
def test_the_unit_of_measure_does_not_matter(seed, power):
    sample, _ = with_margin(30, 3, 0.05, np.random.default_rng(seed))
    scaled = Sample(2.0**power * sample.X, sample.y)
    run, other = perceptron(sample), perceptron(scaled)
    np.testing.assert_array_equal(run.mistakes, other.mistakes)
    np.testing.assert_array_equal(2.0**power * run.weights, other.weights)


@given(seeds)
@settings(max_examples=30)
def test_opposite_labels_give_opposite_weights(seed):
    sample = grid_sample(seed)
    run = perceptron(sample, max_passes=10)
    flipped = perceptron(Sample(sample.X, -sample.y), max_passes=10)
    np.testing.assert_array_equal(run.mistakes, flipped.mistakes)
    np.testing.assert_array_equal(run.weights, -flipped.weights)
    mirrored = perceptron(Sample(-sample.X, -sample.y), max_passes=10)
    np.testing.assert_array_equal(run.weights, mirrored.weights)


@given(seeds, st.permutations(range(4)), st.tuples(*[st.sampled_from([-1, 1])] * 4))
@settings(max_examples=30)
def test_a_rotation_of_the_axes_turns_the_weights(seed, order, signs):
    """On whole numbers, where a rotation by signed permutations is exact."""
    sample = grid_sample(seed, d=4)
    turned = Sample(sample.X[:, order] * np.array(signs), sample.y)
    run, other = perceptron(sample, max_passes=10), perceptron(turned, max_passes=10)
    np.testing.assert_array_equal(run.mistakes, other.mistakes)
    np.testing.assert_array_equal(run.weights[:, order] * np.array(signs), other.weights)


@given(seeds)
@settings(max_examples=20)
def test_a_permuted_stream_is_a_permuted_sample(seed):
    sample = grid_sample(seed)
    order = np.random.default_rng(seed).permutation(sample.n)
    run = perceptron(sample, order=order, max_passes=10)
    moved = perceptron(Sample(sample.X[order], sample.y[order]), max_passes=10)
    np.testing.assert_array_equal(run.mistakes, order[moved.mistakes])
    np.testing.assert_array_equal(run.when, moved.when)


def test_all_small_samples_of_two_points():
    """Every sample of two points on a 3 by 3 grid: the run halts exactly when a w exists."""
    grid = list(itertools.product((-1, 0, 1), repeat=2))
    directions = [(np.cos(a), np.sin(a)) for a in np.arange(0.01, 2 * np.pi, 0.05)]
    for a, b in itertools.product(grid, repeat=2):
        for labels in itertools.product((-1, 1), repeat=2):
            sample = Sample([a, b], labels)
            exists = any((sample.signed @ w > 1e-9).all() for w in directions)
            assert perceptron(sample, max_passes=50).halted == exists
