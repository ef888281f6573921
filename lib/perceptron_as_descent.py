"""Losses, the perceptron's risk, and descent on it: all examples at once, or one. Chevaleyre 2."""

from dataclasses import dataclass

import numpy as np

from lib.checks import as_floats, as_step, as_vector, as_whole
from lib.runs import LinearClassifier, outcome
from lib.samples import Sample, of_sample


def perceptron_loss(z) -> np.ndarray:
    """max(0, -z) for z = y⟨w,x⟩: how far the score lies on the wrong side. Chevaleyre 2."""
    return np.maximum(0.0, -_scores(z))


def hinge_loss(z) -> np.ndarray:
    """max(0, 1 - z) for z = y⟨w,x⟩: the perceptron loss with a margin of 1. Chevaleyre 5.

    >>> hinge_loss([-1, 0, 2])
    array([2., 1., 0.])
    """
    return np.maximum(0.0, 1.0 - _scores(z))


def _scores(z) -> np.ndarray:
    if np.isnan(z := as_floats("z", z)).any():
        raise ValueError("z holds NaN; give scores y⟨w,x⟩")
    return z


@of_sample
def risk(sample: Sample, w) -> np.ndarray | float:
    """The sum of the perceptron losses of the sample at w; w of shape (..., d) gives shape (...).

    Zero exactly when no example lies strictly on the wrong side, at w = 0 too.

    >>> risk(Sample([[1, 2], [3, 0]], [1, -1]), [1, -1])
    4.0
    """
    w = as_floats("w", w)
    if w.ndim == 0 or w.shape[-1] != sample.d:
        raise ValueError(f"w has shape {w.shape}; its last axis must hold {sample.d} weights")
    if not np.isfinite(w).all():
        raise ValueError("w holds NaN or infinity; give finite numbers")
    total = perceptron_loss(w @ sample.signed.T).sum(axis=-1)
    return float(total) if w.ndim == 1 else total


@dataclass(frozen=True, eq=False, repr=False)
class Descent(LinearClassifier):
    """A run of a descent, with the step size `step`.

    weights, shape (T + 1, d) : w_0, …, w_T
    chosen : the rows of the sample that each of the T steps took: V, or the single one
    halted : True when no misclassified example was left; False when it stopped at its bound
    products : how many inner products y⟨w,x⟩ it computed, of d multiplications each
    """

    sample: Sample
    weights: np.ndarray
    chosen: list[np.ndarray]
    halted: bool
    products: int
    step: float

    def __repr__(self):
        counted = f"{self.T} steps, {self.products} products"
        return f"Descent on {self.sample.name!r}: {counted}, {outcome(self.halted)}"

    @property
    def T(self) -> int:
        """The number of steps."""
        return len(self.chosen)

    @property
    def risks(self) -> np.ndarray:
        """risk(w_t) for t = 0, …, T; shape (T + 1,)."""
        return risk(self.sample, self.weights)

    @property
    def updates(self) -> dict[str, np.ndarray | float]:
        """Each step as the theorems name it, for `lib.proof.theorem.Theorem.watch`.

        Of shape (T, d) the vectors w after it, w_before, and g = -Σ y x over V, its slope; w_0,
        the start; of shape (T,) k = |V|, and K and K_before, its sums; eta, the step size, n, and
        R, the sample's radius.
        """
        if self.T == 0:
            raise ValueError("the descent took no step, so there is no update to watch")
        slopes = np.array([-self.sample.signed[rows].sum(axis=0) for rows in self.chosen])
        k = np.array([len(rows) for rows in self.chosen], dtype=float)
        return {
            "w": self.weights[1:],
            "w_before": self.weights[:-1],
            "w_0": self.weights[0],
            "g": slopes,
            "k": k,
            "K": np.cumsum(k),
            "K_before": np.cumsum(k) - k,
            "eta": self.step,
            "n": float(self.sample.n),
            "R": self.sample.radius,
        }


@of_sample
def batch_descent(
    sample: Sample, start, step: float = 1.0, *, ties: bool = True, max_steps: int = 1000
) -> Descent:
    """Gradient descent on the risk: add step · Σ y x over the set V of misclassified examples.

    start, shape (d,) : the first weights
    ties : True: V holds the examples with y⟨w,x⟩ <= 0. False: only those with y⟨w,x⟩ < 0, as
        Shewchuk prints it; then w = 0 has no misclassified example.
    max_steps : the bound; a descent that reaches it says that it stopped short

    >>> from lib.samples import EIGHT
    >>> batch_descent(EIGHT, [1, -1])
    Descent on 'eight points': 2 steps, 24 products, halted
    """
    w, step = as_vector("start", start, sample.d).copy(), as_step("step", step, sample.reach)
    limit, signed = as_whole("max_steps", max_steps), sample.signed
    weights, chosen = [w], []
    while True:
        z = signed @ w
        V = np.flatnonzero(z <= 0 if ties else z < 0)
        if len(V) == 0 or len(chosen) == limit:
            products = (len(chosen) + 1) * sample.n
            return Descent(sample, np.array(weights), chosen, len(V) == 0, products, step)
        w = w + step * signed[V].sum(axis=0)
        weights.append(w)
        chosen.append(V)


@of_sample
def stochastic_descent(
    sample: Sample, start=None, step: float = 1.0, *, ties: bool = True, max_passes: int = 1000
) -> Descent:
    """Descent on the perceptron loss of one example at a time, cycling through the sample.

    The slope of the loss is -y x on a mistake and 0 elsewhere. `ties` says which of the two holds
    at y⟨w,x⟩ = 0, where the loss has a crease: True gives the perceptron; False is what the notes
    print, and never leaves w = 0. All else is as in `batch_descent`; start is zero when left out.

    >>> from lib.samples import EIGHT
    >>> stochastic_descent(EIGHT)  # the perceptron
    Descent on 'eight points': 5 steps, 32 products, halted
    """
    w = np.zeros(sample.d) if start is None else as_vector("start", start, sample.d).copy()
    step, limit = as_step("step", step, sample.reach), as_whole("max_passes", max_passes)
    signed = sample.signed
    weights, chosen, passes, halted = [w], [], 0, False
    while not halted and passes < limit:
        passes, before = passes + 1, len(chosen)
        for i in range(sample.n):
            z = signed[i] @ w
            if z < 0 or (ties and z == 0):
                w = w + step * signed[i]
                weights.append(w)
                chosen.append(np.array([i]))
        halted = len(chosen) == before
    return Descent(sample, np.array(weights), chosen, halted, passes * sample.n, step)
