"""`make book` on a tiny book: what it runs again, what fails it, and whose buttons it shows."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from theme.freshness import dependencies, imports
from theme.repository import repository_url
from tools import book as tool
from tools.reproduce import differences

pytestmark = pytest.mark.slow  # builds

ROOT = Path(__file__).parents[1]
LISTS = [
    "requirements.txt",
    "requirements-dev.txt",
    "homework/requirements.txt",
    "constraints.txt",
    "binder/requirements.txt",
]
TOC = """
format: jb-book
root: chapters/index
chapters:
  - file: chapters/one
  - file: chapters/two
"""
NOTHING = "Nothing has changed"


class Book:
    """Two notebooks: `one` uses lib.near, which uses lib.far, and `two` uses lib.other."""

    def __init__(self, root: Path):
        self.root = root
        (root / "chapters").mkdir()
        # Which _config.yml names.
        for path in [*ROOT.glob("lib/*/*.css"), *ROOT.glob("lib/*/*.js")]:
            copy = root / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
        (root / "_toc.yml").write_text(TOC)
        shutil.copy(ROOT / "_config.yml", root)
        shutil.copytree(ROOT / "theme", root / "theme")
        (root / "chapters/index.md").write_text("# A tiny book\n")
        self.write("__init__", "")
        self.write("near", "from lib import far\nvalue = far.value")
        self.write("far", "value = 1")
        self.write("other", "value = 2")
        self.chapter("one", "from lib.near import value")
        self.chapter("two", "from lib.other import value")

    def write(self, module: str, code: str) -> None:
        (self.root / f"lib/{module}.py").write_text(code + "\n")

    def chapter(self, name: str, code: str, text: str = "") -> None:
        """Write a chapter whose cell runs `code`, shows `value` and notes that it ran."""
        log = f"print({name!r}, file=open('../runs', 'a'))"
        cells = [
            new_markdown_cell(f"# Chapter {name}\n{text}"),
            new_code_cell(f"{code}\n{log}\nprint('value', value)"),
        ]
        nbformat.write(new_notebook(cells=cells), self.root / f"chapters/{name}.ipynb")

    def build(self, **environ: str) -> subprocess.CompletedProcess:
        """Run `make book`; the notebooks import this book's `lib`."""
        for name in ["MAKEFLAGS", "MAKELEVEL", "GITHUB_REPOSITORY"]:
            environ.setdefault(name, "")
        kept = {**os.environ, **environ, "PYTHONPATH": str(self.root)}
        kept = {name: value for name, value in kept.items() if value}
        command = ["make", "-C", str(ROOT), "book", f"BOOK={self.root}"]
        return subprocess.run(
            command, env=kept, capture_output=True, text=True, stdin=subprocess.DEVNULL
        )

    def ran(self, **environ: str) -> list[str]:
        """Build, and return the names of the chapters that ran, once for each time."""
        runs = self.root / "runs"
        runs.write_text("")
        done = self.build(**environ)
        assert done.returncode == 0, done.stderr
        return sorted(runs.read_text().split())

    def page(self, name: str) -> str:
        return (self.root / f"_build/html/chapters/{name}.html").read_text()


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    made = Book(tmp_path_factory.mktemp("book"))
    assert made.ran() == ["one", "two"]
    return made


def test_nothing_changed_nothing_runs(book):
    assert book.ran() == []


def test_a_change_in_lib_runs_the_notebooks_that_use_it(book):
    book.write("far", "value = 41")
    assert book.ran() == ["one"]
    assert "value 41" in book.page("one")
    book.write("far", "value = 1")
    assert book.ran() == []  # seen before: its outputs come from the cache
    assert "value 1\n" in book.page("one")


def test_a_failing_cell_fails_the_build_and_is_shown(book):
    book.chapter("two", "value = {}['missing key']")
    try:
        done = book.build()
    finally:
        book.chapter("two", "from lib.other import value")
    assert done.returncode != 0
    said = re.sub(r"\x1b\[\d*m", "", done.stderr)  # IPython colors its tracebacks
    assert "KeyError: 'missing key'" in said
    assert "two.ipynb" in said


def test_a_broken_reference_fails_the_build_each_time(book):
    """Sphinx reports a page's warnings only when it reads the page: the second build must too."""
    book.chapter("two", "from lib.other import value", text="See {ref}`nowhere`.")
    try:
        for _ in range(2):
            done = book.build()
            assert done.returncode != 0
            assert "nowhere" in done.stderr
    finally:
        book.chapter("two", "from lib.other import value")
    assert book.build().returncode == 0


def test_after_a_failure_the_same_sources_are_built_again(book):
    """The site that a failed build leaves is no site of its sources."""
    text = (book.root / "chapters/index.md").read_text()
    (book.root / "chapters/index.md").write_text(text + "See {ref}`nowhere`.")
    try:
        assert book.build().returncode != 0
    finally:
        (book.root / "chapters/index.md").write_text(text)
    done = book.build()
    assert done.returncode == 0
    assert NOTHING not in done.stdout


@pytest.mark.parametrize("spoil", [Path.unlink, lambda path: path.write_text("edited")])
def test_a_spoiled_page_is_built_again(book, spoil):
    page = book.root / "_build/html/chapters/two.html"
    before = page.read_bytes()
    spoil(page)
    assert NOTHING not in book.build().stdout
    assert page.read_bytes() == before


def test_nothing_changed_is_seen_without_a_builder(book):
    assert NOTHING not in book.build(LC_TIME="C").stdout  # an environment of its own
    done = book.build(LC_TIME="C")
    assert NOTHING in done.stdout


