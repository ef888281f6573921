"""The proof engine: write an inequality once, read it three ways.

A `Step` is one SymPy relation with the hypotheses it uses, by name. From that one object a
`Theorem` typesets the step, watches it on the vectors of a run, and proves it with z3.
Chapter *The Block–Novikoff theorem* shows the engine at work.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import sympy as sp
from sympy.core.relational import Relational

from lib.proof import page, proving
from lib.proof.arrays import Values
from lib.proof.refuted import Refuted, refuted
from lib.proof.solver import Solver
from lib.proof.step import Step, Verdict, at_end, at_start, check_relations, check_symbols
from lib.proof.watching import Slack, names, watched
from lib.proof.written import written


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
        What the proof may use, over numbers and vectors (`lib.proof.vectors`).
    steps : tuple of Step
        In order; the claim of the last one is the theorem.
    before : mapping of symbol to expression
        The state one update earlier, for inductions: numbers and vectors.
    latex : mapping of symbol to str
        How a symbol looks on the page.
    chapter : str
        The file in `chapters/` that states it.
    assumed, cited : mapping of str to str
        Hypotheses that are facts which no step here proves: why each is true in words, or who
        proves it, as a link to the references.
    end : tuple of str
        Hypotheses about the last state of a run, such as sums over all examples. They, and the
        steps that use them, are watched there alone, and no induction may use them.
    """

    name: str
    title: str
    hypotheses: Mapping[str, Relational]
    steps: tuple[Step, ...]
    before: Mapping[sp.Expr, sp.Expr] = field(default_factory=dict)
    latex: Mapping[sp.Expr, str] = field(default_factory=dict)
    chapter: str = ""
    assumed: Mapping[str, str] = field(default_factory=dict)
    cited: Mapping[str, str] = field(default_factory=dict)
    end: tuple[str, ...] = ()

    def __post_init__(self):
        check_relations(self.name, self.hypotheses.values())
        check_symbols(self.name, self.relations.values())
        earlier = {*names(*self.before.values())} - {*self.before}
        known, used = set(self.hypotheses), set()
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
            if step.base and earlier & {*names(step.claim)}:
                raise ValueError(f"{self.name}: {step.name!r} is an induction; claim of one state")
            if step.name in known:
                raise ValueError(f"{self.name}: the name {step.name!r} is taken; rename the step")
            known.add(step.name)
            used |= {*step.given, *step.base}
        for what in (self.assumed, self.cited, self.end):
            if not set(what) <= set(self.hypotheses):
                raise ValueError(
                    f"{self.name}: {sorted(set(what) - set(self.hypotheses))} are assumed, cited "
                    f"or of the end, but no hypotheses; name some of {list(self.hypotheses)}"
                )
        end = at_end(self.steps, self.end)
        if early := [step.name for step in self.steps if step.base and step.name in end]:
            raise ValueError(f"{self.name}: {early} are inductions from what the end alone has")
        if surplus := [name for name in self.hypotheses if name not in used]:
            raise ValueError(f"{self.name}: no step uses {surplus}; leave the hypotheses out")

    @property
    def relations(self) -> dict[str, Relational]:
        """Every hypothesis and claim by name."""
        return {**self.hypotheses, **{step.name: step.claim for step in self.steps}}

    def typeset(self, name: str) -> str:
        """LaTeX of the hypothesis or claim of that name."""
        if name not in self.relations:
            raise ValueError(f"{name!r} names no relation of {self.name}: {list(self.relations)}")
        return self.written(self.relations[name])

    def written(self, expr: sp.Basic) -> str:
        """LaTeX of a relation or symbol over this theorem's symbols."""
        return written(expr, self.latex)

    # Watched

    def watch(self, values: Values) -> dict[str, np.ndarray]:
        """The slack of every hypothesis and claim on a run's vectors and numbers.

        `values` maps symbol names to numbers (arrays of shape (M,) or single ones) and vectors
        (shape (M, d) or (d,)); lengths and products follow. Slack is right side minus left for <=,
        left minus right for >=, and minus the distance for an equality: it is negative where a
        relation fails. The sign that a symbol is declared with counts as a hypothesis, such as
        "gamma > 0". What only a base case uses is watched where the run starts, in the state
        before the first of `values`, and what the end alone has in their last. Raises ValueError
        when a symbol has no value.
        """
        return {name: found.gap for name, found in self.watched(values).items()}

    def failing(self, values: Values) -> list[str]:
        """The hypotheses and claims that fail somewhere by more than rounding.

        A strict relation fails where it does not hold by more than that.
        """
        return [name for name, found in self.watched(values).items() if not np.all(found.holds)]

    def watched(self, values: Values) -> dict[str, Slack]:
        """The same with what rounding may have done; SymPy's identities are not watched."""
        by_sympy = {step.name for step in self.steps if step.by == "sympy"}
        relations = {name: r for name, r in self.relations.items() if name not in by_sympy}
        found = watched(relations, values, self.before, at_start(self.steps))
        return found | {
            name: found[name].last for name in at_end(self.steps, self.end) & set(found)
        }

    # Proved

    def prove(self) -> list[Verdict]:
        """Ask for a proof of each step and a counterexample to each of its mutants."""
        return [proving.verdict(self, step) for step in self.steps]

    def counterexample(
        self, name: str, *, without: str = "", claim: Relational | None = None
    ) -> Refuted:
        """What breaks a step without one hypothesis, or with another claim.

        Raises ValueError when the claim still follows, or the step does not use the hypothesis.
        """
        step = self.step(name)
        if without and without not in step.uses:
            raise ValueError(f"step {name!r} does not use {without!r}; it uses {step.uses}")
        found = proving.broken(self, step, Solver(), claim, (without,))
        if found is None:
            raise ValueError(f"step {name!r} still follows; drop one of {step.uses}, or claim more")
        return refuted(self, found, step.claim if claim is None else claim, (without,))

    def step(self, name: str) -> Step:
        """The step of that name; raises ValueError when there is none."""
        steps = {step.name: step for step in self.steps}
        if name not in steps:
            raise ValueError(f"{name!r} is no step of {self.name}: {list(steps)}")
        return steps[name]

    # On the page

    def table(self, values: Values | None = None, folded: bool = True):
        """The steps for the page, and their least slack on `values`; folded, behind a line."""
        return page.steps(self, {} if values is None else self.watched(values), folded)

    def assumptions(self):
        """The hypotheses for the page, by name."""
        return page.hypotheses(self)

    def mutants(self, *names: str, folded: bool = True):
        """The mutants of the steps named (of all, if none is) with what refutes each of them."""
        return page.mutants(self, [self.step(name) for name in names] or self.steps, folded)

    def trust(self) -> str:
        """What was checked, by whom, and what was not, in a line of Markdown."""
        return page.trust(self, self.prove())
