"""Hypotheses to untick: the verdict for every subset, and claims that are typed."""

import re

import pytest

from lib.explore import untick as views
from lib.figures.counterexample import Drawing
from lib.proof.claims import parse
from lib.proof.solver import Solver
from lib.proof.subsets import subsets
from lib.proof.theorem import fails
from lib.proof.vectors import names
from lib.theorems import theorem
from tests import toys

pytestmark = pytest.mark.slow

BLOCK_NOVIKOFF = theorem("block_novikoff")
OFFSET = theorem("offset")

SYMBOLS = {symbol.name: symbol for symbol in names(*BLOCK_NOVIKOFF.relations.values())}


@pytest.fixture(scope="module")
def growth():
    return subsets(BLOCK_NOVIKOFF, "growth")


def ticked(found, mask):
    return [name for bit, name in enumerate(found.names) if mask >> bit & 1]


# Verdicts


def test_every_subset_of_growth_as_the_solver_says_when_asked_itself(growth):
    solver, step = Solver(), BLOCK_NOVIKOFF.step("growth")
    assert set(step.uses) < set(growth.names)
    for mask, place in enumerate(growth.verdicts):
        given = [BLOCK_NOVIKOFF.relations[name] for name in ticked(growth, mask)]
        assert solver.follows(given, step.claim) == (place is None)
        assert (place is None) == (set(step.uses) <= set(ticked(growth, mask)))


@pytest.mark.parametrize("name", [step.name for step in BLOCK_NOVIKOFF.steps])
def test_each_drawing_satisfies_what_is_ticked_and_breaks_the_claim(name):
    found = subsets(BLOCK_NOVIKOFF, name)
    own = BLOCK_NOVIKOFF.step(name)
    assert len(found.verdicts) == 2 ** len(found.names)
    assert found.verdicts[-1] is None
    assert set(found.verdicts) == {None, *range(len(found.cases))}
    for mask, place in enumerate(found.verdicts):
        if place is None:
            continue
        case = found.cases[place]
        assert fails(own.claim, case.values)
        assert not set(case.dropped) & set(ticked(found, mask))
        part = set(found.step.base) if set(case.dropped) & set(found.step.base) else None
        for known in ticked(found, mask):
            if not own.base or (part and known in part):
                assert not fails(BLOCK_NOVIKOFF.relations[known], case.values)
    used = sum(1 << found.names.index(one) for one in own.uses)
    assert found.verdicts[used] is None
    for one in own.uses:  # none is surplus
        assert found.verdicts[used - (1 << found.names.index(one))] is not None


def test_an_induction_breaks_at_its_start_or_in_its_step():
    count = toys.counting()
    found = subsets(count, "count")
    assert found.names == ["empty", "grows", "induction"]
    assert [place is None for place in found.verdicts] == [False] * 7 + [True]
    shown = {"".join(found.cases[place].dropped) for place in found.verdicts if place is not None}
    assert shown <= {"empty", "grows", "induction", "growsinduction"} and "empty" in shown


def test_another_way_to_the_claim_is_found():
    a, b, c = toys.x <= toys.y, toys.y <= toys.z, toys.x <= toys.z
    steps = (
        toys.Step("first", c, ("a", "b")),
        toys.Step("second", toys.x <= toys.z + 1, ("first",)),
    )
    found = subsets(toys.theorem(*steps, a=a, b=b), "second")
    assert found.names == ["first", "a", "b"]
    follows = [set(ticked(found, m)) for m, place in enumerate(found.verdicts) if place is None]
    assert {"a", "b"} in follows and {"first"} in follows and {"a"} not in follows
    assert len(follows) == 5


def test_what_has_nothing_to_untick_is_refused():
    with pytest.raises(ValueError, match="'no' is no step of block_novikoff"):
        views.untick(BLOCK_NOVIKOFF, "no")
    with pytest.raises(ValueError, match="step 'no bias does better' uses no hypothesis"):
        views.untick(OFFSET, "no bias does better")


# Claims that a reader types


@pytest.mark.parametrize(
    ("text", "message"),  # more of them: tests/test_proof_reading.py
    [
        ("v <= 1", "'v' is unknown here; use R, gamma, t, u, w, w_before, x"),
        ("w + 1 == x", "w + 1 adds a number and a vector"),
        ("w*x > 0", "w * x: multiply vectors by inner(,)"),
        ("t/w > 0", "t / w: multiply vectors by inner(,), divide by numbers"),
        ("t/0 > 0", "t / 0 divides by 0"),
        ("inner(w) > 0", "inner(w): write inner(v, w), norm(v) of vectors"),
        ("t**t > 0", "t ** t: raise a number to a whole power, 0 to 9"),
        ("w**2 > 0", "w ** 2: raise a number"),
        ("sqrt(-R) <= t", "sqrt(-R) is no real number; take roots of what is >= 0"),
        ("ln(-R) <= t", "ln(-R) is no real number; take roots of what is >= 0, ln of what"),
        ("True > t", "'True' cannot stand in a claim"),
        ("", "'' is no formula"),
    ],
)
def test_what_is_no_claim_says_why(text, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        parse(text, SYMBOLS)


def test_one_hypothesis_may_be_unticked_at_first(growth, monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", "static")
    view = views.untick(BLOCK_NOVIKOFF, "growth", without="mistake")._repr_html_()
    boxes = re.findall(r'<input type="checkbox"( checked)? disabled> <span><em>(\w+)', view)
    assert [name for ticked, name in boxes if not ticked] == ["mistake"]
    shown = Drawing(growth.cases[growth.verdicts[0b111101]])._repr_html_()
    assert shown in view and f"hidden{shown[4:]}" not in view
    with pytest.raises(ValueError, match="without='u' is no hypothesis here; name one of"):
        views.untick(BLOCK_NOVIKOFF, "growth", without="u")
