"""Theorems of vectors: the right one stands, and a wrong, surplus or sharper one is refused."""

import numpy as np
import pytest
from sympy import Eq, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import ZERO, evaluate, inner, norm, vectors
from lib.proof.watching import slack
from tests.toys import theorem, u, v, w, x, y

c = symbols("c", real=True)


def growth(**changes):
    """One update of the perceptron, and what a change makes of it."""
    w_before, x_t, R = *vectors("w_before x"), symbols("R", positive=True)
    hypotheses = {
        "update": Eq(w, w_before + x_t),
        "mistake": inner(w_before, x_t) <= 0,
        "radius": norm(x_t) <= R,
    } | changes.get("more", {})
    claim = changes.get("claim", norm(w) ** 2 <= norm(w_before) ** 2 + R**2)
    given = changes.get("given", tuple(hypotheses))
    sharper = changes.get("sharper", (norm(w) ** 2 < norm(w_before) ** 2 + R**2,))
    return Theorem("toy", "", hypotheses, (Step("growth", claim, given, sharper=sharper),))


def test_a_right_theorem_stands():
    (found,) = growth().prove()
    assert found.ok
    assert found.surplus == []
    assert all(example.vectors for example in found.mutants.values())


def test_a_wrong_theorem_is_refused():
    R = symbols("R", positive=True)
    wrong = norm(w) ** 2 <= norm(vectors("w_before")[0]) ** 2 + R**2 / 2
    (found,) = growth(claim=wrong, sharper=()).prove()
    assert not found.proved


def test_a_surplus_hypothesis_is_refused_and_named():
    w_before, x_t = vectors("w_before x")
    surplus = {"Cauchy–Schwarz": inner(w_before, x_t) <= norm(w_before) * norm(x_t)}
    (found,) = growth(more=surplus).prove()
    assert found.proved
    assert found.surplus == ["Cauchy–Schwarz"]
    assert not found.ok


def test_a_mutant_that_is_true_of_vectors_is_refused():
    """‖w‖ <= ‖w_before‖ + R is no sharper claim: the triangle inequality gives it."""
    w_before, R = vectors("w_before")[0], symbols("R", positive=True)
    (found,) = growth(sharper=(norm(w) <= norm(w_before) + R,)).prove()
    assert found.proved
    assert not found.ok


def test_a_hypothesis_that_no_step_uses_is_refused():
    with pytest.raises(ValueError, match=r"toy: no step uses \['radius'\]; leave the hypotheses"):
        growth(given=("update", "mistake"))


def test_what_is_assumed_must_be_a_hypothesis():
    step = Step("claim", x <= y, ("one",))
    with pytest.raises(ValueError, match=r"toy: \['two'\] are assumed, cited or of the end"):
        Theorem("toy", "", {"one": x <= y}, (step,), assumed={"two": "why"})


def test_a_counterexample_is_asked_for_by_name():
    toy = growth()
    found = toy.counterexample("growth", without="mistake")
    assert not slack(toy.steps[0].claim, found.values).holds
    assert slack(toy.hypotheses["radius"], found.values).holds
    sharper = toy.steps[0].sharper[0]
    assert not slack(sharper, toy.counterexample("growth", claim=sharper).values).holds
    with pytest.raises(ValueError, match=r"step 'growth' still follows; drop one of \['update'"):
        toy.counterexample("growth")
    with pytest.raises(ValueError, match=r"step 'growth' does not use 'margin'; it uses"):
        toy.counterexample("growth", without="margin")
    with pytest.raises(ValueError, match=r"'length' is no step of toy: \['growth'\]"):
        toy.counterexample("length")


# Symbols


def test_numbers_are_no_vectors():
    for make in (lambda: inner(u, x), lambda: inner(1, u), lambda: norm(x), lambda: norm(2)):
        with pytest.raises(ValueError, match="which is no vector; make vectors by vectors"):
            make()


def test_products_and_lengths_are_typeset():
    toy = theorem(
        Step("claim", norm(u) ** 2 >= inner(u, v - w), ("one",)), one=Eq(u, v - w), latex={u: "u_t"}
    )
    assert toy.typeset("claim") == r"\lVert u_t\rVert^{2} \geq \langle u_t, v - w\rangle"
    assert toy.typeset("one") == r"u_t = v - w"


def test_a_vector_may_be_any_sum_of_multiples():
    class Plain:
        """Columns of numbers, and nothing more."""

        zero = np.zeros(2)

        def symbol(self, symbol):
            return {"u": np.array([1.0, 2]), "v": np.array([3.0, 4]), "c": 5.0}[symbol.name]

        def ratio(self, p, q):
            return p / q

        def scale(self, factor, vector):
            return factor * vector

    np.testing.assert_allclose(evaluate(c * u / 2 - 3 * (v - u) + ZERO, Plain()), [-3.5, -1])


# What a theorem may not say


def test_an_induction_claims_something_of_one_state():
    """2y - x >= 1 of x = 1, 0, -1, ... and y before it is false, and followed from y >= 1."""
    step = Step("claim", 2 * y - x >= 1, ("down",), ("one", "one before"))
    hypotheses = {"down": Eq(x, y - 1), "one": Eq(x, 1), "one before": Eq(y, 1)}
    with pytest.raises(ValueError, match="toy: 'claim' is an induction; claim of one state"):
        theorem(step, before={x: y}, **hypotheses)


def test_an_induction_starts_from_nothing_of_the_end():
    step = Step("claim", x >= 0, ("grows",), ("balance",))
    hypotheses = {"balance": Eq(x, 0), "grows": x >= y}
    with pytest.raises(ValueError, match=r"toy: \['claim'\] are inductions from what the end"):
        Theorem("toy", "", hypotheses, (step,), {x: y}, end=("balance",))


@pytest.mark.parametrize("kind", ["negative", "integer", "nonzero"])
def test_a_declaration_says_no_more_than_a_sign(kind):
    """SymPy reads |n| as -n where n is declared negative, and no run would fail that."""
    n = symbols("n", **{kind: True})
    with pytest.raises(ValueError, match="toy: n is declared more than real, nonnegative or posit"):
        theorem(Step("claim", y >= n, ("one",)), one=Eq(y, abs(n) + n))


def test_two_symbols_of_one_name_are_refused():
    for other in (symbols("x", positive=True), norm(vectors("x")[0])):
        with pytest.raises(ValueError, match="toy: two symbols have the name x; rename one"):
            theorem(Step("claim", x <= other + 1, ("one",)), one=x <= other)
