"""Runs in the mistake-bound model: show a sequence of bits to a learner, keep its mistakes.

Chapter *Mistake bounds*; Balcan 2. Beside this module, `learners` has the learners, `observers`
what a theorem says of each mistake, `games` the adversaries and the exact values for few bits.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lib.checks import as_whole
from lib.mistake_bounds.learners import Learner
from lib.samples import Sample


@dataclass(frozen=True, eq=False, repr=False)
class MistakeRun:
    """What a learner did on a sequence of bits: its list of mistakes. The rest is derived.

    Attributes
    ----------
    learner : Learner
    sample : Sample
        The sequence; the run repeats it until a pass is without a mistake.
    mistakes, when : array of int, shape (M,)
        The rows erred on, in order of time, and how many examples the learner had seen before.
    seen : int
        How many examples the learner saw before it stopped.
    halted : bool
        True when the last pass was without a mistake; False when the run stopped at its bound.
    """

    learner: Learner
    sample: Sample
    mistakes: np.ndarray
    when: np.ndarray
    seen: int
    halted: bool

    def __repr__(self):
        state = "halted" if self.halted else "stopped short at its bound"
        return (
            f"{type(self.learner).__name__} on {self.sample.name!r}: {self.M} mistakes, "
            f"{self.passes} pass{'es' if self.passes > 1 else ''}, {state}"
        )

    @property
    def M(self) -> int:
        """The number of mistakes."""
        return len(self.mistakes)

    @property
    def passes(self) -> int:
        """Passes over the sequence, the last one without mistakes included."""
        return self.seen // self.sample.n

    @cached_property
    def states(self) -> list[np.ndarray]:
        """The learner's state before the first mistake and after each one; M + 1 of them."""
        states, rows = [self.learner.start], self.learner.encode(self.sample.X[self.mistakes])
        for row, label in zip(rows, self.sample.y[self.mistakes], strict=True):
            states.append(self.learner.learn(states[-1], row, label))
        return states


def learn_online(learner: Learner, sample: Sample, *, max_passes: int = 1000) -> MistakeRun:
    """Show the sequence to the learner, again and again, until a pass is without a mistake.

    Looks for the next mistake a block of examples at a time, as `lib.perceptron` does.

    Raises
    ------
    ValueError
        When the sample does not hold n bits a row, or when the learner finds that no concept of
        its class is consistent: the message names the row.
    """
    max_passes = as_whole("max_passes", max_passes)
    rows, y, n = learner.encode(sample.X), sample.y, sample.n
    state, when, halted = learner.start, [], False
    for sweep in range(max_passes):
        i, size, before = 0, 16, len(when)
        while i < n:
            wrong = learner.predict(state, rows[i : i + size]) != y[i : i + size]
            if not wrong.any():
                i, size = i + size, min(2 * size, 4096)
                continue
            i, size = i + int(wrong.argmax()), 16
            try:
                state = learner.learn(state, rows[i], y[i])
            except ValueError as error:
                raise ValueError(f"row {i}, after {len(when)} mistakes: {error}") from None
            when.append(sweep * n + i)
            i += 1
        if len(when) == before:
            halted = True
            break
    when = np.array(when, dtype=int)
    return MistakeRun(learner, sample, when % n, when, (sweep + 1) * n, halted)
