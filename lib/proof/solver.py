"""Whether relations follow from others, for all numbers and vectors, and what breaks them.

Numbers are tried first, and break most of what is false. Of the rest, z3 proves about the products
of vectors, and refutes by their coordinates: a statement about inner products holds in every space
exactly when it holds of every positive semidefinite Gram matrix. `Gram` has the matrix's entries as
unknowns, and its minors of two vectors, which prove nearly all. `Coordinates` has its triangular
root: in as many dimensions as vectors it is complete, in two or three it refutes.
"""

import operator as op
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import combinations, product
from typing import ClassVar

import numpy as np
import sympy as sp
from sympy.core.relational import Relational

from lib.proof.vectors import declared_sign, definitions, evaluate, meaning, names, norm, sign
from lib.proof.watching import Trial, slack

LIMIT = 40_000_000  # of z3's own units, the same on every machine; some ten seconds of work
SECONDS = 30  # for the few parts of z3 that do not count
TINY = Fraction(1, 10**30)
REFINED = 6  # times that numbers are searched again because ln has another value there
COMPARE = {"<=": op.le, "<": op.lt, ">=": op.ge, ">": op.gt, "==": op.eq, "!=": op.ne}


@dataclass(frozen=True)
class Counterexample:
    """Numbers and vectors that satisfy all that is given and break a claim, checked by numpy.

    Numbers are exact where they are fractions; vectors have two or three coordinates.
    """

    numbers: dict[str, Fraction | float]
    vectors: dict[str, tuple[Fraction | float, ...]]

    @property
    def values(self) -> dict[str, np.ndarray]:
        """The same as floats, for `lib.proof.watching`."""
        said = self.numbers | self.vectors
        return {name: np.array(value, dtype=float) for name, value in said.items()}


def counterexample(values: Mapping[sp.Expr, Fraction | float | tuple]) -> Counterexample:
    """That in which symbols have these values."""
    numbers = {s.name: value for s, value in values.items() if not s.is_Matrix}
    return Counterexample(numbers, {s.name: v for s, v in values.items() if s.is_Matrix})


class Undecided(RuntimeError):
    """Neither proved nor refuted within the limits, which is not proved."""


