"""nbval compares what a chapter shows with what is stored; a chapter runs once until it changes."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from tools.notebooks import METADATA

pytestmark = [pytest.mark.slow, pytest.mark.nightly]  # kernels

ROOT = Path(__file__).parents[1]
NEEDED = ["conftest.py", *(f"tests/{name}.py" for name in ("compared", "forked"))]
NEEDED += ["theme/freshness.py", "theme/ahead.py"]
# The cells of each chapter, and what is stored of them.
CELLS = {
    "passes": {
        "import lib.one\nprint('in pieces', lib.one.value > 0)": "in pieces True\n",
        "2": "2",
    },
    "wrong": {"print('another')": "as stored\n", "'so'": "'so'", "1 / 0": "1", "after = 3": ""},
}


def cell(number, source, text):
    kind = "stream" if source[-1] == ")" else "execute_result"
    words = {"text": text} if kind == "stream" else {"data": {"text/plain": text}}
    outputs = [new_output(kind, **words)] if text else []
    return new_code_cell(source, execution_count=number, outputs=outputs)


@pytest.fixture
def book(tmp_path):
    for name in NEEDED:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib/__init__.py").touch()
    (tmp_path / "lib/one.py").write_text("value = 1\n")
    (tmp_path / "chapters").mkdir()
    for name, sources in CELLS.items():
        cells = [cell(number, *one) for number, one in enumerate(sources.items(), 1)]
        path = tmp_path / f"chapters/{name}.ipynb"
        nbformat.write(new_notebook(cells=cells, metadata=METADATA), path)
    return tmp_path


def nbval(book, *words):
    """Run pytest on the book's chapters; return the cells that failed, and what ran for that."""
    command = [sys.executable, "-m", "pytest", "--nbval", "-p", "no:cacheprovider", "-rf", *words]
    environ = {"PYTHONPATH": str(book), "PATH": str(Path(sys.executable).parent)}
    done = subprocess.run(
        [*command, "chapters"], cwd=book, env=environ, capture_output=True, text=True, timeout=300
    )
    failed = re.findall(r"FAILED chapters/(\w+)\.ipynb::Cell (\d)", done.stdout)
    return set(failed), re.findall(r"running (\w+)", done.stderr)


def test_a_chapter_runs_once_until_it_changes(book):
    wrong = {("wrong", "0"), ("wrong", "2"), ("wrong", "3")}
    assert nbval(book, "-n", "2", "--dist", "loadfile")[0] == wrong
    (book / "lib/one.py").write_text("value = -1\n")
    assert nbval(book, "-s") == (wrong | {("passes", "0")}, ["passes", "wrong"])
    assert nbval(book, "-s") == (wrong | {("passes", "0")}, ["wrong"])
