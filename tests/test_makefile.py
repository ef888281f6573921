"""Which Python `make` takes, how the night is told, and that the CI calls what there is."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = set(re.findall(r"^([a-z][\w-]*)(?: [a-z-]+)*:(?!=)(?! export)", MAKEFILE, re.M))
WORKFLOWS = {path.name: path.read_text("utf-8") for path in ROOT.glob(".github/workflows/*.yml")}
MAY_WRITE = {"publish": {"pages", "id-token"}, "notebooks": {"contents"}}  # jobs: what to
BUILT_FOR = re.search(r"^BUILT_FOR := (.*)", MAKEFILE, re.M)[1].split()
MAKE = [shutil.which("make"), "--no-print-directory", "-f", ROOT / "Makefile"]

# A Python that says it is of some version, and whose environments are empty folders.
FAKE = """#!/bin/sh
case "$1 $2" in
    --version*) echo "Python {version}.0" ;;
    "-m venv") mkdir "$3" ;;
    *sys.version_info*) exec {python} -c "import sys; sys.version_info = ({comma}, 0); $2" ;;
esac
"""


def made_with(folder: Path, found: dict[str, str], *words: str) -> subprocess.CompletedProcess:
    """Make a target where these Pythons, name: version, and no others are on PATH."""
    tools = folder / "bin"
    tools.mkdir()
    for name in ("mkdir", "touch"):
        (tools / name).symlink_to(shutil.which(name))
    for name, version in found.items():
        comma = version.replace(".", ", ")
        (tools / name).write_text(FAKE.format(version=version, comma=comma, python=sys.executable))
        (tools / name).chmod(0o755)
    environ = {"PATH": str(tools)}
    return subprocess.run([*MAKE, *words], cwd=folder, env=environ, capture_output=True, text=True)


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
    done = made_with(tmp_path, found, ".venv/.made", *words)
    assert done.stdout == f"Making .venv with Python {taken}.0.\n"
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("found", "words", "said"),
    [
        ({}, [], "Found no Python"),
        ({"python3": "3.10"}, [], "Found no Python"),
        ({"python3.15": "3.15"}, ["PYTHON=python3.15"], "python3.15 is no Python"),
        ({"python3": "3.13"}, ["PYTHON=/no/where"], "/no/where is no Python"),
    ],
)
def test_a_python_without_wheels_is_refused_with_a_remedy(tmp_path, found, words, said):
    done = made_with(tmp_path, found, ".venv/.made", *words)
    assert done.returncode != 0
    assert done.stderr.startswith(f"{said} that the book's packages are built for (3.14 ")
    assert "'make PYTHON=/path/to/python3.14 book'" in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_the_pythons_are_those_that_the_library_the_pages_and_the_ci_name():
    """A push runs the oldest and the newest, with which most goes wrong; the night all."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["requires-python"] == f">={BUILT_FOR[-1]}"
    assert f"--python-version {BUILT_FOR[-1]} " in MAKEFILE
    for page in ("README.md", "chapters/for-instructors.md"):
        assert f"Python {BUILT_FOR[-1]} to {BUILT_FOR[0]}" in (ROOT / page).read_text("utf-8")
    on_windows = re.search(r"^py -(\S+) -m venv", (ROOT / "README.md").read_text("utf-8"), re.M)
    assert on_windows[1] in BUILT_FOR
    matrices = [jobs(name)["test"]["strategy"]["matrix"] for name in ("book.yml", "nightly.yml")]
    assert matrices == [{"python": [BUILT_FOR[-1], BUILT_FOR[0]]}, {"python": BUILT_FOR[::-1]}]


def test_every_command_is_phony():
    """A file that happens to be called `book` must not keep `make book` from building."""
    phony = re.search(r"^\.PHONY: ((?:.*\\\n)*.*)", MAKEFILE, re.M)[1].replace("\\", "").split()
    assert sorted(phony) == sorted(TARGETS)


def test_without_a_sandbox_grading_says_how_to_get_one(tmp_path):
    done = made_with(tmp_path, {"id": "3.11"}, "bubblewrap")
    assert done.returncode != 0 and done.stdout == ""
    assert "install bubblewrap (Debian, Ubuntu: sudo apt-get install bubblewrap" in done.stderr


def test_the_night_goes_on_after_a_part_that_failed_and_says_which():
    command = [*MAKE, "nightly", "NIGHT=help no-such-part help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "The night: passed: help help; failed: no-such-part."
    assert done.returncode != 0
    passing = subprocess.run([*MAKE, "nightly", "NIGHT=help"], cwd=ROOT, capture_output=True)
    assert passing.returncode == 0


def jobs(name):
    """The jobs of a workflow; each has a strategy's matrix and steps."""
    return yaml.safe_load(WORKFLOWS[name])["jobs"]


@pytest.mark.parametrize("name", sorted(WORKFLOWS))
def test_a_workflow_may_do_little_and_not_for_long(name):
    workflow = yaml.safe_load(WORKFLOWS[name])
    assert workflow["permissions"] == {"contents": "read"}
    for job, told in workflow["jobs"].items():
        assert told["timeout-minutes"] <= (180 if name == "nightly.yml" else 60), job
        assert told.get("permissions", {}).keys() == MAY_WRITE.get(job, set()), job
        for step in (step for step in told["steps"] if "uses" in step):
            assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", step["uses"])
            if step["uses"].startswith("actions/checkout"):
                assert step["with"]["persist-credentials"] is False
    assert set(re.findall(r"\bmake ([a-z-]+)", WORKFLOWS[name])) <= TARGETS


def test_the_workflow_of_the_night_runs_what_make_nightly_does():
    first, *others = re.search(r"^NIGHT := (.*)", MAKEFILE, re.M)[1].split()
    test, extra = jobs("nightly.yml")["test"], jobs("nightly.yml")["extra"]
    assert test["steps"][-1]["run"] == f"make {first} NIGHTLY=1"
    assert extra["steps"][-1]["run"] == "make ${{ matrix.target }}"
    assert extra["strategy"]["matrix"]["target"] == others
    assert {first, *others} <= TARGETS


@pytest.mark.parametrize(
    ("name", "tests"), [("book.yml", ".ci/run"), ("nightly.yml", "make test NIGHTLY=1")]
)
def test_the_ci_has_a_sandbox_before_it_tests(name, tests):
    runs = [step["run"] for step in jobs(name)["test"]["steps"] if "run" in step]
    sandbox = runs[: runs.index(tests)]
    assert "install -y -qq bubblewrap" in sandbox[0]
    assert "kernel.apparmor_restrict_unprivileged_userns=0" in sandbox[0]


def test_the_links_that_are_not_checked_are_those_of_hosts_that_refuse():
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    patterns = config["sphinx"]["config"]["linkcheck_ignore"]
    pages = [path.read_text("utf-8") for path in ROOT.glob("chapters/*.*")]
    links = re.findall(r"https?://[\w.-]+/[^\s)>]*", "\n".join(pages))
    left_out = {link for link in links for p in patterns if re.match(p, link)}
    refusing = {"doi.org", "www.wiley.com", "apps.dtic.mil"}
    assert left_out == {link for link in links if urlsplit(link).hostname in refusing}
