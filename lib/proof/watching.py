"""Relations on numbers and vectors: how far each is from failing on a run, and points that fail it.

Points are tried before a solver is asked: a symbol that an equality defines is computed, all others
take numbers from short lists, of which lengths, margins and roots often come out whole.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations

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
    """How far a relation is from failing: the `gap`, negative where it fails, and its rounding.

    It is right side minus left for <= and <, left minus right for >= and >, minus the distance for
    an equality, the distance for !=.
    """

    gap: np.ndarray
    slip: float | np.ndarray
    strict: bool

    @property
    def holds(self) -> np.ndarray:
        """Where the relation holds up to rounding, a strict one by more; of 1/0, nothing does."""
        above = self.gap > self.slip if self.strict else self.gap >= -self.slip
        return above & np.isfinite(self.gap)

    def __str__(self):
        """The least gap: rounding shows as 0, and a failure never does."""
        least = float(np.min(self.gap))
        shown = 0.0 if abs(least) <= self.slip else round(least, 4) + 0.0
        return f"{least:.1g}" if least < -self.slip and shown == 0 else f"{shown:g}"


def slack(relation: Relational, values: Values, run: bool = True) -> Slack:
    """How far a relation is from failing on vectors and numbers.

    Rounding is 1e-12 of the terms' absolute values, summed; along a run the largest such sum
    counts, because errors add up from update to update; elsewhere each its own. Of a symbol that is
    compared with 0, 1e-14 is rounding. Raises ValueError when a symbol has no value.
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


def watched(relations: Mapping[str, Relational], values: Values, before, start) -> dict[str, Slack]:
    """The slack of every relation, and of the sign that each number is declared with.

    What `start` names is watched in the state before the first of `values`, where an induction
    starts, or after it where the base case is t = 1.
    """
    for relation in relations.values():
        _check_shapes(names(relation), values)
    states = [s for s in names(*relations.values()) if np.ndim(values.get(s.name)) > s.is_Matrix]
    first = {**values} | {symbol.name: values[symbol.name][0] for symbol in states}

    # All of one state: t is 0 in the one, and w may be what it should be in the other.
    bases = {name: relation for name, relation in relations.items() if name in start}
    starts = [
        {name: slack(relation.xreplace(dict(change)), first) for name, relation in bases.items()}
        for change in (before, {})
    ]
    begun = min(starts, key=lambda state: sum(not np.all(each.holds) for each in state.values()))

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
    sums = {
        name: np.concatenate([np.zeros_like(term[:1]), np.cumsum(term, axis=0)])
        for name, term in terms.items()
    }
    return before_and_after(**sums)


def before_and_after(**states: np.ndarray) -> dict[str, np.ndarray]:
    """A state after each step, and before it by name_before.

    Each array holds the start and then a state a step: shape (M + 1,) or (M + 1, d).

    >>> levels = before_and_after(F=np.array([1, 1, 2]))
    >>> levels["F"].tolist(), levels["F_before"].tolist()
    ([1, 2], [1, 1])
    """
    after = {name: state[1:] for name, state in states.items()}
    return after | {f"{name}_before": state[:-1] for name, state in states.items()}


# Points on trial

POINTS = 2048
# The plainest first: these come more often, and are shown where several will do.
NUMBERS = np.array([0, 1, 2, 3, 4, 1 / 2, 1 / 4, 3 / 4, 3 / 5, 4 / 5, 5, 1 / 8, 9, 10])
VECTORS = np.array([[1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [1 / 2, 0], [0, 1 / 2], [1, 2], [2, 1]])
VECTORS = np.concatenate([VECTORS, [[3 / 5, 4 / 5], [4 / 5, 3 / 5], [3, 4], [0, 0]]])
TURNED = 1 / 8  # the share of negative numbers
ON_A_LINE = 20  # what two such vectors cost: a picture shows less


class Trial(Numbers):
    """Points at which some equalities hold, the same in every process, and what holds at each."""

    zero = np.zeros(2)

    def __init__(self, definitions: dict):
        super().__init__({})
        self.definitions = definitions

    def symbol(self, symbol) -> np.ndarray:
        if symbol.name not in self.values:
            defined = self.definitions.get(symbol)
            value = _chosen(symbol)[0] if defined is None else evaluate(defined, self)
            self.values[symbol.name] = value
        return self.values[symbol.name]

    def holds(self, relation: Relational) -> np.ndarray:
        """At which points a relation holds."""
        with np.errstate(divide="ignore", invalid="ignore"):
            for symbol in names(relation):
                self.symbol(symbol)
            return np.broadcast_to(slack(relation, self.values, run=False).holds, POINTS)

    def plainest(self, relations: Sequence[Relational]) -> int | None:
        """The point with the plainest numbers of those at which all hold, or None."""
        left = np.ones(POINTS, dtype=bool)
        for relation in relations:
            left = left & self.holds(relation)
            if not left.any():
                return None
        free = [symbol for symbol in names(*relations) if symbol not in self.definitions]
        vectors = [self.symbol(symbol) for symbol in free if symbol.is_Matrix]
        cost = sum(_chosen(symbol)[1] for symbol in free)
        for (a, b), (c, d) in combinations([vector.T for vector in vectors], 2):
            cost = cost + ON_A_LINE * (a * d == b * c)
        return int(np.where(left, cost, np.inf).argmin())

    def at(self, point: int, symbol) -> Fraction | float | tuple[Fraction | float, ...]:
        """A symbol there: a short fraction, or as it is."""
        value = self.symbol(symbol)
        value = value if np.ndim(value) == symbol.is_Matrix else value[point]
        exact = tuple(_fraction(float(x)) for x in np.atleast_1d(value))
        return exact if symbol.is_Matrix else exact[0]


@cache
def _chosen(symbol) -> tuple[np.ndarray, np.ndarray]:
    """What a symbol is at each point, and how far that is from the plainest."""
    rng = np.random.default_rng(list(symbol.name.encode()))
    among = VECTORS if symbol.is_Matrix else NUMBERS
    chances = 1 / np.arange(3, len(among) + 3)
    which = rng.choice(len(among), POINTS, p=chances / chances.sum())
    turned = rng.random((POINTS, 2)) < (3 * TURNED if symbol.is_Matrix else TURNED)
    turned = turned if symbol.is_Matrix else turned[:, 0]
    return among[which] * np.where(turned, -1, 1), which + turned.reshape(POINTS, -1).sum(axis=1)


def _fraction(number: float) -> Fraction | float:
    near = Fraction(number).limit_denominator(100_000)
    return near if abs(float(near) - number) <= 1e-15 * abs(number) else number
