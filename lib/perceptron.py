"""The perceptron, the margin perceptron, and `Run`: a run is its list of mistakes.

Chapters *The perceptron* and *The margin perceptron*; Rosenblatt 1958, and all five notes.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lib.checks import as_finite, as_positive, as_rows, as_vector, as_whole
from lib.samples import Sample

SHORTEST, LONGEST = 16, 2048  # blocks of examples in which the next mistake is looked for


@dataclass(frozen=True, eq=False, repr=False)
class Run:
    """What a perceptron did: the sample, the order, and the examples it updated on.

    Everything else (weights, norms, alignments, bounds) is derived, so anyone can replay a run.

    Attributes
    ----------
    sample : Sample
    mistakes : array of int, shape (M,)
        The examples updated on, in order of time, as rows of `sample.X`.
    when : array of int, shape (M,)
        How many examples the learner had seen before each of those updates.
    order : array of int
        One pass over the stream, as rows of `sample.X`; the run repeats it.
    seen : int
        How many examples the learner saw before it stopped.
    halted : bool
        True when the last pass was without a mistake; False when the run stopped at its bound on
        the passes, or within a pass at its `floor`.
    start : array, shape (d,)
        The weights before the first update.
    step : float
        The factor on every update; 1 for the perceptron.
    threshold : float
        θ in the update rule y⟨w,x⟩ <= θ‖w‖; 0 for the perceptron.
    """

    sample: Sample
    mistakes: np.ndarray
    when: np.ndarray
    order: np.ndarray
    seen: int
    halted: bool
    start: np.ndarray
    step: float = 1.0
    threshold: float = 0.0

    def __repr__(self):
        made = f"Run on {self.sample.name!r}: {self.M} mistakes"
        if self.seen % len(self.order):
            return f"{made}, stopped in pass {self.passes + 1}"
        state = "halted" if self.halted else "stopped short at its bound"
        return f"{made}, {self.passes} pass{'es' if self.passes > 1 else ''}, {state}"

    @property
    def M(self) -> int:
        """The number of updates; for the plain perceptron, of mistakes."""
        return len(self.mistakes)

    @property
    def passes(self) -> int:
        """Whole passes over the order, the last one without mistakes included."""
        return self.seen // len(self.order)

    @cached_property
    def weights(self) -> np.ndarray:
        """w_0, …, w_M, shape (M + 1, d): the start plus the sum of the mistakes; read-only."""
        moves = self.step * self.sample.signed[self.mistakes]
        weights = np.cumsum(np.vstack([self.start, moves]), axis=0)
        weights.flags.writeable = False  # they are kept, and `w` is their last row
        return weights

    @property
    def w(self) -> np.ndarray:
        """The final weights, shape (d,), read-only."""
        return self.weights[-1]

    @property
    def misclassified(self) -> np.ndarray:
        """How many examples have y⟨w_t,x⟩ <= 0, for t = 0, …, M; shape (M + 1,)."""
        signed = self.sample.signed
        return np.array([(signed @ w <= 0).sum() for w in self.weights])

    def observe(self, u, gamma: float | None = None) -> dict[str, np.ndarray | float]:
        """The scalars of each update t = 1, …, M beside a comparator u: the theorems' symbols.

        Arrays of shape (M,): t; p, r (⟨w_t,u⟩ and ‖w_t‖ after the update), p_before, r_before;
        q = y⟨w_{t-1},x⟩, m = y⟨x,u⟩, s = ‖x‖ of the example. Numbers: R, gamma (the least y⟨x,u⟩
        on the sample unless given), U = ‖u‖, theta. Raises ValueError when u is zero, or when the
        run made no update.
        """
        u = as_vector("u", u, self.sample.d)
        if not u.any():
            raise ValueError("u is zero and separates nothing; give a nonzero comparator")
        gamma = None if gamma is None else as_finite("gamma", gamma)
        if self.M == 0:
            raise ValueError("the run made no mistake, so there is no update to observe")
        moved = self.sample.signed[self.mistakes]
        alignment, norm = self.weights @ u, np.linalg.norm(self.weights, axis=1)
        return {
            "t": np.arange(1.0, self.M + 1),
            "p": alignment[1:],
            "p_before": alignment[:-1],
            "r": norm[1:],
            "r_before": norm[:-1],
            "q": np.einsum("td,td->t", self.weights[:-1], moved),
            "m": moved @ u,
            "s": np.linalg.norm(moved, axis=1),
            "R": self.sample.radius,
            "gamma": float((self.sample.signed @ u).min()) if gamma is None else gamma,
            "U": float(np.linalg.norm(u)),
            "theta": self.threshold,
        }

    def replay(self) -> "Run":
        """Walk the stream again, one example at a time, and compare with the record.

        Returns the run itself. Raises ValueError at the first place where the plain loop and the
        list of mistakes part.
        """
        w, written = (
            self.start.copy(),
            dict(zip(self.when.tolist(), self.mistakes.tolist(), strict=True)),
        )
        for position in range(self.seen):
            i = int(self.order[position % len(self.order)])
            x, y = self.sample.X[i], self.sample.y[i]
            mistake = y * (w @ x) <= self.threshold * np.sqrt(w @ w)
            if mistake != (written.get(position) == i):
                said = "an update" if position in written else "no update"
                raise ValueError(
                    f"the record does not replay: after {position} examples it says {said}, "
                    f"on example {i} the rule says {'an update' if mistake else 'no update'}"
                )
            if mistake:
                w = w + self.step * y * x
        return self


def perceptron(
    sample: Sample,
    *,
    order=None,
    seed: int | None = None,
    start=None,
    step: float = 1.0,
    max_passes: int = 1000,
) -> Run:
    """Cycle through the sample; on y⟨w,x⟩ <= 0 add y x to w; stop after a pass without mistakes.

    Parameters
    ----------
    sample : Sample
        Lift it first (`lib.samples.lift`) for a separator with an offset.
    order : sequence of int, optional
        The rows of one pass, repeats allowed; the order of the sample when left out.
    seed : int, optional
        Draw one random order with this seed instead.
    start : array, shape (d,), optional
        Weights to start from; zero when left out.
    step : float
        The size of an update. From zero it only rescales w.
    max_passes : int
        The bound for samples that no hyperplane separates; the run then says that it stopped short.

    Raises
    ------
    ValueError
        On a bad order, start, step or bound, when both `order` and `seed` are given, or when the
        squares of the weights are no floats.

    Notes
    -----
    The mistakes, ties included, are those of the plain loop over single examples. Chapter
    *The perceptron* (Algorithm 1) gives the loop.
    """
    return _walk(sample, 0.0, order, seed, start, step, max_passes)


def margin_perceptron(
    sample: Sample,
    gamma: float,
    epsilon: float = 0.5,
    *,
    order=None,
    seed: int | None = None,
    start=None,
    floor: float = 0.0,
    max_passes: int = 1000,
) -> Run:
    """The perceptron that also updates when y⟨w,x⟩/‖w‖ <= (1 - epsilon) gamma.

    Parameters
    ----------
    sample : Sample
        Unit examples, as in the theorems (`lib.samples.unit`).
    gamma : float
        In (0, 1]: a margin that the sample is believed to have.
    epsilon : float
        In (0, 1]: the share of that margin one is ready to lose; 1 is the plain perceptron.
    order, seed, start, max_passes
        As in `perceptron`. From `start=sample.signed[0]`, Balcan's start, the updates are those
        from zero without the first one.
    floor : float
        Stop short once ‖w‖ < floor times the number of updates. From zero, that proves that no
        unit vector has a margin of `floor`.

    Raises
    ------
    ValueError
        When gamma or epsilon lies outside (0, 1], floor is negative, or an example is longer
        than 1.

    Notes
    -----
    Chapter *The margin perceptron*; Mansour–Schweiger 4.2, Balcan 1.1.
    """
    gamma = as_positive("gamma", gamma, at_most=1)
    epsilon = as_positive("epsilon", epsilon, at_most=1)
    if not 0 <= floor < np.inf:
        raise ValueError(f"floor={floor!r}; give a finite number of at least 0")
    if sample.radius > 1 + 1e-9:
        raise ValueError(
            f"the longest example has length {sample.radius:.4g}; scale with unit(sample)"
        )
    theta = (1 - epsilon) * gamma
    return _walk(sample, theta, order, seed, start, 1.0, max_passes, floor)


@np.errstate(over="ignore", invalid="ignore")  # the record says it
def _walk(sample, theta, order, seed, start, step, max_passes, floor=0.0) -> Run:
    """Run the loop, looking for the next mistake a block of examples at a time."""
    if order is not None and seed is not None:
        raise ValueError("give order or seed, not both: a seed draws an order")
    if seed is not None:
        order = np.random.default_rng(as_whole("seed", seed, 0)).permutation(sample.n)
    X, y, n = sample.X, sample.y, sample.n
    if order is None:
        order = np.arange(n)
    else:
        order = as_rows("order", order, n).copy()  # the run keeps it
        X, y, n = X[order], y[order], len(order)
    max_passes, step = as_whole("max_passes", max_passes), as_positive("step", step)
    start = np.zeros(sample.d) if start is None else as_vector("start", start, sample.d).copy()

    # A block's product may round otherwise than a single one; within this distance of the
    # threshold (times ‖w‖) the single product decides, so that ties fall as in the plain loop.
    doubt = 1e-15 * sample.d * np.sqrt(np.einsum("nd,nd->n", X, X).max())
    w, mistakes, size, last = start.copy(), [], SHORTEST, 0

    def record(mistakes, seen, halted):
        if not np.isfinite(w @ w):
            raise ValueError(
                f"the weights grew beyond what floats can square; give a step below {step:g} and a "
                "start of moderate length"
            )
        when = np.array(mistakes, dtype=int)
        return Run(sample, order[when % n], when, order, seen, halted, start, step, theta)

    for sweep in range(max_passes):
        i, before = 0, len(mistakes)
        while i < n:
            norm = np.sqrt(w @ w)
            margins = y[i : i + size] * (X[i : i + size] @ w)
            for j in np.flatnonzero(margins <= (theta + doubt) * norm):
                row = X[i + j]
                if margins[j] <= (theta - doubt) * norm or y[i + j] * (row @ w) <= theta * norm:
                    w = w + step * y[i + j] * row
                    # The next mistake is about as far ahead as the one before lies behind.
                    now = sweep * n + i + int(j)
                    size, last = min(max(SHORTEST, now - last), LONGEST), now
                    mistakes.append(now)
                    i += int(j) + 1
                    if floor and np.sqrt(w @ w) < floor * len(mistakes):
                        return record(mistakes, mistakes[-1] + 1, False)
                    break
            else:
                i, size = i + size, min(2 * size, LONGEST)
        if len(mistakes) == before:
            return record(mistakes, (sweep + 1) * n, True)
    return record(mistakes, (sweep + 1) * n, False)
