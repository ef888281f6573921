"""When a relation holds in a theorem: at the start of a run, at every update, at its end, always.

An induction proves its claim of every state of a run. So the claim may speak of the state and of
what keeps its value, and of nothing that another update brings; its base case rests on the start
alone, and its step case on what holds at every update. Whatever breaks this is refused here, before
a solver is asked.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

import sympy as sp
from sympy.core.relational import Relational

from lib.proof.step import INDUCTION, Step
from lib.proof.vectors import SIGNS, names, of_state
from lib.proof.written import written

# A symbol's LaTeX may not be empty, 0, 2γ, ½γ, b ≥ 0; PLAIN is what does not change its look.
NUMBER = re.compile(r"-?(\d+$|\d+[A-Za-z\\+-]|\\frac|\\[dt]frac\d\d)|.*\\[hv]?phantom|[^A-Za-z]*$")
COMPARED = re.compile(r"[=<>]|\\[gl]e(q|qslant)?(?![a-z])")
INDEX = re.compile(r"[_^]\{[^{}]*\}|[_^].")
PLAIN = re.compile(r"\\(math(it|rm|normal)|,|;|!) ?|[\s{}]")


def check_symbols(where: str, relations: Iterable[Relational]) -> None:
    """Raise ValueError when two symbols share a name, or one is declared more than its sign.

    A name is that of a Python variable; the engine uses others, as <w,x> and w[0].
    """
    known = {}
    for symbol in names(*relations):
        if not (symbol.name.isidentifier() and symbol.name.isascii()):
            raise ValueError(
                f"{where}: a symbol has the name {symbol.name!r}; give it Latin letters, digits "
                "and _, and say in latex how it looks"
            )
        if known.setdefault(symbol.name, symbol) != symbol:
            raise ValueError(f"{where}: two symbols have the name {symbol.name}; rename one")
        # SymPy would use it, and no page or run would show it.
        if symbol.is_Symbol and symbol not in [sp.Symbol(symbol.name, **sign) for sign in SIGNS]:
            raise ValueError(
                f"{where}: {symbol} is declared more than real, nonnegative or positive; "
                "write the rest as a hypothesis"
            )


def check_names(where: str, relations: Mapping[str, Relational]) -> None:
    """Raise ValueError when a hypothesis or step has the name of what the engine adds to them."""
    symbols = names(*relations.values())
    signs = [f"{s} {sign} 0" for s in symbols for sign in (">", ">=")]
    kept = [f"{symbol} constant" for symbol in symbols]
    if taken := [name for name in ("", INDUCTION, *signs, *kept) if name in relations]:
        raise ValueError(f"{where}: the names {taken} are the engine's own; rename the relation")


def check_letters(
    where: str, relations: Iterable[Relational], latex: Mapping[sp.Expr, str]
) -> None:
    """Raise ValueError where a look on the page is another symbol's, or says more than a symbol."""
    looks = {}
    for symbol in names(*relations):
        look = bare = written(symbol, latex)
        while INDEX.search(bare):
            bare = INDEX.sub("", bare)
        if NUMBER.match(PLAIN.sub("", look)) or COMPARED.search(bare):
            raise ValueError(
                f"{where}: {symbol} looks like {look}, which is no letter, or says more than a "
                "symbol; write that into the relations"
            )
        other = looks.setdefault(PLAIN.sub("", look), symbol)
        if other != symbol:
            raise ValueError(
                f"{where}: {other} and {symbol} both look like {look}; give one of them another "
                f"look, as 'latex: {symbol} …'"
            )
    for look, symbol in looks.items():
        if look.startswith("-") and look[1:] in looks:
            raise ValueError(
                f"{where}: {symbol} looks like the negative of {looks[look[1:]]}; give it another "
                f"look, as 'latex: {symbol} …'"
            )
    shown = {symbol.name: look.lstrip("\\") for look, symbol in looks.items()}
    if swapped := sorted(s for s, look in shown.items() if look != s and shown.get(look) == s):
        raise ValueError(
            f"{where}: {' and '.join(swapped)} look like each other; let each look like itself"
        )


def counts(before: Mapping[sp.Expr, sp.Expr]) -> list[sp.Symbol]:
    """The symbols that count updates: one less, an update earlier."""
    return [s for s, expr in before.items() if not s.is_Matrix and expr == s - 1]


