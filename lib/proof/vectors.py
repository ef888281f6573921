"""Vectors as symbols of SymPy, and the one reading of an expression that proofs and runs share.

`inner(w, u)` and `norm(w - u)` stand in relations like any other term. `written` typesets them, and
`evaluate` reads them in a space: on arrays (`lib.proof.watching`), as Gram matrices, or as
coordinates (`lib.proof.solver`).
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache, reduce
from operator import add, mul

import sympy as sp
from sympy.core.relational import Relational
from sympy.printing.latex import LatexPrinter

_DIMENSION = sp.Symbol("dimension", integer=True, positive=True)
ZERO = sp.ZeroMatrix(_DIMENSION, 1)
SIGNS = {"numbers": {}} | {sign: {sign: True} for sign in ("real", "nonnegative", "positive")}
HALF = re.compile(r"\\left\((\\frac\{\d+\}\{\d+\})\\right\)(?!\^)")


def vectors(names: str) -> tuple[sp.MatrixSymbol, ...]:
    """Vectors of one space, of any dimension, by their names, as "w x u"."""
    return tuple(sp.MatrixSymbol(name, _DIMENSION, 1) for name in names.split())


def of_state(symbol, state: str):
    """A symbol's value in another state, as w_before: a symbol of its kind and sign."""
    name = f"{symbol.name}_{state}"
    if symbol.is_Matrix:
        return sp.MatrixSymbol(name, *symbol.shape)
    sign = next((sign for sign in SIGNS.values() if sp.Symbol(symbol.name, **sign) == symbol), {})
    return sp.Symbol(name, **sign)


class inner(sp.Expr):
    """The inner product of two vectors; either may be a sum of multiples."""

    is_real = is_commutative = True

    def _latex(self, printer):
        return r"\langle {}, {}\rangle".format(*map(printer._print, self.args))


class norm(sp.Expr):
    """The length of a vector, which may be a sum of multiples."""

    is_nonnegative = is_commutative = True

    def _latex(self, printer, exp=None):
        length = rf"\lVert {printer._print(self.args[0])}\rVert"
        return length if exp is None else f"{length}^{{{exp}}}"


class Printer(LatexPrinter):
    """SymPy's, with the terms of a sum in the order in which one writes them."""

    def _as_ordered_terms(self, expr, order=None):
        return sorted(super()._as_ordered_terms(expr, order=order), key=_place)

    def _print_MatAdd(self, expr):
        terms = sorted(map(self._print, expr.args), key=lambda text: text.startswith("-"))
        return " + ".join(terms).replace("+ -", "-")


def _place(term: sp.Expr) -> tuple:
    """Where a term stands in its sum: "‖w‖² + 2θ‖w‖ + 1", "⟨w, x⟩ + b", "s − t"."""
    powers = [factor.as_base_exp() for factor in sp.Mul.make_args(term)]
    highest = max(abs(exp) if exp.is_Integer else 1 for _, exp in powers)
    whole = all(exp.is_positive or base.is_number for base, exp in powers)
    of_vectors = whole and any(isinstance(base, inner | norm) for base, _ in powers)
    return term.could_extract_minus_sign(), term.has(sp.Max), not of_vectors, -highest


def written(expr: sp.Basic, latex: Mapping[sp.Expr, str]) -> str:
    """LaTeX of a relation or symbol; `latex` says how symbols look."""
    text = Printer({"symbol_names": dict(latex), "ln_notation": True}).doprint(expr)
    # A bare | would end the cell of a table.
    text = text.replace(r"\left|{", r"\left\lvert{").replace(r"}\right|", r"}\right\rvert")
    return HALF.sub(r"\1", text)


def evaluate(expr: sp.Expr, space):
    """The value of an expression in a space, which knows what symbols, products and roots are."""
    return _reading(expr)(space)


