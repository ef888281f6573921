"""The perceptron and the soft margin from inner products alone, so that a kernel can replace them.

Chapter *Kernels*; Chevaleyre 4.1.2 and 6.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from lib.checks import as_floats, as_price, as_rows, as_whole
from lib.kernel_solution import KernelSolution
from lib.kernels import Kernel, factor, gram, linear
from lib.samples import Sample
from lib.separability import NotSeparable, Undecided, exact_common_point, twins
from lib.verdicts import best_of, seen


@dataclass(frozen=True, eq=False, repr=False)
class KernelSeparator:
    """f(x) = Σ α_i y_i k(x_i, x) + b.

    Attributes
    ----------
    sample : Sample
    kernel : Kernel
    alpha : array, shape (n,)
        Nonnegative.
    b : float
    """

    sample: Sample
    kernel: Kernel
    alpha: np.ndarray
    b: float = 0.0

    def __repr__(self):
        return (
            f"KernelSeparator on {self.sample.name!r}: {len(self.support)} of {self.sample.n} "
            f"examples carry it, b = {self.b + 0:.4g}"
        )

    @property
    def support(self) -> np.ndarray:
        """Rows of the examples with α_i > 0, up to a solver's rounding."""
        return np.flatnonzero(self.alpha > 1e-6 * self.alpha.max())

    def decision(self, X) -> np.ndarray:
        """f at each row of X, shape (m,)."""
        X = as_floats("X", X)
        if X.ndim != 2 or X.shape[1] != self.sample.d:
            raise ValueError(f"X has shape {X.shape}; give rows of {self.sample.d} features")
        if not np.isfinite(X).all():
            raise ValueError("X holds NaN or infinity; give finite numbers")
        # All of them: a small multiplier counts where the kernel is large.
        rows = np.flatnonzero(self.alpha)
        if rows.size == 0:
            return np.full(len(X), self.b)
        return self.kernel(X, self.sample.X[rows]) @ (self.alpha * self.sample.y)[rows] + self.b

    def error(self, sample: Sample) -> float:
        """The share of a sample with y f(x) <= 0."""
        return float(np.mean(sample.y * self.decision(sample.X) <= 0))


@dataclass(frozen=True, eq=False, repr=False)
class KernelRun:
    """What a kernel perceptron did: once more, a run is its list of mistakes.

    Attributes
    ----------
    sample : Sample
    kernel : Kernel
    mistakes : array of int, shape (M,)
        The examples updated on, in order of time.
    passes : int
        The last one included.
    halted : bool
        True when the last pass was without a mistake; False when the run stopped at its bound.
    """

    sample: Sample
    kernel: Kernel
    mistakes: np.ndarray
    passes: int
    halted: bool

    def __repr__(self):
        state = "halted" if self.halted else "stopped short at its bound"
        return (
            f"KernelRun on {self.sample.name!r}: {self.M} mistakes, "
            f"{self.passes} pass{'es' if self.passes > 1 else ''}, {state}"
        )

    @property
    def M(self) -> int:
        """The number of mistakes."""
        return len(self.mistakes)

    @cached_property
    def separator(self) -> KernelSeparator:
        """The final f: α_i counts the mistakes on example i."""
        alpha = np.bincount(self.mistakes, minlength=self.sample.n).astype(float)
        return KernelSeparator(self.sample, self.kernel, alpha)

    def observe(self, comparator: KernelSeparator) -> dict[str, np.ndarray | float]:
        """The symbols of the Block–Novikoff theorem, as in `lib.perceptron.Run.observe`.

        All are inner products in the feature space, and so come from the Gram matrix. The
        comparator is a separator on the same sample with the same kernel and b = 0, and not zero.
        Raises ValueError for any other, and for a run without a mistake.
        """
        other = comparator
        if (other.sample, other.kernel, other.b) != (self.sample, self.kernel, 0):
            raise ValueError("comparator must share the run's sample and kernel, and have b = 0")
        signed = _signed_gram(self.sample, self.kernel)
        U = float(np.sqrt(max(0.0, other.alpha @ signed @ other.alpha)))
        if U == 0 or self.M == 0:
            raise ValueError(
                "give a comparator that is not zero, and a run with a mistake: there is nothing "
                "to observe"
            )
        toward = signed @ other.alpha / U
        among = signed[np.ix_(self.mistakes, self.mistakes)]
        q, own = np.tril(among, -1).sum(axis=1), np.diag(among)
        squares, p = np.cumsum(2 * q + own), np.cumsum(toward[self.mistakes])
        r = np.sqrt(squares)
        return {
            "t": np.arange(1.0, self.M + 1),
            "p": p,
            "p_before": p - toward[self.mistakes],
            "r": r,
            "r_before": np.sqrt(np.maximum(0, squares - 2 * q - own)),
            "q": q,
            "m": toward[self.mistakes],
            "s": np.sqrt(own),
            "R": float(np.sqrt(np.diag(signed).max())),
            "gamma": float(toward.min()),
            "U": 1.0,
        }


