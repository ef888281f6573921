"""What nbval ran and found as it is stored is what the book shows: hooks of pytest.

A chapter whose cells all pass goes into the book's execution cache, as theme/ahead.py would put it
there, and the build need not run it again. A chapter that fails, or differs from its stored
outputs, leaves nothing there. nbval itself takes nothing from the cache: with `--changed` it leaves
out the chapters that passed as they are now, their stored outputs and what they rest on included.
"""

import hashlib
import json
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

import nbformat
import pytest
from jupyter_cache import get_cache
from nbval.plugin import IPyNbCell

from theme.ahead import keep
from theme.freshness import marked

ROOT = Path(__file__).parents[1]
CHAPTERS = ROOT / "chapters"
CACHE = get_cache(ROOT / "_build" / ".jupyter_cache")
WIDGET = "application/vnd.jupyter.widget-view+json"


class Chapter:
    """A notebook in a kernel of nbval's, and what its cells have shown so far."""

    def __init__(self, path, kernel):
        # Before it runs: an edit of lib meanwhile must not count as seen.
        self.path, self.notebook = path, read(path)
        self.cells, self.stored = code_cells(self.notebook), stored(self.notebook)
        self.kernel, self.begun, self.shown = kernel, time.perf_counter(), 0
        forget(self.notebook)
        # With history, as nbclient runs a cell: counts go up, and a traceback names them.
        kernel.execute_cell_input = partial(kernel.kc.execute, stop_on_error=False)

    def show(self, outputs):
        """Take the outputs of the next cell; after the last one, keep the notebook for the book."""
        cell = self.cells[self.shown]
        self.shown += 1
        cell.outputs, cell.execution_count = outputs, self.shown
        if self.shown < len(self.cells):
            return
        if any(WIDGET in output.get("data", {}) for cell in self.cells for output in cell.outputs):
            return  # the book keeps a widget's state, which nbval does not see
        about = self.kernel.kc.kernel_info(reply=True, timeout=60)["content"]
        self.notebook.metadata["language_info"] = about["language_info"]
        took = time.perf_counter() - self.begun
        keep(CACHE, self.notebook, self.path, took, stored=self.stored)


def read(path):
    """Return the notebook at `path`, marked as the execution cache knows it."""
    return nbformat.reads(marked(path.read_text("utf-8"), ROOT)[0], as_version=4)


def code_cells(notebook):
    """Return the cells that run."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def stored(notebook):
    """Return a digest of all that nbval compares fresh outputs with, and of how."""
    cells = json.dumps(code_cells(notebook), sort_keys=True).encode()
    return hashlib.sha256(cells + (ROOT / "tests/sanitize.cfg").read_bytes()).hexdigest()


def forget(notebook):
    """Drop what the cache holds of a notebook."""
    with suppress(KeyError):
        CACHE.remove_cache(CACHE.match_cache_notebook(notebook).pk)


def has_passed(notebook):
    """Return whether nbval found the notebook's outputs as they are stored."""
    try:
        about = CACHE.match_cache_notebook(notebook).data
    except KeyError:
        return False
    return about.get("stored") == stored(notebook)


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        CACHE.get_cache_limit()  # makes the cache, before two workers would at once


def pytest_ignore_collect(collection_path, config):
    """Leave out a chapter that has passed as it is, where changed ones alone are asked for."""
    if config.option.changed and collection_path.suffix == ".ipynb":
        return has_passed(read(collection_path)) or None
    return None


running = pytest.StashKey[Chapter]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Follow a chapter through its cells, as long as they pass."""
    if not isinstance(item, IPyNbCell) or item.path.parent != CHAPTERS:
        return (yield)
    if item.cell_num == 0:
        item.parent.stash[running] = Chapter(item.path, item.parent.kernel)
    result = yield  # a cell that fails ends here
    chapter = item.parent.stash.get(running, None)
    if chapter and chapter.shown == item.cell_num:
        chapter.show(item.test_outputs)
    return result
