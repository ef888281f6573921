"""A kernel forked from a nursery is a kernel started anew, but for what it need not load again."""

import time
from pathlib import Path

import pytest
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, DeadKernelError
from nbformat.v4 import new_code_cell, new_notebook

from theme.nursery import nursery

pytestmark = pytest.mark.slow  # kernels

SEES = """\
import os, signal, subprocess, sys, threading, matplotlib
print(sys.path, os.getcwd(), __name__, sys.executable, matplotlib.get_backend())
print([signal.getsignal(number) for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT)])
print(os.getsid(0) == os.getpgid(0) == os.getpid(), threading.current_thread().name)
print([os.environ[name] for name in ("MPLBACKEND", "PATH", "PYTHONPATH")])
print(subprocess.run(["cat"], capture_output=True))"""


@pytest.fixture
def modules(tmp_path, monkeypatch):
    """A folder of modules that kernels find: one that loads, and some that do not."""
    (tmp_path / "sound.py").write_text("values = []\nprint('loaded')\n")
    (tmp_path / "broken.py").write_text("1 / 0\n")
    (tmp_path / "torn.py").write_text("def\n")
    (tmp_path / "quits.py").write_text("import sys\nsys.exit(1)\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return ["sound", "broken", "torn", "quits", "missing", "sound.values", "matplotlib"]


def run(manager, folder, *cells):
    """Run cells in a kernel, and return what each printed."""
    notebook = new_notebook(cells=list(map(new_code_cell, cells)))
    resources = {"metadata": {"path": str(folder)}}
    NotebookClient(
        notebook,
        kernel_manager_class=manager,
        resources=resources,
        kernel_name="python3",
        shutdown_kernel="immediate",
        timeout=60,
    ).execute()
    return ["".join(out.text for out in cell.outputs) for cell in notebook.cells]


def test_it_sees_what_a_kernel_started_anew_sees(modules, tmp_path):
    with nursery(modules) as manager:
        ours, theirs = (run(kind, tmp_path, SEES) for kind in (manager, AsyncKernelManager))
    assert ours[0].splitlines() == theirs[0].splitlines()


def test_modules_are_loaded_once_and_what_a_notebook_does_stays_in_its_kernel(modules, tmp_path):
    there = "import sys; print('sound' in sys.modules)"
    cell = "import os, sound; sound.values.append(1); print(sound.values, os.getppid())"
    with nursery(modules) as manager:
        (loaded, one), (_, two) = (run(manager, tmp_path, there, cell) for _ in range(2))
    assert loaded == "True\n" and one == two and one.startswith("[1] ")  # nor is "loaded" printed


@pytest.mark.parametrize("name, error", [("broken", "ZeroDivisionError"), ("torn", "SyntaxError")])
def test_what_does_not_load_is_reported_by_the_notebook_that_imports_it(
    modules, tmp_path, name, error
):
    with nursery(modules) as manager, pytest.raises(CellExecutionError, match=error):
        run(manager, tmp_path, f"import {name}")


def test_a_kernel_that_dies_is_missed(modules, tmp_path):
    with nursery(modules) as manager:
        with pytest.raises(DeadKernelError):
            run(manager, tmp_path, "import os; os._exit(1)")
        assert run(manager, tmp_path, "print(2)") == ["2\n"]


def test_nothing_outlives_it(modules, tmp_path):
    """Neither a kernel whose manager is gone, nor the nursery."""
    begin = "import os, subprocess; print(os.getpid(), os.getppid())"
    with nursery(modules) as manager:
        kernel = manager(kernel_name="python3")
        client = NotebookClient(new_notebook(cells=[new_code_cell(begin)]), km=kernel)
        client.execute(cwd=str(tmp_path))
        pids = client.nb.cells[0].outputs[0].text.split()
        assert all(Path("/proc", pid).exists() for pid in pids)
    until = time.monotonic() + 10
    while any(Path("/proc", pid).exists() for pid in pids) and time.monotonic() < until:
        time.sleep(0.1)
    assert not any(Path("/proc", pid).exists() for pid in pids)
