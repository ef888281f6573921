"""What z3 and SymPy are asked, and what they answer."""

from fractions import Fraction

import pytest
import sympy as sp
from sympy import Derivative, Eq, Rational, cos, exp, log, sin, sqrt, symbols

from lib.proof import solver
from lib.proof.solver import Counterexample, Solver, differ
from lib.proof.step import Step
from lib.proof.vectors import norm, vectors
from tests.toys import holds, positive, t, theorem, u, verdict, x, y, z


def solve(relations):
    """What a solver that was asked nothing before finds."""
    found = Solver().example(relations)
    return found and found.numbers


def test_roots_and_fractions_are_exact():
    third = Rational(1, 3)
    assert solve([Eq(x, third), sp.Ne(3 * x, 1)]) is None
    assert solve([Eq(x, sp.Float(0.333)), sp.Ne(3 * x, 1)]) is not None
    assert solve([Eq(x, Rational(1, 2)), sp.Ne(2 * x, 1)]) is None
    assert solve([Eq(x, sqrt(2)), sp.Ne(x**2, 2)]) is None
    assert solve([Eq(x, sqrt(t)), x < 0]) is None
    assert solve([Eq(x, sqrt(t)), sp.Ne(x**2, t)]) is None
    assert solve([Eq(x, t / sqrt(2)), sp.Ne(2 * x**2, t**2)]) is None


def test_numbers_are_exact_where_they_can_be():
    assert solve([Eq(x, Rational(-3, 7))]) == {"x": Fraction(-3, 7)}
    assert solve([Eq(x, Rational(12345, 67891))]) == {"x": Fraction(12345, 67891)}
    assert solve([Eq(x**2, 2), x > 0]) == {"x": pytest.approx(2**0.5, rel=1e-15)}


def test_what_numpy_cannot_confirm_is_no_example():
    """A float is no third, by less than rounding: numpy sees no difference."""
    with pytest.raises(RuntimeError, match=r"z3 finds no numbers that show .* possible, but"):
        solve([Eq(x, sp.Float(1) / 3), sp.Ne(3 * x, 1)])


def test_every_symbol_gets_a_number():
    assert set(solve([x + y > 1, z >= z**2])) == {"x", "y", "z"}


@pytest.mark.parametrize(
    ("relation", "has_solution"),
    [
        (x < x**2, True),
        (x > x**2 + 1, False),
        (x >= x**2 + 1, False),
        (sp.Ne(x, x**2), True),
        (x**2 <= 0, True),
        (x**2 < 0, False),
        (Eq(x**2, -1), False),
    ],
)
def test_each_kind_of_relation_is_decided(relation, has_solution):
    found = solve([relation])
    assert (found is not None) == has_solution
    assert found is None or holds(relation, Counterexample(found, {}))


def test_what_sympy_evaluates_is_taken_as_it_is():
    assert solve([sp.true]) == {}
    assert solve([sp.false, x > 0]) is None
    assert solve([sp.true, Eq(x, 2)]) == {"x": 2}


def test_only_sums_products_and_powers_are_translated():
    with pytest.raises(ValueError, match=r"sin\(x\) is no sum, product, power or root of symbols"):
        solve([sin(x) > 0])
    with pytest.raises(ValueError, match=r"x\*\*y is no sum, product, power or root of symbols"):
        solve([x**y > 0])


def test_undecided_is_not_proved(monkeypatch):
    """Cauchy–Schwarz on raw vectors of four coordinates is too much for a short time."""
    u, v = symbols("u1:5", real=True), symbols("v1:5", real=True)
    product = sum(i * j for i, j in zip(u, v, strict=True))
    lengths = sum(i**2 for i in u) * sum(j**2 for j in v)
    monkeypatch.setattr(solver, "LIMIT", 100_000)
    step = Step("claim", product**2 <= lengths, ())
    with pytest.raises(RuntimeError, match=r"z3 did not decide \["):
        theorem(step).prove()


def test_what_z3_does_not_count_ends_too(monkeypatch):
    """On a triangle in space z3 forgets its count, so a clock bounds the question as well."""
    a, b = vectors("a b")
    monkeypatch.setattr(solver, "SECONDS", 1)
    triangle = norm(a + b + u) > norm(a) + norm(b) + norm(u)
    with pytest.raises(RuntimeError, match=r"z3 did not decide \["):
        Solver().example([triangle])


# Identities by SymPy


def test_a_right_derivative_is_proved_and_its_mutant_falls():
    claim, wrong = Eq(Derivative(x**3, x), 3 * x**2), Eq(Derivative(x**3, x), 2 * x**2)
    found = verdict(claim, (), {"by": "sympy", "sharper": (wrong,)})
    assert found.proved
    assert found.ok
    (point,) = found.mutants.values()
    assert not holds(wrong.doit(), point)


def test_a_wrong_derivative_is_refused():
    for wrong in (
        Eq(Derivative(sin(x), x), -cos(x)),
        Eq(Derivative(log(1 + positive), positive), 1 / positive),
        Eq(exp(x) * exp(y), exp(x * y)),
    ):
        assert not verdict(wrong, (), {"by": "sympy"}).proved


def test_a_sharper_identity_that_is_true_survives():
    claim = Eq(sin(x) ** 2 + cos(x) ** 2, 1)
    found = verdict(claim, (), {"by": "sympy", "sharper": (Eq(sin(2 * x), 2 * sin(x) * cos(x)),)})
    assert found.proved
    assert not found.ok


def test_numbers_that_happen_to_agree_are_passed_over():
    """At the first point tried, x = 2/3, both sides are equal; the next one tells them apart."""
    found = differ(Eq(x, Rational(2, 3) + (x - Rational(2, 3)) ** 2))
    assert found.numbers["x"] not in (Fraction(2, 3), Fraction(5, 3))


def test_an_identity_that_sympy_leaves_open_is_not_proved():
    claim = Eq(log(x * y), log(x) + log(y))  # true where it was tried, not for negative numbers
    with pytest.raises(RuntimeError, match="SymPy did not decide"):
        verdict(claim, (), {"by": "sympy"})


@pytest.mark.parametrize(
    "change",
    [
        {"by": "hand"},
        {"by": "sympy", "given": ("one",)},
        {"by": "sympy", "base": ("one",)},
        {"by": "sympy", "claim": x <= y},
        {"by": "sympy", "sharper": (x <= y,)},
    ],
)
def test_only_identities_without_hypotheses_go_to_sympy(change):
    arguments = {"name": "claim", "claim": Eq(x, y), "given": ()} | change
    with pytest.raises(ValueError, match=r"step 'claim': by='.*'; use 'z3', or 'sympy' for an"):
        Step(**arguments)
