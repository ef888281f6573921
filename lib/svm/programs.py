"""What the programs of the three chapters on margins share.

cvxpy solves on examples moved to 0 and scaled to length 1, where its tolerances mean something. A
`Solution` leaves the library only when its duality gap, on the data as given, is a small share of
its objective, whatever the solver says of itself.
"""

import warnings
from collections.abc import Iterator

import numpy as np

from lib.samples import Sample
from lib.svm.solution import Solution
from lib.svm.verdicts import best_of, refuse

TIGHT = {"tol_gap_abs": 1e-12, "tol_gap_rel": 1e-12, "tol_feas": 1e-12}
Answers = Iterator[tuple[np.ndarray, np.ndarray]]


def refuse_one_class(sample: Sample, offset: bool) -> None:
    """Raise ValueError where one class is missing and an offset makes the problem empty."""
    if offset and abs(sample.y.sum()) == sample.n:
        raise ValueError(
            f"y holds one class only, {sample.y[0]:+g}, so w = 0 with b = {sample.y[0]:+g} solves "
            "the problem; give examples of both classes, or offset=False"
        )


def normalized(sample: Sample, offset: bool) -> tuple[Sample, float]:
    """The sample with its mean at 0, if b is free, and its longest example between ½ and 2.

    Also the unit of length: a power of two, so that dividing by it rounds nothing.
    """
    X = sample.X - sample.X.mean(axis=0) if offset else sample.X
    reach = np.abs(X).max()
    reach = reach * np.linalg.norm(X / reach, axis=1).max() if reach > 0 else 1.0
    unit = 2.0 ** np.round(np.log2(reach))
    return Sample(X / unit, sample.y, sample.name, sample.features), float(unit)


def solve(problem) -> str:
    """Solve to the tightest tolerance and return the status; the certificate judges the rest."""
    import cvxpy as cp

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Solution may be inaccurate")
        try:
            # A warm start would keep the scaling of the first C, and fail 300 times away from it.
            problem.solve(solver=cp.CLARABEL, warm_start=False, **TIGHT)
        except cp.SolverError:
            return "solver error"
    return problem.status


def certified(sample, C, offset, unit, answers, status) -> Solution:
    """The best answer on the data as given; `answers` are for another unit of length."""
    # A feature without a spread has no say beside an offset; a solver's noise in it would.
    spread = np.ptp(sample.X, axis=0) > 0 if offset else np.ones(sample.d, dtype=bool)
    given = (
        Solution.complete(sample, C, spread * w / unit, alpha / unit**2, offset)
        for w, alpha in answers
        if np.isfinite(w).all() and np.isfinite(alpha).all()
    )
    best, least = best_of(given)
    if best is None:
        refuse(sample, C, offset, least, status)
    return best


def priced(C: float, unit: float) -> float:
    """C for examples in units of `unit`; raises ValueError where floats cannot hold it."""
    near = C * unit**2
    if np.isfinite(C) and not 1e-150 < near < 1e150:
        raise ValueError(
            f"C={C!r} is out of range for examples of this length; "
            f"give one nearer to {1 / unit**2:.0e}"
        )
    return near
