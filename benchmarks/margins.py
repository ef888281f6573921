"""The margin perceptron against SGDClassifier.

Both promise a third of the margin γ of a sample, and run until a pass without an update. The
margin perceptron updates when the distance is at most γ/3. SGDClassifier with the hinge loss, no
penalty and the constant step 1 updates when y⟨w,x⟩ is at most 1, which promises as much by the
same proof. It is told how many passes that takes.
"""

from collections.abc import Iterator

import numpy as np
from sklearn.linear_model import SGDClassifier

from benchmarks.samples import separable
from benchmarks.timing import Row, compare
from lib.margin_perceptron import margin_perceptron
from lib.max_margin import max_margin
from lib.samples import Sample

PEER = "scikit-learn"
EPSILON = 2 / 3


def rows(small: bool = False) -> Iterator[Row]:
    """The separable samples; γ is the largest margin, or the one a random sample was drawn with."""
    for sample in separable(small):
        gamma = promised(sample)

        def agree(ours, theirs, sample=sample, gamma=gamma):
            reached = [(sample.signed @ w).min() / np.linalg.norm(w) for w in (ours, theirs)]
            return min(reached) > (1 - EPSILON) * gamma

        passes = passes_needed(sample)
        yield compare(
            sample.name,
            lambda s=sample, g=gamma: margin_perceptron(s, g, EPSILON, max_passes=10_000).w,
            lambda s=sample, k=passes: peer(k).fit(s.X, s.y).coef_[0],
            agree,
            small=small,
        )


def promised(sample: Sample) -> float:
    """A margin that the sample has."""
    drawn = sample.name.partition("γ=")[2]
    return float(drawn) if drawn else max_margin(sample)[1]


def peer(passes: int) -> SGDClassifier:
    """The perceptron with the threshold 1, as a stochastic gradient descent."""
    return SGDClassifier(
        loss="hinge",
        penalty=None,
        learning_rate="constant",
        eta0=1.0,
        fit_intercept=False,
        shuffle=False,
        tol=None,
        max_iter=passes,
    )


def passes_needed(sample: Sample) -> int:
    """Passes until one makes no update, that one included."""
    model, before, passes = peer(1), None, 0
    w = np.zeros(sample.d)
    while not np.array_equal(w, before):
        before, passes = w, passes + 1
        w = model.partial_fit(sample.X, sample.y, classes=(-1, 1)).coef_[0].copy()
    return passes
