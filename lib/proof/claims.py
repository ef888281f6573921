"""A claim that a reader types, read without running it: norm(w)**2 <= norm(w_before)**2 + R**2."""

import ast
import re
from collections.abc import Mapping
from math import inf
from operator import add, mul, sub, truediv

import sympy as sp
from sympy.core.relational import Relational

from lib.proof.vectors import ZERO, inner, norm

OPERATIONS = {ast.Add: add, ast.Sub: sub, ast.Mult: mul, ast.Div: truediv}
RELATIONS = {
    ast.LtE: sp.Le,
    ast.Lt: sp.Lt,
    ast.GtE: sp.Ge,
    ast.Gt: sp.Gt,
    ast.Eq: sp.Eq,
    ast.NotEq: sp.Ne,
}
FUNCTIONS = {"inner": (inner, 2, True), "norm": (norm, 1, True), "sqrt": (sp.sqrt, 1, False)}
LONGEST, HIGHEST = 200, 9
SIGNS = str.maketrans({"⟨": "inner(", "⟩": ")", "·": "*"})
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def parse(text: str, symbols: Mapping[str, sp.Expr]) -> Relational:
    """The relation that a text states about some symbols.

    It is made of names, numbers, + - * / **, inner(,), norm(), sqrt() and one comparison; the
    number 0 may stand for the vector.

    Raises ValueError for any other text, and for what is true or false by the symbols' signs.
    """
    if len(text) > LONGEST:
        raise ValueError(f"the claim has {len(text)} characters; give at most {LONGEST}")
    for sign, plain in (("≤", "<="), ("≥", ">="), ("≠", "!="), ("−", "-"), ("^", "**")):
        text = text.replace(sign, plain)
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ValueError(
            f"{text!r} is no formula; write one as norm(w)**2 <= 4, and == for ="
        ) from error
    if (
        not isinstance(tree, ast.Compare)
        or len(tree.ops) != 1
        or type(tree.ops[0]) not in RELATIONS
    ):
        raise ValueError(f"{text!r} is no claim; compare two sides once, by <=, <, >=, >, == or !=")
    left, right = (_term(side, symbols) for side in (tree.left, tree.comparators[0]))
    relation = RELATIONS[type(tree.ops[0])]
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


def _term(node: ast.expr, symbols: Mapping[str, sp.Expr]) -> sp.Expr:
    """A scalar or a vector."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        if node.value == inf:
            raise ValueError("a number in the claim is too large; give one below 1e308")
        return sp.Rational(repr(node.value))
    if isinstance(node, ast.Name):
        if node.id not in symbols:
            raise ValueError(f"{node.id!r} is unknown here; use {', '.join(symbols)}")
        return symbols[node.id]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_term(node.operand, symbols)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        base, power = _term(node.left, symbols), node.right
        whole = isinstance(power, ast.Constant) and type(power.value) is int
        if base.is_Matrix or not whole or not 0 <= power.value * _power(node.left) <= HIGHEST:
            raise ValueError(
                f"{ast.unparse(node)}: raise a number to a whole power, 0 to {HIGHEST} in all"
            )
        return base**power.value
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
        return _operation(node, _term(node.left, symbols), _term(node.right, symbols))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return _call(node, [_term(arg, symbols) for arg in node.args])
    raise ValueError(
        f"{ast.unparse(node)!r} cannot stand in a claim; use {', '.join(symbols)}, numbers, "
        "+ - * / **, inner(,), norm() and sqrt()"
    )


def _power(node: ast.AST) -> int:
    """The highest power in a term, a power of a power being their product: 9**9**9 would hang."""
    inside = max(map(_power, ast.iter_child_nodes(node)), default=1)
    powers = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow)
    return inside * max(1, node.right.value) if powers else inside


def _operation(node: ast.BinOp, left: sp.Expr, right: sp.Expr) -> sp.Expr:
    vectors, operation = left.is_Matrix + right.is_Matrix, OPERATIONS[type(node.op)]
    if operation in (add, sub) and vectors == 1:
        raise ValueError(f"{ast.unparse(node)} adds a number and a vector; take inner() or norm()")
    if (operation is mul and vectors == 2) or (operation is truediv and right.is_Matrix):
        raise ValueError(f"{ast.unparse(node)}: multiply vectors by inner(,), divide by numbers")
    if operation is truediv and right == 0:
        raise ValueError(f"{ast.unparse(node)} divides by 0; divide by another number")
    return operation(left, right)


def _call(node: ast.Call, args: list[sp.Expr]) -> sp.Expr:
    function, count, of_vectors = FUNCTIONS.get(node.func.id, (None, 0, False))
    if function is None or len(args) != count or any(bool(a.is_Matrix) != of_vectors for a in args):
        raise ValueError(
            f"{ast.unparse(node)}: write inner(v, w), norm(v) of vectors, sqrt(a) of a number"
        )
    if function is sp.sqrt and function(*args).has(sp.I):
        raise ValueError(f"{ast.unparse(node)} is no real number; take the root of what is >= 0")
    return function(*args)


def in_code(text: str, printed: Mapping[str, str]) -> str:
    """A claim as the page prints it, in the words of `parse`; `printed` has the symbols' names.

    >>> in_code("‖w_t‖² ≤ R²t", {"w_t": "w", "R": "R", "t": "t"})
    'norm(w)**2 ≤ R**2*t'
    """
    known = sorted({*printed, *FUNCTIONS}, key=len, reverse=True)
    word = "|".join(map(re.escape, known))
    text = re.sub(r"(?:‖|\|\|)(.*?)(?:‖|\|\|)", r"norm(\1)", text)
    text = re.sub(rf"√({word})", r"sqrt(\1)", text).replace("√(", "sqrt(").translate(SIGNS)
    text = re.sub("[⁰¹²³⁴-⁹]+", lambda power: f"**{power[0].translate(RAISED)}", text)
    text = re.sub("(?<![<>=!])=(?!=)", "==", text)
    found, ended = "", False
    for part in re.finditer(rf"({word}|\()|(\d[\d.]*(?:e\d+)?|\))|[A-Za-z_]\w*|.", text, re.DOTALL):
        found += "*" * bool(ended and part[1]) + printed.get(part[0], part[0])
        ended = bool(part.lastindex) and part[0] not in ("(", *FUNCTIONS)
    return found
