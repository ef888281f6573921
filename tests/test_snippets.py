"""Every snippet on a page runs, in the namespace that its reader has at that place.

A block of Python with prompts is a doctest, compared to the letter; without prompts, a program. In
backticks stand names that exist and expressions that evaluate. BLOCKS and OTHER name all the rest.
Of the cells before a snippet those statements run that it rests on: nbval runs them all.
"""

import ast
import builtins
import contextlib
import copy
import doctest
import functools
import importlib.util
import inspect
import io
import json
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
TEXTS = [
    ROOT / name for name in ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md")
]
PAGES = [*sorted(NOTEBOOKS), *sorted(ROOT.glob("chapters/*.md")), *TEXTS]

# A block that is no Python, by its first line: the test that runs what it says.
BLOCKS = {
    "$ make book": "tests/test_snippets.py::test_readme_shows_what_make_prints",
    "py -3.13 -m venv .venv": "tests/test_snippets.py::test_without_make_the_commands_are_the_same",
    "git clone https://github.com/perceptrons-and-margins/book course": (
        "tests/homework/test_guide.py::test_the_commands_lead_to_the_grades"
    ),
    "python -m homework collect perceptron ~/Downloads/submissions.zip": (
        "tests/homework/test_guide.py::test_the_commands_for_moodle"
    ),
    'python3 -c "import secrets; print(secrets.token_urlsafe(32))" > secret.txt': (
        "tests/homework/test_guide.py::test_the_command_for_a_secret_gives_a_strong_one"
    ),
    "python - <<'END'": "tests/homework/test_guide.py::test_further_commands",
}
# What a page of Markdown says in a line stands, to the letter, in a file that is run, ...
RUN = ("Makefile", "homework/**/*.py", "homework/Containerfile", "tests/homework/*.py", "_toc.yml")
# ... or here: what an author, a teacher or a machine's administrator types.
OTHER = {
    "cp tools/template.ipynb chapters/my-topic.ipynb",
    "- file: chapters/my-topic",
    ".venv/bin/python -m pytest tests/test_perceptron.py",
    'nbgrader db assignment add perceptron --duedate="2027-03-01 23:59 UTC"',
    "nbgrader release_assignment perceptron",
    "nbgrader collect perceptron",
    "nbgrader release_feedback perceptron",
    "nbgrader db student remove jane_doe --force",
    "submitted/jane_doe",
    "autograded/jane_doe",
    "days=0",
    "hw_",
    ".ipynb",
    "ID",
    "--update",
    "submitted/ID/perceptron",
    "_.@+-",
    "c.Late.share = 0.1",
    "c.CourseDirectory.root",
    "apparmor-profiles",
    "sudo ln -s /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/",
    "sudo apparmor_parser /etc/apparmor.d/bwrap-userns-restrict",
    "pip install git+https://github.com/perceptrons-and-margins/book",
}
# What a page may name without importing it.
LIBRARIES = {"lib", "homework", "numpy", "scipy", "sklearn", "cvxpy", "sympy", "z3"}
PEERS = (svm.SVC, svm.LinearSVC, linear_model.SGDClassifier, linear_model.Perceptron)

MARKDOWN = MarkdownIt("commonmark").enable("table")
WORD = re.compile(r"[^\W\d]\w*")
LONGEST_LINE = 75  # the column of an exercise's box holds no more


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
    for peer in PEERS:
        names |= {peer.__name__, *inspect.signature(peer).parameters}
    return {name for name in names if not name.startswith("_")}


class Reader:
    """Runs what snippets need of a page's cells, and each text's snippets in a copy of that."""

    def __init__(self, cells: list[nbformat.NotebookNode], said: str = ""):
        self.cells, self.said, self.space = cells, said, {"__name__": "__main__"}
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
        handed_in = re.fullmatch(r"ID_hw-[\w-]+\.ipynb", text)
        if is_command(text) or is_file(text) or handed_in or text in OTHER:
            return None
        if re.search(rf"(?<![\w.-]){re.escape(text)}(?![\w-])", self.said):
            return None
        if keyword := re.fullmatch(r"(\w+)=\S+", text):
            return None if keyword[1] in self.names else f"no parameter {keyword[1]!r}"
        try:
            nodes = list(ast.walk(ast.parse(text)))
        except SyntaxError:
            return "no Python; say it in words, or name it in OTHER of tests/test_snippets.py"
        if text.split(".")[0] in LIBRARIES:
            pkgutil.resolve_name(text)
            return None
        try:
            exec(text, space)
        except NameError:  # it may speak of what the cells below define, but not call it
            used = {getattr(node, "id", getattr(node, "attr", None)) for node in nodes} - {None}
            if used - self.names or any(isinstance(node, ast.Call) for node in nodes):
                raise
        return None


def apart(value):
    """A copy of what a snippet could change."""
    if isinstance(value, np.random.Generator):
        return copy.deepcopy(value)
    return copy.copy(value) if isinstance(value, np.ndarray | list | dict | set) else value


