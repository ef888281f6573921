"""`python -m lib.theorems` proves the book, and fails on a theorem that is broken on purpose."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import sympy as sp

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.theorems import __main__
from lib.theorems.__main__ import THEOREMS
from lib.theorems.block_novikoff import BLOCK_NOVIKOFF

ROOT = Path(__file__).parents[1]


# Each dropped hypothesis of the main theorem is a wrong theorem


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
        len(step.uses) + len(step.sharper) for theorem in THEOREMS[:5] for step in theorem.steps
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
