"""False and empty theorems are refused, each for its reason, and true ones accepted."""

import re
from copy import copy
from pathlib import Path

import pytest
from sympy import Eq, Min, Symbol, cos, sin, symbols, tan

from lib.proof.reading import Text
from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import inner, norm, vectors
from lib.theorems import theorem
from tests.toys import R, s, s_before, t, u, w, w_before

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


# What Python alone can say

a, b, c = symbols("a b c", real=True)
e, f = vectors("e f")
STATES = [
    (t, (t, t / 2, t - 2, t + 1, 0 * t)),
    (s, (R, t, 2 * s_before)),
    (w, (u, w, w_before / 2)),
]
NAMES = ["<e,f>", "#0", "e[0]", "|e|", "log(p)", "norm(e)", "2"]


def chain(*steps, given=a <= b, name="1", **options):
    """Steps from one hypothesis: each a name, a claim and what is given."""
    return lambda: Theorem("toy", "", {name: given}, tuple(Step(*one) for one in steps), **options)


def identity(left, right, *others):
    """One that SymPy decides, with other right sides as mutants."""
    claims = (Eq(left, other) for other in (right, *others))
    step = lambda claim, *sharper: Step("claim", claim, (), (), sharper, "sympy")  # noqa: E731
    return lambda: Theorem("toy", "", {}, (step(*claims),))


def changing(before):
    """One about s, t and w, with what they were an update earlier."""
    return chain(("claim", s >= t - norm(w), ("1",)), given=s >= t, before=before)


def declared(**kind):
    """n >= 0 has to be a hypothesis: SymPy reads |n| as -n where n is declared negative."""
    n = symbols("n", **kind)
    return chain(("claim", b >= n, ("1",)), given=Eq(b, abs(n) + n))


GROWTH = chain(("growth", a <= b + 1, ("1",)))()
IN_PYTHON = [
    *(
        (changing({now: before}), f"before pairs {now} with {before}")
        for now, others in STATES
        for before in others
    ),
    (changing({s: symbols("s_before")}), "of the same kind and sign"),
    (changing({s: vectors("s_before")[0]}), "of the same kind and sign"),
    (changing({t - 1: t}), "before changes t - 1, which is no symbol"),
    *(
        (chain(("claim", Symbol(name, real=True) <= 1, ("1",))), f"a symbol has the name {name!r}")
        for name in NAMES
    ),
    (chain(("claim", norm(vectors("e,f")[0]) <= 1, ("1",))), "a symbol has the name 'e,f'"),
    (chain(("claim", a <= b, ("",)), name=""), "are the engine's own"),
    (chain(("one", a <= c, ("two",)), ("two", a <= c, ("one", "1"))), "uses ['two'], which no"),
    (chain(("claim", a <= 1, ("1",)), given=Min(a, b) <= 1), "Min(a, b) is no sum, product, power"),
    (
        chain(("claim", a <= b, ("1",)), given=(GROWTH, "length")),
        "'length' is no step of toy: ['gr",
    ),
    (chain(("claim", a <= b, ("1",)), given=(GROWTH,)), "is no relation; give one of SymPy's"),
    (chain(("claim", a <= b, ("1",)), assumed={"2": "why"}), "['2'] are assumed, cited or of the"),
    (declared(negative=True), "toy: n is declared more than real, nonnegative or positive"),
    (declared(integer=True), "toy: n is declared more than"),
    (chain(("claim", a + b, ())), "step 'claim': a + b is no relation; give one of"),
    (chain(("claim", Eq(a, a), ())), "step 'claim': True is no relation"),
    (lambda: Step("claim", a < b, (), tight=True), "a < b is tight; claim <= or >="),
    (lambda: Step("claim", Eq(a, b), (), by="hand"), "by='hand'; use 'z3', or 'sympy' for an"),
    (
        lambda: Step("claim", Eq(a, b), ("1",), by="sympy"),
        "by='sympy'; use 'z3', or 'sympy' for an",
    ),
    (lambda: Step("claim", a <= b, (), by="sympy"), "by='sympy'; use 'z3', or 'sympy' for an"),
    (lambda: inner(e, a), "which is no vector; make vectors by vectors"),
    (lambda: GROWTH.counterexample("growth"), "step 'growth' still follows; drop one of ['1'"),
    (
        lambda: GROWTH.counterexample("growth", without="2"),
        "step 'growth' does not use '2'; it uses",
    ),
    (lambda: GROWTH.typeset("two"), "'two' names no relation of toy: ['1', 'growth']"),
    (identity(tan(a), sin(a) / cos(a)), "is not known to have a meaning"),
    (identity(sin(a) / cos(a), sin(2 * a) / (2 * cos(a) ** 2)), "has a meaning only where"),
    (identity(sin(2 * a), 2 * sin(a)), "differ, or have no meaning, at a ="),
    (identity(sin(a) ** 2 + cos(a) ** 2, 1, cos(a) ** 2 + sin(a) ** 2), "is no relation"),
    (identity(sin(2 * a), 2 * sin(a) * cos(a), 2 * sin(a)), "accepted"),
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
