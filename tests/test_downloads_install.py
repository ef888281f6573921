"""The first cell of a copy, and what it installs."""

import os
import re
import shutil
import subprocess
import sys
import zipfile

import pytest
from sphinx.errors import SphinxError

from tests import browsing
from theme.downloads import CELL, archive

ROOT, SITE = browsing.ROOT, browsing.SITE
PACKAGED = ["pyproject.toml", "LICENSE", "lib", "theme", "homework"]


def run_cell(folder, installed):
    """Run the first cell where `folder` is the present one; it installs into `installed`."""
    code = re.sub(r"%pip install --quiet (\S+)", "install()", CELL.format(archive="an-archive"))
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
print(lib.proof.__file__)
"""
    # Without site-packages, where this book's library lies.
    command = [sys.executable, "-I", "-S", "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("beside", [[], ["lib/data.csv"], ["lib/__init__.py", "lib/proof.py"]])
def test_the_first_cell_installs_what_is_missing(tmp_path, beside):
    """It does so beside any folder named `lib`, unless that is the book's."""
    folder, installed = tmp_path / "here", tmp_path / "installed"
    for name in beside:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    installed.mkdir()
    done = run_cell(folder, installed)
    found = folder if "lib/proof.py" in beside else installed
    assert done.stdout.strip() == str(found / "lib/proof.py"), done.stderr


def test_the_first_cell_does_not_take_a_broken_library_for_none(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib/__init__.py").write_text("import nowhere_to_be_found")
    done = run_cell(tmp_path, tmp_path / "installed")
    assert "No module named 'nowhere_to_be_found'" in done.stderr
    assert not (tmp_path / "installed").exists()


@pytest.mark.parametrize("name", ["lib.py", "lib/__init__.py"])
def test_the_first_cell_says_what_hides_the_library(tmp_path, name):
    hiding = tmp_path / name
    hiding.parent.mkdir(exist_ok=True)
    hiding.touch()
    done = run_cell(tmp_path, tmp_path / "installed")
    assert f"ImportError: {hiding} hides the book's library" in done.stderr
    assert not (tmp_path / "installed").exists()


def test_a_copy_installs_the_commit_that_it_was_made_from(tmp_path):
    url = "https://github.com/a/b"
    assert archive(url, "main", tmp_path) == f"{url}/archive/refs/heads/main.zip"
    commit = ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "--allow-empty", "-m", "One"]
    for command in (["init"], commit):
        assert archive(url, "main", tmp_path) == f"{url}/archive/refs/heads/main.zip"
        subprocess.run(["git", "-C", tmp_path, *command], check=True, capture_output=True)
    log = subprocess.run(
        ["git", "-C", tmp_path, "log", "--format=%H"], check=True, capture_output=True, text=True
    )
    assert archive(url, "main", tmp_path) == f"{url}/archive/{log.stdout.strip()}.zip"


def test_a_folder_that_git_refuses_is_an_error_with_its_reason(tmp_path, monkeypatch):
    (tmp_path / ".git").write_text("gitdir: nowhere")
    with pytest.raises(
        SphinxError, match=r"git does not name the commit of .*not a git repository"
    ):
        archive("https://github.com/a/b", "main", tmp_path)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(
        SphinxError, match=r"git names the commit of .*, and is missing: install it"
    ):
        archive("https://github.com/a/b", "main", tmp_path)


META = {".json", ".toml"}  # of a wheel's own


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """What `pip install` of the repository would put beside a notebook: its wheel, unpacked."""
    tree = tmp_path_factory.mktemp("tree")
    for name in PACKAGED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tree / name)
    build = "from setuptools.build_meta import build_wheel; build_wheel('.')"
    subprocess.run([sys.executable, "-c", build], cwd=tree, check=True, capture_output=True)
    target = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(next(tree.glob("*.whl"))) as wheel:
        wheel.extractall(target)
    return target


@pytest.mark.slow
def test_what_students_install_is_the_library_alone(installed):
    assert [path.name for path in installed.iterdir() if path.suffix != ".dist-info"] == ["lib"]


def test_what_a_clone_installs_reaches_the_course(tmp_path):
    """`make` installs the repository as it lies there: `python -m homework` works in any folder."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name in ("LICENSE", "lib/__init__.py", "homework/__main__.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    build = "from setuptools.build_meta import build_editable; build_editable('.')"
    subprocess.run([sys.executable, "-c", build], cwd=tmp_path, check=True, capture_output=True)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        (path,) = [name for name in wheel.namelist() if name.endswith(".pth")]
        assert wheel.read(path).decode().strip() == str(tmp_path)


@pytest.mark.slow
def test_what_students_install_holds_no_master(installed):
    files = [path for path in installed.rglob("*") if path.is_file()]
    assert {path.suffix for path in files} <= {".py", ".js", ".css", ".txt", ""} | META
    for path in files:
        text = path.read_text()
        assert "### BEGIN HIDDEN TESTS\n" not in text and "### BEGIN SOLUTION\n" not in text, path


@pytest.mark.slow
def test_every_module_is_installed_and_works_there(installed):
    modules = {p.relative_to(ROOT) for p in (ROOT / "lib").rglob("*.py")}
    assert {path for path in modules if not (installed / path).is_file()} == set()
    names = sorted(".".join(path.with_suffix("").parts) for path in modules)
    code = f"import {', '.join(names)}; print(lib.__path__[0])"
    environ = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=installed, env=environ, capture_output=True, text=True
    )
    assert done.stdout.strip() == str(installed / "lib"), done.stderr


@pytest.mark.slow
def test_what_it_needs_comes_along(installed):
    """The packages that requirements.txt lists for the chapters' kernel, and no other."""
    text = next(installed.glob("*.dist-info/METADATA")).read_text()
    kernel = (ROOT / "requirements.txt").read_text().partition("# The chapters' kernel\n")[2]
    wanted = re.findall(r"^([\w-]+)==", kernel.partition("\n\n")[0], re.MULTILINE)
    assert sorted(re.findall(r"^Requires-Dist: (\S+)", text, re.MULTILINE)) == sorted(wanted)
