"""Every theorem is proved, its mutants refuted, and the refutations checked; the command."""

import json
import pkgutil
import re
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
import sympy as sp

from lib import theorems
from lib.block_novikoff import in_three_dimensions, orthonormal
from lib.linear_separators import margin
from lib.margin_perceptron.bounds import last_crossing, observe_margin, only
from lib.margin_perceptron.search import margin_search, observe_search
from lib.perceptron import margin_perceptron, perceptron
from lib.proof.solver import Solver, slack
from lib.proof.theorem import Step, Theorem
from lib.samples import Sample, lift
from lib.theorems import __main__
from lib.theorems.__main__ import THEOREMS
from lib.theorems.block_novikoff import BLOCK_NOVIKOFF

ROOT = Path(__file__).parents[1]
EXACT = re.compile(r"-?\d+(/\d+)?")


@cache
def verdicts(theorem_name):
    """A theorem's verdicts: the solver is asked once a theorem, whatever the number of tests."""
    (theorem,) = (theorem for theorem in THEOREMS if theorem.name == theorem_name)
    return theorem, theorem.prove()


every_theorem = pytest.mark.parametrize("name", [theorem.name for theorem in THEOREMS])


@every_theorem
def test_every_step_is_proved_and_every_mutant_refuted(name):
    theorem, found = verdicts(name)
    assert [verdict.step for verdict in found] == list(theorem.steps)
    for verdict in found:
        assert verdict.proved, verdict.step.name
        assert verdict.mutants, f"{verdict.step.name} has no mutant: what could make it fail?"
        assert None not in verdict.mutants.values(), verdict.mutants


def cases(theorem, step, change):
    """The lists of relations one of which a counterexample to this mutant must satisfy.

    Built here from the definition of a step, not by the engine.
    """
    dropped = re.fullmatch(r"without \*(.*)\*", change)
    left_out = dropped[1] if dropped else None
    sharper = {f"${sp.latex(c, symbol_names=dict(theorem.latex))}$": c for c in step.sharper}
    claim = step.claim if dropped else sharper[change]
    base = [theorem.relations[name] for name in step.base if name != left_out]
    given = [theorem.relations[name] for name in step.given if name != left_out]
    if not step.base:
        return [[*given, sp.Not(claim)]]
    for symbol, earlier in theorem.before.items():
        given += [earlier >= 0] if symbol.is_nonnegative else []
    if left_out != "induction":
        given.append(claim.subs(theorem.before, simultaneous=True))
    # SymPy evaluates what follows from the signs of symbols.
    given = [relation for relation in given if relation != sp.true]
    return [[*base, sp.Not(claim)], [*given, sp.Not(claim)]]


@cache
def sides(relation):
    """A relation's symbols, and a function from exact numbers to its two sides."""
    symbols = sorted(relation.free_symbols, key=str)
    both = [relation.lhs.doit(), relation.rhs.doit()]
    return symbols, sp.lambdify(symbols, both, modules="sympy")


def holds(relation, found):
    """Whether exact numbers satisfy a relation; None when it divides by 0 there."""
    symbols, code = sides(relation)
    values = code(*[sp.Rational(found.get(symbol.name, "0")) for symbol in symbols])
    left, right = map(sp.sympify, values)
    if sp.S.ComplexInfinity in (left, right) or sp.nan in (left, right):
        return None
    return relation.func(left, right) == sp.true


# These hypotheses keep a denominator from being 0. Without them the claim divides by 0 somewhere,
# and holds everywhere else.
DENOMINATORS = {
    ("margin_length", "(4.1)", "w is not zero"),
    ("certificate", "upper", "an update"),
    ("penalty", "a violated one pays any price", "violated"),
    ("hinge_regret", "one step", "counting"),
    ("hinge_rate", "one step", "counting"),
    ("shattering", "dimension", "a margin"),
    ("shattering_offset", "n even", "a margin"),
    ("shattering_offset", "n odd", "a margin"),
    ("online_to_batch", "random round", "an example"),
    ("online_to_batch", "leave one out", "an example"),
}


