"""What other packages are asked for, in their words: a quadratic and a linear program.

Nothing is promised of the multipliers that come back: the duality gap is for the caller to judge.
The longest example should have a length near 1, where the solvers' tolerances mean something.
"""

import warnings

import numpy as np

from lib.samples import Sample

TIGHT = {"tol_gap_abs": 1e-12, "tol_gap_rel": 1e-12, "tol_feas": 1e-12}


def solve_dual(sample: Sample, C: float, offset: bool) -> tuple[np.ndarray, str]:
    """α, shape (n,), that cvxpy finds for the dual, and its status; zeros where it finds none.

    Maximizes Σα - ½‖Σ α y x‖² subject to 0 <= α <= C and, with an offset, Σ α y = 0.
    """
    import cvxpy as cp

    # Forces as shares of C.
    unit = 1.0 if np.isinf(C) else C
    share = cp.Variable(sample.n, nonneg=True)
    constraints = [] if np.isinf(C) else [share <= 1]
    constraints += [sample.y @ share == 0] if offset else []
    # The d weights squared: the n by n matrix of inner products is never formed.
    square = cp.sum_squares(sample.signed.T @ share) / 2
    p = min(1.0, 1 / unit)
    problem = cp.Problem(cp.Maximize(p * cp.sum(share) - p * unit * square), constraints)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Solution may be inaccurate")
        try:
            problem.solve(solver=cp.CLARABEL, **TIGHT)
        except cp.SolverError:
            return np.zeros(sample.n), "solver error"
    return np.zeros(sample.n) if share.value is None else unit * share.value, problem.status


def widest_in_a_cube(sample: Sample, offset: bool) -> np.ndarray:
    """α, shape (n,), of a separator easier to find: the one of largest y f where |w_j| <= 1.

    A linear program, by the simplex method, tells thin margins from none better than an
    interior-point method can. Zeros where it finds none.
    """
    from scipy.optimize import linprog

    columns = [sample.signed, *([sample.y[:, None]] if offset else []), -np.ones((sample.n, 1))]
    least = np.zeros(sum(column.shape[1] for column in columns))
    least[-1] = -1
    bounds = [(-1, 1)] * sample.d + [(None, None)] * (len(least) - sample.d)
    sharp = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    found = linprog(
        least, -np.hstack(columns), np.zeros(sample.n), bounds=bounds, method="highs", options=sharp
    )
    return -found.ineqlin.marginals if found.status == 0 else np.zeros(sample.n)
