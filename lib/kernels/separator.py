"""A separator in the feature space of a kernel.

Chapter *Kernels*; Chevaleyre 4.1.2 and 6.
"""

from dataclasses import dataclass

import numpy as np

from lib.checks import as_examples
from lib.kernels.functions import Kernel
from lib.samples import Classifier, Sample, of_sample
from lib.svm.solution import positive


@dataclass(frozen=True, eq=False, repr=False)
class KernelSeparator(Classifier):
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
        return np.flatnonzero(positive(self.alpha))

    def decision(self, X) -> np.ndarray:
        """f at each row of X, shape (m,); `predict` has its labels.

        X has the features of the separator's sample: where that was standardized, so is X, like it.
        """
        X = as_examples("X", X, self.sample.features)
        # All of them: a small multiplier counts where the kernel is large.
        rows = np.flatnonzero(self.alpha)
        if rows.size == 0:
            return np.full(len(X), self.b)
        return self.kernel(X, self.sample.X[rows]) @ (self.alpha * self.sample.y)[rows] + self.b

    @of_sample
    def error(self, sample: Sample) -> float:
        """The share of a sample with y f(x) <= 0."""
        return float(np.mean(sample.y * self.decision(sample.X) <= 0))
