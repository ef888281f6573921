"""Runs in the mistake-bound model: show a sequence of bits to a learner, keep its mistakes."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from lib.checks import as_whole
from lib.mistake_bounds.concepts import DecisionList, column
from lib.mistake_bounds.learners import Learner, Levels
from lib.runs import MistakeList, ending, mistakes
from lib.samples import Sample, of_sample


@dataclass(frozen=True, eq=False, repr=False)
class MistakeRun(MistakeList):
    """A learner's run on a sequence of bits: its list of mistakes. The rest is derived.

    `sample`, `mistakes`, `when`, `seen` and `halted` are as in `lib.runs.Run`.
    """

    learner: Learner
    sample: Sample
    mistakes: np.ndarray
    when: np.ndarray
    seen: int
    halted: bool

    @property
    def counted(self) -> str:
        """The first words of the repr."""
        return f"{type(self.learner).__name__} on {self.sample.name!r}: {self.M} mistakes"

    @property
    def passes(self) -> int:
        """Passes over the sequence, the last one without mistakes included."""
        return self.seen // self.sample.n

    @property
    def rounds(self) -> dict[str, np.ndarray]:
        """Every example seen, a mistake or not; arrays of int, shape (seen,).

        row: its row of `sample.X`; y and p: its label and the prediction, 1 for True and 0 for
        False; before and after: how many mistakes had been made, which numbers the `states`.
        """
        row, mistake = np.arange(self.seen) % self.sample.n, np.zeros(self.seen, dtype=int)
        mistake[self.when] = 1
        y, after = (self.sample.y[row] > 0).astype(int), np.cumsum(mistake)
        return {"row": row, "y": y, "p": y ^ mistake, "before": after - mistake, "after": after}

    def levels(self, target: DecisionList) -> np.ndarray:
        """The level of each rule of a target before the first mistake of `Levels` and after each.

        Shape (M + 1, rules); the theorem says that column i, counting from 1, never exceeds i.
        """
        if not isinstance(self.learner, Levels):
            name = type(self.learner).__name__
            raise ValueError(f"run is of {name}; give a run of Levels")
        wrong = np.flatnonzero(target(self.sample.X) != self.sample.y)
        if len(wrong):
            raise ValueError(
                f"target labels row {wrong[0]} {-self.sample.y[wrong[0]]:+g}, the sample says "
                f"{self.sample.y[wrong[0]]:+g}; give a target consistent with the labels"
            )
        at = [(int(label > 0), column(literal, target.n)) for literal, label in target.rules]
        return np.array([[state[place] for place in at] for state in self.states])

    def falls(self, target: DecisionList) -> dict[str, np.ndarray | int]:
        """Each mistake of `Levels` as `RULE` names it, beside a target; arrays of int, shape (M,).

        e, e_before: the largest level(i) - i over the rules of the target after the mistake and
        before it; i: a rule that has it, counting from 1, and if any one that fell, f = 1; level,
        level_before: its levels; j, level_j: the rule that decides the label, and its level before;
        used: the level that decides the prediction; worst: a rule that had e_before; level_worst,
        level_worst_before: its levels. Number: r. Raises ValueError as `levels`.
        """
        levels, t, r = self.levels(target), np.arange(self.M), len(target.rules)
        low, fell = levels - np.arange(1, r + 1), np.diff(levels, axis=0)
        j = target.deciding(self.sample.X[self.mistakes])
        i, worst = (2 * low[1:] + fell).argmax(axis=1), low[:-1].argmax(axis=1)
        used = [old[old != new].min() for old, new in pairwise(self.states)]
        return {
            "e": low[1:].max(axis=1),
            "e_before": low[:-1].max(axis=1),
            "i": i + 1,
            "j": j + 1,
            "f": fell[t, i],
            "level": levels[t + 1, i],
            "level_before": levels[t, i],
            "level_j": levels[t, j],
            "worst": worst + 1,
            "level_worst": levels[t + 1, worst],
            "level_worst_before": levels[t, worst],
            "used": np.array(used),
            "r": r,
        }

    @cached_property
    def states(self) -> list[np.ndarray]:
        """The learner's state before the first mistake and after each one; M + 1 of them."""
        states, rows = [self.learner.start], self.learner.encode(self.sample.X[self.mistakes])
        for row, label in zip(rows, self.sample.y[self.mistakes], strict=True):
            states.append(self.learner.learn(states[-1], row, label))
        return states


@of_sample
def learn_online(learner: Learner, sample: Sample, *, max_passes: int = 1000) -> MistakeRun:
    """Show the sequence to the learner, again and again, until a pass is without a mistake.

    Raises ValueError, with the row, where the learner finds no concept of its class consistent.

    >>> from lib.mistake_bounds.learners import Elimination
    >>> learn_online(Elimination(2), Sample([[0, 1], [1, 0], [1, 1]], [-1, 1, -1], "three"))
    Elimination on 'three': 1 mistakes, 2 passes, halted
    """
    max_passes = as_whole("max_passes", max_passes)
    rows, y, n = learner.encode(sample.X), sample.y, sample.n
    state, when = learner.start, []

    def is_mistake(part: slice) -> np.ndarray:
        return learner.predict(state, rows[part]) != y[part]

    for now in mistakes(is_mistake, n, max_passes):
        i = now % n
        try:
            state = learner.learn(state, rows[i], y[i])
        except ValueError as error:
            raise ValueError(f"row {i}, after {len(when)} mistakes: {error}") from None
        when.append(now)
    seen, halted = ending(when, n, max_passes)
    when = np.array(when, dtype=int)
    return MistakeRun(learner, sample, when % n, when, seen, halted)
