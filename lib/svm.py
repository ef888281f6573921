"""Maximum-margin separators as convex programs: hard and soft margin, primal and dual.

Chapters *Maximum margins*, *Duality and support vectors*, *Soft margins*; Shewchuk (maximum margin
classifiers), Chevaleyre 4. cvxpy solves on examples moved to 0 and scaled to length 1, where its
tolerances mean something. A `Solution` leaves this module only when its duality gap, on the data as
given, is a small share of its objective, whatever the solver says of itself.
"""

import warnings
from collections.abc import Iterator

import numpy as np

from lib.active_set import refine
from lib.checks import as_positive, as_price
from lib.samples import Sample
from lib.solution import Solution
from lib.verdicts import best_of, refuse

TIGHT = {"tol_gap_abs": 1e-12, "tol_gap_rel": 1e-12, "tol_feas": 1e-12}
Answers = Iterator[tuple[np.ndarray, np.ndarray]]


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
        positive and finite. Undecided, which is a ValueError, when no certified optimum is found.
    """

    def __init__(self, sample: Sample, *, offset: bool = True):
        import cvxpy as cp

        refuse_one_class(sample, offset)
        self.sample, self.offset = sample, offset
        self._near, self._unit = normalized(sample, offset)
        # With w = k v the objective, divided by C, is p ½‖v‖² + Σξ: no number in it is extreme.
        self._k, self._p = cp.Parameter(pos=True), cp.Parameter(pos=True)
        self._v, b = cp.Variable(sample.d), cp.Variable() if offset else 0.0
        xi = cp.Variable(sample.n, nonneg=True)
        f = self._k * (self._near.X @ self._v) + b
        self._margins = cp.multiply(sample.y, f) >= 1 - xi
        loss = self._p * cp.sum_squares(self._v) / 2 + cp.sum(xi)
        self._problem = cp.Problem(cp.Minimize(loss), [self._margins])

    def __call__(self, C: float) -> Solution:
        C = as_positive("C", C)
        near = _priced(C, self._unit)
        self._k.value, self._p.value = min(1.0, near), min(near, 1 / near)
        status = _solve(self._problem)
        return _certified(self.sample, C, self.offset, self._unit, self._answers(near), status)

    def _answers(self, C: float) -> Answers:
        v, force = self._v.value, self._margins.dual_value
        if v is not None and force is not None:
            yield self._k.value * v, C * force
        yield from _unboxed(self._near, C, self.offset)
        if v is not None and force is not None:
            yield from refine(self._near, C, C * force, self.offset)


def soft_margin(sample: Sample, C: float, *, offset: bool = True) -> Solution:
    """Solve the soft-margin problem for one C; `SoftMargin` serves many."""
    return SoftMargin(sample, offset=offset)(C)


def hard_margin(sample: Sample, *, offset: bool = True) -> Solution:
    """Minimize ½‖w‖² subject to y f >= 1: the largest margin of any separator.

    Raises NotSeparable, with an exact certificate, when there is no separator; Undecided when
    neither is found; and ValueError when the sample has one class only and an offset is wanted.
    """
    refuse_one_class(sample, offset)
    near, unit = normalized(sample, offset)
    answers, status = _hard_answers(near, offset)
    return _certified(sample, np.inf, offset, unit, answers, status)


def dual(sample: Sample, C: float = np.inf, *, offset: bool = True) -> Solution:
    """Maximize Σα - ½‖Σ α y x‖² subject to 0 <= α <= C and Σ α y = 0; then w = Σ α y x.

    The other road to the solution of `soft_margin`, or of `hard_margin` when C is infinite.
    """
    refuse_one_class(sample, offset)
    C = as_price("C", C)
    near, unit = normalized(sample, offset)
    answers, status = dual_answers(near, _priced(C, unit), offset)
    return _certified(sample, C, offset, unit, answers, status)


def dual_answers(sample: Sample, C: float, offset: bool) -> tuple[Answers, str]:
    """What cvxpy finds for the dual program, and what that points at: pairs of w and α.

    Nothing is promised of a pair; its gap is for the caller to judge. Also the solver's status. The
    longest example should have a length near 1.
    """
    import cvxpy as cp

    # Forces as shares of C, or of the largest price a box of this size can ask.
    unit = 1.0 if np.isinf(C) else C
    share = cp.Variable(sample.n, nonneg=True)
    constraints = [] if np.isinf(C) else [share <= 1]
    constraints += [sample.y @ share == 0] if offset else []
    # The d weights squared: the n by n matrix of inner products is never formed.
    square = cp.sum_squares(sample.signed.T @ share) / 2
    p = min(1.0, 1 / unit)
    status = _solve(cp.Problem(cp.Maximize(p * cp.sum(share) - p * unit * square), constraints))
    alpha = np.zeros(sample.n) if share.value is None else unit * share.value

    def answers() -> Answers:
        yield alpha @ sample.signed, alpha
        if np.isfinite(C):
            yield from _unboxed(sample, C, offset)
        yield from refine(sample, C, alpha, offset)
        if np.isinf(C):
            yield from refine(sample, C, _touching(sample, offset), offset)

    return answers(), status


def max_margin(sample: Sample) -> tuple[np.ndarray, float]:
    """The unit u through the origin with the largest margin, and that margin γ = min y⟨x,u⟩.

    γ is measured on the returned u, so it is a margin that the sample has, whatever the solver's
    accuracy. Raises NotSeparable when no hyperplane through the origin separates the sample, and
    Undecided when neither a separator nor a certificate is found.
    """
    w = hard_margin(sample, offset=False).w
    u = w / np.linalg.norm(w)
    return u, float((sample.signed @ u).min())


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


def _hard_answers(near: Sample, offset: bool) -> tuple[Answers, str]:
    import cvxpy as cp

    w, b = cp.Variable(near.d), cp.Variable() if offset else 0.0
    margins = cp.multiply(near.y, near.X @ w + b) >= 1
    status = _solve(cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [margins]))

    def answers() -> Answers:
        if w.value is not None and margins.dual_value is not None:
            yield w.value, margins.dual_value
            yield from refine(near, np.inf, margins.dual_value, offset)
        yield from refine(near, np.inf, _touching(near, offset), offset)

    return answers(), status


def _unboxed(near: Sample, C: float, offset: bool) -> Answers:
    """The hard margin's answers, where no multiplier exceeds C: the soft margin is the hard one.

    A little longer, so that no rounding leaves a slack, which a large C would make dear.
    """
    for w, alpha in _hard_answers(near, offset)[0]:
        hard = Solution.complete(near, np.inf, w, alpha, offset)
        if hard is not None and hard.alpha.max() <= C:
            for more in (1 + 1e-9, 1 + 2e-7):
                yield more * hard.w, np.minimum(C, more * hard.alpha)


def _touching(near: Sample, offset: bool) -> np.ndarray:
    """Multipliers of a separator that is easier to find: the widest where |w_j| <= 1.

    A linear program, by the simplex method, tells thin margins from none better than an
    interior-point method can. Shape (n,).
    """
    from scipy.optimize import linprog

    columns = [near.signed, *([near.y[:, None]] if offset else []), -np.ones((near.n, 1))]
    least = np.zeros(sum(column.shape[1] for column in columns))
    least[-1] = -1
    bounds = [(-1, 1)] * near.d + [(None, None)] * (len(least) - near.d)
    sharp = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    found = linprog(
        least, -np.hstack(columns), np.zeros(near.n), bounds=bounds, method="highs", options=sharp
    )
    return np.zeros(near.n) if found.status else -found.ineqlin.marginals


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


def _certified(sample, C, offset, unit, answers, status) -> Solution:
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


def _priced(C: float, unit: float) -> float:
    """C for examples in units of `unit`; raises ValueError where floats cannot hold it."""
    near = C * unit**2
    if np.isfinite(C) and not 1e-150 < near < 1e150:
        raise ValueError(
            f"C={C!r} is out of range for examples of this length; "
            f"give one nearer to {1 / unit**2:.0e}"
        )
    return near
