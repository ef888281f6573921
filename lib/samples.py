"""Labelled samples and their transformations.

Everything in the book starts from a `Sample`: a matrix `X` of shape (n, d), one example a row,
and labels `y` in {-1, +1}. The chapter *Linear separators* defines the terms.
"""

from dataclasses import dataclass

import numpy as np

from lib.checks import as_floats, as_generator, as_positive, as_whole

SHORTEST, LONGEST = 1e-150, 1e150  # the largest number of a sample; squares of it are floats


@dataclass(frozen=True, eq=False, repr=False)
class Sample:
    """n labelled examples in R^d, copied from what is given, and read-only.

    Parameters
    ----------
    X : array, shape (n, d)
        One example a row; finite numbers.
    y : array, shape (n,)
        Labels, each -1 or +1.
    name : str
        What the sample is, for tables and captions.
    features : tuple of str
        A name for each column; x₁, x₂, … when left out.

    Raises
    ------
    ValueError
        When X is not a non-empty matrix of finite numbers whose squares are finite too, when y does
        not hold one label in {-1, +1} for each row, or when `features` does not name each column.

    Examples
    --------
    >>> sample = Sample([[3, 4], [0, -1]], [1, -1], "two")
    >>> sample
    Sample('two': n=2, d=2, 1 positive)
    >>> sample.radius
    5.0
    >>> sample.signed  # the rows y x
    array([[ 3.,  4.],
           [-0.,  1.]])
    """

    X: np.ndarray
    y: np.ndarray
    name: str = "sample"
    features: tuple[str, ...] = ()

    def __post_init__(self):
        X, y = _read_only(as_floats("X", self.X)), _read_only(as_floats("y", self.y))
        if X.ndim != 2 or X.size == 0:
            raise ValueError(f"X has shape {X.shape}; give a matrix with one example a row, (n, d)")
        if not np.isfinite(X).all():
            row = int(np.argmin(np.isfinite(X).all(axis=1)))
            raise ValueError(f"X holds NaN or infinity, first in row {row}; drop or fill that row")
        reach = np.abs(X).max()
        if reach and not SHORTEST < reach < LONGEST:
            raise ValueError(
                f"X reaches {reach:.0e}, and floats cannot hold its square; divide X by {reach:.0e}"
            )
        if y.shape != (len(X),):
            raise ValueError(
                f"y has shape {y.shape}; give one label for each of the {len(X)} rows of X"
            )
        if not np.isin(y, (-1, 1)).all():
            wrong = y[~np.isin(y, (-1, 1))][0]
            raise ValueError(f"y holds {wrong:g}; labels are -1 or +1")
        features = tuple(self.features) or tuple(f"x{i}" for i in range(1, X.shape[1] + 1))
        if len(features) != X.shape[1]:
            raise ValueError(f"features names {len(features)} columns; X has {X.shape[1]}")
        for field, value in (("X", X), ("y", y), ("features", features)):
            object.__setattr__(self, field, value)

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


def _read_only(array: np.ndarray) -> np.ndarray:
    copy = np.array(array, order="C")
    copy.flags.writeable = False
    return copy


def lift(sample: Sample, size: float = 1.0) -> Sample:
    """Append a constant coordinate `size`, so that an offset becomes one more weight.

    Chapter *Linear separators*; Shewchuk's fictitious dimension, Chevaleyre 1.5 (exercise).

    >>> lift(EIGHT).X[0]
    array([-2.,  1.,  1.])
    """
    bias = np.full((sample.n, 1), as_positive("size", size))
    return Sample(np.hstack([sample.X, bias]), sample.y, sample.name, (*sample.features, "1"))


def unit(sample: Sample) -> Sample:
    """Scale each example to length 1, which keeps its side of every hyperplane through 0.

    Raises ValueError when an example is zero: it has no direction.

    >>> unit(Sample([[3, 4]], [1])).X
    array([[0.6, 0.8]])
    """
    lengths = np.linalg.norm(sample.X, axis=1, keepdims=True)
    if (lengths == 0).any():
        row = int(np.argmin(lengths))
        raise ValueError(
            f"row {row} of X is zero and has no direction; drop it, or lift the sample first"
        )
    return Sample(sample.X / lengths, sample.y, sample.name, sample.features)


def standardize(sample: Sample, like: Sample | None = None) -> Sample:
    """Shift and scale each feature to mean 0 and standard deviation 1.

    `like` lends its means and deviations instead: a held-out sample is measured by its training
    sample. A feature constant there is only shifted, as in scikit-learn's StandardScaler.

    >>> standardize(Sample([[1, 5], [3, 5]], [1, -1])).X
    array([[-1.,  0.],
           [ 1.,  0.]])
    """
    like = sample if like is None else like
    if like.d != sample.d:
        raise ValueError(f"like has {like.d} features, not {sample.d}; give the same columns")
    mean = like.X.mean(axis=0)
    reach = np.ptp(like.X, axis=0)
    constant = reach == 0
    mean[constant], reach[constant] = like.X[0, constant], 1
    spread = reach * ((like.X - mean) / reach).std(axis=0)  # no square is too small for a float
    spread[constant] = 1
    return Sample((sample.X - mean) / spread, sample.y, sample.name, sample.features)


def prepare(sample: Sample) -> Sample:
    """Standardize, lift, scale to unit length: the form in which the book's theorems have R = 1.

    >>> prepared = prepare(EIGHT)
    >>> prepared.d, round(prepared.radius, 12)
    (3, 1.0)
    """
    return unit(lift(standardize(sample)))


def with_margin(
    n: int, d: int, gamma: float, rng: "np.random.Generator"
) -> tuple[Sample, np.ndarray]:
    """n random unit examples in R^d that a hidden unit vector u separates with margin >= gamma.

    Returns the sample and u. Each example is placed at y⟨x,u⟩ uniform in [gamma, 1], in a random
    direction otherwise, with a fair label. Raises ValueError unless n >= 1, d >= 2, 0 < gamma <= 1.
    """
    n, d, gamma = as_whole("n", n), as_whole("d", d, at_least=2), as_positive("gamma", gamma, 1)
    u = as_generator(rng).standard_normal(d)
    u /= np.linalg.norm(u)
    y = rng.choice([-1.0, 1.0], size=n)
    along = rng.uniform(gamma, 1, size=n)
    across = rng.standard_normal((n, d))
    across -= np.outer(across @ u, u)
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    X = (y * along)[:, None] * u + np.sqrt(1 - along**2)[:, None] * across
    return Sample(X, y, f"random, margin {gamma:g}"), u


def subset(sample: Sample, index) -> Sample:
    """The sample of some of the rows.

    >>> subset(EIGHT, [0, 2])
    Sample('eight points': n=2, d=2, 0 positive)
    """
    return Sample(sample.X[index], sample.y[index], sample.name, sample.features)


# Small enough for the hand, and the first sample of most chapters, in the order of a pass. Through
# 0 the best separator is (1, 1), with margin 1/√2; with an offset, (1/2, 1/2) and b = -1/2, with
# margin √2, on examples 0, 2 and 4. The perceptron needs 5 updates, and ends at (4, 3).
EIGHT = Sample(
    [[-2, 1], [3, 3], [2, -3], [-1, -1], [2, 1], [-4, 1], [4, 0], [0, 4]],
    [-1, 1, -1, -1, 1, -1, 1, 1],
    "eight points",
)
