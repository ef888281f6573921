"""The dual of the hard and of the soft margin.

Chapter *Duality and support vectors*; Chevaleyre 4.1–4.2.
"""

import numpy as np

from lib.checks import as_price
from lib.max_margin import unboxed
from lib.samples import Sample
from lib.svm.active_set import refine, refine_separator
from lib.svm.programs import Answers, certified, normalized, priced, refuse_one_class, solve
from lib.svm.solution import Solution


def dual(sample: Sample, C: float = np.inf, *, offset: bool = True) -> Solution:
    """Maximize Σα - ½‖Σ α y x‖² subject to 0 <= α <= C and Σ α y = 0; then w = Σ α y x.

    The other road to the solution of `soft_margin`, or of `hard_margin` when C is infinite.
    """
    refuse_one_class(sample, offset)
    C = as_price("C", C)
    near, unit = normalized(sample, offset)
    said: list[str] = []
    answers = dual_answers(near, priced(C, unit), offset, said)
    return certified(sample, C, offset, unit, answers, said)


def dual_answers(sample: Sample, C: float, offset: bool, said: list[str]) -> Answers:
    """What cvxpy finds for the dual program, and what that points at: pairs of w and α.

    Nothing is promised of a pair; its gap is for the caller to judge. The solver's status gets into
    `said`. The longest example should have a length near 1.
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
    said.append(solve(cp.Problem(cp.Maximize(p * cp.sum(share) - p * unit * square), constraints)))
    alpha = np.zeros(sample.n) if share.value is None else unit * share.value
    yield alpha @ sample.signed, alpha
    if np.isfinite(C):
        yield from unboxed(sample, C, offset)
    yield from refine(sample, C, alpha, offset)
    if np.isinf(C):
        yield from refine_separator(sample, offset)
