"""Linear equations in whole numbers, solved exactly.

Dixon 1982: modulo a prime the equations are solved once; each further digit of the solution costs
two products of a matrix and a vector, and the fractions are read off their digits.
"""

from fractions import Fraction

import numpy as np

PRIME = 2**24 - 3  # so that a sum of 30,000 products fits in 64 bits


def solve_whole(A: np.ndarray, b: np.ndarray) -> list[Fraction] | None:
    """The x with A x = b, or None where none is found, or there may be several.

    A, shape (m, k), and b, shape (m,), hold whole numbers of Python. If m > k, x is to be checked.
    """
    if not A.size:
        return []
    inverse = _left_inverse(A)
    if inverse is None:
        return None
    # Numerators and denominators are determinants, which Hadamard bounds by the longest rows.
    rows = np.abs(np.column_stack([A, b])).max(axis=1)
    sizes = sorted(int(size).bit_length() + A.shape[1].bit_length() / 2 + 1 for size in rows)
    bits = 2 * sum(sizes[-A.shape[1] :]) + 2
    digits, power = np.zeros(A.shape[1], dtype=object), 1
    while power.bit_length() <= bits:
        digit = inverse @ (b % PRIME).astype(np.int64) % PRIME
        b = b - A @ digit.astype(object)
        if (b % PRIME).any():
            return None  # the equations contradict each other
        digits, b, power = digits + power * digit.astype(object), b // PRIME, power * PRIME
    return _fractions(digits, power)


def whole(numbers: np.ndarray) -> tuple[np.ndarray, int]:
    """Floats as whole numbers of Python, and the power of two that they were multiplied by."""
    ratios = [float(number).as_integer_ratio() for number in numbers.flat]
    common = max(below for _, below in ratios)
    found = [top * (common // below) for top, below in ratios]
    return np.array(found, dtype=object).reshape(numbers.shape), common


def _left_inverse(A: np.ndarray) -> np.ndarray | None:
    """The matrix L, shape (k, m), with L A = 1 modulo PRIME; None where there is none."""
    m, k = A.shape
    both = np.hstack([(A % PRIME).astype(np.int64), np.eye(m, dtype=np.int64)])
    for j in range(k):
        found = np.flatnonzero(both[j:, j])
        if not found.size:
            return None
        both[[j, j + found[0]]] = both[[j + found[0], j]]
        both[j] = both[j] * pow(int(both[j, j]), -1, PRIME) % PRIME
        others = both[:, j].copy()
        others[j] = 0
        both = (both - others[:, None] * both[j]) % PRIME
    return both[:k, k:]


def _fractions(digits, power: int) -> list[Fraction]:
    """The fractions with small numerators and denominators that these numbers are modulo power."""
    common, tops = 1, []
    for digit in digits:
        # Whole times the denominator of those before, mostly.
        digit = int(digit) * common % power
        old, new, t, t_new = power, digit, 0, 1
        while 2 * new * new > power:
            quotient = old // new
            old, new, t, t_new = new, old - quotient * new, t_new, t - quotient * t_new
        tops.append((new if t_new > 0 else -new, abs(t_new) * common))
        common *= abs(t_new)
    return [Fraction(*pair) for pair in tops]
