"""Formulas as text, read without running them: norm(w)**2 <= 4, or ‖w‖² ≤ 4, as one writes it.

The text is parsed, and its tree walked: what is no name, number, operation or function known here
is refused. So a text is data, whoever wrote it.
"""

import ast
import re
from collections.abc import Mapping
from itertools import islice
from math import inf
from operator import add, mul, sub, truediv
from typing import NamedTuple

import sympy as sp
from sympy.core.relational import Relational

from lib.proof.vectors import ZERO, inner, norm

OPERATIONS = {ast.Add: add, ast.Sub: sub, ast.Mult: mul, ast.Div: truediv}
RELATIONS = {ast.LtE: sp.Le, ast.Lt: sp.Lt, ast.GtE: sp.Ge, ast.Gt: sp.Gt}
RELATIONS |= {ast.Eq: sp.Eq, ast.NotEq: sp.Ne}
# Each with how many arguments it takes, and whether these are vectors.
FUNCTIONS = {
    "inner": (inner, 2, True),
    "norm": (norm, 1, True),
    "sqrt": (sp.sqrt, 1, False),
    "abs": (sp.Abs, 1, False),
    "max": (sp.Max, 2, False),
    "ln": (lambda a: sp.log(a, evaluate=False), 1, False),  # ln 4 is no 2 ln 2
    "exp": (sp.exp, 1, False),
    "derivative": (sp.Derivative, 2, False),
}
LONGEST, HIGHEST, BITS, TERMS = 400, 9, 1100, 2000
BRACKETS = str.maketrans({"⟨": "inner(", "⟩": ")", "·": "*"})
SIGNS = {"≤": "<=", "≥": ">=", "≠": "!=", "−": "-", "^": "**", "√": "sqrt", "lambda": "λ"}
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
GREEK = "alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi rho tau phi Delta Phi"
GREEK = str.maketrans(dict(zip("αβγδεζηθκλμνξρτφΔΦ", GREEK.split(), strict=True)))


class Let(NamedTuple):
    """A function that an author defines: its body is read where it is called."""

    parameters: tuple[str, ...]
    body: ast.expr
    symbols: Mapping  # what the body may name


def parse(text: str, symbols: Mapping[str, sp.Expr | Let]) -> Relational:
    """The relation that a text states about some symbols.

    It is made of names, Greek letters for theirs, numbers, + - * / **, the functions `FUNCTIONS`
    and one comparison; the number 0 may stand for the vector. The signs of mathematics mean the
    same: ‖w‖² ≤ 4·√(t), ⟨w, u⟩ = γ. Raises ValueError for any other text, and for what is true or
    false by the symbols' signs.
    """
    tree, text = tree_of(text), plain(text)
    signs = [RELATIONS.get(type(sign)) for sign in getattr(tree, "ops", ())]
    if len(signs) != 1 or None in signs:
        raise ValueError(f"{text!r} is no claim; compare two sides once, by <=, <, >=, >, == or !=")
    left, right = (value(side, symbols) for side in (tree.left, tree.comparators[0]))
    (relation,) = signs
    if left.is_Matrix or right.is_Matrix:
        left, right = (ZERO if side == 0 else side for side in (left, right))
        if not (left.is_Matrix and right.is_Matrix and relation in (sp.Eq, sp.Ne)):
            raise ValueError(
                f"{text!r} compares a vector; compare two vectors by == or !=, or take norm()"
            )
    claim = relation(left, right)
    if not isinstance(claim, Relational):
        raise ValueError(
            f"{text!r} is {str(claim).lower()} by the signs of its symbols alone; claim more"
        )
    return claim


def plain(text: str) -> str:
    """A text with Python's signs in place of those of mathematics."""
    for sign, code in SIGNS.items():
        text = text.replace(sign, code)
    # Functions take the place of brackets, and powers that of raised numbers.
    text = re.sub(r"(?:‖|\|\|)(.*?)(?:‖|\|\|)", r"norm(\1)", text).translate(BRACKETS)
    text = re.sub("[⁰¹²³⁴-⁹]+", lambda power: f"**{power[0].translate(RAISED)}", text)
    return re.sub("(?<![<>=!])=(?!=)", "==", text)


