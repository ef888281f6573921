"""Equations of whole numbers with solutions that are known, or known not to be."""

from fractions import Fraction

import numpy as np
import sympy
from hypothesis import given
from hypothesis import strategies as st

from lib.svm.exact import in_parts, product, solve_whole

SIZES = st.sampled_from([2, 10**18, 2**300])


@given(st.integers(1, 4), st.integers(0, 2), SIZES, st.integers(1, 10**30), st.randoms())
def test_equations_are_solved_exactly(k, more, size, below, random):
    def drawn(*shape):
        entries = [random.randint(-size, size) for _ in range(np.prod(shape))]
        return np.array(entries, dtype=object).reshape(shape)

    A, x = drawn(k + more, k), drawn(k)
    found = solve_whole(below * A, A @ x)
    if sympy.Matrix(A).rank() < k:
        assert found is None
    else:
        assert found == [Fraction(number, below) for number in x]
    wrong = A @ x
    wrong[-1] += 1
    if more and (found := solve_whole(A, wrong)) is not None:
        sides = sympy.Matrix(np.column_stack([A, wrong]))
        assert (A @ found == wrong).all() == (sides.rank() == k)
    assert (product(in_parts(A), in_parts(A.T)) == A @ A.T).all()


def test_a_large_system_is_solved_soon():
    """Its fractions have thousands of digits on the way."""
    rng = np.random.default_rng(0)
    A = rng.integers(-(2**60), 2**60, size=(60, 60)).astype(object)
    x = solve_whole(A, A[:, 0] - 7 * A[:, 3])
    assert x == [1, 0, 0, -7] + [0] * 56
