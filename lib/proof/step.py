"""One step of a proof as data: a relation, the hypotheses it uses by name, and its verdict."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from lib.proof.solver import Counterexample
from lib.proof.watching import names


def check_relations(where: str, claims: Iterable) -> None:
    """Raise ValueError when one of the claims is no relation."""
    for claim in claims:
        if not isinstance(claim, Relational):
            raise ValueError(f"{where}: {claim!r} is no relation; give one of SymPy's, as p <= r")


KINDS = ({}, {"real": True}, {"nonnegative": True}, {"positive": True})


def check_symbols(where: str, relations: Iterable[Relational]) -> None:
    """Raise ValueError when two symbols share a name, or one is declared more than its sign."""
    known = {}
    for symbol in names(*relations):
        if known.setdefault(symbol.name, symbol) != symbol:
            raise ValueError(f"{where}: two symbols have the name {symbol.name}; rename one")
        # SymPy would use it, and no page or run would say so.
        if symbol.is_Symbol and symbol not in [sp.Symbol(symbol.name, **kind) for kind in KINDS]:
            raise ValueError(
                f"{where}: {symbol} is declared more than real, nonnegative or positive; "
                "write the rest as a hypothesis"
            )


@dataclass(frozen=True)
class Verdict:
    """What the solver said of one step: proved or not, and each mutant with its counterexample.

    `mutants` maps the mutant's description to a counterexample, or to None when the mutant
    survived, which means that the step has a surplus hypothesis, or a claim that is too weak.
    """

    step: "Step"
    proved: bool
    mutants: dict[str, Counterexample | None]

    @property
    def surplus(self) -> list[str]:
        """The hypotheses without which the claim still follows."""
        return [name for name in self.step.uses if self.mutants.get(without(name), 0) is None]

    @property
    def ok(self) -> bool:
        """Proved, and every mutant refuted."""
        return self.proved and None not in self.mutants.values()


def without(name: str) -> str:
    """How a mutant that drops a hypothesis is named."""
    return f"without *{name}*"


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
        Claims a little stronger than this one, each of which must have a counterexample.
    by : {"z3", "sympy"}
        Who decides. SymPy decides identities with derivatives, logarithms or other functions that
        z3 does not know: an equality, from no hypothesis, whose mutants are equalities too.
    """

    name: str
    claim: Relational
    given: tuple[str, ...]
    base: tuple[str, ...] = ()
    sharper: tuple[Relational, ...] = ()
    by: str = "z3"

    def __post_init__(self):
        check_relations(f"step {self.name!r}", (self.claim, *self.sharper))
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
        return list(dict.fromkeys([*self.base, *self.given, *(["induction"] if self.base else [])]))


def at_start(steps: Sequence[Step]) -> set[str]:
    """What base cases alone use, themselves or through a step that they alone use."""
    bases, always = {name for step in steps for name in step.base}, set()
    for step in reversed(steps):
        if step.name in always or step.name not in bases:
            always |= {step.name, *step.given}
    return bases.union(*(step.given for step in steps)) - always


def at_end(steps: Sequence[Step], end: Iterable[str]) -> set[str]:
    """What the end of a run alone has, and the steps that use it."""
    only = set(end)
    for step in steps:
        only |= {step.name} if only & {*step.given, *step.base} else set()
    return only
