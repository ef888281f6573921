"""The perceptron from inner products alone, which a kernel may replace. Chapter *Kernels*."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lib.checks import as_examples, as_rows, as_whole
from lib.kernels.functions import Kernel, factor, gram
from lib.runs import MistakeList, ending, mistakes
from lib.samples import Classifier, Sample, of_sample
from lib.svm.solution import positive


@of_sample
def kernel_perceptron(
    sample: Sample, kernel: Kernel, *, order=None, max_passes: int = 1000
) -> "KernelRun":
    """The perceptron on the features of a kernel, which it never computes.

    An update on example i adds y_i k(x_i, ·) to f, so the scores of the sample move by a row of the
    Gram matrix. `order` and `max_passes` are as in `lib.perceptron.perceptron`, which makes the
    same mistakes as this with the linear kernel.

    >>> from lib.kernels.functions import polynomial
    >>> crossed = Sample([[1, 1], [-1, -1], [1, -1], [-1, 1]], [1, 1, -1, -1])
    >>> run = kernel_perceptron(crossed, polynomial(2))
    >>> run.mistakes, run.score(crossed)
    (array([0, 2, 3, 1]), 1.0)
    """
    signed = gram(sample, kernel) * sample.y * sample.y[:, None]  # y_i y_j k(x_i, x_j)
    order = np.arange(sample.n) if order is None else as_rows("order", order, sample.n)
    max_passes = as_whole("max_passes", max_passes)
    n, margins, when = len(order), np.zeros(sample.n), []
    for now in mistakes(lambda rows: margins[order[rows]] <= 0, n, max_passes):
        when.append(now)
        margins[:] += signed[order[now % n]]
    seen, halted = ending(when, n, max_passes)
    return KernelRun(sample, kernel, order[np.array(when, dtype=int) % n], seen // n, halted)


@dataclass(frozen=True, eq=False, repr=False)
class KernelRun(MistakeList, Classifier):
    """A run of the kernel perceptron: its list of mistakes, rows of the sample in order of time.

    `passes` counts the last one, too; `halted` is True when that was without a mistake.
    """

    sample: Sample
    kernel: Kernel
    mistakes: np.ndarray
    passes: int
    halted: bool

    @cached_property
    def separator(self) -> "KernelSeparator":
        """The final f: α_i counts the mistakes on example i."""
        alpha = np.bincount(self.mistakes, minlength=self.sample.n).astype(float)
        return KernelSeparator(self.sample, self.kernel, alpha)

    def decision(self, X) -> np.ndarray:
        """f of the final separator at each row of X, shape (m,); `predict` has its labels."""
        return self.separator.decision(X)

    @cached_property
    def features(self) -> np.ndarray:
        """Coordinates of the examples in feature space: rows with the inner products K; (n, r)."""
        return factor(gram(self.sample, self.kernel))

    @property
    def updates(self) -> dict[str, np.ndarray | float]:
        """Each update as in `moved`; vectors, of shape (M, r), are coordinates like `features`."""
        x = self.features[self.mistakes] * self.sample.y[self.mistakes, None]
        return self.moved(x, float(np.linalg.norm(self.features, axis=1).max()))


@dataclass(frozen=True, eq=False, repr=False)
class KernelSeparator(Classifier):
    """f(x) = Σ α_i y_i k(x_i, x) + b, a separator in the feature space of a kernel; α >= 0."""

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
        return np.flatnonzero(positive(self.alpha))

    def decision(self, X) -> np.ndarray:
        """f at each row of X, shape (m,), prepared as the sample is; `predict` has its labels."""
        X = as_examples("X", X, self.sample.features)
        # All of them: a small multiplier counts where the kernel is large.
        rows = np.flatnonzero(self.alpha)
        return self.kernel(X, self.sample.X[rows]) @ (self.alpha * self.sample.y)[rows] + self.b