class Solver:
    """z3 with a context of its own, so that its answers depend on the questions to it alone.

    One for each step makes the counterexamples on a page the same in every process. What z3 does
    not decide within its limit raises Undecided.
    """

    def __init__(self):
        self.limit = LIMIT
        self.free: frozenset[str] = frozenset()  # signs, as "gamma > 0", that symbols may not have

    @cached_property
    def tactic(self):
        """A complete procedure for real arithmetic, directly: half the time of z3's own choice."""
        import z3

        return z3.Tactic("qfnra-nlsat", z3.Context())

    def follows(self, given: Sequence[Relational], claim: Relational) -> bool:
        """Whether the claim has a meaning, and holds, for all numbers and vectors as given."""
        return all(map(self._impossible, self._questions(given, claim)))

    def breaks(self, given: Sequence[Relational], claim: Relational) -> Counterexample | None:
        """Numbers, and vectors in the plane or in space, as given that break the claim, or None.

        What leaves the claim without a meaning, as 1/0, breaks it too; it is tried last.
        """
        errors = []
        for question in self._questions(given, claim):
            try:
                if found := self.example(question):
                    return found
            except Undecided as error:
                errors.append(error)
        if errors:
            raise errors[0]
        return None

    def example(self, relations: Iterable[Relational]) -> Counterexample | None:
        """Numbers and vectors that satisfy relations, as numpy confirms, or None if none do.

        Raises Undecided where that takes more than three dimensions, too.
        """
        relations = self._with_meaning(relations)
        if relations is None:
            return None
        try:
            return self._trial(relations) or self._example(relations)
        except Undecided:
            if found := self._on_a_line(relations):
                return found
            raise

    def trial(self, given: Sequence[Relational], claim: Relational) -> Counterexample | None:
        """The plainest of the numbers on trial that break a claim, or None."""
        listed = filter(None, map(self._with_meaning, self._questions(given, claim)))
        return next(filter(None, map(self._trial, listed)), None)

    def _trial(self, relations: list[Relational]) -> Counterexample | None:
        defined, _ = definitions(relations, sp.Symbol | sp.MatrixSymbol)
        trial = Trial(defined)
        symbols = names(*relations)
        signs = [declared_sign(s) for s in symbols if s.is_nonnegative and sign(s) not in self.free]
        point = trial.plainest([*signs, *relations])
        return None if point is None else counterexample({s: trial.at(point, s) for s in symbols})

    def _example(self, relations: list[Relational]) -> Counterexample | None:
        for size in (2, 3):
            space = Coordinates(relations, self, size)
            # Independent vectors make a better picture.
            for compare in (op.gt, op.ge) if space.basis else (op.ge,):
                formulas = space.formulas + space.diagonal(compare)
                for found in self._models(space, formulas, relations):
                    if found and _satisfies(found, relations):
                        return found
            if len(space.basis) <= size:
                break
        if found or (len(space.basis) > 3 and not self._impossible(relations)):
            raise Undecided(f"z3 finds no numbers that show {relations} possible, but {found}")
        return None

    def possible(self, relations: Iterable[Relational]) -> bool:
        """Whether some numbers and vectors satisfy relations; those on a line are tried first."""
        known, ways = self._with_meaning(relations), (self._trial, self._on_a_line, self._example)
        return known is not None and any(way(known) for way in ways)

    def _on_a_line(self, relations: list[Relational]) -> Counterexample | None:
        """Vectors of one line, where lengths are easy, as in the plane; None if none are found."""
        space = Coordinates(relations, self, 1)
        with suppress(Undecided):
            for found in filter(None, self._models(space, space.formulas, relations)):
                flat = {name: (value, Fraction(0)) for name, (value,) in found.vectors.items()}
                flat = Counterexample(found.numbers, flat)
                if _satisfies(flat, relations):
                    return flat
        return None

    def _models(self, space, formulas: list, relations) -> Iterator[Counterexample | None]:
        """Numbers that z3 finds, and others where ln has its values; None where there are none."""
        for _ in range(1 + REFINED * bool(space.logs)):
            model = self._model(formulas, relations)
            if model is None:
                yield None
                return
            yield space.read(model)
            if not space.logs:
                return
            points = [logarithm_near(space.value(model, log.under)[0]) for log in space.logs]
            pairs = list(zip(space.logs, points, strict=True))
            there = [formula for log, point in pairs for formula in log.at(point)]
            fixed = self._model(formulas + there, relations)
            if fixed is not None:
                yield space.read(fixed)
            formulas = formulas + [log.bounds_from(point) for log, point in pairs]

    def _impossible(self, relations: list[Relational] | None) -> bool:
        relations = self._with_meaning(relations)
        if relations is None:
            return True
        gram = Gram(relations, self)
        if self._model(gram.formulas + gram.cauchy_schwarz(), relations) is None:
            return True
        if gram.size < 3:
            return False
        whole = Coordinates(relations, self, gram.size)
        return self._model(whole.formulas + whole.diagonal(op.ge), relations) is None

    def _model(self, formulas: list, relations):
        solver = self.tactic.solver()
        solver.set("rlimit", self.limit)
        solver.set("timeout", int(1000 * SECONDS))
        solver.from_string(question(formulas))
        answer = solver.check()
        if str(answer) == "unknown":
            raise Undecided(f"z3 did not decide {relations}: {solver.reason_unknown()}")
        return solver.model() if str(answer) == "sat" else None

    def _with_meaning(self, given: Iterable[Relational]) -> list[Relational] | None:
        """Relations and what gives them a meaning; None when one is false by the signs alone."""
        # SymPy evaluates what follows from the signs to true or false.
        listed = [relation for relation in given if relation is not sp.true]
        if sp.false in listed:
            return None
        return listed + [condition for r in listed for condition in meaning(r, self.free)]

    def _questions(self, given: Sequence[Relational], claim: Relational) -> list[list[Relational]]:
        """Lists of relations, each impossible exactly when the claim follows."""
        conditions = meaning(claim, self.free)
        broken = [*given, *conditions, sp.Not(claim)]
        return [broken, *([*given, sp.Not(condition)] for condition in conditions)]


def _satisfies(found: Counterexample, relations: Iterable[Relational]) -> bool:
    values = found.values
    return all(np.all(slack(relation, values).holds) for relation in relations)


