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

from theme.freshness import dependencies
from theme.repository import pages_url, repository_url

ROOT = Path(__file__).parents[1]
CHAPTERS = ["one", "two", "three", "four", "five"]
LIB = {
    "near": "from lib import far\nvalue = far.value",
    "far": "value = 1",
    "other": "value = 2",
    "beside": "from .far import value\nfrom . import other",
}


class Book:
    """Five notebooks: `one` uses lib.near, which uses lib.far, and `two` lib.other."""

    def __init__(self, root: Path):
        self.root = root
        (root / "chapters").mkdir(parents=True)
        for name in ("lib", "theme"):
            shutil.copytree(ROOT / name, root / name)
        for name in ("_config.yml", "CITATION.cff"):
            shutil.copy(ROOT / name, root)
        files = "".join(f"- file: chapters/{name}\n" for name in CHAPTERS)
        (root / "_toc.yml").write_text(f"format: jb-book\nroot: chapters/index\nchapters:\n{files}")
        self.write(
            "chapters/index.md",
            "# A tiny book\n\n(there)=\n## Place 2\n\n## Citing this book\n\nAs follows.\n",
        )
        for module, code in LIB.items():
            self.write(f"lib/{module}.py", f"{code}\n")
        self.chapter("one", "from lib.near import value", text="See {ref}`there`.")
        self.chapter("two", "from lib.other import value")
        for name in CHAPTERS[2:]:
            self.chapter(name, "value = 0")

    def write(self, name: str, text: str) -> None:
        (self.root / name).write_text(text)

    def chapter(self, name: str, *codes: str, text: str = "") -> None:
        """Write a chapter whose cells run `codes`, show `value` and note that they ran."""
        log = f"print({name!r}, file=open('../runs', 'a'))\nprint('value', value)"
        cells = [new_markdown_cell(f"# Chapter {name}\n{text}"), *map(new_code_cell, [*codes, log])]
        for number, cell in enumerate(cells):
            cell["id"] = f"{name}-{number}"
        nbformat.write(new_notebook(cells=cells), self.root / f"chapters/{name}.ipynb")

    def build(self) -> subprocess.CompletedProcess:
        """Run `make book`; the notebooks import this book's `lib`."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
        return subprocess.run(
            ["make", "-C", str(ROOT), "book", f"BOOK={self.root}"],
            env=kept | {"PYTHONPATH": str(self.root)},
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=600,
        )

    def ran(self) -> list[str]:
        """Build, and return the names of the chapters that ran, once for each time."""
        runs = self.root / "runs"
        runs.write_text("")
        done = self.build()
        assert done.returncode == 0, done.stderr
        return sorted(runs.read_text().split())

    def page(self, name: str) -> str:
        return (self.root / f"_build/html/chapters/{name}.html").read_text()


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    made = Book(tmp_path_factory.mktemp("book"))
    assert made.ran() == sorted(CHAPTERS)
    return made


@pytest.mark.nightly
def test_a_change_in_lib_runs_the_notebooks_that_use_it(book):
    book.write("lib/far.py", "value = 41")
    text = (book.root / "chapters/index.md").read_text()
    book.write("chapters/index.md", text.replace("Place 2", "Place 3"))
    os.utime(book.root / "chapters/index.md", (0, 0))  # as of one that is put back
    assert book.ran() == ["one"]
    assert "value 41" in book.page("one")
    assert "Place 3" in book.page("index") and "Place 3" in book.page("one")


@pytest.mark.nightly
def test_what_was_seen_before_comes_from_the_cache(book):
    book.write("lib/far.py", "value = 1\n")
    assert book.ran() == [] and "value 1\n" in book.page("one")


@pytest.mark.nightly
def test_what_is_wrong_fails_the_build_each_time(book):
    """Sphinx reports a page's warnings only when it reads the page: the second build must too."""
    book.chapter("two", "value = {}['missing key']", text="See {ref}`nowhere`.")
    for _ in range(2):
        done = book.build()
        said = re.sub(r"\x1b\[\d*m", "", done.stderr)  # IPython colors its tracebacks
        assert done.returncode != 0 and "nowhere" in said
        assert "KeyError: 'missing key'" in said and "two.ipynb" in said
    book.chapter("two", "from lib.other import value")
    assert book.build().returncode == 0


@pytest.mark.parametrize(
    ("environ", "remote", "expected"),
    [
        ({}, "", "https://github.com/a/book"),
        ({}, "https://token@github.com/b/fork.git/", "https://github.com/b/fork"),
        ({}, "git@github.com:b/my.fork.git", "https://github.com/b/my.fork"),
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


def test_the_lock_holds_every_requirement():
    pin = re.compile(r"^([\w.-]+)==(\S+)", re.MULTILINE)
    locked = {*pin.findall((ROOT / "constraints.txt").read_text().lower())}
    for kind in ("requirements", "requirements-lab", "requirements-dev", "homework/requirements"):
        wanted = {*pin.findall((ROOT / f"{kind}.txt").read_text().lower())}
        assert wanted - locked == set(), "run `make lock`"
