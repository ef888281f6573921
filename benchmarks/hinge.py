"""Hinge SGD against SGDClassifier.

Both stop within 0.001 of the least regularized risk at λ = 0.01, and each is given the fewest
examples with which it gets there. SGDClassifier is taken twice: by `fit`, which makes whole passes
in random order, and by `partial_fit` on the first rows, which stops in mid-pass and reads memory
in order. The book's run draws its examples at random, as its theorem assumes, 128 a step. The
bound of that theorem does not speak of n: so many steps are enough for a sample of any size, while
a whole pass grows with it.
"""

from collections.abc import Callable, Iterator
from itertools import count

import numpy as np
from sklearn.linear_model import SGDClassifier

from benchmarks.timing import Row, compare
from lib.hinge_sgd import hinge_sgd, regularized_risk
from lib.samples import Sample, with_margin
from lib.svm.certificates import duality_gap

PEER = "scikit-learn"
DECAY, GAP, BATCH = 1e-2, 1e-3, 128


def rows(small: bool = False) -> Iterator[Row]:
    """Three sizes of sample, one label in ten wrong."""
    for n in (1000,) if small else (10_000, 100_000, 1_000_000):
        sample = overlapping(n, 10 if small else 50)
        enough = lower_bound(sample) + GAP

        def close(w, sample=sample, enough=enough):
            return regularized_risk(sample, DECAY, w) <= enough

        book = fewest(lambda size, s=sample: stepwise(s, size), close)
        for name, way in (("whole passes", whole), ("mid-pass", partial)):
            peer = fewest(lambda size, s=sample, way=way: way(s, size), close)
            yield compare(
                f"{sample.name}, {name}",
                book,
                peer,
                lambda ours, theirs, close=close: close(ours) and close(theirs),
                small=small,
            )


def overlapping(n: int, d: int) -> Sample:
    """Random unit examples, one label in ten wrong."""
    rng = np.random.default_rng(0)
    sample, _ = with_margin(n, d, 0.1, rng)
    return Sample(sample.X, np.where(rng.random(n) < 0.1, -sample.y, sample.y), f"n={n}, d={d}")


def lower_bound(sample: Sample) -> float:
    """What the regularized risk never falls below: the dual value of a long run."""
    passes, C = max(2, 1_000_000 // sample.n), 1 / (sample.n * DECAY)
    run = hinge_sgd(sample, DECAY, passes * sample.n // 50, batch=50, at=[1])
    alpha = np.minimum(run.alpha, C)  # slightly above it by rounding
    return DECAY * duality_gap(sample, *run.weights("last"), alpha, C, offset=False).dual


def fewest(way: Callable, close: Callable) -> Callable:
    """The first of the sizes 1, 2, 3, 5, 7, 10, … whose weights come close enough, as a call."""
    sizes = (int(2 ** (k / 2)) for k in count())
    size = next(size for size in sizes if close(way(size)))
    return lambda: way(size)


def stepwise(sample: Sample, size: int) -> np.ndarray:
    """The book's weights after that many steps, times eight."""
    steps = 8 * size
    run = hinge_sgd(sample, DECAY, steps, batch=BATCH, independent=True, at=[steps])
    return run.weights("last")[0]


def model(**options) -> SGDClassifier:
    """scikit-learn's classifier for the same risk."""
    return SGDClassifier(loss="hinge", alpha=DECAY, fit_intercept=False, tol=None, **options)


def whole(sample: Sample, size: int) -> np.ndarray:
    """scikit-learn's weights after that many passes in random order."""
    return model(max_iter=size, random_state=0).fit(sample.X, sample.y).coef_[0]


def partial(sample: Sample, size: int) -> np.ndarray:
    """scikit-learn's weights after 1024 times as many rows, from the top again after the last."""
    learner, left = model(shuffle=False), 1024 * size
    while left:
        now = min(left, sample.n)
        learner.partial_fit(sample.X[:now], sample.y[:now], classes=(-1, 1))
        left -= now
    return learner.coef_[0]