def kernel_perceptron(
    sample: Sample, kernel: Kernel, *, order=None, max_passes: int = 1000
) -> KernelRun:
    """The perceptron on the features of a kernel, which it never computes.

    An update on example i adds y_i k(x_i, ·) to f, so the scores of the sample move by a row of the
    Gram matrix. With the linear kernel the mistakes are those of `lib.perceptron.perceptron`.

    Parameters
    ----------
    sample : Sample
    kernel : Kernel
    order : sequence of int, optional
        The rows of one pass; the order of the sample when left out.
    max_passes : int
        The bound for samples that the kernel does not separate.

    Raises
    ------
    ValueError
        On a kernel that is no inner product, a bad order or a bad bound.
    """
    signed = _signed_gram(sample, kernel)
    order = np.arange(sample.n) if order is None else as_rows("order", order, sample.n)
    max_passes = as_whole("max_passes", max_passes)
    margins, mistakes, passes, clean = np.zeros(sample.n), [], 0, False
    while passes < max_passes and not clean:
        passes, clean, position = passes + 1, True, 0
        while (wrong := np.flatnonzero(margins[order[position:]] <= 0)).size:
            position, clean = position + wrong[0] + 1, False
            mistakes.append(order[position - 1])
            margins = margins + signed[mistakes[-1]]
    return KernelRun(sample, kernel, np.array(mistakes, dtype=int), passes, clean)


def kernel_svm(
    sample: Sample, kernel: Kernel, C: float, *, offset: bool = True
) -> tuple[KernelSeparator, KernelSolution]:
    """The soft-margin separator in the feature space of a kernel, and the certified solution.

    The dual sees the examples through their Gram matrix K alone, so the rows of any F with
    F Fᵀ = K can stand in for the features: the solver of `lib.svm` runs on them. F is K's up to
    rounding; the gap of the solution is computed from K itself. C is infinite for the hard margin.

    Raises ValueError on a bad kernel or C, and when one class is missing and an offset is wanted;
    NotSeparable when there is no hard margin, for one point has both labels or, with the linear
    kernel, by an exact certificate; Undecided when no certified solution is found.
    """
    from lib.svm import dual_answers, refuse_one_class

    K, C = gram(sample, kernel), as_price("C", C)
    refuse_one_class(sample, offset)
    lengths = np.sqrt(K.diagonal())
    size = 4.0 ** np.round(np.log2(lengths.max())) if lengths.any() else 1.0  # rounds nothing
    features = Sample(factor(K / size), sample.y, sample.name)
    answers, status = dual_answers(features, C * size, offset)
    lengths[lengths == 0] = 1
    defect = float(max(0.0, -np.linalg.eigvalsh(K / lengths / lengths[:, None])[0]))
    best, least = best_of(
        KernelSolution.complete(sample, K, C, alpha / size, offset, defect)
        for _, alpha in answers
        if np.isfinite(alpha).all()
    )
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
        f"({seen(least, status)}); {remedy}"
    )


def _refuse_inseparable(sample: Sample, kernel: Kernel, offset: bool) -> None:
    """Raise NotSeparable where it is exact that no hyperplane in feature space separates."""
    pair = twins(sample)
    if pair is not None:
        raise NotSeparable(
            f"examples {pair[0]} and {pair[1]} of {sample.name!r} are the same point with opposite "
            "labels, so no kernel separates them; give a finite C",
            dict.fromkeys(pair, Fraction(1, 2)),
            sample.n,
        )
    exact = exact_common_point(sample, offset=offset) if kernel is linear else None
    if exact is not None:
        raise NotSeparable(
            f"no hyperplane separates {sample.name!r}: the weights of this error certify it; give "
            "a finite C, or a kernel with more features",
            exact,
            sample.n,
        )


def _signed_gram(sample: Sample, kernel: Kernel) -> np.ndarray:
    """y_i y_j k(x_i, x_j), shape (n, n)."""
    return gram(sample, kernel) * sample.y * sample.y[:, None]
