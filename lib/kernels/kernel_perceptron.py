"""The perceptron from inner products alone, which a kernel may replace.

Chapter *Kernels*; Chevaleyre 6.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lib.checks import as_rows, as_whole
from lib.kernels.functions import Kernel, factor, gram
from lib.kernels.separator import KernelSeparator
from lib.runs import MistakeList
from lib.samples import Classifier, Sample, of_sample


@of_sample
def kernel_perceptron(
    sample: Sample, kernel: Kernel, *, order=None, max_passes: int = 1000
) -> "KernelRun":
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

    >>> from lib.kernels.functions import polynomial
    >>> crossed = Sample([[1, 1], [-1, -1], [1, -1], [-1, 1]], [1, 1, -1, -1])
    >>> run = kernel_perceptron(crossed, polynomial(2))
    >>> run.mistakes, run.separator.error(crossed)
    (array([0, 2, 3, 1]), 0.0)
    """
    signed = gram(sample, kernel) * sample.y * sample.y[:, None]  # y_i y_j k(x_i, x_j)
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


@dataclass(frozen=True, eq=False, repr=False)
class KernelRun(MistakeList, Classifier):
    """A run of the kernel perceptron: again its list of mistakes.

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

    @cached_property
    def separator(self) -> KernelSeparator:
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
