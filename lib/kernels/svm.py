"""A support vector machine in the feature space of a kernel, certified by its Gram matrix alone."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from lib.checks import Price, as_price
from lib.kernels.functions import Kernel, decompose, gram, linear
from lib.kernels.kernel_perceptron import KernelSeparator
from lib.samples import Sample, of_sample, standardize
from lib.svm.certificates import Gap, feasible, gap_of, priced
from lib.svm.finish import exact_optimum
from lib.svm.separability import NotSeparable, Undecided, twins
from lib.svm.solution import Machine, Solution, completed
from lib.svm.solve import Problem, certified, refuse_one_class, rescale_price, solve


@of_sample
def kernel_svm(
    sample: Sample, kernel: Kernel, C: float, *, weights=None, offset: bool = True
) -> "tuple[KernelSeparator, KernelSolution | Solution]":
    """The soft-margin separator in the feature space of a kernel, and the certified solution.

    The dual sees the examples through their Gram matrix alone, from which the gap is computed, too.
    With the linear kernel the solution is a `Solution`. C is infinite for the hard margin, and
    `weights` multiply it as in `soft_margin`. Where a Gram matrix G is all that is known, X holds
    row numbers, and the kernel is lambda A, B: G[A[:, 0].astype(int)][:, B[:, 0].astype(int)].

    Raises NotSeparable when there is no hard margin, for one point has both labels or, with the
    linear kernel, by an exact certificate; Undecided when no certified solution is found.

    >>> from lib.kernels.functions import gaussian
    >>> crossed = Sample([[1, 1], [-1, -1], [1, -1], [-1, 1]], [1, 1, -1, -1])
    >>> separator, solution = kernel_svm(crossed, gaussian(1), C=10)
    >>> separator.decision([[2, 2], [2, -2]]).round(3), solution.gap.relative < 1e-9
    (array([ 0.474, -0.474]), True)
    """
    C = priced(sample, as_price("C", C), weights)
    refuse_one_class(sample, offset)
    through = "" if offset else ", offset=False"
    if np.isinf(C).all() and (pair := twins(sample)) is not None:
        raise NotSeparable(
            f"examples {pair[0]} and {pair[1]} of {sample.name!r} are the same point with opposite "
            "labels, so no kernel separates them; give a finite C, as in "
            f"kernel_svm(sample, kernel, 1{through})",
            dict.fromkeys(pair, Fraction(1, 2)),
            sample.n,
        )
    if kernel is linear:
        found = certified(sample, C, offset, by_alpha=True)
        return KernelSeparator(sample, kernel, found.alpha, found.b), found
    K = gram(sample, kernel)
    lengths = np.sqrt(K.diagonal())
    size = 4.0 ** np.round(np.log2(lengths.max())) if lengths.any() else 1.0  # rounds nothing
    near = K if size == 1 else K / size
    # The rounding of an entry of K, or here of an eigenvalue 0, where the diagonal is 1.
    powers = getattr(kernel, "powers", 0)
    least = np.finfo(float).eps / 2 * (powers * (sample.d + 4) + 2)
    defect = least if powers else decompose(near)[1]
    if powers >= 1 and np.abs(K).max() < 2**50:
        parts = sample.X, K, kernel(0 * sample.X[:1], sample.X[:1])
        if not any((part % 1).any() for part in parts):
            defect = 0.0  # sums and powers of whole numbers are not rounded

    def complete(_, alpha, best):
        return KernelSolution.complete(sample, K, C, alpha / size, offset, defect, best)

    def finish(alpha):
        return exact_optimum(K, sample.y, C, offset, alpha / size, gram=True)

    problem = Problem(sample, rescale_price(C, np.sqrt(size)), offset, near, linear=False)
    best = solve(problem, complete, finish, np.sqrt(size))
    if best is not None:
        return KernelSeparator(sample, kernel, best.alpha, best.b), best
    spread, given = np.ptp(sample.X, axis=0), "sample"
    uneven = spread.max() > 1e3 * spread.min(initial=np.inf, where=spread > 0)
    if uneven or (np.abs(sample.X.mean(axis=0)) > spread).any():
        K, given = kernel(near_0 := standardize(sample).X, near_0), "standardize(sample)"
    usual = 1 / (K.diagonal().mean() or 1.0)  # C as SVM-light has it by default
    raise Undecided(
        f"undecided on {sample.name!r} with this kernel: no certified optimum; try "
        f"kernel_svm({given}, kernel, {usual:.0e}{through}), or another kernel"
    )


@dataclass(frozen=True, eq=False, repr=False)
class KernelSolution(Machine):
    """A separator in the feature space of a kernel: w = Σ α y φ(x), never formed.

    All is computed from the Gram matrix K; C, b, α, `offset` and `known` are as in `Solution`.
    `defect` says by how much an entry of K, with its diagonal scaled to 1, may be rounded; or,
    where that is not known, how far below 0 the least eigenvalue lies. `exact_norm` is ‖w‖ where it
    is known exactly, and not only as a sum of numbers that cancel.
    """

    sample: Sample
    K: np.ndarray
    C: Price
    b: float
    alpha: np.ndarray
    offset: bool = True
    defect: float = 0.0
    known: float = np.inf
    exact_norm: float | None = None
    apart = 0.0  # since w is Σ α y φ(x)

    @classmethod
    def complete(
        cls, sample, K, C: Price, alpha, offset: bool = True, defect: float = 0.0, optimum=None
    ) -> "KernelSolution | None":
        """As `Solution.complete`, with w = Σ α y φ(x); `optimum` is the exact one."""
        alpha = feasible(sample, alpha, C, offset=offset)
        found = completed(sample.y, _in_pairs(K, alpha * sample.y), alpha, C, offset)
        if found is None:
            return None
        (b, alpha, _), known, norm = found, np.inf, None
        if optimum is not None:
            lengths = np.sqrt(K.diagonal())
            known = (np.abs(alpha - optimum.alpha) + np.finfo(float).eps * alpha) @ lengths
            known += np.sqrt(2 * defect) * (alpha @ lengths)
            norm = optimum.norm
        solution = cls(sample, K, C, b, alpha, offset, defect, float(known), norm)
        return solution if solution.feasible else None

    @cached_property
    def scores(self) -> np.ndarray:
        """⟨w,φ(x)⟩ of each example, shape (n,)."""
        return _in_pairs(self.K, self.alpha * self.sample.y)

    @property
    def norm(self) -> float:
        """‖w‖ in the feature space."""
        if self.exact_norm is not None:
            return self.exact_norm
        return float(np.sqrt(max(0.0, (self.alpha * self.sample.y) @ self.scores)))

    @cached_property
    def rounding(self) -> np.ndarray:
        """By how much f may be rounded on each example: large multipliers cancel on a poor K."""
        size = np.abs(self.K) @ self.alpha + abs(self.b)
        return np.finfo(float).eps * (np.log2(self.sample.n) + 3) / 2 * size

    @cached_property
    def gap_error(self) -> float:
        """As `Machine.gap_error`, and what α can gain where K is not positive semidefinite."""
        square = (self.alpha * self.sample.y) @ self.scores
        gained = self.defect * (self.alpha @ np.sqrt(self.K.diagonal())) ** 2
        return super().gap_error + float(max(0.0, -square) + gained)

    @property
    def rounded(self) -> float:
        """By how much `norm` may be rounded: its square is a sum of numbers that cancel."""
        return float(np.sqrt(self.alpha @ self.rounding)) if self.exact_norm is None else 0.0

    @cached_property
    def gap(self) -> Gap:
        """The duality gap; its first term is zero, since w is Σ α y φ(x)."""
        g, square = self.sample.y * self.f, self.norm**2
        return gap_of(g, self.alpha, self.C, w_square=square, v_square=square, apart_square=0.0)


def _in_pairs(K: np.ndarray, v: np.ndarray) -> np.ndarray:
    """K v, summed in pairs, and pairs of pairs: (1 + log₂ n) roundings a sum, and not n."""
    columns, sums = np.flatnonzero(v), []
    for start in range(0, len(K), 64):  # so many rows at a time fit into the processor's cache
        terms = K[start : start + 64, columns] * v[columns]
        while (n := terms.shape[1]) > 1:
            terms[:, : n // 2] += terms[:, n - n // 2 :]
            terms = terms[:, : n - n // 2]
        sums.append(terms.sum(axis=1))
    return np.concatenate(sums)
