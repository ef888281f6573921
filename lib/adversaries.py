"""Sequences of examples that force as many mistakes as a theorem allows.

Chapter *The Block–Novikoff theorem* (try to break it).
"""

from collections.abc import Callable

import numpy as np

from lib.samples import Sample, as_positive


def orthonormal(k: int) -> tuple[Sample, np.ndarray]:
    """The basis e_1, …, e_k, all labelled +1, and the unit u that separates it with margin 1/√k.

    The perceptron errs on each example once: M = k = 1/γ², as many as the theorem allows.
    """
    if int(k) != k or k < 1:
        raise ValueError(f"k={k!r}; give a whole number of at least 1")
    u = np.full(int(k), 1 / np.sqrt(k))
    return Sample(np.eye(int(k)), np.ones(int(k)), f"orthonormal, k={k}"), u


def in_three_dimensions(gamma: float) -> tuple[Sample, np.ndarray]:
    """A sequence in R³ on which the perceptron makes ⌊1/γ²⌋ mistakes, and its comparator e_3.

    Each example is a unit vector x with y = +1, x_3 = γ, and ⟨w,x⟩ = 0 for the weights w of that
    moment: a tie, hence a mistake. After t of them ‖w‖² = t and w_3 = γt, so such an x exists
    until γ²t exceeds 1 - γ². Raises ValueError unless 0 < gamma <= 1.
    """
    gamma = as_positive("gamma", gamma, at_most=1)
    w, rows = np.zeros(3), []
    for _ in range(int(1 / gamma**2 + 1e-9)):
        flat = np.hypot(w[0], w[1])
        toward = w[:2] / flat if flat > 0 else np.array([1.0, 0.0])
        # Aim a hair below the tie, so that rounding cannot turn it into a correct prediction.
        along = -gamma * w[2] / flat * (1 + 1e-12) if flat > 0 else 0.0
        across = np.sqrt(max(0.0, 1 - gamma**2 - along**2))
        x = np.array([*(along * toward + across * np.array([-toward[1], toward[0]])), gamma])
        rows.append(x)
        w = w + x
    return Sample(np.array(rows), np.ones(len(rows)), f"in R³, γ={gamma:g}"), np.eye(3)[2]


def contrarian(
    predict: Callable[[np.ndarray, np.ndarray, np.ndarray], float], k: int
) -> tuple[Sample, np.ndarray]:
    """Show e_1, …, e_k to a learner, and label each one with the opposite of its prediction.

    `predict(X, y, x)` answers -1 or +1 for x, having seen the rows of X with labels y; a
    deterministic learner errs k times. Returns the sample and the unit u = y/√k, which separates
    it with margin 1/√k whatever the labels came to be.
    """
    if int(k) != k or k < 1:
        raise ValueError(f"k={k!r}; give a whole number of at least 1")
    X, y = np.eye(int(k)), np.zeros(int(k))
    for i in range(int(k)):
        answer = predict(X[:i], y[:i], X[i])
        if answer not in (-1, 1):
            raise ValueError(f"predict returned {answer!r}; a prediction is -1 or +1")
        y[i] = -answer
    return Sample(X, y, f"contrarian, k={k}"), y / np.sqrt(k)
