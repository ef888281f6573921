"""A chapter that passed nbval is left out by `--changed`, until something changes."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from tools.notebooks import METADATA, run

pytestmark = pytest.mark.slow  # kernels

ROOT = Path(__file__).parents[1]
NEEDED = ["conftest.py", "tools/compared.py", "tests/sanitize.cfg", "theme/freshness.py"]
CELLS = {
    "differs": ["print('as stored')"],
    "fails": ["'before'", "1", "'after'"],
    "passes": ["import lib.one\nprint('in pieces', lib.one.value > 0)", "2"],
}


def nbval(book, *words):
    """Run pytest on the book's chapters; return what it says."""
    command = [sys.executable, "-m", "pytest", "--nbval", "-p", "no:cacheprovider", "-q", *words]
    environ = {"PYTHONPATH": str(book), "PATH": str(Path(sys.executable).parent)}
    command.append("chapters")
    done = subprocess.run(
        command, cwd=book, env=environ, capture_output=True, text=True, timeout=300
    )
    return done.stdout


def edit(book, name, old, new):
    path = book / name
    before = path.read_text("utf-8")
    assert old in before
    path.write_text(before.replace(old, new), "utf-8")
    return lambda: path.write_text(before, "utf-8")


def chosen(book, *words):
    """The chapters that nbval would run."""
    return set(re.findall(r"chapters/(\w+)\.ipynb", nbval(book, "--collect-only", *words)))


def test_what_passed_is_left_out_while_nothing_changes(tmp_path, monkeypatch):
    book = tmp_path
    for name in NEEDED:
        (book / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, book / name)
    (book / "lib").mkdir()
    (book / "lib/__init__.py").touch()
    (book / "lib/one.py").write_text("value = 1\n")
    (book / "chapters").mkdir()
    monkeypatch.setenv("PYTHONPATH", str(book))
    for name, cells in CELLS.items():
        path = book / f"chapters/{name}.ipynb"
        cells = list(map(new_code_cell, cells))
        nbformat.write(new_notebook(cells=cells, metadata=METADATA), path)
        assert run(path) is None
    edit(book, "chapters/differs.ipynb", "print('as stored')", "print('another')")
    edit(book, "chapters/fails.ipynb", '"1"', '"1 / 0"')

    said = nbval(book, "-n", "2", "--dist", "loadfile", "-rf")
    failed = re.findall(r"FAILED (\S+?)\.ipynb::Cell (\d)", said)
    assert sorted(failed) == [("chapters/differs", "0"), ("chapters/fails", "1")], said
    others = CELLS.keys() - {"passes"}
    assert chosen(book) == CELLS.keys()
    assert chosen(book, "--changed") == others
    changes = [
        ("chapters/passes.ipynb", "in pieces True", "in pieces"),  # a stored output
        ("chapters/passes.ipynb", '"2"', '"1 + 1"'),  # a cell
        ("lib/one.py", "1", "2"),
    ]
    for change in changes:
        undo = edit(book, *change)
        assert chosen(book, "--changed") == CELLS.keys()
        undo()
    assert chosen(book, "--changed") == others
    undo = edit(book, *changes[0])
    assert "FAILED chapters/passes.ipynb::Cell 0" in nbval(book, "-rf", "-k", "passes")
    undo()
    assert chosen(book, "--changed") == CELLS.keys()  # it no longer passed
