"""Maximum-margin separators as convex programs: hard and soft margin, primal and dual.

Chapters *Maximum margins*, *Duality and support vectors*, *Soft margins*; Shewchuk (maximum margin
classifiers), Chevaleyre 4. cvxpy solves; a `Solution` leaves this module only when its duality gap
is a small share of its objective, whatever the solver says of itself.
"""

import warnings

import numpy as np

from lib.checks import as_positive
from lib.samples import Sample
from lib.separability import NotSeparable, common_point
from lib.solution import Solution

ACCEPTED = 1e-6  # the largest gap, as a share of the objective, of a solution that is returned
TIGHT = {"tol_gap_abs": 1e-12, "tol_gap_rel": 1e-12, "tol_feas": 1e-12}


class SoftMargin:
    """The soft-margin problem of one sample, compiled once: `SoftMargin(sample)(C)` solves it.

    Minimizes ½‖w‖² + C Σξ subject to y f >= 1 - ξ and ξ >= 0. Chevaleyre 4.2.

    Parameters
    ----------
    sample : Sample
    offset : bool
        False for a hyperplane through the origin.

    Raises
    ------
    ValueError
        When the sample has one class only and an offset is wanted; from a call, when C is not
        positive or when the solver reached no certified optimum.
    """

    def __init__(self, sample: Sample, *, offset: bool = True):
        import cvxpy as cp

        _refuse_one_class(sample, offset)
        self.sample, self.offset = sample, offset
        self._C = cp.Parameter(pos=True)
        self._w, self._b = cp.Variable(sample.d), cp.Variable() if offset else 0.0
        xi = cp.Variable(sample.n, nonneg=True)
        self._margins = cp.multiply(sample.y, sample.X @ self._w + self._b) >= 1 - xi
        loss = cp.sum_squares(self._w) / 2 + self._C * cp.sum(xi)
        self._problem = cp.Problem(cp.Minimize(loss), [self._margins])

    def __call__(self, C: float) -> Solution:
        self._C.value = as_positive("C", C)
        status = _solve(self._problem)
        return _certified(
            self.sample, float(C), self._w.value, self._margins.dual_value, status, self.offset
        )


def soft_margin(sample: Sample, C: float, *, offset: bool = True) -> Solution:
    """Solve the soft-margin problem for one C; `SoftMargin` serves many."""
    return SoftMargin(sample, offset=offset)(C)


def hard_margin(sample: Sample, *, offset: bool = True) -> Solution:
    """Minimize ½‖w‖² subject to y f >= 1: the largest margin of any separator.

    Raises NotSeparable, with a certificate, when there is no separator, and ValueError when the
    sample has one class only and an offset is wanted.
    """
    import cvxpy as cp

    _refuse_one_class(sample, offset)
    w, b = cp.Variable(sample.d), cp.Variable() if offset else 0.0
    margins = cp.multiply(sample.y, sample.X @ w + b) >= 1
    status = _solve(cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [margins]))
    return _certified(sample, np.inf, w.value, margins.dual_value, status, offset)


def dual(sample: Sample, C: float = np.inf, *, offset: bool = True) -> Solution:
    """Maximize Σα - ½‖Σ α y x‖² subject to 0 <= α <= C and Σ α y = 0; then w = Σ α y x.

    The other road to the solution of `soft_margin`, or of `hard_margin` when C is infinite.
    """
    import cvxpy as cp

    _refuse_one_class(sample, offset)
    alpha = cp.Variable(sample.n, nonneg=True)
    constraints = [alpha <= as_positive("C", C)] if not np.isposinf(C) else []
    constraints += [sample.y @ alpha == 0] if offset else []
    # The d weights squared: the n by n matrix of inner products is never formed.
    value = cp.sum(alpha) - cp.sum_squares(sample.signed.T @ alpha) / 2
    status = _solve(cp.Problem(cp.Maximize(value), constraints))
    w = None if alpha.value is None else alpha.value @ sample.signed
    return _certified(sample, float(C), w, alpha.value, status, offset)


def max_margin(sample: Sample) -> tuple[np.ndarray, float]:
    """The unit u through the origin with the largest margin, and that margin γ = min y⟨x,u⟩.

    γ is measured on the returned u, so it is a margin that the sample has, whatever the solver's
    accuracy. Raises NotSeparable when no hyperplane through the origin separates the sample.
    """
    w = hard_margin(sample, offset=False).w
    u = w / np.linalg.norm(w)
    return u, float((sample.signed @ u).min())


def _refuse_one_class(sample: Sample, offset: bool) -> None:
    if offset and abs(sample.y.sum()) == sample.n:
        raise ValueError(
            f"y holds one class only, {sample.y[0]:+g}, so w = 0 with b = {sample.y[0]:+g} solves "
            "the problem; give examples of both classes, or offset=False"
        )


def _solve(problem) -> str:
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


def _certified(sample, C, w, alpha, status, offset) -> Solution:
    """Complete what the solver found to a solution with a small gap, or say why there is none."""
    solution = None if w is None else Solution.complete(sample, C, w, alpha, offset)
    if solution is not None and solution.gap.relative <= ACCEPTED:
        return solution
    weights = common_point(sample, offset=offset) if np.isinf(C) else None
    if weights is not None:
        through, remedy = (
            ("", "") if offset else (" through 0", "lift the sample for an offset, or ")
        )
        raise NotSeparable(
            f"no hyperplane{through} separates {sample.name!r}: the weights of this error certify "
            f"it; {remedy}use a soft margin, soft_margin(sample, C)",
            weights,
        )
    reach = np.abs(sample.X).max(axis=0)
    raise ValueError(
        f"no certified optimum on {sample.name!r} (cvxpy: {status}); its features reach "
        f"{reach.min():.3g} to {reach.max():.3g}: standardize(sample) first, or lower C"
    )
