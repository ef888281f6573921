"""The page for instructors does what it says: its table, and each of its commands."""

import csv
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from pathlib import Path

import nbformat
import pytest

from homework.grading.steps import name_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "chapters/for-instructors.md").read_text()
BLOCKS = [block.splitlines() for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)]
MASTERS = sorted((ROOT / "homework/source").glob("*/*.ipynb"))
LEFT_OUT = (".git", ".venv", "_build", "*.egg-info", ".*_cache", "__pycache__", ".hypothesis")
GRADEBOOK = """\
Student,ID,SIS User ID,SIS Login ID,Section
    Points Possible,,,,
"Two, Student",102,u2,s2,Monday
"""


def marks(master: Path) -> list[dict]:
    cells = nbformat.read(master, as_version=4).cells
    return [
        cell.metadata.nbgrader | {"kind": cell.cell_type}
        for cell in cells
        if name_of(cell) and cell.metadata.nbgrader["grade"]
    ]


def test_the_table_of_assignments_is_what_the_masters_say():
    rows = re.findall(r"^\| ([\w-]+): \{launch\}.*\| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
    table = {name: (int(points), int(by_hand)) for name, points, by_hand in rows}
    assert table == {
        master.parent.name: (
            sum(mark["points"] for mark in marks(master)),
            sum(mark["points"] for mark in marks(master) if mark["kind"] == "markdown"),
        )
        for master in MASTERS
    }
    assert sum(points for points, _ in table.values()) == 100
    assert f"{len(table)} assignments" in PAGE.replace("seven", "7")


class Instructor:
    """A person with an empty folder, a download, and the commands of the page."""

    def __init__(self, home: Path):
        self.home, self.port = home, free_port()
        origin = home / "origin"
        shutil.copytree(ROOT, origin, ignore=shutil.ignore_patterns(*LEFT_OUT))
        for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "all"]):
            who = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "gc.auto=0"]
            subprocess.run(["git", *who, *words], cwd=origin, check=True)
        (home / ".jupyter").mkdir()
        settings = {"open_browser": False, "port": self.port, "port_retries": 0, "token": "",
                    "allow_root": True}  # fmt: skip
        config = json.dumps({"ServerApp": settings, "IdentityProvider": {"token": ""}})
        (home / ".jupyter/jupyter_server_config.json").write_text(config)
        self.environ = {"HOME": str(home), "PATH": os.environ["PATH"], "PYTHONHASHSEED": "0"}

    def script(self, *commands: str) -> list[str]:
        """bash, from the folder and environment that the first three commands lead to."""
        entered = ["set -e", "cd course/homework", f"source {Path(sys.prefix)}/bin/activate"]
        return ["bash", "-c", "\n".join([*entered, *commands])]

    def run(self, words: list[str]) -> None:
        done = subprocess.run(
            words, cwd=self.home, env=self.environ, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr[-3000:]

    def formgrader(self, command: str) -> list[dict]:
        """Start JupyterLab, ask the formgrader for its assignments, and stop it."""
        lab = subprocess.Popen(
            self.script(command), cwd=self.home, env=self.environ, start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            for _ in range(240):
                time.sleep(0.25)
                assert lab.poll() is None, "JupyterLab has ended"
                try:
                    address = f"http://127.0.0.1:{self.port}/formgrader/api/assignments"
                    with urllib.request.urlopen(address) as answer:
                        return json.load(answer)
                except urllib.error.URLError:
                    continue  # not yet
            raise AssertionError("JupyterLab did not answer within a minute")
        finally:
            os.killpg(lab.pid, signal.SIGTERM)
            lab.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def solved() -> str:
    """The perceptron's master as a student hands it in: without its hidden checks."""
    master = nbformat.read(ROOT / "homework/source/perceptron/hw-perceptron.ipynb", as_version=4)
    hidden = re.compile(r"### BEGIN HIDDEN TESTS.*### END HIDDEN TESTS", re.DOTALL)
    for cell in master.cells:
        cell.source = hidden.sub("", cell.source).rstrip()
    return nbformat.writes(master)


@pytest.fixture(scope="module")
def instructor(tmp_path_factory):
    """The instructor after the ten commands, and what the formgrader said on the way."""
    home = tmp_path_factory.mktemp("instructor")
    person, commands = Instructor(home), BLOCKS[0]
    assert len(commands) == 10
    clone, made, entered, *rest = commands
    address = re.search(r"https://\S+", clone)[0]
    # The repository is this one, and what `make` would install is installed.
    person.run(["bash", "-c", clone.replace(address, str(home / "origin"))])
    (home / "course/.venv").symlink_to(sys.prefix)
    lists = ("requirements.txt", "requirements-dev.txt", "homework/requirements.txt",
             "constraints.txt")  # fmt: skip
    desk = (home / "course/binder/jupyter").rglob("*.*")
    for path in (*lists, "pyproject.toml", *desk):
        os.utime(home / "course" / path, (0, 0))
    person.run(["bash", "-ec", made])
    assert entered == "cd homework && source ../.venv/bin/activate"
    (home / "Downloads").mkdir()
    with zipfile.ZipFile(home / "Downloads/submissions.zip", "w") as archive:
        archive.writestr("s1_hw-perceptron.ipynb", solved())
        archive.writestr("s7_hw-perceptron (1).ipynb", "{}")
        archive.writestr("s_8_hw-perceptron.ipynb", "an id with an underscore is left out")
        archive.writestr("s9_perceptron.ipynb", "and so is another name")
    lab = rest.index("jupyter lab")
    assert rest[lab - 1].startswith("nbgrader autograde")
    person.run(person.script(*rest[: lab - 1], f"{rest[lab - 1]} || true"))
    person.assignments = person.formgrader(rest[lab])
    person.run(person.script(*rest[lab + 1 :]))
    return person


def grades(instructor) -> dict[str, dict]:
    with open(instructor.home / "course/homework/grades.csv", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def test_ten_commands_lead_to_the_grades(instructor):
    table = grades(instructor)
    points = marks(ROOT / "homework/source/perceptron/hw-perceptron.ipynb")
    by_machine = sum(mark["points"] for mark in points if mark["kind"] == "code")
    assert (table["s1"]["score"], table["s1"]["needs_a_look"]) == (str(by_machine), "")
    assert table["s7"]["needs_a_look"] == "could not be graded: open the submitted file"
    submitted = {a["name"]: a["num_submissions"] for a in instructor.assignments}
    assert submitted == {master.parent.name: 0 for master in MASTERS} | {"perceptron": 2}


def test_make_homework_changes_nothing(instructor):
    """What is committed in homework/release is what `make homework` makes, byte for byte."""
    course = instructor.home / "course"
    changed = subprocess.run(
        ["git", "status", "--porcelain", "homework/release"], cwd=course, check=True,
        capture_output=True, text=True,
    )  # fmt: skip
    assert changed.stdout == "", "run `make homework` and commit homework/release"
    released = [path.stem for path in sorted((course / "homework/release").glob("*/*.ipynb"))]
    assert released == [master.stem for master in MASTERS]


def test_the_commands_for_canvas(instructor):
    homework = instructor.home / "course/homework"
    (homework / "gradebook.csv").write_text(GRADEBOOK)
    with zipfile.ZipFile(homework / "submissions.zip", "w") as archive:
        archive.writestr("twostudent_102_9001_hw-perceptron.ipynb", solved())
    commands = [command.replace("autograde perceptron", "autograde perceptron --student=s2")
                for command in BLOCKS[1]]  # fmt: skip
    instructor.run(instructor.script(*commands))
    with open(homework / "import.csv", newline="") as file:
        (row,) = csv.DictReader(file)
    assert (row["Student"], row["perceptron"]) == (
        "Two, Student",
        grades(instructor)["s1"]["score"],
    )


def test_further_commands(instructor):
    """Those that stand within a sentence."""
    said = re.findall(r"`(nbgrader (?:generate_feedback|db) [^`]*)`", PAGE)
    assert len(said) == 2
    instructor.run(instructor.script(*said))
    feedback = instructor.home / "course/homework/feedback/s1/perceptron/hw-perceptron.html"
    assert "Block–Novikoff" in feedback.read_text()
