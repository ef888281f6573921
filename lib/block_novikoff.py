"""Sequences of examples that force as many mistakes as the Block–Novikoff theorem allows."""

from itertools import cycle

import numpy as np

from lib.checks import as_floats, as_positive, as_vector, as_whole
from lib.samples import Sample

NEAREST = 0.001  # of the threshold to the heights of ties: some 1/NEAREST² rows are made


def orthonormal(k: int) -> tuple[Sample, np.ndarray]:
    """The basis e_1, …, e_k, all labelled +1, and the unit u that separates it with margin 1/√k.

    The perceptron errs on each example once: M = k = 1/γ², as many as the theorem allows.

    >>> sample, u = orthonormal(4)
    >>> sample.X @ u
    array([0.5, 0.5, 0.5, 0.5])
    """
    k = as_whole("k", k)
    u = np.full(k, 1 / np.sqrt(k))
    return Sample(np.eye(k), np.ones(k), f"orthonormal, k={k}"), u


def in_three_dimensions(gamma: float, epsilon: float = 1.0) -> tuple[Sample, np.ndarray]:
    """A sequence in R³ of ties with the threshold (1-ε)γ, each an update, and its comparator e_3.

    Each example is a unit x with y = +1 and x_3 = γ, until no tie is left. With ε = 1 they are ties
    of the perceptron, ⌊1/γ²⌋ of them; with ε < 1 of the margin perceptron, and their number nears
    z_ε/(2(1-ε)γ²) as γ falls. Raises ValueError where epsilon·gamma < 0.001: it would not end soon.

    >>> sample, u = in_three_dimensions(0.5)
    >>> sample.X @ u
    array([0.5, 0.5, 0.5, 0.5])
    """
    gamma = as_positive("gamma", gamma, at_most=1)
    theta = (1 - as_positive("epsilon", epsilon, at_most=1)) * gamma
    if gamma - theta < NEAREST:
        raise ValueError(
            f"epsilon·gamma={epsilon * gamma:.3g}; give them a product of {NEAREST} or more"
        )
    rows = ties([gamma], theta)
    name = f"in R³, γ={gamma:g}" + (f", ε={epsilon:g}" if epsilon < 1 else "")
    return Sample(rows, np.ones(len(rows)), name), np.eye(3)[2]


def ties(heights, threshold: float = 0.0, start=None) -> np.ndarray:
    """Rows z of R³, of length 1, each a tie ⟨w,z⟩ = threshold ‖w‖ for w = start + the rows before.

    The heights z_3 are the given ones in turn, again and again, until no such z is left. Raises
    ValueError unless they lie in [-1, 1], with a mean at least 0.001 above the threshold.

    >>> ties([0.5]).shape  # as many as the perceptron makes mistakes with margin 1/2
    (4, 3)
    """
    heights = as_floats("heights", heights)
    w = np.zeros(3) if start is None else as_vector("start", start, 3)
    above = heights.mean() - threshold if heights.size else 0.0
    if (np.abs(heights) > 1).any() or not above >= NEAREST:
        raise ValueError(
            f"heights={heights}; give numbers from -1 to 1 with a mean at least {NEAREST} "
            f"above the threshold, {threshold:g}"
        )
    rows, heights = [], cycle(heights)
    while (z := tied(w, next(heights), threshold)) is not None:
        rows.append(z)
        w = w + z
    return np.array(rows)


def tied(w: np.ndarray, height: float, threshold: float = 0.0) -> np.ndarray | None:
    """A unit z in R³ with z_3 = height and ⟨w,z⟩ = threshold ‖w‖, or None when there is none."""
    flat, along = np.hypot(w[0], w[1]), 0.0
    toward = w[:2] / flat if flat > 0 else np.array([1.0, 0.0])
    if w.any():
        # Aim slightly below the tie, so that rounding cannot turn it into a correct prediction.
        product = (threshold - 2e-15) * np.sqrt(w @ w)
        along = (product - height * w[2]) / flat if flat > 0 else np.inf
    across = 1 - height**2 - along**2
    if across < -1e-8:
        return None
    across = np.sqrt(max(0.0, across))
    return np.array([*(along * toward + across * np.array([-toward[1], toward[0]])), height])