def differ(claim: sp.Eq) -> Counterexample | None:
    """Numbers at which an identity, or a derivative in it, fails or has no meaning; None if proved.

    Raises Undecided where SymPy finds neither.
    """
    for slope in claim.atoms(sp.Derivative):
        if slope.has(sp.Abs, sp.Max):
            raise Undecided(f"{slope} may have a kink; take the derivative on either side of it")
    taken = claim.lhs.doit(), claim.rhs.doit()
    for condition in dict.fromkeys(c for side in (*claim.args, *taken) for c in meaning(side)):
        try:
            found = Solver().breaks([], condition)
        except ValueError as error:  # what no formula of z3's is
            raise Undecided(f"{claim} has a meaning only where {condition}: {error}") from error
        if found:
            return found
    difference = taken[0] - taken[1]
    symbols = sorted(difference.free_symbols, key=lambda symbol: symbol.name)
    for shift in range(1, 4):
        point = {symbol: sp.Rational(i + shift, 3) for i, symbol in enumerate(symbols, 1)}
        if abs(sp.N(difference.subs(point), 30)) > 1e-20:
            return counterexample({symbol: Fraction(value) for symbol, value in point.items()})
    left = sp.cancel(difference) and sp.simplify(difference)  # the first is quick, and often enough
    if left != 0:
        raise Undecided(f"SymPy did not decide {claim}: it leaves {left}")
    return None


# Relations as formulas about the real numbers of z3


def _operation(sign: str, reflected: bool = False) -> Callable:
    """An operation on terms, of which 0·x makes none of its own."""

    def result(term, other):
        if sign == "*" and isinstance(other, int) and other == 0:
            return 0
        return Term(sign, other, term) if reflected else Term(sign, term, other)

    return result


def _comparison(sign: str) -> Callable:
    return lambda term, other: f"({sign} {term.text} {_smt(other)})"


class Term:
    """A name, or an operation, as SMT-LIB writes it, which is made sooner than z3's own object."""

    __slots__ = ("parts", "sign", "text")
    OPERATIONS: ClassVar = {"+": op.add, "-": op.sub, "*": op.mul, "/": op.truediv}

    def __init__(self, sign: str, *parts):
        self.sign, self.parts = sign, parts
        self.text = f"({sign} {' '.join(map(_smt, parts))})" if parts else f"|{sign}|"

    def value(self, named: Callable[[str], Fraction]) -> Fraction:
        """Its value, where names stand for numbers."""
        if not self.parts:
            return named(self.sign)
        values = [p.value(named) if isinstance(p, Term) else Fraction(p) for p in self.parts]
        return reduce(self.OPERATIONS[self.sign], values)

    __add__, __sub__, __mul__, __truediv__ = map(_operation, "+-*/")
    __radd__, __rsub__, __rmul__, __rtruediv__ = (_operation(sign, True) for sign in "+-*/")
    __le__, __lt__, __ge__, __gt__, __eq__ = map(_comparison, ("<=", "<", ">=", ">", "="))

    def __pow__(self, power: int):
        return Term("*", *[self] * power) if power > 1 else self

    def __neg__(self):
        return Term("-", 0, self)

    def __ne__(self, other):
        return f"(not (= {self.text} {_smt(other)}))"


def question(formulas: Iterable) -> str:
    """Formulas in SMT-LIB, which z3 and other solvers read."""
    said = "\n".join(f"(assert {_smt(formula)})" for formula in formulas)
    reals = dict.fromkeys(re.findall(r"\|[^|]*\|", said))
    return "".join(f"(declare-const {real} Real)\n" for real in reals) + said


def _smt(part: Term | int | bool | str) -> str:
    """A number, or a formula, in SMT-LIB."""
    if isinstance(part, bool | np.bool_):
        return "true" if part else "false"
    if isinstance(part, int):
        return str(part) if part >= 0 else f"(- {-part})"
    return part.text if isinstance(part, Term) else part


def _ratio(p: int, q: int) -> Term | int:
    return p if q == 1 else Term("/", p, q)


