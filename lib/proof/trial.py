"""Numbers and vectors of the plane tried before a solver: what is false is found soon.

The same few thousand points serve all questions about a step. A symbol that an equality defines,
as an update w = w_before + x, is computed; all other symbols take numbers from short lists, of
which lengths, margins and roots often come out whole.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
from sympy.core.relational import Relational

from lib.proof.vectors import evaluate, names
from lib.proof.watching import Numbers, slack

POINTS = 2048
# The plainest first: these come more often, and are shown where several will do.
NUMBERS = np.array([0, 1, 2, 3, 4, 1 / 2, 1 / 4, 3 / 4, 3 / 5, 4 / 5, 5, 1 / 8, 9, 10])
VECTORS = np.array([[1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [1 / 2, 0], [0, 1 / 2], [1, 2], [2, 1]])
VECTORS = np.concatenate([VECTORS, [[3 / 5, 4 / 5], [4 / 5, 3 / 5], [3, 4], [0, 0]]])
TURNED = 1 / 8  # the share of negative numbers
ON_A_LINE = 20  # what two such vectors cost: a picture shows less


class Trial(Numbers):
    """Points at which some equalities hold, and what holds at each.

    Its symbols are chosen by their names alone, so that every process tries the same.
    """

    zero = np.zeros(2)

    def __init__(self, definitions: dict):
        super().__init__({})
        self.definitions, self.holding = definitions, {}

    def symbol(self, symbol) -> np.ndarray:
        if symbol.name not in self.values:
            defined = self.definitions.get(symbol)
            value = _chosen(symbol)[0] if defined is None else evaluate(defined, self)
            self.values[symbol.name] = value
        return self.values[symbol.name]

    def holds(self, relation: Relational) -> np.ndarray:
        """At which points a relation holds."""
        if relation not in self.holding:
            with np.errstate(divide="ignore", invalid="ignore"):
                for symbol in names(relation):
                    self.symbol(symbol)
                holds = slack(relation, self.values, run=False).holds
            self.holding[relation] = np.broadcast_to(holds, POINTS)
        return self.holding[relation]

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
