"""What a counterexample breaks: a drawing, and what fails with the numbers on both sides."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import numpy as np
import sympy as sp
from sympy.core.relational import Relational

from lib.proof import drawing, letters
from lib.proof.arrays import Numbers, Values
from lib.proof.proving import earlier
from lib.proof.solver import Counterexample
from lib.proof.vectors import evaluate, meaning
from lib.proof.watching import names, slack

if TYPE_CHECKING:
    from lib.proof.theorem import Theorem

OPPOSITE = {"<=": ">", "<": "≥", ">=": "<", ">": "≤", "==": "≠", "!=": "="}


@dataclass(frozen=True)
class Refuted(Counterexample):
    """A counterexample and what fails at it; the value of a cell that shows it.

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

    def says(self, html: bool = False) -> str:
        """What fails, in a sentence of text or of HTML."""
        name, write = ("<em>{}</em>", letters.html) if html else ("{}", letters.plain)
        written, numbers = self.theorem.written, _tied if html else str
        without = " and ".join(
            f"{name.format(dropped)}, {write(written(relation))} (here {numbers(here)})"
            for dropped, relation in self.dropped.items()
            for here in [self._sides(relation)]
        )
        claim = f"{write(written(self.claim))} fails: {numbers(self._sides(self.claim))}."
        return f"Without {without}, the claim {claim}" if without else f"The claim {claim}"

    def _sides(self, relation: Relational) -> str:
        """The two sides with the sign between them, in as many digits as tell them apart."""
        with np.errstate(divide="ignore", invalid="ignore"):
            sides = [evaluate(side, Numbers(self.values)) for side in relation.args]
        if isinstance(relation.lhs, sp.MatrixExpr):
            return " ≠ ".join(map(drawing.value, map(tuple, np.broadcast_arrays(*sides))))
        if not np.all(np.isfinite(sides)):
            return "it has no value"
        for digits in range(4, 17):
            shown = [f"{float(side) + 0.0:.{digits}g}".replace("-", "−") for side in sides]  # no −0
            if shown[0] != shown[1]:
                break
        return f" {OPPOSITE[relation.rel_op]} ".join(shown)

    def _listed(self, found: Mapping, write: Callable[[str], str], numbers=str) -> str:
        return ", ".join(f"{write(self._latex[name])}{numbers(f' = {drawing.value(value)}')}"
                         for name, value in found.items())  # fmt: skip

    @property
    def _latex(self) -> dict[str, str]:
        """How the theorem writes its vectors, which come first, and its numbers."""
        symbols = names(*self.theorem.relations.values(), self.claim)
        symbols.sort(key=lambda symbol: not isinstance(symbol, sp.MatrixSymbol))
        latex = {symbol.name: self.theorem.written(symbol) for symbol in symbols}
        return latex | {name: name for name in self.numbers if name not in latex}  # logarithms

    @property
    def svg(self) -> str:
        """The drawing, or nothing where there are numbers alone."""
        return drawing.svg(self.vectors, self._latex) if self.vectors else ""

    def _repr_html_(self) -> str:
        where = self._listed(self.vectors | self.numbers, letters.html, _tied)
        said = self.says(html=True)
        return f'<div class="refuted">{self.svg}<p>{said}</p><p>{where}.</p></div>'

    def __repr__(self) -> str:
        numbers = f" {self._listed(self.numbers, letters.plain)}." if self.numbers else ""
        seen = f"Picture: {drawing.alt(self.vectors, self._latex)} " if self.vectors else ""
        return f"{seen}{self.says()}{numbers}"


def _tied(text: str) -> str:
    """Numbers with a sign between them as HTML that no line's end tears apart."""
    return escape(text).replace(" ", "\N{NO-BREAK SPACE}")


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
        name: named[name] for name in dropped
        if isinstance(named.get(name), Relational)
        and {s.name for s in names(named[name])} <= found.values.keys()
        and fails(named[name], found.values)
    }  # fmt: skip
    return Refuted(found.numbers, found.vectors, theorem, claim, failing)
