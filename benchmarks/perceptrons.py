"""The perceptron against scikit-learn's.

The same examples in the same order for the same number of passes. Both make the same updates:
in the end their weights are equal bit for bit. scikit-learn does not stop by itself after a pass
without mistakes; it is told how many passes that takes. A pass costs nd operations, so by
Block–Novikoff's theorem a run to a separator takes at most nd(R²/γ² + 1); the times grow
with nd and with the number of passes, which is mostly far below that bound. On the last three
samples, which no hyperplane separates, each pass makes many mistakes.
"""

from collections.abc import Iterator

import numpy as np
from sklearn.datasets import load_diabetes
from sklearn.linear_model import Perceptron

from benchmarks.timing import Row, compare
from lib.datasets import breast_cancer, digits, iris, retina, separable_pairs
from lib.perceptron import perceptron
from lib.samples import Sample, prepare, with_margin


def rows(small: bool = False) -> Iterator[Row]:
    """Samples with a separator, and then three without one, of which each takes 100 passes."""
    if small:
        separable = [separable_pairs()[0], drawn(500, 10, 0.1)]
    else:
        real = [*separable_pairs(), prepare(retina(digits(3, 8)))]
        large = (10_000, 50, 0.02), (100_000, 20, 0.05), (20_000, 200, 0.02), (100_000, 100, 0.02)
        separable = real + [drawn(*sizes) for sizes in large]
    for sample in separable:
        yield against_sklearn(sample, 10_000, small)
    X, progression = load_diabetes(return_X_y=True)
    diabetes = Sample(X, np.where(progression > np.median(progression), 1, -1), "diabetes")
    for sample in (iris("versicolor", "virginica"), breast_cancer(), diabetes):
        yield against_sklearn(prepare(sample), 2 if small else 100, small)


def drawn(n: int, d: int, gamma: float) -> Sample:
    """Random unit examples with a margin of at least gamma."""
    sample, _ = with_margin(n, d, gamma, np.random.default_rng(0))
    return Sample(sample.X, sample.y, f"random, n={n}, d={d}, γ={gamma:g}")


def against_sklearn(sample: Sample, passes: int, small: bool) -> Row:
    """One sample, at most that many passes."""
    run = perceptron(sample, max_passes=passes)
    peer = Perceptron(fit_intercept=False, shuffle=False, tol=None, max_iter=run.passes)
    return compare(
        sample.name if run.halted else f"{sample.name}, no separator",
        lambda: perceptron(sample, max_passes=passes).w,
        lambda: peer.fit(sample.X, sample.y).coef_[0],
        np.array_equal,
        small,
    )
