"""What Binder installs: the readers' part of the book's packages, and the library in place.

By repo2docker's rules: it takes Python from runtime.txt; it installs binder/requirements.txt before
it copies the repository, and so once for many commits, unless a line of it names another file; and
it runs postBuild in the copy, after each commit.
"""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]


def pins(path: Path) -> dict[str, str]:
    """The versions that a list of requirements names, without those for other systems."""
    return named(path.read_text("utf-8").splitlines())


def named(lines: list[str], system: str = sys.platform) -> dict[str, str]:
    """The versions that lines of requirements name for a system."""
    bare = [line.partition("#")[0].strip() for line in lines]
    asked = [Requirement(line) for line in bare if line and not line.startswith("-")]
    here = {"sys_platform": system}
    held = [one for one in asked if one.marker is None or one.marker.evaluate(here)]
    return {canonicalize_name(one.name): str(one.specifier) for one in held}


def test_binder_reads_what_it_should():
    version = re.fullmatch(r"python-(3\.\d+)\n", (ROOT / "binder/runtime.txt").read_text())[1]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert version in SpecifierSet(project["project"]["requires-python"])
    assert os.access(ROOT / "binder/postBuild", os.X_OK)
    text = (ROOT / "binder/requirements.txt").read_text("utf-8")
    assert re.findall(r"^\s*-.*|.*\bfile:.*|^\./.*", text, re.M) == [], "a line names another file"
    listed = pins(ROOT / "binder/requirements.txt")
    assert project["build-system"]["requires"] == [f"setuptools{listed['setuptools']}"]


def test_readers_get_what_the_kernel_and_the_desk_need_and_no_more():
    """`make lock` was run, and the packages that build or test the book are left out."""
    listed, locked = pins(ROOT / "binder/requirements.txt"), pins(ROOT / "constraints.txt")
    assert listed.items() <= locked.items(), "run `make lock`"
    text = (ROOT / "requirements.txt").read_text("utf-8")
    parts = dict(re.findall(r"^# (.*)\n((?:\w.*\n)+)", text, re.M))
    kernel, _browser, book = parts
    assert [kernel, book] == ["The chapters' kernel", "The book"]
    reader = named(parts[kernel].splitlines()) | pins(ROOT / "requirements-lab.txt")
    assert reader.items() <= listed.items(), "run `make lock`"
    assert named(parts[book].splitlines()).keys().isdisjoint(listed)


def test_what_a_notebook_installs_elsewhere_is_what_the_kernel_needs():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    text = (ROOT / "requirements.txt").read_text("utf-8")
    kernel = text.partition("# The chapters' kernel\n")[2].partition("\n\n")[0]
    for system in ("linux", "emscripten"):  # on a machine, and in a browser
        lists = [named(lines, system) for lines in (project["dependencies"], kernel.splitlines())]
        assert {*lists[0]} == {*lists[1]}


@pytest.mark.nightly
def test_the_notebooks_run_in_what_binder_installs(tmp_path):
    """In an environment of its own, over a clone of the last commit."""
    copy, environment = tmp_path / "book", tmp_path / "environment"
    entered = os.environ | {"PATH": f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    entered.pop("PYTHONPATH", None)  # else `lib` might be another than the one installed

    def run(*command):
        done = subprocess.run(
            command, cwd=copy, env=entered, capture_output=True, text=True, timeout=1800
        )
        assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
        return done.stdout

    copy.mkdir()
    run("git", "clone", "--quiet", "--shared", str(ROOT), ".")
    run(sys.executable, "-m", "venv", str(environment))
    run("pip", "install", "-q", "-r", "binder/requirements.txt")
    run("binder/postBuild")
    # A change in lib/ is one in the kernel.
    where = "import os; os.chdir('/'); import lib; print(lib.__file__)"
    assert run("python", "-c", where).strip() == str(copy / "lib/__init__.py")
    # What compares the notebooks is no part of a reader's environment.
    run("pip", "install", "-q", "-c", "constraints.txt", "nbval", "pytest-timeout")
    nbval = ["--nbval", "--nbval-sanitize-with", "tests/sanitize.cfg"]
    run("python", "-m", "pytest", "-q", *nbval, "chapters")
