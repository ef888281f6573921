"""A theorem on the page: its formulas, and the tables of steps, hypotheses and mutants."""

import numpy as np
import pytest
import sympy as sp
from sympy import Eq

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import inner, norm, vectors
from lib.proof.written import written as written_as
from tests.toys import counting, theorem, written, x, y, z


def test_typeset_uses_the_symbols_of_the_page():
    toy = theorem(Step("claim", x <= 1 / y, ("one",)), one=x * y <= 1, latex={x: r"\xi"})
    assert toy.typeset("claim") == r"\xi \leq \frac{1}{y}"
    assert toy.typeset("one") == r"\xi y \leq 1"
    with pytest.raises(ValueError, match=r"'two' names no relation of toy: \['one', 'claim'\]"):
        toy.typeset("two")


w, u, v = vectors("w u v")


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
    ],
)
def test_terms_stand_in_the_order_in_which_one_writes_them(claim, latex):
    assert written_as(claim, {}) == latex


def test_a_fraction_in_a_table_is_as_large_as_on_a_line():
    toy = theorem(Step("claim", x <= 1 / y, ("one",)), one=x * y <= 1)
    assert written(toy.assumptions())[1] == [["one", r"$x y \leq 1$"]]
    assert written(toy.table())[1][0][1] == r"$\displaystyle x \leq \frac{1}{y}$"


def test_relations_are_hypotheses_and_claims():
    toy = theorem(Step("claim", x <= z, ("one",)), one=x <= y)
    assert toy.relations == {"one": x <= y, "claim": x <= z}


def test_the_table_of_steps():
    toy = counting()
    values = {"t": np.arange(1, 4), "s": np.array([1.5, 3, 4]), "s_before": np.array([0, 1.5, 3])}
    head, rows = written(toy.table(values))
    assert head == ["step", "claim", "proved", "mutants refuted", "least slack", "uses"]
    uses = "empty, grows, induction"
    assert rows == [["count", r"$s \geq t$", "yes", "3 of 3", "0.5", uses]]
    head, rows = written(toy.table())
    assert head == ["step", "claim", "proved", "mutants refuted", "uses"]
    assert rows == [["count", r"$s \geq t$", "yes", "3 of 3", uses]]


def test_the_table_shows_what_is_not_proved_and_what_survived():
    toy = theorem(Step("claim", x < z, ("one", "idle")), one=x <= z, idle=Eq(y, 0))
    _, rows = written(toy.table({"x": 1.0, "y": 0.0, "z": 1.0}))
    assert rows == [["claim", "$x < z$", "**no**", "2 of 2", "0", "one, idle"]]
    toy = theorem(Step("claim", x <= z, ("one", "idle")), one=x <= z, idle=Eq(y, 0))
    assert written(toy.table())[1] == [["claim", r"$x \leq z$", "yes", "1 of 2", "one, idle"]]
    _, rows = written(toy.mutants())
    assert rows[1] == ["claim", "without *idle*", "**none: it survived**"]


@pytest.mark.parametrize(
    ("slip", "scale", "shown"),
    [
        (0.25, 1, "-0.25"),
        (-2e-5, 1, "0"),
        (2e-5, 1, "-2e-05"),
        (1e-13, 1, "0"),
        (1e-6, 1e6, "0"),
        (1e-3, 1e6, "-0.001"),
        (1e-10, 1e-6, "-1e-10"),
        (1e-19, 1e-6, "0"),
    ],
)
def test_a_table_shows_rounding_as_nothing_and_never_a_failure(slip, scale, shown):
    toy = theorem(Step("claim", x <= y, ()))
    _, rows = written(toy.table({"x": np.array([0, scale + slip]), "y": scale}))
    assert rows[0][4] == shown


def test_a_row_whose_hypothesis_fails_says_so():
    toy = theorem(Step("claim", x <= z, ("one", "two")), one=x <= y, two=y <= z)
    good = {"x": 1.0, "y": np.array([2.0, 3]), "z": 4.0}
    assert written(toy.table(good))[1][0][4] == "3"
    assert written(toy.table(good | {"z": 2.5}))[1][0][4] == "*two* fails"
    assert written(toy.table(good | {"x": 5.0, "z": 2.5}))[1][0][4] == "*one* fails, *two* fails"


def test_the_tables_of_hypotheses_and_of_mutants():
    steps = (Step("first", Eq(x, 1), ("one",)), Step("second", Eq(2 * x, 2), ("first",)))
    toy = theorem(*steps, one=Eq(x, 1), latex={x: r"\xi"})
    assert written(toy.assumptions()) == (["hypothesis", "says"], [["one", r"$\xi = 1$"]])
    head, rows = written(toy.mutants())
    assert head == ["step", "mutant", "counterexample"]
    assert [row[:2] for row in rows] == [["first", "without *one*"], ["second", "without *first*"]]
    assert all(row[2].startswith(r"$\xi = ") for row in rows)
    assert [row[0] for row in written(toy.mutants("second"))[1]] == ["second"]
    with pytest.raises(ValueError, match=r"'third' is no step of toy: \['first', 'second'\]"):
        toy.mutants("first", "third")


def test_a_counterexample_names_its_numbers_in_order():
    toy = theorem(Step("claim", Eq(x, y), ("one",)), one=Eq(x, y), latex={y: r"\eta"})
    (row,) = written(toy.mutants())[1]
    first, second = row[2].split(", ")
    assert first.startswith("$x = ")
    assert second.startswith(r"$\eta = ")


def test_a_table_folds_behind_what_it_checked():
    """The line names what is assumed, without formulas or links, which a summary cannot hold."""
    steps = (Step("claim", x <= z, ("one", "two")),)
    given = {"one": x <= y, "two": y <= z}
    toy = Theorem("toy", "Toy", given, steps, assumed={"two": "[why](x)"})
    head, _, inside = toy.table().data.partition("\n\n")
    assert inside == toy.table(folded=False).data + "\n\n:::"
    assert head == ":::{dropdown} Checked: 1 step by z3; 2 mutants fell. Assumed: two."
    assert toy.mutants().data.startswith(":::{dropdown} 2 mutants and what")
    assert toy.mutants(folded=False).data.startswith("| step | mutant")
