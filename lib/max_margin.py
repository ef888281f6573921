"""The widest separator: the hard margin as a convex program.

Chapter *Maximum margins*; Shewchuk (maximum margin classifiers), Chevaleyre 4.1.
"""

import numpy as np

from lib.samples import Sample
from lib.svm.active_set import refine, refine_separator
from lib.svm.programs import Answers, certified, longer, normalized, refuse_one_class, solve
from lib.svm.solution import Solution


def hard_margin(sample: Sample, *, offset: bool = True) -> Solution:
    """Minimize ½‖w‖² subject to y f >= 1: the largest margin of any separator.

    Raises NotSeparable, with an exact certificate, when there is no separator; Undecided when
    neither is found; and ValueError when the sample has one class only and an offset is wanted.
    """
    refuse_one_class(sample, offset)
    near, unit = normalized(sample, offset)
    said: list[str] = []
    return certified(sample, np.inf, offset, unit, _answers(near, offset, said), said)


def max_margin(sample: Sample) -> tuple[np.ndarray, float]:
    """The unit u through the origin with the largest margin, and that margin γ = min y⟨x,u⟩.

    γ is measured on the returned u, so it is a margin that the sample has, whatever the solver's
    accuracy. Raises NotSeparable when no hyperplane through the origin separates the sample, and
    Undecided when neither a separator nor a certificate is found.
    """
    w = hard_margin(sample, offset=False).w
    u = w / np.linalg.norm(w)
    return u, float((sample.signed @ u).min())


def _answers(near: Sample, offset: bool, said: list[str]) -> Answers:
    import cvxpy as cp

    w, b = cp.Variable(near.d), cp.Variable() if offset else 0.0
    margins = cp.multiply(near.y, near.X @ w + b) >= 1
    said.append(solve(cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [margins])))
    if w.value is not None and margins.dual_value is not None:
        yield w.value, margins.dual_value
        yield from refine(near, np.inf, margins.dual_value, offset)
    yield from refine_separator(near, offset)


def unboxed(near: Sample, C: float, offset: bool) -> Answers:
    """The hard margin's answers, where no multiplier exceeds C: the soft margin is the hard one."""
    for w, alpha in _answers(near, offset, []):
        hard = Solution.complete(near, np.inf, w, alpha, offset)
        if hard is not None and hard.alpha.max() <= C:
            yield from longer(hard.w, hard.alpha, C)
