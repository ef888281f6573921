"""Which Python `make` takes, what `make lab` serves, and that the CI calls what there is."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml

from tests import browsing

ROOT = browsing.ROOT
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = set(re.findall(r"^([a-z][\w-]*)(?: [a-z-]+)*:(?!=)(?! export)", MAKEFILE, re.M))
WORKFLOWS = {path.name: path.read_text("utf-8") for path in ROOT.glob(".github/workflows/*.yml")}
MAY_WRITE = {"publish": {"pages", "id-token"}, "notebooks": {"contents"}}  # jobs: what to
BUILT_FOR = re.search(r"^BUILT_FOR := (.*)", MAKEFILE, re.M)[1].split()

# A Python that says it is of some version, and whose environments are empty folders.
FAKE = """#!/bin/sh
case "$1 $2" in
    --version*) echo "Python {version}.0" ;;
    "-m venv") mkdir "$3" ;;
    *sys.version_info*) exec {python} -c "import sys; sys.version_info = ({comma}, 0); $2" ;;
esac
"""


def made_with(folder: Path, found: dict[str, str], *words: str) -> subprocess.CompletedProcess:
    """Make the environment where these Pythons, name: version, and no others are on PATH."""
    tools = folder / "bin"
    tools.mkdir()
    for name in ("mkdir", "touch"):
        (tools / name).symlink_to(shutil.which(name))
    for name, version in found.items():
        comma = version.replace(".", ", ")
        (tools / name).write_text(FAKE.format(version=version, comma=comma, python=sys.executable))
        (tools / name).chmod(0o755)
    command = [shutil.which("make"), "-f", ROOT / "Makefile", ".venv/.made", *words]
    environ = {"PATH": str(tools)}
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("found", "words", "taken"),
    [
        ({"python3": "3.13", "python3.14": "3.14"}, [], "3.13"),
        ({"python3": "3.15", "python3.11": "3.11", "python3.14": "3.14"}, [], "3.14"),
        ({"python3": "3.10", "python3.12": "3.12"}, [], "3.12"),
        ({"python3": "3.13", "python3.11": "3.11"}, ["PYTHON=python3.11"], "3.11"),
    ],
)
def test_the_python_that_make_takes(tmp_path, found, words, taken):
    done = made_with(tmp_path, found, *words)
    assert done.stdout == f"Making .venv with Python {taken}.0.\n"
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("found", "words", "said"),
    [
        ({}, [], "Found no Python"),
        ({"python3": "3.10"}, [], "Found no Python"),
        ({"python3": "3.15"}, [], "Found no Python"),
        ({"python3.15": "3.15"}, ["PYTHON=python3.15"], "python3.15 is no Python"),
        ({"python3": "3.13"}, ["PYTHON=/no/where"], "/no/where is no Python"),
    ],
)
def test_a_python_without_wheels_is_refused_with_a_remedy(tmp_path, found, words, said):
    done = made_with(tmp_path, found, *words)
    assert done.returncode != 0
    assert done.stderr.startswith(f"{said} that the book's packages are built for (3.14 ")
    assert "'make PYTHON=/path/to/python3.14 book'" in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_the_pythons_are_those_that_the_library_and_the_pages_name():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["requires-python"] == f">={BUILT_FOR[-1]}"
    assert f"--python-version {BUILT_FOR[-1]} " in MAKEFILE
    for page in ("README.md", "chapters/for-instructors.md"):
        assert f"Python {BUILT_FOR[-1]} to {BUILT_FOR[0]}" in (ROOT / page).read_text("utf-8")
    on_windows = re.search(r"^py -(\S+) -m venv", (ROOT / "README.md").read_text("utf-8"), re.M)
    assert on_windows[1] in BUILT_FOR


def test_every_command_is_phony():
    """A file that happens to be called `book` must not keep `make book` from building."""
    phony = re.search(r"^\.PHONY: ((?:.*\\\n)*.*)", MAKEFILE, re.M)[1].replace("\\", "").split()
    assert sorted(phony) == sorted(TARGETS)


def made_homework(folder: Path, *tools: str) -> subprocess.CompletedProcess:
    """What `make homework` would do in an empty environment, and what it says of the sandbox."""
    (folder / "homework").mkdir()
    (folder / ".venv").mkdir()
    for name in ("homework/requirements.txt", "constraints.txt", "pyproject.toml", ".venv/.made"):
        (folder / name).touch()
    make = [shutil.which("make"), "--no-print-directory", "-f", ROOT / "Makefile"]
    dry = subprocess.run([*make, "-n", "homework"], cwd=folder, capture_output=True, text=True)
    assert "command -v bwrap >/dev/null || echo" in dry.stdout
    installed = re.findall(r"-m pip install .* -r (\S+)", dry.stdout)
    assert installed == ["homework/requirements.txt"], dry.stderr
    (folder / "bin").mkdir()
    (folder / "bin/id").write_text("#!/bin/sh\necho 1000\n")
    for name in tools:
        (folder / "bin" / name).write_text("#!/bin/sh\nexit 1\n")
    for tool in (folder / "bin").iterdir():
        tool.chmod(0o755)
    environ = {"PATH": str(folder / "bin")}
    words = [*make, "bubblewrap"]
    return subprocess.run(words, cwd=folder, env=environ, capture_output=True, text=True)


def test_make_homework_installs_what_grading_needs_and_names_the_sandbox(tmp_path):
    """No browser's driver, no builder of the book; and nothing of the system's."""
    done = made_homework(tmp_path, "apt-get")
    assert done.returncode != 0 and done.stdout == ""
    assert "install bubblewrap (Debian, Ubuntu: sudo apt-get install bubblewrap" in done.stderr


def test_make_homework_says_nothing_where_the_sandbox_is(tmp_path):
    done = made_homework(tmp_path, "bwrap", "apt-get")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.slow
def test_make_lab_serves_the_chapters_and_the_homework(tmp_path):
    """Its command, without a browser: the root is served, and the chapters come first."""
    dry = ["make", "--dry-run", "--no-print-directory", "lab"]  # `make test` is one level up
    done = subprocess.run(dry, cwd=ROOT, check=True, capture_output=True, text=True)
    _, *words = done.stdout.splitlines()[-1].split()
    own = {f"JUPYTER_{kind}_DIR": str(tmp_path / kind) for kind in ("CONFIG", "DATA", "RUNTIME")}
    quiet = ["--no-browser", "--allow-root", "--ServerApp.port=0"]
    with (tmp_path / "log").open("w") as log:
        command = [sys.executable, "-m", "jupyter", *words, *quiet]
        lab = subprocess.Popen(command, cwd=ROOT, env=os.environ | own, stdout=log, stderr=log)
        try:
            url, _ = browsing.started(lab, tmp_path)
            (about,) = tmp_path.glob("RUNTIME/jpserver-*.json")
            assert json.loads(about.read_text())["root_dir"] == str(ROOT)
            (start,) = tmp_path.glob("RUNTIME/jpserver-*-open.html")
            assert f"{url}lab/tree/chapters?" in start.read_text()
        finally:
            lab.terminate()
            lab.wait()


TESTING = ["book.yml", "nightly.yml"]


def jobs(name):
    """The jobs of a workflow; each has a strategy's matrix and steps."""
    return yaml.safe_load(WORKFLOWS[name])["jobs"]


