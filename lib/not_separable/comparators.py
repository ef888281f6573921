"""The direction and the margin that bound the mistakes best, with a floor that proves it."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass

import cvxpy as cp
import numpy as np

from lib.checks import as_whole
from lib.not_separable import bounds
from lib.samples import Sample, of_sample

ACCURACY = 1e-6  # the share of a least bound within which its multipliers must confirm it


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


@of_sample
def best_simple(sample: Sample, order=None) -> Comparator:
    """The (u, γ) with the least bound R²/γ² + 2TD/γ: with v = u/γ, a soft-margin SVM.

    The bound is R²‖v‖² + 2L(v), twice the objective with C = 1 when R = 1; the floor is
    2Σα - ‖Σαyx‖²/R². Raises ValueError when no comparator bounds the mistakes below the length of
    the sequence, RuntimeError when bound and floor do not meet.

    >>> from lib.datasets import iris
    >>> from lib.samples import prepare
    >>> best_simple(prepare(iris("versicolor", "virginica")))
    Comparator(γ=0.3226, bound 31.00)
    """
    program = _Program(sample, order)
    alpha = program.solve(cp.sum_squares(program.v) / 2 + program.loss)
    floor = 2 * alpha.sum() - program.length(alpha) ** 2
    best = program.comparator(bounds.simple_bound, bounds.total_distance, floor)
    return program.confirmed(best)


@of_sample
def best_freund_schapire(sample: Sample, order=None) -> Comparator:
    """The (u, γ) with the least bound ((R + D)/γ)²: with v = u/γ, R‖v‖ + ‖ξ‖ is convex.

    The best γ may exceed R. The floor is (Σα)² with α scaled so that ‖Σαyx‖ <= R and Σα²/k <= 1,
    where k counts how often the example occurs. Raises as `best_simple`.

    >>> from lib.datasets import iris
    >>> from lib.samples import prepare
    >>> best_freund_schapire(prepare(iris("versicolor", "virginica")))
    Comparator(γ=0.5375, bound 30.24)
    """
    program = _Program(sample, order)
    short = cp.norm(cp.multiply(np.sqrt(program.times), program.slack))
    alpha = program.solve(cp.norm(program.v) + short)
    scale = max(program.length(alpha), np.sqrt(np.sum(alpha**2 / program.times)))
    floor = (alpha.sum() / scale) ** 2
    best = program.comparator(bounds.freund_schapire_bound, bounds.deviation, floor)
    return program.confirmed(best)


@of_sample
def best_exact(sample: Sample, order=None, rounds: int = 30) -> Comparator:
    """The (u, γ) with the least exact bound, by a few convex programs.

    With v = u/γ and s = √M the theorem reads s² <= s R‖v‖ + L(v), for every v. The least right side
    is concave in s: in its place put the line of the v that is best at s, and solve s² = line. The
    floor is min(Σα, (RΣα/‖Σαyx‖)²). Raises as `best_simple`.

    >>> from lib.datasets import iris
    >>> from lib.samples import prepare
    >>> best_exact(prepare(iris("versicolor", "virginica")))
    Comparator(γ=0.3907, bound 26.02)
    """
    program, s = _Program(sample, order), np.sqrt(bounds.times(sample, order).sum())
    for _ in range(as_whole("rounds", rounds)):
        alpha = program.solve(s * cp.norm(program.v) + program.loss)
        floor = min(alpha.sum(), (alpha.sum() / program.length(alpha)) ** 2)
        best = program.comparator(bounds.exact_bound, bounds.total_distance, floor)
        if best.bound - floor <= ACCURACY * best.bound:
            break
        s = np.sqrt(best.bound)
    return program.confirmed(best)


class _Program:
    """A convex program over v = Ru/γ: its examples, those of the sequence, have R = 1."""

    def __init__(self, sample: Sample, order):
        self.sample, self.order = sample, order
        occurs = bounds.times(sample, order)
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
        self.v.value, self.slack.value = np.zeros(self.v.shape), np.ones(self.slack.shape)
        unit = float(objective.value)  # so that the program is worth 1 at v = 0
        problem = cp.Problem(cp.Minimize(objective / unit), [self.fits])
        tight = {"tol_gap_abs": 1e-12, "tol_gap_rel": 1e-10, "tol_feas": 1e-10}
        try:
            with warnings.catch_warnings():  # the floor shows whether it is accurate
                warnings.filterwarnings("ignore", message="Solution may be inaccurate")
                problem.solve(cp.CLARABEL, **tight)
        except cp.SolverError:
            raise self._unconfirmed("cvxpy failed") from None
        if self.fits.dual_value is None:
            raise self._unconfirmed(f"cvxpy: {problem.status}")
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

    def confirmed(self, best: Comparator) -> Comparator:
        """Return the comparator, or raise RuntimeError when its bound is not close to its floor."""
        if best.bound - best.floor > ACCURACY * best.bound:
            raise self._unconfirmed(f"it lies between {best.floor:.6g} and {best.bound:.6g}")
        return best

    def _unconfirmed(self, why: str) -> RuntimeError:
        return RuntimeError(
            f"the least bound on {self.sample.name!r} is not settled ({why}); bring the features "
            "to one scale, as lib.samples.prepare does, or allow best_exact more rounds"
        )
