"""One step of a proof as data, and the proof that a solver gives.

The hypotheses of a `Step` have names. A `Goal` is the step with the relations that these stand for:
all that a solver is asked about. So a step that several theorems share is proved once a process.
"""

from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import InitVar, dataclass
from functools import cache, cached_property
from itertools import starmap
from typing import NamedTuple

import sympy as sp
from sympy.core.relational import Relational

from lib.proof.solver import LIMIT, Counterexample, Solver, Undecided, differ
from lib.proof.vectors import names, norm, of_state, sign, unsigned

STRICT = {sp.Le: sp.Lt, sp.Ge: sp.Gt}
QUICK = LIMIT // 100  # for questions that z3 answers soon, or not at all
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
        if floats := claim.atoms(sp.Float):
            raise ValueError(f"{where}: {max(floats)} is a decimal fraction; give a Rational")


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
    constants : tuple of symbols
        Those of the theorem that an induction's claim speaks of.
    """

    step: Step
    base: tuple[tuple[str, Relational], ...]
    given: tuple[tuple[str, Relational], ...]
    before: tuple[tuple[sp.Expr, sp.Expr], ...] = ()
    constants: tuple[sp.Expr, ...] = ()

    @cached_property
    def signs(self) -> list[str]:
        """The declared signs of its symbols, as "gamma > 0", but for what a hypothesis says too.

        A symbol and its state one update earlier have the same.
        """
        base, given = ([relation for _, relation in named] for named in (self.base, self.given))
        symbols = names(self.step.claim, *base, *given, *(expr for _, expr in self.before))
        said = {*given} & {*(base if self.step.base else given)}
        found = [s for s in symbols if s.is_nonnegative and sp.Gt(s, 0, evaluate=False) not in said]
        return list(dict.fromkeys(map(sign, found)))

    @property
    def declared(self) -> list[str]:
        """Its declared signs, and constants: what it may use without naming it."""
        return [*self.signs, *map(constant, self.constants)]

    def obligations(
        self, claim: Relational | None = None, dropped: Collection[str] = ()
    ) -> list[tuple[list[Relational], Relational]]:
        """What the step's claim, or another, must follow from without some of what it uses.

        Each a list of relations, with the claim; an induction has two, the base case and the step.
        A constant that is dropped may be another one an update earlier; signs are the solver's.
        """
        claim = self.step.claim if claim is None else claim
        base, given = (
            [relation for name, relation in named if name not in dropped]
            for named in (self.base, self.given)
        )
        cases = [(given, claim)]
        if self.step.base:
            changed = [c for c in self.constants if constant(c) in dropped]
            state = (*self.before, *((c, of_state(c, "before")) for c in changed))
            kept = tuple(pair for pair in self.before if sign(pair[0]) not in dropped)
            given += signs(kept)
            if INDUCTION not in dropped:
                given.append(in_state(claim, state))
            cases = [(base, claim), (given, claim)]
        return cases

    def follows(self, solver: Solver, dropped: Collection[str] = ()) -> bool:
        """Whether the step is proved without some of what it uses; raises Undecided."""
        if self.step.by == "sympy":
            return differ(unsigned(self.step.claim, dropped)) is None
        solver.free = frozenset(dropped)
        return all(starmap(solver.follows, self.obligations(None, dropped)))

    def trial(self, solver: Solver, name: str) -> Counterexample | None:
        """Numbers on trial that break the step without one of what it uses, or None."""
        if self.step.by == "sympy":
            return None
        solver.free = frozenset((name,))
        return next(filter(None, starmap(solver.trial, self.obligations(None, (name,)))), None)

    def broken(
        self, solver: Solver, claim: Relational | None = None, dropped: Collection[str] = ()
    ) -> Counterexample | None:
        """What breaks the step with another claim, or without some of what it uses, if anything."""
        if self.step.by == "sympy":
            return differ(unsigned(self.step.claim if claim is None else claim, dropped))
        solver.free = frozenset(dropped)
        pairs = zip(self.obligations(claim, dropped), self.obligations(), strict=True)
        same = claim is None and solver.free.isdisjoint(self.signs)
        changed = [case for case, whole in pairs if not same or case != whole]
        return next(filter(None, starmap(solver.breaks, changed)), None)


def constant(symbol) -> str:
    """What is declared of a symbol that keeps its value throughout a run."""
    return f"{symbol.name} constant"


@cache
def signs(before: tuple[tuple[sp.Expr, sp.Expr], ...]) -> tuple[Relational, ...]:
    """That what is declared nonnegative was so one update earlier, as t - 1 >= 0."""
    return tuple(expr >= 0 for symbol, expr in before if symbol.is_nonnegative)


@cache
def in_state(claim: Relational, state: tuple[tuple[sp.Expr, sp.Expr], ...]) -> Relational:
    """A claim in another state of the run: one update earlier, say, as an induction supposes it.

    `state` pairs each symbol with the one that stands for it there.
    """
    return claim.xreplace(dict(state))  # SymPy takes long


class Proof(NamedTuple):
    """A solver's result for a step.

    Attributes
    ----------
    why : str
        What keeps it from being proved; empty where it is.
    without : dict of str to Counterexample or None
        What it uses, and what breaks it without that: the hypotheses in `Step.uses`, and those of
        the declared signs and constants that it does not follow without.
    sharper : list of Counterexample or None
        What breaks each of the `sharper` claims. None stands for a mutant that nothing refutes.
    """

    why: str
    without: dict[str, Counterexample | None]
    sharper: list[Counterexample | None]


@cache
def prove(goal: Goal) -> Proof:
    """The proof of a step, once a process. What is undecided is not proved, and not refuted."""
    step, solver = goal.step, Solver()
    sharper = [_decided(goal.broken, solver, claim) for claim in step.sharper]
    without = {name: _decided(goal.broken, solver, None, (name,)) for name in step.uses}
    tried = {name: goal.trial(solver, name) for name in goal.declared}
    try:
        surplus = _surplus(goal, solver, [name for name in goal.signs if not tried[name]])
        why = _why_not_proved(goal, solver, surplus is not None, not step.base and any(sharper))
    except Undecided as error:
        why = f"it is undecided: {error}"
    if not why:
        solver.limit = QUICK
        for name in goal.declared:
            if name not in surplus:
                ask = _unsigned if name in goal.signs else _changing
                found = tried[name] or _decided(ask, goal, solver, surplus, name)
                kept = name in goal.signs or found
                if not kept and _decided(goal.follows, solver, (*surplus, name)):
                    surplus.append(name)
                else:
                    without[name] = found
    return Proof(why, without, sharper)


def _unsigned(goal: Goal, solver: Solver, surplus: list[str], name: str) -> Counterexample | None:
    """What breaks a step without a declared sign, and without those that it does not need."""
    return goal.broken(solver, None, (*surplus, name))


def _changing(goal: Goal, solver: Solver, surplus: list[str], name: str) -> Counterexample | None:
    """What breaks an induction where a constant is another one update earlier.

    Numbers are tried first at which z3 is quick, and under a logarithm lengths too.
    """
    solver.free = frozenset(surplus)
    _, (given, claim) = goal.obligations(None, (*surplus, name))
    known = {symbol.name: symbol for symbol in names(*given, claim)}
    numbers = [c.name for c in goal.constants if c.name in known and not c.is_Matrix]
    near = [sp.Eq(known[c], sp.S.Half) for c in numbers]
    near += [sp.Eq(known[f"{c}_before"], 1) for c in numbers if f"{c}_before" in known]
    if claim.has(sp.log):
        near += [sp.Eq(length, 4) for length in set().union(*(r.atoms(norm) for r in given))]
    for more in (near, []):
        with suppress(Undecided):
            if found := solver.breaks([*given, *more], claim):
                return found
    return None


def _why_not_proved(goal: Goal, solver: Solver, follows: bool, possible: bool) -> str:
    """Why a step is not proved; contradictory hypotheses would imply anything."""
    step = goal.step
    if step.by == "sympy":
        found = differ(step.claim)
        at = [f"{name} = {value}" for name, value in found.numbers.items()] if found else []
        return f"its two sides differ, or have no meaning, at {', '.join(at)}" if found else ""
    for given, _ in goal.obligations():
        if not (possible or solver.possible(given)):
            return "its hypotheses contradict each other"
    if not follows:
        return "it does not follow from what it uses"
    for claim in step.sharper:
        strict = claim.args == step.claim.args and claim.func is STRICT.get(step.claim.func)
        if not (strict or isinstance(step.claim, sp.Eq) or solver.follows([claim], step.claim)):
            return f"the false claim {claim} does not imply it, and so is not sharper"
    return ""


def _surplus(goal: Goal, solver: Solver, signs: list[str]) -> list[str] | None:
    """Of some declared signs, those that a step does without, all together.

    None where it does not follow at all; raises Undecided where that is open.
    """

    def without(dropped: list[str]) -> bool:
        solver.limit = QUICK
        with suppress(Undecided):
            return goal.follows(solver, dropped)
        return False

    found = signs if signs and without(signs) else []
    solver.limit = LIMIT
    if not found and not goal.follows(solver):
        return None
    for name in signs if len(signs) > 1 else ():
        if name not in found and without([*found, name]):
            found = [*found, name]
    solver.free, solver.limit = frozenset(), LIMIT
    return found


def _decided(ask, *args) -> Counterexample | None:
    try:
        return ask(*args)
    except Undecided:
        return None


@cache
def possible(relations: tuple[Relational, ...]) -> bool | None:
    """Whether relations hold of some numbers and vectors; None where that is undecided."""
    try:
        return Solver().possible(relations)
    except Undecided:
        return None
