"""Whether relations follow from others, for all numbers and vectors, and what breaks them.

z3 proves about the products of vectors and refutes by coordinates (`lib.proof.spaces`); SymPy
decides identities with functions that z3 does not know.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import ge, gt

import numpy as np
import sympy as sp
from sympy.core.relational import Relational

from lib.proof.spaces import Coordinates, Gram
from lib.proof.vectors import meaning
from lib.proof.watching import slack

LIMIT = 40_000_000  # of z3's own units, the same on every machine; some ten seconds of work
SECONDS = 30  # for the few parts of z3 that do not count


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
            for compare in (gt, ge) if space.basis else (ge,):  # independent vectors show more
                formulas = space.formulas + space.upright(compare)
                model = self._model(formulas, relations)
                if model is not None:
                    found = _read(space, model)
                    near = (
                        self._model(formulas + near, relations) for near in _rounded(space, found)
                    )
                    exact = (_read(space, model) for model in near if model is not None)
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
        return gram.size > 2 and self._model(whole.formulas + whole.upright(ge), relations) is None

    def _model(self, formulas: list, relations):
        solver = self._tactic.solver()
        solver.set("rlimit", LIMIT)
        solver.set("timeout", 1000 * SECONDS)
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


def _read(space: Coordinates, model) -> Counterexample:
    def number(real):
        if isinstance(real, int):
            return Fraction(real)
        value = model.eval(real, model_completion=True)
        if space.z3.is_rational_value(value):
            return Fraction(value.numerator_as_long(), value.denominator_as_long())
        return float(value.approx(20).as_fraction())

    scalars = [symbol for symbol in space.names if symbol not in space.vectors]
    logs = [expr for expr in space.known if isinstance(expr, sp.log)]
    return Counterexample(
        {str(expr): number(space.known[expr]) for expr in (*scalars, *logs)},
        {symbol.name: tuple(map(number, space.symbol(symbol))) for symbol in space.vectors},
    )


def _rounded(space: Coordinates, found: Counterexample) -> Iterator[list]:
    """Where roots are among some numbers, fractions nearby, which a page shows better.

    First whole halves for all of them, then fractions for the roots alone.
    """
    pairs = [
        (space.known[s], found.numbers[s.name]) for s in space.names if s.name in found.numbers
    ]
    for vector in space.basis:
        pairs += zip(space.symbol(vector), found.vectors[vector.name], strict=True)
    unknown = [pair for pair in pairs if not isinstance(pair[0], int)]
    roots = [(real, value) for real, value in unknown if isinstance(value, float)]
    if roots:
        yield [real == space.ratio(round(2 * value), 2) for real, value in unknown]
        near = [(real, Fraction(value).limit_denominator(8)) for real, value in roots]
        yield [real == space.ratio(*value.as_integer_ratio()) for real, value in near]


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
