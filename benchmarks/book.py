"""Building the book.

A copy of the book is built by `make book`: from nothing, then again with nothing changed, with one
cell of one chapter edited, and with one line of `lib/perceptron.py` edited. The peer is the floor
under the first of these: to start and stop a kernel for every notebook, as many at a time, with
nothing to run in it.
"""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from jupyter_cache.executors.utils import single_nb_execution
from nbformat.v4 import new_code_cell, new_notebook

from benchmarks.timing import Row, timed
from theme.ahead import AT_ONCE
from theme.freshness import KERNEL

PEER = "its kernels alone"
ROOT = Path(__file__).parents[1]
ELSEWHERE = shutil.ignore_patterns(".*", "_build", "__pycache__")  # what no build starts from


def rows() -> Iterator[Row]:
    """The four builds, each beside the floor, which is measured before and after the first."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(ROOT, copy, ignore=ELSEWHERE, dirs_exist_ok=True)
        notebooks = len(list((copy / "chapters").glob("*.ipynb")))
        floor = timed(lambda: kernels(notebooks), time.perf_counter)
        seconds, ran = build(copy)
        floor = (floor + timed(lambda: kernels(notebooks), time.perf_counter)) / 2
        yield Row(f"from nothing, {ran} notebooks run", seconds, floor, seconds / floor, 2.0)
        for name, edit in (
            ("nothing changed", lambda: None),
            ("one cell edited", lambda: edit_cell(copy / "chapters/kernels.ipynb")),
            ("one line of lib edited", lambda: edit_line(copy / "lib/perceptron.py")),
        ):
            edit()
            seconds, ran = build(copy)
            yield Row(f"{name}, {ran} notebooks run", seconds, floor, seconds / floor, None)


def build(copy: Path) -> tuple[float, int]:
    """Seconds that `make book` takes, and how many notebooks it runs."""
    command = ["make", "-C", str(ROOT), "book", f"BOOK={copy}"]
    kept = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL")}
    begun = time.perf_counter()
    done = subprocess.run(
        command,
        env={**kept, "PYTHONPATH": str(copy)},  # its notebooks import its own lib
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    seconds = time.perf_counter() - begun
    if done.returncode:
        raise RuntimeError(f"the copy of the book was not built: {done.stderr}")
    return seconds, done.stderr.count("  running ")


def kernels(count: int) -> None:
    """Start and stop that many kernels, as many at a time as the build does."""

    def run(_) -> None:
        empty = new_notebook(cells=[new_code_cell("pass")], metadata={"kernelspec": KERNEL})
        done = single_nb_execution(empty, cwd=None, timeout=60, allow_errors=False)
        assert done.err is None

    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(run, range(count)))


def edit_cell(path: Path) -> None:
    """Add a comment to a notebook's first cell of code."""
    notebook = nbformat.read(path, as_version=4)
    next(cell for cell in notebook.cells if cell.cell_type == "code").source += "\n# edited"
    nbformat.write(notebook, path)


def edit_line(path: Path) -> None:
    """Add a comment at the end of a module."""
    path.write_text(path.read_text("utf-8") + "# edited\n", "utf-8")
