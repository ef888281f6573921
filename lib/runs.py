"""A run is its list of mistakes: `Run` keeps them, one plain loop replays them, one looks ahead."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle

import numpy as np

from lib.checks import as_examples, as_finite, as_rows
from lib.samples import Classifier, Sample, of_sample

FEWEST, MOST = 16, 4096  # examples checked at once: after a mistake, and after none for long


class MistakeList:
    """What the runs of all chapters share: a `sample`, its `mistakes`, `passes`, and `halted`."""

    def __repr__(self):
        passes = f"{self.passes} pass{'es' if self.passes > 1 else ''}"
        return f"{self.counted}, {passes}, {outcome(self.halted)}"

    @property
    def counted(self) -> str:
        """The first words of the repr: what ran, on which sample, with how many mistakes."""
        return f"{type(self).__name__} on {self.sample.name!r}: {self.M} mistakes"

    @property
    def M(self) -> int:
        """The number of updates; but for a margin perceptron, of mistakes."""
        return len(self.mistakes)

    def moved(self, x: np.ndarray, R: float, weights: np.ndarray | None = None) -> dict:
        """Each update as the theorems name it, for `lib.proof.theorem.Theorem.watch`.

        t = 1, …, M; of shape (M, d) the vectors w after it, w_before, and x, which it added; and
        the radius R. The weights w_0, …, w_M are the sums of x when left out.
        """
        if self.M == 0:
            raise ValueError("the run made no mistake, so there is no update to watch")
        if weights is None:
            weights = np.cumsum(np.vstack([np.zeros_like(x[:1]), x]), axis=0)
        t = np.arange(1.0, self.M + 1)
        return {"t": t, "w": weights[1:], "w_before": weights[:-1], "x": x, "R": R}


class LinearClassifier(Classifier):
    """What ends with the last of its `weights` w_0, w_1, … on a `sample`."""

    @property
    def w(self) -> np.ndarray:
        """The final weights, shape (d,)."""
        return self.weights[-1]

    def decision(self, X) -> np.ndarray:
        """f(x) = ⟨w,x⟩ for each row x of X with the final w, shape (m,); `predict` has its labels.

        X has the features of the run's sample: where that was prepared, prepare X like it.
        """
        return as_examples("X", X, self.sample.features) @ self.w


def outcome(halted: bool) -> str:
    """How a run ended, for its repr."""
    return "halted" if halted else "stopped short at its bound"


@dataclass(frozen=True, eq=False, repr=False)
class Run(MistakeList, LinearClassifier):
    """A perceptron's run: the sample, the order, and the examples it updated on; all else follows.

    mistakes, shape (M,) : the examples updated on, in order of time, as rows of the sample
    when, shape (M,) : how many examples the learner had seen before each of those updates
    order : one pass over the stream, as rows of the sample; the run repeats it
    seen : how many examples the learner saw before it stopped
    halted : True after a pass without a mistake; False at the bound on the passes, or at a `floor`
    start, shape (d,) : the weights before the first update
    step, threshold : the factor on every update, and θ in the rule y⟨w,x⟩ <= θ‖w‖
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
        if self.seen % len(self.order):
            return f"{self.counted}, stopped in pass {self.passes + 1}"
        return super().__repr__()

    @property
    def passes(self) -> int:
        """Whole passes over the order, the last one without mistakes included."""
        return self.seen // len(self.order)

    @cached_property
    def weights(self) -> np.ndarray:
        """w_0, …, w_M, shape (M + 1, d): the start plus the sum of the mistakes; read-only."""
        moves = self.step * self.sample.signed[self.mistakes]
        weights = np.cumsum(np.vstack([self.start, moves]), axis=0)
        weights.flags.writeable = False  # they are kept
        return weights

    @property
    def errors(self) -> np.ndarray:
        """How many examples have y⟨w_t,x⟩ <= 0, for t = 0, …, M; shape (M + 1,)."""
        signed = self.sample.signed
        return np.array([(signed @ w <= 0).sum() for w in self.weights])

    @property
    def updates(self) -> dict[str, np.ndarray | float]:
        """Each update as in `moved`: x is its example times its label; and theta, the threshold."""
        x = self.sample.signed[self.mistakes]
        return self.moved(x, self.sample.radius, self.weights) | {"theta": self.threshold}


@of_sample
def replay(sample: Sample, mistakes, *, order=None, threshold: float = 0.0) -> Run:
    """Run one example at a time, and return the run, whose mistakes the list has to give.

    mistakes : the rows said to have been updated on, from w = 0 to a pass without a mistake
    order : the rows of one pass; the order of the sample when left out
    threshold : θ in the update rule y⟨w,x⟩ <= θ‖w‖

    Raises ValueError when the list names no rows, stops early, goes on too long, or is wrong.
    """
    mistakes = as_rows("mistakes", mistakes, sample.n, at_least=0)
    order = np.arange(sample.n) if order is None else as_rows("order", order, sample.n)
    threshold = as_finite("threshold", threshold, at_least=0)
    start, signed, when, last = np.zeros(sample.d), sample.signed, [], -1
    w = start
    for position, i in enumerate(cycle(order.tolist())):
        if w @ signed[i] <= threshold * np.sqrt(w @ w):
            if (t := len(when)) == len(mistakes):
                raise ValueError(
                    f"mistakes ends after {t}, but example {i} is then a mistake; "
                    "give the whole run, to a pass without a mistake"
                )
            if mistakes[t] != i:
                raise ValueError(
                    f"mistakes[{t}]={mistakes[t]}, but the rule updates on example {i}; "
                    "list the rows in the order of their updates"
                )
            w = w + signed[i]
            when.append(last := position)
        elif position - last == len(order):
            break
    if len(when) < len(mistakes):
        raise ValueError(
            f"mistakes holds {len(mistakes)} rows, but the rule halts after {len(when)}; "
            "drop the rest"
        )
    seen = (last // len(order) + 2) * len(order)  # to the end of a pass without a mistake
    return Run(sample, mistakes, np.array(when, int), order, seen, True, start, 1.0, threshold)


def mistakes(is_mistake: Callable[[slice], np.ndarray], n: int, max_passes: int) -> Iterator[int]:
    """How many examples were seen before each mistake, pass after pass over n of them.

    It looks ahead in blocks, because a learner stays the same until its next mistake: `is_mistake`
    says which examples of a slice are mistakes of the learner as it stands; the caller updates it
    after each. Ends with a pass without mistakes, or at `max_passes`.
    """
    last = -1
    for begun in range(0, max_passes * n, n):
        i, size = 0, FEWEST
        while i < n:
            found = is_mistake(slice(i, i + size))
            ahead = int(found.argmax())
            if found[ahead]:
                last = begun + i + ahead
                yield last
                i, size = i + ahead + 1, FEWEST
            else:
                i, size = i + size, min(2 * size, MOST)
        if last < begun:
            return


def ending(when: list[int], n: int, max_passes: int) -> tuple[int, bool]:
    """How many examples were seen in all, and whether the last pass was without a mistake."""
    passes = (when[-1] if when else -1) // n + 2
    return min(passes, max_passes) * n, passes <= max_passes
