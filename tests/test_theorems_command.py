"""`python -m lib.theorems` proves the book, and fails on a theorem that is broken on purpose."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import sympy as sp

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import inner, norm, vectors
from lib.theorems import __main__
from lib.theorems.block_novikoff import BLOCK_NOVIKOFF
from lib.theorems.vocabulary import w, w_before, x

ROOT = Path(__file__).parents[1]
a, b = sp.symbols("a b", real=True)
v, u = vectors("v u")


# Each dropped hypothesis of the main theorem is a wrong theorem


def without(theorem, dropped):
    """The theorem with one hypothesis left out of every step that uses it."""
    hypotheses = {name: rel for name, rel in theorem.hypotheses.items() if name != dropped}
    steps = [
        Step(
            step.name,
            step.claim,
            tuple(g for g in step.given if g != dropped),
            tuple(b for b in step.base if b != dropped),
            step.sharper,
            step.by,
        )
        for step in theorem.steps
    ]
    return Theorem("broken", theorem.title, hypotheses, steps, theorem.before, theorem.latex)


@pytest.mark.parametrize("dropped", list(BLOCK_NOVIKOFF.hypotheses))
def test_block_novikoff_without_one_hypothesis_is_not_proved(dropped):
    broken = without(BLOCK_NOVIKOFF, dropped)
    assert not all(verdict.proved for verdict in broken.prove())


@pytest.mark.parametrize("wrong", [w_before - x, w_before + 2 * x, w_before, 2 * w_before + x])
def test_block_novikoff_with_a_wrong_update_is_not_proved(wrong):
    """The sign of the update, its size, none at all, and weights that are not the ones before."""
    book = BLOCK_NOVIKOFF
    hypotheses = {**book.hypotheses, "update": sp.Eq(w, wrong)}
    broken = Theorem("broken", "", hypotheses, book.steps, book.before)
    assert not all(verdict.proved for verdict in broken.prove())


# The command


def theorem(name, claim, *given, sharper=(), **options):
    """A theorem of one step that uses all its hypotheses, each named by its number."""
    hypotheses = {str(i): relation for i, relation in enumerate(given)}
    step = Step("claim", claim, tuple(hypotheses), sharper=sharper)
    return Theorem(name, "", hypotheses, (step,), **options)


SCHWARZ = inner(v, u) <= norm(v) * norm(u)
FINE = theorem("fine", a <= b, a <= b)
VECTORS = theorem("vectors", inner(v, u) <= b, norm(v) * norm(u) <= b)


def said(theorems, capsys, monkeypatch):
    """What the command prints about some theorems, in lines, and how many steps failed."""
    monkeypatch.setattr(__main__, "THEOREMS", tuple(theorems))
    failures = __main__.main()
    return capsys.readouterr().out.splitlines(), failures


def test_the_command_proves_a_line_a_step(capsys, monkeypatch):
    book = BLOCK_NOVIKOFF
    (*lines, last), failures = said([book, FINE], capsys, monkeypatch)
    fell = [len(step.uses) + len(step.sharper) for step in book.steps]
    assert lines == [
        *(
            f"block_novikoff: {step.name}: proved, {count} mutants refuted"
            for step, count in zip(book.steps, fell, strict=True)
        ),
        "fine: claim: proved, 1 mutants refuted",
    ]
    scalar = 1 + 2  # the last step of the book's, t <= (R/γ)², and the other theorem's
    numbers = f"2 theorems, {len(fell) + 1} steps proved, {sum(fell) + 1} mutants refuted"
    vectors = f"({sum(fell) + 1 - scalar} by vectors)"
    assert re.fullmatch(
        rf"{re.escape(f'{numbers} {vectors}')}, 2 with nothing assumed, \d+\.\d s", last
    )
    assert failures == 0


def test_what_is_assumed_or_cited_is_not_counted_as_nothing(capsys, monkeypatch):
    assume = theorem("assume", a <= b, a <= b, assumed={"0": "a reason"})
    cite = theorem("cite", a <= b, a <= b, cited={"0": "a source"})
    lines, failures = said([FINE, assume, cite], capsys, monkeypatch)
    assert ", 1 with nothing assumed, " in lines[-1] and failures == 0


@pytest.mark.parametrize(
    ("broken", "line", "survivor"),
    [
        # Its claim does not follow.
        (theorem("t", a < b, a <= b), "NOT PROVED, 1 mutants refuted", None),
        (theorem("t", inner(v, u) < b, norm(v) * norm(u) <= b), "NOT PROVED, 1", None),
        # Its hypotheses hold of nothing, so that everything would follow.
        (theorem("t", a < b, a > b, a <= b), "NOT PROVED, 2 mutants refuted", None),
        # It names a hypothesis that it does not need, or that vectors imply.
        (theorem("t", a <= b, a <= b, sp.Eq(a, 0)), "proved, 1", "without *1*"),
        (
            theorem("t", inner(v, u) <= b, norm(v) * norm(u) <= b, SCHWARZ),
            "proved, 1",
            "without *1*",
        ),
        # Its mutant is true of vectors, though numbers in their place refute it.
        (
            theorem(
                "t",
                inner(v, u) <= norm(v) * norm(u) + b,
                b >= 0,
                sharper=(norm(v + u) <= norm(v) + norm(u) + b,),
            ),
            "proved, 1",
            "$",
        ),
    ],
)
def test_the_command_refuses(broken, line, survivor, capsys, monkeypatch):
    lines, failures = said([VECTORS, broken, FINE], capsys, monkeypatch)
    assert failures == 1
    assert lines[0] == "vectors: claim: proved, 1 mutants refuted"
    assert lines[1].startswith(f"t: claim: {line}")
    assert [text for text in lines if "SURVIVED" in text] == lines[2:-2]
    assert (survivor is None) == (len(lines) == 4)
    if survivor:
        assert lines[2].startswith(f"    SURVIVED: {survivor}")
    proved = 2 + line.startswith("proved")
    assert lines[-1].startswith(f"3 theorems, {proved} steps proved, ")


@pytest.mark.parametrize(("claim", "status"), [("a <= b", 0), ("a < b", 1)])
def test_the_command_exits_non_zero_on_failure(claim, status):
    """A whole process, on one theorem to be quick: what `make test` and CI see."""
    code = f"""
import runpy, sympy as sp
from lib.proof.theorem import Step, Theorem
from lib.theorems.proof_map import graph
a, b = sp.symbols("a b", real=True)
graph.THEOREMS = (Theorem("toy", "", {{"one": a <= b}}, (Step("claim", {claim}, ("one",)),)),)
runpy.run_module("lib.theorems", run_name="__main__")
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == status, done.stderr
    said = "NOT PROVED" if status else "proved"
    assert done.stdout.splitlines()[0] == f"toy: claim: {said}, 1 mutants refuted"