@cache
def _reading(expr: sp.Expr) -> Callable:
    """How an expression is read in any space; SymPy's own trees are slow to walk."""
    if expr.is_Symbol or isinstance(expr, sp.MatrixSymbol):
        return lambda space: space.symbol(expr)
    if expr.is_Number:
        exact = sp.Rational(expr)
        return lambda space: space.ratio(exact.p, exact.q)
    if isinstance(expr, sp.MatrixExpr):
        return _vector(expr)
    if isinstance(expr, inner):
        a, b = map(_reading, expr.args)
        return lambda space: space.dot(a(space), b(space))
    if isinstance(expr, norm | sp.Max | sp.Abs | sp.log):
        return lambda space: space.special(expr)
    over, under = sp.fraction(expr)
    if under != 1:
        over, under = _reading(over), _reading(under)
        return lambda space: _quotient(over(space), under(space), space)
    if expr.is_Add or expr.is_Mul:
        return _reduced(add if expr.is_Add else mul, expr.args)
    if expr.is_Pow and expr.exp.is_Integer:
        power = int(expr.exp)
        if isinstance(expr.base, norm) and power % 2 == 0:  # no root, where none is asked for
            (a,) = map(_reading, expr.base.args)
            return lambda space: space.dot(*[a(space)] * 2) ** (power // 2)
        base = _reading(expr.base)
        return lambda space: base(space) ** power
    if expr.is_Pow and expr.exp == sp.S.Half:
        return lambda space: space.special(expr)
    raise ValueError(f"{expr} is no sum, product, power or root; in an identity write | by SymPy")


def _vector(expr: sp.MatrixExpr) -> Callable:
    """A sum of multiples of vectors."""
    if isinstance(expr, sp.ZeroMatrix):
        return lambda space: space.zero
    if isinstance(expr, sp.MatAdd):
        return _reduced(add, expr.args)
    factor = _reduced(mul, [arg for arg in expr.args if not arg.is_Matrix])
    (vector,) = (_reading(arg) for arg in expr.args if arg.is_Matrix)
    return lambda space: space.scale(factor(space), vector(space))


def _reduced(combine: Callable, args: Iterable[sp.Expr]) -> Callable:
    read = [_reading(arg) for arg in args]
    return lambda space: reduce(combine, (part(space) for part in read))


def _quotient(top, bottom, space):
    whole = isinstance(top, int) and isinstance(bottom, int)
    return space.ratio(top, bottom) if whole else top / bottom


@cache
def meaning(expr: sp.Basic, free: frozenset[str] = frozenset()) -> tuple:
    """When an expression or relation means something: no divisor is 0, no root or ln of less.

    What follows from the signs of symbols is left out, but for those in `free`, as "gamma > 0".
    """
    found = {}
    for power in expr.atoms(sp.Pow):
        base = unsigned(power.base, free)
        if power.exp.is_negative and not base.is_nonzero:
            found[sp.Ne(base, 0)] = None
        if power.exp.is_Rational and power.exp.q > 1 and not base.is_nonnegative:
            found[sp.Ge(base, 0)] = None
    for logarithm in expr.atoms(sp.log):
        inside = unsigned(logarithm.args[0], free)
        if not inside.is_positive:
            found[sp.Gt(inside, 0)] = None
    return tuple(sorted(found, key=str))


def definitions(relations: Iterable[Relational], kind: type) -> tuple[dict, list[Relational]]:
    """The equalities that say what a symbol of some kind is, and all other relations."""
    found, others = {}, []

    def inside(expr):
        own = set(names(expr))
        return own.union(*(inside(found[s]) for s in own if s in found))

    for relation in relations:
        for symbol, expr in (relation.args, relation.args[::-1]):
            alone = isinstance(symbol, kind) and symbol not in found
            if isinstance(relation, sp.Eq) and alone and symbol not in inside(expr):
                found[symbol] = expr
                break
        else:
            others.append(relation)
    return found, others


def sign(symbol: sp.Symbol) -> str:
    """What a symbol is declared to be, as "gamma > 0", in whatever state of a run it is."""
    return f"{symbol.name.removesuffix('_before')} {'>' if symbol.is_positive else '>='} 0"


@cache
def declared_sign(symbol: sp.Symbol) -> Relational:
    """The same as a relation, which SymPy leaves as it is."""
    return (sp.Gt if symbol.is_positive else sp.Ge)(symbol, 0, evaluate=False)


def unsigned(expr: sp.Basic, free: Collection[str]) -> sp.Basic:
    """An expression whose symbols may be any numbers, where `free` has the sign of theirs."""
    named = [s for s in names(expr) if s.is_nonnegative and sign(s) in free] if free else []
    return expr.xreplace({s: sp.Symbol(s.name, real=True) for s in named}) if named else expr


def names(*relations: Relational) -> list:
    """The symbols of relations, numbers and vectors, by name."""
    found = set().union(*map(_symbols, relations))
    return sorted(found, key=lambda symbol: symbol.name)


@cache
def _symbols(relation: Relational) -> frozenset:
    found = relation.atoms(sp.Symbol, sp.MatrixSymbol)
    return frozenset(found - {part for s in found if s.is_Matrix for part in s.shape})
