"""What z3 and SymPy are asked, and what they answer."""

from fractions import Fraction

import pytest
import sympy as sp
from sympy import Derivative, Eq, Rational, cos, exp, log, sin, sqrt, symbols

from lib.proof import solver
from lib.proof.solver import Counterexample, Solver, Undecided, differ
from lib.proof.vectors import norm, vectors
from tests.toys import holds, positive, t, u, x, y, z


def solve(relations):
    """The numbers that a solver that was asked nothing before finds."""
    found = Solver().example(relations)
    return found and found.numbers


@pytest.mark.parametrize(
    ("relations", "possible"),
    [
        ([x < x**2], True),
        ([x > x**2 + 1], False),
        ([x >= x**2 + 1], False),
        ([sp.Ne(x, x**2)], True),
        ([x**2 <= 0], True),
        ([x**2 < 0], False),
        ([Eq(x**2, -1)], False),
        ([Eq(x, Rational(1, 3)), sp.Ne(3 * x, 1)], False),
        ([Eq(x, Rational(1, 2)), sp.Ne(2 * x, 1)], False),
        ([Eq(x, sqrt(2)), sp.Ne(x**2, 2)], False),
        ([Eq(x, sqrt(t)), x < 0], False),
        ([Eq(x, sqrt(t)), sp.Ne(x**2, t)], False),
        ([Eq(x, t / sqrt(2)), sp.Ne(2 * x**2, t**2)], False),
        ([Eq(x, sp.Float(0.333)), sp.Ne(3 * x, 1)], True),
        ([x + y > 1, z >= z**2], True),
        ([sp.true], True),
        ([sp.false, x > 0], False),
    ],
)
def test_relations_are_decided_exactly(relations, possible):
    found = solve(relations)
    assert (found is not None) == possible
    if possible:
        symbols = {symbol.name for relation in relations for symbol in relation.free_symbols}
        assert set(found) == symbols, "every symbol has a number"
        known = [relation for relation in relations if relation is not sp.true]
        assert all(holds(relation, Counterexample(found, {})) for relation in known)


@pytest.mark.parametrize("value", ["-3/7", "12345/67891"])
def test_numbers_are_exact_where_they_can_be(value):
    assert solve([Eq(x, Rational(value))]) == {"x": Fraction(value)}
    assert solve([Eq(x**2, 2), x > 0]) == {"x": pytest.approx(2**0.5, rel=1e-15)}


def identity(left, right):
    return lambda: differ(Eq(left, right))


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        # A float is no third, by less than rounding: numpy sees no difference.
        (
            lambda: solve([Eq(x, sp.Float(1) / 3), sp.Ne(3 * x, 1)]),
            RuntimeError,
            "z3 finds no numbers that show .* possible, but",
        ),
        (lambda: solve([sin(x) > 0]), ValueError, r"sin\(x\) is no sum, product, power or root;"),
        (lambda: solve([x**y > 0]), ValueError, r"x\*\*y is no sum, product, power or root;"),
        # True where it was tried, and not for negative numbers.
        (identity(sqrt(x**2), x), Undecided, "SymPy did not decide"),
    ],
)
def test_what_is_not_decided_is_said(ask, error, message):
    with pytest.raises(error, match=message):
        ask()


def test_undecided_is_not_proved(monkeypatch):
    """Cauchy–Schwarz on raw vectors of four coordinates is too much for a short time."""
    u, v = symbols("u1:5", real=True), symbols("v1:5", real=True)
    product = sum(i * j for i, j in zip(u, v, strict=True))
    lengths = sum(i**2 for i in u) * sum(j**2 for j in v)
    monkeypatch.setattr(solver, "LIMIT", 100_000)
    with pytest.raises(RuntimeError, match=r"z3 did not decide \["):
        Solver().follows([], product**2 <= lengths)


@pytest.mark.nightly
def test_a_claim_too_hard_in_the_plane_is_broken_on_a_line():
    a, b, c = vectors("a b c")
    found = Solver().breaks([], norm(a + b + c) < norm(a) + norm(b) + norm(c))
    ends = [sum(v[k] for v in found.vectors.values()) for k in (0, 1)]
    assert ends[1] == 0 and abs(ends[0]) == sum(abs(v[0]) for v in found.vectors.values())


def test_what_z3_does_not_count_ends_too(monkeypatch):
    """On a triangle in space z3 forgets its count, so a clock bounds the question as well."""
    a, b = vectors("a b")
    monkeypatch.setattr(solver, "SECONDS", 0.2)
    with pytest.raises(RuntimeError, match=r"z3 did not decide \["):
        Solver().example([norm(a + b + u) > norm(a) + norm(b) + norm(u)])


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (Derivative(x**3, x), 3 * x**2, True),
        (Derivative(x**3, x), 2 * x**2, False),
        (Derivative(sin(x), x), cos(x), True),
        (Derivative(sin(x), x), -cos(x), False),
        (Derivative(log(1 + positive), positive), 1 / positive, False),
        (exp(x) * exp(y), exp(x + y), True),
        (exp(x) * exp(y), exp(x * y), False),
        # At the first point tried, x = 2/3, both sides are equal; the next one tells them apart.
        (x, Rational(2, 3) + (x - Rational(2, 3)) ** 2, False),
    ],
)
def test_identities(left, right, same):
    found = differ(Eq(left, right))
    assert (found is None) == same
    if not same:
        by_name = {symbol.name: symbol for symbol in (left - right).free_symbols}
        point = {by_name[name]: Rational(number) for name, number in found.numbers.items()}
        assert abs(sp.N((left - right).doit().subs(point))) > 1e-9
