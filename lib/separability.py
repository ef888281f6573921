"""Whether any hyperplane separates a sample, and a certificate when none does.

Chapters *Maximum margins* and *Soft margins*; Chevaleyre 1.2.
"""

import numpy as np

from lib.certificates import feasible
from lib.samples import Sample


class NotSeparable(ValueError):
    """No hyperplane separates the sample.

    `weights`, shape (n,), certifies it: they are nonnegative and Σ weights y x = 0 (with an offset
    also Σ weights y = 0), so a point lies in the convex hulls of both classes. See
    `lib.certificates.margin_interval`.
    """

    def __init__(self, message: str, weights: np.ndarray):
        super().__init__(message)
        self.weights = weights


def common_point(sample: Sample, *, offset: bool = True) -> np.ndarray | None:
    """Weights that certify that no hyperplane separates the sample, or None without such weights.

    Nonnegative, with sum 1, Σ weights y x = 0 and, with an offset, Σ weights y = 0: doubled, they
    average each class to the same point, which then lies in both convex hulls.
    """
    from scipy.optimize import linprog

    # Neither a shift (with an offset) nor the scale of a feature changes the answer.
    X = sample.X - sample.X.mean(axis=0) if offset else sample.X
    reach = np.abs(X).max(axis=0)
    signed = sample.y[:, None] * X / np.where(reach > 0, reach, 1)
    balance = [sample.y[None]] if offset else []
    A = np.vstack([np.ones((1, sample.n)), signed.T, *balance])
    goal = np.zeros(len(A))
    goal[0] = 1
    found = linprog(np.zeros(sample.n), A_eq=A, b_eq=goal, method="highs")
    if found.status != 0:
        return None
    weights = feasible(sample, found.x, offset=offset)
    return weights if np.abs(weights @ signed).max() <= 1e-9 else None
