"""Sharper claims that speak of runs are false of runs, and not of loose numbers alone."""

from functools import cache

import numpy as np
import pytest
import sympy as sp

from lib.block_novikoff import in_three_dimensions, orthonormal
from lib.linear_separators import margin
from lib.margin_perceptron.bounds import last_crossing, observe_margin, only
from lib.margin_perceptron.search import margin_search, observe_search
from lib.perceptron import margin_perceptron, perceptron
from lib.proof.solver import Solver
from lib.proof.watching import slack
from lib.samples import Sample, lift
from lib.theorems.__main__ import THEOREMS


def observed(run, u, **more):
    """What a run shows, with the symbols of the potentials and of a plain perceptron's ε = 1."""
    seen = run.observe(u)
    theta, t, r, r_before = seen["theta"], seen["t"], seen["r"], seen["r_before"]
    epsilon, beta = 1 - theta / seen["gamma"], 2 * theta
    seen |= {"epsilon": epsilon, "k": np.sqrt(t), "k_before": np.sqrt(t - 1)}
    seen |= {"a": np.sqrt(1 + beta * r), "a_before": np.sqrt(1 + beta * r_before)}
    return seen | (observe_margin(run, u) if theta else {}) | more


@cache
def runs():
    """Runs that meet a bound or near it, as the symbols of the theorems."""
    basis, u = orthonormal(4)
    plain = perceptron(basis)
    canonical = observed(plain, u / 0.5, rho=0.5)
    values = [observed(plain, u, mu=margin(basis, plain.w)), canonical, observed(plain, u)]
    for gamma, epsilon in ((0.05, 0.5), (0.05, 0.25), (1, 0.995)):
        sample, e3 = in_three_dimensions(gamma, epsilon)
        run = margin_perceptron(sample, gamma, epsilon, max_passes=1)
        values.append(observed(run, e3))
        if epsilon == 0.5:
            T, r = last_crossing(run, 2 / gamma), np.linalg.norm(run.weights, axis=1)
            cut = {"T": T, "r_T": r[T], "r_before_T": r[T - 1]}
            values.append(only(observed(run, e3, **cut), np.arange(1, run.M + 1) >= T))
            late = Sample(sample.X[1:], sample.y[1:])
            balcan = margin_perceptron(late, gamma, max_passes=1, start=sample.signed[0])
            values.append(balcan.observe(e3))
            values.append(observed(run, e3, g=gamma, mu=margin(sample, run.w)))
    far, theta, tie = 1e5, 0.1, np.array([0.1, np.sqrt(0.99)])
    start = np.array([far, 0.0])
    long = margin_perceptron(Sample([tie], [1]), 0.2, start=start, max_passes=1)
    lengths = {"r": np.linalg.norm(start + tie), "r_before": far, "theta": theta}
    assert long.M == 1
    values.append(lengths | {"a": np.sqrt(1 + 2 * theta * lengths["r"]),
                             "a_before": np.sqrt(1 + 2 * theta * far)})  # fmt: skip
    corner = orthonormal(21)[0]
    attempts = margin_search(corner, epsilon=1)
    search = observe_search(attempts, 1, 1 / np.sqrt(21))
    lengths = np.linalg.norm(attempts[0].weights, axis=1)
    first = {"t": 5.0, "S": 5.0, "g": 1.0, "r_before": lengths[-2], "k_before": 2.0, "theta": 0.0}
    values += [search, search | first]
    # One example x = 1 with u = 1 and b = 1, lifted by β = 1, and the lifted line of the chapter.
    one, line = lift(Sample([[1.0]], [1])), lift(Sample([[0.1], [0.2]], [-1, 1]))
    for lifted, R, b, gamma in ((one, 1.0, 1.0, 2.0), (line, 0.2, 0.15, 0.05)):
        U = np.sqrt(1 + b**2) / gamma
        values.append({"t": float(perceptron(lifted).M), "R": R, "b": b, "beta": 1.0,
                       "gamma": gamma, "R_lifted": lifted.radius, "U_lifted": U})  # fmt: skip
    return values


ABOUT_RUNS = [
    *("block_novikoff", "any_comparator", "readings", "offset", "margin_length"),
    *("mansour_schweiger", "mansour_schweiger_short", "balcan", "any_epsilon"),
    *("threshold", "root_potential", "sharp", "certificate", "search"),
]


def broken_by(theorem, step, claim, values):
    """Whether the claim fails at a place where what the step uses holds."""
    needed = [claim, *(theorem.relations[name] for name in step.given)]
    if {symbol.name for relation in needed for symbol in relation.free_symbols} - set(values):
        return False
    gap, *given = (slack(relation, values)[0] for relation in needed)
    fails = gap <= 1e-9 if claim.rel_op in "<>" else gap < -1e-9
    for held in given:
        fails = fails & (held >= -1e-9)
    return bool(np.any(fails))


@pytest.mark.parametrize("name", ABOUT_RUNS)
def test_sharper_claims_about_runs_are_false_of_a_run(name):
    """A solver's counterexample is numbers; these are vectors, and so the claim is false of them.

    Once z3 alone refuted what is true of vectors, such as a strict *three quarters*.
    """
    (theorem,) = (theorem for theorem in THEOREMS if theorem.name == name)
    whole = [
        (step.name, claim)
        for step in theorem.steps
        for claim in step.sharper
        if not any(broken_by(theorem, step, claim, values) for values in runs())
    ]
    assert whole == []


def test_what_is_true_of_vectors_is_broken_by_no_run():
    """The test of the test: a sharper claim that z3 refutes, and that every run obeys."""
    from lib.theorems.margin_perceptron.bounds import LENGTH, QUARTER, r, r_before

    step, strict = LENGTH.steps[-1], r < r_before + QUARTER
    assert step.name == "three quarters"
    assert Solver().solve([*(LENGTH.relations[n] for n in step.given), sp.Not(strict)])
    assert not any(broken_by(LENGTH, step, strict, values) for values in runs())
