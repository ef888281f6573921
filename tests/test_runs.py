"""The vectors of its updates, and how a record is replayed."""

import numpy as np
import pytest
from hypothesis import given, settings

from lib.margin_perceptron import margin_perceptron
from lib.perceptron import perceptron
from lib.runs import Run, replay
from lib.samples import Sample
from tests.strategies import WINE, seeds
from tests.test_perceptron import follows_the_rule


@given(seeds)
@settings(max_examples=15)
def test_updates_follow_the_rule(seed):
    """Each is the one before plus the example of a mistake; thirds, so that every sum is rounded.

    A run built from its list alone has the same.
    """
    rng = np.random.default_rng(seed)
    sample = Sample(rng.integers(1, 9, size=(30, 3)) / 3, rng.choice([-1, 1], size=30))
    w = start = rng.standard_normal(3)
    run = perceptron(sample, start=start, step=0.7, max_passes=3)
    seen, weights = run.updates, [w]
    for t, i in enumerate(run.mistakes):
        np.testing.assert_array_equal(seen["w_before"][t], w)
        np.testing.assert_array_equal(seen["x"][t], sample.y[i] * sample.X[i])
        weights.append(w := w + 0.7 * sample.y[i] * sample.X[i])
        np.testing.assert_array_equal(seen["w"][t], w)
    assert seen["t"].tolist() == [*range(1, run.M + 1)]
    assert seen["R"] == pytest.approx(np.linalg.norm(sample.X, axis=1).max())
    assert (seen["theta"], margin_perceptron(WINE, 0.1).updates["theta"]) == (0, 0.05)
    assert run.errors.tolist() == [(sample.signed @ w <= 0).sum() for w in weights]
    again = Run(sample, run.mistakes, run.when, run.order, run.seen, run.halted, start, 0.7)
    np.testing.assert_array_equal(again.w, w)


def test_a_run_keeps_what_it_was_given():
    order, start = np.arange(WINE.n)[::-1].copy(), np.ones(WINE.d)
    run = perceptron(WINE, order=order, start=start)
    order[:], start[:] = 0, np.nan
    follows_the_rule(run, 1000)
    for array in (run.weights, run.w, run.sample.X):
        with pytest.raises(ValueError, match="read-only"):
            array[-1] = 0


def test_replay_of_a_run_that_repeats_an_example():
    """One example errs, the other never, for a while: no pass is clean, none has two mistakes."""
    slow = perceptron(Sample([[1, 0], [-5, 10]], [1, 1]))
    assert slow.when.tolist() == [0, 1, 2, 4, 6, 8, 10]
    assert replay(slow.sample, slow.mistakes).seen == slow.seen


@pytest.mark.parametrize("seed", [None, 1])
def test_a_list_rebuilds_its_run(seed):
    for run in (perceptron(WINE, seed=seed), margin_perceptron(WINE, 0.1, seed=seed)):
        again = replay(WINE, run.mistakes.tolist(), order=run.order, threshold=run.threshold)
        assert (again.seen, again.when.tolist()) == (run.seen, run.when.tolist())
        np.testing.assert_array_equal(again.w, run.w)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda m: m[:-1], r"mistakes ends after 24, but example \d+ is then a mistake"),
        (lambda m: [*m, 3], "mistakes holds 26 rows, but the rule halts after 25"),
        (lambda m: [m[1], m[0], *m[2:]], r"mistakes\[0\]=\d+, but the rule updates on example 0"),
    ],
)
def test_replay_says_where_the_list_parts_from_the_rule(wrong, message):
    mistakes = perceptron(WINE).mistakes.tolist()
    with pytest.raises(ValueError, match=message):
        replay(WINE, wrong(mistakes))
