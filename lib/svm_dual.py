"""The dual of the hard and of the soft margin, by `lib.svm.solve`. Chevaleyre 4.1–4.2."""

import numpy as np

from lib.checks import as_price
from lib.samples import Sample, of_sample
from lib.svm.solution import Solution
from lib.svm.solve import certified


@of_sample
def dual(sample: Sample, C: float = np.inf, *, offset: bool = True) -> Solution:
    """Maximize Σα - ½‖Σ α y x‖² subject to 0 <= α <= C and Σ α y = 0; then w = Σ α y x.

    C is infinite for the hard margin. A primal solution and a dual one certify each other, so
    this is the solution of `hard_margin` or `soft_margin`, and raises what these raise.

    >>> dual(Sample([[0, 0], [3, 4]], [-1, 1])).alpha.round(6)
    array([0.08, 0.08])
    """
    return certified(sample, as_price("C", C), offset)
