"""Relations watched on numbers: how far each is from failing, and what of that is rounding."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
import sympy as sp
from sympy.core.relational import Relational

from lib.proof.solver import evaluate

ROUNDING = 1e-12  # the share of its largest terms that a slack may owe to it: some thousand ulps
Values = Mapping[str, np.ndarray | float]


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


def slack(relation: Relational, values: Values) -> tuple[np.ndarray, float]:
    """How far a relation is from failing on numbers, and how much of that rounding may be.

    The first is negative where it fails: right side minus left for <= and <, left minus right for
    >= and >, minus the distance for an equality; for != the distance, and minus infinity where
    there is none. The second is 1e-12 of the terms' absolute values, summed; along a run the
    largest such sum counts, because errors are handed on from update to update.
    Raises ValueError when a symbol has no value.
    """
    missing = sorted({symbol.name for symbol in relation.free_symbols} - set(values))
    if missing:
        raise ValueError(f"no value for {missing} in {relation}; given: {sorted(values)}")
    numbers = {symbol.name: _number(values[symbol.name]) for symbol in relation.free_symbols}
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        left, right = (
            evaluate(side, numbers, lambda p, q: _number(p / q)) for side in relation.args
        )
    size = left.size + right.size
    slip = ROUNDING * float(np.max(size, where=np.isfinite(size), initial=0))
    if relation.rel_op in (">=", ">"):
        return left.value - right.value, slip
    gap = right.value - left.value
    if relation.rel_op == "==":
        return -np.abs(gap), slip
    return np.where(gap == 0, -np.inf, np.abs(gap)) if relation.rel_op == "!=" else gap, slip


@cache
def _factor(symbol: sp.Symbol, relation: Relational) -> sp.Expr | None:
    """The factor of a symbol in an equality that is linear in it, else None."""
    if not isinstance(relation, sp.Eq) or symbol not in relation.free_symbols:
        return None
    factor = (relation.lhs - relation.rhs).diff(symbol)
    return None if symbol in factor.free_symbols else factor


def _judge(
    relation: Relational, values: Values, relations: Iterable[Relational]
) -> tuple[np.ndarray, float]:
    """The slack of a relation, and what it may owe to rounding beside all others.

    A number beside 0, as q <= 0, may be what large terms left. An equality in which it stands
    with others, as r² = r₀² + 2q + s², shows how large; where none does, 1e-14 is rounding.
    """
    gap, slip = slack(relation, values)
    symbol = next((side for side in relation.args if side.is_Symbol), None)
    if symbol is None or sp.S.Zero not in relation.args:
        return gap, slip
    hidden = []
    for other in relations:
        factor = _factor(symbol, other)
        if factor is not None and other != relation:
            size = np.max(np.abs(slack(sp.Ge(factor, 0, evaluate=False), values)[0]))
            hidden += [slack(other, values)[1] / size] if size > 0 else []
    return gap, max(slip, *hidden or [1e-14])


def judged(
    relations: Mapping[str, Relational],
    values: Values,
    before: Mapping[sp.Symbol, sp.Expr],
    start: Iterable[str],
) -> dict[str, tuple[np.ndarray, float]]:
    """The slack of every sign and relation, and what it may owe to rounding.

    `start` names what base cases alone use: it is watched in the state before the first of
    `values`, if `before` says that this is an induction over updates, and else left out. A base
    case t = 1 is watched after the first.
    """

    def judge(relation, at):
        return _judge(relation, at, relations.values())

    def judge_at_start(name):
        first = {symbol: np.atleast_1d(value)[0] for symbol, value in values.items()}
        states = relations[name].xreplace(dict(before)), relations[name]
        found = [judge(relation, first) for relation in states]
        return next((pair for pair in found if np.all(pair[0] >= -pair[1])), found[0])

    watched = {name: relation for name, relation in relations.items() if name not in start}
    found = {}
    for symbol in sorted({s for rel in watched.values() for s in rel.free_symbols}, key=str):
        if symbol.is_positive:
            value = np.asarray(values[symbol.name])
            found[f"{symbol} > 0"] = np.where(value > 0, value, -np.inf), 0.0
        elif symbol.is_nonnegative:
            found[f"{symbol} >= 0"] = judge(sp.Ge(symbol, 0, evaluate=False), values)
    found |= {name: judge(relation, values) for name, relation in watched.items()}
    if any(earlier == symbol - 1 for symbol, earlier in before.items()):
        found |= {name: judge_at_start(name) for name in start}
    return found
