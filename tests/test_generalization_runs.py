"""From mistakes to risk: lifetimes, held-out errors, the rows that rebuild a run."""

import itertools
import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.datasets import digits, wine
from lib.generalization import (
    held_out_errors,
    hoeffding,
    lifetimes,
)
from lib.perceptron import perceptron
from lib.samples import Sample, prepare, subset, with_margin


def test_lifetimes_count_the_stream():
    run = perceptron(prepare(wine(0, 1)), max_passes=3)
    lives = lifetimes(run)
    assert lives.sum() == run.seen
    assert len(lives) == run.M + 1
    w, held = np.zeros(run.sample.d), np.zeros(run.M + 1, dtype=int)
    for position in range(run.seen):
        i = run.order[position % len(run.order)]
        t = int((run.weights == w).all(axis=1).argmax())
        held[t] += 1
        if run.sample.signed[i] @ w <= 0:
            w = w + run.sample.signed[i]
    np.testing.assert_array_equal(lives, held)


def test_held_out_errors_are_those_of_each_weight_vector():
    sample, _ = with_margin(60, 3, 0.1, np.random.default_rng(4))
    other, _ = with_margin(40, 3, 0.1, np.random.default_rng(5))
    run = perceptron(sample)
    errors = held_out_errors(run, other)
    assert errors[0] == 1  # w = 0 ties with every example
    assert errors[-1] == np.mean(other.y * (other.X @ run.w) <= 0)
    assert (held_out_errors(run, sample) * sample.n == run.errors).all()


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_only_an_example_updated_on_can_be_missed_when_left_out(seed):
    sample, _ = with_margin(30, 3, 0.05, np.random.default_rng(seed))
    run = perceptron(sample)
    for i in set(range(30)) - set(run.mistakes.tolist()):
        without = perceptron(sample, order=np.delete(np.arange(30), i))
        assert without.halted
        assert sample.signed[i] @ without.w > 0


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_the_rows_updated_on_rebuild_the_run_in_their_order(seed):
    """The compression bound rests on this; the same examples in another order do not do."""
    sample, _ = with_margin(30, 3, 0.02, np.random.default_rng(seed))
    run = perceptron(sample)
    rows = np.unique(run.mistakes)
    again = perceptron(subset(sample, rows))
    np.testing.assert_array_equal(rows[again.mistakes], run.mistakes)
    np.testing.assert_array_equal(again.w, run.w)


def test_standardizing_by_all_rows_would_break_the_rebuilding():
    sample = digits(3, 8)
    run = perceptron(prepare(sample))
    again = perceptron(prepare(subset(sample, np.unique(run.mistakes))))
    assert again.M != run.M or not np.allclose(again.w, run.w)


def test_four_draws_can_exceed_the_bound_that_holds_in_the_mean():
    """Two orthogonal unit vectors, drawn four times: 4 of 16 samples exceed (R/γ)²/n = ½."""
    vectors, means = np.eye(2), []
    for draws in itertools.product((0, 1), repeat=4):
        run = perceptron(Sample(vectors[list(draws)], np.ones(4)), max_passes=1)
        risks = held_out_errors(run, Sample(vectors, np.ones(2)))
        means.append(lifetimes(run) @ risks / 4)
    assert sum(mean > 0.5 for mean in means) == 4
    assert max(means) == 5 / 8
    assert np.mean(means) <= 0.5


def test_the_mistakes_of_one_pass_bound_the_risk_of_a_random_round():
    """Over fresh samples the mean held-out error of the rounds equals the mean of M/n."""
    rng, risks, rates = np.random.default_rng(6), [], []
    u = np.array([1.0, 2.0, 2.0]) / 3

    def draw(n):
        X = rng.standard_normal((n, 3))
        return Sample(X, np.where(X @ u > 0, 1.0, -1.0))

    held_out = draw(4000)
    for _ in range(150):
        run = perceptron(draw(40), max_passes=1)
        risks.append(lifetimes(run) @ held_out_errors(run, held_out) / run.seen)
        rates.append(run.M / run.seen)
    spread = np.std(np.subtract(risks, rates)) / math.sqrt(len(risks))
    assert abs(np.mean(risks) - np.mean(rates)) < 4 * spread
    excess = np.subtract(risks, rates)
    assert np.mean(excess > hoeffding(40, 0.1)) <= 0.1
