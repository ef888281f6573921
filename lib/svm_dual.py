"""The dual of the hard and of the soft margin.

Chapter *Duality and support vectors*; Chevaleyre 4.1–4.2. `lib.svm.solve` solves it.
"""

import numpy as np

from lib.checks import as_price
from lib.samples import Sample, of_sample
from lib.svm.solution import Solution
from lib.svm.solve import certified


@of_sample
def dual(sample: Sample, C: float = np.inf, *, offset: bool = True) -> Solution:
    """Maximize Σα - ½‖Σ α y x‖² subject to 0 <= α <= C and Σ α y = 0; then w = Σ α y x.

    The solution of `lib.max_margin.hard_margin` where C is infinite, else of
    `lib.soft_margin.soft_margin`: a primal solution and a dual one certify each other, so neither
    is found alone. Raises what these raise.

    >>> dual(Sample([[0, 0], [3, 4]], [-1, 1])).alpha.round(6)
    array([0.08, 0.08])
    """
    return certified(sample, as_price("C", C), offset)
