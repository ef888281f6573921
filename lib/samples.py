"""Labelled samples and their transformations. Chapter *Linear separators* defines the terms."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps
from inspect import signature

import numpy as np

from lib import checks

SHORTEST, LONGEST = 1e-150, 1e150  # the largest number of a sample; squares of it are floats


@dataclass(frozen=True, eq=False, repr=False)
class Sample:
    """n labelled examples in R^d, copied from what is given, and read-only.

    X : finite numbers, shape (n, d), one example a row; or a table, as pandas has them
    y : labels -1 and +1, shape (n,)
    name : what the sample is, for tables and captions
    features : a name for each column; when left out those of the table, else x1, x2, …

    Raises ValueError, with a remedy, when these are not so or a square is no float.

    >>> sample = Sample([[3, 4], [0, -1]], [1, -1], "two")
    >>> sample
    Sample('two': n=2, d=2, 1 positive)
    >>> sample.radius, sample.signed.tolist()  # the rows y x
    (5.0, [[3.0, 4.0], [-0.0, 1.0]])
    """

    X: np.ndarray
    y: np.ndarray
    name: str = "sample"
    features: tuple[str, ...] = ()

    def __post_init__(self):
        X, names = checks.read_only(checks.as_examples("X", self.X)), checks.column_names(self.X)
        object.__setattr__(self, "X", X)
        if self.reach and not SHORTEST < self.reach < LONGEST:
            raise ValueError(
                f"X reaches {self.reach:.0e}, and floats cannot hold its square; "
                f"divide X by {self.reach:.0e}"
            )
        y = checks.read_only(_as_labels(self.y, len(X)))
        features = () if self.features is None else tuple(self.features)
        features = features or names or checks.numbered(X.shape[1])
        if len(features) != X.shape[1]:
            raise ValueError(f"features names {len(features)} columns; X has {X.shape[1]}")
        object.__setattr__(self, "y", y)
        object.__setattr__(self, "features", features)

    def __reduce__(self):  # a copy is made anew, and so is read-only, too
        return Sample, (self.X, self.y, self.name, self.features)

    def __repr__(self):
        return f"Sample({self.name!r}: n={self.n}, d={self.d}, {int((self.y > 0).sum())} positive)"

    @property
    def n(self) -> int:
        """Number of examples."""
        return self.X.shape[0]

    @property
    def d(self) -> int:
        """Number of features."""
        return self.X.shape[1]

    @cached_property
    def reach(self) -> float:
        """The largest number of X, whatever its sign."""
        return float(np.abs(self.X).max())

    @property
    def radius(self) -> float:
        """R, the length of the longest example."""
        return float(np.sqrt(np.vecdot(self.X, self.X).max()))

    @property
    def signed(self) -> np.ndarray:
        """The rows y_i x_i, shape (n, d): w separates when all of `signed @ w` is positive."""
        return self.y[:, None] * self.X

    def columns(self, *names: str) -> "Sample":
        """The sample seen through a few named features only."""
        missing = [name for name in names if name not in self.features]
        if missing or not names:
            raise ValueError(f"columns {missing or names!r} not found; choose from {self.features}")
        index = [self.features.index(name) for name in names]
        return Sample(self.X[:, index], self.y, self.name, names)


def _as_labels(y, n: int) -> np.ndarray:
    given = y
    y = checks.as_floats(
        "y", y, "give labels -1 and +1, such as numpy.where(numpy.equal(y, TEXT), 1, -1)"
    )
    if y.shape != (n,):
        flat = "numpy.ravel(y), " if y.size == n else ""
        raise ValueError(
            f"y has shape {y.shape}; give {flat}one label for each of the {n} rows of X"
        )
    if not (known := np.isin(y, (-1, 1))).all():
        wrong = y[~known][0]
        held = np.asarray(given).dtype
        wrapped = np.iinfo(held).max if held.kind == "u" else 0  # what it holds in place of -1
        positive = 1 if np.isin(y, (wrapped, 0, 1)).all() else float(wrong)
        remedy = f"numpy.where(numpy.equal(y, {positive!r}), 1, -1)"  # lists, too; none wraps
        if np.isnan(wrong):
            remedy = "a label, or drop its row"
        raise ValueError(f"y holds {wrong:g}; labels are -1 or +1: give {remedy}")
    return y


def of_sample(function: Callable) -> Callable:
    """Make `function` refuse, with a remedy, what is no Sample as its argument `sample`."""
    place = list(signature(function).parameters).index("sample")

    @wraps(function)
    def checked(*given, **named):
        sample = given[place] if len(given) > place else named.get("sample")
        if not isinstance(sample, Sample):
            raise ValueError(
                f"{function.__name__} takes examples and labels as one sample, not "
                f"{type(sample).__name__}; give Sample(X, y), of lib.samples"
            )
        return function(*given, **named)

    return checked


class Classifier:
    """Labels new examples by the sign of `decision(X)`, which a subclass defines."""

    def predict(self, X) -> np.ndarray:
        """The label of each row of X, +1 where `decision` is above 0, else -1; shape (m,)."""
        return np.where(self.decision(X) > 0, 1.0, -1.0)

    @of_sample
    def score(self, sample: Sample) -> float:
        """The share of a sample's examples to which `predict` gives their labels."""
        X = checks.in_order("sample", sample.X, sample.features, self.sample.features)
        return float(np.mean(self.predict(X) == sample.y))


