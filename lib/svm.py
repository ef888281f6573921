"""Maximum-margin separators, solved as convex programs by cvxpy.

Chapter *Maximum margins*; Shewchuk (maximum margin classifiers), Chevaleyre 4.
"""

import numpy as np

from lib.samples import Sample


def max_margin(sample: Sample) -> tuple[np.ndarray, float]:
    """The unit u through the origin with the largest margin, and that margin γ = min y⟨x,u⟩.

    Solves min ‖w‖² subject to y⟨w,x⟩ >= 1. γ is measured on the returned u, so it is a margin that
    the sample has, whatever the solver's accuracy. Raises ValueError when no hyperplane through
    the origin separates the sample.
    """
    import cvxpy as cp

    w = cp.Variable(sample.d)
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w)), [sample.signed @ w >= 1])
    problem.solve(solver=cp.CLARABEL)
    if problem.status != cp.OPTIMAL:
        raise ValueError(
            f"no hyperplane through 0 separates {sample.name!r} (cvxpy: {problem.status}); "
            "lift the sample for an offset, or use a soft margin"
        )
    u = w.value / np.linalg.norm(w.value)
    return u, float((sample.signed @ u).min())