def check_counts(
    where: str,
    hypotheses: Mapping[str, Relational],
    steps: Sequence[Step],
    before: Mapping[sp.Expr, sp.Expr],
) -> None:
    """Raise ValueError where a count is no whole number, or begins at another one than 0 or 1."""
    bases = {name for step in steps for name in step.base}
    for name, relation in hypotheses.items():
        (symbol, *others) = names(relation) or [None]
        if others or symbol not in counts(before) or relation.rel_op != "==":
            continue
        number = next(iter(sp.solve(relation, symbol)), sp.nan)
        if not (number.is_Integer and number >= 0) or (name in bases and number > 1):
            raise ValueError(
                f"{where}: {name!r} says that {symbol}, which counts updates, is {number}; begin "
                "at 0, or at 1, and end at a whole number"
            )


def check_before(where: str, before: Mapping[sp.Expr, sp.Expr]) -> None:
    """Raise ValueError unless each symbol is paired with its own state one update earlier."""
    for symbol, expr in before.items():
        if not isinstance(symbol, sp.Symbol | sp.MatrixSymbol):
            raise ValueError(f"{where}: before changes {symbol}, which is no symbol; name symbols")
        own = of_state(symbol, "before")
        if expr != own and (symbol.is_Matrix or expr != symbol - 1):
            counts = "" if symbol.is_Matrix else f", or with {symbol} - 1 where it counts"
            raise ValueError(
                f"{where}: before pairs {symbol} with {expr}; pair it with its own earlier state, "
                f"{own} of the same kind and sign{counts}"
            )


def check_constants(
    where: str, constants: Sequence, before: Mapping[sp.Expr, sp.Expr], symbols: Sequence
) -> None:
    """Raise ValueError where what is declared constant changes, or is nowhere."""
    known = {symbol.name for symbol in symbols}
    for symbol in constants:
        if symbol not in symbols:
            raise ValueError(f"{where}: the constant {symbol} is in no relation; leave it out")
        if symbol in before or f"{symbol}_before" in known:
            raise ValueError(f"{where}: {symbol} has an earlier state, so it is no constant")
        if symbol in before.values():
            raise ValueError(f"{where}: {symbol} is an earlier state, so it is no constant")


def check_inductions(
    where: str,
    relations: Mapping[str, Relational],
    steps: Sequence[Step],
    before: Mapping[sp.Expr, sp.Expr],
    constants: Sequence,
) -> None:
    """Raise ValueError where an induction says, or rests on, what it may not.

    Its claim is of one state and of constants, its base case of the start, and what serves the
    start serves no step of an update, unless it is of constants or an induction has it everywhere.
    """
    past = {*names(*before.values())} - {*before}
    for step in (step for step in steps if step.base):
        at, symbols = f"{where}: step {step.name!r} is an induction", {*names(step.claim)}
        if not symbols & {*before}:
            raise ValueError(
                f"{at}, but before changes none of its symbols {sorted(symbols, key=str)}; give "
                "the state one update earlier"
            )
        if past & symbols:
            raise ValueError(f"{at}; claim of one state, without {_listed(past & symbols)}")
        if others := symbols - {*before, *constants}:
            raise ValueError(
                f"{at}, and its claim speaks of {_listed(others)}, which the next update may "
                "change; put what keeps its value among the constants, and what does not into "
                "before"
            )
    start, always = uses(steps)
    known = lasting(relations, steps, constants)
    for name in start:
        symbols, at = {*names(relations[name])}, f"{where}: {name!r} is used at the start"
        if name in always and name not in known:
            raise ValueError(
                f"{at} of an induction and again at an update, but of constants alone is it known "
                "to hold at both; state it twice, once of the start"
            )
        if name not in known and (others := symbols - {*before, *constants}):
            raise ValueError(
                f"{at}, where no update has been, and speaks of {_listed(others)}; of the start "
                "say what holds of the state and of constants"
            )


def lasting(
    relations: Mapping[str, Relational], steps: Sequence[Step], constants: Sequence
) -> set[str]:
    """What holds of every state: hypotheses on constants, inductions, and what follows."""
    claims = {step.name for step in steps}
    found = {
        name
        for name, relation in relations.items()
        if name not in claims and {*names(relation)} <= {*constants}
    }
    for step in steps:
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
