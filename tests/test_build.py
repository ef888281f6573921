"""`make book` on a tiny book: what it runs again, what fails it, and whose buttons it shows."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from sphinx.errors import SphinxError

from theme.freshness import dependencies, source
from theme.repository import pages_url, repository_url

ROOT = Path(__file__).parents[1]
LISTS = [
    "requirements.txt",
    "requirements-dev.txt",
    "homework/requirements.txt",
    "constraints.txt",
    "binder/requirements.txt",
]
CHAPTERS = ["one", "two", "shows", "four", "five"]
LIB = {
    "near": "from lib import far\nvalue = far.value",
    "far": "value = 1",
    "other": "value = 2",
    "beside": "from .far import value\nfrom . import other",
}
# A figure, an explorer, a theorem's table, a set, and a line in pieces.
SHOWS = [
    "from lib.figures import style\nax = style.blank()\nax.plot([1, 2])\n"
    "style.picture(ax, 'A line that rises.')",
    "from lib.explore import explore\ndef turned(ax, degrees):\n    ax.plot([0, degrees], [0, 1])\n"
    "    return f'A ray at {degrees} degrees.'\nexplore(turned, degrees=range(0, 91, 30))",
    "from lib.theorems import theorem\ntheorem('block_novikoff').table()",
    "print({'one', 'two', 'three'})\nvalue = 3",
    "import time\nprint('in', end=' ', flush=True)\ntime.sleep(1)\nprint('pieces')",
    "import sys\nprint('forked', 'jupyter_book.cli.main' in sys.modules)",
]


class Book:
    """Five notebooks: `one` uses lib.near, which uses lib.far, `two` lib.other, `shows` more.

    So many that, on any machine, the fork server starts them (theme/ahead.py).
    """

    def __init__(self, root: Path):
        self.root = root
        (root / "chapters").mkdir(parents=True)
        for name in ("lib", "theme"):
            shutil.copytree(ROOT / name, root / name)
        for name in ("_config.yml", "CITATION.cff"):
            shutil.copy(ROOT / name, root)
        files = "".join(f"- file: chapters/{name}\n" for name in CHAPTERS)
        (root / "_toc.yml").write_text(f"format: jb-book\nroot: chapters/index\nchapters:\n{files}")
        (root / "chapters/index.md").write_text(
            "# A tiny book\n\n## Citing this book\n\nAs follows.\n"
        )
        for module, code in LIB.items():
            self.write(f"lib/{module}.py", f"{code}\n")
        self.chapter("one", "from lib.near import value")
        self.chapter("two", "from lib.other import value")
        self.chapter("shows", *SHOWS)
        for name in CHAPTERS[3:]:
            self.chapter(name, "value = 0")

    def write(self, name: str, text: str, old: bool = False) -> None:
        """Write a file, which may keep an old time, as one that is put back."""
        (self.root / name).write_text(text)
        if old:
            os.utime(self.root / name, (0, 0))

    def chapter(self, name: str, *codes: str, text: str = "") -> None:
        """Write a chapter whose cells run `codes`, show `value` and note that they ran."""
        log = f"print({name!r}, file=open('../runs', 'a'))\nprint('value', value)"
        cells = [new_markdown_cell(f"# Chapter {name}\n{text}"), *map(new_code_cell, [*codes, log])]
        for number, cell in enumerate(cells):
            cell["id"] = f"{name}-{number}"
        nbformat.write(new_notebook(cells=cells), self.root / f"chapters/{name}.ipynb")

    def build(self, **environ: str) -> subprocess.CompletedProcess:
        """Run `make book`; the notebooks import this book's `lib`."""
        for name in ["MAKEFLAGS", "MAKELEVEL", "GITHUB_REPOSITORY"]:
            environ.setdefault(name, "")
        kept = {**os.environ, **environ, "PYTHONPATH": str(self.root)}
        return subprocess.run(
            ["make", "-C", str(ROOT), "book", f"BOOK={self.root}"],
            env={name: value for name, value in kept.items() if value},
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=600,
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

    def site(self) -> dict[str, bytes]:
        html = self.root / "_build/html"
        return {str(p.relative_to(html)): p.read_bytes() for p in html.rglob("*") if p.is_file()}


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    made = Book(tmp_path_factory.mktemp("book"))
    assert made.ran() == sorted(CHAPTERS)
    return made


@pytest.mark.slow
@pytest.mark.nightly
def test_another_place_makes_the_same_bytes(book, tmp_path):
    """As `make reproduce` looks at the whole book, whose every notebook runs anew."""
    other = Book(tmp_path / "another/place")
    assert other.ran() == sorted(CHAPTERS)
    one, two = book.site(), other.site()
    assert sorted(n for n in one.keys() | two if one.get(n) != two.get(n)) == []
    assert len([name for name in one if "_images/explorers/" in name]) == 1
    assert book.page("shows").count('class="picture"') == 2  # a figure, an explorer's start
    assert "in pieces\n" in book.page("shows")
    assert f"forked {sys.platform == 'linux'}\n" in book.page("shows")
    assert "@misc" in book.page("index")


@pytest.mark.slow
def test_a_change_in_lib_runs_the_notebooks_that_use_it(book):
    book.write("lib/far.py", "value = 41")
    assert book.ran() == ["one"]
    assert "value 41" in book.page("one")
    book.write("lib/far.py", "value = 1\n")
    text = (book.root / "chapters/index.md").read_text()
    book.write("chapters/index.md", f"{text}\nA new line.\n", old=True)
    assert book.ran() == []  # seen before: its outputs come from the cache
    assert "value 1\n" in book.page("one")
    assert "A new line." in book.page("index")


@pytest.mark.slow
def test_what_is_wrong_fails_the_build_each_time(book):
    """Sphinx reports a page's warnings only when it reads the page: the second build must too."""
    book.chapter("two", "value = {}['missing key']")
    done = book.build()
    said = re.sub(r"\x1b\[\d*m", "", done.stderr)  # IPython colors its tracebacks
    assert done.returncode != 0
    assert "KeyError: 'missing key'" in said and "two.ipynb" in said
    book.chapter("two", "from lib.other import value", text="See {ref}`nowhere`.")
    for _ in range(2):
        done = book.build()
        assert done.returncode != 0 and "nowhere" in done.stderr
    book.chapter("two", "from lib.other import value")
    assert book.build().returncode == 0


@pytest.mark.slow
@pytest.mark.nightly
def test_small_changes_leave_what_a_build_from_nothing_does(book):
    """A picture, a number and a title change on one page, and other pages show them."""
    title = "(there)=\n## {}\n\n$$x = {}$$ (eq-there)\n"
    picture = "import matplotlib.pyplot as plt; plt.plot([1, {}])\nvalue = 0"
    book.chapter("one", "from lib.near import value", text="See {ref}`there`, {eq}`eq-there`.")
    for number in ("2", "3"):
        book.chapter("two", picture.format(number), text=title.format(f"Place {number}", number))
        assert "two" in book.ran()
    kept = book.site()
    assert "Place 3" in book.page("one")
    for made in ("html", ".doctrees"):
        shutil.rmtree(book.root / "_build" / made)
    assert book.ran() == []
    site = book.site()
    assert {name for name in kept if kept[name] != site.get(name, kept[name])} == set()
    assert {name for name in kept.keys() ^ site if "_images" not in name} == set()  # one is old


@pytest.mark.slow
@pytest.mark.nightly
def test_a_fork_gets_its_own_buttons(book):
    assert book.ran(GITHUB_REPOSITORY="somebody/fork") == []
    assert "https://mybinder.org/v2/gh/somebody/fork/" in book.page("one")


@pytest.mark.parametrize(
    ("environ", "remote", "expected"),
    [
        ({}, "", "https://github.com/a/book"),
        ({}, "https://github.com/b/fork", "https://github.com/b/fork"),
        ({}, "https://token@github.com/b/fork.git/", "https://github.com/b/fork"),
        ({}, "git@github.com:b/my.fork.git", "https://github.com/b/my.fork"),
        ({}, "ssh://git@github.com/b/fork", "https://github.com/b/fork"),
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


def test_pages_url():
    assert pages_url("https://github.com/a/book") == "https://a.github.io/book/"
    assert pages_url("https://github.com/Ann/Ann.github.io") == "https://ann.github.io/"


@pytest.mark.parametrize(
    ("cell", "modules"),
    [
        ("from lib.near import value", {"__init__", "near", "far"}),
        ("%matplotlib inline\nfrom lib import far", {"__init__", "far"}),
        ("def later():\n    import lib.other as o", {"__init__", "other"}),
        ("import lib.beside", {"__init__", "beside", "far", "other"}),
        ("import numpy, json", set()),
        ("from lib import (", set()),
    ],
)
def test_dependencies(tmp_path, cell, modules):
    (tmp_path / "lib").mkdir()
    for module, code in [("__init__", ""), *LIB.items()]:
        (tmp_path / f"lib/{module}.py").write_text(code)
    (tmp_path / "lib/points.csv").write_text("1,2\n")  # data count with every module
    notebook = new_notebook(cells=[new_code_cell(cell)])
    found = dependencies(json.loads(nbformat.writes(notebook)), tmp_path)
    assert {path.stem for path in found} == modules | ({"points"} if modules else set())


def test_a_page_rests_on_the_theorems_that_it_names_and_on_those_that_these_take_from():
    notebook = new_notebook(cells=[new_code_cell('theorem("balcan")\ntheorem("coins")')])
    found = dependencies(json.loads(nbformat.writes(notebook)), ROOT)
    stems = {"margin_perceptron", "margin_bounds", "generalization", "block_novikoff"}
    assert {path.name for path in found} == {f"{stem}.txt" for stem in stems}


def test_a_notebook_with_a_conflict_is_named(tmp_path):
    path = tmp_path / "one.ipynb"
    path.write_text('{"cells": [\n<<<<<<< HEAD\n')
    env = SimpleNamespace(srcdir=tmp_path, doc2path=lambda name: path)
    with pytest.raises(SphinxError, match=r"one\.ipynb is no notebook .*: is it merged"):
        source(env, "one")


def test_the_lock_holds_every_requirement():
    """`make lock` was not forgotten, and the lock names packages alone, no place to get them."""
    pin = re.compile(r"^([\w.-]+)==(\S+)", re.MULTILINE)
    texts = {name: (ROOT / name).read_text() for name in LISTS}
    locked = {(name.lower(), version) for name, version in pin.findall(texts["constraints.txt"])}
    for name in ["requirements.txt", "requirements-dev.txt", "homework/requirements.txt"]:
        wanted = {(package.lower(), version) for package, version in pin.findall(texts[name])}
        assert wanted - locked == set(), "run `make lock`"
    assert "://" not in "".join(texts.values())
