"""One step of a proof as data, and its proof: a relation, and the hypotheses it uses by name."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from lib.proof.solver import Counterexample, Solver, differ


def check_relations(where: str, claims: Iterable) -> None:
    """Raise ValueError when one of the claims is no relation."""
    for claim in claims:
        if not isinstance(claim, Relational):
            raise ValueError(f"{where}: {claim!r} is no relation; give one of SymPy's, as p <= r")


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

    def obligations(
        self,
        relations: Mapping[str, Relational],
        before: Mapping[sp.Expr, sp.Expr],
        kept: Iterable[str] | None = None,
    ) -> list[list[Relational]]:
        """What the claim must follow from: a list of relations, or for an induction two.

        `relations` holds what the step may use by name, `before` the state one update earlier, and
        `kept` the names that count; all that the step uses, when left out.
        """
        kept = set(self.uses if kept is None else kept)
        given = [relations[name] for name in self.given if name in kept]
        if not self.base:
            return [given]
        given += [expr >= 0 for symbol, expr in before.items() if symbol.is_nonnegative]
        if "induction" in kept:
            given.append(self.claim.xreplace(dict(before)))
        return [[relations[name] for name in self.base if name in kept], given]

    def prove(
        self,
        relations: Mapping[str, Relational],
        before: Mapping[sp.Expr, sp.Expr],
        written: Callable[[Relational], str],
    ) -> Verdict:
        """Ask for a proof of the step, and for a counterexample to each of its mutants.

        `written` tells how a mutant looks on the page.
        """
        if self.by == "sympy":
            changed = {f"${written(c)}$": _numbers(differ(c)) for c in self.sharper}
            return Verdict(self, differ(self.claim) is None, changed)
        solver, found = Solver(), {}
        for name in self.uses:
            found[without(name)] = self.broken(relations, before, solver, (name,))
        for claim in self.sharper:
            found[f"${written(claim)}$"] = self.broken(relations, before, solver, claim=claim)
        proved = all(
            # Contradictory hypotheses would imply anything, so they must be possible.
            solver.example(given) is not None and solver.follows(given, self.claim)
            for given in self.obligations(relations, before)
        )
        return Verdict(self, proved, found)

    def broken(
        self,
        relations: Mapping[str, Relational],
        before: Mapping[sp.Expr, sp.Expr],
        solver: Solver,
        dropped: Iterable[str] = (),
        claim: Relational | None = None,
    ) -> Counterexample | None:
        """What breaks the step without some hypotheses, or with another claim, if anything does."""
        step = self if claim is None else Step(self.name, claim, self.given, self.base)
        kept = [name for name in self.uses if name not in set(dropped)]
        pairs = zip(
            step.obligations(relations, before, kept),
            self.obligations(relations, before),
            strict=True,
        )
        changed = [given for given, whole in pairs if claim is not None or given != whole]
        return next(filter(None, (solver.breaks(given, step.claim) for given in changed)), None)


def _numbers(found) -> Counterexample | None:
    return None if found is None else Counterexample(found, {})
