"""A plugin of pytest: nbval compares a chapter's stored outputs with those in the book's cache.

What is not in the cache runs as in a build, and is kept there: so a chapter runs once until it, or
what it rests on, changes, whether the tests ask first or the build.
"""

import os
import sys
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest
from jupyter_cache import get_cache
from nbclient.exceptions import CellTimeoutError
from nbformat.v4 import new_output
from nbval.plugin import IPyNbFile

from theme.ahead import AT_ONCE, KERNELS, keep, look_up, run

ROOT = Path(__file__).parents[1]
CHAPTERS = ROOT / "chapters"
CACHE = ROOT / "_build" / ".jupyter_cache"
NOT_RUN = new_output("error", ename="NotRun", traceback=["An earlier cell failed."])


class Replay:
    """Replays to nbval the messages of the kernel in which the cells ran, in their order."""

    def __init__(self, notebook):
        self.cells = iter([cell for cell in notebook.cells if cell.cell_type == "code"])

    def execute_cell_input(self, source, allow_stdin):
        cell = next(cell for cell in self.cells if cell.source == source)
        outputs = cell.outputs if cell.execution_count else [NOT_RUN]
        said = [(output.output_type, output) for output in outputs]
        self.messages = iter([*said, ("status", {"execution_state": "idle"})])

    def get_message(self, stream, timeout):
        kind, content = next(self.messages)
        return {"msg_type": kind, "content": content, "parent_header": {"msg_id": None}}

    def is_alive(self, *words, **limits):
        return True

    await_reply = await_idle = stop = is_alive  # a reply is ready, and nothing has to stop


@cache
def kernels():
    """How kernels start: by forks, where more chapters have to run than run at a time.

    macOS lets no process fork that has loaded its frameworks.
    """
    kept = get_cache(CACHE)
    missing = sum(look_up(path, ROOT, kept)[1] is None for path in CHAPTERS.glob("*.ipynb"))
    if missing <= AT_ONCE or sys.platform != "linux":
        return {}
    from tests.forked import Manager

    return {"kernel_manager_class": Manager}


def fresh(path, seconds):
    """The notebook at `path` with the outputs of its cells, which have a limit in seconds."""
    kept = get_cache(CACHE)
    notebook, record = look_up(path, ROOT, kept)
    if record:
        return kept.get_cache_bundle(record.pk).nb
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    with patch.dict(os.environ, KERNELS):
        result = run(path, notebook, seconds, **kernels())
    if isinstance(result.err, CellTimeoutError):
        raise result.err
    keep(kept, path, result)
    return result.nb


class Chapter(IPyNbFile):
    def setup(self):
        self.setup_sanitize_files()
        self.kernel = Replay(fresh(self.path, self.config.option.nbval_cell_timeout))


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        get_cache(CACHE).get_cache_limit()  # two workers would make it


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path, parent):
    files = yield
    if file_path.parent != CHAPTERS:
        return files
    return [
        Chapter.from_parent(parent, path=file_path) if isinstance(file, IPyNbFile) else file
        for file in files
    ]
