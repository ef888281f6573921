"""The proof engine: write an inequality once, read it three ways.

A `Step` is one SymPy relation with the hypotheses it uses, by name. From that one object a
`Theorem` typesets the step, watches it on the vectors of a run, and proves it with z3.
Chapter *The Block–Novikoff theorem* shows the engine at work.
"""

import warnings
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np
import sympy as sp
from sympy.core.relational import Relational

from lib.proof.frame import (
    at_end,
    at_start,
    chain,
    check_before,
    check_constants,
    check_counts,
    check_inductions,
    check_letters,
    check_names,
    check_symbols,
    counts,
    rests_on,
)
from lib.proof.solver import Counterexample, Solver, Undecided
from lib.proof.step import (
    INDUCTION,
    Goal,
    Step,
    check_relations,
    constant,
    in_state,
    possible,
    prove,
    signs,
)
from lib.proof.vectors import declared_sign, meaning, names, of_state, sign
from lib.proof.watching import Slack, Values, slack, watched
from lib.proof.written import written
from lib.tables import fold, linked, markdown, table

# The facts about ln that z3 gets; `solver.Logarithm` says why it holds.
LOGARITHM = {
    "ln": r"z3 is told its value at a number, as $\ln 1 = 0$, to thirty digits, and of the "
    "difference of two values the bounds of the midpoint rule and of the trapezoidal rule"
}


