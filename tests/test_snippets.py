"""Every snippet on a page runs, in the namespace that its reader has at that place.

A block of Python with prompts is a doctest, compared to the letter; without, a program. What
stands in backticks and is Python names what exists, and evaluates; a command or a file is there.
Of the cells before a snippet those statements run that it rests on: nbval runs them all.
"""

import ast
import builtins
import contextlib
import copy
import doctest
import functools
import inspect
import io
import pkgutil
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import nbformat
import numpy as np
import pytest
from markdown_it import MarkdownIt
from sklearn import linear_model, svm

from homework.grading.variants import chosen
from tests.chapters import ROOT, TEMPLATE, Chapter, blame

NOTEBOOKS = [*ROOT.glob("chapters/*.ipynb"), *ROOT.glob("homework/source/*/*.ipynb"), TEMPLATE]
TEXTS = [*ROOT.glob("chapters/*.md"), *ROOT.glob("*.md")]
PAGES = sorted([*NOTEBOOKS, *TEXTS])

# What a page may name without importing it.
LIBRARIES = {"lib", "homework", "numpy", "scipy", "sklearn", "cvxpy", "sympy", "z3"}

MARKDOWN = MarkdownIt("commonmark").enable("table")
WORD = re.compile(r"[^\W\d]\w*")


class Snippet(NamedTuple):
    kind: str  # the word after the fence; ` for code in a line
    text: str


def snippets(markdown: str) -> Iterator[Snippet]:
    """The code of a text in its order, directives' content included, roles left out."""
    for token in MARKDOWN.parse(markdown):
        if token.type == "fence" and re.match(r"\{(?!code)", token.info):
            yield from snippets(token.content)
        elif token.type in ("fence", "code_block"):
            yield Snippet(token.info, token.content)
        elif token.type == "inline":
            before = ""
            for part in token.children:
                if part.type == "code_inline" and not re.search(r"\{[\w:-]+\}$", before):
                    yield Snippet("`", part.content)
                before = part.content


def cells(page: Path, paper: int | None = None) -> list[nbformat.NotebookNode]:
    """A page's cells, a master's as a paper has them, for a student s1."""
    found = Chapter(page).cells
    for cell in found if paper else ():
        cell.source = chosen(cell.source, paper).replace('typed = ""', 'typed = "s1"')
    return found


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


def needed(cells: list[nbformat.NotebookNode]) -> dict[int, ast.Module]:
    """Of each code cell, by its number, what the snippets around it rest on."""
    texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    wanted = {word for text in texts for _, code in snippets(text) for word in WORD.findall(code)}
    kept = {}
    for number, cell in reversed([*enumerate(cells, 1)]):
        if cell.cell_type == "code":
            kept[number] = ast.parse(cell.source)
            body, kept[number].body = kept[number].body, []
            for statement in reversed(body):
                if wanted.intersection(changed(statement)):
                    kept[number].body.insert(0, statement)
                    wanted |= names(statement)
    return kept


def defined(code: str, variables: bool = False) -> Iterator[str]:
    """The functions, classes, parameters and fields, and maybe variables, that code defines."""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.Attribute(attr=name, ctx=ast.Store()) | ast.AnnAssign(ast.Name(id=name)):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) if variables:
                yield name


@functools.cache
def vocabulary() -> set[str]:
    """The public names of lib, of the course, of Python and of the peers."""
    names = {*dir(builtins), *LIBRARIES}
    for path in [*ROOT.glob("lib/**/*.py"), *ROOT.glob("homework/**/*.py")]:
        names |= {path.stem, *defined(path.read_text("utf-8"))}
    for peer in (svm.SVC, svm.LinearSVC, linear_model.SGDClassifier, linear_model.Perceptron):
        names |= {peer.__name__, *inspect.signature(peer).parameters}
    return {name for name in names if not name.startswith("_")}