@every_theorem
def test_exact_counterexamples_satisfy_what_they_should(name):
    """SymPy puts the rational numbers that z3 found into the hypotheses and the negated claim."""
    theorem, found = verdicts(name)
    for verdict in found:
        for change, numbers in verdict.mutants.items():
            if not all(EXACT.fullmatch(text) for text in numbers.values()):
                continue
            lists = cases(theorem, verdict.step, change)
            for symbol in set().union(*(r.free_symbols for rs in lists for r in rs)):
                number = sp.Rational(numbers.get(symbol.name, "1"))
                assert number > 0 or not symbol.is_positive, (change, numbers)
                assert number >= 0 or not symbol.is_nonnegative, (change, numbers)
            answers = [{holds(relation, numbers) for relation in rs} for rs in lists]
            dropped = change.removeprefix("without *").removesuffix("*")
            divides = (name, verdict.step.name, dropped) in DENOMINATORS
            wanted = {True, None} if divides else {True}
            assert wanted in answers, (verdict.step.name, change, numbers)


def test_counterexamples_do_not_depend_on_what_was_asked_before():
    """A page shows the same numbers in every process, whatever else the process proved."""
    first = {theorem.name: theorem.prove() for theorem in THEOREMS[:8]}
    again = {theorem.name: theorem.prove() for theorem in reversed(THEOREMS[:8])}
    assert first == again


def test_nearly_all_counterexamples_are_exact():
    texts = [
        list(numbers.values())
        for theorem in THEOREMS
        for verdict in verdicts(theorem.name)[1]
        for numbers in verdict.mutants.values()
    ]
    exact = [all(EXACT.fullmatch(text) for text in numbers) for numbers in texts]
    assert sum(exact) > 0.95 * len(exact)


# Sharper claims that speak of runs are false of runs, and not of loose numbers alone


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
    gap, *given = (slack(relation, values) for relation in needed)
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


# Theorems and chapters


def test_every_theorem_of_every_module_is_collected():
    names = [found.name for found in pkgutil.walk_packages(theorems.__path__, "lib.theorems.")]
    modules = [import_module(name) for name in names if not name.endswith("__main__")]
    defined = {id(v): v.name for m in modules for v in vars(m).values() if isinstance(v, Theorem)}
    assert len(modules) > 15
    assert set(defined) == {id(theorem) for theorem in THEOREMS}


def test_names_are_unique_and_every_theorem_has_a_title():
    names = [theorem.name for theorem in THEOREMS]
    assert len(set(names)) == len(names)
    assert all(theorem.title and theorem.steps for theorem in THEOREMS)


# The chapter shows the mutants of the first, and has no words for the second yet.
WITHOUT_TABLE = {"cauchy_schwarz"}


@every_theorem
def test_its_chapter_exists_and_shows_what_is_proved(name):
    """The claims, as they are typeset, stand in the stored outputs of the chapter."""
    (theorem,) = (theorem for theorem in THEOREMS if theorem.name == name)
    path = ROOT / "chapters" / f"{theorem.chapter}.ipynb"
    assert path.exists(), f"{name} names the chapter {theorem.chapter!r}"
    outputs = "\n".join(
        "".join(output["data"].get("text/markdown", ""))
        for cell in json.loads(path.read_text())["cells"]
        for output in cell.get("outputs", [])
        if "data" in output
    )
    if name in WITHOUT_TABLE:
        return
    missing = [step.name for step in theorem.steps if theorem.typeset(step.name) not in outputs]
    assert not missing, f"chapters/{theorem.chapter}.ipynb shows no table of {name}"


@every_theorem
def test_every_hypothesis_is_used(name):
    theorem, _ = verdicts(name)
    used = {used for step in theorem.steps for used in (*step.given, *step.base)}
    assert set(theorem.hypotheses) <= used


# Deliberate breaks: each dropped hypothesis of the book's main theorem is a wrong theorem


def without(theorem, dropped):
    """The theorem with one hypothesis left out of every step that uses it."""
    hypotheses = {name: rel for name, rel in theorem.hypotheses.items() if name != dropped}
    steps = [
        Step(step.name, step.claim, tuple(g for g in step.given if g != dropped),
             tuple(b for b in step.base if b != dropped), step.sharper, step.by)
        for step in theorem.steps
    ]  # fmt: skip
    return Theorem("broken", theorem.title, hypotheses, steps, theorem.before, theorem.latex)