def _change(sample, change: Callable, more: tuple[str, ...] = (), features: tuple[str, ...] = ()):
    """The sample, or a matrix of new examples, with its rows changed, and `more` features."""
    given = isinstance(sample, Sample)
    X, names = (sample.X, sample.features) if given else (checks.as_examples("X", sample), ())
    names = names or checks.column_names(sample)
    if len(features) == X.shape[1]:
        X = checks.in_order("X", X, names, features)
        names = features if set(names) == set(features) else names
    return Sample(change(X), sample.y, sample.name, (*names, *more)) if given else change(X)


def lift(sample: Sample, size: float = 1.0) -> Sample:
    """Append a constant coordinate `size`, so that an offset becomes one more weight.

    As in all transformations, `sample` may be a matrix of new examples, and a matrix is returned.
    Chapter *Linear separators*; Shewchuk's fictitious dimension, Chevaleyre 1.5 (exercise).

    >>> lift(EIGHT).X[0]
    array([-2.,  1.,  1.])
    """
    size = checks.as_positive("size", size)
    return _change(sample, lambda X: np.hstack([X, np.full((len(X), 1), size)]), ("1",))


def unit(sample: Sample) -> Sample:
    """Scale each example to length 1, which keeps its side of every hyperplane through 0.

    >>> unit(Sample([[3, 4]], [1])).X
    array([[0.6, 0.8]])
    """

    def scaled(X):
        lengths = np.linalg.norm(X, axis=1, keepdims=True)
        if (lengths == 0).any():
            row = int(np.argmin(lengths))
            raise ValueError(
                f"row {row} of X is zero and has no direction; drop it, or lift the sample first"
            )
        return X / lengths

    return _change(sample, scaled)


def standardize(sample: Sample, like: Sample | None = None) -> Sample:
    """Shift and scale each feature to mean 0 and standard deviation 1.

    `like` lends its means and deviations instead: held-out and new examples are measured by their
    training sample. A feature constant there is only shifted, as in scikit-learn's StandardScaler.

    >>> standardize([[5, 6]], like=Sample([[1, 5], [3, 5]], [1, -1]))
    array([[3., 1.]])
    """
    like = sample if like is None else like
    if not isinstance(like, Sample):
        X = "sample.X" if hasattr(sample, "X") else "X"  # of several classes
        raise ValueError(
            "new examples are measured by the means and deviations of a sample; give like=, the "
            f"sample that was learned from; or of all rows, standardize({X}, "
            f"like=Sample({X}, numpy.ones(len({X}))))"
        )
    mean = like.X.mean(axis=0)
    reach = np.ptp(like.X, axis=0)
    constant = reach == 0
    mean[constant], reach[constant] = like.X[0, constant], 1
    spread = reach * ((like.X - mean) / reach).std(axis=0)  # no square is too small for a float
    spread[constant] = 1

    def measured(X):
        if X.shape[1] != like.d:
            raise ValueError(f"like has {like.d} features, not {X.shape[1]}; give the same columns")
        return (X - mean) / spread

    return _change(sample, measured, features=like.features)


def prepare(sample: Sample, like: Sample | None = None) -> Sample:
    """Standardize, lift, scale to unit length: the form in which the book's theorems have R = 1.

    With `like`, held-out or new examples are prepared as that sample is.

    >>> prepare(EIGHT)
    Sample('eight points': n=8, d=3, 4 positive)
    """
    return unit(lift(standardize(sample, like)))


def with_margin(n: int, d: int, gamma: float, rng) -> tuple[Sample, np.ndarray]:
    """n random unit examples in R^d that a hidden unit vector u separates with margin >= gamma.

    Returns the sample and u. Each example is placed at y⟨x,u⟩ uniform in [gamma, 1], in a random
    direction otherwise, with a fair label.
    """
    n, d, rng = checks.as_whole("n", n), checks.as_whole("d", d, 2), checks.as_generator(rng)
    gamma = checks.as_positive("gamma", gamma, at_most=1)
    u = rng.standard_normal(d)
    u /= np.linalg.norm(u)
    y = rng.choice([-1.0, 1.0], size=n)
    along = rng.uniform(gamma, 1, size=n)
    across = rng.standard_normal((n, d))
    across -= np.outer(across @ u, u)
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    X = (y * along)[:, None] * u + np.sqrt(1 - along**2)[:, None] * across
    return Sample(X, y, f"random, margin {gamma:g}"), u


@of_sample
def subset(sample: Sample, index) -> Sample:
    """The sample of some of the rows: their numbers, a slice, or a mask of n truth values.

    >>> subset(EIGHT, [0, 2])
    Sample('eight points': n=2, d=2, 0 positive)
    """
    mask = np.asarray(index)
    if isinstance(index, slice) or (mask.dtype == bool and mask.shape == (sample.n,)):
        index = np.arange(sample.n)[index]
    index = checks.as_rows("index", index, sample.n)
    return Sample(sample.X[index], sample.y[index], sample.name, sample.features)


# Small enough to do by hand; the first sample of most chapters, in the order of a pass. Through
# 0 the best separator is (1, 1), with margin 1/√2; with an offset, (1/2, 1/2) and b = -1/2, with
# margin √2, on examples 0, 2 and 4. The perceptron needs 5 updates, and ends at (4, 3).
EIGHT = Sample(
    [[-2, 1], [3, 3], [2, -3], [-1, -1], [2, 1], [-4, 1], [4, 0], [0, 4]],
    [-1, 1, -1, -1, 1, -1, 1, 1],
    "eight points",
)
