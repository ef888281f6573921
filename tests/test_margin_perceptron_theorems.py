"""The theorems on the margin perceptron: proved, and held along runs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational

from lib.block_novikoff import in_three_dimensions
from lib.margin_perceptron import margin_perceptron
from lib.margin_perceptron.bounds import dipping, last_crossing, only
from lib.max_margin import max_margin
from lib.proof.vectors import norm
from lib.theorems.margin_perceptron import (
    ALIGNED,
    ANY_EPSILON,
    BALCAN,
    LENGTH,
    MANSOUR_SCHWEIGER,
    ROOT,
    SHARP,
    THRESHOLD,
    WITHOUT_THE_JUMP,
)
from lib.theorems.proof_map import THEOREMS
from lib.theorems.vocabulary import gamma, t, w
from tests.margins import WINE, beside, epsilons, random_sample, seeds

BOUNDED = (ALIGNED, ANY_EPSILON, WITHOUT_THE_JUMP, THRESHOLD, ROOT, SHARP)
OWN = [theorem for theorem in THEOREMS if theorem.chapter == "margin-perceptron"]


@pytest.fixture(scope="module")
def best():
    return max_margin(WINE)


# The theorems


def test_what_is_assumed_is_the_calculus_of_the_logarithm():
    assumed = {theorem.name: list(theorem.assumed) for theorem in OWN if theorem.assumed}
    facts = ["Φ below its tangent", "ln 1", "ln below its tangent", "ln above z/(1+z)"]
    assert assumed == {"sharp": facts, "attempt": facts}
    assert not any(theorem.cited for theorem in OWN)


@pytest.mark.parametrize("theorem", OWN, ids=lambda theorem: theorem.name)
def test_what_a_theorem_takes_from_another_is_a_claim_there(theorem):
    """Only premises are left: what a run, a definition or a case says."""
    premises = {
        *("t starts at 0", "w starts at 0", "update", "margin", "u is unit", "unit examples"),
        *("margin mistake", "w is not zero", "half the margin", "threshold", "θ above 0"),
        *("θ below γ", "T is not ahead", "short, or the same T", "long", "root", "longer"),
        *("w starts at the margin", "w starts at length 1", "an update", "γ is the best margin"),
        *("no example is left", "g is not below γ", "ε at most 1", "ε below 1", "not refuted"),
        *("floor", "S starts at 0", "one more attempt", "next guess"),
    }
    proved = {step.claim for other in OWN for step in other.steps}
    taken = {name for name, relation in theorem.hypotheses.items() if relation not in proved}
    assert taken - set(theorem.assumed) <= premises


def test_the_jump_is_true_of_runs_and_a_shorter_length_is_not():
    """The claim that once stood as a mutant is the theorem; less of it falls, by vectors."""
    assert WITHOUT_THE_JUMP.verdict(WITHOUT_THE_JUMP.step("length")).proved
    shorter = norm(w) <= Rational(9, 10) / gamma + Rational(3, 4) * gamma * t
    found = MANSOUR_SCHWEIGER.counterexample("length", claim=shorter)
    assert set(found.vectors) == {"w", "w_before"}


# Along runs


@given(seeds, st.floats(0.1, 0.5), epsilons)
@settings(max_examples=25, deadline=None)
def test_the_sharper_proofs_hold_along_any_run(seed, gamma, epsilon):
    sample, u = random_sample(seed, gamma)
    run = margin_perceptron(sample, gamma, epsilon, max_passes=100_000)
    # θ from the run and γ from u, which the sample may exceed: ε is then 1 - θ/γ.
    values = beside(run, u)
    for theorem in BOUNDED:
        assert theorem.failing(values) == []


@pytest.mark.parametrize("epsilon", [0.5, 0.25])
def test_the_sharper_proofs_hold_along_the_longest_runs(epsilon):
    sample, u = in_three_dimensions(0.05, epsilon)
    values = beside(margin_perceptron(sample, 0.05, epsilon, max_passes=1), u)
    for theorem in BOUNDED:
        assert theorem.failing(values) == []


def crossings(run, level):
    """T_t and T_{t-1} at every update: the first after the last update from a short w."""
    short = np.linalg.norm(run.weights, axis=1) < level
    T = [0] + [1 + max(s for s in range(t) if short[s]) for t in range(1, run.M + 1)]
    return {"T": np.array(T[1:], dtype=float), "T_before": np.array(T[:-1], dtype=float)}


@pytest.mark.parametrize("dips", [1, 5])
def test_the_proof_of_mansour_and_schweiger_holds_across_dips(dips):
    sample, u = dipping(0.1, dips)
    run = margin_perceptron(sample, 0.1, max_passes=1)
    T = crossings(run, 20)
    assert T["T"][-1] == last_crossing(run, 20)
    values = beside(run, u)
    assert MANSOUR_SCHWEIGER.failing(values | T) == []
    long = np.linalg.norm(run.weights[:-1], axis=1) >= 20
    assert LENGTH.failing(only(run.updates, long) | {"gamma": 0.1}) == []
    short = (values["t"] > 1) & ~long
    assert LENGTH.failing(only(run.updates, short) | {"gamma": 0.1}) == ["long", "three quarters"]
    # A T that moves on though w was long is none, and one that lies ahead is none.
    moved = T | {"T": np.maximum(T["T"], np.where(values["t"] == run.M, run.M, 0))}
    assert "short, or the same T" in MANSOUR_SCHWEIGER.failing(values | moved)
    assert "T is not ahead" in MANSOUR_SCHWEIGER.failing(values | T | {"T": T["T"] + 50})


def test_without_a_long_w_the_same_length_holds(best):
    u, gamma = best
    run = margin_perceptron(WINE, gamma)
    assert last_crossing(run, 2 / gamma) is None
    assert MANSOUR_SCHWEIGER.failing(beside(run, u) | crossings(run, 2 / gamma)) == []


def test_balcans_proof_on_his_start(best):
    u, gamma = best
    run = margin_perceptron(WINE, gamma, start=WINE.signed[0])
    assert BALCAN.failing(beside(run, u)) == []
    far = margin_perceptron(WINE, gamma, start=-30 * u)
    failing = BALCAN.failing(beside(far, u))
    assert {"w starts at the margin", "w starts at length 1"} <= set(failing)


def test_a_wrong_run_is_caught(best):
    u, gamma = best
    eager = margin_perceptron(WINE, 1.8 * gamma)
    values = beside(eager, u) | {"theta": gamma / 2, "epsilon": 0.5}
    assert "one update" in THRESHOLD.failing(values)
    assert "margin mistake" in LENGTH.failing(values)