class _Space:
    """Relations as z3's `formulas`; a vector is an array of numbers, those of z3 among them.

    An equality that defines a vector, as an update w = w_before + x, replaces it everywhere;
    the `basis` holds the other vectors.
    """

    ratio = staticmethod(_ratio)

    def __init__(self, relations: Iterable[Relational], solver: Solver, size: int | None = None):
        self.solver, self.known, self.formulas = solver, {}, []
        self.logs: list[Logarithm] = []
        self.definitions, others = definitions(relations, sp.MatrixSymbol)
        self.names = names(*relations)
        self.basis = [s for s in self.names if s.is_Matrix and s not in self.definitions]
        self.size = len(self.basis) if size is None else size
        self.zero = np.zeros(self.size, dtype=object)
        for relation in others:
            self.formulas += self._assertions(relation)

    def _assertions(self, relation: Relational) -> list:
        if not isinstance(relation.lhs, sp.MatrixExpr):
            return [COMPARE[relation.rel_op](*(evaluate(side, self) for side in relation.args))]
        left, right = (evaluate(side, self) for side in relation.args)
        difference = left + self.scale(-1, right)
        if isinstance(relation, sp.Ne):
            return [self.dot(difference, difference) > 0]
        return [self.dot(difference, self.symbol(vector)) == 0 for vector in self.basis]

    def scale(self, factor, vector: np.ndarray) -> np.ndarray:
        return np.array([factor * entry for entry in vector], dtype=object)

    def symbol(self, symbol):
        if symbol not in self.known:
            self.known[symbol] = self._symbol(symbol)
        return self.known[symbol]

    def _symbol(self, symbol):
        if symbol in self.definitions:
            return evaluate(self.definitions[symbol], self)
        if symbol in self.basis:
            return self.vector(self.basis.index(symbol))
        value = Term(symbol.name)
        if symbol.is_nonnegative and sign(symbol) not in self.solver.free:
            self.formulas.append(value > 0 if symbol.is_positive else value >= 0)
        return value

    def special(self, expr):
        """A length, root, absolute value, largest or logarithm: a number, and what holds of it."""
        if expr not in self.known:
            self.known[expr] = value = Term(f"#{len(self.known)}")
            if isinstance(expr, sp.Max | sp.Abs):
                parts = [evaluate(arg, self) for arg in expr.args]
                parts += [-parts[0]] if isinstance(expr, sp.Abs) else []
                self.formulas += [value >= part for part in parts]
                self.formulas.append(f"(or {' '.join(value == part for part in parts)})")
            elif isinstance(expr, sp.log):
                under = evaluate(expr.args[0], self)
                if isinstance(under, Term):  # a name, so that a model has its value
                    named = Term(f"{value.sign} under ln")
                    self.formulas.append(named == under)
                    under = named
                log = Logarithm(under, value, value)
                self.formulas += map(log.bounds_from, [Logarithm(1, 0, 0), *self.logs])
                if expr.is_number:
                    low, high = bounds(expr)
                    self.formulas += [value >= low, value <= high]
                self.logs.append(log)
            else:
                under = evaluate(expr.args[0], self)
                square = self.dot(under, under) if isinstance(expr, norm) else under
                self.formulas += [value >= 0, value * value == square]
        return self.known[expr]


@dataclass(frozen=True)
class Logarithm:
    """A positive number, z3's or not, and its ln, which is between two numbers, or one of z3's.

    From a to y the curve 1/x is convex, so ln y - ln a, the area below it, lies between what the
    midpoint rule and the trapezoidal rule give for it: 2(y-a)/(a+y) and (y²-a²)/(2ay).
    """

    under: Term | int
    low: Term | int
    high: Term | int

    def bounds_from(self, other: "Logarithm"):
        """The bounds on it from the logarithm of another number."""
        y, a = self.under, other.under
        if isinstance(y, int) and isinstance(a, int):
            return True
        above, below = self.low - other.low, self.low - other.high
        apart, both, ends = y - a, a + y, 2 * a * y
        return (
            f"(or (and {apart == 0} {above >= 0} {below <= 0})"
            f" (and {apart > 0} {above * both > 2 * apart} {ends * below < apart * both})"
            f" (and {apart < 0} {below * both < 2 * apart} {ends * above > apart * both}))"
        )

    def at(self, point: "Logarithm") -> list:
        """The formulas that it is this one."""
        return [self.under == point.under, self.low >= point.low, self.low <= point.high]


def logarithm_near(value: Fraction) -> Logarithm:
    """The logarithm of a short fraction near a positive one."""
    near = value.limit_denominator(64)
    near = near if near > 0 else value
    return Logarithm(_ratio(*near.as_integer_ratio()), *bounds(sp.log(sp.Rational(near))))


