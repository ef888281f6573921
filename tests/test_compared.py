"""What nbval ran is what the book would have shown, and only of notebooks that passed."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from jupyter_cache import get_cache
from nbformat.v4 import new_code_cell, new_notebook

from theme import ahead
from tools.notebooks import METADATA, run

pytestmark = pytest.mark.slow  # kernels

ROOT = Path(__file__).parents[1]
NEEDED = [
    "conftest.py",
    "tools/compared.py",
    "tests/sanitize.cfg",
    "theme/ahead.py",
    "theme/freshness.py",
    "theme/nursery.py",
]
SHOWS = """\
import os, sys
from IPython.display import HTML, display
print("in", end=" ", flush=True)
display(HTML("<b>bold</b>"), metadata={"text/html": {"isolated": True}})
print("pieces")
print("aside", file=sys.stderr)
display({"image/png": "aGk=", "text/plain": "a picture"}, raw=True)"""
PLACE = """\
import lib.one
sorted({"a", "b"}), os.getcwd()[-8:], os.environ["OMP_NUM_THREADS"], lib.one.value"""
RAISES = new_code_cell("1 / 0", metadata={"tags": ["raises-exception"]})
WIDGET = """\
from IPython.display import display
display({"application/vnd.jupyter.widget-view+json": {}, "text/plain": "w"}, raw=True)"""
CELLS = {
    "differs": [new_code_cell("print('as stored')")],
    "fails": [new_code_cell("'before'"), new_code_cell("1"), new_code_cell("'after'")],
    "passes": [new_code_cell(SHOWS), RAISES, new_code_cell(PLACE), new_code_cell("_, In[1][:6]")],
    "widget": [new_code_cell(WIDGET)],
}


def edit(book, name, cell, source):
    """Let a cell say something else than what its stored outputs come from."""
    path = book / f"chapters/{name}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    notebook.cells[cell].source = source
    nbformat.write(notebook, path)


def nbval(book, *words):
    """Run pytest on the book's chapters; return what it says."""
    command = [sys.executable, "-m", "pytest", "--nbval", "-p", "no:cacheprovider", "-q", *words]
    environ = {"PYTHONPATH": str(book), "PATH": str(Path(sys.executable).parent)}
    command.append("chapters")
    return subprocess.run(command, cwd=book, env=environ, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """A book whose chapters are as `make notebooks` leaves them, but for two with another cell."""
    book = tmp_path_factory.mktemp("book")
    for name in NEEDED:
        (book / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, book / name)
    (book / "lib").mkdir()
    (book / "lib/__init__.py").touch()
    (book / "lib/one.py").write_text("value = 1\n")
    (book / "chapters").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(book))
        for name, cells in CELLS.items():
            path = book / f"chapters/{name}.ipynb"
            nbformat.write(new_notebook(cells=cells, metadata=METADATA), path)
            assert run(path) is None
    edit(book, "differs", 0, "print('another')")
    edit(book, "fails", 1, "1 / 0")
    return book


@pytest.fixture(scope="module")
def said(book):
    """What nbval says of all chapters, two at a time."""
    return nbval(book, "-n", "2", "--dist", "loadfile", "-rf")


def kept(book):
    """The notebooks in the book's cache, by name, as they are stored there."""
    cache = get_cache(book / "_build/.jupyter_cache")
    files = {Path(record.uri).stem: record.hashkey for record in cache.list_cache_records()}
    return {
        name: (cache.path / "executed" / key / "base.ipynb").read_bytes()
        for name, key in files.items()
    }


def test_a_chapter_that_passed_is_kept_as_the_book_would_have_run_it(book, said, monkeypatch):
    failed = re.findall(r"FAILED (\S+?)\.ipynb::Cell (\d)", said)
    assert sorted(failed) == [("chapters/differs", "0"), ("chapters/fails", "1")], said
    ours = kept(book)
    assert ours.keys() == {"passes"}  # the book keeps a widget's state, and nbval does not
    (book / "_build/.jupyter_cache").rename(book / "_build/nbval")

    monkeypatch.setenv("PYTHONPATH", str(book))
    config = SimpleNamespace(
        execution_mode="cache",
        execution_timeout=60,
        execution_cache_path=str(book / "_build/.jupyter_cache"),
    )
    env = SimpleNamespace(
        mystnb_config=config, doc2path=lambda name: str(book / f"chapters/{name}.ipynb")
    )
    ahead.run_ahead(SimpleNamespace(env=env, srcdir=str(book)), env, ["passes"])
    assert kept(book) == ours
    shutil.rmtree(book / "_build/.jupyter_cache")
    (book / "_build/nbval").rename(book / "_build/.jupyter_cache")


def chosen(book, *words):
    """The chapters that nbval would run."""
    return set(re.findall(r"chapters/(\w+)\.ipynb", nbval(book, "--collect-only", *words)))


def test_what_passed_is_left_out_while_nothing_changes(book, said):
    others = CELLS.keys() - {"passes"}
    assert chosen(book) == CELLS.keys()
    assert chosen(book, "--changed") == others
    path = book / "chapters/passes.ipynb"
    before = path.read_text("utf-8")
    for old, new in [("in pieces", "in one"), ("import os, sys", "import sys, os")]:  # output; cell
        assert old in before
        path.write_text(before.replace(old, new), "utf-8")
        assert chosen(book, "--changed") == CELLS.keys()
        path.write_text(before, "utf-8")
    assert chosen(book, "--changed") == others
    (book / "lib/one.py").write_text("value = 2\n")
    assert chosen(book, "--changed") == CELLS.keys()


def test_a_chapter_that_no_longer_passes_is_forgotten(book, said):
    (book / "lib/one.py").write_text("value = 1\n")
    assert kept(book).keys() == {"passes"}
    path = book / "chapters/passes.ipynb"
    path.write_text(path.read_text("utf-8").replace("in pieces", "in one"), "utf-8")
    assert "FAILED chapters/passes.ipynb::Cell 0" in nbval(book, "-rf", "-k", "passes")
    assert kept(book) == {}
