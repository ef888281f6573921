"""Every theorem is proved, its mutants refuted, the refutations checked, and its page shows it."""

import json
import pkgutil
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
import sympy as sp

from lib import theorems
from lib.proof.solver import Solver
from lib.proof.theorem import Theorem
from lib.proof.watching import names, slack
from lib.theorems.__main__ import THEOREMS
from tests.toys import holds, is_exact

ROOT = Path(__file__).parents[1]


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
    sharper = {f"${theorem.written(claim)}$": claim for claim in step.sharper}
    claim = step.claim if dropped else sharper[change]
    base = [theorem.relations[name] for name in step.base if name != left_out]
    given = [theorem.relations[name] for name in step.given if name != left_out]
    if not step.base:
        return [(given, claim)]
    for symbol, earlier in theorem.before.items():
        given += [earlier >= 0] if symbol.is_nonnegative else []
    if left_out != "induction":
        given.append(claim.xreplace(dict(theorem.before)))
    # SymPy evaluates what follows from the signs of symbols.
    return [(base, claim), ([relation for relation in given if relation != sp.true], claim)]


def refutes(found, given, claim):
    """Whether exact numbers and vectors are as given, and break the claim or leave it senseless."""
    return all(holds(relation, found) for relation in given) and not holds(claim, found)


@every_theorem
def test_exact_counterexamples_satisfy_what_they_should(name):
    """SymPy puts the numbers and columns that z3 found into the hypotheses and the claim."""
    theorem, found = verdicts(name)
    for verdict in found:
        for change, example in verdict.mutants.items():
            if not is_exact(example):
                continue
            lists = cases(theorem, verdict.step, change)
            symbols = {
                s.name: s
                for given, claim in lists
                for r in (*given, claim)
                for s in r.free_symbols
                if s.is_Symbol
            }
            for symbol, number in example.numbers.items():
                sign = symbols.get(symbol)
                assert sign is None or number > 0 or not sign.is_positive, (change, example)
                assert sign is None or number >= 0 or not sign.is_nonnegative, (change, example)
            assert any(refutes(example, *pair) for pair in lists), (verdict.step.name, change)


def sound(claim, values):
    """Whether numpy finds that a claim holds, with a number on each side.

    What an example does not speak of is 1: what leaves the claim without a meaning stands in it.
    """
    size = next((len(v) for v in values.values() if v.ndim), 2)
    rest = {s.name: np.ones(size) if s.is_Matrix else 1.0 for s in names(claim)}
    seen = slack(claim, rest | values)
    return bool(np.all(seen.holds & np.isfinite(seen.gap)))


@every_theorem
def test_counterexamples_of_vectors_can_be_drawn_and_hold_on_their_coordinates(name):
    """numpy recomputes each from its coordinates, of which there are two or three."""
    theorem, found = verdicts(name)
    for verdict in found:
        for change, example in verdict.mutants.items():
            if not example.vectors:
                continue
            assert {len(vector) for vector in example.vectors.values()} in ({2}, {3})
            broken = [
                given
                for given, claim in cases(theorem, verdict.step, change)
                if {s.name for s in names(*given)} <= set(example.values)
                and all(np.all(slack(relation, example.values).holds) for relation in given)
                and not sound(claim, example.values)
            ]
            assert broken, (verdict.step.name, change, example)


@every_theorem
def test_what_speaks_of_vectors_falls_by_vectors(name):
    """A mutant whose own relations hold vectors is refuted by vectors."""
    theorem, found = verdicts(name)
    for verdict in found:
        for change, example in verdict.mutants.items():
            lists = cases(theorem, verdict.step, change)
            spoken = [any(s.is_Matrix for s in names(*given, claim)) for given, claim in lists]
            assert example.vectors or not all(spoken), (verdict.step.name, change)


def test_no_hypothesis_states_what_vectors_imply():
    """Bilinearity, expansion and Cauchy–Schwarz are the engine's; and nothing follows from none."""
    for theorem in THEOREMS:
        for name, relation in theorem.hypotheses.items():
            said = name.lower()
            assert not any(word in said for word in ("bilinear", "expansion", "cauchy", "schwarz"))
            if any(symbol.is_Matrix for symbol in names(relation)):
                assert Solver().breaks([], relation) is not None, (theorem.name, name)


def test_counterexamples_do_not_depend_on_what_was_asked_before():
    """A page shows the same numbers in every process, whatever else the process proved."""
    first = {theorem.name: theorem.prove() for theorem in THEOREMS[:8]}
    again = {theorem.name: theorem.prove() for theorem in reversed(THEOREMS[:8])}
    assert first == again


def test_nearly_all_counterexamples_are_exact():
    exact = [
        is_exact(example)
        for theorem in THEOREMS
        for verdict in verdicts(theorem.name)[1]
        for example in verdict.mutants.values()
    ]
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
