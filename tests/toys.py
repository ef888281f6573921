"""Small theorems for the tests of the proof engine, an exact check of its examples, its tables."""

from fractions import Fraction
from functools import reduce
from operator import add, mul

import sympy as sp
from sympy import Eq, Rational, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import inner, norm, vectors

x, y, z = symbols("x y z", real=True)
t, s, s_before = symbols("t s s_before", nonnegative=True)
positive = symbols("positive", positive=True)
u, v, w = vectors("u v w")
R, gamma = symbols("R gamma", positive=True)
w_before, x_t = vectors("w_before x")  # as in the theorems of a run


def theorem(*steps, before=None, latex=None, **hypotheses):
    """A theorem whose hypotheses are named by the arguments' names."""
    return Theorem("toy", "Toy", hypotheses, steps, before or {}, latex or {})


def counting():
    """s counts from 0: a small induction to watch."""
    step = Step("count", s >= t, ("grows",), ("empty",))
    hypotheses = {"empty": Eq(t, 0), "grows": s >= s_before + 1}
    return theorem(step, before={t: t - 1, s: s_before}, **hypotheses)


def is_exact(found):
    """Whether all numbers of an example are fractions."""
    entries = [*found.numbers.values(), *(e for vector in found.vectors.values() for e in vector)]
    return all(isinstance(entry, Fraction) for entry in entries)


def value(expr, found):
    """An expression on exact numbers and explicit columns, by SymPy alone.

    What has no number counts as 1: no relation that was asked about speaks of it.
    """
    if isinstance(expr, sp.MatrixSymbol):
        size = len(next(iter(found.vectors.values()), "xyz"))
        entries = found.vectors.get(expr.name, (1,) * size)
        return sp.Matrix([Rational(entry) for entry in entries])
    if expr.is_Symbol or (isinstance(expr, sp.log) and str(expr) in found.numbers):
        return Rational(found.numbers.get(str(expr), 1))
    if isinstance(expr, sp.ZeroMatrix):
        return sp.zeros(len(next(iter(found.vectors.values()))), 1)
    if not expr.args:
        return expr
    args = [value(arg, found) for arg in expr.args]
    if isinstance(expr, inner):
        return args[0].dot(args[1])
    if isinstance(expr, norm):
        return sp.sqrt(args[0].dot(args[0]))
    if isinstance(expr, sp.MatAdd | sp.MatMul):
        return reduce(add if isinstance(expr, sp.MatAdd) else mul, args)
    return expr.func(*args)


def derived(expr):
    """The expression with its derivatives taken."""
    return expr.replace(sp.Derivative, lambda *args: sp.Derivative(*args).doit())


def holds(relation, found):
    """Whether an exact example satisfies a relation; None when it divides by 0 there."""
    left, right = (value(derived(side), found) for side in relation.args)
    if isinstance(left, sp.MatrixBase):
        return (left == right) == isinstance(relation, Eq)
    if sp.S.ComplexInfinity in (left, right) or sp.nan in (left, right):
        return None
    if any(part.has(sp.I) for part in (left, right)):  # a root of what is below 0
        return None
    return bool(relation.func(left, right))


def written(display):
    """The cells of a Markdown table below its head, without what is said around the table."""
    table = next(part for part in display.data.split("\n\n") if part.startswith("|"))
    head, _, *rows = [line.strip("| ").split(" | ") for line in table.splitlines()]
    return head, rows
