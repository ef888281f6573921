"""Every block of Python on a page runs, in the namespace that its reader has at that place.

With prompts a block is a doctest, compared to the letter; without, a program. In a line, what
stands in backticks and names a module, a file or a target of `make` is there. Of the cells before a
block those statements run that it rests on: nbval runs them all.
"""

import ast
import contextlib
import doctest
import io
import pkgutil
import re
from collections.abc import Iterator

import nbformat
import pytest
from markdown_it import MarkdownIt

from tests.chapters import ROOT, TEMPLATE, Chapter, fail_with

PAGES = sorted(
    [
        *(*ROOT.glob("chapters/*.ipynb"), *ROOT.glob("chapters/*.md"), *ROOT.glob("*.md")),
        *(*ROOT.glob("homework/source/*/*.ipynb"), TEMPLATE),
    ]
)
SLOW = re.compile("dual-ascent|hinge-sgd|mistake-bounds|relatives")  # some seconds each, at night
LIBRARY = re.compile(r"(lib|homework|numpy|scipy|sklearn|cvxpy|sympy|z3)(\.\w+)*")
TARGET = re.compile(r"make ([\w-]+)( [A-Z]+=\S+)?")
FILE = re.compile(r"(lib|tests|theme|tools|chapters|homework|benchmarks)/[\w./-]*")
MARKDOWN = MarkdownIt("commonmark").enable("table")


def parts(markdown: str, kind: str) -> Iterator[str]:
    """A text's blocks of Python (`fence`) or its code in lines (`code_inline`), in order."""
    for token in MARKDOWN.parse(markdown):
        if token.type == "fence" and re.match(r"\{(?!code)", token.info):  # a directive
            yield from parts(token.content, kind)
        elif token.type == kind and token.info == "python":
            yield token.content
        elif token.type == "inline":
            yield from (part.content for part in token.children if part.type == kind)


def changed(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement binds, or whose values it may change."""
    for node in ast.walk(statement):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.alias(name=name, asname=other):
                yield other or name.split(".")[0]
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.Subscript(ctx=ast.Store()) | ast.Attribute(ctx=ast.Store()):
                yield from names(node.value)
            case ast.Expr(ast.Call(ast.Attribute(value=value))):  # as `problem.solve()`
                yield from names(value)


def names(node: ast.AST) -> set[str]:
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def names_taken(text: str) -> set[str]:
    """The names that a block takes from the cells above it."""
    if ">>> " in text:
        text = "".join(one.source for one in doctest.DocTestParser().get_examples(text))
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)]
    return {one.id for one in nodes} - {one.id for one in nodes if isinstance(one.ctx, ast.Store)}


def needed(cells: list[nbformat.NotebookNode]) -> dict[str, ast.Module]:
    """Of each code cell, by its id, what the blocks below it rest on."""
    kept, wanted = {}, set()
    for cell in reversed(cells):
        if cell.cell_type == "markdown":
            wanted = wanted.union(*map(names_taken, parts(cell.source, "fence")))
            continue
        kept[cell.id] = ast.parse(cell.source)
        body, kept[cell.id].body = kept[cell.id].body, []
        for statement in reversed(body):
            if wanted.intersection(changed(statement)):
                kept[cell.id].body.insert(0, statement)
                wanted |= names(statement)
    return kept


def failures(cells: list[nbformat.NotebookNode]) -> Iterator[str]:
    """What failed, with the number of its cell."""
    programs, space = needed(cells), {"__name__": "__main__"}
    for number, cell in enumerate(cells, 1):
        with contextlib.redirect_stdout(io.StringIO()):
            if cell.cell_type == "code":
                exec(compile(programs[cell.id], f"cell {number}", "exec"), space)
                continue
            own = dict(space)
            for text in parts(cell.source, "fence"):
                try:
                    why = run(text, own)
                except Exception as error:
                    why = f"{type(error).__name__}: {error}"
                if why:
                    yield f"cell {number}: {text!r}: {why}"


def run(text: str, space: dict) -> str:
    """Run a block; return what a doctest says of it."""
    if ">>> " not in text:
        exec(text, space)
        return ""
    test, said = doctest.DocTestParser().get_doctest(text, {}, "block", None, 0), io.StringIO()
    test.globs = space
    doctest.DocTestRunner(verbose=False).run(test, out=said.write, clear_globs=False)
    return said.getvalue()


@pytest.mark.parametrize(  # before its blocks a page runs cells, some of them long
    "page",
    [
        pytest.param(
            page,
            marks=pytest.mark.nightly if SLOW.fullmatch(page.stem) else pytest.mark.slow,
            id="/".join(page.parts[-2:]),
        )
        for page in PAGES
    ],
)
def test_every_block_runs(page, monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", "live")  # an explorer draws one state
    monkeypatch.chdir(page.parent)
    fail_with(f"{page.relative_to(ROOT)}, {failure}" for failure in failures(Chapter(page).cells))


@pytest.mark.slow
def test_what_a_line_names_is_there():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for page in PAGES:
        for text in parts(Chapter(page).text, "code_inline"):
            if LIBRARY.fullmatch(text):
                pkgutil.resolve_name(text)
            elif found := TARGET.fullmatch(text):
                assert f"\n{found[1]}:" in makefile, f"{page}: {text}"
            elif FILE.fullmatch(text):
                assert (ROOT / text).exists(), f"{page}: {text}"
