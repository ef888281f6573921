"""Examples of several classes. Chapter *Kernels*; Chevaleyre 6."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from lib.checks import as_floats, read_only
from lib.samples import Sample


@dataclass(frozen=True, eq=False, repr=False)
class Classes:
    """n examples in R^d, each of one of K >= 2 classes, copied from what is given, and read-only.

    X and `features` are as in `Sample`; `labels`, shape (n,), are whole numbers from 0 to K - 1,
    each at least once. Raises ValueError when they are not.

    >>> Classes([[0.0], [1.0], [2.0]], [0, 1, 2], "steps").against_rest(1).y
    array([-1.,  1., -1.])
    """

    X: np.ndarray
    labels: np.ndarray
    name: str = "classes"
    features: tuple[str, ...] = ()

    def __post_init__(self):
        ones = np.ones(as_floats("X", self.X).shape[:1])
        rows, labels = Sample(self.X, ones, features=self.features), read_only(self.labels)
        if labels.shape != (rows.n,) or labels.dtype.kind not in "iu":
            raise ValueError(
                f"labels has shape {labels.shape} and type {labels.dtype}; give a whole number for "
                f"each of the {rows.n} rows of X"
            )
        found = np.unique(labels)
        if len(found) < 2 or not np.array_equal(found, np.arange(len(found))):
            raise ValueError(
                f"labels holds {found.tolist()}; number the classes 0, 1, …, without a gap"
            )
        for name, value in (("X", rows.X), ("labels", labels), ("features", rows.features)):
            object.__setattr__(self, name, value)

    def __reduce__(self):  # a copy is made anew, and so is read-only, too
        return Classes, (self.X, self.labels, self.name, self.features)

    def __repr__(self):
        return f"Classes({self.name!r}: n={len(self.X)}, d={self.X.shape[1]}, K={self.K})"

    @property
    def K(self) -> int:
        """The number of classes."""
        return int(self.labels.max()) + 1

    @property
    def radius(self) -> float:
        """R, the length of the longest example."""
        return float(np.linalg.norm(self.X, axis=1).max())

    def against_rest(self, k: int) -> Sample:
        """Class k labelled +1, every other class −1."""
        if k not in range(self.K):
            raise ValueError(f"k={k!r}; classes go from 0 to {self.K - 1}")
        return Sample(
            self.X, np.where(self.labels == k, 1, -1), f"{self.name}, {k}/rest", self.features
        )

    def rows(self, index) -> "Classes":
        """The examples of some rows."""
        return Classes(self.X[index], self.labels[index], self.name, self.features)


def as_classes(value) -> Classes:
    """Return `value`, which must be examples of several classes."""
    if not isinstance(value, Classes):
        raise ValueError(
            f"classes is of type {type(value).__name__}; give Classes(X, labels), of "
            "lib.kernels.multiclass"
        )
    return value


def one_against_rest(classes: Classes, learn: Callable) -> Callable[[np.ndarray], np.ndarray]:
    """A classifier of rows: the class whose separator from the rest scores highest, or the first.

    `learn` takes the `Sample` of a class against the rest, and returns a function of rows that
    gives their scores.

    >>> mean = lambda sample: lambda X: X @ (sample.y @ sample.X)
    >>> one_against_rest(Classes([[1, 0], [0, 1], [-1, -1]], [0, 1, 2]), mean)([[2, 1], [-1, -2]])
    array([0, 2])
    """
    if not callable(learn):
        raise ValueError(f"learn={learn!r}; give a function of a Sample that returns its scorer")
    as_classes(classes)
    scorers = [learn(classes.against_rest(k)) for k in range(classes.K)]
    return lambda X: np.argmax([score(X) for score in scorers], axis=0)
