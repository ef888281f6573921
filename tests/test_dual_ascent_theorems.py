"""The theorems on dual ascent, watched on runs of the tests' own, and caught on wrong ones."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.dual_ascent import coordinate_steps, pair_steps, shares, stopping
from lib.samples import EIGHT, Sample
from lib.svm.certificates import duality_gap
from lib.theorems.dual_ascent import COORDINATE, PAIR, SHARE, STOPPING
from tests.test_dual_ascent import FLIPPED, doubly, mixed

TOP = {"at the top", "the gain at the top"}
DONE = {"no pair violates", "no gap"}


def ascent(sample, C, order, share=1.0):
    """Steps on single multipliers, by a share of the way to the top, 2 mirroring the top."""
    path = [np.zeros(sample.n)]
    for i in order:
        alpha = path[-1].copy()
        slope = 1 - sample.signed[i] @ (alpha @ sample.signed)
        alpha[i] = min(max(alpha[i] + share * slope / (sample.X[i] @ sample.X[i]), 0), C)
        path.append(alpha)
    return np.array(path)


def greedy(sample, C, steps=30, share=1.0):
    """Steps on the pair of forces whose exchange has the steepest slope, found by trying all."""
    path, y, X = [np.zeros(sample.n)], sample.y, sample.X
    for _ in range(steps):
        alpha = path[-1].copy()
        w, best = alpha @ sample.signed, (1e-9, None, None, 0)
        rise = [C - a if label > 0 else a for a, label in zip(alpha, y, strict=True)]
        for i in range(sample.n):
            for j in range(sample.n):
                slope = y[i] - y[j] - w @ (X[i] - X[j])
                wall = min(rise[i], C - rise[j])
                if wall > 1e-12 and slope > best[0]:
                    best = slope, i, j, wall
        slope, i, j, wall = best
        if i is None:
            break
        s = min(share * slope / ((X[i] - X[j]) @ (X[i] - X[j])), wall)
        alpha[i], alpha[j] = alpha[i] + y[i] * s, alpha[j] - y[j] * s
        path.append(np.clip(alpha, 0, C))
    return np.array(path)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.01, 10), st.floats(0.05, 1))
def test_coordinates_gain_as_the_theorem_says(seed, C, share):
    """Also where a step goes but a share of its way."""
    rng = np.random.default_rng(seed)
    sample = mixed(rng)
    path = ascent(sample, C, rng.integers(sample.n, size=60), share)
    assert set(COORDINATE.failing(coordinate_steps(sample, path, C))) <= TOP


def test_steps_to_the_top_gain_the_square_of_their_slope():
    path = ascent(EIGHT, 100.0, [0, 1, 2, 3])
    assert COORDINATE.failing(coordinate_steps(EIGHT, path, 100.0)) == []


def test_a_step_past_the_top_is_seen():
    """By half a way more it still gains, and by the whole way again it gains nothing."""
    path = ascent(EIGHT, 100.0, [0, 1, 2, 3], share=1.5)
    failing = set(COORDINATE.failing(coordinate_steps(EIGHT, path, 100.0)))
    assert {"not past the top", "the gain"} <= failing and "parabola" not in failing
    beyond = ascent(EIGHT, 100.0, range(8), share=2.5)
    seen = coordinate_steps(EIGHT, beyond, 100.0)
    assert "all gains" in COORDINATE.failing(seen) and (seen["D"] < 0).any()


def test_a_wrong_bill_is_seen():
    seen = coordinate_steps(EIGHT, ascent(EIGHT, 1 / 8, range(8)), 1 / 8)
    assert "w moves" in COORDINATE.failing(seen | {"w": 1.01 * seen["w"]})
    assert "slope" in COORDINATE.failing(seen | {"g": -seen["g"]})
    assert "weak duality" in COORDINATE.failing(seen | {"C": 0.01})


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.01, 10), st.floats(0.05, 1))
def test_pairs_gain_as_the_theorem_says(seed, C, share):
    sample = mixed(np.random.default_rng(seed))
    path = greedy(sample, C, share=share)
    assert set(PAIR.failing(pair_steps(sample, path, C))) <= TOP


def test_a_pair_past_its_top_or_out_of_balance_is_seen():
    seen = pair_steps(FLIPPED, greedy(FLIPPED, 10.0, 3, share=1.5), 10.0)
    assert {"not past the top", "the gain"} <= set(PAIR.failing(seen))
    fair = pair_steps(FLIPPED, greedy(FLIPPED, 0.1), 0.1)
    assert set(PAIR.failing(fair)) <= TOP
    same = fair["alpha_i_before"] + fair["s"]  # a multiplier moved as a force
    assert {"i moves", "the balance stays"} <= set(PAIR.failing(fair | {"alpha_i": same}))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.01, 10))
def test_a_small_violation_leaves_a_small_gap(seed, C):
    """At any point of the box; the certificate knows nothing of violations."""
    rng = np.random.default_rng(seed)
    sample = mixed(rng)
    alpha = doubly(sample, C, rng, 8)[-1]
    seen = stopping(sample, alpha, C)
    assert set(STOPPING.failing(seen)) <= DONE
    gap = duality_gap(sample, seen["w"], seen["b"], alpha, C).total
    assert gap <= sample.n * C * seen["h"] / 2 * (1 + 1e-9)
    slack = STOPPING.watch(seen)["the gap is small"]
    assert slack == pytest.approx(sample.n * C * seen["h"] / 2 - gap, abs=1e-9)


def test_at_the_start_the_bound_is_the_gap():
    seen = stopping(FLIPPED, np.zeros(8), 0.1)
    assert STOPPING.watch(seen)["the gap is small"] == pytest.approx(0)
    assert seen["h"] == 2


def test_where_no_pair_violates_there_is_no_gap():
    path = greedy(FLIPPED, 0.1)
    last = stopping(FLIPPED, path[-1], 0.1)
    assert STOPPING.failing(last) == [] and last["h"] == 0
    # Another b than the middle, and a higher wish that is passed over.
    early = stopping(FLIPPED, path[2], 0.1)
    assert "b in the middle" in STOPPING.failing(early | {"b": early["b"] + 1})
    assert "none that may rise is higher" in STOPPING.failing(early | {"highest": 0.0})


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.01, 10))
def test_steps_gain_their_share_of_the_gap(seed, C):
    rng = np.random.default_rng(seed)
    sample = mixed(rng)
    seen = shares(sample, rng.uniform(0, C, sample.n), C)
    assert set(SHARE.failing(seen)) <= ({"the share", "gains and gap"} if seen["t"] == 1 else set())


def test_small_gaps_have_a_share_below_one():
    seen = shares(EIGHT, ascent(EIGHT, 1 / 8, range(8))[-1], 1 / 8)
    assert 0 < seen["t"] < 1 and SHARE.failing(seen) == []


def test_timid_steps_gain_too_little():
    seen = shares(EIGHT, np.zeros(8), 1 / 8)
    timid = 0.1 * seen["s"]
    assert "best in the box" in SHARE.failing(seen | {"s": timid})
    squares = (EIGHT.X**2).sum(axis=1)
    gains = np.cumsum(timid * (1 - seen["m"]) - timid**2 * squares / 2)
    failing = SHARE.failing(seen | {"s": timid, "gains": gains})
    assert "all examples" in failing


def test_a_mutant_of_the_constant_falls_on_two_examples():
    """The bound cannot be halved: two examples at the start have the gap nC and h = 2."""
    sample = Sample([[0.0], [1.0]], [-1, 1])
    seen = stopping(sample, np.zeros(2), 1.0)
    gap = duality_gap(sample, seen["w"], seen["b"], np.zeros(2), 1.0).total
    assert gap == 2 and seen["h"] == 2 and gap > 0.99 * sample.n * seen["h"] / 2
