"""Climb the dual of a support vector machine two multipliers at a time.

With an offset Σ α y = 0 ties the multipliers, so that the smallest step moves two of them. The pair
is the one that violates optimality most. Chapter *Dual ascent*.
"""

from collections.abc import Iterator

import numpy as np

STEPS = 100  # an example, at most


def pair_ascent(
    K: np.ndarray, y: np.ndarray, C: float, *, alpha: np.ndarray | None = None
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Pairs of α and of the scores K(αy), both of shape (n,), after every n steps.

    Maximizes Σα - ½ (αy)ᵀK(αy) subject to 0 <= α <= C and Σ α y = 0, from `alpha` or from 0. With
    β = αy a step adds t to one β and takes it from another: from those that can grow, i with the
    largest y - score, and from those that can shrink, j with the least. Ends at the optimum up to
    rounding, or after STEPS n steps.
    """
    n, diagonal = len(y), K.diagonal().tolist()
    beta = np.zeros(n) if alpha is None else alpha * y
    low, high = np.minimum(0, C * y), np.maximum(0, C * y)
    rise = y - K @ beta  # what the objective gains by a unit of β
    # Where β cannot grow, its rise is out of the contest for i, and where it cannot shrink, for j.
    up, down = np.where(beta < high, rise, -np.inf), np.where(beta > low, rise, np.inf)
    step = np.empty(n)
    beta, low, high = beta.tolist(), low.tolist(), high.tolist()
    for count in range(1, STEPS * n + 1):
        i, j = int(up.argmax()), int(down.argmin())
        gain, bend = float(up[i] - down[j]), diagonal[i] + diagonal[j] - 2 * float(K[i, j])
        best = gain / bend if bend > 0 else np.inf
        t = min(best, high[i] - beta[i], beta[j] - low[j])
        done = not gain > 1e-14 * (abs(up[i]) + abs(down[j]) + 1)
        if not done:
            beta[i] = high[i] if t == high[i] - beta[i] else beta[i] + t
            beta[j] = low[j] if t == beta[j] - low[j] else beta[j] - t
            np.subtract(K[i], K[j], out=step)
            step *= t
            up -= step
            down -= step
            rise_i, rise_j = up[i], down[j]
            up[i] = rise_i if beta[i] < high[i] else -np.inf
            down[i], up[j] = rise_i, rise_j
            down[j] = rise_j if beta[j] > low[j] else np.inf
        if done or count % n == 0:
            found = np.array(beta)
            yield found * y, K @ found
        if done:
            return
