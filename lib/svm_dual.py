"""The dual of the hard and of the soft margin, and the scalars of its theorems.

Chapter *Duality and support vectors*; Chevaleyre 4.1–4.2.
"""

import numpy as np

from lib.checks import as_finite, as_price, as_vector
from lib.max_margin import unboxed
from lib.samples import Sample
from lib.svm.active_set import refine, refine_separator
from lib.svm.certificates import slack
from lib.svm.programs import Answers, certified, normalized, priced, refuse_one_class, solve
from lib.svm.solution import Solution


def observe(sample: Sample, w, b: float, alpha, C: float = np.inf) -> dict[str, np.ndarray | float]:
    """The scalars of any w, b and α: the symbols of the theorems on duality.

    Arrays of shape (n,): y, alpha, s = ⟨w,x⟩, f, g = y f, h = 1 - g, xi, delta = f/‖w‖, and the
    sums without the example, S_before and A_before. Numbers: U = ‖w‖, V = ‖v‖ with v = Σ α y x,
    apart = ‖w - v‖, p = ⟨w,v⟩, A = Σα, beta = Σαy, S = Σαg, K = C Σξ, X = Σαξ, slackness = S - A,
    slack_terms, bound_terms, the primal value P, the dual value D, and the faces of the slab,
    upper and lower, at ±1/‖w‖.
    """
    w, alpha = as_vector("w", w, sample.d), as_vector("alpha", alpha, sample.n, of="examples")
    b, C = as_finite("b", b), as_price("C", C)
    v, s, U = alpha @ sample.signed, sample.X @ w, float(np.linalg.norm(w))
    f = s + b
    g = sample.y * f
    xi = slack(g, C)
    A, S, X, K = alpha.sum(), alpha @ g, alpha @ xi, C * xi.sum() if xi.any() else 0.0
    return {
        "y": sample.y, "alpha": alpha, "s": s, "f": f, "g": g, "h": 1 - g, "xi": xi,
        "delta": f / U, "S_before": S - alpha * g, "A_before": A - alpha,
        "A": A, "S": S, "X": X, "K": K, "slackness": S - A, "beta": alpha @ sample.y,
        "slack_terms": alpha @ (g - 1 + xi), "bound_terms": K - X, "p": w @ v,
        "P": U**2 / 2 + K, "D": A - v @ v / 2, "b": b, "C": C, "upper": 1 / U, "lower": -1 / U,
        "U": U, "V": np.linalg.norm(v), "apart": np.linalg.norm(w - v),
    }  # fmt: skip


def dual(sample: Sample, C: float = np.inf, *, offset: bool = True) -> Solution:
    """Maximize Σα - ½‖Σ α y x‖² subject to 0 <= α <= C and Σ α y = 0; then w = Σ α y x.

    The other road to the solution of `soft_margin`, or of `hard_margin` when C is infinite.
    """
    refuse_one_class(sample, offset)
    C = as_price("C", C)
    near, unit = normalized(sample, offset)
    answers, status = dual_answers(near, priced(C, unit), offset)
    return certified(sample, C, offset, unit, answers, status)


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
    status = solve(cp.Problem(cp.Maximize(p * cp.sum(share) - p * unit * square), constraints))
    alpha = np.zeros(sample.n) if share.value is None else unit * share.value

    def answers() -> Answers:
        yield alpha @ sample.signed, alpha
        if np.isfinite(C):
            yield from unboxed(sample, C, offset)
        yield from refine(sample, C, alpha, offset)
        if np.isinf(C):
            yield from refine_separator(sample, offset)

    return answers(), status
