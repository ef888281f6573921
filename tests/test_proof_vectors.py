"""Vectors as symbols: what z3 says of inner products, against numpy and linear algebra."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Eq, Max, Rational, sqrt, symbols

from lib.proof.solver import Solver
from lib.proof.vectors import ZERO, inner, norm, vectors
from lib.proof.watching import slack
from tests.toys import holds, is_exact, u, v, w, x, y

c = symbols("c", real=True)


def follows(given, claim):
    return Solver().follows(given, claim)


def form(matrix, names):
    """Σ cᵢⱼ⟨vᵢ,vⱼ⟩ of some vectors."""
    pairs = [(i, j) for i in range(len(names)) for j in range(len(names))]
    return sum(int(matrix[i, j]) * inner(names[i], names[j]) for i, j in pairs)


# What holds of all vectors


@pytest.mark.parametrize(
    "claim",
    [
        inner(u, v) ** 2 <= norm(u) ** 2 * norm(v) ** 2,
        inner(u, v) <= norm(u) * norm(v),
        norm(u + v) <= norm(u) + norm(v),
        norm(u - w) <= norm(u - v) + norm(v - w),
        Eq(norm(u + v) ** 2 + norm(u - v) ** 2, 2 * norm(u) ** 2 + 2 * norm(v) ** 2),
        Eq(inner(u + 2 * v, w), inner(u, w) + 2 * inner(w, v)),
        Eq(norm(c * u), sp.Abs(c) * norm(u)),
        Eq(4 * inner(u, v), norm(u + v) ** 2 - norm(u - v) ** 2),
        norm(u - u + v) >= sqrt(inner(v, v)),
        Max(norm(u), norm(v)) ** 2 <= norm(u) ** 2 + norm(v) ** 2,
    ],
    ids=str,
)
def test_what_is_true_of_all_vectors_follows_from_nothing(claim):
    assert follows([], claim)


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (inner(u, v) <= norm(u) * norm(v) - Rational(1, 100), []),
        (norm(u + v) <= norm(u), [inner(u, v) <= 0]),
        (Eq(u, v), [Eq(norm(u), norm(v))]),
        (Eq(u, ZERO), [Eq(inner(u, v), 0), Eq(inner(u, w), 0)]),
        (sp.Ne(u, v), [norm(u) <= 1]),
        (1 / norm(u) >= 0, []),
    ],
)
def test_what_is_false_of_some_vectors_is_broken_by_them(claim, given):
    assert not follows(given, claim)
    found = Solver().breaks(given, claim)
    values = found.values
    assert all(slack(relation, values).holds for relation in given)
    gap = slack(claim, values)
    assert not gap.holds or not np.isfinite(gap.gap)


def test_the_whole_gram_matrix_counts_and_not_its_2_by_2_minors_alone():
    """Three unit vectors with all products below -1/2 satisfy each Cauchy–Schwarz, and no space."""
    unit = [Eq(norm(a), 1) for a in (u, v, w)]
    wide = [inner(a, b) <= -Rational(3, 5) for a, b in ((u, v), (v, w))]
    assert follows([*unit, *wide], inner(u, w) > -Rational(3, 5))
    assert Solver().breaks([*unit, wide[0]], inner(u, w) > -Rational(3, 5)) is not None


def test_what_needs_four_dimensions_is_not_hidden():
    """Four orthonormal vectors are possible, but no page can draw them: z3 says so, loudly."""
    names = vectors("a b c d")
    unit = [Eq(norm(a), 1) for a in names]
    right = [Eq(inner(a, b), 0) for i, a in enumerate(names) for b in names[:i]]
    with pytest.raises(RuntimeError, match="z3 finds no numbers that show"):
        Solver().breaks([*unit, *right], norm(names[0]) < 1)


@given(st.integers(0, 10_000), st.integers(2, 3))
@settings(max_examples=6, deadline=None)
def test_a_quadratic_form_is_never_negative_exactly_when_its_eigenvalues_are_not(seed, count):
    rng, names = np.random.default_rng(seed), (u, v, w)[:count]
    matrix = rng.integers(-2, 3, (count, count))
    matrix = matrix + matrix.T + 3 * rng.integers(0, 2) * np.eye(count, dtype=int)
    least = np.linalg.eigvalsh(matrix).min()
    claim = form(matrix, names) >= 0
    if claim in (sp.true, sp.false):
        return
    if abs(least) < 1e-9:
        least = 0.0  # whole numbers: an eigenvalue 0 comes out as rounding
    assert follows([], claim) == (least >= 0)
    found = Solver().breaks([], claim)
    assert (found is None) == (least >= 0)
    if found is not None:
        vectors = found.values  # of all that the claim speaks of
        points = np.array(
            [vectors.get(name.name, 0 * next(iter(vectors.values()))) for name in names]
        )
        assert (matrix * (points @ points.T)).sum() < 0


@pytest.mark.parametrize(("j", "k"), [(-2, 1), (1, 2)])
def test_random_vectors_satisfy_what_z3_proves_of_all(j, k):
    """Claims that z3 proves, and products and lengths, as numpy has them in any dimension."""
    a = j * u + k * v
    claims = [
        norm(a) <= abs(j) * norm(u) + abs(k) * norm(v),
        inner(a, u) >= -norm(a) * norm(u),
        norm(a + w) ** 2 >= norm(a) ** 2 + 2 * inner(a, w),
    ]
    assert all(follows([], claim) for claim in claims)
    rng = np.random.default_rng(0)
    for d in range(1, 7):
        values = {name: rng.normal(size=d) * 10.0 ** rng.integers(-3, 4) for name in "uvw"}
        assert all(slack(claim, values).holds for claim in claims)
        points = j * values["u"] + k * values["v"]
        assert slack(inner(a, u) >= 0, values).gap == pytest.approx(points @ values["u"])
        length = slack(norm(a) + x >= 0, values | {"x": 0}).gap
        assert length == pytest.approx(np.linalg.norm(points))


# Counterexamples


def test_a_counterexample_is_vectors_as_given_that_break_the_claim():
    before, x_t = vectors("w_before x")
    given = [Eq(w, before + x_t), norm(x_t) <= 1]
    claim = norm(w) ** 2 <= norm(before) ** 2 + 1
    found = Solver().breaks(given, claim)
    after, start, move = (np.array(found.vectors[n], float) for n in ("w", "w_before", "x"))
    np.testing.assert_allclose(after, start + move)
    assert move @ move <= 1 + 1e-12
    assert after @ after > start @ start + 1
    assert {len(vector) for vector in found.vectors.values()} == {2}


def test_a_counterexample_takes_three_dimensions_only_where_it_must():
    right = [Eq(inner(a, b), 0) for a, b in ((u, v), (u, w), (v, w))]
    unit = [Eq(norm(a), 1) for a in (u, v, w)]
    found = Solver().breaks([*right, *unit], norm(u + v + w) < Rational(3, 2))
    assert {len(vector) for vector in found.vectors.values()} == {3}
    found = Solver().breaks(right[:1] + unit, norm(u + v + w) < Rational(3, 2))
    assert {len(vector) for vector in found.vectors.values()} == {2}


def test_counterexamples_are_exact_and_independent_where_they_can_be():
    found = Solver().breaks([], inner(u, v) <= 0)
    assert is_exact(found)
    assert np.linalg.matrix_rank([found.values["u"], found.values["v"]]) == 2
    assert not holds(inner(u, v) <= 0, found)
    found = Solver().breaks([Eq(norm(u), sqrt(2)), Eq(u, c * v), Eq(norm(v), 1)], c >= 0)
    assert not is_exact(found)
    np.testing.assert_allclose(found.values["u"], found.values["c"] * found.values["v"])


def test_what_has_no_meaning_breaks_a_claim_and_is_sought_last():
    assert Solver().breaks([], x / y > 0).numbers["y"] != 0
    assert Solver().breaks([], Eq(y / y, 1)) is None, "SymPy cancels"
    found = Solver().breaks([], x**2 / norm(u) >= 0)
    assert not found.values["u"].any()
    assert follows([sp.Ne(u, ZERO)], x**2 / norm(u) >= 0)


def test_an_equality_of_vectors_is_claimed_and_proved():
    given = [Eq(w, u + v), Eq(v, -u)]
    assert follows(given, Eq(w, ZERO))
    assert not follows(given[:1], Eq(w, ZERO))
    assert follows([norm(u - v) <= 0], Eq(u, v))
    assert follows([Eq(c * u, v), Eq(c, 2)], Eq(v, u + u))


def test_definitions_that_lean_on_each_other_stay_equations():
    assert follows([Eq(u, v + w), Eq(v, u - w)], Eq(u - v, w))
    assert follows([Eq(u, 2 * v), Eq(v, 2 * u)], Eq(u, ZERO))
    assert follows([Eq(u, 3 * u - v)], Eq(v, 2 * u))
