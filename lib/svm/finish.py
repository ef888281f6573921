"""The exact optimum, in rational arithmetic on the sample's own numbers, from a solver's α.

The multipliers between 0 and C move to where the dual is largest, or to the first bound on the way;
there one at a bound that can gain is set free, or a pair. Each round raises the dual, so it ends.
"""

from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from lib.checks import Price
from lib.svm.exact import solve_whole, whole

ROUNDS = 300  # at most; from a good start a few suffice
LARGEST = 100  # multipliers in one system of equations: a second
ENTRIES = 200_000  # of X, or of a Gram matrix
DIGITS = 50_000  # of the multipliers' common denominator, to the base 2


class Optimum(NamedTuple):
    """The optimum, its numbers rounded once."""

    w: np.ndarray | None  # None where it is given by a Gram matrix
    norm: float
    alpha: np.ndarray


def exact_optimum(
    A: np.ndarray, y: np.ndarray, C: Price, offset: bool, alpha: np.ndarray, *, gram: bool = False
) -> Optimum | None:
    """The optimum, where A holds the examples, shape (n, d), or is their Gram matrix.

    The search begins at `alpha`, and at 0 where that is not finite. None where there is no optimum,
    or the numbers are too many or too long.
    """
    if A.size > ENTRIES:
        return None
    A, unit = whole(A)
    prices = np.broadcast_to(C, len(y))
    beta, sign = _balanced(y, prices, offset, alpha), y.astype(int).astype(object)
    if not offset:  # an example at the origin, with no label and no bounds, fixes b at 0
        origin = np.zeros((1, A.shape[1]), dtype=object)
        A, sign, beta = np.vstack([origin, A]), np.append(0, sign), [Fraction(0), *beta]
        A = np.hstack([np.zeros((len(A), 1), dtype=object), A]) if gram else A
    bound = [Fraction(price) if np.isfinite(price) else np.inf for price in prices.tolist()]
    bound, rows = [np.inf] * (len(beta) - len(y)) + bound, range(len(beta))
    low = [0 if s > 0 else -most for s, most in zip(sign, bound, strict=True)]
    high = [0 if s < 0 else most for s, most in zip(sign, bound, strict=True)]
    for _ in range(ROUNDS):
        below = lcm(*(force.denominator for force in beta))
        forces = np.array([int(below * force) for force in beta], dtype=object)
        w, scale = (forces, unit) if gram else (forces @ A, unit**2)
        rise = below * scale * sign - A @ w
        free = [i for i in rows if low[i] < beta[i] < high[i]]
        if len({rise[i] for i in free}) < 2:
            i = max((i for i in rows if beta[i] < high[i]), key=rise.__getitem__)
            j = min((j for j in rows if beta[j] > low[j]), key=rise.__getitem__)
            if rise[i] <= rise[j]:
                square = forces @ (A @ w)
                if square < 0:
                    return None  # no inner products
                try:
                    norm = (square / (below**2 * scale)) ** 0.5
                except OverflowError:
                    return None  # its square is longer than a float
                w = None if gram else np.array([x / (below * unit) for x in w])
                return Optimum(w, norm, np.array([float(abs(x)) for x in beta[-len(y) :]]))
            free = [*free, i if rise[i] > rise[free[0]] else j] if free else [i, j]
        if len(free) > LARGEST or below.bit_length() > DIGITS:
            return None
        apart = A[free[1:]] - A[free[0]]  # from the first of the free ones
        M = apart[:, free[1:]] - apart[:, free[:1]] if gram else apart @ apart.T
        step, t = _step(M, rise[free[1:]] - rise[free[0]], below)
        ends = [high[i] if p > 0 else low[i] for i, p in zip(free, step, strict=True)]
        reached = zip(free, step, ends, strict=True)
        t = min([t, *((e - beta[i]) / p for i, p, e in reached if p and abs(e) < np.inf)])
        if t == np.inf or not any(step):
            return None
        for i, p in zip(free, step, strict=True):
            beta[i] += t * p
    return None


def _step(M, rise, below: int) -> tuple[list[Fraction], int | float]:
    """Steps with sum 0 to the top of the dual, and 1; where it is flat, along it, and infinity."""
    found, t = solve_whole(M, rise), 1
    if found is not None:
        found = [x / below for x in found]
    else:
        size, above, found = 0, len(M), []  # the first so many rows are independent
        while above - size > 1:
            middle = (size + above) // 2
            solved = solve_whole(M[:middle, :middle], M[:middle, middle])
            if solved is None:
                above = middle
            else:
                size, found = middle, solved
        found, t = [*(-x for x in found), Fraction(1), *[Fraction(0)] * (len(M) - size - 1)], np.inf
    if sum(x * r for x, r in zip(found, rise, strict=True)) < 0:
        found = [-x for x in found]
    return [-sum(found), *found], t


def _balanced(y, C: np.ndarray, offset: bool, alpha: np.ndarray) -> list[Fraction]:
    """α y as fractions: those near 0 and C on these bounds and, with an offset, of sum 0."""
    alpha = np.clip(alpha, 0, C) if np.isfinite(alpha).all() else np.zeros(len(y))
    small, full = alpha <= 1e-6 * np.minimum(C, alpha.max()), alpha >= (1 - 1e-6) * C
    alpha = np.where(small, 0, np.where(full, C, alpha))
    beta = [Fraction(force) for force in (alpha * y).tolist()]
    excess = sum(beta) if offset else 0
    for i in sorted(range(len(y)), key=lambda i: (alpha[i] == C[i], -alpha[i])):
        if beta[i] * excess > 0:
            less = min(abs(beta[i]), abs(excess)) * int(y[i])
            beta[i], excess = beta[i] - less, excess - less
    return beta