@pytest.mark.parametrize("dropped", list(BLOCK_NOVIKOFF.hypotheses))
def test_block_novikoff_without_one_hypothesis_is_not_proved(dropped):
    broken = without(BLOCK_NOVIKOFF, dropped)
    assert not all(verdict.proved for verdict in broken.prove())


@pytest.mark.parametrize("sign", [-1, 1])
def test_block_novikoff_with_a_wrong_update_is_not_proved(sign):
    """The sign of the update, and its size, in bilinearity and in the expansion."""
    from lib.theorems.vocabulary import m, p, p_before, q, r, r_before, s

    wrong = {
        "bilinearity": sp.Eq(p, p_before - m) if sign < 0 else sp.Eq(2 * p, 2 * p_before + m),
        "expansion": sp.Eq(r**2, r_before**2 + 2 * sign * 2 * q + 2 * s**2),
    }
    for name, relation in wrong.items():
        book = BLOCK_NOVIKOFF
        broken = Theorem("broken", "", {**book.hypotheses, name: relation}, book.steps, book.before)
        assert not all(verdict.proved for verdict in broken.prove())


# The command


def test_the_command_proves_the_book(capsys, monkeypatch):
    monkeypatch.setattr(__main__, "THEOREMS", THEOREMS[:5])
    assert __main__.main() == 0
    *lines, last = capsys.readouterr().out.splitlines()
    steps = [f"{theorem.name}: {step.name}" for theorem in THEOREMS[:5] for step in theorem.steps]
    fell = [
        len(verdict.mutants) for theorem in THEOREMS[:5] for verdict in verdicts(theorem.name)[1]
    ]
    assert lines == [
        f"{step}: proved, {count} mutants refuted" for step, count in zip(steps, fell, strict=True)
    ]
    begins = f"5 theorems, {len(steps)} steps proved, {sum(fell)} mutants refuted"
    assert re.fullmatch(rf"{begins}, \d+\.\d s", last)


def test_the_command_reports_failures(capsys, monkeypatch):
    x, y = sp.symbols("x y", real=True)
    one, idle = {"one": x <= y}, {"idle": sp.Eq(y, 0)}
    failing = (
        Theorem("wrong", "", one, (Step("claim", x < y, ("one",)),)),
        Theorem("idle", "", one | idle, (Step("claim", x <= y, ("one", "idle")),)),
        Theorem("fine", "", one, (Step("claim", x <= y, ("one",)),)),
    )
    monkeypatch.setattr(__main__, "THEOREMS", failing)
    assert __main__.main() == 2
    out = capsys.readouterr().out
    assert out.splitlines()[:4] == [
        "wrong: claim: NOT PROVED, 1 mutants refuted",
        "idle: claim: proved, 1 mutants refuted",
        "    SURVIVED: without *idle*",
        "fine: claim: proved, 1 mutants refuted",
    ]
    assert out.splitlines()[4].startswith("3 theorems, 2 steps proved, 3 mutants refuted, ")


@pytest.mark.parametrize(("broken", "status"), [(False, 0), (True, 1)])
def test_the_command_exits_non_zero_on_failure(broken, status):
    """A whole process, on one theorem to be quick: what `make test` and CI see."""
    code = f"""
import runpy, sys, types, sympy as sp
from lib.proof.theorem import Step, Theorem
from lib.theorems.__main__ import CHAPTERS
x, y = sp.symbols("x y", real=True)
step = Step("claim", x < y if {broken} else x <= y, ("one",))
for chapter in CHAPTERS:
    sys.modules["lib.theorems." + chapter] = types.ModuleType(chapter)
sys.modules["lib.theorems.perceptron"].TOY = Theorem("toy", "", {{"one": x <= y}}, (step,))
runpy.run_module("lib.theorems", run_name="__main__")
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == status, done.stderr
    said = "NOT PROVED" if broken else "proved"
    assert done.stdout.splitlines()[0] == f"toy: claim: {said}, 1 mutants refuted"
