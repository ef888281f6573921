"""Two builds of one book in two places: the same bytes."""

import shutil

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tests import browsing
from tools.reproduce import build, differences

pytestmark = pytest.mark.slow  # builds

TOC = """
format: jb-book
root: chapters/index
chapters:
  - file: chapters/figures
  - file: chapters/proofs
"""
INDEX = """
# A small book

See [](proofs.ipynb) and [the bound](proofs.ipynb#thm-bound).

## Citing this book

As follows.
"""
FIGURES = [
    new_markdown_cell("# Figures\n\nThe margin $\\gamma$ is positive."),
    new_code_cell(
        "from lib.figures import style\n"
        "ax = style.blank()\n"
        "ax.plot([1, 2])\n"
        "style.picture(ax, 'A line that rises.')"
    ),
    new_code_cell(
        "from lib.explore import explore\n"
        "def turned(ax, degrees):\n"
        "    ax.plot([0, degrees], [0, 1])\n"
        "    return f'A ray at {degrees} degrees.'\n"
        "explore(turned, degrees=range(0, 91, 30))"
    ),
]
PROOFS = [
    new_markdown_cell("# Proofs\n\n```{prf:theorem} A bound\n:label: thm-bound\n$M \\le 1$\n```"),
    new_code_cell("from lib.theorems.block_novikoff import BLOCK_NOVIKOFF\nBLOCK_NOVIKOFF.table()"),
    new_code_cell("print({'one', 'two', 'three'})"),
    new_code_cell("import time\nprint('in', end=' ', flush=True)\ntime.sleep(1)\nprint('pieces')"),
]


@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    built = []
    for place in ("one", "another/place"):
        book = tmp_path_factory.mktemp("books") / place
        shutil.copytree(browsing.ROOT / "theme", book / "theme")
        shutil.copytree(browsing.ROOT / "lib", book / "lib")
        for name in ("_config.yml", "CITATION.cff"):
            shutil.copy(browsing.ROOT / name, book)
        (book / "_toc.yml").write_text(TOC)
        chapters = book / "chapters"
        chapters.mkdir()
        (chapters / "index.md").write_text(INDEX)
        for name, cells in (("figures", FIGURES), ("proofs", PROOFS)):
            for number, cell in enumerate(cells):
                cell["id"] = f"{name}-{number}"
            nbformat.write(new_notebook(cells=cells), chapters / f"{name}.ipynb")
        built.append(build(book))
    return built


def test_two_builds_agree(sites):
    one, two = sites
    assert len(list(one.glob("_images/explorers/*.js"))) == 1
    page = (one / "chapters/figures.html").read_text("utf-8")
    assert page.count('class="picture"') == 2  # a figure, and the start of an explorer
    assert "@misc" in (one / "chapters/index.html").read_text("utf-8")
    assert "in pieces\n" in (one / "chapters/proofs.html").read_text("utf-8")
    assert differences(one, two) == []


def test_a_difference_is_seen(sites, tmp_path):
    one, _ = sites
    two = shutil.copytree(one, tmp_path / "two")
    page = two / "chapters/proofs.html"
    page.write_text(page.read_text("utf-8").replace("bound", "Bound", 1), "utf-8")
    (two / "objects.inv").unlink()
    assert differences(one, two) == ["chapters/proofs.html", "objects.inv"]
