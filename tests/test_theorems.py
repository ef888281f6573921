"""Every theorem is proved, its mutants refuted, the refutations checked, and its page shows it."""

import json
import re
import runpy
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import sympy as sp

from lib.proof import step as engine
from lib.proof.solver import Solver
from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import inner, names, norm, of_state
from lib.proof.watching import slack
from lib.theorems import proof_map
from lib.theorems.__main__ import report
from lib.theorems.proof_map import THEOREMS, summary
from tests.toys import holds, is_exact, u, v

ROOT = Path(__file__).parents[1]
BY_NAME = {theorem.name: theorem for theorem in THEOREMS}
every_theorem = pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)


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


def sound(claim, values):
    """Whether numpy finds that a claim holds, with a number on each side.

    What an example does not speak of is 1: what leaves the claim without a meaning stands in it.
    """
    size = next((len(value) for value in values.values() if value.ndim), 2)
    rest = {s.name: np.ones(size) if s.is_Matrix else 1.0 for s in names(claim)}
    seen = slack(claim, rest | values)
    return bool(np.all(seen.holds & np.isfinite(seen.gap)))


@pytest.mark.slow  # the engine has confirmed them
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
                and not sound(claim, found.values)
                for given, claim in pairs
            ), where
        else:
            spoken = [any(s.is_Matrix for s in names(*given, claim)) for given, claim in pairs]
            divided = "> 0" in where  # without a sign, 1/0 breaks it, whatever the vectors
            assert divided or not all(spoken), f"{where}: what speaks of vectors falls by vectors"


def test_nearly_all_counterexamples_are_exact():
    fell = [found for theorem in THEOREMS for v in theorem.prove() for found in v.fell]
    assert sum(map(is_exact, fell)) > 0.95 * len(fell)


def test_no_hypothesis_states_what_vectors_imply():
    """Bilinearity, expansion and Cauchy–Schwarz are the engine's; and nothing follows from none.

    What random vectors do not break is asked of the solver.
    """
    rng = np.random.default_rng(0)
    said = {
        (relation, name) for theorem in THEOREMS for name, relation in theorem.hypotheses.items()
    }
    for relation, name in said:
        assert not re.search("bilinear|expansion|cauchy|schwarz", name, re.IGNORECASE)
        symbols = names(relation)
        if any(symbol.is_Matrix for symbol in symbols):
            values = {
                s.name: np.abs(rng.normal(size=(9, 2) if s.is_Matrix else 9)) for s in symbols
            }
            broken = not np.all(slack(relation, values).holds)
            assert broken or Solver().breaks([], relation) is not None, name


def test_counterexamples_do_not_depend_on_what_was_asked_before():
    """A page shows the same numbers in every process, whatever else the process proved."""
    goals = [theorem.goal(step) for theorem in THEOREMS[:4] for step in theorem.steps]
    first = list(map(engine.prove, goals))
    again = list(map(engine.prove.__wrapped__, reversed(goals)))  # what is kept is not asked
    assert again[::-1] == first


@pytest.mark.parametrize("chapter", ["max-margin", "svm-dual", "soft-margin"])
def test_the_programs_declare_no_sign(chapter):
    """Every sign is a hypothesis with a name, which can be dropped."""
    for theorem in THEOREMS:
        if theorem.chapter == chapter:
            signs = [s for s in names(*theorem.relations.values()) if s.is_nonnegative]
            assert not signs, theorem.name


# Theorems and chapters


def test_theorems_of_every_text_are_collected():
    stated = [
        name
        for path in (ROOT / "lib/theorems").glob("*.txt")
        for name in re.findall("^theorem (\\w+)", path.read_text("utf-8"), re.MULTILINE)
    ]
    assert sorted(stated) == sorted(theorem.name for theorem in THEOREMS) and len(stated) > 100


@cache
def outputs(chapter):
    """What the cells of a chapter have printed as Markdown."""
    cells = json.loads((ROOT / "chapters" / f"{chapter}.ipynb").read_text("utf-8"))["cells"]
    found = [output for cell in cells for output in cell.get("outputs", []) if "data" in output]
    return "\n".join("".join(output["data"].get("text/markdown", "")) for output in found)


@every_theorem
def test_its_chapter_shows_what_is_proved(theorem):
    """The claims, as they are typeset, stand in the stored outputs of the chapter."""
    shown = outputs(theorem.chapter)
    missing = [step.name for step in theorem.steps if theorem.typeset(step.name) not in shown]
    assert not missing and theorem.trust() in shown, "the chapter shows no table of it"


