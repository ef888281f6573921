"""Labelled samples: real data, transformations, and constructions with a known margin.

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
        return float(np.linalg.norm(self.X, axis=1).max())

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
    """
    bias = np.full((sample.n, 1), as_positive("size", size))
    return Sample(np.hstack([sample.X, bias]), sample.y, sample.name, (*sample.features, "1"))


def unit(sample: Sample) -> Sample:
    """Scale each example to length 1, which keeps its side of every hyperplane through 0.

    Raises ValueError when an example is zero: it has no direction.
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
    """Standardize, lift, scale to unit length: the form in which the book's theorems have R = 1."""
    return unit(lift(standardize(sample)))


def _pair(loader: str, negative, positive, prefix: str = "") -> Sample:
    """Two classes of a data set that ships inside scikit-learn, the second labelled +1."""
    from sklearn import datasets

    data = getattr(datasets, f"load_{loader}")()
    names = [str(name).removeprefix(prefix) for name in data.target_names]
    for side, name in (("negative", negative), ("positive", positive)):
        if str(name) not in names:
            raise ValueError(
                f"{side}={name!r} is not a class of {loader}; choose from {', '.join(names)}"
            )
    if str(negative) == str(positive):
        raise ValueError(f"negative and positive are both {negative!r}; name two classes")
    a, b = names.index(str(negative)), names.index(str(positive))
    rows = np.isin(data.target, (a, b))
    y = np.where(data.target[rows] == b, 1, -1)
    title = f"{loader.replace('_', ' ')} {negative}/{positive}"
    return Sample(data.data[rows], y, title, tuple(str(f) for f in data.feature_names))


def iris(negative: str = "setosa", positive: str = "versicolor") -> Sample:
    """Two species of Fisher's iris: 100 flowers, 4 lengths and widths in cm."""
    return _pair("iris", negative, positive)


def wine(negative: int = 0, positive: int = 1) -> Sample:
    """Two of three cultivars of wine, 0, 1, 2: 13 chemical measurements."""
    return _pair("wine", negative, positive, prefix="class_")


def digits(negative: int, positive: int) -> Sample:
    """Two of the ten handwritten digits: 8 by 8 pixels, each 0 to 16."""
    return _pair("digits", negative, positive)


def digit_against_rest(digit: int) -> Sample:
    """One handwritten digit (+1) against the nine others (-1): 1797 examples, 8 by 8 pixels."""
    from sklearn import datasets

    digit, data = as_whole("digit", digit, 0, 9), datasets.load_digits()
    y = np.where(data.target == digit, 1, -1)
    return Sample(data.data, y, f"digits {digit}/rest", tuple(data.feature_names))


def retina(sample: Sample, cells: int = 20) -> Sample:
    """Show 8 by 8 digits to a square retina of on/off photocells, 20 by 20 as in the Mark I.

    Each image is interpolated linearly to cells by cells points; a cell is 1 where the ink is at
    least half of its maximum, else 0. Raises ValueError when the examples are not 8 by 8 images.
    """
    if sample.d != 64:
        raise ValueError(
            f"the examples have {sample.d} features; give 8 by 8 digits, as digits(3, 8)"
        )
    cells = as_whole("cells", cells, at_least=8)
    ticks = np.linspace(0, 7, cells)
    # Row i holds the shares of the 8 old pixels in new pixel i.
    shares = np.maximum(0, 1 - np.abs(ticks[:, None] - np.arange(8)))
    images = shares @ sample.X.reshape(-1, 8, 8) @ shares.T
    on = (images >= 8).reshape(sample.n, -1)
    return Sample(on, sample.y, f"{sample.name} on {cells} by {cells} cells")


def breast_cancer(features: int = 10) -> Sample:
    """Breast tumors, malignant (-1) or benign (+1), by their first `features` measurements of 30.

    With the first 10 no hyperplane separates the classes; with all 30 one does, by a thread.
    """
    features = as_whole("features", features, 1, 30)
    sample = _pair("breast_cancer", "malignant", "benign")
    return sample.columns(*sample.features[:features])


def diabetes() -> Sample:
    """442 diabetes patients, 10 measurements: progression above the median (+1) or not (-1).

    scikit-learn ships the progression as a number; the median makes two classes of equal size.
    """
    from sklearn import datasets

    data = datasets.load_diabetes()
    y = np.where(data.target > np.median(data.target), 1, -1)
    return Sample(data.data, y, "diabetes", tuple(data.feature_names))


def separable_pairs() -> list[Sample]:
    """Seven real pairs of classes that a hyperplane separates, prepared: the book's test bench."""
    raw = [iris(), wine(0, 1), wine(0, 2), wine(1, 2), digits(1, 8), digits(3, 8), digits(4, 9)]
    return [prepare(sample) for sample in raw]


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
