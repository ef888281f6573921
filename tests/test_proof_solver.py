"""What z3 and SymPy are asked, of numbers and of vectors, and what they answer.

What follows and what does not stands in hostile_theorems.txt.
"""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Eq, Rational, sin, sqrt, symbols

from lib.proof import solver
from lib.proof.solver import Counterexample, Solver, Undecided, differ
from lib.proof.vectors import ZERO, inner, norm, vectors
from tests.toys import holds, is_exact, t, u, v, w, x, y

c = symbols("c", real=True)


def follows(given, claim):
    return Solver().follows(given, claim)


# Numbers


@pytest.mark.parametrize(
    ("relations", "possible"),
    [
        ([x < x**2], True),
        ([x**2 < 0], False),
        ([Eq(x, Rational(1, 3)), sp.Ne(3 * x, 1)], False),
        ([Eq(x, sqrt(2)), sp.Ne(x**2, 2)], False),
        ([Eq(x, sqrt(t)), x < 0], False),
        ([Eq(x, t / sqrt(2)), sp.Ne(2 * x**2, t**2)], False),
        ([Eq(x, sp.Float(0.333)), sp.Ne(3 * x, 1)], True),
    ],
)
def test_relations_are_decided_exactly(relations, possible):
    found = Solver().example(relations)
    assert (found is not None) == possible
    if possible:
        symbols = {symbol.name for relation in relations for symbol in relation.free_symbols}
        assert set(found.numbers) == symbols, "every symbol has a number"
        assert all(holds(relation, Counterexample(found.numbers, {})) for relation in relations)


def test_numbers_are_exact_where_they_can_be():
    value = Fraction("-12345/67891")
    assert Solver().example([Eq(x, Rational(value))]).numbers == {"x": value}
    root = Solver().example([Eq(x**2, 2), x > 0]).numbers
    assert root == {"x": pytest.approx(2**0.5, rel=1e-15)}


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        # A float is no third, by less than rounding: numpy sees no difference.
        (
            lambda: Solver().example([Eq(x, sp.Float(1) / 3), sp.Ne(3 * x, 1)]),
            RuntimeError,
            "z3 finds no numbers that show .* possible, but",
        ),
        (lambda: Solver().example([sin(x) > 0]), ValueError, r"sin\(x\) is no sum, product, power"),
        # True where it was tried, and not for negative numbers.
        (lambda: differ(Eq(sqrt(x**2), x)), Undecided, "SymPy did not decide"),
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
        follows([], product**2 <= lengths)


def test_what_z3_does_not_count_ends_too(monkeypatch):
    """On a triangle in space z3 forgets its count, so a clock bounds the question as well."""
    a, b = vectors("a b")
    monkeypatch.setattr(solver, "SECONDS", 0.2)
    with pytest.raises(RuntimeError, match=r"z3 did not decide \["):
        Solver().example([norm(a + b + u) > norm(a) + norm(b) + norm(u)])


def test_sides_that_are_equal_at_the_first_point_differ_at_the_next():
    right = Rational(2, 3) + (x - Rational(2, 3)) ** 2
    number = Rational(differ(Eq(x, right)).numbers["x"])
    assert number != right.subs(x, number)


# Vectors


def test_what_needs_four_dimensions_is_not_hidden():
    """Four orthonormal vectors are possible, but no page can draw them: an error says so."""
    names = vectors("a b c d")
    unit = [Eq(norm(a), 1) for a in names]
    right = [Eq(inner(a, b), 0) for i, a in enumerate(names) for b in names[:i]]
    with pytest.raises(RuntimeError, match="z3 finds no numbers that show"):
        Solver().breaks([*unit, *right], norm(names[0]) < 1)


@given(st.integers(0, 10_000), st.integers(2, 3))
@settings(max_examples=6)
def test_a_quadratic_form_is_never_negative_exactly_when_its_eigenvalues_are_not(seed, count):
    rng, names = np.random.default_rng(seed), (u, v, w)[:count]
    matrix = rng.integers(-2, 3, (count, count))
    matrix = matrix + matrix.T + 3 * rng.integers(0, 2) * np.eye(count, dtype=int)
    terms = [
        int(matrix[i, j]) * inner(a, b) for i, a in enumerate(names) for j, b in enumerate(names)
    ]
    claim = sum(terms) >= 0
    if claim in (sp.true, sp.false):
        return
    # Of whole numbers, an eigenvalue 0 comes out as rounding.
    assert follows([], claim) == (np.linalg.eigvalsh(matrix).min() > -1e-9)
    found = Solver().breaks([], claim)
    assert (found is None) == follows([], claim)
    if found is not None:
        values = found.values  # of all that the claim speaks of
        points = np.array([values.get(a.name, 0 * next(iter(values.values()))) for a in names])
        assert (matrix * (points @ points.T)).sum() < 0


# Counterexamples


def test_a_counterexample_takes_three_dimensions_only_where_it_must():
    right = [Eq(inner(a, b), 0) for a, b in ((u, v), (u, w), (v, w))]
    unit = [Eq(norm(a), 1) for a in (u, v, w)]
    for relations, dimensions in ((right + unit, 3), (right[:1] + unit, 2)):
        found = Solver().breaks(relations, norm(u + v + w) < Rational(3, 2))
        assert {len(vector) for vector in found.vectors.values()} == {dimensions}


@pytest.mark.nightly
def test_a_claim_too_hard_in_the_plane_is_broken_on_a_line():
    a, b, c = vectors("a b c")
    found = Solver().breaks([], norm(a + b + c) < norm(a) + norm(b) + norm(c))
    ends = [sum(v[k] for v in found.vectors.values()) for k in (0, 1)]
    assert ends[1] == 0 and abs(ends[0]) == sum(abs(v[0]) for v in found.vectors.values())


def test_counterexamples_are_exact_and_independent_where_they_can_be():
    found = Solver().breaks([], inner(u, v) <= 0)
    assert is_exact(found) and not holds(inner(u, v) <= 0, found)
    assert np.linalg.matrix_rank([found.values["u"], found.values["v"]]) == 2
    found = Solver().breaks([Eq(norm(u), sqrt(2)), Eq(u, c * v), Eq(norm(v), 1)], c >= 0)
    assert not is_exact(found)
    np.testing.assert_allclose(found.values["u"], found.values["c"] * found.values["v"])


def test_what_has_no_meaning_breaks_a_claim_and_is_sought_last():
    assert Solver().breaks([], x / y > 0).numbers["y"] != 0
    assert Solver().breaks([], Eq(y / y, 1)) is None, "SymPy cancels"
    found = Solver().breaks([], x**2 / norm(u) >= 0)
    assert not found.values["u"].any()
    assert follows([sp.Ne(u, ZERO)], x**2 / norm(u) >= 0)
