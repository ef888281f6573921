"""Whether relations follow from others, for all numbers and vectors, and what breaks them.

A statement about inner products holds in every space exactly when it holds of every positive
semidefinite Gram matrix: so z3 proves about the products ⟨v,w⟩, given the principal minors of
their matrix, of which the 2 × 2 are Cauchy–Schwarz. What refutes is sought as coordinates, in the
plane first and then in space. `differ` asks SymPy about functions that z3 does not know.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations
from operator import ge, gt

import numpy as np
import sympy as sp
from sympy.core.relational import Relational

from lib.proof.vectors import evaluate, meaning, norm
from lib.proof.watching import COMPARE, names, slack

TIMEOUT_MS = 10_000


@dataclass(frozen=True)
class Counterexample:
    """Numbers and vectors that satisfy all that is given and break a claim, checked by numpy.

    Attributes
    ----------
    numbers : dict of str to Fraction or float
        Each scalar symbol; exact where it is a fraction.
    vectors : dict of str to tuple of Fraction or float
        Each vector by its coordinates, two or three of them.
    """

    numbers: dict[str, Fraction | float]
    vectors: dict[str, tuple[Fraction | float, ...]]

    @property
    def values(self) -> dict[str, np.ndarray]:
        """The same as floats, for `lib.proof.watching`."""
        return {name: np.array(value, dtype=float)
                for name, value in (self.numbers | self.vectors).items()}  # fmt: skip


class _Space:
    """Relations as formulas about z3's real numbers; a vector is an array of them."""

    def __init__(self, relations: Sequence[Relational], context):
        import z3

        self.z3, self.context, self.known, self.formulas = z3, context, {}, []
        self.definitions, others = _definitions(relations)
        self.names = names(*relations)
        self.basis = [s for s in self.names
                      if isinstance(s, sp.MatrixSymbol) and s not in self.definitions]  # fmt: skip
        self.zero = np.zeros(self.size, dtype=object)
        for relation in others:
            self.formulas += self._say(relation)

    def _say(self, relation: Relational) -> list:
        if not isinstance(relation.lhs, sp.MatrixExpr):
            return [COMPARE[relation.rel_op](*(evaluate(side, self) for side in relation.args))]
        apart = evaluate(relation.lhs - relation.rhs, self)
        if isinstance(relation, sp.Ne):
            return [self.dot(apart, apart) > 0]
        return [self.dot(apart, self.vector(i)) == 0 for i in range(len(self.basis))]

    def real(self, name: str):
        return self.z3.Real(name, self.context)

    def ratio(self, p: int, q: int):
        return p if q == 1 else self.z3.Q(p, q, self.context)

    def scale(self, factor, vector):
        return np.array([factor * entry if _there(entry) else 0 for entry in vector], dtype=object)

    def symbol(self, symbol):
        if symbol not in self.known:
            if symbol in self.definitions:
                self.known[symbol] = evaluate(self.definitions[symbol], self)
            elif isinstance(symbol, sp.MatrixSymbol):
                self.known[symbol] = self.vector(self.basis.index(symbol))
            else:
                self.known[symbol] = value = self.real(symbol.name)
                if symbol.is_nonnegative:
                    self.formulas.append(value > 0 if symbol.is_positive else value >= 0)
        return self.known[symbol]

    def special(self, expr):
        """A length, root, absolute value, largest, logarithm: a number, and what is true of it."""
        if expr not in self.known:
            self.known[expr] = value = self.real(str(expr))
            if isinstance(expr, sp.Max | sp.Abs):
                (a, *_) = expr.args
                parts = expr.args if isinstance(expr, sp.Max) else (a, -a)
                parts = [evaluate(part, self) for part in parts]
                self.formulas += [value >= part for part in parts]
                self.formulas.append(self.z3.Or([value == part for part in parts]))
            elif not isinstance(expr, sp.log):
                under = evaluate(expr.args[0], self)
                square = self.dot(under, under) if isinstance(expr, norm) else under
                self.formulas += [value >= 0, value * value == square]
        return self.known[expr]


class _Gram(_Space):
    """A vector is its multiples of the basis; the numbers are the products in the basis."""

    @property
    def size(self) -> int:
        return len(self.basis)

    def vector(self, i: int):
        return np.array([int(i == j) for j in range(self.size)], dtype=object)

    def product(self, i: int, j: int):
        return self.real("<{},{}>".format(*(self.basis[k] for k in sorted((i, j)))))

    def dot(self, a, b):
        pairs = [(i, j) for i in range(self.size) for j in range(self.size)]
        return sum(_times(a[i], b[j], self.product(i, j)) for i, j in pairs
                   if _there(a[i]) and _there(b[j]))  # fmt: skip

    def minors(self, sizes: Iterable[int]) -> list:
        """That the matrix is positive semidefinite, as far as minors of these sizes say so."""
        chosen = [rows for size in sizes for rows in combinations(range(self.size), size)]
        return [self._determinant(rows, rows) >= 0 for rows in chosen]

    def _determinant(self, rows, columns):
        if not rows:
            return 1
        return sum(
            (-1) ** k * self.product(rows[0], column)
            * self._determinant(rows[1:], columns[:k] + columns[k + 1 :])
            for k, column in enumerate(columns)
        )  # fmt: skip


class _Coordinates(_Space):
    """A vector is its coordinates, the i-th of the basis in the first i + 1 of them alone."""

    def __init__(self, relations, context, size: int):
        self.size = size
        super().__init__(relations, context)

    def vector(self, i: int):
        names = [f"{self.basis[i]}[{j}]" for j in range(self.size)]
        return np.array([self.real(n) if j <= i else 0 for j, n in enumerate(names)], dtype=object)

    def upright(self, compare: Callable) -> list:
        """That the i-th vector goes up on the i-th axis: no loss, or all independent, if > 0."""
        return [compare(self.vector(i)[i], 0) for i in range(min(self.size, len(self.basis)))]

    def dot(self, a, b):
        return sum(p * q for p, q in zip(a, b, strict=True) if _there(p) and _there(q))


