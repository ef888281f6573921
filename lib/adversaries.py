"""Sequences of examples that force as many mistakes as a theorem allows.

Chapter *The Block–Novikoff theorem*, and every later chapter's *Try to break it*.
"""

from collections.abc import Callable

import numpy as np

from lib.checks import as_positive, as_whole
from lib.samples import Sample


def orthonormal(k: int) -> tuple[Sample, np.ndarray]:
    """The basis e_1, …, e_k, all labelled +1, and the unit u that separates it with margin 1/√k.

    The perceptron errs on each example once: M = k = 1/γ², as many as the theorem allows.
    """
    k = as_whole("k", k)
    u = np.full(k, 1 / np.sqrt(k))
    return Sample(np.eye(k), np.ones(k), f"orthonormal, k={k}"), u


def in_three_dimensions(gamma: float, epsilon: float = 1.0) -> tuple[Sample, np.ndarray]:
    """A sequence in R³ of ties with the threshold (1-ε)γ, each an update, and its comparator e_3.

    Each example is a unit vector x with y = +1, x_3 = γ, and ⟨w,x⟩ = (1-ε)γ‖w‖ for the weights w
    of that moment; the sequence ends where no such x is left. With ε = 1 these are ties of the
    perceptron, ‖w_t‖² = t, and there are ⌊1/γ²⌋ of them. With ε < 1 they are ties of the margin
    perceptron, and their number nears z_ε/(2(1-ε)γ²) as γ falls.

    Raises ValueError unless 0 < gamma <= 1 and 0 < epsilon <= 1.
    """
    gamma = as_positive("gamma", gamma, at_most=1)
    theta = (1 - as_positive("epsilon", epsilon, at_most=1)) * gamma
    w, rows = np.zeros(3), []
    while (x := _tied(w, gamma, theta)) is not None:
        rows.append(x)
        w = w + x
    name = f"in R³, γ={gamma:g}" + (f", ε={epsilon:g}" if epsilon < 1 else "")
    return Sample(np.array(rows), np.ones(len(rows)), name), np.eye(3)[2]


def dipping(gamma: float, dips: int) -> tuple[Sample, np.ndarray]:
    """A sequence in R³ on which ‖w‖ rises to 2/γ, falls below it `dips` times, and rises for good.

    All examples are updates of the margin perceptron with ε = ½: ties with its threshold, and
    mistakes at distance γ. It tests the last crossing T in Mansour and Schweiger's proof.
    Returns it and e_3. Raises ValueError unless 0 < gamma <= 0.1 and 1 <= dips <= 5.
    """
    gamma = as_positive("gamma", gamma, at_most=0.1)
    dips = as_whole("dips", dips, 1, 5)
    w, rows, fallen = np.zeros(3), [], 0
    while True:
        down = fallen < dips and np.sqrt(w @ w) >= 2 / gamma
        fallen += down
        if (x := _tied(w, gamma, -gamma if down else gamma / 2)) is None:
            break
        rows.append(x)
        w = w + x
    return Sample(np.array(rows), np.ones(len(rows)), f"dipping, γ={gamma:g}"), np.eye(3)[2]


def noisy_in_three_dimensions(gamma: float, every: int) -> tuple[Sample, np.ndarray]:
    """The sequence in R³ with every `every`-th label wrong: it meets the bound with TD_γ.

    Right labels have y⟨x,e_3⟩ = γ, wrong ones -γ, and all are ties. The sequence ends where no tie
    is left. Returns it and e_3. Raises ValueError unless 0 < gamma <= 1 and every >= 3.
    """
    gamma = as_positive("gamma", gamma, at_most=1)
    every = as_whole("every", every, at_least=3)  # so that most labels are right
    w, rows = np.zeros(3), []
    while (z := _tied(w, -gamma if (len(rows) + 1) % every == 0 else gamma)) is not None:
        rows.append(z)
        w = w + z
    z = np.array(rows)
    y = np.where(z[:, 2] > 0, 1.0, -1.0)
    name = f"in R³, γ={gamma:g}, every {every}th label wrong"
    return Sample(y[:, None] * z, y, name), np.eye(3)[2]


def from_a_bad_start(gamma: float, length: float) -> tuple[Sample, np.ndarray, np.ndarray]:
    """A start of that length, nearly opposite to e_3, then ties: about 1/γ² + 2‖w_0‖/γ.

    Returns the sequence, e_3, and the start. Raises ValueError unless 0 < gamma < 1 and length > 0.
    """
    gamma, length = as_positive("gamma", gamma, at_most=1), as_positive("length", length)
    if gamma == 1:
        raise ValueError("gamma=1 leaves no tie from a bad start; give a number below 1")
    start = length * np.array([gamma, 0.0, -np.sqrt(1 - gamma**2)])
    w, rows = start, []
    while (x := _tied(w, gamma)) is not None:
        rows.append(x)
        w = w + x
    sample = Sample(np.array(rows), np.ones(len(rows)), f"in R³, γ={gamma:g}, bad start")
    return sample, np.eye(3)[2], start


def _tied(w: np.ndarray, height: float, threshold: float = 0.0) -> np.ndarray | None:
    """A unit z in R³ with z_3 = height and ⟨w,z⟩ = threshold ‖w‖, or None when there is none."""
    flat, along = np.hypot(w[0], w[1]), 0.0
    toward = w[:2] / flat if flat > 0 else np.array([1.0, 0.0])
    if w.any():
        # Aim a hair below the tie, so that rounding cannot turn it into a correct prediction.
        product = (threshold - 2e-15) * np.sqrt(w @ w)
        along = (product - height * w[2]) / flat if flat > 0 else np.inf
    across = 1 - height**2 - along**2
    if across < -1e-8:
        return None
    across = np.sqrt(max(0.0, across))
    return np.array([*(along * toward + across * np.array([-toward[1], toward[0]])), height])


def contrarian(
    predict: Callable[[np.ndarray, np.ndarray, np.ndarray], float], k: int
) -> tuple[Sample, np.ndarray]:
    """Show e_1, …, e_k to a learner, and label each one with the opposite of its prediction.

    `predict(X, y, x)` answers -1 or +1 for x, having seen the rows of X with labels y; a
    deterministic learner errs k times. Returns the sample and the unit u = y/√k, which separates
    it with margin 1/√k whatever the labels came to be.
    """
    k = as_whole("k", k)
    X, y = np.eye(k), np.zeros(k)
    for i in range(k):
        answer = predict(X[:i], y[:i], X[i])
        if answer not in (-1, 1):
            raise ValueError(f"predict returned {answer!r}; a prediction is -1 or +1")
        y[i] = -answer
    return Sample(X, y, f"contrarian, k={k}"), y / np.sqrt(k)