def test_a_file_put_back_with_its_old_time_is_read(book):
    path = book.root / "chapters/index.md"
    text = path.read_text()
    path.write_text(text + "\nA new line.\n")
    os.utime(path, (0, 0))
    assert book.ran() == []
    assert "A new line." in book.page("index")
    path.write_text(text)
    os.utime(path, (0, 0))
    assert book.ran() == []
    assert "A new line." not in book.page("index")


def test_small_changes_leave_what_a_build_from_nothing_does(book):
    """A picture, a number and a title change on one page, and other pages show them."""
    title = "(there)=\n## {}\n\n$$x = {}$$ (eq-there)\n"
    picture = "import matplotlib.pyplot as plt; plt.plot([1, {}])\nvalue = 0"
    book.chapter("one", "from lib.near import value", text="See {ref}`there`, {eq}`eq-there`.")
    for number in ("2", "3"):
        book.chapter("two", picture.format(number), text=title.format(f"Place {number}", number))
        assert "two" in book.ran()
    site = book.root / "_build/html"
    assert "Place 3" in book.page("one")
    kept = shutil.copytree(site, book.root / "kept")
    shutil.rmtree(book.root / "_build/.doctrees")
    shutil.rmtree(site)
    assert book.ran() == []
    assert differences(kept, site) == []


def test_a_fork_gets_its_own_buttons(book):
    assert book.ran(GITHUB_REPOSITORY="somebody/fork") == []
    assert "https://mybinder.org/v2/gh/somebody/fork/" in book.page("one")


def test_what_else_decides_the_pages(tmp_path, monkeypatch):
    """Another Python or package, variable, remote or command: each is another build."""

    def seen(*command):
        return json.dumps(tool.surroundings(tmp_path, list(command)))

    found = [seen(), seen("-n")]
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    subprocess.run(["git", "-C", tmp_path, "remote", "add", "origin", "a"], check=True)
    found.append(seen())
    (tmp_path / "packages/sphinx-99.dist-info").mkdir(parents=True)
    monkeypatch.syspath_prepend(tmp_path / "packages")
    found.append(seen())
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://git.example.org")
    found.append(seen())
    monkeypatch.setattr("sys.version", "99")
    found.append(seen())
    assert len(set(found)) == 6
    assert seen() == found[-1]


@pytest.mark.parametrize(
    ("environ", "remote", "expected"),
    [
        ({}, "", "https://github.com/a/book"),
        ({}, "https://github.com/b/fork", "https://github.com/b/fork"),
        ({}, "https://github.com/b/fork.git", "https://github.com/b/fork"),
        ({}, "https://token@github.com/b/fork.git/", "https://github.com/b/fork"),
        ({}, "git@github.com:b/my.fork.git", "https://github.com/b/my.fork"),
        ({}, "ssh://git@github.com/b/fork", "https://github.com/b/fork"),
        ({}, "/srv/mirrors/book", "https://github.com/a/book"),
        ({}, "https://example.org/github.com/b/fork", "https://github.com/a/book"),
        ({"GITHUB_REPOSITORY": "c/d"}, "git@github.com:b/fork", "https://github.com/c/d"),
        (
            {"GITHUB_REPOSITORY": "c/d", "GITHUB_SERVER_URL": "https://git.example.org"},
            "",
            "https://git.example.org/c/d",
        ),
    ],
)
def test_repository_url(environ, remote, expected):
    assert repository_url(environ, remote, "https://github.com/a/book") == expected


@pytest.mark.parametrize(
    ("cell", "modules"),
    [
        ("from lib.near import value", {"__init__", "near", "far"}),
        ("%matplotlib inline\nfrom lib import far", {"__init__", "far"}),
        ("def later():\n    import lib.other as o", {"__init__", "other"}),
        ("import numpy, json", set()),
        ("from lib import (", set()),
    ],
)
def test_dependencies(book, cell, modules):
    notebook = new_notebook(cells=[new_code_cell(cell)])
    found = dependencies(json.loads(nbformat.writes(notebook)), book.root)
    assert {path.stem for path in found if path.suffix == ".py"} == modules
    assert bool(found) == bool(modules)


def test_imports_of_neighbors_are_named_in_full():
    code = "from . import a\nfrom .b import c\nfrom .. import d\nimport e.f"
    names = {"lib.p", "lib.p.a", "lib.p.b", "lib.p.b.c", "lib", "lib.d", "e.f"}
    assert imports(code, "lib.p") == names


def test_data_in_lib_counts(book):
    data = book.root / "lib/points.csv"
    data.write_text("1,2\n")
    try:
        notebook = new_notebook(cells=[new_code_cell("import lib.far")])
        assert data in dependencies(notebook, book.root)
    finally:
        data.unlink()


def test_the_lock_holds_every_requirement():
    """`make lock` was not forgotten, and the lock names packages alone, no place to get them."""
    pin = re.compile(r"^([\w.-]+)==(\S+)", re.MULTILINE)
    texts = {name: (ROOT / name).read_text() for name in LISTS}
    locked = {(name.lower(), version) for name, version in pin.findall(texts["constraints.txt"])}
    for name in ["requirements.txt", "requirements-dev.txt", "homework/requirements.txt"]:
        wanted = {(package.lower(), version) for package, version in pin.findall(texts[name])}
        assert wanted - locked == set(), "run `make lock`"
    assert "://" not in "".join(texts.values())
