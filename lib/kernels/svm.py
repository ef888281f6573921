"""A support vector machine in the feature space of a kernel, judged by its Gram matrix alone.

Chapter *Kernels*; Chevaleyre 4.1.2 and 6.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

import numpy as np

from lib.checks import as_price
from lib.kernels.functions import Kernel, decompose, gram, linear
from lib.kernels.separator import KernelSeparator
from lib.samples import Sample, of_sample
from lib.svm.certificates import Gap, feasible, gap_of, residuals_of
from lib.svm.road import Near, refuse_one_class, travel
from lib.svm.separability import NotSeparable, Undecided, exact_common_point, twins
from lib.svm.solution import Machine, completed


@of_sample
def kernel_svm(
    sample: Sample, kernel: Kernel, C: float, *, offset: bool = True
) -> "tuple[KernelSeparator, KernelSolution]":
    """The soft-margin separator in the feature space of a kernel, and the certified solution.

    The dual sees the examples through their Gram matrix K alone, and the road of `lib.svm.road`
    climbs it. Where that does not suffice, the rows of an F with F Fᵀ = K stand in for the
    features. F is K's up to rounding; the gap of the solution is computed from K itself. C is
    infinite for the hard margin.

    Raises ValueError on a bad kernel or C, and when one class is missing and an offset is wanted;
    NotSeparable when there is no hard margin, for one point has both labels or, with the linear
    kernel, by an exact certificate; Undecided when no certified solution is found.

    >>> from lib.kernels.functions import gaussian
    >>> crossed = Sample([[1, 1], [-1, -1], [1, -1], [-1, 1]], [1, 1, -1, -1])
    >>> separator, solution = kernel_svm(crossed, gaussian(1), C=10)
    >>> separator.decision([[2, 2], [2, -2]]).round(3), solution.gap.relative < 1e-9
    (array([ 0.474, -0.474]), True)
    """
    K, C = gram(sample, kernel), as_price("C", C)
    refuse_one_class(sample, offset)
    lengths = np.sqrt(K.diagonal())
    size = 4.0 ** np.round(np.log2(lengths.max())) if lengths.any() else 1.0  # rounds nothing

    near = K if size == 1 else K / size
    # A large C makes dear what an F without small eigenvalues leaves out.
    factored = cache(lambda: decompose(near, 1e-15))
    # What rounding can make of an eigenvalue 0: at most, or, of another's kernel, here.
    powers = getattr(kernel, "powers", 0)
    least = np.finfo(float).eps * powers * (sample.d + 4) * sample.n
    defect = least if powers else factored()[1]

    def complete(_, alpha):
        return KernelSolution.complete(sample, K, C, alpha / size, offset, defect)

    def rows():
        F = factored()[0]
        return Sample(F - F.mean(axis=0) if offset else F, sample.y)

    judge = travel(Near(sample, C * size, offset, near, rows), complete)
    best = judge.best
    if best is not None:
        return KernelSeparator(sample, kernel, best.alpha, best.b), best
    if np.isinf(C):
        _refuse_inseparable(sample, kernel, offset)
    lengths = lengths[lengths > 0]
    if lengths.size and lengths.max() > 1e3 * lengths.min():
        remedy = "lengths in the feature space differ much: standardize(sample) first"
    elif np.isinf(C):
        remedy = "the Gram matrix is nearly singular: give a finite C, or another kernel"
    else:
        remedy = f"C may ask too much of this kernel: try one nearer to {1 / size:.0e}"
    raise Undecided(
        f"undecided on {sample.name!r} with this kernel: no certified optimum "
        f"({judge.tried}); {remedy}"
    )


def _refuse_inseparable(sample: Sample, kernel: Kernel, offset: bool) -> None:
    """Raise NotSeparable where it is exact that no hyperplane in feature space separates."""
    pair, exact = twins(sample), None
    if pair is not None:
        exact = dict.fromkeys(pair, Fraction(1, 2))
        why = (
            f"examples {pair[0]} and {pair[1]} of {sample.name!r} are the same point with opposite "
            "labels, so no kernel separates them; give a finite C"
        )
    elif kernel is linear:
        exact = exact_common_point(sample, offset=offset)
        through, remedy = ("", "") if offset else (" through 0", "offset=True, ")
        why = (
            f"no hyperplane{through} separates {sample.name!r}: the weights of this error certify "
            f"it; give {remedy}a finite C, or a kernel with more features"
        )
    if exact is not None:
        raise NotSeparable(why, exact, sample.n)


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
        return solution if solution.feasible else None

    @cached_property
    def scores(self) -> np.ndarray:
        """⟨w,φ(x)⟩ of each example, shape (n,)."""
        return self.K @ (self.alpha * self.sample.y)

    @property
    def norm(self) -> float:
        """‖w‖ in the feature space."""
        return float(np.sqrt(max(0.0, (self.alpha * self.sample.y) @ self.scores)))

    @cached_property
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
        g, square = self.sample.y * self.f, self.norm**2
        return gap_of(g, self.alpha, self.C, w_square=square, v_square=square, apart_square=0.0)

    @cached_property
    def residuals(self) -> dict[str, float]:
        """By how much each optimality condition fails."""
        balance = self.alpha @ self.sample.y if self.offset else 0.0
        g = self.sample.y * self.f
        return residuals_of(g, self.alpha, self.C, apart=0.0, balance=balance)
