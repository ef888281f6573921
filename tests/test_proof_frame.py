"""False and empty theorems are refused, each for its reason, and true ones accepted."""

import re
from copy import copy
from pathlib import Path

import pytest
from sympy import Eq, Min, symbols

from lib.proof.reading import Text
from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.theorems import theorem

HERE = Path(__file__).parent


def cases(name):
    """Name, reason and maker of each theorem of a text, which says itself how it is written."""
    for draft in Text((HERE / name).read_text("utf-8"), name, find=theorem).drafts.values():
        common = [line for _, line in draft.lines if "⊢" not in line]
        rows = [(n, row) for n, line in draft.lines for row in re.split("  +", line) if "⊢" in row]
        if not rows:
            yield draft.name, draft.title, draft.theorem
        for place, (number, row) in enumerate(rows):
            said, _, why = row.partition(" # ")
            above, *steps, claim = map(str.strip, said.split("⊢"))
            own = [part for part in above.split("; ") if ": " in part]
            premises = [part for part in above.split("; ") if part and part not in own]
            own += [f"suppose {i}: {part}" for i, part in enumerate(premises, 1)]
            if premises and " | from" not in claim:
                claim += f" | from {'; '.join(map(str, range(1, len(premises) + 1)))}"
            used = [line for line in common if re.sub("suppose (.+): .*|.*", r"\1", line) in said]
            one = copy(draft)
            one.symbols = dict(draft.symbols)
            one.lines = [(number, line) for line in (*used, *own, *steps, f"claim: {claim}")]
            yield f"{draft.name} {place}", why or draft.title, one.theorem


# What is asked in Python

a, b, c = symbols("a b c", real=True)


def chain(claim, given=a <= b, **options):
    """One step from one hypothesis."""
    return lambda: Theorem("toy", "", {"1": given}, (Step("growth", claim, ("1",)),), **options)


GROWTH = chain(a <= b + 1)()
IN_PYTHON = [
    (lambda: Step("claim", Eq(a, b), (), by="hand"), "by='hand'; use z3, or sympy for an equality"),
    (chain(a <= 1, Min(a, b) <= 1), "Min(a, b) is no sum, product, power"),
    (chain(a <= b, (GROWTH, "length")), "'length' is no step of toy: ['gr"),
    (chain(a <= b, assumed={"2": "why"}), "['2'] are assumed, cited or of the"),
    (lambda: Step("claim", a < b, (), tight=True), "a < b is tight; claim <= or >="),
    (lambda: Step("claim", Eq(a, b), ("1",), by="sympy"), "an equality that uses no hypothesis"),
    (lambda: Step("claim", a <= b, (), by="sympy"), "an equality that uses no hypothesis"),
    (lambda: GROWTH.counterexample("growth"), "step 'growth' still follows; drop one of ['1'"),
    (
        lambda: GROWTH.counterexample("growth", without="2"),
        "step 'growth' does not use '2'; it uses",
    ),
    (lambda: GROWTH.typeset("two"), "'two' names no relation of toy: ['1', 'growth']"),
]


# Whether they are refused


def refusal(make):
    """Why a theorem is refused: it cannot be stated, or a step or a mutant says so."""
    try:
        made = make()
        return "accepted" if all(verdict.ok for verdict in made.prove()) else made.trust()
    except ValueError as error:
        return str(error)


def page_text(make):
    """What the page shows of a theorem, or why it is refused."""
    try:
        made = make()
    except ValueError as error:
        return str(error)
    tables = made.assumptions().data, made.mutants(folded=False).data
    return " ".join([refusal(lambda: made), made.trust(), *tables])


def sixth(cases):
    """The cases, of which `make check` takes every sixth."""
    return [
        pytest.param(*case, id=name, marks=pytest.mark.slow if place % 6 else ())
        for place, (name, *case) in enumerate(cases)
    ]


TEXT = [*cases("hostile_theorems.txt")]
ALL = [*TEXT, *((f"Python {i}", words, make) for i, (make, words) in enumerate(IN_PYTHON))]


@pytest.mark.parametrize(("words", "make"), sixth(ALL))
def test_what_is_false_or_empty_is_refused_with_its_reason_and_what_is_true_is_not(words, make):
    assert words in refusal(make)


@pytest.mark.parametrize(("words", "make"), sixth(cases("hostile_premises.txt")))
def test_every_premise_is_on_the_page_or_the_theorem_is_refused(words, make):
    assert words in page_text(make)


def test_what_only_words_prevent_fails_where_it_is_watched():
    """The separator e = (1, 0) of (1, 0) from (-1, 0), which is the shortest at margin 1."""
    (made,) = (make() for name, _, make in TEXT if name == "only_words")
    seen = {"a": 1, "b": 1, "e": [1, 0], "f": [1, 0]}
    assert made.failing(seen) == ["no longer than half", "at most 1/2", "half the margin"]
