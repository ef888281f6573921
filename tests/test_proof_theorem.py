"""Theorems: what is refused, what breaks a step, and the tables that a page shows."""

import numpy as np
import pytest
import sympy as sp
from sympy import Eq, symbols

from lib import theorems
from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import inner, norm, vectors
from lib.proof.watching import slack
from lib.proof.written import written as written_as
from lib.tables import fold
from tests.toys import counting, gamma, theorem, u, v, w, w_before, written, x, x_t, y, z

BLOCK_NOVIKOFF = theorems.theorem("block_novikoff")

PROGRESS, GROWTH = map(BLOCK_NOVIKOFF.step, ("progress", "growth"))
UPDATE = {n: BLOCK_NOVIKOFF.hypotheses[n] for n in ("update", "mistake", "radius", "margin")}
GIVEN = {name: UPDATE[name] for name in GROWTH.given}
ONE_UPDATE = Theorem("toy", "", GIVEN, (GROWTH,))


@pytest.mark.parametrize(
    "wrong", [w_before - x_t, w_before + 2 * x_t, w_before, 2 * w_before + x_t]
)
def test_a_wrong_update_proves_nothing(wrong):
    """The sign of the update, its size, none at all, and weights that are not the ones before."""
    hypotheses = UPDATE | {"update": Eq(w, wrong)}
    broken = Theorem("broken", "", hypotheses, (PROGRESS, GROWTH), BLOCK_NOVIKOFF.before)
    assert not all(verdict.proved for verdict in broken.prove())


def test_a_counterexample_is_asked_for_by_name():
    toy = ONE_UPDATE
    found = toy.counterexample("growth", without="mistake")
    assert not slack(toy.steps[0].claim, found.values).holds
    assert slack(toy.hypotheses["radius"], found.values).holds
    sharper = toy.steps[0].sharper[0]
    assert not slack(sharper, toy.counterexample("growth", claim=sharper).values).holds
    false = theorem(Step("claim", x < y, ("one",)), one=x <= y)
    assert false.counterexample("claim").numbers == {"x": 0, "y": 0}


# Refused


def toy(step, **options):
    return lambda: Theorem("toy", "", options.pop("hypotheses"), (step,), **options)


def declared(**kind):
    """n >= 0 has to be a hypothesis: SymPy reads |n| as -n where n is declared negative."""
    n = symbols("n", **kind)
    return lambda: theorem(Step("claim", y >= n, ("one",)), one=Eq(y, abs(n) + n))


def twice(other):
    return lambda: theorem(Step("claim", x <= other + 1, ("one",)), one=x <= other)


before = symbols("x_before", real=True)
ONE = Step("claim", x <= y, ("one",))
LATE = Step("claim", x >= 0, ("grows",), ("balance",))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (toy(PROGRESS, hypotheses=UPDATE), r"toy: no step uses \['mistake', 'radius'\]; leave the"),
        (
            toy(ONE, hypotheses={"one": x <= y}, assumed={"two": "why"}),
            r"toy: \['two'\] are assumed, cited or of the end",
        ),
        # 2y - x >= 1 of x = 1, 0, -1, ... and y before it is false, and follows from y >= 1.
        (
            toy(
                Step("claim", 2 * before - x >= 1, ("down",), ("one", "one before")),
                before={x: before},
                hypotheses={
                    "down": Eq(x, before - 1),
                    "one": Eq(x, 1),
                    "one before": Eq(before, 1),
                },
            ),
            "toy: step 'claim' is an induction; claim of one state",
        ),
        (
            toy(
                LATE,
                before={x: before},
                end=("balance",),
                hypotheses={"balance": Eq(x, 0), "grows": x >= before},
            ),
            r"toy: \['claim'\] are inductions from what the end",
        ),
        (declared(negative=True), "toy: n is declared more than real, nonnegative or positive"),
        (declared(integer=True), "toy: n is declared more than"),
        (declared(nonzero=True), "toy: n is declared more than"),
        (twice(symbols("x", positive=True)), "toy: two symbols have the name x; rename one"),
        (twice(norm(vectors("x")[0])), "toy: two symbols have the name x; rename one"),
        (lambda: inner(u, x), "which is no vector; make vectors by vectors"),
        (lambda: norm(2), "which is no vector; make vectors by vectors"),
        (
            lambda: ONE_UPDATE.counterexample("growth"),
            r"step 'growth' still follows; drop one of \['update'",
        ),
        (
            lambda: ONE_UPDATE.counterexample("growth", without="margin"),
            "step 'growth' does not use 'margin'; it uses",
        ),
        (
            toy(ONE, hypotheses={"one": (ONE_UPDATE, "length")}),
            r"'length' is no step of toy: \['growth'\]",
        ),
        (toy(ONE, hypotheses={"one": (ONE_UPDATE,)}), "is no relation; give one of SymPy's"),
        (lambda: ONE_UPDATE.step("length"), r"'length' is no step of toy: \['growth'\]"),
        (lambda: ONE_UPDATE.mutants("growth", "two"), r"'two' is no step of toy: \['growth'\]"),
        (
            lambda: theorem(ONE, one=x <= y).typeset("two"),
            r"'two' names no relation of toy: \['one', 'claim'\]",
        ),
    ],
)
def test_what_a_theorem_may_not_say(make, message):
    with pytest.raises(ValueError, match=message):
        make()


