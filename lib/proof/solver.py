"""One SymPy relation, evaluated on numbers and decided for all reals.

`slack` runs a relation on arrays, a `Solver` hands it to z3 by the same code, and `differ` asks
SymPy about identities with functions that z3 does not know. `lib.proof` builds theorems from them.
"""

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, reduce

import numpy as np
import sympy as sp
from sympy.core.relational import Relational

COMPARE = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt,
           "==": operator.eq, "!=": operator.ne}  # fmt: skip
OPERATE = {sp.Add: operator.add, sp.Mul: operator.mul, sp.Pow: operator.pow}
ROUNDING = 1e-12  # the share of its largest terms that a slack may owe to it: some thousand ulps
TIMEOUT_MS = 10_000


_fraction = cache(sp.fraction)


def _evaluate(expr: sp.Expr, values: Mapping, ratio: Callable):
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
        return _evaluate(over, values, ratio) / _evaluate(under, values, ratio)
    if expr.func not in OPERATE:
        raise ValueError(f"{expr} is no sum, product or power of symbols; use by='sympy'")
    return reduce(OPERATE[expr.func], (_evaluate(arg, values, ratio) for arg in expr.args))


@dataclass(frozen=True)
class _Sum:
    """Numbers, and the sum of their terms' absolute values, of which rounding is a share."""

    value: np.ndarray
    size: np.ndarray

    def __add__(self, other):
        return _Sum(self.value + other.value, self.size + other.size)

    def __mul__(self, other):
        return _Sum(self.value * other.value, self.size * other.size)

    def __truediv__(self, other):
        # A difference that is divided by passes the share that rounding has in it on.
        share = other.size / np.square(other.value)
        return _Sum(self.value / other.value, self.size * share)

    def __pow__(self, other):
        return _Sum(self.value**other.value, self.size**other.value)


def _number(value) -> _Sum:
    array = np.asarray(value, dtype=float)
    return _Sum(array, np.abs(array))


def _sides(relation: Relational, values: Mapping[str, np.ndarray | float]) -> list[_Sum]:
    missing = sorted({symbol.name for symbol in relation.free_symbols} - set(values))
    if missing:
        raise ValueError(f"no value for {missing} in {relation}; given: {sorted(values)}")
    numbers = {symbol.name: _number(values[symbol.name]) for symbol in relation.free_symbols}
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return [_evaluate(side, numbers, lambda p, q: _number(p / q)) for side in relation.args]


def slack(relation: Relational, values: Mapping[str, np.ndarray | float]) -> np.ndarray:
    """How far a relation is from failing on numbers: negative where it fails.

    Right side minus left for <= and <, left minus right for >= and >, minus the distance for an
    equality; for != the distance, and minus infinity where there is none.
    Raises ValueError when a symbol has no value.
    """
    left, right = (side.value for side in _sides(relation, values))
    gap = np.subtract(left, right) if relation.rel_op in (">=", ">") else np.subtract(right, left)
    if relation.rel_op == "==":
        return -np.abs(gap)
    return np.where(gap == 0, -np.inf, np.abs(gap)) if relation.rel_op == "!=" else gap


def rounding(relation: Relational, values: Mapping[str, np.ndarray | float]) -> float:
    """How much of a relation's slack rounding may be: 1e-12 of the terms' absolute values, summed.

    Along a run the largest such sum counts, because errors are handed on from update to update.
    Raises ValueError when a symbol has no value.
    """
    left, right = _sides(relation, values)
    size = left.size + right.size
    return ROUNDING * float(np.max(size, where=np.isfinite(size), initial=0))


@cache
def _formula(relation: Relational):
    """The relation as z3 writes it."""
    import z3

    reals = {symbol.name: z3.Real(symbol.name) for symbol in relation.free_symbols}
    return COMPARE[relation.rel_op](*(_evaluate(side, reals, z3.Q) for side in relation.args))


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
