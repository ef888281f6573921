"""When a relation holds in a theorem: at the start of a run, at every update, at its end, always.

An induction proves its claim of every state of a run. So the claim may speak of the state and of
what keeps its value, and of nothing that another update brings; its base case rests on the start
alone, and its step case on what holds at every update. What breaks this is `wrong`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain as joined

import sympy as sp

from lib.proof.step import INDUCTION, Step
from lib.proof.vectors import names

# A symbol's LaTeX may not be empty, 0, 2γ, ½γ, b ≥ 0; PLAIN is what does not change its look.
NUMBER = re.compile(r"-?(\d+$|\d+[A-Za-z\\+-]|\\frac|\\[dt]frac\d\d)|.*\\[hv]?phantom|[^A-Za-z]*$")
COMPARED = re.compile(r"[=<>]|\\[gl]e(q|qslant)?(?![a-z])")
INDEX = re.compile(r"[_^]\{[^{}]*\}|[_^].")
PLAIN = re.compile(r"\\(math(it|rm|normal)|,|;|!) ?|[\s{}]")


def wrong(theorem) -> Iterator[str]:
    """What keeps a theorem, whose text `lib.proof.reading` has read, from being stated, and why."""
    checks = (_names, _letters, _counts, _constants, _inductions, _facts)
    return joined.from_iterable(check(theorem) for check in checks)


def _names(theorem) -> Iterator[str]:
    symbols = names(*theorem.relations.values())
    signs = [f"{s} {sign} 0" for s in symbols for sign in (">", ">=")]
    kept = [f"{symbol} constant" for symbol in symbols]
    if taken := [name for name in (INDUCTION, *signs, *kept) if name in theorem.relations]:
        yield f"the names {taken} are the engine's own; rename the relation"
    known = [symbol.name for symbol in symbols]
    for name in known:
        if known.count(name) > 1:
            yield f"two symbols have the name {name}; rename one"


def _letters(theorem) -> Iterator[str]:
    """A look on the page may be no other symbol's, and say no more than a symbol."""
    looks = {}
    for symbol in names(*theorem.relations.values()):
        look = bare = theorem.written(symbol)
        while INDEX.search(bare):
            bare = INDEX.sub("", bare)
        if NUMBER.match(PLAIN.sub("", look)) or COMPARED.search(bare):
            yield (
                f"{symbol} looks like {look}, which is no letter, or says more than a symbol; "
                "write that into the relations"
            )
        other = looks.setdefault(PLAIN.sub("", look), symbol)
        if other != symbol:
            yield (
                f"{other} and {symbol} both look like {look}; give one of them another look, as "
                f"'latex: {symbol} …'"
            )
    for look, symbol in looks.items():
        if look.startswith("-") and look[1:] in looks:
            yield (
                f"{symbol} looks like the negative of {looks[look[1:]]}; give it another look, as "
                f"'latex: {symbol} …'"
            )
    shown = {symbol.name: look.lstrip("\\") for look, symbol in looks.items()}
    if swapped := sorted(s for s, look in shown.items() if look != s and shown.get(look) == s):
        yield f"{' and '.join(swapped)} look like each other; let each look like itself"


def counts(before: Mapping[sp.Expr, sp.Expr]) -> list[sp.Symbol]:
    """The symbols that count updates: one less, an update earlier."""
    return [s for s, expr in before.items() if not s.is_Matrix and expr == s - 1]


def _counts(theorem) -> Iterator[str]:
    bases = {name for step in theorem.steps for name in step.base}
    for name, relation in theorem.hypotheses.items():
        (symbol, *others) = names(relation) or [None]
        if others or symbol not in counts(theorem.before) or relation.rel_op != "==":
            continue
        number = next(iter(sp.solve(relation, symbol)), sp.nan)
        if not (number.is_Integer and number >= 0) or (name in bases and number > 1):
            yield (
                f"{name!r} says that {symbol}, which counts updates, is {number}; begin at 0, or "
                "at 1, and end at a whole number"
            )


def _constants(theorem) -> Iterator[str]:
    symbols = names(*theorem.relations.values())
    known = {symbol.name for symbol in symbols}
    for symbol in theorem.constants:
        if symbol not in symbols:
            yield f"the constant {symbol} is in no relation; leave it out"
        if symbol in theorem.before or f"{symbol}_before" in known:
            yield f"{symbol} has an earlier state, so it is no constant"
        if symbol in theorem.before.values():
            yield f"{symbol} is an earlier state, so it is no constant"


