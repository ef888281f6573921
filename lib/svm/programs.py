"""A linear program, for SciPy's solver, that distinguishes a thin margin from none."""

import numpy as np

from lib.samples import Sample


def widest_in_a_cube(sample: Sample, offset: bool) -> np.ndarray:
    """α, shape (n,), of a separator easier to find: the one of largest y f where |w_j| <= 1.

    The simplex method distinguishes thin margins from none better than an interior-point one.
    Zeros where it finds none.
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
