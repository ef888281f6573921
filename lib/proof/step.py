"""One step of a proof as data, and the proof that a solver gives.

A `Step` names what it uses; a `Goal` has the relations in place of the names, and is all that a
solver is asked about. So a step that several theorems share is proved once a process.
"""

import os
from collections.abc import Collection
from dataclasses import InitVar, dataclass
from functools import cache, cached_property
from itertools import starmap
from typing import NamedTuple

import sympy as sp
from joblib import Memory
from sympy.core.relational import Relational

from lib.proof.solver import LIMIT, Counterexample, Solver, Undecided, differ
from lib.proof.vectors import names, norm, of_state, sign, unsigned

STRICT = {sp.Le: sp.Lt, sp.Ge: sp.Gt}
QUICK = LIMIT // 100  # for questions that z3 answers soon, or not at all
INDUCTION = "induction"  # as `Step.uses` calls what the step case supposes
# A build names a folder for this engine's proofs, so that what a chapter proves is proved once.
KEPT = Memory(os.environ.get("BOOK_PROOFS"), verbose=0)


@dataclass(frozen=True)
class Step:
    """One step of a proof: the hypotheses or earlier steps `given` imply the `claim`.

    An induction on t names in `base` the hypotheses of its base case; its step case assumes the
    claim one update earlier. Each claim of `sharper` must have a counterexample: by default that
    with < in place of <=, or > in place of >=, which a `tight` step has before those given. SymPy
    decides identities with derivatives or other functions that z3 does not know; z3 is `alone`
    where cvc5 does not decide in its time.
    """

    name: str
    claim: Relational
    given: tuple[str, ...]
    base: tuple[str, ...] = ()
    sharper: tuple[Relational, ...] = ()
    by: str = "z3"
    alone: bool = False
    tight: InitVar[bool] = False

    def __post_init__(self, tight: bool):
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
                f"step {self.name!r}: by={self.by!r}; use z3, or sympy for an equality that uses "
                "no hypothesis"
            )

    @property
    def uses(self) -> list[str]:
        """What the step rests on, each once: the base case, the hypotheses, the induction."""
        induction = [INDUCTION] if self.base else []
        return list(dict.fromkeys([*self.base, *self.given, *induction]))


@dataclass(frozen=True)
class Goal:
    """A step with its relations; an induction has the state `before`, and its claim's constants."""

    step: Step
    base: tuple[tuple[str, Relational], ...]
    given: tuple[tuple[str, Relational], ...]
    before: tuple[tuple[sp.Expr, sp.Expr], ...] = ()
    constants: tuple[sp.Expr, ...] = ()

    @cached_property
    def signs(self) -> list[str]:
        """The declared signs of its symbols, as "gamma > 0", but for what a hypothesis says too."""
        base, given = ([relation for _, relation in named] for named in (self.base, self.given))
        symbols = names(self.step.claim, *base, *given, *(expr for _, expr in self.before))
        said = {*given} & {*(base if self.step.base else given)}
        found = [s for s in symbols if s.is_nonnegative and sp.Gt(s, 0, evaluate=False) not in said]
        return list(dict.fromkeys(map(sign, found)))

    @property
    def declared(self) -> list[str]:
        """Its declared signs, and constants: what it may use without naming it."""
        return [*self.signs, *map(constant, self.constants)]

    def obligations(self, claim: Relational | None = None, dropped: Collection[str] = ()) -> list:
        """What the step's claim, or another, must follow from without some of what it uses.

        Each is a list of relations, with the claim; an induction has two, the base case and the
        step. A constant that is dropped may be another one an update earlier.
        """
        claim = self.step.claim if claim is None else claim
        base, given = (
            [relation for name, relation in named if name not in dropped]
            for named in (self.base, self.given)
        )
        if not self.step.base:
            return [(given, claim)]
        changed = [c for c in self.constants if constant(c) in dropped]
        state = (*self.before, *((c, of_state(c, "before")) for c in changed))
        given += signs(tuple(pair for pair in self.before if sign(pair[0]) not in dropped))
        if INDUCTION not in dropped:
            given.append(in_state(claim, state))
        return [(base, claim), (given, claim)]

    def follows(self, solver: Solver, dropped: Collection[str] = ()) -> bool:
        """Whether the step is proved without some of what it uses; raises Undecided."""
        if self.step.by == "sympy":
            return differ(unsigned(self.step.claim, dropped)) is None
        solver.free = frozenset(dropped)
        return all(starmap(solver.follows, self.obligations(None, dropped)))

    def broken(self, solver: Solver, claim=None, dropped=(), ask=Solver.breaks):
        """What breaks the step with another claim, or without some of what it uses, if anything.

        `ask` is the solver's method that looks for it: `breaks`, or `trial`, which is quick.
        """
        if self.step.by == "sympy":
            return differ(unsigned(self.step.claim if claim is None else claim, dropped))
        solver.free = frozenset(dropped)
        cases = self.obligations(claim, dropped)
        return next(filter(None, (ask(solver, *case) for case in cases)), None)


