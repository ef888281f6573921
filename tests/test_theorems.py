"""Every theorem is proved, its mutants refuted, the refutations checked, and its page shows it."""

import re
import runpy
import subprocess
import sys
from functools import cache

import numpy as np
import pytest
import sympy as sp

from lib.proof import step as engine
from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import inner, names, norm, of_state
from lib.proof.watching import slack
from lib.theorems import proof_map
from lib.theorems.proof_map import THEOREMS
from tests.chapters import ROOT, chapter
from tests.toys import holds, is_exact, u, v

every_theorem = pytest.mark.parametrize(  # by day the proof map, which proves all, is run
    "theorem", [pytest.param(one, marks=pytest.mark.nightly, id=one.name) for one in THEOREMS]
)


@every_theorem
def test_every_step_is_proved_and_every_mutant_refuted(theorem):
    for verdict in theorem.prove():
        assert verdict.proved, verdict.step.name
        assert verdict.mutants, f"{verdict.step.name} has no mutant: what could make it fail?"
        assert None not in verdict.mutants.values(), verdict.mutants


def refutations(theorem):
    """Each mutant with its counterexample, and the relations of which it has to break some.

    These are pairs of what is given and a claim, built from the definition of a step, and not by
    the engine.
    """
    kept = [of_state(symbol, "before") for symbol in theorem.constants]
    everywhere = [*names(*theorem.relations.values()), *kept]
    signs = {f"${theorem.written(r)}$": r.lhs for r in theorem.declared.values() if r.rhs == 0}
    constants = {f"${theorem.written(c)}$ constant": c for c in theorem.constants}
    for verdict in theorem.prove():
        step = verdict.step
        sharper = {f"${theorem.written(claim)}$": claim for claim in step.sharper}
        for change, found in verdict.mutants.items():
            what = change.removeprefix("without ")
            left_out = what.strip("*")
            claim = sharper.get(change, step.claim)
            loose = {s.name for text, s in signs.items() if text not in {*verdict.uses} - {what}}
            free = {
                symbol: sp.Symbol(symbol.name, real=True)
                for symbol in everywhere
                if what in {*signs, *constants} and symbol.name.removesuffix("_before") in loose
            }
            base = [theorem.relations[name] for name in step.base if name != left_out]
            given = [theorem.relations[name] for name in step.given if name != left_out]
            pairs = [(given, claim)]
            if step.base:
                signed = {s: e for s, e in theorem.before.items() if s not in free}
                given += [e >= 0 for s, e in signed.items() if s.is_nonnegative]
                changed = [constants[what]] if what in constants else []
                before = dict(theorem.before) | {c: of_state(c, "before") for c in changed}
                if left_out != "induction":
                    given.append(claim.xreplace(before))
                # SymPy evaluates what follows from the signs of symbols.
                pairs = [(base, claim), ([r for r in given if r != sp.true], claim)]
            yield (
                f"{step.name}, {change}",
                found,
                [([r.xreplace(free) for r in rs], c.xreplace(free)) for rs, c in pairs],
            )


def is_true(claim, values):
    """Whether numpy finds that a claim holds, with a number on each side.

    What an example does not speak of is 1: what leaves the claim without a meaning stands in it.
    """
    size = next((len(value) for value in values.values() if value.ndim), 2)
    rest = {s.name: np.ones(size) if s.is_Matrix else 1.0 for s in names(claim)}
    seen = slack(claim, rest | values)
    return bool(np.all(seen.holds & np.isfinite(seen.gap)))


@every_theorem
def test_counterexamples_satisfy_what_they_should_and_break_the_claim(theorem):
    """SymPy says so of exact numbers and columns, and numpy of all vectors, which can be drawn."""
    for where, found, pairs in refutations(theorem):
        if is_exact(found):
            assert any(
                all(holds(relation, found) for relation in given) and not holds(claim, found)
                for given, claim in pairs
            ), where
            symbols = {s for given, claim in pairs for s in names(*given, claim) if s.is_Symbol}
            for symbol in symbols:
                number = found.numbers.get(symbol.name, 1)
                assert number > 0 or not symbol.is_positive, where
                assert number >= 0 or not symbol.is_nonnegative, where
        if found.vectors:
            assert {len(vector) for vector in found.vectors.values()} in ({2}, {3}), where
            assert any(
                {symbol.name for symbol in names(*given)} <= set(found.values)
                and all(np.all(slack(relation, found.values).holds) for relation in given)
                and not is_true(claim, found.values)
                for given, claim in pairs
            ), where
        else:
            spoken = [any(s.is_Matrix for s in names(*given, claim)) for given, claim in pairs]
            divided = "> 0" in where  # without a sign, 1/0 breaks it, whatever the vectors
            assert divided or not all(spoken), f"{where}: what speaks of vectors falls by vectors"


