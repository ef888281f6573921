"""Which Python `make` takes, and where it lets uv look for packages."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools.uv import settings

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
BUILT_FOR = re.search(r"^BUILT_FOR := (.*)", MAKEFILE, re.M)[1].split()
MAKE = [shutil.which("make"), "--no-print-directory", "-f", ROOT / "Makefile"]

# A Python that says it is of some version, and whose environments are empty folders.
FAKE = """#!/bin/sh
case "$1 $2" in
    --version*) echo "Python {version}.0" ;;
    "-m venv") mkdir "$3" "$3/bin" && cp "$0" "$3/bin/python" ;;
    *sys.version_info*) exec {python} -c "import sys; sys.version_info = ({comma}, 0); $2" ;;
esac
"""


def made_with(folder: Path, found: dict[str, str], *words: str) -> subprocess.CompletedProcess:
    """Make a target where these Pythons, name: version, and no others are on PATH."""
    tools = folder / "bin"
    tools.mkdir()
    for name in ("cp", "mkdir", "touch"):
        (tools / name).symlink_to(shutil.which(name))
    for name, version in found.items():
        comma = version.replace(".", ", ")
        (tools / name).write_text(FAKE.format(version=version, comma=comma, python=sys.executable))
        (tools / name).chmod(0o755)
    environ = {"PATH": str(tools)}
    return subprocess.run([*MAKE, *words], cwd=folder, env=environ, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("found", "words", "said"),
    [
        ({"python3": "3.13", "python3.14": "3.14"}, [], "Making .venv with Python 3.13.0."),
        ({"python3": "3.15", "python3.14": "3.14"}, [], "Making .venv with Python 3.14.0."),
        ({"python3": "3.13", "python3.11": "3.11"}, ["PYTHON=python3.11"], "Python 3.11.0."),
        ({"python3": "3.10"}, [], "Found no Python that the book's packages are built for (3.14 "),
        ({"python3": "3.13"}, ["PYTHON=/no/where"], "'make PYTHON=/path/to/python3.14 book'"),
    ],
)
def test_the_python_that_make_takes_or_what_to_do(tmp_path, found, words, said):
    done = made_with(tmp_path, found, ".venv/.made", *words)
    assert said in done.stdout + done.stderr
    assert (done.returncode == 0) == (tmp_path / ".venv").exists() == ("Making" in done.stdout)


def test_the_pythons_are_those_that_the_library_the_lock_and_the_pages_name():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["requires-python"] == f">={BUILT_FOR[-1]}"
    assert f"--python-version {BUILT_FOR[-1]} " in MAKEFILE
    for page in ("README.md", "chapters/for-instructors.md"):
        assert f"Python {BUILT_FOR[-1]} to {BUILT_FOR[0]}" in (ROOT / page).read_text("utf-8")


def test_uv_looks_where_pip_would():
    listed = r"""
:env:.index-url='https://a.org/simple'
global.extra-index-url='\nhttps://b.org/simple\nfile:///c'
global.find-links='/d /e'
global.index-url='https://f.org/simple'
install.index-url='https://g.org/simple'
global.timeout='60'"""
    assert settings(listed) == {
        "UV_DEFAULT_INDEX": "https://a.org/simple",
        "UV_INDEX": "https://b.org/simple file:///c",
        "UV_FIND_LINKS": "/d,/e",
        "UV_INDEX_STRATEGY": "unsafe-best-match",
    }
