"""What Binder would build from the repository, as its own tool reads it.

`make pythons` runs the same commands in empty environments, and the notebooks in those.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from importlib.metadata import requires
from pathlib import Path

import pytest
import setuptools
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tools.pythons import PREFIX, ROOT, build_file, commands

PIP = f'{PREFIX}/bin/pip install --no-cache-dir -r "binder/requirements.txt"'
POST_BUILD = ["chmod +x binder/postBuild", "./binder/postBuild"]


@pytest.fixture(scope="module")
def built_from():
    return build_file()


def pins(path: Path) -> dict[str, str]:
    """The versions that a list of requirements names, without those for other systems."""
    lines = [line.partition("#")[0].strip() for line in path.read_text().splitlines()]
    named = [Requirement(line) for line in lines if line and not line.startswith("-")]
    here = [one for one in named if one.marker is None or one.marker.evaluate()]
    return {canonicalize_name(one.name): str(one.specifier) for one in here}


def pulled_in(names: set[str]) -> set[str]:
    """These packages, and all that they pull in here."""
    found, todo = set(), {(name, "") for name in names}
    while todo:
        name, extra = todo.pop()
        found.add((name, extra))
        for one in map(Requirement, requires(name) or []):
            if one.marker is None or one.marker.evaluate({"extra": extra}):
                needed = canonicalize_name(one.name)
                todo |= {(needed, more) for more in ("", *one.extras)} - found
    return {name for name, _ in found}


def test_python_is_the_one_of_runtime_txt(built_from):
    version = re.fullmatch(r"python-(3\.\d+)\n", (ROOT / "binder/runtime.txt").read_text())[1]
    assert f"conda environment for python={version}\n" in built_from
    assert f"environment.py-{version}-linux" in built_from.replace("-2d", "-").replace("-2e", ".")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert version in SpecifierSet(project["requires-python"])


def test_a_commit_to_a_chapter_installs_no_package_again(built_from):
    """The packages come before the repository is copied; of it they see their list alone."""
    assert commands(built_from) == ([PIP], POST_BUILD)
    copied = re.findall(r"^COPY --chown=0:0 src/(\S*) ", built_from, re.MULTILINE)
    assert copied == ["binder/requirements.txt", ""]


def test_a_list_that_names_another_file_would_be_installed_for_each_commit(tmp_path):
    shutil.copytree(ROOT / "binder", tmp_path / "binder")
    with open(tmp_path / "binder/requirements.txt", "a") as file:
        file.write("-c ../constraints.txt\n")
    assert commands(build_file(tmp_path)) == ([], [PIP, *POST_BUILD])


def test_readers_get_what_the_kernel_and_the_desk_need_and_no_more():
    """Nobody forgot `make lock`, and what builds the book or tests it stays away."""
    listed, locked = pins(ROOT / "binder/requirements.txt"), pins(ROOT / "constraints.txt")
    assert listed.items() <= locked.items(), "run `make lock`"
    text = (ROOT / "requirements.txt").read_text()
    parts = dict(re.findall(r"^# (.*)\n((?:\w.*\n)+)", text, re.M))
    chosen = parts.pop("The book")
    assert parts.keys() == {"The chapters' kernel", "The student's desk"}
    names = [re.findall(r"^[\w.-]+", lines, re.M) for lines in ("".join(parts.values()), chosen)]
    reader, builder = ({canonicalize_name(name) for name in some} for some in names)
    assert pulled_in(reader) == listed.keys(), "run `make lock`"
    assert {"jupyter-book", "sphinx", "mini-racer", "nbval"} <= builder
    assert builder.isdisjoint(listed)


@pytest.mark.slow  # pip makes an environment
def test_post_build_puts_this_folder_s_lib_into_the_kernel(tmp_path):
    """As `postBuild` does it, without a network: a change in lib/ is one in the kernel."""
    copy, environment = tmp_path / "book", tmp_path / "environment"
    leave = shutil.ignore_patterns("__pycache__", "source", "release", "katex")
    for name in ("binder", "lib", "homework", "theme"):
        shutil.copytree(ROOT / name, copy / name, ignore=leave)
    for name in ("pyproject.toml", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    venv.create(environment, with_pip=True)
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    listed = pins(ROOT / "binder/requirements.txt")
    assert build == [f"setuptools{listed['setuptools']}"]  # that it needs is there
    (tmp_path / "installed").mkdir()
    for found in Path(setuptools.__path__[0]).parent.glob("setuptools*"):
        (tmp_path / "installed" / found.name).symlink_to(found)
    path = f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}"
    own = {"PATH": path, "PYTHONPATH": str(tmp_path / "installed"), "PIP_NO_INDEX": "1"}
    run = {"env": {**os.environ, **own}, "capture_output": True, "text": True}
    done = subprocess.run(["./binder/postBuild"], cwd=copy, **run)
    assert done.returncode == 0, done.stdout + done.stderr
    ask = "from importlib.util import find_spec; print(find_spec('lib').origin)"
    said = subprocess.run(["python", "-c", ask], cwd=tmp_path, **run).stdout
    assert said.strip() == str(copy / "lib/__init__.py")
    desk = [path for path in (ROOT / "binder/jupyter").rglob("*") if path.is_file()]
    assert {path.name for path in desk} == {"overrides.json", "package.json", "places.js"}
    for path in desk:
        copied = environment / "share" / path.relative_to(ROOT / "binder")
        assert copied.read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("changed", "text", "message"),
    [
        ("binder/runtime.txt", "python3.11\n", "Invalid runtime.txt: python3.11"),
        (".binder/postBuild", "", "both a 'binder' and a '.binder' directory"),
        ("binder/requirements.txt", None, None),
    ],
)
def test_what_binder_would_refuse_or_leave_out_is_seen(tmp_path, changed, text, message):
    shutil.copytree(ROOT / "binder", tmp_path / "binder")
    if text is None:
        (tmp_path / changed).unlink()
        assert commands(build_file(tmp_path)) == ([], POST_BUILD)
    else:
        (tmp_path / changed).parent.mkdir(exist_ok=True)
        (tmp_path / changed).write_text(text)
        with pytest.raises(ValueError, match=message):
            build_file(tmp_path)


@pytest.mark.parametrize(
    ("names", "message"),
    [([], "^Name the Pythons"), ([sys.executable, "python3.999"], "^python3.999: not on PATH")],
)
def test_a_python_that_is_missing_is_an_error(names, message):
    command = [sys.executable, ROOT / "tools" / "pythons.py", *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert re.search(message, done.stderr)