@dataclass(frozen=True)
class Verdict:
    """The solver's verdict on one step: why it is not proved, and each mutant's counterexample.

    `why` is empty for a step that is proved. `uses` names what it rests on: hypotheses, earlier
    steps, the declared signs and constants that it needs. `mutants` maps the mutant's description
    to a counterexample, or to None when the mutant survived, which means that the step has a
    surplus hypothesis, or a claim that is too weak.
    """

    step: Step
    why: str
    uses: list[str]
    mutants: dict[str, Counterexample | None]

    @property
    def proved(self) -> bool:
        """Whether it follows from hypotheses that are possible together."""
        return not self.why

    @property
    def survivors(self) -> list[str]:
        """The mutants without a counterexample."""
        return [change for change, found in self.mutants.items() if found is None]

    @property
    def refutations(self) -> list[Counterexample]:
        """The counterexamples to the others."""
        return [found for found in self.mutants.values() if found is not None]

    @property
    def ok(self) -> bool:
        """Proved, and every mutant refuted."""
        return self.proved and not self.survivors


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
        What the proof may use, over numbers and vectors (`lib.proof.vectors`). One that another
        theorem proves is given as that theorem and its step's name, and is then the step's claim:
        what that step rests on there stands here too, or `assumed`, `cited` or `in_words` say under
        the same name why it holds. `taken` has these pairs by name.
    steps : tuple of Step
        In order; the claim of the last one is the theorem.
    before : mapping of symbol to expression
        The state one update earlier, for inductions: each symbol with its own ..._before, and t
        with t - 1 where it counts. The step case supposes the hypotheses of every update.
    latex : mapping of symbol to str
        How a symbol looks on the page.
    place : str
        Where the book states it: the file in `chapters/` and a label or heading there, as in
        "perceptron#thm-nearer".
    assumed, cited : mapping of str to str
        Hypotheses that are facts which no step here proves: why each is true in words, or who
        proves it, as a link to the references.
    in_words : mapping of str to str
        What of the result no relation here says, such as that a minimum exists or an expectation,
        each with where or how the page argues it. A result without steps is all in words or cited.
        Where z3 decides a step with a logarithm, `LOGARITHM` is among them.
    end : tuple of str
        Hypotheses about the last state of a run, such as sums over all examples. They, and the
        steps that use them, are watched there alone, and no induction may use them.
    constants : tuple of symbols
        Numbers and vectors that keep their value throughout a run. The claim of an induction may
        speak of these and of what `before` changes, and of nothing else.

    >>> a, b, c = sp.symbols("a b c", real=True)
    >>> step = Step("order", a <= c, ("first", "second"))
    >>> order = Theorem("order", "Order", {"first": a <= b, "second": b <= c}, (step,))
    >>> order.trust()
    '**Checked:** the solver z3 proved 1 step; all 3 broken versions fail. **Assumed:** nothing ...'
    >>> for name, slack in order.watch({"a": 1, "b": 2, "c": 4}).items():
    ...     print(name, slack)
    first 1.0
    second 2.0
    order 3.0
    >>> order.failing({"a": 1, "b": 2, "c": 0})
    ['second', 'order']
    >>> print(order.assumptions().data)
    | hypothesis | says |
    | --- | --- |
    | first | $a \\leq b$ |
    | second | $b \\leq c$ |
    """

    name: str
    title: str
    hypotheses: Mapping[str, Relational | tuple["Theorem", str]]
    taken: Mapping[str, tuple["Theorem", str]] = field(init=False, repr=False)
    steps: tuple[Step, ...]
    before: Mapping[sp.Expr, sp.Expr] = field(default_factory=dict)
    latex: Mapping[sp.Expr, str] = field(default_factory=dict)
    place: str = ""
    assumed: Mapping[str, str] = field(default_factory=dict)
    cited: Mapping[str, str] = field(default_factory=dict)
    in_words: Mapping[str, str] = field(default_factory=dict)
    end: tuple[str, ...] = ()
    constants: tuple[sp.Expr, ...] = ()

    def __post_init__(self):
        taken = {
            name: said
            for name, said in self.hypotheses.items()
            if isinstance(said, tuple) and [type(part) for part in said] == [Theorem, str]
        }
        claims = {name: theorem.step(step).claim for name, (theorem, step) in taken.items()}
        object.__setattr__(self, "hypotheses", {**self.hypotheses, **claims})
        object.__setattr__(self, "taken", taken)
        check_relations(self.name, self.hypotheses.values())
        check_symbols(self.name, self.relations.values())
        check_names(self.name, self.relations)
        check_before(self.name, self.before)
        check_letters(self.name, self.relations.values(), self.latex)
        check_counts(self.name, self.hypotheses, self.steps, self.before)
        symbols = names(*self.relations.values())
        check_constants(self.name, self.constants, self.before, symbols)
        known, used = set(self.hypotheses), set()
        for step in self.steps:
            unknown = [name for name in (*step.given, *step.base) if name not in known]
            if unknown:
                raise ValueError(
                    f"{self.name}: step {step.name!r} uses {unknown}, which no hypothesis or "
                    f"earlier step names; known here: {sorted(known)}"
                )
            if step.name in known:
                raise ValueError(f"{self.name}: the name {step.name!r} is taken; rename the step")
            known.add(step.name)
            used |= {*step.given, *step.base}
        check_inductions(self.name, self.relations, self.steps, self.before, self.constants)
        if not self.steps and not (self.in_words or self.cited):
            raise ValueError(f"{self.name} has no steps; say in_words or cited who proves it")
        for what in (self.assumed, self.cited if self.steps else (), self.end):
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
        for name, (theorem, _) in taken.items():
            if missing := self._unstated(name):
                raise ValueError(
                    f"{self.name}: {name!r} is taken from {theorem.name}, where it rests on "
                    f"{missing}; state these here, or say why they hold, as 'in words {name}: why'"
                )
        if any(map(self._uses_ln, self.steps)):
            object.__setattr__(self, "in_words", {**self.in_words, **LOGARITHM})

    def _unstated(self, name: str) -> list[str]:
        """Premises of a taken claim that are neither stated for the same time nor explained here.

        An induction there rests on what keeps its value, and on what one update changes, too.
        """
        theorem, step = self.taken[name]
        if name in self._fact_names:
            return []
        stated = {
            (relation, self._time_of(other))
            for other, relation in self.hypotheses.items()
            if other not in self.taken
        }
        missing = [other for other, *said in theorem._premises(step) if tuple(said) not in stated]
        if any(one.base and one.name in chain(theorem.steps, step) for one in theorem.steps):
            missing += [constant(c) for c in theorem.constants if c not in self.constants]
            changed = theorem.before.items()
            missing += [f"before: {expr}" for s, expr in changed if self.before.get(s) != expr]
        return missing

    def _time_of(self, name: str) -> str:
        """When a hypothesis holds: at the start, at the end, or, if "", at every update."""
        if name in at_start(self.steps):
            return "at the start"
        return "at the end" if name in self.end else ""

    def _premises(self, step: str) -> list[tuple[str, Relational, str]]:
        """The hypotheses that a step rests on, and those of what is taken, but for facts."""
        found, above = [], rests_on(self.steps, step) - self._fact_names
        for name in (name for name in self.hypotheses if name in above):
            if name in self.taken:
                theorem, other = self.taken[name]
                found += theorem._premises(other)
            else:
                found.append((name, self.hypotheses[name], self._time_of(name)))
        return found

    @property
    def _fact_names(self) -> set[str]:
        """The names for which the theorem gives a reason or a source."""
        return {*self.assumed, *self.cited, *self.in_words}

    def _uses_ln(self, step: Step) -> bool:
        named = (self.relations[name] for name in (*step.given, *step.base))
        return step.by == "z3" and any(
            relation.has(sp.log) for relation in (step.claim, *step.sharper, *named)
        )

    @property
    def chapter(self) -> str:
        """The file in `chapters/` that states it."""
        return self.place.partition("#")[0]

    @property
    def label(self) -> str:
        """The label or heading of the chapter under which it stands."""
        return self.place.partition("#")[2]

    @property
    def unchecked(self) -> dict[str, Mapping[str, str]]:
        """What no step proves, by what is done about it: each fact by its name, with why."""
        in_words = {name: why for name, why in self.in_words.items() if name not in self.taken}
        return {"Assumed": self.assumed, "Cited": self.cited, "Argued in words": in_words}

    @property
    def reasons(self) -> dict[tuple[str, str], str]:
        """Why what it takes holds here, by the hypothesis and the other theorem's title.

        Those of the theorems from which it takes are among them.
        """
        found = {}
        for name, (theorem, _) in self.taken.items():
            if name in self.in_words:
                found[name, theorem.title] = self.in_words[name]
            found = theorem.reasons | found
        return found

    @property
    def open(self) -> dict[str, dict[tuple[str, str], str]]:
        """The same, and what the theorems leave open from which it takes claims, with their titles.

        Each fact is a pair of its name and of the other theorem's title, which is "" for its own.
        """
        found = {
            word: {(name, ""): why for name, why in facts.items()}
            for word, facts in self.unchecked.items()
        }
        for theorem, step in self.taken.values():
            above = rests_on(theorem.steps, step)
            for word, facts in theorem.open.items():
                for (name, title), why in facts.items():
                    known = name in LOGARITHM and (name, "") in found[word]
                    if not known and (title or name in above or name not in theorem.hypotheses):
                        found[word][name, title or theorem.title] = why
        return found

    @cached_property
    def declared(self) -> dict[str, Relational]:
        """The declared signs of its symbols, and what is constant, by name."""
        signed = [s for s in names(*self.relations.values()) if s.is_nonnegative]
        # Of r and r_before, r has the LaTeX.
        signs = {sign(s): declared_sign(s) for s in reversed(signed)}
        kept = {constant(c): sp.Eq(c, of_state(c, "before")) for c in self.constants}
        return dict(reversed(signs.items())) | kept

    @property
    def relations(self) -> dict[str, Relational]:
        """Every hypothesis and claim by name."""
        return {**self.hypotheses, **{step.name: step.claim for step in self.steps}}

    def step(self, name: str) -> Step:
        """The step of that name; raises ValueError when there is none."""
        steps = {step.name: step for step in self.steps}
        if name not in steps:
            raise ValueError(f"{name!r} is no step of {self.name}: {list(steps)}")
        return steps[name]

    # Typeset

    def typeset(self, name: str) -> str:
        """LaTeX of the hypothesis or claim of that name."""
        if name not in self.relations:
            raise ValueError(f"{name!r} names no relation of {self.name}: {list(self.relations)}")
        return self.written(self.relations[name])

    def written(self, expr: sp.Basic) -> str:
        """LaTeX of a relation or symbol over this theorem's symbols."""
        return written(expr, self.latex)

    def symbol_latex(self, *claims: Relational) -> dict[str, str]:
        """LaTeX of each symbol by its name, also those of the state before and of some claims."""
        kept = [of_state(symbol, "before") for symbol in self.constants]
        symbols = names(*self.relations.values(), *self.before.values(), *kept, *claims)
        return {symbol.name: self.written(symbol) for symbol in symbols}

    def formula(self, name: str) -> str:
        """A hypothesis or claim as a formula of a table, with fractions as large as on a line."""
        latex = self.typeset(name)
        return rf"$\displaystyle {latex}$" if r"\frac" in latex else f"${latex}$"

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
        for symbol in self.constants:
            value, first = np.asarray(values[symbol.name], dtype=float), of_state(symbol, "first")
            if value.ndim > symbol.is_Matrix:  # one a state, where it might change
                both = {symbol.name: value, first.name: value[0]}
                found[constant(symbol)] = slack(sp.Eq(symbol, first), both)
        return found | {
            name: found[name].last for name in at_end(self.steps, self.end) & set(found)
        }

    # Proved

    def prove(self) -> list[Verdict]:
        """A proof of each step and a counterexample to each of its mutants, once a process."""
        return self._verdicts

    @cached_property
    def _verdicts(self) -> list[Verdict]:
        return list(map(self.verdict, self.steps))

    def verdict(self, step: Step) -> Verdict:
        """The solver's verdict on one step."""
        why, without, sharper = prove(self.goal(step))
        uses = {name: self._declared(name) or name for name in without}
        mutants = {
            f"without {self._declared(name) or f'*{name}*'}": found
            for name, found in without.items()
        }
        mutants |= zip((f"${self.written(c)}$" for c in step.sharper), sharper, strict=True)
        why = why or self._contradiction(step) or self._unproved_source(step)
        return Verdict(step, why, [*uses.values()], mutants)

    def _declared(self, name: str) -> str:
        """A declared sign or constant as the page writes it, or "" for the name of a relation."""
        for symbol in self.constants:
            if name == constant(symbol):
                return f"${self.written(symbol)}$ constant"
        return f"${self.written(self.declared[name])}$" if name in self.declared else ""

    def _unproved_source(self, step: Step) -> str:
        """The taken claim, if any, that a step rests on and its theorem does not prove."""
        for name, (theorem, _) in self.taken.items():
            below = name in rests_on(self.steps, step.name)
            if below and not all(verdict.proved for verdict in theorem.prove()):
                return f"it rests on {name} of {theorem.title}, where not every step is proved"
        return ""

    def _contradiction(self, step: Step) -> str:
        """How the hypotheses that a step rests on, through earlier steps too, exclude each other.

        Empty where a start, and an update some time later, satisfy all of them. The steps that rest
        on most are checked first, since there are few.
        """
        wider = [rests_on(self.steps, other.name) for other in self.steps]
        own = rests_on(self.steps, step.name)
        widest = max((names for names in wider if own <= names), key=len)
        if possible(self._combined(widest)) or (own != widest and possible(self._combined(own))):
            return ""
        said = ", ".join(name for name in self.hypotheses if name in own)
        if possible(self._combined(own)) is None:
            return f"it is undecided whether its hypotheses are possible together: {said}"
        return f"the hypotheses that it rests on contradict each other: {said}"

    def _combined(self, names: Collection[str]) -> tuple[Relational, ...]:
        """Some hypotheses of one update, and those of the start in the first state."""
        start = at_start(self.steps)
        first = tuple((symbol, of_state(symbol, "first")) for symbol in self.before)
        said = [
            in_state(relation, first) if name in start else relation
            for name, relation in self.hypotheses.items()
            if name in names
        ]
        return (*said, *signs(tuple(self.before.items())))

    def goal(self, step: Step) -> Goal:
        """The step with this theorem's relations in place of their names."""
        relations = self.relations
        base, given = (
            tuple((name, relations[name]) for name in named) for named in (step.base, step.given)
        )
        if not step.base:
            return Goal(step, base, given)
        constants = tuple(c for c in self.constants if c in names(step.claim))
        return Goal(step, base, given, tuple(self.before.items()), constants)

    def counterexample(
        self, name: str, *, without: str = "", claim: Relational | None = None
    ) -> "Refuted":
        """What breaks a step that does not follow, or not without a hypothesis or with this claim.

        Raises ValueError when the claim still follows, or the step does not use the hypothesis.
        """
        step = self.step(name)
        goal = self.goal(step)
        uses = [*step.uses, *goal.declared]
        if without and without not in uses:
            raise ValueError(f"step {name!r} does not use {without!r}; it uses {uses}")
        claim = step.claim if claim is None and not without else claim
        found = goal.broken(Solver(), claim, (without,))
        if found is None:
            raise ValueError(f"step {name!r} still follows; drop one of {uses}, or claim more")
        return refuted(self, found, step.claim if claim is None else claim, (without,))

    def relations_and_induction(self, claim: Relational) -> dict[str, Relational]:
        """Every relation by name, and what an induction for a claim supposes as "induction"."""
        induction = in_state(claim, tuple(self.before.items()))
        return self.relations | self.declared | {INDUCTION: induction}

    # On the page

    def __repr__(self) -> str:
        return f"{self.name}. {self._short_trust()}"

    def _repr_markdown_(self) -> str:
        """The table, as the value of a cell; of what failed there is no warning."""
        return linked(self._table())

    def table(self, values: Values | None = None, folded: bool = True):
        """A row a step: claim, proof, mutants, least slack on `values` if given, what it uses.

        Folded, they stand behind a line that says what was checked and names what was not. A result
        without steps has that line and its reasons, and no table. What failed is a warning, too,
        which keeps a page from being built. Where the values do not satisfy what a step uses, they
        are not of its case, and the row says so instead of a slack.
        """
        if failed := self._failed():
            warnings.warn(f"{self.name}: {failed}", stacklevel=2)
        text = self._table(values)
        return markdown(fold(self._short_trust(), text) if folded else text)

    def _table(self, values: Values | None = None) -> str:
        seen, rows = {} if values is None else self.watched(values), []
        for verdict in self.prove():
            step = verdict.step
            used = prove(self.goal(step)).without
            failed = [name for name in used if name in seen and not np.all(seen[name].holds)]
            others = f"not of this case: {', '.join(f'*{name}*' for name in failed)}"
            least = others if failed else str(seen.get(step.name, "–"))
            proved = "yes" if verdict.proved else self._not_proved(step)
            fell = f"{len(verdict.refutations)} of {len(verdict.mutants)}"
            row = [step.name, self.formula(step.name), proved, fell, least, ", ".join(verdict.uses)]
            rows.append(row if seen else row[:4] + row[5:])
        least = ["least slack"] if seen else []
        shown = table(["step", "claim", "proved", "mutants refuted", *least, "uses"], rows)
        return f"{shown.data}\n\n{self.trust()}" if rows else self.trust()

    def _not_proved(self, step: Step) -> str:
        """That a step is not proved, with the numbers that break it, if some do."""
        try:
            return f"**no**: {self._numbers(self.counterexample(step.name))}"
        except (ValueError, Undecided):  # its hypotheses exclude each other, or it is undecided
            return "**no**"

    def assumptions(self):
        """The hypotheses for the page, by name, with what a divisor or a root in them supposes."""
        rows = [
            [
                name,
                ", where ".join([self.formula(name), *map(self._math, meaning(relation))])
                + f" {self._time_of(name)}".rstrip(),
            ]
            for name, relation in self.hypotheses.items()
        ]
        used = [name for step in self.steps for name in prove(self.goal(step)).without]
        kept = [name for name in map(constant, self.constants) if name in used]
        for what, which in ("signs", {*used} - {*kept}), ("constant", kept):
            declared = [relation for name, relation in self.declared.items() if name in which]
            shown = [r if what == "signs" else r.lhs for r in declared]
            rows += [[what, ", ".join(map(self._math, shown))]] if shown else []
        counted = counts(self.before)
        rows += [["counts updates", ", ".join(map(self._math, counted))]] if counted else []
        return table(["hypothesis", "says"], rows)

    def _math(self, condition: Relational) -> str:
        return f"${self.written(condition)}$"

    def mutants(self, *names: str, folded: bool = True):
        """The mutants of the steps named (of all, if none is) with what refutes each of them."""
        rows = []
        for verdict in map(self.verdict, [self.step(name) for name in names] or self.steps):
            for change, found in verdict.mutants.items():
                shown = "**none: it survived**" if found is None else self._numbers(found)
                rows.append([verdict.step.name, change, shown])
        shown = table(["step", "mutant", "counterexample"], rows)
        wrong = "mutant and what refutes it" if len(rows) == 1 else "mutants and what refutes each"
        return markdown(fold(f"{len(rows)} {wrong}", shown.data)) if folded else shown

    def trust(self) -> str:
        """What was checked, by which solver, and what was not, in a line of Markdown."""
        verdicts = self.prove()
        by_vectors = sum(bool(one.vectors) for verdict in verdicts for one in verdict.refutations)
        drawn = f", {by_vectors} on vectors" if by_vectors else ""
        said = [
            f"**Checked:** {checked(verdicts)}{drawn}." if verdicts else "Checked by no solver."
        ]
        said += [f"**{word}:** {'; '.join(which)}." for word, which in self._failed().items()]
        for word, facts in self.open.items():
            if facts:
                listed = [
                    f"*{name}*{title and f' of *{title}*'} ({why})"
                    for (name, title), why in facts.items()
                ]
                said.append(f"**{word}:** {'; '.join(listed)}.")
        if not any(self.open.values()):
            said.append("**Assumed:** nothing beyond the hypotheses.")
        taken = [f"*{name}* of *{title}* ({why})" for (name, title), why in self.reasons.items()]
        said += [f"**Taken:** {'; '.join(taken)}."] if taken else []
        return " ".join(said)

    def _failed(self) -> dict[str, list[str]]:
        """The steps that are not proved, with why, and the mutants that survived."""
        verdicts = self.prove()
        said = {
            "Not proved": [f"*{v.step.name}* ({v.why})" for v in verdicts if not v.proved],
            "Survived": [f"*{v.step.name}* {each}" for v in verdicts for each in v.survivors],
        }
        return {word: which for word, which in said.items() if which}

    def _short_trust(self) -> str:
        """The trust line without formatting, links and reasons, for the summary of a fold."""
        verdicts = self.prove()
        said = [f"Checked: {checked(verdicts)}" if verdicts else "Checked by no solver"]
        failed = [verdict.step.name for verdict in verdicts if not verdict.ok]
        said += [f"FAILED: {', '.join(failed)}"] if failed else []
        for word, facts in self.open.items():
            listed = [f"{name}{title and f' of {title}'}" for name, title in facts]
            said += [f"{word}: {', '.join(listed)}"] if facts else []
        return ". ".join(said) + "."

    def _numbers(self, found: Counterexample) -> str:
        """A counterexample in formulas."""
        latex = self.symbol_latex(*(claim for step in self.steps for claim in step.sharper))
        values = {name: short(value) for name, value in found.numbers.items()}
        for name, vector in found.vectors.items():
            values[name] = f"({', '.join(map(short, vector))})"
        return ", ".join(f"${latex.get(name, name)} = {value}$" for name, value in values.items())


