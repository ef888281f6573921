"""SymPy relations decided for all reals.

A `Solver` hands them to z3, by the same code that runs them on arrays, and `differ` asks SymPy
about identities with functions that z3 does not know.
"""

import operator
from collections.abc import Callable, Iterable, Mapping
from functools import cache, reduce

import sympy as sp
from sympy.core.relational import Relational

COMPARE = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt,
           "==": operator.eq, "!=": operator.ne}  # fmt: skip
OPERATE = {sp.Add: operator.add, sp.Mul: operator.mul, sp.Pow: operator.pow}
TIMEOUT_MS = 10_000


_fraction = cache(sp.fraction)


def evaluate(expr: sp.Expr, values: Mapping, ratio: Callable):
    """An expression on arrays or on z3's reals: on all that adds, multiplies, divides, has powers.

    `values` maps names to them, and ratio(p, q) is the constant p/q.
    """
    if expr.is_Symbol:
        return values[expr.name]
    if expr.is_Number:
        exact = sp.Rational(expr)
        return ratio(exact.p, exact.q)
    over, under = _fraction(expr)
    if under != 1:
        return evaluate(over, values, ratio) / evaluate(under, values, ratio)
    if expr.func not in OPERATE:
        raise ValueError(f"{expr} is no sum, product or power of symbols; use by='sympy'")
    return reduce(OPERATE[expr.func], (evaluate(arg, values, ratio) for arg in expr.args))


@cache
def _formula(relation: Relational):
    """The relation as z3 writes it."""
    import z3

    reals = {symbol.name: z3.Real(symbol.name) for symbol in relation.free_symbols}
    return COMPARE[relation.rel_op](*(evaluate(side, reals, z3.Q) for side in relation.args))


class Solver:
    """z3 with a memory of its own: its answers depend on the questions to this object alone.

    One for each step of a proof makes the counterexamples on a page the same in every process.
    """

    def __init__(self):
        import z3

        self._context = z3.Context()
        # The complete procedure for real arithmetic at once: half the time of z3's own choice.
        self._tactic = z3.Tactic("qfnra-nlsat", self._context)

    def solve(self, relations: Iterable[Relational]) -> dict[str, str] | None:
        """Numbers that satisfy all relations, or None when z3 proves that there are none.

        The assumptions of a symbol (positive, nonnegative) count as relations. Numbers that divide
        by 0 come last: z3 lets such a quotient be anything. Raises RuntimeError when z3 does not
        decide within ten seconds: undecided is not proved.
        """
        import z3

        # SymPy evaluates what follows from the signs of symbols to true or false.
        relations = [relation for relation in relations if relation is not sp.true]
        if sp.false in relations:
            return None
        symbols = sorted({s for r in relations for s in r.free_symbols}, key=lambda s: s.name)
        reals = {symbol.name: z3.Real(symbol.name, self._context) for symbol in symbols}
        solver = self._tactic.solver()
        solver.set("timeout", TIMEOUT_MS)
        for symbol in symbols:
            if symbol.is_positive:
                solver.add(reals[symbol.name] > 0)
            elif symbol.is_nonnegative:
                solver.add(reals[symbol.name] >= 0)
        solver.add([_formula(relation).translate(self._context) for relation in relations])
        answer = solver.check()
        if answer == z3.unknown:
            raise RuntimeError(f"z3 did not decide {relations}: {solver.reason_unknown()}")
        if answer == z3.unsat:
            return None
        model = solver.model()
        zero = [_formula(sp.Eq(base, 0)).translate(self._context) for base in _divisors(relations)]
        if any(z3.is_true(model.eval(equality)) for equality in zero):
            solver.add([z3.Not(equality) for equality in zero])
            model = solver.model() if solver.check() == z3.sat else model
        return {name: _decimal(model.eval(x, model_completion=True)) for name, x in reals.items()}


def _divisors(relations: Iterable[Relational]) -> list[sp.Expr]:
    """What the relations divide by, unless its sign says that it is not 0."""
    powers = {power for relation in relations for power in relation.atoms(sp.Pow)}
    below = {p.base for p in powers if p.exp.is_negative and not p.base.is_nonzero}
    return sorted(below, key=str)


def differ(claim: sp.Eq) -> dict[str, str] | None:
    """Numbers at which the two sides of an identity differ, or None when SymPy simplifies it to 0.

    Raises RuntimeError when SymPy neither simplifies the difference to 0 nor finds such numbers.
    """
    difference = (claim.lhs - claim.rhs).doit()
    symbols = sorted(difference.free_symbols, key=lambda symbol: symbol.name)
    for shift in range(1, 4):
        point = {symbol: sp.Rational(i + shift, 3) for i, symbol in enumerate(symbols, 1)}
        if abs(sp.N(difference.subs(point), 30)) > 1e-20:
            return {symbol.name: str(value) for symbol, value in point.items()}
    left = sp.cancel(difference) and sp.simplify(difference)  # the first is quick, and often enough
    if left != 0:
        raise RuntimeError(f"SymPy did not decide {claim}: it leaves {left}")
    return None


def _decimal(value) -> str:
    """A z3 number as short text: a fraction where it is short, else four digits."""
    import z3

    exact = value.as_string() if z3.is_rational_value(value) else ""
    return exact if 0 < len(exact) <= 7 else value.as_decimal(4).rstrip("?")
