"""Launch buttons and notebooks that readers take away: their addresses, and what they install."""

import os
import re
import shutil
import subprocess
import sys
import zipfile

import nbformat
import pytest
import yaml
from bs4 import BeautifulSoup, SoupStrainer

from tests import browsing
from theme.repository import origin, pages_url, repository_url

ROOT = browsing.ROOT
CONFIG = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
URL = repository_url(os.environ, origin(ROOT), CONFIG["repository"]["url"])
OWNER_NAME = URL.split("/", 3)[3]
NOTEBOOKS = [p for p in browsing.pages() if (ROOT / p).with_suffix(".ipynb").exists()]
PACKAGED = ["pyproject.toml", "LICENSE", "lib", "theme", "homework"]


@pytest.fixture(scope="module")
def site():
    browsing.build()
    return browsing.HTML


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_launch_buttons(site, path):
    page = site / path
    row = SoupStrainer("p", class_="launch")
    soup = BeautifulSoup(page.read_text("utf-8"), "html.parser", parse_only=row)
    links = {a.text: a["href"] for a in soup.select("a")}
    name = path.replace(".html", ".ipynb")
    assert links == {
        "Binder": f"https://mybinder.org/v2/gh/{OWNER_NAME}/main?urlpath=lab/tree/{name}",
        "Colab": f"https://colab.research.google.com/github/{OWNER_NAME}/blob/notebooks/{name}",
        "Notebook": f"../_sources/{name}",
    }
    first, *rest = nbformat.read(page.parent / links["Notebook"], as_version=4).cells
    assert f"%pip install --quiet {URL}/archive/refs/heads/main.zip" in first.source
    assert rest == nbformat.read(ROOT / name, as_version=4).cells


def test_the_first_cell_installs_only_what_is_missing(site):
    page = site / "_sources" / NOTEBOOKS[0].replace(".html", ".ipynb")
    cell = nbformat.read(page, as_version=4).cells[0].source
    asked = []
    for found in (True, False):
        names = {"find": lambda name, found=found: found or None, "install": asked.append}
        code = cell.replace("from importlib.util import find_spec", "find_spec = find")
        exec(re.sub(r"%pip install --quiet (\S+)", r"install('\1')", code), names)
    assert asked == [f"{URL}/archive/refs/heads/main.zip"]


def test_pages_without_a_kernel_have_no_buttons(site):
    for path in set(browsing.pages()) - set(NOTEBOOKS):
        assert 'class="launch"' not in (site / path).read_text("utf-8")


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


def test_what_it_needs_comes_along(installed):
    """The packages that requirements.txt lists for the chapters' kernel, and no other."""
    text = next(installed.glob("*.dist-info/METADATA")).read_text()
    kernel = (ROOT / "requirements.txt").read_text().partition("# The chapters' kernel\n")[2]
    wanted = re.findall(r"^([\w-]+)==", kernel.partition("\n\n")[0], re.MULTILINE)
    assert sorted(re.findall(r"^Requires-Dist: (\S+)", text, re.MULTILINE)) == sorted(wanted)


@pytest.mark.parametrize(
    ("repository", "site"),
    [
        ("https://github.com/a/book", "https://a.github.io/book/"),
        ("https://github.com/Ann/Ann.github.io", "https://ann.github.io/"),
    ],
)
def test_pages_url(repository, site):
    assert pages_url(repository) == site


def test_the_ci_pushes_the_notebooks_that_colab_opens(site, tmp_path):
    workflow = yaml.safe_load((ROOT / ".github/workflows/book.yml").read_text("utf-8"))
    (script,) = (step["run"] for step in workflow["jobs"]["publish"]["steps"] if "run" in step)
    script = script.replace("${{ github.sha }}", "this commit")

    def run(*command):
        environ = {**os.environ, "REMOTE": str(tmp_path / "remote.git")}
        options = {"cwd": tmp_path, "env": environ, "check": True, "capture_output": True}
        return subprocess.run(command, text=True, **options).stdout

    run("git", "init", "--bare", "remote.git")
    run("tar", "-cf", "artifact.tar", "-C", str(site), ".")  # as upload-pages-artifact does
    run("bash", "-e", "-c", script)
    names = run("git", "-C", "remote.git", "ls-tree", "-r", "--name-only", "notebooks")
    assert names.split() == sorted(path.replace(".html", ".ipynb") for path in NOTEBOOKS)
