"""One SymPy relation, evaluated on numbers and decided for all reals.

`slack` runs a relation on arrays, `solve` hands the same code to z3, and `differ` asks SymPy about
identities with functions that z3 does not know. `lib.proof` builds theorems from them.
"""

import operator
from collections.abc import Mapping
from functools import cache

import numpy as np
import sympy as sp
from sympy.core.relational import Relational
from sympy.printing.pycode import PythonCodePrinter

COMPARE = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt,
           "==": operator.eq, "!=": operator.ne}  # fmt: skip
TIMEOUT_MS = 10_000


class _Exact(PythonCodePrinter):
    """Print 1/3 as Q(1, 3), so that the solver receives it exactly."""

    def _print_Rational(self, expr):
        return f"Q({expr.p}, {expr.q})"

    _print_Half = _print_Rational


@cache
def _code(relation: Relational, sqrt, Q):
    """A relation's symbols by name, and a function from their values to its two sides.

    The same code runs on arrays and on z3 reals; only square roots and fractions differ.
    """
    symbols = sorted(relation.free_symbols, key=lambda symbol: symbol.name)
    code = sp.lambdify(
        symbols,
        [relation.lhs, relation.rhs],
        modules=[{"sqrt": sqrt, "Q": Q}],
        printer=_Exact({"fully_qualified_modules": False}),
    )
    return [symbol.name for symbol in symbols], code


def _sides(relation: Relational, values: Mapping, sqrt, Q):
    names, code = _code(relation, sqrt, Q)
    missing = [name for name in names if name not in values]
    if missing:
        raise ValueError(f"no value for {missing} in {relation}; given: {sorted(values)}")
    return code(*[values[name] for name in names])


def slack(relation: Relational, values: Mapping[str, np.ndarray | float]) -> np.ndarray:
    """How far a relation is from failing on numbers: negative where it fails."""
    numbers = {name: np.asarray(value, dtype=float) for name, value in values.items()}
    with np.errstate(divide="ignore", invalid="ignore"):
        left, right = _sides(relation, numbers, np.sqrt, operator.truediv)
    if relation.rel_op == "==":
        return -np.abs(np.subtract(left, right))
    return np.subtract(left, right) if relation.rel_op in (">=", ">") else np.subtract(right, left)


def _root(x):
    """The square root of a z3 real, or of a whole number, exactly."""
    import z3

    return (x if z3.is_expr(x) else z3.RealVal(x)) ** 0.5


def solve(relations: list[Relational]) -> dict[str, str] | None:
    """Numbers that satisfy all relations, or None when z3 proves that there are none.

    The assumptions of a symbol (positive, nonnegative) count as relations. Numbers that divide by 0
    come last: z3 lets such a quotient be anything. Raises RuntimeError when z3 does not decide
    within ten seconds: undecided is not proved.
    """
    import z3

    # SymPy evaluates what follows from the signs of symbols to true or false.
    if sp.false in relations:
        return None
    relations = [relation for relation in relations if relation is not sp.true]
    symbols = sorted({s for r in relations for s in r.free_symbols}, key=lambda s: s.name)
    reals = {symbol.name: z3.Real(symbol.name) for symbol in symbols}
    # The complete procedure for real arithmetic at once: half the time of z3's own choice.
    solver = z3.Tactic("qfnra-nlsat").solver()
    solver.set("timeout", TIMEOUT_MS)

    def translated(relation):
        left, right = _sides(relation, reals, _root, z3.Q)
        return COMPARE[relation.rel_op](left, right)

    for symbol in symbols:
        if symbol.is_positive:
            solver.add(reals[symbol.name] > 0)
        elif symbol.is_nonnegative:
            solver.add(reals[symbol.name] >= 0)
    for relation in relations:
        solver.add(translated(relation))
    answer = solver.check()
    if answer == z3.unknown:
        raise RuntimeError(f"z3 did not decide {relations}: {solver.reason_unknown()}")
    if answer == z3.unsat:
        return None
    model = solver.model()
    powers = {power for relation in relations for power in relation.atoms(sp.Pow)}
    below = {p.base for p in powers if p.exp.is_negative and not p.base.is_nonzero}
    zero = [translated(sp.Eq(base, 0)) for base in sorted(below, key=str)]
    if any(z3.is_true(model.eval(equality)) for equality in zero):
        solver.add([z3.Not(equality) for equality in zero])
        model = solver.model() if solver.check() == z3.sat else model
    return {name: _decimal(model.eval(real, model_completion=True)) for name, real in reals.items()}


def differ(claim: sp.Eq) -> dict[str, str] | None:
    """Numbers at which the two sides of an identity differ, or None when SymPy simplifies it to 0.

    Raises RuntimeError when SymPy neither simplifies the difference to 0 nor finds such numbers.
    """
    difference = sp.simplify((claim.lhs - claim.rhs).doit())
    if difference == 0:
        return None
    symbols = sorted(difference.free_symbols, key=lambda symbol: symbol.name)
    for shift in range(1, 4):
        point = {symbol: sp.Rational(i + shift, 3) for i, symbol in enumerate(symbols, 1)}
        if abs(sp.N(difference.subs(point), 30)) > 1e-20:
            return {symbol.name: str(value) for symbol, value in point.items()}
    raise RuntimeError(f"SymPy did not decide {claim}: it leaves {difference}")


def _decimal(value) -> str:
    """A z3 number as short text: a fraction where it is short, else four digits."""
    text = str(value)
    return text if len(text) <= 7 and "root" not in text else value.as_decimal(4).rstrip("?")
