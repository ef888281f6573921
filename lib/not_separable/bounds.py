"""Mistake bounds without separability: the total distance TD_γ, and others. Balcan 1.

Beside a unit vector u and a margin γ an example falls short by d = max(0, γ - y⟨x,u⟩). A bound
speaks about a sequence: `order` names its rows, repeats included; one pass when left out.
"""

import numpy as np

from lib.checks import as_floats, as_positive, as_rows, as_vector
from lib.samples import Sample, of_sample


@of_sample
def distances(sample: Sample, u, gamma: float) -> np.ndarray:
    """d_i = max(0, γ - y_i⟨x_i,u⟩), shape (n,): how far each example lies from the margin it lacks.

    >>> distances(Sample([[3, 4], [0, 1]], [-1, 1]), [1, 0], gamma=1)
    array([4., 1.])
    """
    u = as_vector("u", u, sample.d)
    if abs(np.linalg.norm(u) - 1) > 1e-9:
        raise ValueError(f"u has length {np.linalg.norm(u):.6g}; give a unit vector, u/‖u‖")
    gamma = as_positive("gamma", gamma)
    return np.maximum(0.0, gamma - sample.signed @ u)


@of_sample
def total_distance(sample: Sample, u, gamma: float, order=None) -> float:
    """TD_γ, the sum of the distances over the sequence.

    >>> total_distance(Sample([[3, 4], [0, 1]], [-1, 1]), [1, 0], gamma=1)
    5.0
    """
    return float(times(sample, order) @ distances(sample, u, gamma))


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

    >>> deviation(Sample([[2, 4], [-3, 1]], [-1, 1]), [1, 0], gamma=1)
    5.0
    """
    return float(np.sqrt(times(sample, order) @ distances(sample, u, gamma) ** 2))


@of_sample
def times(sample: Sample, order) -> np.ndarray:
    """How often each row occurs in the sequence, shape (n,)."""
    if order is None:
        return np.ones(sample.n)
    return np.bincount(as_rows("order", order, sample.n), minlength=sample.n).astype(float)


def _checked(gamma, shortfall, R):
    gamma, R = as_floats("gamma", gamma), as_floats("R", R)
    shortfall = as_floats("the total", shortfall)
    for name, value in (("gamma", gamma), ("R", R)):
        if not (value > 0).all():
            raise ValueError(f"{name}={value}; give numbers above 0")
    if not (shortfall >= 0).all():
        raise ValueError(f"the total is {shortfall}; distances sum to a number of at least 0")
    return gamma, shortfall, R