def test_the_ci_runs_every_python_that_make_takes():
    """A push the oldest and the newest, with which most goes wrong that does; the night all."""
    by_push, by_night = (jobs(name)["test"]["strategy"]["matrix"] for name in TESTING)
    assert by_push == {"python": [BUILT_FOR[-1], BUILT_FOR[0]]}
    assert by_night == {"python": BUILT_FOR[::-1]}
    runtime = (ROOT / "binder/runtime.txt").read_text()
    assert runtime.strip().removeprefix("python-") in BUILT_FOR


@pytest.mark.parametrize("name", sorted(WORKFLOWS))
def test_a_workflow_may_do_little_and_not_for_long(name):
    workflow = yaml.safe_load(WORKFLOWS[name])
    assert workflow["permissions"] == {"contents": "read"}
    for job, told in workflow["jobs"].items():
        assert told["timeout-minutes"] <= (180 if name == "nightly.yml" else 60), job
        assert told.get("permissions", {}).keys() == MAY_WRITE.get(job, set()), job
        for used in (step["uses"] for step in told["steps"] if "uses" in step):
            assert re.fullmatch(r"actions/[a-z-]+@v\d+", used)
    assert set(re.findall(r"\bmake ([a-z-]+)", WORKFLOWS[name])) <= TARGETS


