"""Relations as formulas about z3's real numbers, with vectors by their products or coordinates.

A statement about inner products holds in every space exactly when it holds of every positive
semidefinite Gram matrix. `Gram` has its entries as unknowns, and of its minors those of two
vectors, which prove nearly all that the book claims. `Coordinates` has the matrix's triangular
root: in as many dimensions as vectors it is complete, and in two or three it refutes.
"""

from collections.abc import Callable, Iterable
from itertools import combinations, product

import numpy as np
import sympy as sp
from sympy.core.relational import Relational

from lib.proof.vectors import evaluate, norm
from lib.proof.watching import COMPARE, names


class _Space:
    """What relations say, in `formulas`; a vector is an array of numbers, those of z3 among them.

    An equality that says what a vector is, as an update w = w_before + x, replaces it everywhere;
    the `basis` holds the other vectors.
    """

    def __init__(self, relations: Iterable[Relational], context):
        import z3

        self.z3, self.context, self.known, self.formulas = z3, context, {}, []
        self.definitions, others = _definitions(relations)
        self.names = names(*relations)
        self.vectors = [symbol for symbol in self.names if isinstance(symbol, sp.MatrixSymbol)]
        self.basis = [symbol for symbol in self.vectors if symbol not in self.definitions]
        self.zero = np.zeros(self.size, dtype=object)
        for relation in others:
            self.formulas += self._say(relation)

    def _say(self, relation: Relational) -> list:
        if not isinstance(relation.lhs, sp.MatrixExpr):
            return [COMPARE[relation.rel_op](*(evaluate(side, self) for side in relation.args))]
        left, right = (evaluate(side, self) for side in relation.args)
        difference = left + self.scale(-1, right)
        if isinstance(relation, sp.Ne):
            return [self.dot(difference, difference) > 0]
        return [self.dot(difference, self.symbol(vector)) == 0 for vector in self.basis]

    def real(self, name: str):
        return self.z3.Real(name, self.context)

    def ratio(self, p: int, q: int):
        return p if q == 1 else self.z3.Q(p, q, self.context)

    def scale(self, factor, vector: np.ndarray) -> np.ndarray:
        return np.array([_times(factor, entry) for entry in vector], dtype=object)

    def symbol(self, symbol):
        if symbol not in self.known:
            self.known[symbol] = self._symbol(symbol)
        return self.known[symbol]

    def _symbol(self, symbol):
        if symbol in self.definitions:
            return evaluate(self.definitions[symbol], self)
        if symbol in self.basis:
            return self.vector(self.basis.index(symbol))
        value = self.real(symbol.name)
        if symbol.is_nonnegative:
            self.formulas.append(value > 0 if symbol.is_positive else value >= 0)
        return value

    def special(self, expr):
        """A length, root, absolute value, largest or logarithm: a number, and what holds of it."""
        if expr not in self.known:
            self.known[expr] = value = self.real(f"#{len(self.known)}")
            if isinstance(expr, sp.Max | sp.Abs):
                parts = [evaluate(arg, self) for arg in expr.args]
                parts += [-parts[0]] if isinstance(expr, sp.Abs) else []
                self.formulas += [value >= part for part in parts]
                self.formulas.append(self.z3.Or([value == part for part in parts]))
            elif not isinstance(expr, sp.log):
                under = evaluate(expr.args[0], self)
                square = self.dot(under, under) if isinstance(expr, norm) else under
                self.formulas += [value >= 0, value * value == square]
        return self.known[expr]


class Gram(_Space):
    """A vector is its multiples of the basis; the unknowns are the products in the basis."""

    @property
    def size(self) -> int:
        return len(self.basis)

    def vector(self, i: int) -> np.ndarray:
        return np.array([int(i == j) for j in range(self.size)], dtype=object)

    def product(self, i: int, j: int):
        pair = tuple(self.basis[k].name for k in sorted((i, j)))
        if pair not in self.known:
            self.known[pair] = self.real("<{},{}>".format(*pair))
        return self.known[pair]

    def dot(self, a: np.ndarray, b: np.ndarray):
        return sum(
            _times(a[i], b[j], self.product(i, j)) for i, j in product(range(self.size), repeat=2)
        )

    def cauchy_schwarz(self) -> list:
        """The 2 × 2 minors of the matrix of the basis and all sums whose length is spoken of."""
        lengths = [expr.args[0] for expr in self.known if isinstance(expr, norm)]
        sums = [evaluate(vector, self) for vector in dict.fromkeys([*self.basis, *lengths])]
        squares = [self.dot(a, a) for a in sums]
        pairs = combinations(range(len(sums)), 2)
        return [square >= 0 for square in squares] + [
            self.dot(sums[i], sums[j]) ** 2 <= squares[i] * squares[j] for i, j in pairs
        ]


class Coordinates(_Space):
    """A vector is its coordinates, the i-th of the basis in the first i + 1 of them alone."""

    def __init__(self, relations: Iterable[Relational], context, size: int):
        self.size = size
        super().__init__(relations, context)
        for symbol in self.names:  # what a definition alone speaks of is shown too
            self.symbol(symbol)

    def vector(self, i: int) -> np.ndarray:
        name = self.basis[i].name
        entries = [self.real(f"{name}[{j}]") if j <= i else 0 for j in range(self.size)]
        return np.array(entries, dtype=object)

    def dot(self, a: np.ndarray, b: np.ndarray):
        return sum(map(_times, a, b))

    def upright(self, compare: Callable) -> list:
        """That the i-th vector goes up the i-th axis: no loss; with >, all are independent."""
        up = zip(self.basis, range(self.size), strict=False)
        return [compare(self.symbol(vector)[i], 0) for vector, i in up]


def _times(*factors):
    """Their product, without the factors 1 and what is 0."""
    found = 1
    for factor in factors:
        if isinstance(factor, int) and factor == 0:
            return 0
        found = factor if isinstance(found, int) and found == 1 else found * factor
    return found


def _definitions(relations: Iterable[Relational]) -> tuple[dict, list[Relational]]:
    """The equalities that say what a vector is, and all other relations."""
    definitions, others = {}, []

    def inside(expr):
        found = set(expr.atoms(sp.MatrixSymbol))
        return found.union(*(inside(definitions[s]) for s in found if s in definitions))

    for relation in relations:
        for symbol, expr in (relation.args, relation.args[::-1]):
            defines = isinstance(relation, sp.Eq) and isinstance(symbol, sp.MatrixSymbol)
            if defines and symbol not in definitions and symbol not in inside(expr):
                definitions[symbol] = expr
                break
        else:
            others.append(relation)
    return definitions, others
