"""What a counterexample breaks: the claim, and the hypotheses that were left out and fail too."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import sympy as sp
from sympy.core.relational import Relational

from lib.proof.arrays import Values
from lib.proof.proving import earlier
from lib.proof.solver import Counterexample
from lib.proof.vectors import meaning
from lib.proof.watching import names, slack

if TYPE_CHECKING:
    from lib.proof.theorem import Theorem


@dataclass(frozen=True)
class Refuted(Counterexample):
    """A counterexample and what fails at it; `lib.figures.counterexample` draws it.

    Attributes
    ----------
    theorem : Theorem
        In whose letters it is written.
    claim : Relational
        What it breaks.
    dropped : mapping of str to Relational
        Hypotheses by name that fail, too.

    Raises ValueError when numpy finds that one of these holds.
    """

    theorem: "Theorem"
    claim: Relational
    dropped: Mapping[str, Relational]

    def __post_init__(self):
        for relation in (self.claim, *self.dropped.values()):
            if not fails(relation, self.values):
                raise ValueError(f"{relation} holds, where {self.numbers | self.vectors} break it")


def fails(relation: Relational, values: Values) -> bool:
    """Whether numpy finds that a relation does not hold, or has no meaning."""
    if relation in (sp.true, sp.false):  # by the signs of symbols, one update earlier
        return relation == sp.false
    return not all(np.all(slack(r, values).holds) for r in (relation, *meaning(relation)))


def refuted(
    theorem: "Theorem", found: Counterexample, claim: Relational, dropped: Iterable[str]
) -> Refuted:
    """A counterexample to a claim, with those of the dropped hypotheses that fail at it."""
    named = theorem.relations | {"induction": earlier(theorem, claim)}
    failing = {
        name: named[name]
        for name in dropped
        if isinstance(named.get(name), Relational)
        and {s.name for s in names(named[name])} <= found.values.keys()
        and fails(named[name], found.values)
    }
    return Refuted(found.numbers, found.vectors, theorem, claim, failing)
