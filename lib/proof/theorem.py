"""The proof engine: write an inequality once, read it three ways.

A `Step` is one SymPy relation with the hypotheses it uses, by name. From that one object a
`Theorem` typesets the step, watches it on numbers, and proves it for all reals with z3.
Chapter *The Block–Novikoff theorem* shows the engine at work.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import sympy as sp
from sympy.core.relational import Relational

from lib.proof.step import Step, Verdict, check_relations
from lib.proof.watching import Values, judged
from lib.tables import table


def _least(gap: np.ndarray, slip: float) -> str:
    """The least slack for a table: rounding shows as 0, and a failure never does."""
    least = float(np.min(gap))
    shown = 0.0 if abs(least) <= slip else round(least, 4) + 0.0
    return f"{least:.1g}" if least < -slip and shown == 0 else f"{shown:g}"


@dataclass(frozen=True)
class Theorem:
    """A theorem as data: named hypotheses and the steps from them to the last claim.

    Attributes
    ----------
    name : str
        The identifier, as `python -m lib.theorems` prints it.
    title : str
        What the page calls it.
    hypotheses : mapping of str to Relational
        What the proof may use. Algebra that the solver cannot see in scalars (bilinearity,
        Cauchy–Schwarz) enters here by name.
    steps : tuple of Step
        In order; the claim of the last one is the theorem.
    before : mapping of symbol to expression
        The state one update earlier, for inductions.
    latex : mapping of symbol to str
        How a symbol looks on the page.
    chapter : str
        The file in `chapters/` that states it.
    """

    name: str
    title: str
    hypotheses: Mapping[str, Relational]
    steps: tuple[Step, ...]
    before: Mapping[sp.Symbol, sp.Expr] = field(default_factory=dict)
    latex: Mapping[sp.Symbol, str] = field(default_factory=dict)
    chapter: str = ""

    def __post_init__(self):
        check_relations(self.name, self.hypotheses.values())
        known = set(self.hypotheses)
        for step in self.steps:
            unknown = [name for name in (*step.given, *step.base) if name not in known]
            if unknown:
                raise ValueError(
                    f"{self.name}: step {step.name!r} uses {unknown}, which no hypothesis or "
                    f"earlier step names; known here: {sorted(known)}"
                )
            symbols = step.claim.free_symbols
            if step.base and not symbols & set(self.before):
                raise ValueError(
                    f"{self.name}: step {step.name!r} is an induction, but before changes none of "
                    f"its symbols {sorted(symbols, key=str)}; give the state one update earlier"
                )
            if step.name in known:
                raise ValueError(f"{self.name}: the name {step.name!r} is taken; rename the step")
            known.add(step.name)

    @property
    def relations(self) -> dict[str, Relational]:
        """Every hypothesis and claim by name."""
        return {**self.hypotheses, **{step.name: step.claim for step in self.steps}}

    def typeset(self, name: str) -> str:
        """LaTeX of the hypothesis or claim of that name."""
        if name not in self.relations:
            raise ValueError(f"{name!r} names no relation of {self.name}: {list(self.relations)}")
        return self._latex(self.relations[name])

    def _latex(self, relation: Relational) -> str:
        return sp.latex(relation, symbol_names=dict(self.latex))

    def watch(self, values: Values) -> dict[str, np.ndarray]:
        """The slack of every hypothesis and claim on numbers, for instance `run.observe(u)`.

        `values` maps symbol names to numbers or arrays of one shape. Slack is right side minus left
        for <=, left minus right for >=, and minus the distance for an equality: it is negative
        where a relation fails. The sign that a symbol is declared with counts as a hypothesis,
        such as "gamma > 0". What only a base case uses is watched where an induction over updates
        starts, in the state before the first of `values`, and otherwise left out.
        Raises ValueError when a symbol has no value.
        """
        return {name: gap for name, (gap, _) in self._judged(values).items()}

    def failing(self, values: Values) -> list[str]:
        """The hypotheses and claims that fail on these numbers by more than rounding.

        Rounding is judged by the size of a relation's terms (`lib.proof.watching.slack`), so a
        sample in other units fails alike. A strict relation may fail by nothing.
        """
        seen = self._judged(values).items()
        return [name for name, (gap, slip) in seen if not np.all(gap >= -slip)]

    def _judged(self, values: Values) -> dict[str, tuple[np.ndarray, float]]:
        return judged(self.relations, values, self.before, self._start_only())

    def _start_only(self) -> list[str]:
        """What base cases alone use, themselves or through a step that they alone use."""
        bases, always = {name for step in self.steps for name in step.base}, set()
        for step in reversed(self.steps):
            if step.name in always or step.name not in bases:
                always |= {step.name, *step.given}
        used = bases.union(*(step.given for step in self.steps))
        return [name for name in self.relations if name in used - always]

    def prove(self) -> list[Verdict]:
        """Ask z3 for a proof of each step and a counterexample to each of its mutants."""
        return [self._prove(step) for step in self.steps]

    def _prove(self, step: Step) -> Verdict:
        return step.prove(self.relations, self.before, self._latex)

    def table(self, values: Values | None = None):
        """The steps for the page: claim, hypotheses, least slack on `values`, proof, mutants."""
        seen = {} if values is None else self._judged(values)
        rows = []
        for verdict in self.prove():
            step, fell = verdict.step, sum(found is not None for found in verdict.mutants.values())
            least = [_least(*seen[step.name]) if step.name in seen else "–"] if seen else []
            proved = "yes" if verdict.proved else "**no**"
            fallen = f"{fell} of {len(verdict.mutants)}"
            claim, uses = f"${self.typeset(step.name)}$", ", ".join(step.uses)
            rows.append([step.name, claim, uses, *least, proved, fallen])
        least = ["least slack"] if seen else []
        return table(["step", "claim", "uses", *least, "proved", "mutants refuted"], rows)

    def assumptions(self):
        """The hypotheses for the page, by name."""
        rows = [[name, f"${self.typeset(name)}$"] for name in self.hypotheses]
        return table(["hypothesis", "says"], rows)

    def mutants(self, *names: str):
        """The mutants of the steps named (of all, if none is) with what refutes each of them."""
        unknown = [name for name in names if name not in {step.name for step in self.steps}]
        if unknown:
            raise ValueError(
                f"{unknown} are no steps of {self.name}: {[s.name for s in self.steps]}"
            )
        rows = []
        for verdict in map(self._prove, (s for s in self.steps if s.name in names or not names)):
            for change, found in verdict.mutants.items():
                shown = "**none: it survived**" if found is None else self._numbers(found)
                rows.append([verdict.step.name, change, shown])
        return table(["step", "mutant", "counterexample"], rows)

    def _numbers(self, found: Mapping[str, str]) -> str:
        names = {symbol.name: text for symbol, text in self.latex.items()}
        return ", ".join(f"${names.get(name, name)} = {found[name]}$" for name in sorted(found))
