"""Which of a theorem's hypotheses a step needs: the verdict for every subset of them.

What satisfies some hypotheses and breaks the claim refutes every subset of these, and what follows
from some follows from more. So few of the subsets need the solver.
"""

from dataclasses import dataclass
from itertools import combinations, takewhile

from sympy.core.relational import Relational

from lib.proof.frame import at_end, at_start
from lib.proof.solver import Solver
from lib.proof.step import INDUCTION, Step
from lib.proof.theorem import Refuted, Theorem, fails, refuted
from lib.proof.vectors import names

MOST = 9  # hypotheses, which is 512 subsets


@dataclass(frozen=True)
class Subsets:
    """A step, the hypotheses that matter to it, and what happens without some of them.

    Attributes
    ----------
    step : Step
        With all these hypotheses given, needed or not.
    claim : Relational
        Its claim, or another in its place.
    names : list of str
        The hypotheses.
    cases : list of Refuted
        The counterexamples.
    verdicts : list of int or None
        For the subset whose bits are set in the index (1 for the first name, 2 for the second):
        None where the claim follows, else the place of the counterexample in `cases`.
    """

    step: Step
    claim: Relational
    names: list[str]
    cases: list[Refuted]
    verdicts: list[int | None]


def subsets(theorem: Theorem, name: str, claim: Relational | None = None) -> Subsets:
    """The verdict for every subset of the hypotheses and earlier claims that may matter to a step.

    Those that the step uses matter, and those that speak of the same symbols, nine at most.
    `claim` replaces the step's own. Raises ValueError when there is no such step, or it uses no
    hypothesis, and RuntimeError where z3 does not decide.
    """
    own = theorem.step(name)
    if not own.uses:
        raise ValueError(f"step {name!r} uses no hypothesis; choose one that does")
    wide, solver = _widened(theorem, own), Solver()
    said = own.claim if claim is None else claim
    parts = [wide.base, (*wide.given, INDUCTION)] if wide.base else [wide.given]
    known, obligations = claim is None and theorem.verdict(own).proved, []
    for i, part in enumerate(parts):
        enough = [frozenset(own.uses) & frozenset(part)] if known else []
        obligations.append(Obligation(theorem, wide, said, i, part, enough, solver))
    cases: list[Refuted] = []
    verdicts: list[int | None] = []
    for mask in range(2 ** len(wide.uses)):
        kept = frozenset(other for bit, other in enumerate(wide.uses) if mask >> bit & 1)
        found = next(filter(None, (one.refutes(kept) for one in obligations)), None)
        if found is not None and not any(found is case for case in cases):
            cases.append(found)
        verdicts.append(next((i for i, case in enumerate(cases) if case is found), None))
    return Subsets(wide, said, wide.uses, cases, verdicts)


def _widened(theorem: Theorem, step: Step) -> Step:
    """The step with all that may matter to it: what speaks of a symbol of what it uses."""
    start, end = at_start(theorem.steps), at_end(theorem.steps, theorem.end)
    symbols = {*names(step.claim, *(theorem.relations[name] for name in (*step.given, *step.base)))}
    given, base, room = list(step.given), list(step.base), MOST - len(step.uses)
    for name in takewhile(lambda name: name != step.name, theorem.relations):
        matters = name not in step.uses and symbols & {*names(theorem.relations[name])}
        too_late = name in end and step.name not in end
        same_state = (name in start) == (step.name in start)
        if matters and not too_late and room > 0 and (same_state or step.base):
            (given if same_state else base).append(name)
            room -= 1
    return Step(step.name, step.claim, tuple(given), tuple(base))


class Obligation:
    """What a claim has to follow from, and the subsets of it of which that is known.

    A step has one, an induction two: the base case, and the step from the update before. This is
    the i-th of them; `part` names its hypotheses, and from each set of `enough` the claim follows.
    """

    def __init__(self, theorem, step, claim, i, part, enough, solver):
        self.theorem, self.step, self.claim, self.solver = theorem, step, claim, solver
        self.i, self.part, self.enough = i, part, enough
        self.broken: list[tuple[Refuted, frozenset[str]]] = []  # with what is true of each
        for size in range(len(part), -1, -1):  # what refutes most comes first
            for kept in combinations(sorted(part), size):
                self.refutes(frozenset(kept))

    def refutes(self, kept: frozenset[str]) -> Refuted | None:
        """What is as some of the hypotheses say and breaks the claim; None where it follows."""
        kept &= frozenset(self.part)
        if any(enough <= kept for enough in self.enough):
            return None
        for found, true in self.broken:
            if kept <= true:
                return found
        found = self._solved(kept)
        if found is not None:
            self.broken.append((found, kept | self._true_hypotheses(found)))
        elif all(self.refutes(kept - {name}) is not None for name in sorted(kept)):
            self.enough.append(kept)  # else a subset of them, which decides more
        return found

    def _solved(self, kept: frozenset[str]) -> Refuted | None:
        dropped = [name for name in self.step.uses if name not in kept]
        given, _ = self.theorem.goal(self.step).obligations(self.claim, dropped)[self.i]
        if self.solver.follows(given, self.claim):  # what is true is proved faster from products
            return None
        found = self.solver.breaks(given, self.claim)
        if found is None:
            raise RuntimeError(f"z3 neither proves nor breaks {self.claim} from {given}")
        return refuted(self.theorem, found, self.claim, self.part)

    def _true_hypotheses(self, found: Refuted) -> set[str]:
        """The hypotheses that are true of a counterexample, which knows all their symbols."""
        relations = self.theorem.relations_and_induction(self.claim)
        return {
            name
            for name in self.part
            if {symbol.name for symbol in names(relations[name])} <= found.values.keys()
            and not fails(relations[name], found.values)
        }
