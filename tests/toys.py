"""Small theorems for the tests of the proof engine, and a reader of its tables."""

from sympy import Eq, Rational, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem

x, y, z = symbols("x y z", real=True)
t, s, s_before = symbols("t s s_before", nonnegative=True)
positive = symbols("positive", positive=True)


def theorem(*steps, before=None, latex=None, **hypotheses):
    """A theorem whose hypotheses are named by the arguments' names."""
    return Theorem("toy", "Toy", hypotheses, steps, before or {}, latex or {})


def verdict(claim, given, options=None, **hypotheses):
    """The verdict on one step."""
    (found,) = theorem(Step("claim", claim, given, **options or {}), **hypotheses).prove()
    return found


def counting():
    """s counts from 0: a small induction to watch."""
    step = Step("count", s >= t, ("grows",), ("empty",))
    hypotheses = {"empty": Eq(t, 0), "grows": s >= s_before + 1}
    return theorem(step, before={t: t - 1, s: s_before}, **hypotheses)


def holds(relation, found):
    """Whether exact numbers, as text, satisfy a relation, judged by SymPy alone."""
    point = {symbol: Rational(found[symbol.name]) for symbol in relation.free_symbols}
    return bool(relation.subs(point, simultaneous=True))


def written(display):
    """The cells of a Markdown table below its head."""
    head, _, *rows = [line.strip("| ").split(" | ") for line in display.data.splitlines()]
    return head, rows
