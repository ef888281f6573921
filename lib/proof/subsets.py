"""Which of a theorem's hypotheses a step needs: the verdict for every subset of them.

What satisfies some hypotheses and breaks the claim refutes every subset of these, and what follows
from some follows from more. So few of the subsets are asked about.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from sympy.core.relational import Relational

from lib.proof.proving import earlier, obligations
from lib.proof.refuted import Refuted, fails, refuted
from lib.proof.solver import Solver
from lib.proof.step import Step, at_end, at_start
from lib.proof.watching import names

if TYPE_CHECKING:
    from lib.proof.theorem import Theorem

MOST = 9  # hypotheses, which is 512 subsets
Names = frozenset[str]


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


def subsets(theorem: "Theorem", name: str, claim: Relational | None = None) -> Subsets:
    """The verdict for every subset of the hypotheses and earlier claims that may matter to a step.

    Those that the step uses matter, and those that speak of the same symbols, nine at most.
    `claim` replaces the step's own. Raises ValueError when there is no such step, or it uses no
    hypothesis, and RuntimeError where z3 does not decide.
    """
    own = theorem.step(name)
    if not own.uses:
        raise ValueError(f"step {name!r} uses no hypothesis; choose one that does")
    wide, solver, answers = _widened(theorem, own), Solver(), []
    said = own.claim if claim is None else claim
    parts = [wide.base, (*wide.given, "induction")] if wide.base else [wide.given]
    for i, part in enumerate(parts):

        def asked(kept: Names, i=i, part=part) -> tuple[Refuted, Names] | None:
            dropped = [other for other in wide.uses if other not in kept]
            given = obligations(theorem, wide, said, dropped)[i]
            if solver.follows(given, said):  # what is true is settled sooner by products
                return None
            found = solver.breaks(given, said)
            if found is None:
                raise RuntimeError(f"z3 neither proves nor breaks {said} from {given}")
            shown = refuted(theorem, found, said, part)
            relations = theorem.relations | {"induction": earlier(theorem, said)}
            known = {name for name in part if name in kept or _holds(relations[name], shown)}
            return shown, frozenset(known)

        proved = [frozenset(own.uses) & frozenset(part)] if claim is None else []
        answers.append(_lattice(part, asked, proved))
    cases: list[Refuted] = []
    verdicts: list[int | None] = []
    for mask in range(2 ** len(wide.uses)):
        kept = frozenset(other for bit, other in enumerate(wide.uses) if mask >> bit & 1)
        found = next(filter(None, (answer(kept) for answer in answers)), None)
        if found is not None and not any(found is case for case in cases):
            cases.append(found)
        place = next((i for i, case in enumerate(cases) if case is found), None)
        verdicts.append(place)
    return Subsets(wide, said, wide.uses, cases, verdicts)


def _holds(relation: Relational, shown: Refuted) -> bool:
    """Whether a hypothesis is true of a counterexample, which has to know all its symbols."""
    return {s.name for s in names(relation)} <= shown.values.keys() and not fails(
        relation, shown.values
    )


def _widened(theorem: "Theorem", step: Step) -> Step:
    """The step with all that may matter to it: what speaks of a symbol of what it uses."""
    used = [theorem.relations[name] for name in (*step.given, *step.base)]
    symbols, start, end = (
        set(names(step.claim, *used)),
        at_start(theorem.steps),
        at_end(theorem.steps, theorem.end),
    )
    given, base = list(step.given), list(step.base)
    for name in theorem.relations:
        if name == step.name:
            break
        speaks = symbols & set(names(theorem.relations[name]))
        full = len(step.uses) + len(given) + len(base) >= MOST + len(step.given) + len(step.base)
        if name in step.uses or not speaks or full or (name in end and step.name not in end):
            continue
        if (name in start) == (step.name in start):
            given.append(name)
        elif step.base:
            base.append(name)
    return Step(step.name, step.claim, tuple(given), tuple(base))


def _lattice(
    part: Iterable[str],
    asked: Callable[[Names], tuple[Refuted, Names] | None],
    proved: list[Names],
) -> Callable[[Names], Refuted | None]:
    """What refutes each subset of some hypotheses, or None where the claim follows from it."""
    part, broken = frozenset(part), []

    def answer(kept: Names) -> Refuted | None:
        kept &= part
        if any(enough <= kept for enough in proved):
            return None
        for shown, known in broken:
            if kept <= known:
                return shown
        found = asked(kept)
        if found is not None:
            broken.append(found)
            return found[0]
        if all(answer(kept - {name}) is not None for name in sorted(kept)):
            proved.append(kept)  # and else what it needs of them, which settles more subsets
        return None

    for size in range(len(part), -1, -1):  # what refutes most comes first
        for kept in combinations(sorted(part), size):
            answer(frozenset(kept))
    return answer