def bounds(number: sp.Expr) -> list:
    """Numbers of thirty digits below and above one, as ln 4."""
    near = Fraction(str(sp.N(number, 40)))
    return [_ratio(*(near + away).as_integer_ratio()) for away in (-TINY, TINY)]


class Gram(_Space):
    """A vector is its multiples of the basis; the unknowns are the products in the basis."""

    def vector(self, i: int) -> np.ndarray:
        return np.array([int(i == j) for j in range(self.size)], dtype=object)

    def length(self, i: int):
        """The length of a vector of the basis, a number of its own: roots are hard for z3."""
        key = norm(self.basis[i])
        if key not in self.known:
            self.known[key] = Term(f"length of {self.basis[i].name}")
            self.formulas.append(self.known[key] >= 0)
        return self.known[key]

    def product(self, i: int, j: int):
        if i == j:
            return self.length(i) * self.length(i)
        pair = tuple(self.basis[k].name for k in sorted((i, j)))
        if pair not in self.known:
            self.known[pair] = Term("<{},{}>".format(*pair))
        return self.known[pair]

    def special(self, expr):
        if isinstance(expr, norm) and expr.args[0] in self.basis:
            return self.length(self.basis.index(expr.args[0]))
        return super().special(expr)

    def dot(self, a: np.ndarray, b: np.ndarray):
        found = 0
        for (i, x), (j, y) in product(enumerate(a), enumerate(b)):
            factor = x * y
            if not isinstance(factor, int) or factor:
                found = found + factor * self.product(i, j)
        return found

    def cauchy_schwarz(self) -> list:
        """The 2 × 2 minors of the matrix of the basis and all sums whose length occurs."""
        lengths = [expr.args[0] for expr in self.known if isinstance(expr, norm)]
        sums = [norm(vector) for vector in dict.fromkeys([*self.basis, *lengths])]
        vectors = [evaluate(each.args[0], self) for each in sums]
        found = []
        for i, j in combinations(range(len(sums)), 2):
            if j < self.size and (self.basis[i].name, self.basis[j].name) not in self.known:
                continue  # nothing keeps these two from a right angle
            both = self.special(sums[i]) * self.special(sums[j])
            dot = self.dot(vectors[i], vectors[j])
            found += [dot <= both, -both <= dot]
        return found


class Coordinates(_Space):
    """A vector is its coordinates, the i-th of the basis in the first i + 1 of them alone."""

    def __init__(self, relations: Iterable[Relational], solver: Solver, size: int):
        super().__init__(relations, solver, size)
        for symbol in self.names:  # also those that only a definition has
            self.symbol(symbol)

    def vector(self, i: int) -> np.ndarray:
        name = self.basis[i].name
        entries = [Term(f"{name}[{j}]") if j <= i else 0 for j in range(self.size)]
        return np.array(entries, dtype=object)

    def dot(self, a: np.ndarray, b: np.ndarray):
        return sum(map(op.mul, a, b))

    def diagonal(self, compare: Callable) -> list:
        """That the i-th vector has i-th coordinate >= 0: no loss; with >, all are independent."""
        up = zip(self.basis, range(self.size), strict=False)
        return [compare(self.symbol(vector)[i], 0) for vector, i in up]

    def read(self, model) -> Counterexample:
        """The numbers and vectors of a model."""
        found = {}
        for symbol in self.names:
            term = self.symbol(symbol)
            entries = [self._number(model, each) for each in (term if symbol.is_Matrix else [term])]
            found[symbol] = tuple(entries) if symbol.is_Matrix else entries[0]
        return counterexample(found)

    def value(self, model, term: Term | int) -> tuple[Fraction, bool]:
        """A number of a model, and whether it is exactly this fraction."""
        import z3

        exact = []

        def named(name: str) -> Fraction:
            value = model.eval(z3.Real(name, self.solver.tactic.ctx), model_completion=True)
            exact.append(z3.is_rational_value(value))
            value = value if exact[-1] else value.approx(20)
            return Fraction(value.numerator_as_long(), value.denominator_as_long())

        found = term.value(named) if isinstance(term, Term) else Fraction(term)
        return found, all(exact)

    def _number(self, model, real) -> Fraction | float:
        value, exact = self.value(model, real)
        # A fraction may stand for a logarithm, which is none.
        return value if exact and not (self.logs and value.denominator > 10**6) else float(value)
