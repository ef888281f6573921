"""A theorem on the page: the tables of its steps, hypotheses and mutants, and its trust line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from lib.proof import proving
from lib.tables import table

if TYPE_CHECKING:
    from lib.proof.solver import Counterexample
    from lib.proof.step import Step, Verdict
    from lib.proof.theorem import Theorem
    from lib.proof.watching import Slack


def steps(theorem: Theorem, seen: Mapping[str, Slack], folded: bool):
    """A row a step: claim, proof, mutants, least slack where it was watched, what it uses.

    Folded, they stand behind a line that says what was checked and names what was not.
    """
    rows, verdicts = [], theorem.prove()
    for verdict in verdicts:
        step, fell = verdict.step, sum(found is not None for found in verdict.mutants.values())
        failed = [name for name in step.uses if name in seen and not np.all(seen[name].holds)]
        watched = str(seen.get(step.name, "–"))
        least = [", ".join(f"*{name}* fails" for name in failed) or watched] if seen else []
        proved = "yes" if verdict.proved else "**no**"
        fallen = f"{fell} of {len(verdict.mutants)}"
        claim, uses = formula(theorem, step.name), ", ".join(step.uses)
        rows.append([step.name, claim, proved, fallen, *least, uses])
    least = ["least slack"] if seen else []
    shown = table(["step", "claim", "proved", "mutants refuted", *least, "uses"], rows)
    shown.data += f"\n\n{trust(theorem, verdicts)}"
    return fold(shown, short_trust(theorem, verdicts)) if folded else shown


def fold(shown, line: str):
    """Put a Markdown table behind a line that opens it.

    Where no directive is known, as in VS Code, the line stands above the table.
    """
    shown.data = f":::{{dropdown}} {line}\n\n{shown.data}\n\n:::"
    return shown


def formula(theorem: Theorem, name: str) -> str:
    """A hypothesis or claim as a formula of a table, with fractions as large as on a line."""
    latex = theorem.typeset(name)
    return rf"$\displaystyle {latex}$" if r"\frac" in latex else f"${latex}$"


def short_trust(theorem: Theorem, verdicts: Iterable[Verdict]) -> str:
    """The trust line without formatting, links and reasons, for the summary of a fold."""
    said = [f"Checked: {checked(verdicts)}"]
    for word, facts in (("Assumed", theorem.assumed), ("Cited", theorem.cited)):
        said += [f"{word}: {', '.join(facts)}"] if facts else []
    return ". ".join(said) + "."


def checked(verdicts: Iterable[Verdict]) -> str:
    """How many steps each solver proved, and how many mutants fell."""
    checked = []
    for solver, name in (("z3", "z3"), ("sympy", "SymPy")):
        count = sum(verdict.proved and verdict.step.by == solver for verdict in verdicts)
        checked += [f"{count} step{'s' * (count > 1)} by {name}"] if count else []
    fell = sum(found is not None for verdict in verdicts for found in verdict.mutants.values())
    return f"{' and '.join(checked)}; {fell} mutant{'s' * (fell != 1)} fell"


def trust(theorem: Theorem, verdicts: Iterable[Verdict]) -> str:
    """What was checked, by whom, and what was not: from the data, in a line of Markdown."""
    fell = [found for verdict in verdicts for found in verdict.mutants.values() if found]
    by_vectors = sum(bool(found.vectors) for found in fell)
    drawn = f", {by_vectors} of them by vectors" if by_vectors else ""
    said = [f"**Checked:** {checked(verdicts)}{drawn}."]
    for word, facts in (("Assumed", theorem.assumed), ("Cited", theorem.cited)):
        if facts:
            listed = "; ".join(f"*{name}* ({why})" for name, why in facts.items())
            said.append(f"**{word}:** {listed}.")
    if not theorem.assumed and not theorem.cited:
        said.append("**Assumed:** nothing.")
    return " ".join(said)


def hypotheses(theorem: Theorem):
    """The hypotheses by name."""
    rows = [[name, formula(theorem, name)] for name in theorem.hypotheses]
    return table(["hypothesis", "says"], rows)


def mutants(theorem: Theorem, chosen: Iterable[Step], folded: bool):
    """The mutants of some steps with what refutes each of them."""
    rows = []
    for verdict in (proving.verdict(theorem, step) for step in chosen):
        for change, found in verdict.mutants.items():
            shown = "**none: it survived**" if found is None else numbers(theorem, found)
            rows.append([verdict.step.name, change, shown])
    shown = table(["step", "mutant", "counterexample"], rows)
    wrong = "mutant and what refutes it" if len(rows) == 1 else "mutants and what refutes each"
    return fold(shown, f"{len(rows)} {wrong}") if folded else shown


def numbers(theorem: Theorem, found: Counterexample) -> str:
    """A counterexample in formulas."""
    latex = {str(symbol): text for symbol, text in theorem.latex.items()}
    values = {name: short(value) for name, value in found.numbers.items()}
    values |= {name: f"({', '.join(map(short, value))})" for name, value in found.vectors.items()}
    return ", ".join(f"${latex.get(name, name)} = {value}$" for name, value in values.items())


def short(value: Fraction | float) -> str:
    """A number as short text: a fraction where it is short, else four digits."""
    exact = str(value) if isinstance(value, Fraction) else ""
    return exact if 0 < len(exact) <= 7 else f"{float(value):.4f}"