def is_command(text: str) -> bool:
    """Whether the Makefile has this target, or Python this module."""
    if found := re.fullmatch(r"make ([\w-]+)( [A-Z]+=\S+)?", text):
        return f"\n{found[1]}:" in (ROOT / "Makefile").read_text("utf-8")
    found = re.fullmatch(r"python -m ([\w.]+)", text)
    return bool(found and importlib.util.find_spec(found[1]))


def is_file(text: str) -> bool:
    """Whether the book, or its course's folder, has this file or folder."""
    folders = (ROOT, ROOT / "homework")
    return bool(re.fullmatch(r"[\w./-]+", text)) and any((f / text).exists() for f in folders)


def block(kind: str, text: str, space: dict) -> str | None:
    """Run a block: None, or what is wrong with it."""
    if kind == "json":
        json.loads(text)
    elif kind == "text":
        return None  # a drawing
    elif kind != "python":
        return None if text.splitlines()[0] in BLOCKS else "nobody runs it; name its test in BLOCKS"
    elif ">>> " not in text:
        exec(text, space)
    else:
        parts = doctest.DocTestParser().parse(text)
        if any(isinstance(part, str) and part.strip() for part in parts):
            return "after a blank line no output is compared; write <BLANKLINE>"
        examples = [part for part in parts if isinstance(part, doctest.Example)]
        test, said = doctest.DocTest(examples, {}, "snippet", None, 0, text), io.StringIO()
        test.globs = space
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.DONT_ACCEPT_TRUE_FOR_1)
        runner.run(test, out=said.write, clear_globs=False)
        return said.getvalue()
    return None


@pytest.mark.slow  # before its snippets a page runs its cells
@pytest.mark.parametrize(
    ("page", "paper"),
    [(page, paper) for page in PAGES for paper in ((1, 2) if "source" in page.parts else (None,))],
    ids=lambda value: "/".join(value.parts[-2:]) if isinstance(value, Path) else value,
)
def test_every_snippet_runs(page, paper, monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", "live")  # an explorer draws one state
    monkeypatch.chdir(page.parent)
    said = ""
    if page.suffix == ".md":
        said = "\n".join(path.read_text("utf-8") for name in RUN for path in ROOT.glob(name))
    reader = Reader(cells(page, paper), said)
    blame(f"{page.relative_to(ROOT)}, {failure}" for failure in reader.failures())


def everything() -> list[Snippet]:
    texts = [cell.source for page in PAGES for cell in cells(page) if cell.cell_type == "markdown"]
    return [snippet for text in texts for snippet in snippets(text)]


def test_blocks_fit_the_column_and_the_tables_name_what_there_is():
    found = everything()
    blocks = [text for kind, text in found if kind not in ("`", "text")]
    wide = [line for text in blocks for line in text.splitlines() if len(line) > LONGEST_LINE]
    blame(f"break the line {line!r}: a box shows {LONGEST_LINE} columns" for line in wide)
    assert BLOCKS.keys() <= {text.splitlines()[0] for text in blocks}
    assert OTHER <= {text for kind, text in found if kind == "`"}
    for test in BLOCKS.values():
        file, name = test.split("::")
        assert f"\ndef {name}(" in (ROOT / file).read_text("utf-8"), test


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


RUNS = """\
```json
{"a": 1}
```
````{exercise}
1. Ask `sorted(known)`, `known[0]` and `known.sort`; {ref}`anything` goes.
   ```python
   >>> known.append(2)
   >>> known
   [1, 2]
   ```
````
`lib.proof.solver.Solver`, `batch=2`, `later`, `lib/proof/solver.py`, `make book`.
"""


@pytest.mark.parametrize(
    ("good", "broken"),
    [
        ("[1, 2]\n", "[1, 3]\n"),
        ("[1, 2]\n", "[1, 2]\n\n   wrong\n"),
        ("known.append(2)", "unknown.append(2)"),
        (">>> known.append(2)\n", "1 / 0\n"),
        ('{"a": 1}', '{"a": }'),
        ("json", "console"),
        ("`known.sort`", "`known.short`"),
        ("`sorted(known)`", "`sorted(1)`"),
        ("`lib.proof.solver.Solver`", "`lib.proof.solver.solve`"),
        ("`batch=2`", "`bach=2`"),
        ("`later`", "`never`"),
        ("`later`", "`later()`"),
        ("`lib/proof/solver.py`", "`lib/proof/solve.py`"),
        ("`make book`", "`make boot`"),
        ("`make book`", "`rm -r book`"),
    ],
)
def test_what_fails_is_noticed(good, broken):
    """One page where all runs, and each way to break it."""

    def page(text):
        first, last = "import numpy as np\nknown = [0]\nknown[0] = 1\n1 / 0", "later = [0, 1]"
        new = nbformat.v4.new_code_cell
        page = Reader([new(first), nbformat.v4.new_markdown_cell(text), new(last)])
        return list(page.failures())

    assert page(RUNS) == [] and good in RUNS
    assert len(page(RUNS.replace(good, broken))) == 1