@pytest.mark.slow
def test_counterexamples_do_not_depend_on_what_was_asked_before():
    """A page shows the same numbers in every process, whatever else the process proved."""
    goals = [theorem.goal(step) for theorem in THEOREMS[:4] for step in theorem.steps]
    first = list(map(engine.prove, goals))
    again = list(map(engine.prove.__wrapped__, reversed(goals)))  # what is kept is not asked
    assert again[::-1] == first


# Theorems and chapters


def test_theorems_of_every_text_are_collected():
    stated = [
        name
        for path in (ROOT / "lib/theorems").glob("*.txt")
        for name in re.findall("^theorem (\\w+)", path.read_text("utf-8"), re.MULTILINE)
    ]
    assert sorted(stated) == sorted(theorem.name for theorem in THEOREMS) and len(stated) > 100


@cache
def outputs(stem):
    """What the cells of a chapter have printed as Markdown."""
    found = [output for _, cell in chapter(stem).of("code") for output in cell.outputs]
    return "\n".join(output.get("data", {}).get("text/markdown", "") for output in found)


@every_theorem
def test_its_chapter_shows_what_is_proved(theorem):
    """The claims, as they are typeset, stand in the stored outputs of the chapter."""
    shown = outputs(theorem.chapter)
    missing = [step.name for step in theorem.steps if theorem.typeset(step.name) not in shown]
    assert not missing and theorem.trust() in shown, "the chapter shows no table of it"


# The command

a, b = sp.symbols("a b", real=True)
LENGTHS = norm(v) * norm(u)


def toy(claim, *given, sharper=()):
    """A theorem of one step that uses all its hypotheses, each named by its number."""
    hypotheses = {str(i): relation for i, relation in enumerate(given)}
    return Theorem("toy", "", hypotheses, (Step("claim", claim, tuple(hypotheses), (), sharper),))


@pytest.mark.parametrize(
    ("theorem", "status", "said"),
    [
        (toy(inner(v, u) <= b, LENGTHS <= b), 0, "proved, 2 mutants refuted\n1 theorems, 1 steps"),
        # Its claim does not follow; its hypotheses hold of nothing.
        (toy(a < b, a <= b), 1, "NOT PROVED, 1 mutants refuted\n    "),
        (toy(a < b, a > b, a <= b), 1, "NOT PROVED, 2 mutants refuted\n    "),
        # It names a hypothesis that vectors imply.
        (
            toy(inner(v, u) <= b, LENGTHS <= b, inner(v, u) <= LENGTHS),
            1,
            "proved, 2 mutants refuted\n    SURVIVED: without *1*\n",
        ),
        # Its mutant is true of vectors, though numbers in their place refute it.
        (
            toy(
                norm(v + u) <= norm(v) + norm(u) + 1 + b,
                b >= 0,
                sharper=(norm(v + u) <= norm(v) + norm(u) + b,),
            ),
            1,
            "proved, 1 mutants refuted\n    SURVIVED: $",
        ),
    ],
)
def test_the_command_names_what_fails_and_exits_non_zero(
    theorem, status, said, capsys, monkeypatch
):
    monkeypatch.setattr(proof_map, "THEOREMS", (theorem,))
    monkeypatch.delitem(sys.modules, "lib.theorems.__main__", raising=False)
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("lib.theorems", run_name="__main__")
    assert caught.value.code == status
    assert capsys.readouterr().out.startswith(f"toy: claim: {said}")


@pytest.mark.slow
def test_other_kernels_of_a_build_ask_no_solver(tmp_path, monkeypatch):
    monkeypatch.setenv("BOOK_PROOFS", str(tmp_path))
    for begin in ("", "from lib.proof import step; step.Solver = None; "):
        code = f"{begin}from lib.theorems import theorem; theorem('distance').prove()"
        subprocess.run([sys.executable, "-c", code], check=True)
