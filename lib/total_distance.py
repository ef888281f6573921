"""Mistake bounds without separability: the total distance TD_γ, and the best comparator.

Chapter *Without a separator*; Balcan 1, Freund and Schapire 1999. Beside a unit vector u and a
margin γ an example falls short by d = max(0, γ - y⟨x,u⟩), the distance it would have to move.
A bound speaks about a sequence: `order` names its rows, repeats included; one pass when left out.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from lib.checks import as_floats, as_positive, as_rows, as_vector
from lib.perceptron import Run
from lib.samples import Sample


def distances(sample: Sample, u, gamma: float) -> np.ndarray:
    """d_i = max(0, γ - y_i⟨x_i,u⟩), shape (n,): how far each example lies from the margin it lacks.

    Raises ValueError when u is not of length 1, or gamma lies outside (0, R]: no unit vector has a
    margin above the radius.
    """
    u = as_vector("u", u, sample.d)
    if abs(np.linalg.norm(u) - 1) > 1e-9:
        raise ValueError(f"u has length {np.linalg.norm(u):.6g}; give a unit vector, u/‖u‖")
    gamma = as_positive("gamma", gamma, at_most=sample.radius * (1 + 1e-9))
    return np.maximum(0.0, gamma - sample.signed @ u)


def total_distance(sample: Sample, u, gamma: float, order=None) -> float:
    """TD_γ, the sum of the distances over the sequence."""
    return float(_times(sample, order) @ distances(sample, u, gamma))


def total_hinge_loss(sample: Sample, u, gamma: float, order=None) -> float:
    """TD_γ/γ, which is Σ max(0, 1 - y⟨x,v⟩) for v = u/γ."""
    return total_distance(sample, u, gamma, order) / gamma


def moved(sample: Sample, u, gamma: float) -> Sample:
    """The sample with each example moved along u by its distance, so that u has margin >= γ on it.

    The moved points may leave the unit sphere.
    """
    shift = sample.y * distances(sample, u, gamma)
    X = sample.X + np.outer(shift, u)
    return Sample(X, sample.y, f"{sample.name}, moved", sample.features)


def exact_bound(gamma, td, R=1.0):
    """The largest M with γM - TD <= R√M: ((R + √(R² + 4γTD))/2γ)². Arrays broadcast."""
    gamma, td, R = _checked(gamma, td, R)
    return ((R + np.sqrt(R**2 + 4 * gamma * td)) / (2 * gamma)) ** 2


def simple_bound(gamma, td, R=1.0):
    """R²/γ² + 2 TD/γ, Balcan's bound. Arrays broadcast."""
    gamma, td, R = _checked(gamma, td, R)
    return (R / gamma) ** 2 + 2 * td / gamma


def freund_schapire_bound(gamma, deviation, R=1.0):
    """((R + D)/γ)², where D² is the sum of the squared distances. Arrays broadcast."""
    gamma, deviation, R = _checked(gamma, deviation, R)
    return ((R + deviation) / gamma) ** 2


def deviation(sample: Sample, u, gamma: float, order=None) -> float:
    """D, the root of the sum of the squared distances over the sequence. Freund and Schapire."""
    return float(np.sqrt(_times(sample, order) @ distances(sample, u, gamma) ** 2))


def observe(run: Run, u, gamma: float) -> dict[str, np.ndarray | float]:
    """The scalars of `run.observe(u, gamma)`, and those of the theorems with distances.

    Arrays of shape (M,): d of each mistake, T and S its sum and the sum of its squares so far,
    T_before, S_before, root = √t. Numbers over all that the run saw: TD, D_any (Freund and
    Schapire's D), and rho, the root of the discriminant. Raises ValueError when u is not a unit
    vector, gamma lies outside (0, R], or the run made no mistake.
    """
    seen, sequence = run.observe(u, gamma), np.resize(run.order, run.seen)
    d = distances(run.sample, u, gamma)[run.mistakes]
    td = total_distance(run.sample, u, gamma, sequence)
    T, S = np.cumsum(d), np.cumsum(d**2)
    return seen | {
        "d": d,
        "T": T,
        "T_before": T - d,
        "S": S,
        "S_before": S - d**2,
        "root": np.sqrt(seen["t"]),
        "TD": td,
        "D_any": deviation(run.sample, u, gamma, sequence),
        "rho": float(np.sqrt(seen["R"] ** 2 + 4 * gamma * td)),
    }


