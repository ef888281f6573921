"""Relations watched on numbers and vectors: how far each is from failing, and its rounding."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce

import numpy as np
import sympy as sp
from sympy.core.relational import Relational

from lib.proof.vectors import declared_sign, evaluate, names, norm

Values = Mapping[str, np.ndarray | float]

ROUNDING = 1e-12  # of a slack, as a share of its largest terms: some thousand ulps
ALONE = 1e-14  # the rounding of a symbol that is compared with 0


class Numbers:
    """Where symbols are arrays: (M,) or () of numbers, (M, d) or (d,) of vectors."""

    zero = np.zeros(1)

    def __init__(self, values: Values):
        self.values = values

    def symbol(self, symbol) -> np.ndarray:
        return np.asarray(self.values[symbol.name], dtype=float)

    def ratio(self, p: int, q: int) -> np.ndarray:
        return np.float64(p / q)

    def scale(self, factor: np.ndarray, vector: np.ndarray) -> np.ndarray:
        return np.asarray(factor)[..., None] * vector

    def dot(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return (a * b).sum(axis=-1)

    def special(self, expr) -> np.ndarray:
        args = [evaluate(arg, self) for arg in expr.args if arg != sp.S.Half]
        if isinstance(expr, norm):
            return np.sqrt(self.dot(args[0], args[0]))
        plain = {sp.Max: np.maximum, sp.Abs: np.abs, sp.log: np.log, sp.Pow: np.sqrt}
        return reduce(plain[expr.func], args) if len(args) > 1 else plain[expr.func](args[0])


class Sizes(Numbers):
    """The same without signs: nothing cancels, so rounding is a share of what comes out."""

    def symbol(self, symbol) -> np.ndarray:
        return np.abs(super().symbol(symbol))

    def ratio(self, p: int, q: int) -> np.ndarray:
        return np.float64(abs(p) / q)


@dataclass(frozen=True)
class Slack:
    """How far a relation is from failing: negative where it fails.

    `gap` is right side minus left for <= and <, left minus right for >= and >, minus the distance
    for an equality, the distance for !=. `slip` is its possible rounding.
    """

    gap: np.ndarray
    slip: float | np.ndarray
    strict: bool

    @property
    def holds(self) -> np.ndarray:
        """Where the relation holds up to rounding, a strict one by more; of 1/0, nothing does."""
        above = self.gap > self.slip if self.strict else self.gap >= -self.slip
        return above & np.isfinite(self.gap)

    @property
    def last(self) -> "Slack":
        """The same at the end of a run."""
        return Slack(np.atleast_1d(self.gap)[-1:], self.slip, self.strict)

    def __str__(self):
        """The least gap: rounding shows as 0, and a failure never does."""
        least = float(np.min(self.gap))
        shown = 0.0 if abs(least) <= self.slip else round(least, 4) + 0.0
        return f"{least:.1g}" if least < -self.slip and shown == 0 else f"{shown:g}"


def slack(relation: Relational, values: Values, run: bool = True) -> Slack:
    """How far a relation is from failing on vectors and numbers.

    Rounding is 1e-12 of the terms' absolute values, summed; along a run the largest such sum
    counts, because errors add up from update to update; elsewhere each its own. Where a symbol is
    compared with 0 there are none, and 1e-14 counts as rounding. Raises ValueError when a symbol
    has no value.

    >>> t = sp.Symbol("t")
    >>> print(slack(t <= 4, {"t": np.array([1.0, 3.0])}))
    1
    """
    missing = [symbol.name for symbol in names(relation) if symbol.name not in values]
    if missing:
        raise ValueError(f"no value for {missing} in {relation}; given: {sorted(values)}")
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        (left, right), sizes = (
            [evaluate(side, space(values)) for side in relation.args] for space in (Numbers, Sizes)
        )
        if isinstance(relation.lhs, sp.MatrixExpr):
            left, right = 0.0, np.linalg.norm(right - left, axis=-1)
            sizes = [np.linalg.norm(size, axis=-1) for size in sizes]
        size = np.maximum(np.abs(left) + np.abs(right), np.abs(sum(sizes)))
        gap = right - left
        slip = ROUNDING * (np.max(size, where=np.isfinite(size), initial=0) if run else size)
    if sp.S.Zero in relation.args and any(side.is_Symbol for side in relation.args):
        slip = np.maximum(slip, ALONE * (relation.rel_op in ("<=", ">=", "==")))
    if relation.rel_op in ("==", "!="):
        gap = np.abs(gap)
    gap = -gap if relation.rel_op in (">=", ">", "==") else gap
    return Slack(gap, slip, relation.rel_op in ("<", ">", "!="))


def watched(
    relations: Mapping[str, Relational],
    values: Values,
    before: Mapping[sp.Expr, sp.Expr],
    start: Iterable[str],
) -> dict[str, Slack]:
    """The slack of every relation, and of the sign that each number is declared with.

    `start` names what base cases alone use: it is watched in the state before the first of
    `values`, where an induction starts, or after it where the base case is t = 1.
    """
    symbols = names(*relations.values())
    for relation in relations.values():
        _check_shapes(names(relation), values)
    vectors = {symbol.name for symbol in symbols if isinstance(symbol, sp.MatrixSymbol)}
    first = {
        name: value[0] if np.ndim(value) > (name in vectors) else value
        for name, value in values.items()
    }

    # All of one state: t is 0 in the one, and w may be what it should be in the other.
    bases = {name: relation for name, relation in relations.items() if name in start}
    states = [
        {name: slack(relation.xreplace(dict(change)), first) for name, relation in bases.items()}
        for change in (before, {})
    ]
    begun = min(states, key=lambda state: sum(not np.all(each.holds) for each in state.values()))

    always = [relation for name, relation in relations.items() if name not in start]
    signs = [declared_sign(symbol) for symbol in names(*always) if symbol.is_nonnegative]
    found = {str(sign): slack(sign, values) for sign in signs}
    for name, relation in relations.items():
        found[name] = begun[name] if name in start else slack(relation, values)
    return found


def _check_shapes(symbols: list, values: Values) -> None:
    """Raise ValueError unless numbers beside vectors are of one run and one space."""
    lengths, dimensions, beside = {}, {}, any(symbol.is_Matrix for symbol in symbols)
    for symbol in (symbol for symbol in symbols if beside and symbol.name in values):
        shape = np.shape(values[symbol.name])
        rows = len(shape) - symbol.is_Matrix
        if rows not in (0, 1):
            kind = "vector, (d,) or (M, d)" if symbol.is_Matrix else "number, () or (M,)"
            raise ValueError(f"{symbol.name} has the shape {shape}; give a {kind}")
        lengths |= dict.fromkeys(shape[:rows], symbol.name)
        dimensions |= dict.fromkeys(shape[rows:], symbol.name)
    if len(lengths) > 1 or len(dimensions) > 1 or 0 in lengths:
        given = f"values of {lengths} updates, vectors of {dimensions} coordinates"
        raise ValueError(f"{given} do not go together; give those of one run, of an update or more")


def totals(**terms: np.ndarray) -> dict[str, np.ndarray]:
    """Running sums by name, and one term earlier by name_before.

    Each term is an array of shape (M,) of numbers, or (M, d) of vectors.

    >>> sums = totals(T=np.array([3, 0, 4]))
    >>> sums["T"].tolist(), sums["T_before"].tolist()
    ([3, 3, 7], [0, 3, 3])
    """
    return before_and_after(
        **{
            name: np.concatenate([np.zeros_like(term[:1]), np.cumsum(term, axis=0)])
            for name, term in terms.items()
        }
    )


def before_and_after(**states: np.ndarray) -> dict[str, np.ndarray]:
    """A state after each step, and before it by name_before.

    Each array holds the start and then a state a step: shape (M + 1,) or (M + 1, d).

    >>> levels = before_and_after(F=np.array([1, 1, 2]))
    >>> levels["F"].tolist(), levels["F_before"].tolist()
    ([1, 2], [1, 1])
    """
    after = {name: state[1:] for name, state in states.items()}
    return after | {f"{name}_before": state[:-1] for name, state in states.items()}
