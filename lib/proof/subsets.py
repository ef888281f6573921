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
from lib.proof.theorem import Refuted, Theorem, refuted
from lib.proof.vectors import names

MOST = 9  # hypotheses, which is 512 subsets


@dataclass(frozen=True)
class Subsets:
    """A step with all hypotheses that matter to it, and what happens without some of them.

    The bits of an index of `verdicts` say which of the `names` are kept (1 for the first, 2 for the
    second): None stands there where the claim follows, else the place of a counterexample among the
    `cases`.
    """

    step: Step
    names: list[str]
    cases: list[Refuted]
    verdicts: list[int | None]


def subsets(theorem: Theorem, name: str) -> Subsets:
    """The verdict for every subset of the hypotheses and earlier claims that may matter to a step.

    Those that the step uses matter, and those that speak of the same symbols, nine at most. Raises
    Undecided where z3 does not decide.
    """
    own = theorem.step(name)
    if not own.uses:
        raise ValueError(f"step {name!r} uses no hypothesis; choose one that does")
    wide, solver = _widened(theorem, own), Solver()
    parts = [wide.base, (*wide.given, INDUCTION)] if wide.base else [wide.given]
    proved = theorem.verdict(own).proved
    obligations = [
        Obligation(theorem, wide, i, part, [{*own.uses} & {*part}] if proved else [], solver)
        for i, part in enumerate(parts)
    ]
    cases: list[Refuted] = []
    verdicts: list[int | None] = []
    for mask in range(2 ** len(wide.uses)):
        kept = {other for bit, other in enumerate(wide.uses) if mask >> bit & 1}
        found = next(filter(None, (one.refutes(kept) for one in obligations)), None)
        if found is not None and not any(found is case for case in cases):
            cases.append(found)
        verdicts.append(next((i for i, case in enumerate(cases) if case is found), None))
    return Subsets(wide, wide.uses, cases, verdicts)


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
    """The i-th of what a step's claim has to follow from: an induction has a base case and a step.

    `part` names its hypotheses, of which each set of `enough` is enough.
    """

    def __init__(self, theorem, step, i, part, enough, solver):
        self.theorem, self.step, self.claim, self.solver = theorem, step, step.claim, solver
        self.i, self.part, self.enough = i, part, enough
        self.broken: list[tuple[Refuted, set[str]]] = []  # with what is true of each
        for size in range(len(part), -1, -1):  # what refutes most comes first
            for kept in combinations(sorted(part), size):
                self.refutes({*kept})

    def refutes(self, kept: set[str]) -> Refuted | None:
        """What is as some of the hypotheses say and breaks the claim; None where it follows."""
        kept = kept & {*self.part}
        if any(enough <= kept for enough in self.enough):
            return None
        for found, true in self.broken:
            if kept <= true:
                return found
        dropped = [name for name in self.step.uses if name not in kept]
        given, _ = self.theorem.goal(self.step).obligations(None, dropped)[self.i]
        if self.solver.follows(given, self.claim):  # what is true is proved faster from products
            if all(self.refutes(kept - {name}) is not None for name in sorted(kept)):
                self.enough.append(kept)  # else a subset of them, which decides more
            return None
        found = self.solver.breaks(given, self.claim)
        shown = refuted(self.theorem, found, self.claim, self.part)
        relations = self.theorem.relations_and_induction(self.claim)
        spoken = {
            name
            for name in self.part
            if isinstance(relations[name], Relational)
            and {symbol.name for symbol in names(relations[name])} <= found.values.keys()
        }
        self.broken.append((shown, kept | spoken.difference(shown.dropped)))
        return shown
