"""An oracle for every margin, soft or hard, in fractions: Lemke's complementary pivots.

The optimality conditions ask for z >= 0 with q + M z >= 0 and no product of the two above 0, where
z holds α, the slack of each example and b as a difference of two numbers. Ties are broken by the
order of vectors, so it ends (Cottle, Pang and Stone 1992, 4.4 and 4.9). It shares nothing with lib.
"""

from fractions import Fraction

import numpy as np


def optimum(K, y, C, offset=True):
    """α, and the least and the greatest b that are optimal; None without a hard margin.

    `K` holds the products of the examples, as whole numbers or fractions; C may be infinite, or a
    list of a price for each.
    """
    n, y = len(y), [int(label) for label in y]
    C = np.broadcast_to(np.array(C, dtype=object), n).tolist()
    soft = C[0] < np.inf
    K = [[Fraction(entry) for entry in row] for row in np.array(K).tolist()]
    one = [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]
    signs = (1, -1) if offset else ()
    M = [
        [K[i][j] * y[i] * y[j] for j in range(n)] + one[i] * soft + [s * y[i] for s in signs]
        for i in range(n)
    ]
    M += [[-e for e in one[i]] + [0] * (n + len(signs)) for i in range(n) if soft]
    M += [[-s * label for label in y] + [0] * (n * soft + len(signs)) for s in signs]
    z = lemke(M, [-1] * n + ([Fraction(c) for c in C] if soft else []) + [0] * len(signs))
    if z is None:
        return None
    alpha = z[:n]
    wished = [y[i] - sum(K[i][j] * alpha[j] * y[j] for j in range(n)) for i in range(n)]
    rises = [a < c if label > 0 else a > 0 for a, label, c in zip(alpha, y, C, strict=True)]
    falls = [a > 0 if label > 0 else a < c for a, label, c in zip(alpha, y, C, strict=True)]
    low = max((b for b, may in zip(wished, rises, strict=True) if may), default=-np.inf)
    high = min((b for b, may in zip(wished, falls, strict=True) if may), default=np.inf)
    assert low <= high if offset else low <= 0 <= high, "the oracle is wrong"
    return alpha, low, high


def lemke(M, q):
    """A z >= 0 with q + M z >= 0 and no product above 0; None where there is none."""
    m = len(q)
    rows = [
        [Fraction(e) for e in (*(int(i == j) for j in range(m)), *(-e for e in M[i]), -1, q[i])]
        for i in range(m)
    ]
    basis, entering = list(range(m)), 2 * m
    leaving = min(range(m), key=lambda i: [rows[i][-1], *rows[i][:m]])
    while True:
        top = rows[leaving] = [e / rows[leaving][entering] for e in rows[leaving]]
        for i in range(m):
            if i != leaving and (share := rows[i][entering]):
                rows[i] = [e - share * t for e, t in zip(rows[i], top, strict=True)]
        gone, basis[leaving] = basis[leaving], entering
        if gone == 2 * m:
            found = dict(zip(basis, (row[-1] for row in rows), strict=True))
            return [found.get(m + i, Fraction(0)) for i in range(m)]
        entering = gone + m if gone < m else gone - m
        held = [i for i in range(m) if rows[i][entering] > 0]
        if not held:
            return None
        leaving = min(
            held, key=lambda i: [e / rows[i][entering] for e in [rows[i][-1], *rows[i][:m]]]
        )