class Reader:
    """Runs what snippets need of a page's cells, and each text's snippets in a copy of that."""

    def __init__(self, cells: list[nbformat.NotebookNode]):
        self.cells, self.space = cells, {"__name__": "__main__"}
        code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
        self.names = vocabulary() | set(defined(code, variables=True))

    def failures(self) -> Iterator[str]:
        """What failed, with the number of its cell."""
        programs = needed(self.cells)
        for number, cell in enumerate(self.cells, 1):
            if cell.cell_type == "code":
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(compile(programs[number], f"cell {number}", "exec"), self.space)
                continue
            space = {name: apart(value) for name, value in self.space.items()}
            for kind, text in snippets(cell.source):
                try:
                    with contextlib.redirect_stdout(io.StringIO()):
                        why = self.line(text, space) if kind == "`" else block(kind, text, space)
                except Exception as error:
                    why = f"{type(error).__name__}: {error}"
                if why:
                    yield f"cell {number}: {textwrap.shorten(text, 70)!r}: {why}"

    def line(self, text: str, space: dict) -> str | None:
        """Judge code in a line: None, or what is wrong with it."""
        if re.fullmatch(r"ID(_hw-[\w-]+\.ipynb)?", text):  # an id, or what is handed in
            return None
        if (found := there(text)) is not None:
            return None if found else "there is none"
        keyword = re.fullmatch(r"(\w+)=[\w.]+", text)
        if keyword and len(self.cells) > 1:  # of a notebook, as below
            return None if keyword[1] in self.names else f"no parameter {keyword[1]!r}"
        try:
            nodes = list(ast.walk(ast.parse(text, mode="eval")))
        except SyntaxError:
            return None
        if text.split(".")[0] in LIBRARIES:
            pkgutil.resolve_name(text)
            return None
        try:
            eval(text, space)
        except NameError:  # it may speak of what the cells below define, but not call it
            used = {getattr(node, "id", getattr(node, "attr", None)) for node in nodes} - {None}
            calls = any(isinstance(node, ast.Call) for node in nodes)
            if len(self.cells) > 1 and (used - self.names or calls):
                raise
        return None


def apart(value):
    """A copy of what a snippet could change."""
    if isinstance(value, np.random.Generator):
        return copy.deepcopy(value)
    return copy.copy(value) if isinstance(value, np.ndarray | list | dict | set) else value


def there(text: str) -> bool | None:
    """Whether the Makefile has this target, or the book this file; None for what is neither."""
    if found := re.fullmatch(r"make ([\w-]+)( [A-Z]+=\S+)?", text):
        return f"\n{found[1]}:" in (ROOT / "Makefile").read_text("utf-8")
    if re.fullmatch(r"(lib|tests|theme|tools|chapters|homework|benchmarks)/[\w./-]*", text):
        return (ROOT / text).exists()
    return None


def block(kind: str, text: str, space: dict) -> str | None:
    """Run a block of Python: None, or what is wrong with it."""
    if kind != "python":
        return None
    if ">>> " not in text:
        exec(text, space)
        return None
    test, said = doctest.DocTestParser().get_doctest(text, space, "snippet", None, 0), io.StringIO()
    test.globs = space
    doctest.DocTestRunner(verbose=False).run(test, out=said.write, clear_globs=False)
    return said.getvalue()


@pytest.mark.slow  # before its snippets a page runs its cells
@pytest.mark.parametrize(
    ("page", "paper"),
    [(page, paper) for page in PAGES for paper in ((1, 2) if "source" in page.parts else (None,))],
    ids=lambda value: "/".join(value.parts[-2:]) if isinstance(value, Path) else value,
)
def test_every_snippet_runs(page, paper, monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", "live")  # an explorer draws one state
    monkeypatch.chdir(page.parent)
    reader = Reader(cells(page, paper))
    blame(f"{page.relative_to(ROOT)}, {failure}" for failure in reader.failures())


def lines_of(first: str) -> list[str]:
    """The lines of README's block with this first one."""
    (text,) = [t for _, t in snippets((ROOT / "README.md").read_text()) if t.startswith(first)]
    return text.splitlines()


def makefile() -> str:
    text = (ROOT / "Makefile").read_text("utf-8")
    return text.replace("\\\n", " ").replace("$(VENV)", ".venv")


def test_readme_shows_what_make_prints():
    """Each line is what some recipe echoes; three dots stand for anything."""
    for line in lines_of("$ make book"):
        if line and not line.startswith("$ make "):
            assert re.search(".*".join(map(re.escape, line.split("..."))), makefile()), line


def test_without_make_the_commands_are_the_same():
    """After the environment is made and entered, each word of a command stands in a recipe."""
    words = set(re.split(r"\s+|(?<=BIN\))/", makefile()))
    for command in lines_of("py -3.13 -m venv .venv")[2:]:
        assert set(command.replace("\\", "/").split()) <= words, command
