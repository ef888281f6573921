"""Building the book.

Time on the clock, where a row says so: of the book from nothing, of the book after an edit of one
line of `lib/perceptron.py`, and of all from the clone to the book, its packages downloaded. The
peer is what each may take on two idle cores.

Else processor seconds, user and system, of all processes. A copy is built by `make book`:
from nothing, then again with nothing changed, with one line of a chapter's text, one cell, one
theorem and one line of `lib/perceptron.py` edited. The peer of the first is the floor under it: to
start and stop a kernel for every notebook with nothing to run in it. The peer of the others is what
they may take: 3 s with nothing changed, else 8 s and the kernels of the notebooks that run.

Before a chapter had rooms of its own, the same took, as time on the clock of two cores: 173 s from
nothing, 7.2 s with nothing changed, 24.1 s with one cell edited, and 151 s with one line of lib,
which ran 14 notebooks, as did one theorem. From clone to book it was 247 s.
"""

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from jupyter_cache.executors.utils import single_nb_execution
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from benchmarks.processes import spent_by_children
from benchmarks.timing import Row, timed
from theme.ahead import AT_ONCE
from theme.freshness import KERNEL

PEER = "floor, or limit"
ROOT = Path(__file__).parents[1]
ELSEWHERE = shutil.ignore_patterns(".*", "_build", "__pycache__")  # what no build starts from
NOTHING, CHANGED = 3.0, 8.0  # seconds for a build of nothing, and of a change without its kernels
LIB = "one line of lib"
# Seconds on the clock of two idle cores.
ALL, EDITED, CLONED = 60.0, 30.0, 150.0


def rows() -> Iterator[Row]:
    """From clone to book; a build from nothing beside its kernels; each loop beside its limit."""
    with tempfile.TemporaryDirectory() as folder:
        yield on_clock("from clone to book", cloned(Path(folder)), CLONED)
    os.environ["BOOK_EXPLORE"] = "static"  # explorers draw their frames, as in the build
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(ROOT, copy, ignore=ELSEWHERE, dirs_exist_ok=True)
        notebooks = list((copy / "chapters").glob("*.ipynb"))
        empty = new_notebook(cells=[new_code_cell("pass")], metadata={"kernelspec": KERNEL})
        floor = kernels([empty] * len(notebooks), copy)
        clock, seconds, ran = build(copy)
        yield on_clock("from nothing", clock, ALL)
        yield Row(f"from nothing, {len(ran)} notebooks run", seconds, floor, seconds / floor, 2.0)
        _clock, seconds, ran = build(copy)
        yield Row(f"nothing changed, {len(ran)} run", seconds, NOTHING, seconds / NOTHING, 1.0)
        for name, edit in loops(copy).items():
            edit()
            clock, seconds, ran = build(copy)
            if name == LIB:
                yield on_clock(f"{name} edited", clock, EDITED)
            limit = CHANGED + kernels([nbformat.read(path, as_version=4) for path in ran], copy)
            yield Row(f"{name} edited, {len(ran)} run", seconds, limit, seconds / limit, 1.0)


def on_clock(data: str, seconds: float, goal: float) -> Row:
    """The row of a time on the clock beside what it may be."""
    return Row(f"{data}, on the clock", seconds, goal, seconds / goal, 1.0)


def cloned(folder: Path) -> float:
    """Seconds on the clock to clone the last commit and build its book, with nothing downloaded.

    Raises CalledProcessError where that fails.
    """
    begun = time.perf_counter()
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
    own = {"PYTHONPATH", "OMP_NUM_THREADS", "MAKEFLAGS", "MAKELEVEL"}
    kept = {name: value for name, value in os.environ.items() if name not in own}
    kept |= {"PIP_NO_CACHE_DIR": "1"}
    command = ["make", "-C", str(folder), "book"]
    subprocess.run(command, env=kept, check=True, capture_output=True)
    return time.perf_counter() - begun


def loops(copy: Path) -> dict[str, Callable]:
    """What an author edits in a copy of the book, and how."""
    chapter = copy / "chapters/kernels.ipynb"
    theorem = copy / "lib/theorems/block_novikoff.py"
    return {
        "one line of text": lambda: edit_cell(chapter, "markdown", "\n\nOne more line."),
        "one cell": lambda: edit_cell(chapter, "code", "\n# edited"),
        "one theorem": lambda: edit_line(theorem),
        LIB: lambda: edit_line(copy / "lib/perceptron.py"),
    }


def build(copy: Path) -> tuple[float, float, list[Path]]:
    """Seconds that `make book` takes, on the clock and of processors, and the notebooks it runs.

    Raises RuntimeError if the copy cannot be built.
    """
    command = ["make", "-C", str(ROOT), "book", f"BOOK={copy}"]
    kept = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL")}
    begun, spent = time.perf_counter(), spent_by_children()
    done = subprocess.run(
        command,
        env={**kept, "PYTHONPATH": str(copy)},  # its notebooks import its own lib
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    clock, seconds = time.perf_counter() - begun, spent_by_children() - spent
    if done.returncode:
        raise RuntimeError(f"the copy of the book was not built: {done.stderr}")
    names = re.findall(r"  running (\S+\.ipynb)", done.stderr)
    return clock, seconds, [copy / "chapters" / name for name in names]


def kernels(notebooks: list[NotebookNode], copy: Path) -> float:
    """Processor seconds of the kernels that run notebooks, as many at a time as the build does."""

    def run(notebook) -> None:
        done = single_nb_execution(
            notebook, cwd=str(copy / "chapters"), timeout=300, allow_errors=False
        )
        assert done.err is None

    def run_all() -> None:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(run, notebooks))

    return timed(run_all, spent_by_children)


def edit_cell(path: Path, kind: str, text: str) -> None:
    """Add a text to a notebook's second cell of a kind, the first of text being its title."""
    notebook = nbformat.read(path, as_version=4)
    [cell for cell in notebook.cells if cell.cell_type == kind][1].source += text
    nbformat.write(notebook, path)


def edit_line(path: Path) -> None:
    """Add a comment at the end of a module."""
    path.write_text(path.read_text("utf-8") + "# edited\n", "utf-8")
