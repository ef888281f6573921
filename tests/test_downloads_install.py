"""The first cell of a copy, and what it installs."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from sphinx.errors import SphinxError

from theme.downloads import CELL, archive

ROOT = Path(__file__).parents[1]
PACKAGED = ["pyproject.toml", "LICENSE", "_toc.yml", "lib", "theme", "homework"]
MINUTE = {"capture_output": True, "text": True, "timeout": 60}


def run_cell(folder, installed):
    """Run the first cell where `folder` is the present one; it installs into `installed`."""
    cell = CELL.format(archive="an-archive", site="a-site")
    code = re.sub(r"%pip install --quiet (\S+)", "install()", cell)
    program = f"""
import sys
from pathlib import Path

def install():
    package = Path({str(installed)!r}, "lib")
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "proof.py").touch()

sys.path[:0] = [{str(folder)!r}, {str(installed)!r}]
{code}
import lib.proof
print(lib.proof.__file__, os.environ["BOOK_SITE"])
"""
    # Without site-packages, where this book's library lies.
    return subprocess.run([sys.executable, "-I", "-S", "-c", program], **MINUTE)


@pytest.mark.parametrize(
    ("beside", "said"),
    [
        ({}, "installed/lib/proof.py a-site"),
        ({"lib/__init__.py": "", "lib/proof.py": ""}, "here/lib/proof.py a-site"),
        ({"lib/__init__.py": "import nowhere"}, "No module named 'nowhere'"),  # broken, not missing
        ({"lib/__init__.py": ""}, "lib/__init__.py hides the book's library"),
    ],
)
def test_the_first_cell_installs_what_is_missing_or_says_what_hides_it(tmp_path, beside, said):
    for name, text in beside.items():
        (tmp_path / "here" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "here" / name).write_text(text)
    installed = tmp_path / "installed"
    installed.mkdir()
    done = run_cell(tmp_path / "here", installed)
    assert said in done.stdout + done.stderr
    assert (installed / "lib").exists() == said.startswith("installed")


def test_a_copy_installs_the_commit_that_it_was_made_from(tmp_path):
    url = "https://github.com/a/b"
    commit = ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "--allow-empty", "-m", "One"]
    for command in (["init"], commit):
        assert archive(url, "main", tmp_path) == f"{url}/archive/refs/heads/main.zip"
        subprocess.run(["git", "-C", tmp_path, *command], check=True, **MINUTE)
    log = subprocess.run(["git", "-C", tmp_path, "log", "--format=%H"], check=True, **MINUTE)
    assert archive(url, "main", tmp_path) == f"{url}/archive/{log.stdout.strip()}.zip"


def test_a_folder_that_git_refuses_or_no_git_is_an_error_with_its_reason(tmp_path, monkeypatch):
    (tmp_path / ".git").write_text("gitdir: nowhere")
    for refused in (r"git rev-parse fails in .*not a git repository", "git is missing"):
        with pytest.raises(SphinxError, match=refused):
            archive("https://github.com/a/b", "main", tmp_path)
        monkeypatch.setenv("PATH", "")


@pytest.mark.nightly
def test_what_students_install_is_the_library_alone_and_works(tmp_path):
    """The wheel holds each module, and no master. What it asks for: tests/test_binder.py."""
    tree, installed = tmp_path / "tree", tmp_path / "installed"
    tree.mkdir()
    for name in PACKAGED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tree / name)
    build = "from setuptools.build_meta import build_wheel; build_wheel('.')"
    options = MINUTE | {"timeout": 300}
    subprocess.run([sys.executable, "-c", build], cwd=tree, check=True, **options)
    with zipfile.ZipFile(next(tree.glob("*.whl"))) as wheel:
        wheel.extractall(installed)

    # The order of the chapters goes with it: lib.theorems.proof_map.
    (contents,) = installed.glob("*.data/data/share/*/_toc.yml")
    beside = {path.name for path in installed.iterdir()} - {"lib"}
    assert {Path(name).suffix for name in beside} == {".dist-info", ".data"}
    for path in [path for path in installed.rglob("*") if path.is_file() and path != contents]:
        assert path.suffix in {".py", ".js", ".css", ".txt", "", ".json", ".toml"}
        text = path.read_text()
        assert "### BEGIN HIDDEN TESTS\n" not in text and "### BEGIN SOLUTION\n" not in text, path

    modules = {p.relative_to(ROOT) for p in (ROOT / "lib").rglob("*.py")}
    theorems = {p.relative_to(ROOT) for p in (ROOT / "lib/theorems").glob("*.txt")}
    assert {path for path in modules | theorems if not (installed / path).is_file()} == set()
    names = sorted(".".join(path.with_suffix("").parts) for path in modules)
    code = f"import {', '.join(names)}; print(lib.__path__[0])"
    environ = {**os.environ, "PYTHONPATH": str(installed)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=installed, env=environ, **options)
    assert done.stdout.strip() == str(installed / "lib"), done.stderr
