"""Mutants of lib: a module with one small change. `tools/mutate.py` tries them.

Another comparison, + for -, a constant one off, `not` left out, `and` for `or`, a name left out of
a list, a statement left out, a function that returns at once. Left alone: the words of messages,
and the `sharper` claims of a proof's step, which are mutants themselves.
"""

import ast
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).parents[1]
OTHER = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div,),
    ast.Div: (ast.Mult,),
}
LINES = ast.Assign | ast.AugAssign | ast.Expr | ast.Return | ast.Raise | ast.Continue | ast.Break


@dataclass(frozen=True)
class Mutant:
    """One change of a module: of `owner.at`, or of `owner[at]` in a list, to `value`."""

    path: str
    line: int
    context: str
    before: str
    after: str
    tree: ast.AST
    owner: ast.AST | list
    at: str | int
    value: object

    def __str__(self):
        return self.key.replace("  ", f":{self.line}  ", 1)

    @property
    def key(self) -> str:
        """How tools/breaks.py names it: without its line, which other changes move."""
        where = "" if self.context == self.before else f"  in  {self.context}"
        return f"{self.path}  {self.before}  →  {self.after}{where}"

    def source(self) -> str:
        """The whole module with the change."""
        kept = self._swap(self.value)
        text = ast.unparse(ast.fix_missing_locations(self.tree))
        self._swap(kept)
        return text

    def _swap(self, value):
        inside = self.owner if isinstance(self.owner, list) else vars(self.owner)
        kept, inside[self.at] = inside[self.at], value
        return kept


def mutants(path: str) -> Iterator[Mutant]:
    """Every mutant of one module."""
    text = (ROOT / path).read_text()
    tree, lines = ast.parse(text), text.splitlines()
    alone = set()
    for node in ast.walk(tree):
        kinds = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        kinds += [node] if isinstance(node, ast.JoinedStr) else []
        kinds += [word.value for word in getattr(node, "keywords", []) if word.arg == "sharper"]
        alone |= {inner for kind in kinds if kind for inner in ast.walk(kind)}
    for node in ast.walk(tree):
        if node not in alone:
            for before, after, owner, at, value in _changes(node):
                line = owner[at].lineno if isinstance(value, ast.Pass) else node.lineno
                change = Mutant(
                    path, line, lines[line - 1].strip(), before, after, tree, owner, at, value
                )
                if not after:  # an expression shows the whole of itself, changed
                    kept = change._swap(value)
                    after = _short(node)
                    change._swap(kept)
                yield replace(change, after=after)


def broken(module: str, old: str, new: str) -> str:
    """The source of a module of lib with `new` for `old`.

    Raises ValueError when `old` does not occur exactly once, or the result is no Python.
    """
    path = ROOT / "lib" / f"{module}.py"
    if not path.exists():
        raise ValueError(f"there is no lib/{module}.py")
    source = path.read_text()
    if source.count(old) != 1:
        raise ValueError(f"lib/{module}.py has {source.count(old)} times {old!r}")
    changed = source.replace(old, new)
    try:
        compile(changed, path, "exec")
    except SyntaxError as reason:
        raise ValueError(f"lib/{module}.py with {new!r} is no Python: {reason}") from None
    return changed


def stale(breaks: Iterable[tuple[str, str, str, str]], survivors: Iterable[str]) -> list[str]:
    """What is wrong with the entries of tools/breaks.py, one line each."""
    lines, keys = [], {}
    for name, *change in breaks:
        try:
            broken(*change)
        except ValueError as reason:
            lines.append(f"mend the break {name!r}: {reason}")
    for survivor in survivors:
        path = survivor.partition("  ")[0]
        if path not in keys:
            found = mutants(path) if (ROOT / path).exists() else ()
            keys[path] = {mutant.key for mutant in found}
        if survivor not in keys[path]:
            lines.append(f"strike or mend the survivor, which is no mutant any more: {survivor}")
    return lines


def _changes(node: ast.AST) -> Iterator[tuple]:
    """(before, after, owner, at, value) of every change of one node."""
    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            yield from ((_short(node), "", node.ops, i, new()) for new in OTHER[type(op)])
    elif isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp):
        yield from ((_short(node), "", node, "op", new()) for new in OTHER.get(type(node.op), ()))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield _short(node), "", node, "operand", ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield _short(node), "", node, "value", not node.value
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield from ((_short(node), "", node, "value", node.value + one) for one in (1, -1))
    elif isinstance(node, ast.Tuple | ast.List) and all(map(_is_text, node.elts)):
        for i in range(len(node.elts)):
            yield _short(node), "", node, "elts", node.elts[:i] + node.elts[i + 1 :]
    for field in ("body", "orelse"):
        block = getattr(node, field, None)
        for i, line in enumerate(block if isinstance(block, list) else []):
            if isinstance(line, LINES) and not (
                isinstance(line, ast.Expr) and _is_text(line.value)
            ):
                yield _short(line), "pass", block, i, ast.Pass()
    if isinstance(node, ast.FunctionDef):
        at_once = [ast.Return(ast.Constant(None))]
        yield f"def {node.name}", "return at once", node, "body", at_once


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 70 else text[:67] + "..."


def sample(modules: list[str], count: int, seed: int) -> list[Mutant]:
    """`count` mutants of the modules, the least by hash, so that other changes leave them be."""
    seen, ranked = Counter(), []
    for path in modules:
        for mutant in mutants(path):
            key = f"{seed} {path} {mutant.before} {mutant.after}"
            seen[key] += 1
            rank = hashlib.sha256(f"{key} {seen[key]}".encode()).hexdigest()
            ranked.append((rank, mutant))
    chosen = [mutant for _, mutant in sorted(ranked, key=lambda pair: pair[0])[:count]]
    return sorted(chosen, key=lambda mutant: (mutant.path, mutant.line))
