"""A run is its list of mistakes: `Run` keeps them, and `replay` checks them.

Chapter *The perceptron*; Rosenblatt 1958, and all five notes.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lib.checks import as_finite, as_rows, as_vector
from lib.samples import Sample


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


def replay(sample: Sample, mistakes, *, order=None, threshold: float = 0.0) -> Run:
    """Walk the stream one example at a time and compare each mistake with the given list.

    Parameters
    ----------
    sample : Sample
    mistakes : sequence of int, shape (M,)
        The rows said to have been updated on, in order, from w = 0 to a pass without a mistake.
    order : sequence of int, optional
        The rows of one pass; the order of the sample when left out.
    threshold : float
        θ in the update rule y⟨w,x⟩ <= θ‖w‖.

    Returns
    -------
    Run
        With the positions in the stream filled in.

    Raises
    ------
    ValueError
        When the list names no rows, stops early, goes on too long, or parts from the rule.
    """
    mistakes = as_rows("mistakes", mistakes, sample.n, at_least=0)
    order = np.arange(sample.n) if order is None else as_rows("order", order, sample.n)
    if not 0 <= threshold < np.inf:
        raise ValueError(f"threshold={threshold!r}; give a finite number of at least 0")
    w, when, seen, clean = np.zeros(sample.d), [], 0, 0
    while clean < len(order):
        i = int(order[seen % len(order)])
        seen, clean = seen + 1, clean + 1
        move = sample.y[i] * sample.X[i]
        if move @ w <= threshold * np.sqrt(w @ w):
            if len(when) == len(mistakes):
                raise ValueError(
                    f"mistakes ends after {len(when)}, but example {i} is then a mistake; "
                    "give the whole run, to a pass without a mistake"
                )
            if mistakes[len(when)] != i:
                raise ValueError(
                    f"mistakes[{len(when)}]={mistakes[len(when)]}, but the rule updates on "
                    f"example {i}; list the rows in the order of their updates"
                )
            when.append(seen - 1)
            w, clean = w + move, 0
    if len(when) < len(mistakes):
        raise ValueError(
            f"mistakes holds {len(mistakes)} rows, but the rule halts after {len(when)}; "
            "drop the rest"
        )
    # The rule stops after a whole pass without a mistake; Run counts to the end of that pass.
    seen = (when[-1] // len(order) + 2) * len(order) if when else len(order)
    when = np.array(when, dtype=int)
    return Run(sample, mistakes, when, order, seen, True, np.zeros(sample.d), 1.0, threshold)