def _inductions(theorem) -> Iterator[str]:
    """What an induction says; what serves its start serves no update, unless it holds always."""
    changed, constants = {*theorem.before}, {*theorem.constants}
    past = {*names(*theorem.before.values())} - changed
    for step in (step for step in theorem.steps if step.base):
        at, symbols = f"step {step.name!r} is an induction", {*names(step.claim)}
        if not symbols & changed:
            yield (
                f"{at}, but before changes none of its symbols {sorted(symbols, key=str)}; give "
                "the state one update earlier"
            )
        if past & symbols:
            yield f"{at}; claim of one state, without {_listed(past & symbols)}"
        if others := symbols - changed - constants:
            yield (
                f"{at}, and its claim speaks of {_listed(others)}, which the next update may "
                "change; put what keeps its value among the constants, and what does not into "
                "before"
            )
    start, always = uses(theorem.steps)
    known = _lasting(theorem)
    for name in start - known:
        if name in always:
            yield (
                f"{name!r} is used at the start of an induction and again at an update, but of "
                "constants alone is it known to hold at both; state it twice, once of the start"
            )
        if others := {*names(theorem.relations[name])} - changed - constants:
            yield (
                f"{name!r} is used at the start, where no update has been, and speaks of "
                f"{_listed(others)}; of the start say what holds of the state and of constants"
            )


def _facts(theorem) -> Iterator[str]:
    used = {name for step in theorem.steps for name in (*step.given, *step.base)}
    if surplus := [name for name in theorem.hypotheses if name not in used]:
        yield f"no step uses {surplus}; leave the hypotheses out"
    if not theorem.steps and not (theorem.in_words or theorem.cited):
        yield "it has no steps; say in_words or cited who proves it"
    for what in (theorem.assumed, theorem.cited if theorem.steps else (), theorem.end):
        if strange := sorted(set(what) - set(theorem.hypotheses)):
            yield (
                f"{strange} are assumed, cited or of the end, but no hypotheses; name some of "
                f"{list(theorem.hypotheses)}"
            )
    end = at_end(theorem.steps, theorem.end)
    if early := [step.name for step in theorem.steps if step.base and step.name in end]:
        yield f"{early} are inductions from what the end alone has"


def _lasting(theorem) -> set[str]:
    """What holds of every state: hypotheses on constants, inductions, and what follows."""
    constants = {*theorem.constants}
    found = {name for name, r in theorem.hypotheses.items() if {*names(r)} <= constants}
    for step in theorem.steps:
        if step.base or set(step.given) <= found:
            found.add(step.name)
    return found


def uses(steps: Sequence[Step]) -> tuple[set[str], set[str]]:
    """What serves the base cases, itself or through steps that they alone use, and all the rest."""
    start, always = set(), set()
    for step in reversed(steps):
        if step.base or step.name in always or step.name not in start:
            start |= set(step.base)
            always |= {step.name, *step.given}
        else:
            start |= set(step.given)
    return start, always


def at_start(steps: Sequence[Step]) -> set[str]:
    """What base cases alone use, themselves or through a step that they alone use."""
    start, always = uses(steps)
    return start - always


def at_end(steps: Sequence[Step], end: Iterable[str]) -> set[str]:
    """What the end of a run alone has, and the steps that use it."""
    only = set(end)
    for step in steps:
        only |= {step.name} if only & {*step.given, *step.base} else set()
    return only


def chain(steps: Sequence[Step], name: str) -> set[str]:
    """A step and all that it rests on, through earlier steps too."""
    by_name, found = {step.name: step for step in steps}, [name]
    for one in found:  # the loop appends to it
        if one in by_name:
            step = by_name[one]
            found += [other for other in (*step.base, *step.given) if other not in found]
    return set(found)


def rests_on(steps: Sequence[Step], name: str) -> set[str]:
    """The hypotheses that a step rests on, through earlier steps too."""
    return chain(steps, name) - {step.name for step in steps}


def _listed(symbols: Iterable) -> str:
    return ", ".join(sorted(map(str, symbols)))
