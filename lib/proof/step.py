"""One step of a proof as data, and its proof: a relation, and the hypotheses it uses by name."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from lib.proof.solver import Solver, differ


def check_relations(where: str, claims: Iterable) -> None:
    """Raise ValueError when one of the claims is no relation."""
    for claim in claims:
        if not isinstance(claim, Relational):
            raise ValueError(f"{where}: {claim!r} is no relation; give one of SymPy's, as p <= r")


@dataclass(frozen=True)
class Verdict:
    """What the solver said of one step: proved or not, and each mutant with its counterexample.

    `mutants` maps the mutant's description to a counterexample (symbol → number as text), or to
    None when the mutant survived, which means that the step does not need what it names.
    """

    step: "Step"
    proved: bool
    mutants: dict[str, dict[str, str] | None]

    @property
    def ok(self) -> bool:
        """Proved, and every mutant refuted."""
        return self.proved and None not in self.mutants.values()


@dataclass(frozen=True)
class Step:
    """One step of a proof: the hypotheses `given` imply the `claim`.

    Attributes
    ----------
    name : str
        How later steps refer to the claim.
    claim : Relational
        A SymPy relation over the theorem's symbols.
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

    def prove(
        self,
        relations: Mapping[str, Relational],
        before: Mapping[sp.Symbol, sp.Expr],
        written: Callable[[Relational], str],
    ) -> Verdict:
        """Ask for a proof of the step, and for a counterexample to each of its mutants.

        `relations` holds what the step may use by name, `before` the state one update earlier, and
        `written` tells how a mutant looks on the page.
        """
        if self.by == "sympy":
            changed = {f"${written(claim)}$": differ(claim) for claim in self.sharper}
            return Verdict(self, differ(self.claim) is None, changed)

        def obligations(claim: Relational, without: str = "") -> list[list]:
            """Lists of relations, each of which must have no common solution."""
            base, given = (
                [relations[name] for name in names if name != without]
                for names in (self.base, self.given)
            )
            if not self.base:
                return [[*given, sp.Not(claim)]]
            given += [expr >= 0 for symbol, expr in before.items() if symbol.is_nonnegative]
            if without != "induction":
                given.append(claim.xreplace(dict(before)))
            return [[*base, sp.Not(claim)], [*given, sp.Not(claim)]]

        solve, needed = Solver().solve, obligations(self.claim)
        # Contradictory hypotheses would imply anything, so each list must be possible first.
        possible = all(solve(listed[:-1]) is not None for listed in needed)
        proved = possible and all(solve(listed) is None for listed in needed)
        mutants = {f"without *{name}*": obligations(self.claim, name) for name in self.uses}
        mutants |= {f"${written(claim)}$": obligations(claim) for claim in self.sharper}
        found = {
            change: next((m for m in map(solve, lists) if m is not None), None)
            for change, lists in mutants.items()
        }
        return Verdict(self, proved, found)