# The command

a, b = sp.symbols("a b", real=True)


def toy(name, claim, *given, sharper=(), **options):
    """A theorem of one step that uses all its hypotheses, each named by its number."""
    hypotheses = {str(i): relation for i, relation in enumerate(given)}
    step = Step("claim", claim, tuple(hypotheses), sharper=sharper)
    return Theorem(name, "", hypotheses, (step,), **options)


LENGTHS = norm(v) * norm(u)
FINE, VECTORS = toy("fine", a <= b, a <= b), toy("vectors", inner(v, u) <= b, LENGTHS <= b)


@pytest.mark.parametrize(
    ("broken", "said", "survivor"),
    [
        # Its claim does not follow.
        (toy("t", a < b, a <= b), "NOT PROVED, 1 mutants refuted", None),
        (toy("t", inner(v, u) < b, LENGTHS <= b), "NOT PROVED, 1 mutants refuted", None),
        # Its hypotheses hold of nothing, so that everything would follow.
        (toy("t", a < b, a > b, a <= b), "NOT PROVED, 2 mutants refuted", None),
        # It names a hypothesis that it does not need, or that vectors imply.
        (toy("t", a <= b, a <= b, sp.Eq(a, 0)), "proved, 2 mutants refuted", "without *1*"),
        (
            toy("t", inner(v, u) <= b, LENGTHS <= b, inner(v, u) <= LENGTHS),
            "proved, 2 mutants refuted",
            "without *1*",
        ),
        # Its mutant is true of vectors, though numbers in their place refute it.
        (
            toy(
                "t",
                norm(v + u) <= norm(v) + norm(u) + 1 + b,
                b >= 0,
                sharper=(norm(v + u) <= norm(v) + norm(u) + b,),
            ),
            "proved, 1 mutants refuted",
            "$",
        ),
    ],
)
def test_the_command_refuses(broken, said, survivor, capsys):
    theorems = [VECTORS, broken, FINE]
    assert report(theorems, [theorem.prove() for theorem in theorems]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "vectors: claim: proved, 2 mutants refuted"
    assert lines[1] == f"t: claim: {said}" and lines[-1].startswith("fine: claim: proved, 2")
    assert len(lines) == 4, "the reason, or the mutant"
    assert not survivor or lines[2].startswith(f"    SURVIVED: {survivor}")


def test_the_summary_counts():
    assume = toy("assume", a <= b, a <= b, assumed={"0": "a reason"})
    cite = toy("cite", a < b, a <= b, cited={"0": "a source"}, place="here#thm-c")
    partly = toy("partly", a <= b, a <= b, in_words={"1": "above"}, place="here#thm-c")
    words = Theorem("words", "", {}, (), in_words={"1": "above"}, place="here#lem-w")
    source = Theorem("source", "", {}, (), cited={"1": "someone"}, place="here#s")
    theorems = [FINE, VECTORS, assume, cite, partly, words, source]
    assert summary(theorems, [theorem.prove() for theorem in theorems]) == (
        "7 theorems, 4 steps proved, 9 mutants refuted (2 by vectors), 2 with nothing assumed"
    )


@pytest.mark.parametrize(("theorem", "status"), [(FINE, 0), (toy("t", a < b, a <= b), 1)])
def test_the_command_exits_non_zero_on_failure(theorem, status, capsys, monkeypatch):
    monkeypatch.setattr(proof_map, "THEOREMS", (theorem,))
    monkeypatch.delitem(sys.modules, "lib.theorems.__main__")
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("lib.theorems", run_name="__main__")
    assert caught.value.code == status
    assert re.search(r"1 theorems, \d steps proved, .*, \d+\.\d s$", capsys.readouterr().out)


@pytest.mark.nightly  # the tests above prove the same
def test_the_command_proves_the_book_a_line_a_step():
    command = [sys.executable, "-m", "lib.theorems"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    *lines, last = done.stdout.splitlines()
    assert lines == [
        f"{theorem.name}: {verdict.step.name}: proved, {len(verdict.mutants)} mutants refuted"
        for theorem in THEOREMS
        for verdict in theorem.prove()
    ]
    counts = f"{len(THEOREMS)} theorems, {len(lines)} steps proved, "
    assert re.fullmatch(
        rf"{counts}\d+ mutants refuted \(\d+ by vectors\), \d+ with nothing assumed, [\d.]+ s",
        last,
    )
