"""The proof engine: write an inequality once, read it three ways.

A `Step` is one SymPy relation with the hypotheses it uses, by name. From that one object a
`Theorem` typesets the step, watches it on numbers, and proves it for all reals with z3.
Chapter *The Block–Novikoff theorem* shows the engine at work.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

import numpy as np
import sympy as sp
from sympy.core.relational import Relational

from lib.proof.solver import Solver, differ, rounding, slack
from lib.tables import table


def _check_relations(where: str, claims: Iterable) -> None:
    for claim in claims:
        if not isinstance(claim, Relational):
            raise ValueError(f"{where}: {claim!r} is no relation; give one of SymPy's, as p <= r")


@cache
def _factor(symbol: sp.Symbol, relation: Relational) -> sp.Expr | None:
    """The factor of a symbol in an equality that is linear in it, else None."""
    if not isinstance(relation, sp.Eq) or symbol not in relation.free_symbols:
        return None
    factor = (relation.lhs - relation.rhs).diff(symbol)
    return None if symbol in factor.free_symbols else factor


def _least(gap: np.ndarray, slip: float) -> str:
    """The least slack for a table: rounding shows as 0, and a failure never does."""
    least = float(np.min(gap))
    shown = 0.0 if abs(least) <= slip else round(least, 4) + 0.0
    return f"{least:.1g}" if least < -slip and shown == 0 else f"{shown:g}"


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
        _check_relations(f"step {self.name!r}", (self.claim, *self.sharper))
        identity = not (self.given or self.base) and all(
            isinstance(claim, sp.Eq) for claim in (self.claim, *self.sharper)
        )
        if self.by not in ("z3", "sympy") or (self.by == "sympy" and not identity):
            raise ValueError(
                f"step {self.name!r}: by={self.by!r}; use 'z3', or 'sympy' for an equality that "
                "uses no hypothesis"
            )


@dataclass(frozen=True)
class Verdict:
    """What the solver said of one step: proved or not, and each mutant with its counterexample.

    `mutants` maps the mutant's description to a counterexample (symbol → number as text), or to
    None when the mutant survived, which means that the step does not need what it names.
    """

    step: Step
    proved: bool
    mutants: dict[str, dict[str, str] | None]

    @property
    def ok(self) -> bool:
        """Proved, and every mutant refuted."""
        return self.proved and None not in self.mutants.values()


@dataclass(frozen=True)
class Theorem:
    """A theorem as data: named hypotheses and the steps from them to the last claim.

    Attributes
    ----------
    name : str
        The identifier, as in `lib.theorems`.
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
        _check_relations(self.name, self.hypotheses.values())
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

    def watch(self, values: Mapping[str, np.ndarray | float]) -> dict[str, np.ndarray]:
        """The slack of every hypothesis and claim on numbers, for instance `run.observe(u)`.

        `values` maps symbol names to numbers or arrays of one shape. Slack is right side minus left
        for <=, left minus right for >=, and minus the distance for an equality: it is negative
        where a relation fails. The sign that a symbol is declared with counts as a hypothesis,
        such as "gamma > 0". What only a base case uses is watched where an induction over updates
        starts, in the state before the first of `values`, and otherwise left out.
        Raises ValueError when a symbol has no value.
        """
        return {name: gap for name, (gap, _) in self._judged(values).items()}

    def failing(self, values: Mapping[str, np.ndarray | float]) -> list[str]:
        """The hypotheses and claims that fail on these numbers by more than rounding.

        Rounding is judged by the size of a relation's terms (`solver.rounding`), so a sample in
        other units fails alike. A strict relation may fail by nothing.
        """
        judged = self._judged(values).items()
        return [name for name, (gap, slip) in judged if not np.all(gap >= -slip)]

    def _judged(self, values) -> dict[str, tuple[np.ndarray, float]]:
        """The slack of every sign and relation, and what it may owe to rounding."""
        start = self._start_only()
        watched = {name: rel for name, rel in self.relations.items() if name not in start}
        signs = {}
        for symbol in sorted({s for rel in watched.values() for s in rel.free_symbols}, key=str):
            if symbol.is_positive:
                value = np.asarray(values[symbol.name])
                signs[f"{symbol} > 0"] = np.where(value > 0, value, -np.inf), 0.0
            elif symbol.is_nonnegative:
                sign = sp.Ge(symbol, 0, evaluate=False)
                signs[f"{symbol} >= 0"] = self._judge(sign, values)
        judged = {name: self._judge(relation, values) for name, relation in watched.items()}
        if any(earlier == symbol - 1 for symbol, earlier in self.before.items()):
            judged |= {name: self._judge_at_start(name, values) for name in start}
        return signs | judged

    def _judge(self, relation: Relational, values) -> tuple[np.ndarray, float]:
        """The slack of a relation, and what it may owe to rounding.

        A number beside 0, as q <= 0, may be what large terms left. An equality in which it stands
        with others, as r² = r₀² + 2q + s², shows how large; where none does, 1e-14 is rounding.
        """
        gap, slip = slack(relation, values), rounding(relation, values)
        symbol = next((side for side in relation.args if side.is_Symbol), None)
        if symbol is None or sp.S.Zero not in relation.args:
            return gap, slip
        hidden = []
        for other in self.relations.values():
            factor = _factor(symbol, other)
            if factor is not None and other != relation:
                size = np.max(np.abs(slack(sp.Ge(factor, 0, evaluate=False), values)))
                hidden += [rounding(other, values) / size] if size > 0 else []
        return gap, max(slip, *hidden or [1e-14])

    def _start_only(self) -> list[str]:
        """What base cases alone use, themselves or through a step that they alone use."""
        bases, always = {name for step in self.steps for name in step.base}, set()
        for step in reversed(self.steps):
            if step.name in always or step.name not in bases:
                always |= {step.name, *step.given}
        used = bases.union(*(step.given for step in self.steps))
        return [name for name in self.relations if name in used - always]

    def _judge_at_start(self, name: str, values) -> tuple[np.ndarray, float]:
        """A base hypothesis before the first update, or after it when the base case is t = 1."""
        first = {symbol: np.atleast_1d(value)[0] for symbol, value in values.items()}
        states = self.relations[name].xreplace(dict(self.before)), self.relations[name]
        judged = [self._judge(relation, first) for relation in states]
        return next((pair for pair in judged if np.all(pair[0] >= -pair[1])), judged[0])

    def prove(self) -> list[Verdict]:
        """Ask z3 for a proof of each step and a counterexample to each of its mutants."""
        return [self._prove(step) for step in self.steps]

    def table(self, values: Mapping[str, np.ndarray | float] | None = None):
        """The steps for the page: claim, hypotheses, least slack on `values`, proof, mutants."""
        judged = {} if values is None else self._judged(values)
        rows = []
        for verdict in self.prove():
            step, fell = verdict.step, sum(found is not None for found in verdict.mutants.values())
            uses = [*step.base, *step.given, *(["induction"] if step.base else [])]
            uses = ", ".join(dict.fromkeys(uses))
            least = [_least(*judged[step.name]) if step.name in judged else "–"] if judged else []
            proved = "yes" if verdict.proved else "**no**"
            fallen = f"{fell} of {len(verdict.mutants)}"
            rows.append([step.name, f"${self.typeset(step.name)}$", uses, *least, proved, fallen])
        least = ["least slack"] if judged else []
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

    def _obligations(self, step: Step, claim: Relational, without: str = "") -> list[list]:
        """Lists of relations, each of which must have no common solution."""
        base, given = (
            [self.relations[name] for name in names if name != without]
            for names in (step.base, step.given)
        )
        if not step.base:
            return [[*given, sp.Not(claim)]]
        given += [expr >= 0 for symbol, expr in self.before.items() if symbol.is_nonnegative]
        if without != "induction":
            given.append(claim.xreplace(self.before))
        return [[*base, sp.Not(claim)], [*given, sp.Not(claim)]]

    def _prove(self, step: Step) -> Verdict:
        if step.by == "sympy":
            changed = {f"${self._latex(claim)}$": differ(claim) for claim in step.sharper}
            return Verdict(step, differ(step.claim) is None, changed)
        solve, obligations = Solver().solve, self._obligations(step, step.claim)
        # Contradictory hypotheses would imply anything, so each list must be possible first.
        possible = all(solve(relations[:-1]) is not None for relations in obligations)
        proved = possible and all(solve(relations) is None for relations in obligations)
        used = [*step.base, *step.given, *(["induction"] if step.base else [])]
        mutants = {f"without *{name}*": self._obligations(step, step.claim, name) for name in used}
        for claim in step.sharper:
            mutants[f"${self._latex(claim)}$"] = self._obligations(step, claim)
        found = {
            change: next((m for m in map(solve, lists) if m is not None), None)
            for change, lists in mutants.items()
        }
        return Verdict(step, proved, found)
