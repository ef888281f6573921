"""The widest separator: the hard margin as a convex program, by `lib.svm.solve`. Chevaleyre 4.1."""

import numpy as np

from lib.samples import Sample, of_sample
from lib.svm.solution import Solution
from lib.svm.solve import certified


@of_sample
def hard_margin(sample: Sample, *, offset: bool = True) -> Solution:
    """Minimize ½‖w‖² subject to y f >= 1: the largest margin of any separator.

    Raises NotSeparable when there is no separator, with an exact certificate, which takes seconds
    at 200 features; Undecided when neither is found; ValueError when one class is missing and an
    offset is wanted.

    >>> best = hard_margin(Sample([[0, 0], [3, 4]], [-1, 1]))
    >>> best.w.round(6), round(best.b, 6), round(best.half_width, 6)
    (array([0.24, 0.32]), -1.0, 2.5)
    """
    return certified(sample, np.inf, offset)


@of_sample
def max_margin(sample: Sample) -> tuple[np.ndarray, float]:
    """The unit u through the origin with the largest margin, and that margin γ = min y⟨x,u⟩.

    γ is measured on the returned u, whatever the solver's accuracy. Raises as `hard_margin`.

    >>> u, gamma = max_margin(Sample([[3, 4], [-3, -4]], [1, -1]))
    >>> u.round(6), round(gamma, 6)
    (array([0.6, 0.8]), 5.0)
    """
    w = hard_margin(sample, offset=False).w
    u = w / np.linalg.norm(w)
    return u, float((sample.signed @ u).min())
