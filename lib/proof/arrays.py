"""Where symbols are the numbers and vectors of a run: arrays, with a row an update."""

from collections.abc import Mapping
from functools import reduce

import numpy as np
import sympy as sp

from lib.proof.vectors import evaluate, norm

Values = Mapping[str, np.ndarray | float]


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
        if expr.func is sp.log and str(expr) in self.values:  # it has to lie where it is said to
            return np.asarray(self.values[str(expr)])
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
