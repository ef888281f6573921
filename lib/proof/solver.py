"""Whether relations follow from others, for all numbers and vectors, and what breaks them.

z3 proves about the products of vectors, and refutes by their coordinates. A statement about inner
products holds in every space exactly when it holds of every positive semidefinite Gram matrix.
`Gram` has its entries as unknowns, and of its minors those of two vectors, which prove nearly all
that the book claims. `Coordinates` has the matrix's triangular root: in as many dimensions as
vectors it is complete, and in two or three it refutes. SymPy decides identities with functions that
z3 does not know.
"""

import operator as op
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import sympy as sp
from sympy.core.relational import Relational

from lib.proof.vectors import evaluate, meaning, names, norm
from lib.proof.watching import slack

LIMIT = 40_000_000  # of z3's own units, the same on every machine; some ten seconds of work
SECONDS = 30  # for the few parts of z3 that do not count
COMPARE = {"<=": op.le, "<": op.lt, ">=": op.ge, ">": op.gt, "==": op.eq, "!=": op.ne}


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
        return {
            name: np.array(value, dtype=float)
            for name, value in (self.numbers | self.vectors).items()
        }


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

        Raises RuntimeError when z3 does not decide within its limit: undecided is not proved.
        """
        return all(map(self._impossible, _questions(given, claim)))

    def breaks(self, given: Sequence[Relational], claim: Relational) -> Counterexample | None:
        """Numbers, and vectors in the plane or in space, as given that break the claim, or None.

        What leaves the claim without a meaning, as 1/0, breaks it too; it is sought last. Raises
        RuntimeError where z3 does not decide, or where it takes more than three dimensions.
        """
        return next(filter(None, map(self.example, _questions(given, claim))), None)

    def example(self, relations: Iterable[Relational]) -> Counterexample | None:
        """Numbers and vectors that satisfy relations, as numpy confirms, or None if none do."""
        relations = _understood(relations)
        if relations is None:
            return None
        found = None
        for size in (2, 3):
            space = Coordinates(relations, self._context, size)
            # Independent vectors show more.
            for compare in (op.gt, op.ge) if space.basis else (op.ge,):
                formulas = space.formulas + space.upright(compare)
                model = self._model(formulas, relations)
                if model is not None:
                    found = space.read(model)
                    near = (
                        self._model(formulas + near, relations) for near in space.rounded(found)
                    )
                    exact = (space.read(model) for model in near if model is not None)
                    for shown in (*exact, found):
                        if all(np.all(slack(r, shown.values).holds) for r in relations):
                            return shown
            if len(space.basis) <= size:
                break
        if found or (len(space.basis) > 3 and not self._impossible(relations)):
            raise RuntimeError(f"z3 finds no numbers that show {relations} possible, but {found}")
        return None

    def _impossible(self, relations: list[Relational] | None) -> bool:
        relations = _understood(relations)
        if relations is None:
            return True
        gram = Gram(relations, self._context)
        if self._model(gram.formulas + gram.cauchy_schwarz(), relations) is None:
            return True
        whole = Coordinates(relations, self._context, gram.size)
        return (
            gram.size > 2 and self._model(whole.formulas + whole.upright(op.ge), relations) is None
        )

    def _model(self, formulas: list, relations):
        solver = self._tactic.solver()
        solver.set("rlimit", LIMIT)
        solver.set("timeout", int(1000 * SECONDS))
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


def _questions(given: Sequence[Relational], claim: Relational) -> list[list[Relational]]:
    """Lists of relations, each impossible exactly when the claim follows."""
    conditions = meaning(claim)
    broken = [*given, *conditions, sp.Not(claim)]
    return [broken, *([*given, sp.Not(condition)] for condition in conditions)]


def differ(claim: sp.Eq) -> Counterexample | None:
    """Numbers at which the two sides of an identity differ, or None when SymPy simplifies it to 0.

    Raises RuntimeError when SymPy neither simplifies the difference to 0 nor finds such numbers.
    """
    difference = (claim.lhs - claim.rhs).doit()
    symbols = sorted(difference.free_symbols, key=lambda symbol: symbol.name)
    for shift in range(1, 4):
        point = {symbol: sp.Rational(i + shift, 3) for i, symbol in enumerate(symbols, 1)}
        if abs(sp.N(difference.subs(point), 30)) > 1e-20:
            return Counterexample({s.name: Fraction(str(v)) for s, v in point.items()}, {})
    left = sp.cancel(difference) and sp.simplify(difference)  # the first is quick, and often enough
    if left != 0:
        raise RuntimeError(f"SymPy did not decide {claim}: it leaves {left}")
    return None


# Relations as formulas about the real numbers of z3


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

    def read(self, model) -> Counterexample:
        """The numbers and vectors of a model."""
        scalars = [symbol for symbol in self.names if symbol not in self.vectors]
        logs = [expr for expr in self.known if isinstance(expr, sp.log)]
        return Counterexample(
            {str(expr): self._number(model, self.known[expr]) for expr in (*scalars, *logs)},
            {
                symbol.name: tuple(self._number(model, entry) for entry in self.symbol(symbol))
                for symbol in self.vectors
            },
        )

    def _number(self, model, real) -> Fraction | float:
        if isinstance(real, int):
            return Fraction(real)
        value = model.eval(real, model_completion=True)
        if self.z3.is_rational_value(value):
            return Fraction(value.numerator_as_long(), value.denominator_as_long())
        return float(value.approx(20).as_fraction())

    def rounded(self, found: Counterexample) -> Iterator[list]:
        """Where roots are among some numbers, fractions nearby, which a page shows better.

        First whole halves for all of them, then fractions for the roots alone.
        """
        pairs = [
            (self.known[s], found.numbers[s.name]) for s in self.names if s.name in found.numbers
        ]
        for vector in self.basis:
            pairs += zip(self.symbol(vector), found.vectors[vector.name], strict=True)
        unknown = [pair for pair in pairs if not isinstance(pair[0], int)]
        roots = [(real, value) for real, value in unknown if isinstance(value, float)]
        if roots:
            yield [real == self.ratio(round(2 * value), 2) for real, value in unknown]
            near = [(real, Fraction(value).limit_denominator(8)) for real, value in roots]
            yield [real == self.ratio(*value.as_integer_ratio()) for real, value in near]


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
