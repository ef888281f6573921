"""A step proved, and its mutants refuted: what z3 and SymPy are asked about a theorem."""

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from sympy.core.relational import Relational

from lib.proof.solver import Counterexample, Solver, differ
from lib.proof.step import Step, Verdict, without

if TYPE_CHECKING:
    from lib.proof.theorem import Theorem


def verdict(theorem: "Theorem", step: Step) -> Verdict:
    """What the solver says of one step."""
    sharper = {f"${theorem.written(claim)}$": claim for claim in step.sharper}
    if step.by == "sympy":
        found = {change: differ(claim) for change, claim in sharper.items()}
        return Verdict(step, differ(step.claim) is None, found)
    solver = Solver()
    fell = {change: broken(theorem, step, solver, claim) for change, claim in sharper.items()}
    found = {without(name): broken(theorem, step, solver, dropped=(name,)) for name in step.uses}
    # Contradictory hypotheses would imply anything, so they must be possible.
    possible = not step.base and any(fell.values())
    proved = all(
        (possible or solver.example(given)) and solver.follows(given, step.claim)
        for given in obligations(theorem, step)
    )
    return Verdict(step, proved, found | fell)


def obligations(
    theorem: "Theorem", step: Step, claim: Relational | None = None, dropped: Iterable[str] = ()
) -> list[list[Relational]]:
    """What the step's claim, or another, must follow from without some hypotheses.

    A list of relations; for an induction two, the base case and the step.
    """
    claim = step.claim if claim is None else claim
    base, given = (
        [theorem.relations[name] for name in names if name not in dropped]
        for names in (step.base, step.given)
    )
    if not step.base:
        return [given]
    given += [expr >= 0 for symbol, expr in theorem.before.items() if symbol.is_nonnegative]
    if "induction" not in dropped:
        given.append(earlier(theorem, claim))
    return [base, given]


def broken(
    theorem: "Theorem",
    step: Step,
    solver: Solver,
    claim: Relational | None = None,
    dropped: Iterable[str] = (),
) -> Counterexample | None:
    """What breaks a step with another claim, or without some hypotheses, if anything does."""
    pairs = zip(obligations(theorem, step, claim, dropped), obligations(theorem, step), strict=True)
    changed = [given for given, whole in pairs if claim is not None or given != whole]
    claim = step.claim if claim is None else claim
    return next(filter(None, (solver.breaks(given, claim) for given in changed)), None)


def earlier(theorem: "Theorem", claim: Relational) -> Relational:
    """What an induction may suppose: the claim one update earlier."""
    return _changed(claim, tuple(theorem.before.items()))


@cache
def _changed(claim: Relational, before: tuple) -> Relational:
    """SymPy takes long to say it."""
    return claim.xreplace(dict(before))
