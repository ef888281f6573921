"""Hinge SGD against SGDClassifier.

Both stop within 0.001 of the least regularized risk at λ = 0.01, and each is given the fewest
examples with which it gets there. SGDClassifier's `fit` makes whole passes in random order. The
book's run draws its examples at random, as its theorem assumes, 128 a step. The bound of that
theorem does not speak of n: so many steps are enough for a sample of any size, while a whole pass
grows with it. (SGDClassifier can stop in mid-pass, too, by `partial_fit` on the first rows: it
reads memory in order, and so took half to three quarters of the book's time.)
"""

from collections.abc import Callable, Iterator
from itertools import count

import numpy as np
from sklearn.linear_model import SGDClassifier

from benchmarks.timing import Row, compare
from lib.hinge_sgd import hinge_sgd, regularized_risk
from lib.samples import Sample, with_margin
from lib.svm.certificates import duality_gap

DECAY, GAP, BATCH = 1e-2, 1e-3, 128


def rows(small: bool = False) -> Iterator[Row]:
    """Three sizes of sample, one label in ten wrong."""
    for n in (1000,) if small else (10_000, 100_000, 1_000_000):
        yield against_sklearn(overlapping(n, 10 if small else 50), small)


def against_sklearn(sample: Sample, small: bool) -> Row:
    """One sample, with as many steps and passes as are needed."""
    enough = lower_bound(sample) + GAP

    def close(w):
        return regularized_risk(sample, DECAY, w) <= enough

    def ours(size):
        steps = 8 * size
        run = hinge_sgd(sample, DECAY, steps, batch=BATCH, independent=True, at=[steps])
        return run.weights("last")[0]

    def theirs(passes):
        kept = {"loss": "hinge", "alpha": DECAY, "fit_intercept": False, "tol": None}
        model = SGDClassifier(max_iter=passes, random_state=0, **kept)
        return model.fit(sample.X, sample.y).coef_[0]

    ways = fewest(ours, close), fewest(theirs, close)
    return compare(sample.name, *ways, lambda *both: all(map(close, both)), small)


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
