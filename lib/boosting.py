"""Stumps and their votes. Chapter *Boosting*; Freund and Schapire 1997, Rätsch and Warmuth 2005."""

from typing import NamedTuple

import numpy as np

from lib.checks import as_examples, as_positive, as_whole
from lib.samples import Sample, of_sample


class Stumps(NamedTuple):
    """Classifiers that say `sign` where a feature is above a threshold, and -`sign` elsewhere."""

    feature: np.ndarray
    threshold: np.ndarray
    sign: np.ndarray
    features: tuple[str, ...]  # the names of those that X has

    def answers(self, X) -> np.ndarray:
        """What each says of each row of X: -1 or +1, shape (n, number of stumps)."""
        X = as_examples("X", X, self.features)
        return self.sign * np.where(X[:, self.feature] > self.threshold, 1, -1)


@of_sample
def stumps(sample: Sample) -> Stumps:
    """All stumps with a threshold midway between two neighboring values, then their negations.

    >>> both = stumps(Sample([[0], [4]], [-1, 1]))
    >>> both.threshold, both.answers([[1], [3]])
    (array([2., 2.]), array([[-1.,  1.],
           [ 1., -1.]]))
    """
    cuts = [(values[1:] + values[:-1]) / 2 for values in map(np.unique, sample.X.T)]
    feature, threshold = np.repeat(np.arange(sample.d), [*map(len, cuts)]), np.concatenate(cuts)
    sign = np.repeat([1.0, -1.0], len(feature))
    return Stumps(np.tile(feature, 2), np.tile(threshold, 2), sign, sample.features)


class Vote(NamedTuple):
    """A run of boosting: for each round the column that it adds, and how much of it."""

    picks: np.ndarray
    steps: np.ndarray

    def scores(self, Z) -> np.ndarray:
        """The scores of the rows of Z after 0, 1, …, T rounds, shape (T + 1, n)."""
        added = self.steps * as_examples("Z", Z)[:, self.picks]
        return np.cumsum(np.column_stack((np.zeros(len(added)), added)), axis=1).T


def boost(Z, rounds: int, *, step: float | None = None) -> Vote:
    """Add the column of largest edge, the first of several, in each round.

    Z : signed answers, -1 and +1: a row for each example, and a column for each classifier
    step : η; when left out ½ ln((1 + g)/(1 - g)) for the edge g, as in AdaBoost

    >>> boost([[-1, 1, 1], [1, -1, 1], [1, 1, -1]], 3, step=0.1).picks
    array([0, 1, 2])
    """
    from scipy.special import softmax

    Z, rounds = as_examples("Z", Z), as_whole("rounds", rounds)
    if not (known := np.isin(Z, (-1, 1))).all():
        raise ValueError(f"Z holds {Z[~known][0]:g}; give y[:, None] * answers, all -1 or +1")
    if not 0 < (largest := Z.mean(axis=0).max()) < 1:
        raise ValueError(f"Z has edges up to {largest:g}; give columns that err, one on few rows")
    vote, scores = Vote(np.zeros(rounds, int), np.zeros(rounds)), np.zeros(len(Z))
    size = None if step is None else as_positive("step", step)
    for t in range(rounds):
        edges = softmax(-scores) @ Z
        vote.picks[t] = np.argmax(edges > edges.max() - 1e-9)  # a tie is one up to rounding
        vote.steps[t] = size or np.arctanh(max(edges[vote.picks[t]], 0))
        scores += vote.steps[t] * Z[:, vote.picks[t]]
    return vote