def _there(entry) -> bool:
    return not (isinstance(entry, int) and entry == 0)


def _times(*factors):
    return reduce(lambda a, b: b if isinstance(a, int) and a == 1 else a * b, factors)


def _definitions(relations: Iterable[Relational]) -> tuple[dict, list[Relational]]:
    """The equalities that say what a vector is, as an update w = w_before + x, and all others."""
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


class Solver:
    """z3 with a memory of its own: its answers depend on the questions to this object alone.

    One for each step of a proof makes the counterexamples on a page the same in every process.
    """

    def __init__(self):
        import z3

        self._context = z3.Context()
        # The complete procedure for real arithmetic at once: half the time of z3's own choice.
        self._tactic = z3.Tactic("qfnra-nlsat", self._context)

    def follows(self, given: Sequence[Relational], claim: Relational) -> bool:
        """Whether the claim has a meaning, and holds, for all numbers and vectors as given.

        Raises RuntimeError when z3 does not decide within ten seconds: undecided is not proved.
        """
        return all(map(self._impossible, _questions(given, claim)))

    def possible(self, given: Sequence[Relational]) -> bool:
        """Whether some numbers and vectors, of three dimensions at most, are as given."""
        return any(True for _ in self._found(_understood(given)))

    def breaks(self, given: Sequence[Relational], claim: Relational) -> Counterexample | None:
        """Numbers, and vectors in the plane or in space, as given that break the claim, or None.

        What leaves the claim without a meaning, as 1/0, breaks it too; it is sought last. numpy
        has checked each on its coordinates. Raises RuntimeError where z3 does not decide.
        """
        for question in _questions(given, claim):
            for found in self._found(question):
                if all(np.all(slack(relation, found.values).holds) for relation in question):
                    return found
        return None

    def _impossible(self, relations: list[Relational] | None) -> bool:
        if relations is None:
            return True
        gram = _Gram(relations, self._context)
        small = gram.formulas + gram.minors((1, 2))
        if self._model(small, relations) is None:
            return True
        large = gram.minors(range(3, gram.size + 1))
        return bool(large) and self._model(small + large, relations) is None

    def _found(self, relations: list[Relational] | None) -> Iterator[Counterexample]:
        """What satisfies relations: in the plane, and where it takes more vectors, in space."""
        size = 2
        while relations is not None and size <= 3:
            space = _Coordinates(relations, self._context, size)
            for compare in (gt, ge):  # independent vectors show more
                model = self._model(space.formulas + space.upright(compare), relations)
                if model is not None:
                    yield _read(space, model)
                    break
            size = size + 1 if len(space.basis) > size else 4

    def _model(self, formulas: list, relations):
        solver = self._tactic.solver()
        solver.set("timeout", TIMEOUT_MS)
        solver.add(formulas)
        answer = solver.check()
        if str(answer) == "unknown":
            raise RuntimeError(f"z3 did not decide {relations}: {solver.reason_unknown()}")
        return solver.model() if str(answer) == "sat" else None


def _understood(given: Iterable[Relational]) -> list[Relational] | None:
    """Relations and what gives them a meaning; None when one is false by the signs of symbols."""
    # SymPy evaluates what follows from the signs to true or false.
    listed = [relation for relation in given if relation is not sp.true]
    if sp.false in listed:
        return None
    return listed + [condition for relation in listed for condition in meaning(relation)]


def _questions(given: Sequence[Relational], claim: Relational) -> Iterator[list | None]:
    """Lists of relations, each impossible exactly when the claim follows."""
    conditions = meaning(claim)
    yield _understood([*given, *conditions, sp.Not(claim)])
    for condition in conditions:
        yield _understood([*given, sp.Not(condition)])


def _read(space: _Space, model) -> Counterexample:
    def number(real):
        if isinstance(real, int):
            return Fraction(real)
        value = model.eval(real, model_completion=True)
        if space.z3.is_rational_value(value):
            return Fraction(value.as_fraction())
        return float(value.approx(20).as_fraction())

    vectors = [symbol for symbol in space.names if isinstance(symbol, sp.MatrixSymbol)]
    scalars = [s for s in (*space.names, *space.known) if isinstance(s, sp.Symbol | sp.log)]
    return Counterexample(
        {str(symbol): number(space.known[symbol]) for symbol in scalars if symbol in space.known},
        {symbol.name: tuple(map(number, space.symbol(symbol))) for symbol in vectors},
    )


def differ(claim: sp.Eq) -> dict[str, Fraction] | None:
    """Numbers at which the two sides of an identity differ, or None when SymPy simplifies it to 0.

    Raises RuntimeError when SymPy neither simplifies the difference to 0 nor finds such numbers.
    """
    difference = (claim.lhs - claim.rhs).doit()
    symbols = sorted(difference.free_symbols, key=lambda symbol: symbol.name)
    for shift in range(1, 4):
        point = {symbol: sp.Rational(i + shift, 3) for i, symbol in enumerate(symbols, 1)}
        if abs(sp.N(difference.subs(point), 30)) > 1e-20:
            return {s.name: Fraction(value.p, value.q) for s, value in point.items()}
    left = sp.cancel(difference) and sp.simplify(difference)  # the first is quick, and often enough
    if left != 0:
        raise RuntimeError(f"SymPy did not decide {claim}: it leaves {left}")
    return None
