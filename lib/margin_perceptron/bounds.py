"""The bounds of the margin perceptron as numbers: unit examples, θ = (1-ε)γ, a run from zero."""

import numpy as np

from lib.block_novikoff import tied
from lib.checks import as_finite, as_positive, as_whole
from lib.samples import Sample


def dipping(gamma: float, dips: int) -> tuple[Sample, np.ndarray]:
    """A sequence in R³ on which ‖w‖ rises to 2/γ, falls below it `dips` times, and rises for good.

    All examples are updates of the margin perceptron with ε = ½: ties with its threshold, and
    mistakes at distance γ. Returns it and e_3; gamma lies in [0.001, 0.1], and dips is 1 to 5.

    >>> dipping(0.1, dips=2)[0]
    Sample('dipping, γ=0.1': n=240, d=3, 240 positive)
    """
    gamma = as_positive("gamma", gamma, at_most=0.1)
    as_finite("gamma", gamma, at_least=0.001)  # some 1/gamma² rows, each a step of the loop
    dips = as_whole("dips", dips, 1, 5)
    w, rows, fallen = np.zeros(3), [], 0
    while True:
        down = fallen < dips and np.sqrt(w @ w) >= 2 / gamma
        fallen += down
        if (x := tied(w, gamma, -gamma if down else gamma / 2)) is None:
            break
        rows.append(x)
        w = w + x
    return Sample(np.array(rows), np.ones(len(rows)), f"dipping, γ={gamma:g}"), np.eye(3)[2]


def root(epsilon: float) -> float:
    """z_ε, the positive z with εz = ln(1+z): z_ε = -1 - W₋₁(-ε e^{-ε})/ε; 0 at ε = 1.

    >>> round(root(0.5), 6)
    2.512862
    """
    import mpmath

    epsilon = as_positive("epsilon", epsilon, at_most=1)
    if epsilon == 1:
        return 0.0
    with mpmath.workdps(40):
        branch = mpmath.lambertw(-epsilon * mpmath.exp(-epsilon), -1)
        return float(-1 - branch.real / epsilon)


def sharp_constant(epsilon: float) -> float:
    """z_ε/(2(1-ε)), the factor of 1/γ² in the sharp bound; 1 at ε = 1, its limit.

    >>> round(sharp_constant(0.5), 3), sharp_constant(1)
    (2.513, 1.0)
    """
    z = root(epsilon)
    return z / (2 * (1 - epsilon)) if z else 1.0
