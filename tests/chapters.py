"""The chapters as files, and complaints about them: where, and what to do.

A check takes a chapter and yields complaints. tests/test_template.py breaks each of them.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path

import nbformat
import numpy as np
import pytest
import yaml

ROOT = Path(__file__).parents[1]
TEMPLATE = ROOT / "tools" / "template.ipynb"
TOC = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
PARTS = {part["caption"]: [Path(c["file"]).stem for c in part["chapters"]] for part in TOC["parts"]}
TEACHING = [stem for caption, stems in PARTS.items() if caption != "Reference" for stem in stems]
FIRST = [stem for caption, stems in PARTS.items() if "First reading" in caption for stem in stems]
CITING = ("Exercises", "Sources")  # sections that may point anywhere

EXERCISE = re.compile(r"^`{3,}\{exercise\}(.*)$", re.MULTILINE)
BOX = re.compile(r"^`{3,}\{prf:(\w+)\} (.+)\n:label: (\S+)$", re.MULTILINE)
TARGET = re.compile(r"^(?::label: |\()([\w-]+)\)?=?$|\(([\w-]+)\)$", re.MULTILINE)
HEADING = re.compile(r"^(#{1,4}) (.+)$", re.MULTILINE)


class Chapter:
    """A notebook, or a page of Markdown, which is one cell.

    Attributes
    ----------
    name, stem : the file's, from the root, and without its folder and its ending
    cells : its cells; the first is cell 1, as the build counts them
    text : its Markdown, a blank line between cells
    """

    def __init__(self, path: Path, cells: list | None = None):
        self.name, self.stem = path.relative_to(ROOT).as_posix(), path.stem
        self.notebook = None
        if cells is None and path.suffix == ".ipynb":
            self.notebook = nbformat.read(path, as_version=4)
            cells = self.notebook.cells
        self.cells = cells or [nbformat.v4.new_markdown_cell(path.read_text("utf-8"))]

    def at(self, number: int) -> str:
        """Where a complaint points."""
        return f"{self.name}, cell {number}"

    def of(self, kind: str) -> Iterator[tuple[int, nbformat.NotebookNode]]:
        """The cells of a kind with their numbers."""
        return ((n, cell) for n, cell in enumerate(self.cells, 1) if cell.cell_type == kind)

    def matches(self, pattern: re.Pattern) -> Iterator[tuple[int, re.Match]]:
        """Where the Markdown matches, with the cells' numbers."""
        return (
            (n, found) for n, cell in self.of("markdown") for found in pattern.finditer(cell.source)
        )

    @cached_property
    def text(self) -> str:
        return "\n\n".join(cell.source for _, cell in self.of("markdown"))

    def defined(self, *names: str) -> dict:
        """What the cells of code that define some functions define, as a reader sees them."""
        space = {"np": np}
        for _, cell in self.of("code"):
            if cell.source.startswith(tuple(f"def {name}(" for name in names)):
                exec(cell.source, space)
        return space

    @cached_property
    def sections(self) -> dict[str, str]:
        """The text of each section by its heading; an advanced one holds its subsections."""
        found, name, level = {}, "", 0
        for part in re.split(r"^(?=#{1,4} )", self.text, flags=re.MULTILINE):
            head = HEADING.match(part)
            if head and not (name.startswith("Advanced") and len(head[1]) > level):
                name, level = head[2], len(head[1])
            found[name] = found.get(name, "") + part
        return found

    @cached_property
    def headings(self) -> set[str]:
        """The headings, as the site makes anchors of them."""
        titles = (title.strip().lower() for _, title in HEADING.findall(self.text))
        return {re.sub(r"[^\w\- ]", "", title).replace(" ", "-") for title in titles}

    @cached_property
    def anchors(self) -> set[str]:
        """What a link may name: headings and labels."""
        return self.headings | {one or other for one, other in TARGET.findall(self.text)}


def chapter(stem: str) -> Chapter:
    """The page of that name, read anew."""
    (path,) = (ROOT / "chapters").glob(f"{stem}.*")
    return Chapter(path)


Check = Callable[[Chapter], Iterable[str]]


def fail_with(complaints: Iterable[str]) -> None:
    """Fail with the complaints alone, a line each."""
    if found := list(complaints):
        pytest.fail("\n".join(found), pytrace=False)


def each_check(checks: Iterable[Check], stems: Iterable[str]):
    """A test of each chapter by each check, both by name."""

    @pytest.mark.parametrize("check", list(checks), ids=lambda check: check.__name__)
    @pytest.mark.parametrize("stem", list(stems))
    def test(check, stem):
        fail_with(check(chapter(stem)))

    return test