def constant(symbol) -> str:
    """What is declared of a symbol that keeps its value throughout a run."""
    return f"{symbol.name} constant"


@cache
def signs(before: tuple[tuple[sp.Expr, sp.Expr], ...]) -> tuple[Relational, ...]:
    """That what is declared nonnegative was so one update earlier, as t - 1 >= 0."""
    return tuple(expr >= 0 for symbol, expr in before if symbol.is_nonnegative)


@cache
def in_state(claim: Relational, state: tuple[tuple[sp.Expr, sp.Expr], ...]) -> Relational:
    """A claim in another state of the run, which has another symbol or term in place of some."""
    return claim.xreplace(dict(state))  # SymPy takes long


class Proof(NamedTuple):
    """A solver's result for a step: why it is not proved, if so, and what breaks its mutants.

    `without` has each hypothesis of `Step.uses`, and the declared signs and constants that the step
    needs. None stands for a mutant that nothing refutes.
    """

    why: str
    without: dict[str, Counterexample | None]
    sharper: list[Counterexample | None]


@cache
@KEPT.cache
def prove(goal: Goal) -> Proof:
    """The proof of a step, once a process. What is undecided is not proved, and not refuted."""
    step, solver = goal.step, Solver()
    sharper = [_decided(goal.broken, solver, claim) for claim in step.sharper]
    without = {name: _decided(goal.broken, solver, None, (name,)) for name in step.uses}
    solver.limit = QUICK
    tried = {
        name: _decided(goal.broken, solver, None, (name,), Solver.trial) for name in goal.declared
    }
    signs = [name for name in goal.signs if not tried[name]]
    surplus = signs if signs and _decided(goal.follows, solver, signs) else []
    solver.limit, solver.free = LIMIT, frozenset()
    try:
        why = _why_not_proved(goal, solver, bool(surplus), not step.base and any(sharper))
    except Undecided as error:
        why = f"it is undecided: {error}"
    if why:
        return Proof(why, without, sharper)
    # Without which declared signs and constants does it not follow, and what breaks it then?
    solver.limit = QUICK
    for name in goal.declared:
        if tried[name] or name in surplus:
            continue
        # Of all signs together, it was asked above.
        if (*surplus, name) != (*signs,) and _decided(goal.follows, solver, (*surplus, name)):
            surplus.append(name)
            continue
        tried[name] = _decided(goal.broken, solver, None, (*surplus, name))
        if not tried[name] and name not in goal.signs:
            tried[name] = _decided(_changing, goal, solver, (*surplus, name))
    needed = {name: found for name, found in tried.items() if name not in surplus}
    return Proof("", without | needed, sharper)


def _changing(goal: Goal, solver: Solver, dropped: Collection[str]) -> Counterexample | None:
    """What breaks an induction where a constant changes, at numbers at which z3 is quick."""
    _, (given, claim) = goal.obligations(None, dropped)
    values = dict.fromkeys(goal.constants, sp.S.Half)
    values |= {of_state(c, "before"): 1 for c in goal.constants}
    if claim.has(sp.log):
        values |= dict.fromkeys(set().union(*(r.atoms(norm) for r in given)), 4)
    spoken = set().union(*(r.atoms(sp.Symbol, norm) for r in (*given, claim)))
    near = [sp.Eq(term, value) for term, value in values.items() if term in spoken]
    return solver.breaks([*given, *near], claim)


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
    if not (follows or goal.follows(solver)):
        return "it does not follow from what it uses"
    for claim in step.sharper:
        strict = claim.args == step.claim.args and claim.func is STRICT.get(step.claim.func)
        if not (strict or isinstance(step.claim, sp.Eq) or solver.follows([claim], step.claim)):
            return f"the false claim {claim} does not imply it, and so is not sharper"
    return ""


def _decided(ask, *args):
    """The answer to a question, or None where that is undecided."""
    try:
        return ask(*args)
    except Undecided:
        return None


@cache
@KEPT.cache
def possible(relations: tuple[Relational, ...]) -> bool | None:
    """Whether relations hold of some numbers and vectors; None where that is undecided."""
    return _decided(Solver().possible, relations)
