"""Hinge-loss stochastic gradient descent: the soft margin, one example at a time.

Chapter *Hinge SGD*; Chevaleyre 5. The regularized risk of (w, b) is

    λ/2 ‖w‖² + (1/n) Σ max(0, 1 - y(⟨w,x⟩ + b)),

the soft-margin objective divided by nC when λ = 1/(nC). Step t, of size η = 1/(λt), takes one
example: w becomes (1 - ηλ) w, and then, where y⟨w,x⟩ was below 1, ηyx is added.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from lib.checks import as_examples, as_finite, as_positive, as_step, as_vector, as_whole
from lib.perceptron_as_descent import hinge_loss
from lib.samples import Classifier, Sample, of_sample

STRETCH = 2048  # examples between sums of the weights: the averages cost nothing a step
AVERAGES = ("last", "mean", "weighted")


@of_sample
def regularized_risk(sample: Sample, decay: float, w, b: float = 0.0) -> float:
    """λ/2 ‖w‖² plus the mean hinge loss of (w, b), with λ = `decay`. w has shape (d,).

    >>> regularized_risk(Sample([[1, 2]], [1]), 0.1, [1, 1])
    0.1
    """
    decay, w, b = as_positive("decay", decay), as_vector("w", w, sample.d), as_finite("b", b)
    return float(decay / 2 * (w @ w) + hinge_loss(sample.y * (sample.X @ w + b)).mean())


@dataclass(frozen=True, eq=False, repr=False)
class HingeRun(Classifier):
    """A run of hinge SGD: its stream of examples, its margin errors, and weights at some steps.

    decay, step : λ, and the constant step, or None for 1/(λt)
    stream, shape (T k,) : the rows of the sample that steps 1, …, T took, k = `batch` in each
    counts, shape (n,) : how often each example was short of margin 1 when its turn came
    at, shape (m,) : the steps after which weights were kept, the last step among them
    paths : three arrays of shape (m, d + 1), whose last column is b. "last" is w_t, the weights
        after step t; "mean" and "weighted" average w_0, …, w_{t-1}, the second in proportion
        to 1, …, t.
    """

    sample: Sample
    decay: float
    batch: int
    stream: np.ndarray
    counts: np.ndarray
    at: np.ndarray
    paths: dict[str, np.ndarray]
    step: float | None
    offset: bool

    def __repr__(self):
        size = f" of {self.batch} examples" if self.batch > 1 else ""
        return (
            f"HingeRun on {self.sample.name!r}: {self.T} steps{size}, "
            f"{self.counts.sum()} margin errors"
        )

    @property
    def T(self) -> int:
        """The number of steps."""
        return len(self.stream) // self.batch

    def weights(self, average: str = "weighted") -> tuple[np.ndarray, float]:
        """The final (w, b): "last", "mean" or "weighted"."""
        path = self._path(average)
        return path[-1, :-1], float(path[-1, -1])

    def decision(self, X) -> np.ndarray:
        """f(x) = ⟨w,x⟩ + b for each row x of X, shape (m,), with the weighted average."""
        w, b = self.weights()
        return as_examples("X", X, self.sample.features) @ w + b

    def risks(self, average: str = "weighted") -> np.ndarray:
        """The regularized risk at each kept step, shape (m,)."""
        return np.array(
            [regularized_risk(self.sample, self.decay, v[:-1], v[-1]) for v in self._path(average)]
        )

    def _path(self, average: str) -> np.ndarray:
        if average not in AVERAGES:
            raise ValueError(f"average={average!r}; choose from {', '.join(AVERAGES)}")
        return self.paths[average]

    @property
    def alpha(self) -> np.ndarray:
        """α = counts/(λ T k), shape (n,): without offset, and with step 1/(λt), w is Σ α y x.

        After whole passes each α is at most C = 1/(nλ), so the soft margin's dual allows it.
        """
        self._need_plain("alpha")
        return self.counts / (self.decay * len(self.stream))

    @property
    def updates(self) -> dict[str, np.ndarray | float]:
        """Each step as the theorems name it, for `lib.proof.theorem.Theorem.watch`.

        t = 1, …, T; of shape (T, d) the vectors w after it, w_before, its pull v, and its slope
        g = λ w_before - v; lambda, R, the sample's radius, and G = 2R. Needs every step kept,
        no offset, and the step 1/(λt).
        """
        self._need_plain("updates")
        if len(self.at) != self.T:
            raise ValueError(f"updates needs every step; run with at=range(1, {self.T + 1})")
        rows = self.sample.signed[self.stream].reshape(self.T, self.batch, -1)  # of each step
        after = self.paths["last"][:, :-1]
        before = np.vstack([np.zeros_like(after[:1]), after[:-1]])
        v = np.einsum("tk,tkd->td", np.einsum("tkd,td->tk", rows, before) < 1, rows) / self.batch
        return {
            "t": np.arange(1.0, self.T + 1),
            "w": after,
            "w_before": before,
            "v": v,
            "g": self.decay * before - v,
            "lambda": self.decay,
            "R": self.sample.radius,
            "G": 2 * self.sample.radius,
        }

    def _need_plain(self, what: str) -> None:
        if self.offset or self.step is not None:
            raise ValueError(f"{what} needs a run with offset=False and the step 1/(λt), step=None")


@of_sample
def hinge_sgd(
    sample: Sample,
    decay: float,
    steps: int,
    *,
    batch: int = 1,
    step: float | None = None,
    offset: bool = False,
    independent: bool = False,
    seed: int = 0,
    at=None,
) -> HingeRun:
    """Subgradient steps on the regularized risk, from zero, each on `batch` examples.

    The examples with margin y(⟨w,x⟩ + b) < 1 pull w by the mean of y x over the batch, and b by the
    mean of y; the decay shrinks w by the factor 1 - ηλ. λ = `decay` is 1/(nC) for the soft margin
    with C; Chevaleyre prints 1/C, which belongs to C/n.

    step : a constant η below 2/λ, so that the decay shrinks w; 1/(λt) when left out
    offset : learn b, without decay. Standardize first: far from 0 that takes far more steps.
    independent : draw examples with replacement, as the theorem on the rate assumes, instead of
        going through the sample pass by pass in random order, both with `seed`
    at : the steps to keep, besides the last; about 60, evenly on a logarithmic scale, when left out

    Raises ValueError when the squares of the weights are too large or too small for floats.

    >>> from lib.samples import EIGHT
    >>> run = hinge_sgd(EIGHT, decay=0.1, steps=1000)
    >>> run
    HingeRun on 'eight points': 1000 steps, 189 margin errors
    >>> w, b = run.weights()
    >>> w.round(2), b
    (array([0.94, 0.97]), 0.0)
    """
    decay = as_positive("decay", decay)
    step = None if step is None else as_step("step", step, sample.reach)
    if step is not None and step * decay >= 2:
        raise ValueError(
            f"step={step!r} with decay={decay!r} multiplies w by 1 - step * decay = "
            f"{1 - step * decay:g} each time, and w cannot settle; give a step below 2/decay = "
            f"{2 / decay:g}, or leave it out for 1/(λt)"
        )
    steps, batch = as_whole("steps", steps), as_whole("batch", batch)
    at = np.geomspace(1, steps, 60).round() if at is None else np.asarray(at)
    if at.ndim != 1 or at.dtype.kind not in "iuf" or (at % 1 != 0).any():
        raise ValueError(f"at={at!r}; give a list of steps, in whole numbers")
    at = np.unique(np.append(at, steps).astype(int))
    if at[0] < 1 or at[-1] > steps:
        raise ValueError(f"at reaches from {at[0]} to {at[-1]}; give steps from 1 to {steps}")

    rng, length = np.random.default_rng(as_whole("seed", seed, 0)), steps * batch
    if independent:
        stream = rng.integers(sample.n, size=length)
    else:
        passes = -(-length // sample.n)
        stream = np.concatenate([rng.permutation(sample.n) for _ in range(passes)])[:length]
    shrink, counts = np.append(np.full(sample.d, decay), 0.0), np.zeros(sample.n, dtype=int)
    w, total, heavy = np.zeros((3, sample.d + 1))
    kept, ends = [], np.union1d(at, np.arange(0, steps, max(1, STRETCH // batch)))
    with np.errstate(over="ignore", invalid="ignore"):
        for begin, end in pairwise(ends.tolist()):
            turn, t = stream[begin * batch : end * batch], np.arange(begin + 1, end + 1)
            eta = 1 / (decay * t) if step is None else np.full(len(t), step)
            ones = np.full((len(turn), 1), float(offset))
            pulls = sample.y[turn, None] * np.hstack([sample.X[turn], ones])
            before, short, w = _steps(pulls.reshape(len(t), batch, -1), eta, shrink, w)
            np.add.at(counts, turn[short.ravel()], 1)
            total, heavy = total + before.sum(axis=0), heavy + t @ before
            if end in at:
                kept.append((w, total / end, 2 * heavy / (end * (end + 1))))
        size = np.square(kept).sum()
    if (huge := not np.isfinite(size)) or (np.any(kept) and size < np.finfo(float).tiny):
        raise ValueError(
            f"decay={decay!r} and features up to {sample.reach:.3g} make weights that no float can "
            f"square; give a {'larger' if huge else 'smaller'} decay, or scale the features "
            f"{'down' if huge else 'up'}"
        )
    paths = dict(zip(AVERAGES, np.array(kept).swapaxes(0, 1), strict=True))
    return HingeRun(sample, decay, batch, stream, counts, at, paths, step, offset)


def _steps(pulls, eta, shrink, w):
    """The weights before each step, which y x in `pulls` were short of margin 1, and the last w."""
    before, short = np.empty((len(pulls), len(w))), np.empty(pulls.shape[:2], dtype=bool)
    keep, gain = 1 - eta[:, None] * shrink, eta / pulls.shape[1]
    for t, batch in enumerate(pulls):
        before[t] = w
        short[t] = batch @ w < 1
        w = keep[t] * w + gain[t] * (short[t] @ batch)
    return before, short, w
