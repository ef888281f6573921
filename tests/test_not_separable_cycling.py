"""The perceptron cycling theorem: one excursion watched, all orders tried, and cycles."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.perceptron import perceptron
from lib.samples import Sample
from lib.theorems.not_separable import EXCURSION

seeds = st.integers(0, 10_000)


def excursion(rng, d):
    """A walk near a unit vector e by multiples of one vector, up to the first other update.

    On a line no walk gets farther from its start than by R: there B = R will do.
    """
    e, line = np.linalg.qr(rng.standard_normal((d, 2)))[0].T
    along = rng.uniform(0.2, 2, (2, 1)) * [line, -line]
    others = rng.standard_normal((4, d))
    Z = np.vstack([along, others, -others])
    R, mu = np.linalg.norm(Z, axis=1).max(), np.abs(others @ e).min()
    a = 4 * R**2 / mu * rng.uniform(1, 3)
    q_start = rng.uniform(0, mu * a / (4 * R)) * line
    w = w_start = a * e + q_start
    walk, steps = [w], []
    while True:
        wrong = np.flatnonzero(Z @ w <= 0)
        i = wrong[0] if rng.random() < 0.8 else rng.choice(wrong)
        if i >= len(along):
            break
        w = w + Z[i]
        walk.append(w)
        steps.append(Z[i])
    if not steps:
        return excursion(rng, d)
    before, after = np.array(walk[:-1]), np.array(walk[1:])
    return {
        "w": after,
        "w_before": before,
        "x": np.array(steps),
        "w_start": w_start,
        "q": after - a * e,
        "q_before": before - a * e,
        "q_start": q_start,
        "e": e,
        "a": a,
        "z": Z[i],
        "B": R,
        "R": R,
        "mu": mu,
    }


@settings(max_examples=40, deadline=None)
@given(seeds, st.integers(2, 5))
def test_an_excursion_stays_near_and_comes_back_no_longer(seed, d):
    seen = excursion(np.random.default_rng(seed), d)
    assert EXCURSION.failing(seen) == []
    last = np.linalg.norm(seen["w"][-1] + seen["z"])
    assert last <= np.linalg.norm(seen["w_start"])


@pytest.mark.parametrize(
    ("wrong", "noticed"),
    [
        (lambda seen: {"mu": 100 * seen["mu"]}, "not orthogonal"),
        (lambda seen: {"w_before": seen["w"]}, "update"),
        (lambda seen: {"x": seen["x"] + seen["e"]}, "orthogonal"),
        (lambda seen: {"x": -seen["x"]}, "mistake"),
        (lambda seen: {"q_before": seen["q"]}, "w before splits"),
        (lambda seen: {"q": 2 * seen["q"]}, "w splits"),
        (lambda seen: {"B": 9 * seen["a"]}, "far"),
        (lambda seen: {"z": -seen["z"]}, "next mistake"),
        (lambda seen: {"w_start": seen["w_start"] + seen["e"]}, "height"),
    ],
)
def test_what_is_no_excursion_is_noticed(wrong, noticed):
    seen = excursion(np.random.default_rng(1), 3)
    assert noticed in EXCURSION.failing(seen | wrong(seen))


@settings(deadline=None)
@given(seeds, st.integers(1, 3), st.integers(1, 6))
def test_no_order_leads_integer_weights_out_of_a_finite_set(seed, d, n):
    rng = np.random.default_rng(seed)
    Z = [tuple(z) for z in rng.integers(-3, 4, (n, d)).tolist()]
    front, reached = {(0,) * d}, {(0,) * d}
    while front:
        front = {
            tuple(a + b for a, b in zip(w, z, strict=True))
            for w in front
            for z in Z
            if sum(a * b for a, b in zip(w, z, strict=True)) <= 0
        }
        front -= reached
        reached |= front
        assert len(reached) < 100_000


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_a_cycle_of_integer_weights_sums_to_zero_and_repeats(seed):
    rng = np.random.default_rng(seed)
    sample = Sample(rng.integers(-4, 5, (8, 2)), rng.choice([-1, 1], 8))
    run = perceptron(sample, max_passes=400)
    if run.halted:
        return
    starts = run.weights[np.searchsorted(run.when, np.arange(run.passes) * sample.n)]
    first = {}
    k = next(k for k, w in enumerate(map(tuple, starts)) if first.setdefault(w, k) < k)
    period = k - first[tuple(starts[k])]
    np.testing.assert_array_equal(starts[k - period : -period], starts[k:])
    once = (run.when >= (k - period) * sample.n) & (run.when < k * sample.n)
    assert not sample.signed[run.mistakes[once]].sum(axis=0).any()