# On the page


@pytest.mark.parametrize(
    ("claim", "latex"),
    [
        (x <= -(y**2) + z, r"x \leq z - y^{2}"),
        (
            z >= 1 + 2 * x * norm(w) + norm(w) ** 2,
            r"z \geq \lVert w\rVert^{2} + 2 x \lVert w\rVert + 1",
        ),
        (y * (x + inner(w, u)) >= 1, r"y \left(\langle w, u\rangle + x\right) \geq 1"),
        (Eq(x, z + sp.Max(0, 1 - y)), r"x = z + \max\left(0, 1 - y\right)"),
        (x <= 4 / y + 8 / y**2, r"x \leq \frac{8}{y^{2}} + \frac{4}{y}"),
        (Eq(u, -x * w + v), r"u = v - x w"),
        (norm(w / 2 + u / 2) <= x, r"\lVert \frac{1}{2} u + \frac{1}{2} w\rVert \leq x"),
        (abs(x) <= y, r"\left\lvert{x}\right\rvert \leq y"),
        (norm(u) ** 2 >= inner(u, v - w), r"\lVert u\rVert^{2} \geq \langle u, v - w\rangle"),
    ],
)
def test_terms_stand_in_the_order_in_which_one_writes_them(claim, latex):
    assert written_as(claim, {}) == latex


def test_symbols_look_as_on_the_page_and_fractions_as_on_a_line():
    toy = theorem(Step("claim", x <= 1 / y, ("one",)), one=x * y <= 1, latex={x: r"\xi"})
    assert toy.relations == {"one": x * y <= 1, "claim": x <= 1 / y}
    assert toy.typeset("claim") == r"\xi \leq \frac{1}{y}"
    assert written(toy.assumptions()) == (["hypothesis", "says"], [["one", r"$\xi y \leq 1$"]])
    assert written(toy.table())[1][0][1] == r"$\displaystyle \xi \leq \frac{1}{y}$"


def test_the_table_of_steps():
    toy, head = counting(), ["step", "claim", "proved", "mutants refuted"]
    values = {"t": np.arange(1, 4), "s": np.array([1.5, 3, 4]), "s_before": np.array([0, 1.5, 3])}
    row, uses = ["count", r"$s \geq t$", "yes", "5 of 5"], r"empty, grows, induction, $s \geq 0$"
    assert written(toy.table(values)) == ([*head, "least slack", "uses"], [[*row, "0.5", uses]])
    assert written(toy.table()) == ([*head, "uses"], [[*row, uses]])


def test_the_table_shows_what_is_not_proved_and_what_survived():
    toy = theorem(Step("claim", x < z, ("one", "idle")), one=x <= z, idle=Eq(y, 0))
    _, rows = written(toy.table({"x": 1.0, "y": 0.0, "z": 1.0}))
    broken = "**no**: $x = 0$, $y = 0$, $z = 0$"
    assert rows == [["claim", "$x < z$", broken, "2 of 2", "0", "one, idle"]]
    empty = theorem(Step("claim", x < z, ("one", "two")), one=x <= z, two=x > z)
    assert written(empty.table())[1][0][2] == "**no**"  # nothing breaks it
    toy = theorem(Step("claim", x <= z, ("one", "idle")), one=x <= z, idle=Eq(y, 0))
    assert written(toy.table())[1] == [["claim", r"$x \leq z$", "yes", "2 of 3", "one, idle"]]
    assert written(toy.mutants())[1][1] == ["claim", "without *idle*", "**none: it survived**"]