def test_the_night_runs_what_make_nightly_does():
    recipe = re.search(r"^nightly:.*\n((?:\t.*\n)+)", MAKEFILE, re.M)[1]
    told = [line.partition("--no-print-directory ")[2] for line in recipe.splitlines()]
    test, extra = jobs("nightly.yml")["test"], jobs("nightly.yml")["extra"]
    assert f"make {told[0]}" == test["steps"][-1]["run"]
    assert told[1].split() == extra["strategy"]["matrix"]["target"]
    assert set(told[1].split()) <= TARGETS
    assert extra["steps"][-1]["run"] == "make ${{ matrix.target }}"
    pythons = [step["with"]["python-version"] for step in extra["steps"] if "with" in step]
    assert sorted(pythons[0].split(), reverse=True) == BUILT_FOR
    assert pythons[0].split()[-1] == BUILT_FOR[-1]  # the default, as setup-python has it


@pytest.mark.parametrize(
    ("name", "tests"), [("book.yml", ".ci/run"), ("nightly.yml", "make test NIGHTLY=1")]
)
def test_the_ci_has_a_sandbox_before_it_tests(name, tests):
    runs = [step["run"] for step in jobs(name)["test"]["steps"] if "run" in step]
    sandbox = runs[: runs.index(tests)]
    assert "install -y -qq bubblewrap" in sandbox[0]
    assert "kernel.apparmor_restrict_unprivileged_userns=0" in sandbox[0]
    assert "exec make test" in (ROOT / ".ci/run").read_text()
    assert re.search(r"^test: .*\bbubblewrap\b", MAKEFILE, re.M)


def test_a_branch_is_tested_once_and_only_main_is_published():
    workflow = yaml.safe_load(WORKFLOWS["book.yml"])
    on = workflow[True]  # YAML reads `on` as a truth value
    assert on["push"]["branches"] == ["main"]  # a branch's commits come with its pull request
    assert "pull_request" in on
    assert "github.ref" in workflow["concurrency"]["group"]

    def holds(expression, ref):
        return eval(expression.strip("${} ").replace("github.ref", repr(ref)))

    for ref in ("refs/heads/main", "refs/heads/mine", "refs/pull/1/merge"):
        is_main = ref == "refs/heads/main"
        assert holds(workflow["jobs"]["publish"]["if"], ref) == is_main
        assert holds(workflow["concurrency"]["cancel-in-progress"], ref) != is_main
    assert workflow["jobs"]["notebooks"]["needs"] == "publish"


def test_the_links_that_are_not_checked_are_those_of_hosts_that_refuse():
    patterns = browsing.CONFIG["sphinx"]["config"]["linkcheck_ignore"]
    pages = [path.read_text("utf-8") for path in ROOT.glob("chapters/*.*")]
    links = re.findall(r"https?://[\w.-]+/[^\s)>]*", "\n".join(pages))
    left_out = {link for link in links for p in patterns if re.match(p, link)}
    refusing = {"doi.org", "www.wiley.com", "apps.dtic.mil"}
    assert left_out == {link for link in links if urlsplit(link).hostname in refusing}
    assert {urlsplit(link).hostname for link in left_out} == refusing
