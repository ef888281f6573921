"""The theorems on the margin perceptron: proved, and held along runs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.margin_perceptron.bounds import (
    dipping,
    last_crossing,
    observe_margin,
    only,
)
from lib.max_margin import max_margin
from lib.perceptron import margin_perceptron
from lib.theorems.__main__ import THEOREMS
from lib.theorems.margin_perceptron.bounds import (
    ANY_EPSILON,
    BALCAN,
    LENGTH,
    MANSOUR_SCHWEIGER,
    MANSOUR_SCHWEIGER_SHORT,
    SAME_INEQUALITY,
)
from lib.theorems.margin_perceptron.potential import CALCULUS, ROOT, SHARP, THRESHOLD
from lib.theorems.margin_perceptron.search import CERTIFICATE, SEARCH
from tests.margins import WINE, epsilons, random_sample, seeds

BOUNDED = (THRESHOLD, ROOT, SHARP)
OWN = (
    *BOUNDED,
    LENGTH,
    MANSOUR_SCHWEIGER,
    MANSOUR_SCHWEIGER_SHORT,
    BALCAN,
    SAME_INEQUALITY,
    ANY_EPSILON,
    CALCULUS,
    CERTIFICATE,
    SEARCH,
)


@pytest.fixture(scope="module")
def best():
    return max_margin(WINE)


# The theorems


@pytest.mark.parametrize("theorem", OWN, ids=lambda theorem: theorem.name)
def test_every_step_is_proved_and_every_mutant_refuted(theorem):
    assert theorem in THEOREMS
    for verdict in theorem.prove():
        assert verdict.ok, (verdict.step.name, verdict.mutants)


@given(seeds, st.floats(0.1, 0.5), epsilons)
@settings(max_examples=25, deadline=None)
def test_the_sharper_proofs_hold_along_any_run(seed, gamma, epsilon):
    sample, u = random_sample(seed, gamma)
    run = margin_perceptron(sample, gamma, epsilon, max_passes=100_000)
    # θ from the run and γ from u, which the sample may exceed: ε is then 1 - θ/γ.
    values = observe_margin(run, u)
    for theorem in BOUNDED:
        assert theorem.failing(values) == []


@pytest.mark.parametrize("dips", [1, 5])
def test_the_chain_of_mansour_and_schweiger_holds_across_dips(dips):
    sample, u = dipping(0.1, dips)
    run = margin_perceptron(sample, 0.1, max_passes=1)
    T = last_crossing(run, 20)
    lengths = np.linalg.norm(run.weights, axis=1)
    assert lengths[T - 1] < 20 <= lengths[T:].min()
    seen = observe_margin(run, u)
    seen |= {"T": float(T), "r_T": lengths[T], "r_before_T": lengths[T - 1]}
    after = only(seen, seen["t"] > T)
    assert MANSOUR_SCHWEIGER.failing(after) == []
    assert LENGTH.failing(after) == []
    assert MANSOUR_SCHWEIGER_SHORT.failing(after) == ["no T", "bound"]
    before = only(seen, seen["r"] < 20)
    assert MANSOUR_SCHWEIGER_SHORT.failing(before) == []
    assert LENGTH.failing(only(seen, (seen["t"] > 1) & (seen["r_before"] < 20))) == [
        "long",
        "three quarters",
    ]


def test_balcans_proof_on_his_start(best):
    u, gamma = best
    run = margin_perceptron(WINE, gamma, start=WINE.signed[0])
    assert BALCAN.failing(run.observe(u)) == []


def test_a_wrong_run_is_caught(best):
    u, gamma = best
    eager = margin_perceptron(WINE, 1.8 * gamma)
    values = observe_margin(eager, u) | {"theta": gamma / 2, "epsilon": 0.5}
    assert "one update" in THRESHOLD.failing(values)
