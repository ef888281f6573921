"""The perceptron against scikit-learn's.

The same examples in the same order for the same number of passes. Both make the same updates:
after each pass their weights are equal bit for bit. scikit-learn does not stop by itself after a
pass without mistakes; it is told how many passes that takes. A pass costs nd operations, so by
Block–Novikoff's theorem a run to a separator takes at most nd(R²/γ² + 1); the times grow
with nd and with the number of passes, which is mostly far below that bound.

Without a separator mistakes are dense, and each costs numpy's overhead again. An earlier search,
which began anew after each of them, took 3.2, 14.2 and 38.7 times scikit-learn's time on the last
three samples; the goal is half of that.
"""

from collections.abc import Iterator

import numpy as np
from sklearn.datasets import load_diabetes
from sklearn.linear_model import Perceptron

from benchmarks.timing import Row, compare
from lib.datasets import breast_cancer, digits, iris, retina, separable_pairs
from lib.perceptron import perceptron
from lib.runs import Run
from lib.samples import Sample, prepare, with_margin

PEER = "scikit-learn"


def rows(small: bool = False) -> Iterator[Row]:
    """Samples with a separator, and then three without one, of which each takes 100 passes."""
    for sample in separable(small):
        yield against_sklearn(sample, 10_000, 1.0, small)
    X, progression = load_diabetes(return_X_y=True)
    diabetes = Sample(X, np.where(progression > np.median(progression), 1, -1), "diabetes")
    formerly = (iris("versicolor", "virginica"), 3.2), (breast_cancer(), 14.2), (diabetes, 38.7)
    for sample, ratio in formerly:
        yield against_sklearn(prepare(sample), 2 if small else 100, ratio / 2, small)


def separable(small: bool) -> list[Sample]:
    """Seven pairs of real classes, digits on 400 photocells, and larger random samples."""
    if small:
        return [separable_pairs()[0], drawn(500, 10, 0.1)]
    real = [*separable_pairs(), prepare(retina(digits(3, 8)))]
    large = (10_000, 50, 0.02), (100_000, 20, 0.05), (20_000, 200, 0.02), (100_000, 100, 0.02)
    return real + [drawn(*sizes) for sizes in large]


def drawn(n: int, d: int, gamma: float) -> Sample:
    """Random unit examples with a margin of at least gamma."""
    sample, _ = with_margin(n, d, gamma, np.random.default_rng(0))
    return Sample(sample.X, sample.y, f"random, n={n}, d={d}, γ={gamma:g}")


def against_sklearn(sample: Sample, passes: int, goal: float, small: bool) -> Row:
    """One sample, at most that many passes."""
    run = perceptron(sample, max_passes=passes)
    check_trace(run)
    name = sample.name if run.halted else f"{sample.name}, no separator"
    return compare(
        name,
        lambda: perceptron(sample, max_passes=passes).w,
        lambda: peer(run.passes).fit(sample.X, sample.y).coef_[0],
        np.array_equal,
        goal=goal,
        small=small,
    )


def peer(passes: int) -> Perceptron:
    """scikit-learn's perceptron without its offset, its shuffling and its stopping rule."""
    return Perceptron(fit_intercept=False, shuffle=False, tol=None, max_iter=passes)


def check_trace(run: Run) -> None:
    """Compare the weights after each pass with scikit-learn's; AssertionError where they part."""
    model = peer(1)
    made = np.searchsorted(run.when, run.sample.n * np.arange(1, run.passes + 1))
    for turn, w in enumerate(run.weights[made], 1):
        model.partial_fit(run.sample.X, run.sample.y, classes=(-1, 1))
        if not np.array_equal(model.coef_[0], w):
            raise AssertionError(f"{run.sample.name}: the weights differ after pass {turn}")
