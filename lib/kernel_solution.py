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
    defect : float
        How far below 0 the least eigenvalue of K, with its diagonal scaled to 1, lies by rounding.
    """

    sample: Sample
    K: np.ndarray
    C: float
    b: float
    alpha: np.ndarray
    offset: bool = True
    defect: float = 0.0

    @classmethod
    def complete(
        cls, sample, K, C: float, alpha, offset: bool = True, defect: float = 0.0
    ) -> "KernelSolution | None":
        """As `Solution.complete`, with w = Σ α y φ(x)."""
        alpha = feasible(sample, alpha, C, offset=offset)
        found = completed(sample.y, K @ (alpha * sample.y), alpha, C, offset)
        if found is None:
            return None
        b, alpha, _ = found
        solution = cls(sample, K, C, b, alpha, offset, defect)
        if not solution.feasible:
            # Large multipliers cancel on a nearly singular K: once more, from rounded scores.
            f = solution.sample.y * (solution.scores + b)
            least = min(1.0, f.min()) if f.min() > 0.9 else 1.0
            solution = cls(sample, K, C, b / least, alpha / least, offset, defect)
        return solution if solution.feasible else None

    @cached_property
    def scores(self) -> np.ndarray:
        """⟨w,φ(x)⟩ of each example, shape (n,)."""
        return self.K @ (self.alpha * self.sample.y)

    @property
    def norm(self) -> float:
        """‖w‖ in the feature space."""
        return float(np.sqrt(max(0.0, (self.alpha * self.sample.y) @ self.scores)))

    @property
    def rounding(self) -> np.ndarray:
        """By how much f may be rounded on each example: large multipliers cancel on a poor K."""
        size = np.abs(self.K) @ self.alpha + abs(self.b)
        return np.finfo(float).eps * ((self.alpha > 0).sum() + 2) / 2 * size

    @cached_property
    def doubt(self) -> float:
        """As `Machine.doubt`, and what α gains where K is not positive semidefinite."""
        square = (self.alpha * self.sample.y) @ self.scores
        gained = self.defect * (self.alpha**2 @ self.K.diagonal())
        return super().doubt + float(max(0.0, -square) + gained)

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