@pytest.mark.parametrize(
    ("slip", "scale", "shown"),
    [
        (0.25, 1, "−0.25"),
        (-2e-5, 1, "0"),
        (2e-5, 1, "−2e-05"),
        (1e-13, 1, "0"),
        (1e-6, 1e6, "0"),
        (1e-3, 1e6, "−0.001"),
        (1e-10, 1e-6, "−1e-10"),
        (1e-19, 1e-6, "0"),
    ],
)
def test_a_table_shows_rounding_as_nothing_and_never_a_failure(slip, scale, shown):
    toy = theorem(Step("claim", x <= y, ()))
    assert written(toy.table({"x": np.array([0, scale + slip]), "y": scale}))[1][0][4] == shown


def test_a_row_whose_hypothesis_fails_says_so():
    toy = theorem(Step("claim", x <= z, ("one", "two")), one=x <= y, two=y <= z)
    good = {"x": 1.0, "y": np.array([2.0, 3]), "z": 4.0}
    assert written(toy.table(good))[1][0][4] == "3"
    assert written(toy.table(good | {"z": 2.5}))[1][0][4] == "not of this case: *two*"
    assert (
        written(toy.table(good | {"x": 5.0, "z": 2.5}))[1][0][4] == "not of this case: *one*, *two*"
    )


def test_the_table_of_mutants():
    same = Eq(x, gamma)
    steps = (Step("first", same, ("one",)), Step("second", Eq(2 * x, 2 * gamma), ("first",)))
    toy = theorem(*steps, one=same, latex={x: r"\xi"})
    head, rows = written(toy.mutants())
    assert head == ["step", "mutant", "counterexample"]
    assert [row[:2] for row in rows] == [["first", "without *one*"], ["second", "without *first*"]]
    for row in rows:
        first, second = row[2].split(", ")  # the numbers in order, by the names of the page
        assert first.startswith(r"$\gamma = ") and second.startswith(r"$\xi = ")
    assert [row[0] for row in written(toy.mutants("second"))[1]] == ["second"]


def test_a_table_folds_behind_what_it_checked():
    """The line names what is assumed, without formulas or links, which a summary cannot hold."""
    steps = (Step("claim", x <= z, ("one", "two")),)
    given = {"one": x <= y, "two": y <= z}
    toy = Theorem("toy", "Toy", given, steps, assumed={"two": "[why](x)"}, cited={"one": "who"})
    assert toy.trust() == (
        "**Checked:** the solver z3 proved 1 step; all 3 broken versions fail. "
        "**Assumed:** *two* ([why](x)). **Cited:** *one* (who)."
    )
    head, _, inside = toy.table().data.partition("\n\n")
    assert inside == toy.table(folded=False).data + "\n\n:::"
    assert inside.partition("\n\n")[2].startswith(toy.trust())
    assert head == (
        ":::{dropdown} Checked: the solver z3 proved 1 step; all 3 broken versions fail. "
        "Assumed: two. Cited: one."
    )
    assert toy._repr_markdown_() == toy.table(folded=False).data
    assert f":::{{dropdown}} {repr(toy).removeprefix('toy. ')}" == head
    assert toy.mutants().data.startswith(":::{dropdown} 3 mutants and what")
    assert toy.mutants(folded=False).data.startswith("| step | mutant")


def test_a_result_in_words_has_its_line_and_no_table():
    words = Theorem("words", "Words", {}, (), in_words={"existence": "[here](x)"})
    assert words.trust() == "Checked by no solver. **Argued in words:** *existence* ([here](x))."
    assert words.table(folded=False).data == words.trust()
    line = "Checked by no solver. Argued in words: existence."
    assert words.table().data == fold(line, words.trust())


def test_a_hypothesis_taken_from_a_theorem_is_the_claim_of_its_step():
    first = theorem(ONE, one=x <= y)
    last, said = Step("last", x <= z, ("first", "two")), {"first": "of the same x"}
    given = {"first": (first, "claim"), "two": y <= z}
    second = Theorem("toy", "Toy", given, (last,), in_words=said)
    assert second.hypotheses == {"first": x <= y, "two": y <= z}
    assert second.taken == {"first": (first, "claim")} and not first.taken
    assert second.prove()[0].ok
