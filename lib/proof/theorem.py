"""A theorem: hypotheses and steps, which it typesets, watches on runs, and has proved."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

import numpy as np
import sympy as sp
from sympy.core.relational import Relational

from lib.proof import frame
from lib.proof.claims import parse
from lib.proof.frame import at_end, at_start, rests_on
from lib.proof.solver import Counterexample, Solver, Undecided
from lib.proof.step import INDUCTION, Goal, Step, constant, in_state, possible, prove, signs
from lib.proof.vectors import declared_sign, meaning, names, of_state, sign, written
from lib.proof.watching import Slack, Values, slack, watched
from lib.tables import fold, linked, markdown, table

# The facts about ln that z3 gets; `solver.Logarithm` says why it holds.
LOGARITHM = {
    "ln": r"z3 does not know it: it is told the value at a number, as $\ln 1 = 0$, to thirty "
    "digits, and for two values bounds on their difference by the midpoint and trapezoidal rules"
}


@dataclass(frozen=True)
class Verdict:
    """The solver's verdict on one step.

    `uses` names what it needs, and `mutants` has what refutes each of them, by what it changes, or
    None for one that survived: a hypothesis is surplus, or a claim too weak.
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

    `lib.proof.reading` makes one of a text, and says what its parts are for. A hypothesis that
    another theorem proves is given as that theorem and its step's name, as `taken` then has it. So
    what the step rests on there stands here too, or `assumed`, `cited` or `in_words` say under the
    same name why it holds; `in_words` also says what no relation does, that z3 is told of ln among
    it. `before` pairs each symbol that an update changes with its own state one update earlier, and
    t with t - 1 where it counts. `label` is what the page has in `chapter`.
    """

    name: str
    title: str
    hypotheses: Mapping[str, Relational | tuple["Theorem", str]]
    taken: Mapping[str, tuple["Theorem", str]] = field(init=False, repr=False)
    steps: tuple[Step, ...]
    before: Mapping[sp.Expr, sp.Expr] = field(default_factory=dict)
    latex: Mapping[sp.Expr, str] = field(default_factory=dict)
    chapter: str = ""
    label: str = ""
    assumed: Mapping[str, str] = field(default_factory=dict)
    cited: Mapping[str, str] = field(default_factory=dict)
    in_words: Mapping[str, str] = field(default_factory=dict)
    end: tuple[str, ...] = ()
    constants: tuple[sp.Expr, ...] = ()

    def __post_init__(self):
        taken = {name: said for name, said in self.hypotheses.items() if isinstance(said, tuple)}
        claims = {name: theorem.step(step).claim for name, (theorem, step) in taken.items()}
        object.__setattr__(self, "hypotheses", {**self.hypotheses, **claims})
        object.__setattr__(self, "taken", taken)
        if message := next(frame.wrong(self), None):
            raise ValueError(f"{self.name}: {message}")
        for name, (theorem, _) in taken.items():
            if missing := self._unstated(name):
                raise ValueError(
                    f"{self.name}: {name!r} is taken from {theorem.name}, where it rests on "
                    f"{missing}; state these here, or say why they hold, as 'in words {name}: why'"
                )
        by_z3 = [c for step in self.steps if step.by == "z3" for c in (step.claim, *step.sharper)]
        if any(relation.has(sp.log) for relation in (*self.hypotheses.values(), *by_z3)):
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
        if any(one.base and one.name in frame.chain(theorem.steps, step) for one in theorem.steps):
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

    @property
    def unchecked(self) -> dict[str, Mapping[str, str]]:
        """What no step proves, by what is done about it: each fact by its name, with why."""
        in_words = {name: why for name, why in self.in_words.items() if name not in self.taken}
        return {"Assumed": self.assumed, "Cited": self.cited, "Argued in words": in_words}

    @property
    def reasons(self) -> dict[tuple[str, str], str]:
        """Why what is taken holds, here and in what it is taken from, by hypothesis and title."""
        found = {}
        for name, (theorem, _) in self.taken.items():
            if name in self.in_words:
                found[name, theorem.title] = self.in_words[name]
            found = theorem.reasons | found
        return found

    @property
    def open(self) -> dict[str, dict[tuple[str, str], str]]:
        """The same by name and the title, or "", of the other theorem that leaves it open."""
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

    def failing(self, values: Values) -> list[str]:
        """The hypotheses and claims that fail somewhere by more than rounding, as `watch` says."""
        return [name for name, found in self.watch(values).items() if not np.all(found.holds)]

    def watch(self, values: Values) -> dict[str, Slack]:
        """How far every hypothesis and claim is from failing on a run's vectors and numbers.

        `values` maps symbol names to numbers (arrays of shape (M,) or single ones) and vectors
        (shape (M, d) or (d,)); lengths and products follow. The sign that a symbol is declared with
        counts as a hypothesis, such as "gamma > 0". What only a base case uses is watched where the
        run starts, in the state before the first of `values`, and what the end alone has in their
        last; SymPy's identities are not watched. Raises ValueError when a symbol has no value.
        """
        by_sympy = {step.name for step in self.steps if step.by == "sympy"}
        relations = {name: r for name, r in self.relations.items() if name not in by_sympy}
        found = watched(relations, values, self.before, at_start(self.steps))
        for symbol in self.constants:
            value, first = np.asarray(values[symbol.name], dtype=float), of_state(symbol, "first")
            if value.ndim > symbol.is_Matrix:  # one a state, where it might change
                both = {symbol.name: value, first.name: value[0]}
                found[constant(symbol)] = slack(sp.Eq(symbol, first), both)
        for name in at_end(self.steps, self.end) & {*found}:
            found[name] = replace(found[name], gap=np.atleast_1d(found[name].gap)[-1:])
        return found

    # Proved

    def prove(self) -> list[Verdict]:
        """A proof of each step and a counterexample to each of its mutants, once a process."""
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
        """How the hypotheses that a step rests on exclude each other, at a start and an update."""
        own, start = rests_on(self.steps, step.name), at_start(self.steps)
        first = tuple((symbol, of_state(symbol, "first")) for symbol in self.before)
        said = {name: r for name, r in self.hypotheses.items() if name in own}
        together = [in_state(r, first) if name in start else r for name, r in said.items()]
        answer = possible((*together, *signs(tuple(self.before.items()))))
        if answer:
            return ""
        listed = ", ".join(said)
        if answer is None:
            return f"it is undecided whether its hypotheses are possible together: {listed}"
        return f"the hypotheses that it rests on contradict each other: {listed}"

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
        self, name: str, *, without: str = "", claim: str | Relational | None = None
    ) -> "Refuted":
        """What breaks a step, or breaks it without a hypothesis, or with another claim.

        The claim may be a text in the letters of the theorem, as in `lib.proof.claims`. Raises
        ValueError when it still follows, or the step does not use the hypothesis.
        """
        if isinstance(claim, str):
            claim = parse(
                claim, {symbol.name: symbol for symbol in names(*self.relations.values())}
            )
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

        Folded, they stand behind a line that says what was checked. What failed is a warning, too,
        which keeps a page from being built. Where the values do not satisfy what a step uses, they
        are not of its case, and the row says so.
        """
        if failed := self._failed():
            warnings.warn(f"{self.name}: {failed}", stacklevel=2)
        text = self._table(values)
        return markdown(fold(self._short_trust(), text) if folded else text)

    def _table(self, values: Values | None = None) -> str:
        seen, rows = {} if values is None else self.watch(values), []
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
        used = {name for step in self.steps for name in prove(self.goal(step)).without}
        declared = [relation for name, relation in self.declared.items() if name in used]
        said = {
            "signs": [relation for relation in declared if not isinstance(relation, sp.Eq)],
            "constant": [relation.lhs for relation in declared if isinstance(relation, sp.Eq)],
            "counts updates": frame.counts(self.before),
        }
        rows += [[what, ", ".join(map(self._math, said[what]))] for what in said if said[what]]
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
        verdicts, said = self.prove(), self._failed()
        by_vectors = sum(bool(one.vectors) for verdict in verdicts for one in verdict.refutations)
        drawn = f", {by_vectors} by vectors" if by_vectors else ""
        first = f"**Checked:** {checked(verdicts)}{drawn}." if verdicts else "Checked by no solver."
        for word, facts in self.open.items():
            said[word] = [
                f"*{name}*{title and f' of *{title}*'} ({why})"
                for (name, title), why in facts.items()
            ]
        if not any(self.open.values()):
            said["Assumed"] = ["nothing beyond the hypotheses"]
        taken = self.reasons.items()
        said["Taken"] = [f"*{name}* of *{title}* ({why})" for (name, title), why in taken]
        listed = (f"**{word}:** {'; '.join(which)}." for word, which in said.items() if which)
        return " ".join([first, *listed])

    def _failed(self) -> dict[str, list[str]]:
        """The steps that are not proved, with why, and the mutants that survived."""
        verdicts = self.prove()
        said = {
            "Not proved": [f"*{v.step.name}* ({v.why})" for v in verdicts if not v.proved],
            "Survived": [f"*{v.step.name}* {each}" for v in verdicts for each in v.survivors],
        }
        return {word: which for word, which in said.items() if which}

    def _short_trust(self) -> str:
        """The trust line for a fold: counts in place of the facts and their reasons."""
        verdicts = self.prove()
        said = [f"Checked: {checked(verdicts)}" if verdicts else "Checked by no solver"]
        failed = [verdict.step.name for verdict in verdicts if not verdict.ok]
        said += [f"FAILED: {', '.join(failed)}"] if failed else []
        for word, facts in self.open.items():
            said += [f"{word}: {len(facts)} fact{'s' * (len(facts) > 1)}"] if facts else []
        return ". ".join(said) + "."

    def _numbers(self, found: Counterexample) -> str:
        """A counterexample in formulas."""
        latex = self.symbol_latex(*(claim for step in self.steps for claim in step.sharper))
        values = (found.numbers | found.vectors).items()
        return ", ".join(f"${latex.get(name, name)} = {short(value)}$" for name, value in values)