def tree_of(text: str) -> ast.expr:
    """The tree of a formula."""
    if len(text) > LONGEST:
        raise ValueError(f"the claim has {len(text)} characters; give at most {LONGEST}")
    text = plain(text).strip()
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ValueError(
            f"{text!r} is no formula; write one as norm(w)**2 <= 4, and == for ="
        ) from error


def value(node: ast.expr, symbols: Mapping[str, sp.Expr | Let]) -> sp.Expr:
    """What a tree says: a number or a vector; raises ValueError as `parse`."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return _bounded(inf if node.value == inf else sp.Rational(repr(node.value)))
    if isinstance(node, ast.Name):
        found = symbols.get(node.id.translate(GREEK))
        if found is None or isinstance(found, Let):
            raise ValueError(f"{node.id!r} is unknown here; use {', '.join(symbols)}")
        return found
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -value(node.operand, symbols)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        base, power = value(node.left, symbols), node.right
        whole = isinstance(power, ast.Constant) and type(power.value) is int
        if base.is_Matrix or not whole or not 0 <= power.value * _power(base) <= HIGHEST:
            raise ValueError(
                f"{ast.unparse(node)}: raise a number to a whole power, 0 to {HIGHEST} in all"
            )
        return base**power.value
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
        return _operation(node, value(node.left, symbols), value(node.right, symbols))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return _call(node, [value(arg, symbols) for arg in node.args], symbols)
    raise ValueError(
        f"{ast.unparse(node)!r} cannot stand in a claim; use names, numbers, + - * / **, "
        "inner(,), norm() and sqrt()"
    )


def _power(expr: sp.Expr) -> int:
    """The highest power in a term, a power of a power being their product: 9**9**9 would hang."""
    if expr.is_Rational:  # each power makes it so much longer
        return 1 + HIGHEST * max(abs(expr.p), expr.q).bit_length() // BITS
    inside = max(map(_power, expr.args), default=1)
    return inside * abs(int(expr.exp)) if expr.is_Pow and expr.exp.is_Integer else inside


def _bounded(found):
    if found == inf or (found.is_Rational and max(abs(found.p), found.q).bit_length() > BITS):
        raise ValueError("a number in the claim is too large; give one below 1e308")
    return found


def _operation(node: ast.BinOp, left: sp.Expr, right: sp.Expr) -> sp.Expr:
    vectors, operation = left.is_Matrix + right.is_Matrix, OPERATIONS[type(node.op)]
    if operation in (add, sub) and vectors == 1:
        raise ValueError(f"{ast.unparse(node)} adds a number and a vector; take inner() or norm()")
    if (operation is mul and vectors == 2) or (operation is truediv and right.is_Matrix):
        raise ValueError(f"{ast.unparse(node)}: multiply vectors by inner(,), divide by numbers")
    if operation is truediv and right == 0:
        raise ValueError(f"{ast.unparse(node)} divides by 0; divide by another number")
    return _bounded(operation(left, right))


def _call(node: ast.Call, args: list[sp.Expr], symbols: Mapping[str, sp.Expr | Let]) -> sp.Expr:
    own = symbols.get(node.func.id.translate(GREEK))
    if isinstance(own, Let) and len(args) == len(own.parameters):
        found = value(own.body, own.symbols | dict(zip(own.parameters, args, strict=True)))
        if len(list(islice(sp.preorder_traversal(found), TERMS))) == TERMS:
            raise ValueError(f"{ast.unparse(node)} has {TERMS} terms or more; say it in steps")
        return found
    function, count, of_vectors = FUNCTIONS.get(node.func.id, (None, 0, False))
    if function is None or len(args) != count or any(bool(a.is_Matrix) != of_vectors for a in args):
        raise ValueError(
            f"{ast.unparse(node)}: write inner(v, w), norm(v) of vectors, sqrt(a), abs(a), "
            "max(a, b), ln(a), exp(a) of numbers"
        )
    none = node.func.id == "ln" and args[0].is_nonpositive
    if none or (function is sp.sqrt and function(*args).has(sp.I)):
        raise ValueError(
            f"{ast.unparse(node)} is no real number; take roots of what is >= 0, ln of what is > 0"
        )
    try:
        return function(*args)
    except TypeError as error:  # it takes vectors inside for numbers
        raise ValueError(
            f"{ast.unparse(node)} is more than SymPy can compare; give a part of it a name, in a "
            "hypothesis of its own"
        ) from error
