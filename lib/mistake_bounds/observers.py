"""What each mistake uses up: literals, levels, concepts. The symbols of its theorems.

Chapter *Mistake bounds*; Balcan 2. Each function reads a `MistakeRun` beside a target that labels
the sequence, and returns the values that `Theorem.watch` and `Theorem.table` take.
"""

from collections.abc import Callable

import numpy as np

from lib.mistake_bounds.bits import antecedents, column
from lib.mistake_bounds.concepts import Conjunction, DecisionList
from lib.mistake_bounds.learners import Elimination, Halving, Levels
from lib.mistake_bounds.runs import MistakeRun


def _checked(run: MistakeRun, learner: type, target) -> None:
    if not isinstance(run.learner, learner):
        name = type(run.learner).__name__
        raise ValueError(f"run is of {name}; give a run of {learner.__name__}")
    if run.M == 0:
        raise ValueError("the run made no mistake, so there is nothing to observe")
    if target is None:
        return
    wrong = np.flatnonzero(target(run.sample.X) != run.sample.y)
    if len(wrong):
        raise ValueError(
            f"target labels row {wrong[0]} {-run.sample.y[wrong[0]]:+g}, the sample says "
            f"{run.sample.y[wrong[0]]:+g}; give a target consistent with the labels"
        )


def _counted(run: MistakeRun, name: str, count: Callable[[np.ndarray], float]) -> dict:
    """t, and what a count of the learner's state is after each mistake and before it."""
    counts = np.array([count(state) for state in run.states], dtype=float)
    return {"t": np.arange(1.0, run.M + 1), name: counts[1:], f"{name}_before": counts[:-1]}


def observe_elimination(run: MistakeRun, target: Conjunction) -> dict[str, np.ndarray | float]:
    """The scalars of each mistake t = 1, …, M of `Elimination`: the theorem's symbols.

    Arrays of shape (M,): t, h (literals in the hypothesis after it), h_before. Numbers: n, k
    (literals in the target).
    """
    _checked(run, Elimination, target)
    sizes = {"n": float(run.sample.d), "k": float(len(target.literals))}
    return _counted(run, "h", np.sum) | sizes


def observe_literals(run: MistakeRun, target: Conjunction) -> dict[str, np.ndarray]:
    """0 or 1 for each literal at each mistake of `Elimination`; arrays of shape (M 2n,).

    c: in the target; h, h_before: in the hypothesis after and before; v: true in the example.
    """
    _checked(run, Elimination, target)
    states = np.array(run.states, dtype=float)
    held = antecedents(run.sample.X[run.mistakes])[:, :-1]
    c = np.broadcast_to(target.mask.astype(float), held.shape)
    values = {"c": c, "h": states[1:], "h_before": states[:-1], "v": held}
    return {name: value.ravel() for name, value in values.items()}


def observe_levels(run: MistakeRun, target: DecisionList) -> dict[str, np.ndarray | float]:
    """The scalars of each mistake t = 1, …, M of `Levels`: the theorem's symbols.

    Arrays of shape (M,): t, F (levels that all terms together have fallen), F_before, D (levels
    that the lowest term has fallen). Numbers: n, ell (rules in the target, default included) and
    L = ell - 1.
    """
    _checked(run, Levels, target)
    depth, ell = np.array([state.max() - 1.0 for state in run.states[1:]]), float(len(target.rules))
    sizes = {"n": float(run.sample.d), "ell": ell, "L": ell - 1}
    return _counted(run, "F", lambda state: state.sum() - state.size) | {"D": depth} | sizes


def rule_levels(run: MistakeRun, target: DecisionList) -> np.ndarray:
    """The level of each rule of the target before the first mistake and after each one.

    Shape (M + 1, rules); the theorem says that column i, counting from 1, never exceeds i.
    """
    _checked(run, Levels, target)
    at = [(int(label > 0), column(literal, run.sample.d)) for literal, label in target.rules]
    return np.array([[state[place] for place in at] for state in run.states])


def observe_rules(run: MistakeRun, target: DecisionList) -> dict[str, np.ndarray | float]:
    """The scalars of each fall of a rule of the target, in order of time.

    Arrays, one entry a fall: i (the rule), first (the rule that decides the example), before (the
    level of that rule), used (the deciding level), level (of rule i after the fall). Number: ell.
    Raises ValueError when no rule of the target fell.
    """
    levels = rule_levels(run, target)
    mistake, rule = np.nonzero(np.diff(levels, axis=0))
    if len(rule) == 0:
        raise ValueError("no rule of the target fell in this run; give a longer sequence")
    first = target.deciding(run.sample.X[run.mistakes])[mistake]
    return {
        "i": rule + 1.0,
        "first": first + 1.0,
        "before": levels[mistake, first].astype(float),
        "used": levels[mistake, rule].astype(float),
        "level": levels[mistake + 1, rule].astype(float),
        "ell": float(len(target.rules)),
    }


def observe_halving(run: MistakeRun) -> dict[str, np.ndarray | float]:
    """The scalars of each mistake of `Halving`: t, V (concepts alive), V_before, P = 2^t, P_before.

    Arrays of shape (M,), and the number N of concepts in the class.
    """
    _checked(run, Halving, None)
    seen = _counted(run, "V", np.sum)
    powers = {"P": 2.0 ** seen["t"], "P_before": 2.0 ** (seen["t"] - 1)}
    return seen | powers | {"N": float(len(run.learner.table))}
