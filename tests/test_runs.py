"""What a run says of itself: its passes, its errors, the vectors of its updates."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lib.runs
from lib.block_novikoff import orthonormal
from lib.datasets import breast_cancer, separable_pairs, wine
from lib.margin_perceptron import margin_perceptron
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.runs import Run
from lib.samples import Sample, prepare
from tests.test_perceptron import grid_sample

seeds = st.integers(0, 10_000)
PAIRS = separable_pairs()
WINE = PAIRS[1]


# What a run says of itself


def test_a_run_describes_itself():
    run = perceptron(WINE)
    assert repr(run) == f"Run on 'wine 0/1': 25 mistakes, {run.passes} passes, halted"
    assert repr(perceptron(WINE, max_passes=1)).endswith(", 1 pass, stopped short at its bound")
    refuted = margin_perceptron(WINE, 1, floor=0.9)
    assert refuted.seen < WINE.n
    assert repr(refuted) == f"Run on 'wine 0/1': {refuted.M} mistakes, stopped in pass 1"
    assert repr(replace(refuted, seen=2 * WINE.n + 1)).endswith("mistakes, stopped in pass 3")
    assert run.seen == run.passes * WINE.n
    assert run.when.max() < run.seen - WINE.n, "the last pass is without a mistake"
    np.testing.assert_array_equal(run.order[run.when % WINE.n], run.mistakes)


def test_a_run_that_is_not_separable_stops_short():
    run = perceptron(breast_cancer(), max_passes=5)
    assert (run.passes, run.seen, run.halted) == (5, 5 * 569, False)
    assert perceptron(breast_cancer()).passes == 1000


def test_a_pass_without_mistakes_from_a_separator():
    u, _ = max_margin(WINE)
    run = perceptron(WINE, start=u)
    assert (run.M, run.passes, run.halted) == (0, 1, True)
    np.testing.assert_array_equal(run.weights, [u])
    with pytest.raises(ValueError, match="made no mistake, so there is no update to watch"):
        run.updates  # noqa: B018


def test_the_bound_counts_passes_exactly():
    whole = perceptron(WINE)
    assert perceptron(WINE, max_passes=whole.passes).halted
    short = perceptron(WINE, max_passes=whole.passes - 1)
    assert (short.halted, short.M, short.passes) == (False, whole.M, whole.passes - 1)


def test_errors_do_not_only_fall():
    """Erratum A18: an update may spoil other examples."""
    counts = perceptron(prepare(wine())).errors
    assert counts[0] == WINE.n, "at w = 0 every example is a tie"
    assert counts[1:10].tolist() == [13, 18, 16, 10, 8, 4, 3, 4, 3]
    assert counts[-1] == 0


# The vectors of an update


@given(seeds)
@settings(max_examples=30)
def test_updates_follow_the_rule(seed):
    """Each is the one before plus the example of a mistake, by a loop of its own."""
    sample = grid_sample(seed)
    run = perceptron(sample, max_passes=5)
    seen = run.updates
    w = np.zeros(sample.d)
    for t, i in enumerate(run.mistakes):
        np.testing.assert_array_equal(seen["w_before"][t], w)
        np.testing.assert_array_equal(seen["x"][t], sample.y[i] * sample.X[i])
        w = w + sample.y[i] * sample.X[i]
        np.testing.assert_array_equal(seen["w"][t], w)
        assert seen["t"][t] == t + 1
    assert ((seen["w_before"] * seen["x"]).sum(axis=1) <= 0).all()
    assert {name: len(seen[name]) for name in ("t", "w", "w_before", "x")} == dict.fromkeys(
        ("t", "w", "w_before", "x"), run.M
    )
    assert seen["R"] == np.sqrt((sample.X**2).sum(axis=1)).max()
    assert seen["theta"] == 0


@given(seeds, st.sampled_from([1, 2, 7, 4096]))
@settings(max_examples=20)
def test_sums_in_blocks_are_those_of_one_mistake_after_another(seed, block):
    """Thirds and a start, so that every sum is rounded."""
    rng = np.random.default_rng(seed)
    sample = Sample(rng.integers(1, 9, size=(30, 3)) / 3, rng.choice([-1, 1], size=30))
    start = rng.standard_normal(3)
    w, weights = start, [start]
    run = perceptron(sample, start=start, step=0.7, max_passes=3)
    for i in run.mistakes:
        weights.append(w := w + 0.7 * sample.y[i] * sample.X[i])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lib.runs, "BLOCK", block)
        np.testing.assert_array_equal(run.w, w)
        np.testing.assert_array_equal(run.weights, weights)
        assert run.errors.tolist() == [(sample.signed @ w <= 0).sum() for w in weights]


def test_a_run_prints_replays_and_ends_without_all_its_weights():
    run = perceptron(breast_cancer(), max_passes=60)
    assert run.M > lib.runs.BLOCK
    assert str(run).startswith("Run on")
    w = run.replay().w
    assert "weights" not in vars(run)
    np.testing.assert_array_equal(w, run.weights[-1])


def test_a_run_keeps_what_it_was_given():
    order, start = np.arange(WINE.n)[::-1].copy(), np.ones(WINE.d)
    run = perceptron(WINE, order=order, start=start)
    order[:], start[:] = 0, np.nan
    assert run.replay() is run
    for array in (run.weights, run.w, run.sample.X):
        with pytest.raises(ValueError, match="read-only"):
            array[-1] = 0
    mine = run.weights[:3] * 2
    mine[0] = 7
    assert run.weights[0, 0] == 1


def test_updates_from_the_definitions():
    sample = Sample([[3, 4], [0, -2], [1, 1]], [1, -1, 1])
    run = perceptron(sample)
    assert run.mistakes.tolist() == [0]
    assert {name: np.squeeze(value).tolist() for name, value in run.updates.items()} == {
        "t": 1,
        "w": [3, 4],
        "w_before": [0, 0],
        "x": [3, 4],
        "R": 5,
        "theta": 0,
    }
    assert margin_perceptron(WINE, 0.1).updates["theta"] == 0.05


def test_a_run_can_be_built_from_its_list():
    sample, u = orthonormal(3)
    when = np.arange(3)
    run = Run(sample, when, when, when, 6, True, np.zeros(3))
    assert (run.step, run.threshold, run.M, run.passes) == (1, 0, 3, 2)
    np.testing.assert_array_equal(run.w, np.ones(3))
    assert (run.replay().updates["w"] @ u)[-1] == pytest.approx(np.sqrt(3))
