"""A support vector machine in the feature space of a kernel, judged by its Gram matrix alone.

Chapter *Kernels*; Chevaleyre 4.1.2 and 6. `lib.kernel_machines` solves.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lib.certificates import Gap, feasible, gap_of, residuals_of
from lib.samples import Sample
from lib.solution import Machine, completed


@dataclass(frozen=True, eq=False, repr=False)
class KernelSolution(Machine):
    """A separator in the feature space of a kernel: w = Σ α y φ(x), never formed.

    Attributes
    ----------
    sample : Sample
    K : array, shape (n, n)
        The Gram matrix; the gap and all else are computed from it.
    C, b, alpha, offset
        As in `Solution`.
    """

    sample: Sample
    K: np.ndarray
    C: float
    b: float
    alpha: np.ndarray
    offset: bool = True

    @classmethod
    def complete(cls, sample, K, C: float, alpha, offset: bool = True) -> "KernelSolution | None":
        """As `Solution.complete`, with w = Σ α y φ(x)."""
        alpha = feasible(sample, alpha, C, offset=offset)
        found = completed(sample.y, K @ (alpha * sample.y), alpha, C, offset)
        if found is None:
            return None
        b, alpha, _ = found
        if np.isinf(C):
            # A little longer, so that no rounding leaves y f below 1.
            more = 1 + cls(sample, K, C, b, alpha, offset).rounding
            b, alpha = more * b, more * alpha
        solution = cls(sample, K, C, b, alpha, offset)
        short = np.isinf(C) and (sample.y * (solution.scores + b)).min() < 1 - 1e-9
        return None if short else solution

    @cached_property
    def scores(self) -> np.ndarray:
        """⟨w,φ(x)⟩ of each example, shape (n,)."""
        return self.K @ (self.alpha * self.sample.y)

    @property
    def norm(self) -> float:
        """‖w‖ in the feature space."""
        return float(np.sqrt(max(0.0, (self.alpha * self.sample.y) @ self.scores)))

    @property
    def rounding(self) -> float:
        """By how much f may be rounded: large multipliers cancel on a nearly singular K."""
        size = (np.abs(self.K) @ self.alpha + abs(self.b)).max()
        return float(np.finfo(float).eps * size)

    @cached_property
    def gap(self) -> Gap:
        """The duality gap; its first term is zero, since w is Σ α y φ(x)."""
        f, square = self.scores + self.b, self.norm**2
        return gap_of(self.sample.y, f, self.alpha, self.C, square, square, 0.0)

    @cached_property
    def residuals(self) -> dict[str, float]:
        """By how much each optimality condition fails."""
        f = self.scores + self.b
        return residuals_of(self.sample.y, f, self.alpha, self.C, 0.0, self.offset)
