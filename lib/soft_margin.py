"""The soft margin as a convex program, and the choice of C by held-out examples. Chevaleyre 4.2."""

from dataclasses import dataclass

import numpy as np

from lib.checks import as_floats, as_generator, as_positive, as_rows, as_whole
from lib.samples import Sample, of_sample, standardize, subset
from lib.svm.certificates import priced
from lib.svm.separability import Undecided
from lib.svm.solution import Solution
from lib.svm.solve import certified


@of_sample
def soft_margin(sample: Sample, C: float, *, weights=None, offset: bool = True) -> Solution:
    """Minimize ½‖w‖² + C Σξ subject to y f >= 1 - ξ and ξ >= 0, by `lib.svm.solve`.

    `weights`, above 0, multiply the price of each example, as if it stood there so many times; a
    dict has those of the classes, as {-1: 1, +1: 9}. The solution's `C` has all the prices.
    `offset=False` is for a hyperplane through the origin. Raises ValueError when the sample has one
    class only and an offset is wanted; Undecided, a ValueError, when no certified optimum is found.

    >>> found = soft_margin(Sample([[0.0], [1.0]], [-1, 1]), C=1)
    >>> found.w.round(6), found.alpha.round(6), found.xi.round(6)
    (array([1.]), array([1., 1.]), array([0.5, 0.5]))
    """
    return certified(sample, priced(sample, as_positive("C", C), weights), offset)


@of_sample
def folds(sample: Sample, k: int, rng: np.random.Generator) -> list[tuple]:
    """k splits that hold out each example once, each with its share of both classes.

    A split is a pair of row lists, the training and the held-out rows.

    >>> sample = Sample([[0], [1], [2], [3]], [-1, 1, -1, 1])
    >>> [len(held_out) for training, held_out in folds(sample, 2, np.random.default_rng(0))]
    [2, 2]
    """
    smaller = int(min((sample.y > 0).sum(), (sample.y < 0).sum()))
    if smaller < 2:
        raise ValueError(f"a class of {sample.name!r} has {smaller} examples; give at least 2")
    k, rng = as_whole("k", k, 2, smaller), as_generator(rng)
    fold = np.empty(sample.n, dtype=int)
    for label in (-1, 1):
        rows = rng.permutation(np.flatnonzero(sample.y == label))
        fold[rows] = np.arange(len(rows)) % k
    return [(np.flatnonzero(fold != i), np.flatnonzero(fold == i)) for i in range(k)]


@of_sample
def holdout(sample: Sample, share: float, rng: np.random.Generator) -> tuple:
    """One split that holds out this share of each class, at least one example, at random.

    >>> sample = Sample([[0], [1], [2], [3]], [-1, 1, -1, 1])
    >>> training, held_out = holdout(sample, 0.5, np.random.default_rng(0))
    >>> sorted(sample.y[held_out].tolist())
    [-1.0, 1.0]
    """
    share, rng = as_positive("share", share, at_most=1), as_generator(rng)
    held = []
    for label in (-1, 1):
        rows = rng.permutation(np.flatnonzero(sample.y == label))
        count = max(1, round(share * len(rows)))
        if count >= len(rows):
            raise ValueError(
                f"share={share!r} holds out all {len(rows)} examples labelled {label:+d}; "
                "give a smaller share"
            )
        held.append(rows[:count])
    rows = np.sort(np.concatenate(held))
    return np.setdiff1d(np.arange(sample.n), rows), rows


@dataclass(frozen=True, eq=False, repr=False)
class Tuning:
    """The held-out error for every C and every split.

    `Cs`, shape (m,), in increasing order; `errors`, shape (m, k), the share of the held-out
    examples that are misclassified, one column a split, NaN where no certified optimum was found.

    >>> Tuning(np.array([0.1, 1.0]), np.array([[0.2, 0.1], [0.0, 0.1]])).best
    1.0
    """

    Cs: np.ndarray
    errors: np.ndarray

    @property
    def mean(self) -> np.ndarray:
        """The error for each C, averaged over the splits, shape (m,)."""
        return self.errors.mean(axis=1)

    @property
    def best(self) -> float:
        """The C of the least mean error; the smallest such C, which has the widest slab."""
        return float(self.Cs[np.argmax(self.mean <= np.nanmin(self.mean) + 1e-12)])

    def __repr__(self):
        splits = self.errors.shape[1]
        refused = ", ".join(f"{C:g}" for C in self.Cs[np.isnan(self.mean)])
        return (
            f"Tuning of C over {len(self.Cs)} values, {splits} split{'s' if splits > 1 else ''}: "
            f"best C = {self.best:g}, held-out error {np.nanmin(self.mean):.3f}"
            + (f"; undecided at C = {refused}" if refused else "")
        )


@of_sample
def tune_C(sample: Sample, Cs, splits: list[tuple]) -> Tuning:
    """Train on each split's training rows with each C, and count errors on its held-out rows.

    `splits` are those of `folds` for cross-validation, or `[holdout(...)]`. Each is standardized by
    its training rows, so that nothing leaks from the held-out ones. A C without a certified optimum
    on some split is left out, and the result says so; Undecided is raised when that is every C. For
    kernels, or several classes, GridSearchCV of scikit-learn takes `lib.estimators.SVM`.

    >>> from lib.datasets import iris
    >>> flowers = iris()
    >>> tune_C(flowers, [0.1, 1, 10], folds(flowers, 5, np.random.default_rng(0)))
    Tuning of C over 3 values, 5 splits: best C = 0.1, held-out error 0.000
    """
    Cs = np.array([as_positive("Cs", C) for C in np.atleast_1d(as_floats("Cs", Cs)).tolist()])
    if len(Cs) == 0 or not np.all(np.diff(Cs) > 0):
        raise ValueError(f"Cs={Cs.tolist()}; give at least one value, in increasing order")
    splits = list(splits)
    if not splits or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in splits):
        raise ValueError(
            "splits is no list of pairs of rows; make some with folds(...) or [holdout(...)]"
        )
    splits = [tuple(as_rows("splits", rows, sample.n) for rows in pair) for pair in splits]
    errors = np.empty((len(Cs), len(splits)))
    for j, (training, held_out) in enumerate(splits):
        train, test = subset(sample, training), subset(sample, held_out)
        train, test = standardize(train), standardize(test, like=train)
        for i, C in enumerate(Cs):
            try:
                found = soft_margin(train, C)
            except Undecided as reason:
                errors[i, j], refusal = np.nan, reason
            else:
                errors[i, j] = np.mean(test.y * (test.X @ found.w + found.b) <= 0)
    if np.isnan(errors).any(axis=1).all():
        raise refusal
    return Tuning(Cs, errors)
