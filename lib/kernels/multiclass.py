"""Examples of several classes, and learners of them. Chapter *Kernels*; Chevaleyre 6."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lib.checks import as_examples, as_floats, as_whole, read_only
from lib.max_margin import max_margin
from lib.runs import MistakeList
from lib.samples import Sample
from lib.svm.separability import NotSeparable


@dataclass(frozen=True, eq=False, repr=False)
class Classes:
    """n examples in R^d, each of one of K >= 2 classes, copied from what is given, and read-only.

    X and `features` are as in `Sample`; `labels`, shape (n,), are whole numbers from 0 to K - 1,
    each at least once. Raises ValueError when not. For pipelines and tuning: `lib.estimators.SVM`.

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


def multiclass_perceptron(classes: Classes, *, max_passes: int = 1000) -> "MulticlassRun":
    """On a mistake move the right class's weights toward x and the winning wrong one's away.

    A tie counts as a mistake. The run stops after a pass without mistakes, or at its bound.

    >>> run = multiclass_perceptron(Classes([[1, 0], [0, 1], [-1, -1]], [0, 1, 2]))
    >>> run.halted, run.predict([[3, 1], [-2, -1]])
    (True, array([0, 2]))
    """
    classes, max_passes = as_classes(classes), as_whole("max_passes", max_passes)
    W, mistakes, rivals = np.zeros((classes.K, classes.X.shape[1])), [], []
    passes, clean = 0, False
    while passes < max_passes and not clean:
        passes, clean = passes + 1, True
        for i, (x, label) in enumerate(zip(classes.X, classes.labels.tolist(), strict=True)):
            scores = W @ x
            own, scores[label] = scores[label], -np.inf
            rival = int(scores.argmax())
            if own <= scores[rival]:
                W[label] += x
                W[rival] -= x
                mistakes.append(i)
                rivals.append(rival)
                clean = False
    return MulticlassRun(classes, *np.array([mistakes, rivals], dtype=int), passes, clean)


@dataclass(frozen=True, eq=False, repr=False)
class MulticlassRun(MistakeList):
    """A run of the multiclass perceptron: its mistakes, each with the class that won wrongly.

    `mistakes` are the rows updated on, in order, and `rivals` the classes whose scores were highest
    among the wrong, both of shape (M,).
    """

    sample: Classes
    mistakes: np.ndarray
    rivals: np.ndarray
    passes: int
    halted: bool

    @cached_property
    def W(self) -> np.ndarray:
        """The final weights, one row a class, shape (K, d)."""
        W = np.zeros((self.sample.K, self.sample.X.shape[1]))
        moves = self.sample.X[self.mistakes]
        np.add.at(W, self.sample.labels[self.mistakes], moves)
        np.subtract.at(W, self.rivals, moves)
        return W

    def decision(self, X) -> np.ndarray:
        """The score ⟨w_k,x⟩ of each class k for each row x of X, shape (m, K)."""
        return as_examples("X", X, self.sample.features) @ self.W.T

    def predict(self, X) -> np.ndarray:
        """The class of the highest score for each row of X, shape (m,); of a tie, the first."""
        return self.decision(X).argmax(axis=1)

    @property
    def updates(self) -> dict[str, np.ndarray | float]:
        """Each update as in `moved`, where matrices are long vectors, of shape (M, K d).

        `right` has the example in the row of its class, `rival` in that of the class that won; x is
        their difference.
        """
        t = np.arange(self.M)
        right, rival = np.zeros((2, self.M, *self.W.shape))
        right[t, self.sample.labels[self.mistakes]] = self.sample.X[self.mistakes]
        rival[t, self.rivals] = self.sample.X[self.mistakes]
        right, rival = (one.reshape(self.M, self.W.size) for one in (right, rival))
        moved = self.moved(right - rival, self.sample.radius)
        return moved | {"right": right, "rival": rival}


def widest_lead(classes: Classes) -> tuple[np.ndarray, float]:
    """The U of Frobenius norm 1, shape (K, d), whose right classes lead the most, and that lead.

    It is the largest margin through 0 of the long vectors with x in the place of the right class
    and -x in that of a wrong one. Raises NotSeparable when no U separates the classes, with exact
    weights on these, which go through the examples and for each through the wrong classes.

    >>> U, lead = widest_lead(Classes([[1.0], [-1.0]], [0, 1]))
    >>> U.round(4).tolist(), round(lead, 4)
    ([[0.7071], [-0.7071]], 1.4142)
    """
    n, K = len(as_classes(classes).X), classes.K
    right = np.repeat(classes.labels, K - 1)
    wrong = np.concatenate([np.delete(np.arange(K), label) for label in classes.labels])
    pairs, X = np.arange(n * (K - 1)), np.repeat(classes.X, K - 1, axis=0)
    long = np.zeros((len(pairs), K, classes.X.shape[1]))
    long[pairs, right], long[pairs, wrong] = X, -X
    try:
        u, lead = max_margin(Sample(long.reshape(len(pairs), -1), np.ones(len(pairs))))
    except NotSeparable as refusal:
        raise NotSeparable(
            f"no weights separate the classes of {classes.name!r}: the weights of this error "
            "certify it; add features, or use a kernel",
            refusal.exact,
            len(pairs),
        ) from None
    return u.reshape(K, -1), lead
