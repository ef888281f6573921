"""Every theorem is proved, its mutants refuted, the refutations checked, and its page shows it."""

import json
import pkgutil
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
import sympy as sp

from lib import theorems
from lib.proof.theorem import Theorem
from lib.theorems.__main__ import THEOREMS

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
