"""Descent on the logistic loss, plain and normalized, on the signed examples z = yx.

Chapter *The logistic loss*; Soudry et al. 2018, Ji and Telgarsky 2021.
"""

from itertools import pairwise

import numpy as np

from lib.checks import as_step, as_whole
from lib.samples import Sample, of_sample


@of_sample
def logistic_descent(
    sample: Sample, steps: int, *, step: float | None = None, normalized: bool = False
) -> np.ndarray:
    """The weights w_0 = 0, …, w_T after each of T = `steps` steps, shape (T + 1, d).

    Step t adds η Σ q_i z_i. Plain descent goes against the gradient of the mean logistic loss, so
    q_i is the mean's share 1/n of σ(-⟨w,z_i⟩). Normalized, the q_i are in proportion to e^-⟨w,z_i⟩
    and add up to 1.

    step : η; when left out 4/R², and normalized 1/R², with which no step raises the loss

    >>> logistic_descent(Sample([[2, 0]], [1]), 1)
    array([[0., 0.],
           [1., 0.]])
    """
    from scipy.special import expit, softmax

    if step is None:
        step = (1 if normalized else 4) / (sample.radius**2 or 1)
    step, Z = as_step("step", step, sample.reach), sample.signed
    path = np.zeros((as_whole("steps", steps) + 1, sample.d))
    for before, after in pairwise(path):
        scores = Z @ before
        shares = softmax(-scores) if normalized else expit(-scores) / sample.n
        after[:] = before + step * shares @ Z
    return path
