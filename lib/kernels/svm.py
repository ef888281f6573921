"""A support vector machine in the feature space of a kernel, judged by its Gram matrix alone.

Chapter *Kernels*; Chevaleyre 4.1.2 and 6.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from lib.checks import as_price
from lib.kernels.functions import Kernel, decompose, gram, linear
from lib.kernels.separator import KernelSeparator
from lib.samples import Sample
from lib.svm.certificates import Gap, feasible, gap_of, residuals_of
from lib.svm.interior import interior
from lib.svm.pairs import climb
from lib.svm.programs import Answers, best_of, refuse_one_class, seen, shared
from lib.svm.separability import NotSeparable, Undecided, exact_common_point, twins
from lib.svm.solution import Machine, completed
from lib.svm_dual import dual_answers


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
            g = sample.y * solution.f
            least = min(1.0, g.min()) if g.min() > 0.9 else 1.0
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
        square = self.norm**2
        return gap_of(self.sample.y, self.f, self.alpha, self.C, square, square, 0.0)

    @cached_property
    def residuals(self) -> dict[str, float]:
        """By how much each optimality condition fails."""
        return residuals_of(self.sample.y, self.f, self.alpha, self.C, 0.0, self.offset)


def kernel_svm(
    sample: Sample, kernel: Kernel, C: float, *, offset: bool = True
) -> tuple[KernelSeparator, KernelSolution]:
    """The soft-margin separator in the feature space of a kernel, and the certified solution.

    The dual sees the examples through their Gram matrix K alone, and `lib.svm.pairs` climbs it.
    Where that does not suffice, the rows of an F with F Fᵀ = K stand in for the features, and
    the solvers of linear machines are asked. F is K's up to rounding; the gap of the solution is
    computed from K itself. C is infinite for the hard margin.

    Raises ValueError on a bad kernel or C, and when one class is missing and an offset is wanted;
    NotSeparable when there is no hard margin, for one point has both labels or, with the linear
    kernel, by an exact certificate; Undecided when no certified solution is found.
    """
    K, C = gram(sample, kernel), as_price("C", C)
    refuse_one_class(sample, offset)
    lengths = np.sqrt(K.diagonal())
    size = 4.0 ** np.round(np.log2(lengths.max())) if lengths.any() else 1.0  # rounds nothing
    lengths[lengths == 0] = 1
    said: list[str] = []
    # What rounding of K can make of an eigenvalue 0, at most; of another's kernel nothing is known.
    powers = getattr(kernel, "powers", np.inf)
    defect = np.finfo(float).eps * powers * (sample.d + 4) * sample.n

    def answers() -> Answers:
        nonlocal defect
        climbed = shared(sample, climb(K, sample.y, C, offset))
        yield climbed, climbed
        # A large C makes dear what an F without small eigenvalues leaves out.
        F, defect = decompose(K / size, 1e-15)
        yield climbed, climbed  # once more, now that the eigenvalues of K are known
        if np.isfinite(C):
            w, alpha = interior(Sample(F, sample.y), C * size, offset)
            yield w, alpha / size
        rows = Sample(decompose(K / size)[0], sample.y, sample.name)
        for w, alpha in dual_answers(rows, C * size, offset, said):
            yield w, alpha / size

    def complete(_, alpha):
        return KernelSolution.complete(sample, K, C, alpha, offset, defect)

    best, least = best_of(answers(), complete)
    if best is not None:
        return KernelSeparator(sample, kernel, best.alpha, best.b), best
    if np.isinf(C):
        _refuse_inseparable(sample, kernel, offset)
    if lengths.max() > 1e3 * lengths.min():
        remedy = "lengths in the feature space differ much: standardize(sample) first"
    elif np.isinf(C):
        remedy = "the Gram matrix is nearly singular: give a finite C, or another kernel"
    else:
        remedy = f"C may ask too much of this kernel: try one nearer to {1 / size:.0e}"
    raise Undecided(
        f"undecided on {sample.name!r} with this kernel: no certified optimum "
        f"({seen(least, said)}); {remedy}"
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
        why = (
            f"no hyperplane separates {sample.name!r}: the weights of this error certify it; give "
            "a finite C, or a kernel with more features"
        )
    if exact is not None:
        raise NotSeparable(why, exact, sample.n)