@dataclass(frozen=True, eq=False)
class Comparator:
    """A unit vector u and a margin gamma, and the bound that they give on a sequence."""

    u: np.ndarray
    gamma: float
    bound: float

    def __repr__(self):
        return f"Comparator(γ={self.gamma:.4f}, bound {self.bound:.2f})"


def best_simple(sample: Sample, order=None) -> Comparator:
    """The (u, γ) with the least bound R²/γ² + 2TD/γ: with v = u/γ, a soft-margin SVM.

    The bound is R²‖v‖² + 2Σ max(0, 1 - y⟨x,v⟩), twice the objective with C = 1 when R = 1. Raises
    ValueError when no margin up to R beats the length of the sequence.
    """
    import cvxpy as cp

    v, loss = _program(sample, order)
    cp.Problem(cp.Minimize(sample.radius**2 * cp.sum_squares(v) + 2 * loss)).solve(cp.CLARABEL)
    return _comparator(sample, v.value, order, simple_bound, total_distance)


def best_freund_schapire(sample: Sample, order=None) -> Comparator:
    """The (u, γ) with the least bound ((R + D)/γ)²: with v = u/γ, R‖v‖ + ‖ξ‖ is convex.

    Raises ValueError when no margin up to R beats the length of the sequence.
    """
    import cvxpy as cp

    v, times = cp.Variable(sample.d), np.sqrt(_times(sample, order))
    short = cp.norm(cp.multiply(times, cp.pos(1 - sample.signed @ v)))
    cp.Problem(cp.Minimize(sample.radius * cp.norm(v) + short)).solve(cp.CLARABEL)
    return _comparator(sample, v.value, order, freund_schapire_bound, deviation)


def best_exact(sample: Sample, order=None, rounds: int = 30) -> Comparator:
    """The (u, γ) with the least exact bound, by a few convex programs.

    With v = u/γ and s = √M the theorem reads s² <= s R‖v‖ + L(v), for every v. The least right side
    is concave in s, so the largest s with s² <= min_v s R‖v‖ + L(v) is found by Newton's method:
    solve for v at s, take the exact bound of v as the next s². Raises ValueError when no margin up
    to R beats the length of the sequence, RuntimeError when `rounds` programs do not suffice.
    """
    import cvxpy as cp

    v, loss = _program(sample, order)
    s = cp.Parameter(nonneg=True, value=np.sqrt(_times(sample, order).sum()))
    problem = cp.Problem(cp.Minimize(s * sample.radius * cp.norm(v) + loss))
    for _ in range(rounds):
        problem.solve(cp.CLARABEL)
        best = _comparator(sample, v.value, order, exact_bound, total_distance)
        if s.value**2 - best.bound < 1e-6 * best.bound:
            return best
        s.value = np.sqrt(best.bound)
    raise RuntimeError(f"{rounds} programs did not settle the bound; allow more rounds")


def _program(sample: Sample, order):
    """The comparator v = u/γ as a cvxpy variable, and its total hinge loss."""
    import cvxpy as cp

    v = cp.Variable(sample.d)
    return v, _times(sample, order) @ cp.pos(1 - sample.signed @ v)


def _comparator(sample: Sample, v, order, bound: Callable, shortfall: Callable) -> Comparator:
    """Read u and γ off v, and measure the bound anew, whatever the solver's accuracy."""
    length, n = float(np.linalg.norm(v)), int(_times(sample, order).sum())
    if length * sample.radius < 1:
        raise ValueError(
            f"no margin up to R = {sample.radius:.4g} bounds the mistakes on {sample.name!r} below "
            f"the {n} examples of the sequence: its labels are too noisy for any comparator"
        )
    u, gamma = v / length, 1 / length
    least = bound(gamma, shortfall(sample, u, gamma, order), sample.radius)
    return Comparator(u, gamma, float(least))


def _times(sample: Sample, order) -> np.ndarray:
    """How often each row occurs in the sequence, shape (n,)."""
    if order is None:
        return np.ones(sample.n)
    return np.bincount(as_rows("order", order, sample.n), minlength=sample.n).astype(float)


def _checked(gamma, shortfall, R):
    gamma, shortfall, R = (
        as_floats(name, value)
        for name, value in (("gamma", gamma), ("the total", shortfall), ("R", R))
    )
    for name, value in (("gamma", gamma), ("R", R)):
        if not (value > 0).all():
            raise ValueError(f"{name}={value}; give numbers above 0")
    if not (shortfall >= 0).all():
        raise ValueError(f"the total is {shortfall}; distances sum to a number of at least 0")
    return gamma, shortfall, R
