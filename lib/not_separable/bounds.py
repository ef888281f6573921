"""Mistake bounds without separability: the total distance TD_γ, and the best comparator.

Chapter *Without a separator*; Balcan 1, Freund and Schapire 1999. Beside a unit vector u and a
margin γ an example falls short by d = max(0, γ - y⟨x,u⟩), the distance it would have to move.
A bound speaks about a sequence: `order` names its rows, repeats included; one pass when left out.
"""

import numpy as np

from lib.checks import as_floats, as_positive, as_rows, as_vector
from lib.samples import Sample, of_sample


@of_sample
def distances(sample: Sample, u, gamma: float) -> np.ndarray:
    """d_i = max(0, γ - y_i⟨x_i,u⟩), shape (n,): how far each example lies from the margin it lacks.

    Any γ > 0 will do, even above R. Raises ValueError when u is not of length 1.

    >>> from lib.samples import EIGHT
    >>> distances(EIGHT, [1, 0], gamma=1)
    array([0., 0., 3., 0., 0., 0., 0., 1.])
    """
    u = as_vector("u", u, sample.d)
    if abs(np.linalg.norm(u) - 1) > 1e-9:
        raise ValueError(f"u has length {np.linalg.norm(u):.6g}; give a unit vector, u/‖u‖")
    gamma = as_positive("gamma", gamma)
    return np.maximum(0.0, gamma - sample.signed @ u)


@of_sample
def total_distance(sample: Sample, u, gamma: float, order=None) -> float:
    """TD_γ, the sum of the distances over the sequence.

    >>> from lib.samples import EIGHT
    >>> total_distance(EIGHT, [1, 0], gamma=1)
    4.0
    """
    return float(times(sample, order) @ distances(sample, u, gamma))


@of_sample
def moved(sample: Sample, u, gamma: float) -> Sample:
    """The sample with each example moved along u by its distance, so that u has margin γ on it."""
    shift = sample.y * distances(sample, u, gamma)
    X = sample.X + np.outer(shift, u)
    return Sample(X, sample.y, f"{sample.name}, moved", sample.features)


def exact_bound(gamma, td, R=1.0):
    """The largest M with γM - TD <= R√M: ((R + √(R² + 4γTD))/2γ)². Arrays broadcast.

    >>> float(exact_bound(gamma=0.5, td=4))
    16.0
    """
    gamma, td, R = _checked(gamma, td, R)
    return ((R + np.sqrt(R**2 + 4 * gamma * td)) / (2 * gamma)) ** 2


def simple_bound(gamma, td, R=1.0):
    """R²/γ² + 2 TD/γ, Balcan's bound. Arrays broadcast.

    >>> float(simple_bound(gamma=0.5, td=10))
    44.0
    """
    gamma, td, R = _checked(gamma, td, R)
    return (R / gamma) ** 2 + 2 * td / gamma


def freund_schapire_bound(gamma, deviation, R=1.0):
    """((R + D)/γ)², where D² is the sum of the squared distances. Arrays broadcast.

    >>> float(freund_schapire_bound(gamma=0.5, deviation=3))
    64.0
    """
    gamma, deviation, R = _checked(gamma, deviation, R)
    return ((R + deviation) / gamma) ** 2


@of_sample
def deviation(sample: Sample, u, gamma: float, order=None) -> float:
    """D, the root of the sum of the squared distances over the sequence. Freund and Schapire.

    >>> from lib.samples import EIGHT
    >>> round(deviation(EIGHT, [1, 0], gamma=1) ** 2, 9)
    10.0
    """
    return float(np.sqrt(times(sample, order) @ distances(sample, u, gamma) ** 2))


@of_sample
def times(sample: Sample, order) -> np.ndarray:
    """How often each row occurs in the sequence, shape (n,)."""
    if order is None:
        return np.ones(sample.n)
    return np.bincount(as_rows("order", order, sample.n), minlength=sample.n).astype(float)


def _checked(gamma, shortfall, R):
    gamma, R, shortfall = (
        as_floats("gamma", gamma),
        as_floats("R", R),
        as_floats("the total", shortfall),
    )
    for name, value in (("gamma", gamma), ("R", R)):
        if not (value > 0).all():
            raise ValueError(f"{name}={value}; give numbers above 0")
    if not (shortfall >= 0).all():
        raise ValueError(f"the total is {shortfall}; distances sum to a number of at least 0")
    return gamma, shortfall, R
