"""The chapters as the button *Browser* opens them, with a network: `make lite-test`."""

from urllib.parse import urlsplit

import nbformat
import pytest
from pip._internal.models.index import PyPI

from tools.notebooks import CHAPTERS, normalize
from tools.website import browser, served

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]
HOSTS = {"cdn.jsdelivr.net", PyPI.netloc, PyPI.file_storage_domain}  # as a notebook says first
NOTEBOOK = "jupyterapp.shell.currentWidget"
KERNEL = f"() => window.jupyterapp?.shell && {NOTEBOOK}?.sessionContext?.session?.kernel"
ADD = f"""async code => {{
  await jupyterapp.commands.execute("notebook:insert-cell-above");
  {NOTEBOOK}.content.activeCell.model.sharedModel.setSource(code);
  await jupyterapp.commands.execute("notebook:run-cell");
}}"""


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    """Opens a chapter and installs the library; gives its page."""
    hosts = set()
    with served() as base, browser(tmp_path_factory.mktemp("profile")) as tab:
        tab.on("request", lambda asked: hosts.add(urlsplit(asked.url).hostname))

        def one(name):
            page = tab.new_page()
            page.goto(f"{base}lite/notebooks/index.html?path={name}")
            page.wait_for_function(KERNEL, timeout=300_000)
            page.evaluate(f"{NOTEBOOK}.content.activeCellIndex = 1")
            page.evaluate("jupyterapp.commands.execute('notebook:run-cell-and-select-next')")
            return page

        yield one
    assert hosts - {None, "", "127.0.0.1"} == HOSTS


def test_what_moves_is_live(opened):
    page = opened("index.ipynb")
    page.evaluate(ADD, "from lib.explore.scene import *\nlab = scene('slab')\nlab")
    page.locator(".scene.slab .point").first.press("ArrowUp")
    page.evaluate(ADD, "print('up by', lab.points[0][1] - START[0][1])")
    page.get_by_text("up by 0.125").wait_for()


def texts(notebook):
    """What each cell of code says, by its id, without pictures."""
    normalize(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    kinds = ("data", "text", "evalue")
    return {c.id: [[o.get(kind) for kind in kinds] for o in c.outputs] for c in code}


@pytest.mark.parametrize("path", sorted(CHAPTERS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_chapter_says_what_is_stored(opened, path):
    page = opened(path.name)
    # As the build runs it, beside the other chapters.
    page.evaluate(ADD, "del os.environ['BOOK_SITE']; os.environ['BOOK_EXPLORE'] = 'static'")
    page.evaluate("jupyterapp.commands.execute('notebook:run-all-below')")
    shown = page.evaluate(f"JSON.stringify({NOTEBOOK}.content.model)")
    page.close()
    said, stored = texts(nbformat.reads(shown, 4)), texts(nbformat.read(path, 4)) | {"install": []}
    assert {name: said.get(name) for name in stored} == stored