def checked(verdicts: Sequence[Verdict]) -> str:
    """How many steps each solver proved, and how many of their mutants fell, in plain words."""
    said = []
    for solver, name in (("z3", "the solver z3"), ("sympy", "SymPy")):
        count = sum(verdict.proved and verdict.step.by == solver for verdict in verdicts)
        said += [f"{name} proved {count} step{'s' * (count > 1)}"] if count else []
    mutants = sum(len(verdict.mutants) for verdict in verdicts)
    fell = sum(len(verdict.refutations) for verdict in verdicts)
    broken = f"{fell} of {mutants} broken versions fail"
    if fell == mutants:
        few = ("no broken version was tried", "its broken version fails")
        broken = few[fell] if fell < 2 else f"all {fell} broken versions fail"
    return f"{' and '.join(said) or 'no step is proved'}; {broken}"


def short(value: Fraction | float) -> str:
    """A number as short text: a fraction where it is short, else four digits."""
    exact = str(value) if isinstance(value, Fraction) else ""
    return exact if 0 < len(exact) <= 7 else f"{float(value):.4f}"


# What a counterexample breaks


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

    theorem: Theorem
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
    theorem: Theorem, found: Counterexample, claim: Relational, dropped: Iterable[str]
) -> Refuted:
    """A counterexample to a claim, with those of the dropped hypotheses that fail at it."""
    named = theorem.relations_and_induction(claim)
    failing = {
        name: named[name]
        for name in dropped
        if isinstance(named.get(name), Relational)
        and {s.name for s in names(named[name])} <= found.values.keys()
        and fails(named[name], found.values)
    }
    return Refuted(found.numbers, found.vectors, theorem, claim, failing)
