"""An interior-point method for the soft margin: its steps stay inside the box 0 <= α <= C.

A step is Newton's towards Σ α y x = w and α l = (C - α) ξ = μ, where l = max(0, y f - 1).
Mehrotra's choice of μ (1992) takes some twenty steps at any n and C. Chapter *Soft margins*.
"""

import numpy as np

from lib.checks import Price
from lib.svm.certificates import by_highest

STEPS = 60  # at most; each costs n d², or n³
SHORT = 0.995  # the share of a step that would take the first number to 0


def interior(X: np.ndarray, y: np.ndarray, C: Price, offset: bool) -> tuple[np.ndarray, np.ndarray]:
    """w, shape (d,), and α, shape (n,), near the optimum of the soft margin with finite prices C.

    The pair's duality gap is for the caller to check. The longest example, a row of X, should have
    a length near 1.
    """
    # In these units no number is extreme: with C the highest price, a = α/C lies between 0 and an
    # example's share of it, x is (w/√C, b), and y f is A x.
    (n, d), (C, share) = X.shape, by_highest(C, len(X))
    root = np.sqrt(C)
    A = y[:, None] * np.hstack([root * X, np.ones((n, int(offset)))])
    bend = np.repeat([1.0, 0.0], [d, int(offset)])  # b costs nothing
    x, a = np.zeros(len(bend)), share / 2
    below, over, xi = share - a, np.ones(n), np.ones(n)
    for _ in range(STEPS):
        mu = (a @ over + below @ xi) / (2 * n)
        if mu < 1e-15 * a.max():
            break
        left, rest = 1 - A @ x + over - xi, A.T @ a - bend * x
        weight = 1 / (over / a + xi / below)
        half = np.sqrt(weight)[:, None] * A
        square = np.diag(bend) + half.T @ half
        try:
            # Predictor: the step to μ = 0. Corrector: to a μ by how far that would lead, with the
            # products of two changes that the first step left out.
            low = high = 0.0
            for predict in (True, False):
                goal = left + low / a - over - high / below + xi
                dx = np.linalg.solve(square, rest + A.T @ (weight * goal))
                da = weight * (goal - A @ dx)
                do, dxi = (low - over * da) / a - over, (high + xi * da) / below - xi
                pairs = (a, da), (below, -da), (over, do), (xi, dxi)
                # As far as all stay positive, with a little to spare.
                t = min(1.0, *(SHORT / max(1e-300, (-dz / z).max()) for z, dz in pairs))
                if predict:
                    ahead = (a + t * da) @ (over + t * do) + (below - t * da) @ (xi + t * dxi)
                    mu *= (ahead / (2 * n * mu)) ** 3
                    low, high = mu - da * do, mu + da * dxi
        except np.linalg.LinAlgError:
            break
        if not t > 1e-6:
            break
        x, a, below = x + t * dx, a + t * da, below - t * da
        over, xi = over + t * do, xi + t * dxi
    return root * x[:d], C * a
