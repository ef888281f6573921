"""Sharper claims that speak of runs are false of runs, not of single updates alone."""

from functools import cache

import numpy as np
import pytest
import sympy as sp

from lib.block_novikoff import in_three_dimensions, orthonormal
from lib.margin_perceptron import margin_perceptron
from lib.perceptron import perceptron
from lib.proof import watching
from lib.proof.vectors import names
from lib.proof.watching import slack, watched
from lib.samples import Sample, lift
from lib.theorems.block_novikoff import BLOCK_NOVIKOFF
from lib.theorems.proof_map import THEOREMS
from tests.margins import beside

# Theorems about runs of the perceptron, from the first update on.
CHAPTERS = {"block-novikoff", "perceptron", "margin-perceptron"}
OF_RUNS = [
    theorem
    for theorem in THEOREMS
    if theorem.chapter in CHAPTERS
    and theorem.name not in ("certificate", "attempt", "search")  # of runs that stop before
    and all(step.by == "z3" for step in theorem.steps)
]


def lifted(line, beta, v, b, gamma):
    """A run on lifted points of a line, and what the theorem with an offset says of it."""
    run = perceptron(lift(line, beta))
    flat = {"v": [v, 0], "b": b, "r": line.radius, "gamma": gamma, "beta": beta, "e": [0, 1]}
    flat |= {"z": run.updates["x"] * [1, 0], "y": line.y[run.mistakes]}
    return run.updates | flat | {"u": [v, b / beta]}


@cache
def runs():
    """Runs that meet a bound or near it, as the vectors and numbers of the theorems."""
    values = []
    for sample, u in (orthonormal(1), orthonormal(4), in_three_dimensions(0.2)):
        gamma, updates = (sample.signed @ u).min(), perceptron(sample).updates
        for length in (1, 1 / gamma):
            comparator = {
                "u": length * u,
                "gamma": length * gamma,
                "s": 1 / (length**2 * gamma),
                "epsilon": 1.0,
            }
            values.append(updates | comparator | {"w_star": u / gamma, "rho": gamma})
    # No unit vector has the margin 1 on this run, and what uses no margin holds of it all the same.
    values.append(perceptron(orthonormal(4)[0]).updates | {"gamma": 1.0, "epsilon": 1.0})
    # One example x = 1 with u = 1 and b = 1, and two on a line; the best lift and another.
    one, two = Sample([[1.0]], [1]), Sample([[0.1], [0.2]], [-1, 1])
    for beta in (1.0, 0.03**0.5):
        values.append(lifted(one, beta, 1, 1, 2.0))
        values.append(lifted(two, beta, 1, -0.15, 0.05))
    for gamma, epsilon in ((0.05, 0.5), (0.05, 0.25), (1, 0.995)):
        sample, e3 = in_three_dimensions(gamma, epsilon)
        run = margin_perceptron(sample, gamma, epsilon, max_passes=1)
        short = np.linalg.norm(run.weights, axis=1) < 2 / gamma
        T = 1.0 + np.maximum.accumulate(np.where(short, np.arange(run.M + 1), -1.0))
        values.append(beside(run, e3) | {"T": T[:-1], "T_before": np.append(0, T[:-2])})
        late = Sample(sample.X[1:], sample.y[1:]) if sample.n > 1 else sample
        balcan = margin_perceptron(late, gamma, epsilon, max_passes=1, start=sample.signed[0])
        if balcan.M:
            values.append(beside(balcan, e3))
    return values


def broken_by(theorem, step, claim, values):
    """Whether the claim fails at an update where what the step uses holds, from the start on."""
    used = {name: theorem.relations[name] for name in (*step.given, *step.base)} | {"": claim}
    if {symbol.name for symbol in names(*used.values())} - {*values}:
        return False
    seen = watched(used, values, theorem.before, set(step.base) - set(step.given))
    failing = ~seen.pop("").holds
    held = [seen[name].holds for name in used if name]
    held = [np.all(each) for each in held] if step.base else held
    return bool(np.any(np.logical_and.reduce(np.broadcast_arrays(failing, *held))))


@pytest.mark.parametrize("theorem", OF_RUNS, ids=lambda theorem: theorem.name)
def test_sharper_claims_about_runs_are_false_of_a_run(theorem):
    """A solver's counterexample is one update; these are whole runs from w = 0."""
    whole = [
        (step.name, claim)
        for step in theorem.steps
        for claim in step.sharper
        if not any(broken_by(theorem, step, claim, values) for values in runs())
    ]
    assert whole == []


@pytest.mark.parametrize("theorem", OF_RUNS, ids=lambda theorem: theorem.name)
def test_no_run_breaks_a_claim(theorem):
    """The test of the test: it would find a claim that is false of runs."""
    for step in theorem.steps:
        found = [
            i for i, values in enumerate(runs()) if broken_by(theorem, step, step.claim, values)
        ]
        assert found == [], step.name


@pytest.mark.parametrize("part", [1, 2, 7])
def test_a_run_watched_in_parts_has_the_same_slack(monkeypatch, part):
    """Vectors and numbers of updates, single ones, logarithms, and a part of one row at the end."""
    t = sp.Symbol("t", positive=True)
    relations = [*BLOCK_NOVIKOFF.relations.values(), sp.log(t) <= t]
    for values in runs()[:3]:
        values = values | {"log(t)": np.log(values["t"])}
        whole = [slack(relation, values) for relation in relations]
        monkeypatch.setattr(watching, "PART", part)
        for relation, one in zip(relations, whole, strict=True):
            other = slack(relation, values)
            np.testing.assert_array_equal(other.gap, one.gap)
            assert (other.slip, other.strict) == (one.slip, one.strict)
        monkeypatch.undo()
