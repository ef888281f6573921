"""Mistake bounds without separability: the total distance TD_γ, and the best comparator.

Chapter *Without a separator*; Balcan 1, Freund and Schapire 1999. Beside a unit vector u and a
margin γ an example falls short by d = max(0, γ - y⟨x,u⟩), the distance it would have to move.
A bound speaks about a sequence: `order` names its rows, repeats included; one pass when left out.
"""

import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from lib.checks import as_floats, as_positive, as_rows, as_vector, as_whole
from lib.perceptron import Run
from lib.samples import Sample

ACCURACY = 1e-6  # the share of a least bound within which its multipliers must confirm it


def distances(sample: Sample, u, gamma: float) -> np.ndarray:
    """d_i = max(0, γ - y_i⟨x_i,u⟩), shape (n,): how far each example lies from the margin it lacks.

    Any γ > 0 will do, even above R, where every example falls short. Raises ValueError when u is
    not of length 1, or gamma is no finite number above 0.
    """
    u = as_vector("u", u, sample.d)
    if abs(np.linalg.norm(u) - 1) > 1e-9:
        raise ValueError(f"u has length {np.linalg.norm(u):.6g}; give a unit vector, u/‖u‖")
    gamma = as_positive("gamma", gamma)
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
    vector, gamma is no finite number above 0, or the run made no mistake.
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
    """A unit vector u and a margin gamma, the bound that they give on a sequence, and its floor.

    No u and γ give a bound below `floor`, and the bound exceeds it by a share `ACCURACY` at most.
    Multipliers prove the floor: 0 <= α <= (how often an example occurs) makes
    L(v) = Σ max(0, 1 - y⟨x,v⟩) >= Σα - ⟨Σαyx, v⟩ for every v.
    """

    u: np.ndarray
    gamma: float
    bound: float
    floor: float

    def __repr__(self):
        return f"Comparator(γ={self.gamma:.4f}, bound {self.bound:.2f})"


def best_simple(sample: Sample, order=None) -> Comparator:
    """The (u, γ) with the least bound R²/γ² + 2TD/γ: with v = u/γ, a soft-margin SVM.

    The bound is R²‖v‖² + 2L(v), twice the objective with C = 1 when R = 1; the floor is
    2Σα - ‖Σαyx‖²/R². Raises ValueError when no comparator bounds the mistakes below the length of
    the sequence, RuntimeError when bound and floor do not meet.
    """
    import cvxpy as cp

    program = _Program(sample, order)
    alpha = program.solve(cp.sum_squares(program.v) / 2 + program.loss)
    floor = 2 * alpha.sum() - program.length(alpha) ** 2
    return program.settle(program.comparator(simple_bound, total_distance, floor))


def best_freund_schapire(sample: Sample, order=None) -> Comparator:
    """The (u, γ) with the least bound ((R + D)/γ)²: with v = u/γ, R‖v‖ + ‖ξ‖ is convex.

    The best γ may exceed R. The floor is (Σα)² with α scaled so that ‖Σαyx‖ <= R and Σα²/k <= 1,
    where k counts how often the example occurs. Raises as `best_simple`.
    """
    import cvxpy as cp

    program = _Program(sample, order)
    short = cp.norm(cp.multiply(np.sqrt(program.times), program.slack))
    alpha = program.solve(cp.norm(program.v) + short)
    scale = max(program.length(alpha), np.sqrt(np.sum(alpha**2 / program.times)))
    floor = (alpha.sum() / scale) ** 2
    return program.settle(program.comparator(freund_schapire_bound, deviation, floor))


