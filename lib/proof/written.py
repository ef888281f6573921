"""LaTeX of relations, their terms in the order in which one writes them.

SymPy sorts the terms of a sum when it makes it, so the order of the code is lost. On the page what
is added precedes what is taken away, squares precede what is of first order, and products of
vectors precede numbers: "‖w‖² + 2θ‖w‖ + 1", "⟨w, x⟩ + b", "s − t".
"""

import re
from collections.abc import Mapping

import sympy as sp
from sympy.printing.latex import LatexPrinter

from lib.proof.vectors import inner, norm

HALF = re.compile(r"\\left\((\\frac\{\d+\}\{\d+\})\\right\)(?!\^)")


class Printer(LatexPrinter):
    """SymPy's, but for the order of terms."""

    def _as_ordered_terms(self, expr, order=None):
        return sorted(super()._as_ordered_terms(expr, order=order), key=_place)

    def _print_MatAdd(self, expr):
        terms = sorted(map(self._print, expr.args), key=lambda text: text.startswith("-"))
        return " + ".join(terms).replace("+ -", "-")


def _place(term: sp.Expr) -> tuple:
    """Where a term stands in its sum."""
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