def checked(verdicts: Sequence[Verdict]) -> str:
    """How many steps each solver proved, and how many of their mutants fell, in plain words."""
    said = []
    for solver, name in (("z3", "the solver z3"), ("sympy", "SymPy")):
        count = sum(verdict.proved and verdict.step.by == solver for verdict in verdicts)
        said += [f"{name} proved {count} step{'s' * (count > 1)}"] if count else []
    mutants = sum(len(verdict.mutants) for verdict in verdicts)
    fell = sum(len(verdict.refutations) for verdict in verdicts)
    refuted = f"{fell} of {mutants} mutants are refuted"
    if fell == mutants:
        few = ("no mutant was tried", "its mutant is refuted")
        refuted = few[fell] if fell < 2 else f"all {fell} mutants are refuted"
    return f"{' and '.join(said) or 'no step is proved'}; {refuted}"


def short(value: Fraction | float | tuple) -> str:
    """A number or a vector as text, as -1/2 or (3/2, 0): short fractions, else four digits."""
    if isinstance(value, tuple):
        return f"({', '.join(map(short, value))})"
    exact = str(value) if isinstance(value, Fraction | int) else ""
    return exact if 0 < len(exact) <= 7 else f"{float(value):.4g}"


# What a counterexample breaks


@dataclass(frozen=True)
class Refuted(Counterexample):
    """A counterexample in a theorem's letters, the claim that it breaks, and dropped hypotheses."""

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


def refuted(theorem: Theorem, found: Counterexample, claim: Relational, dropped) -> Refuted:
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