def best_exact(sample: Sample, order=None, rounds: int = 30) -> Comparator:
    """The (u, γ) with the least exact bound, by a few convex programs.

    With v = u/γ and s = √M the theorem reads s² <= s R‖v‖ + L(v), for every v. The least right side
    is concave in s: in its place put the line of the v that is best at s, and solve s² = line. The
    floor is min(Σα, (RΣα/‖Σαyx‖)²). Raises as `best_simple`, when bound and floor do not meet in
    `rounds` programs.
    """
    import cvxpy as cp

    program, s = _Program(sample, order), np.sqrt(_times(sample, order).sum())
    for _ in range(as_whole("rounds", rounds)):
        alpha = program.solve(s * cp.norm(program.v) + program.loss)
        floor = min(alpha.sum(), (alpha.sum() / program.length(alpha)) ** 2)
        best = program.comparator(exact_bound, total_distance, floor)
        if best.bound - floor <= ACCURACY * best.bound:
            break
        s = np.sqrt(best.bound)
    return program.settle(best)


class _Program:
    """A convex program over v = Ru/γ: its examples, those of the sequence, have R = 1."""

    def __init__(self, sample: Sample, order):
        import cvxpy as cp

        self.sample, self.order = sample, order
        occurs = _times(sample, order)
        rows, n = np.flatnonzero(occurs), int(occurs.sum())
        pull, enough = np.linalg.norm(occurs @ sample.signed), sample.radius * np.sqrt(n)
        if pull <= enough * (1 + 1e-12):  # then v = 0 is best, where every example counts
            raise ValueError(
                f"no comparator bounds the mistakes on {sample.name!r} below {n}, the length of "
                f"the sequence: that takes ‖Σyx‖ > R√{n} = {enough:.4g}, and here it is "
                f"{pull:.4g}; give cleaner labels, or features that tell the classes apart"
            )
        self.times, self.signed = occurs[rows], sample.signed[rows] / sample.radius
        self.v, self.slack = cp.Variable(sample.d), cp.Variable(len(rows), nonneg=True)
        self.fits = self.slack >= 1 - self.signed @ self.v
        self.loss = self.times @ self.slack

    def solve(self, objective) -> np.ndarray:
        """Minimize over v; return the multipliers of the examples."""
        import cvxpy as cp

        self.v.value, self.slack.value = np.zeros(self.v.shape), np.ones(self.slack.shape)
        unit = float(objective.value)  # so that the program is worth 1 at v = 0
        problem = cp.Problem(cp.Minimize(objective / unit), [self.fits])
        tight = {"tol_gap_abs": 1e-12, "tol_gap_rel": 1e-10, "tol_feas": 1e-10}
        try:
            with warnings.catch_warnings():  # the floor tells whether it is accurate
                warnings.filterwarnings("ignore", message="Solution may be inaccurate")
                problem.solve(cp.CLARABEL, **tight)
        except cp.SolverError:
            raise self._unsettled("cvxpy failed") from None
        if self.fits.dual_value is None:
            raise self._unsettled(f"cvxpy: {problem.status}")
        return np.clip(self.fits.dual_value * unit, 0, self.times)

    def length(self, alpha) -> float:
        """‖Σαyx‖/R."""
        return float(np.linalg.norm(alpha @ self.signed))

    def comparator(self, bound: Callable, shortfall: Callable, floor: float) -> Comparator:
        """Read u and γ off v, and measure the bound anew, whatever the solver's accuracy."""
        v = self.v.value / self.sample.radius
        u, gamma = v / np.linalg.norm(v), 1 / float(np.linalg.norm(v))
        least = bound(gamma, shortfall(self.sample, u, gamma, self.order), self.sample.radius)
        return Comparator(u, gamma, float(least), float(floor))

    def settle(self, best: Comparator) -> Comparator:
        """Return the comparator, or raise RuntimeError when its bound is not close to its floor."""
        if best.bound - best.floor > ACCURACY * best.bound:
            raise self._unsettled(f"it lies between {best.floor:.6g} and {best.bound:.6g}")
        return best

    def _unsettled(self, why: str) -> RuntimeError:
        return RuntimeError(
            f"the least bound on {self.sample.name!r} is not settled ({why}); bring the features "
            "to one scale, as lib.samples.prepare does, or allow best_exact more rounds"
        )


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
