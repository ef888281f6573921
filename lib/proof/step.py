"""One step of a proof as data, and what a solver says of it.

The hypotheses of a `Step` have names. A `Goal` is the step with the relations that these stand for:
all that a solver is asked about. So a step that several theorems share is proved once a process.
"""

from collections.abc import Collection, Iterable
from dataclasses import InitVar, dataclass
from functools import cache

import sympy as sp
from sympy.core.relational import Relational

from lib.proof.solver import Counterexample, Solver, Undecided, differ

STRICT = {sp.Le: sp.Lt, sp.Ge: sp.Gt}
INDUCTION = "induction"  # as `Step.uses` calls what the step case supposes


@dataclass(frozen=True)
class Step:
    """One step of a proof: the hypotheses `given` imply the `claim`.

    Attributes
    ----------
    name : str
        How later steps refer to the claim.
    claim : Relational
        A SymPy relation over the theorem's symbols, vectors among them.
    given : tuple of str
        Names of hypotheses, or of earlier steps, that the claim rests on.
    base : tuple of str
        Not empty for an induction on t: the hypotheses that give the base case. The step case then
        assumes the claim one update earlier.
    sharper : tuple of Relational
        Claims a little stronger than this one, each of which must have a counterexample. If none
        is given, that is < in place of a claim's <=, or > in place of >=.
    by : {"z3", "sympy"}
        Who decides. SymPy decides identities with derivatives, logarithms or other functions that
        z3 does not know: an equality, from no hypothesis, whose mutants are equalities too.
    tight : bool
        The claim with < or > is one of those given, before all others.

    >>> a, b = sp.symbols("a b", real=True)
    >>> Step("order", a <= b, ("ordered",)).sharper
    (a < b,)
    """

    name: str
    claim: Relational
    given: tuple[str, ...]
    base: tuple[str, ...] = ()
    sharper: tuple[Relational, ...] = ()
    by: str = "z3"
    tight: InitVar[bool] = False

    def __post_init__(self, tight: bool):
        check_relations(f"step {self.name!r}", (self.claim, *self.sharper))
        if tight and self.claim.func not in STRICT:
            raise ValueError(f"step {self.name!r}: {self.claim} is tight; claim <= or >=")
        if tight or (not self.sharper and self.claim.func in STRICT):
            strict = STRICT[self.claim.func](*self.claim.args)
            object.__setattr__(self, "sharper", (strict, *self.sharper))
        identity = not (self.given or self.base) and all(
            isinstance(claim, sp.Eq) for claim in (self.claim, *self.sharper)
        )
        if self.by not in ("z3", "sympy") or (self.by == "sympy" and not identity):
            raise ValueError(
                f"step {self.name!r}: by={self.by!r}; use 'z3', or 'sympy' for an equality that "
                "uses no hypothesis"
            )

    @property
    def uses(self) -> list[str]:
        """What the step rests on, each once: the base case, the hypotheses, the induction."""
        induction = [INDUCTION] if self.base else []
        return list(dict.fromkeys([*self.base, *self.given, *induction]))


def check_relations(where: str, claims: Iterable) -> None:
    """Raise ValueError when one of the claims is no relation."""
    for claim in claims:
        if not isinstance(claim, Relational):
            raise ValueError(f"{where}: {claim!r} is no relation; give one of SymPy's, as p <= r")


@dataclass(frozen=True)
class Goal:
    """A step with the relations that its names stand for.

    Attributes
    ----------
    step : Step
    base, given : tuple of pairs of str and Relational
        What the step's base case, and the step itself, may suppose.
    before : tuple of pairs of symbol and expression
        The state one update earlier, for inductions.
    """

    step: Step
    base: tuple[tuple[str, Relational], ...]
    given: tuple[tuple[str, Relational], ...]
    before: tuple[tuple[sp.Expr, sp.Expr], ...] = ()

    def obligations(
        self, claim: Relational | None = None, dropped: Collection[str] = ()
    ) -> list[list[Relational]]:
        """What the step's claim, or another, must follow from without some hypotheses.

        A list of relations; for an induction two, the base case and the step.
        """
        base, given = (
            [relation for name, relation in named if name not in dropped]
            for named in (self.base, self.given)
        )
        if not self.step.base:
            return [given]
        given += signs(self.before)
        if INDUCTION not in dropped:
            given.append(in_state(self.step.claim if claim is None else claim, self.before))
        return [base, given]

    def broken(
        self, solver: Solver, claim: Relational | None = None, dropped: Collection[str] = ()
    ) -> Counterexample | None:
        """What breaks the step with another claim, or without some hypotheses, if anything does."""
        pairs = zip(self.obligations(claim, dropped), self.obligations(), strict=True)
        changed = [given for given, whole in pairs if claim is not None or given != whole]
        claim = self.step.claim if claim is None else claim
        return next(filter(None, (solver.breaks(given, claim) for given in changed)), None)


@cache
def signs(before: tuple[tuple[sp.Expr, sp.Expr], ...]) -> tuple[Relational, ...]:
    """That what is never negative was not so one update earlier, as t - 1 >= 0."""
    return tuple(expr >= 0 for symbol, expr in before if symbol.is_nonnegative)


@cache
def in_state(claim: Relational, state: tuple[tuple[sp.Expr, sp.Expr], ...]) -> Relational:
    """A claim in another state of the run: one update earlier, say, as an induction supposes it.

    `state` pairs each symbol with the one that stands for it there.
    """
    return claim.xreplace(dict(state))  # SymPy takes long


@cache
def prove(goal: Goal) -> tuple[str, list[Counterexample | None], list[Counterexample | None]]:
    """What keeps a step from being proved, and what refutes each of its mutants; once a process.

    The first is empty for a step that is proved. The mutants leave out one of the hypotheses in
    `Step.uses`, and then make one of the `sharper` claims; None stands for a mutant that nothing
    refutes. What is undecided is not proved, and not refuted.
    """
    step, solver = goal.step, Solver()
    if step.by == "sympy":
        return _reason(lambda: _differs(step.claim)), [], [_found(differ, c) for c in step.sharper]
    sharper = [_found(goal.broken, solver, claim) for claim in step.sharper]
    without = [_found(goal.broken, solver, None, (name,)) for name in step.uses]
    # Contradictory hypotheses would imply anything, so they must be possible.
    possible = not step.base and any(sharper)

    def wrong() -> str:
        for given in goal.obligations():
            if not (possible or solver.possible(given)):
                return "its hypotheses contradict each other"
            if not solver.follows(given, step.claim):
                return "it does not follow from what it uses"
        return ""

    return _reason(wrong), without, sharper


def _differs(claim: sp.Eq) -> str:
    found = differ(claim)
    if found is None:
        return ""
    at = ", ".join(f"{name} = {value}" for name, value in found.numbers.items())
    return f"its two sides differ, or have no meaning, at {at}"


def _reason(wrong) -> str:
    try:
        return wrong()
    except Undecided as error:
        return f"it is undecided: {error}"


def _found(ask, *args) -> Counterexample | None:
    try:
        return ask(*args)
    except Undecided:
        return None


@cache
def possible(relations: tuple[Relational, ...]) -> bool | None:
    """Whether relations hold of some numbers and vectors; None where that is undecided."""
    try:
        return common_solver().possible(relations)
    except Undecided:
        return None


@cache
def common_solver() -> Solver:
    """One for all questions whose answer is yes or no; to make another takes 10 ms."""
    return Solver()
