"""The page for instructors does what it says: its table, and each of its commands.

At a push the commands are known, and their parts are tried by the other files of this folder; the
nightly run follows the page from a clone to the grades.
"""

import csv
import os
import pwd
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Grade, Gradebook
from nbgrader.utils import is_grade

from homework.__main__ import main
from homework.grading.steps import chosen
from tests.homework.sheet import HOMEWORK, MASTERS, promised

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "chapters/for-instructors.md").read_text()
BLOCKS = [block.splitlines() for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)]
PERCEPTRON = ROOT / "homework/source/perceptron/hw-perceptron.ipynb"
COMMAND = "python -m homework "
LEFT_OUT = (".git", ".venv", "_build", "*.egg-info", ".*_cache", "__pycache__", ".hypothesis")
HELD = """\
submissions.zip
secret.txt
roster.csv
handed_out/perceptron-1.json
gradebook.db
submitted/s1/perceptron/hw-perceptron.ipynb
autograded/s1/perceptron.json
feedback/s1/perceptron/hw-perceptron.html
.nbgrader.log
"""


def points_of(master: Path, kind: str) -> int:
    """What the cells of a kind give: checks are code, and what a human grades is Markdown."""
    graded = filter(is_grade, nbformat.read(master, as_version=4).cells)
    return sum(cell.metadata.nbgrader.points for cell in graded if cell.cell_type == kind)


def test_the_table_of_assignments_is_what_the_masters_say():
    rows = re.findall(r"^\| ([\w-]+): \{launch\}.*\| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
    table = {name: (int(points), int(by_hand)) for name, points, by_hand in rows}
    assert table == {
        master.parent.name: (
            sum(points for _, _, points in promised(nbformat.read(master, as_version=4))),
            points_of(master, "markdown"),
        )
        for master in MASTERS
    }
    assert sum(points for points, _ in table.values()) == 100


def test_students_work_is_ignored_by_git_and_the_course_is_not():
    course = "source/perceptron/hw-perceptron.ipynb\nnbgrader_config.py\ncollect.py\n"
    words = ["git", "check-ignore", "--no-index", "--stdin"]
    asked = {"input": HELD + course, "stdout": subprocess.PIPE, "text": True}
    assert subprocess.run(words, cwd=HOMEWORK, **asked).stdout == HELD


@pytest.mark.parametrize("command", [line for block in BLOCKS for line in block if COMMAND in line])
def test_a_command_is_the_courses(command, monkeypatch):
    def course():
        raise ValueError("no folder")

    monkeypatch.setattr("homework.__main__.Course", course)
    assert main(command.removeprefix(COMMAND).split()) == 1, "not 2, as for words that it lacks"


class Instructor:
    """A person with an empty folder, a download, and the commands of the page."""

    def __init__(self, home: Path):
        self.home, self.root = home, home / "course/homework"
        origin = home / "origin"
        shutil.copytree(ROOT, origin, ignore=shutil.ignore_patterns(*LEFT_OUT))
        who = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "gc.auto=0"]
        for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "all"]):
            subprocess.run(["git", *who, *words], cwd=origin, check=True)
        (home / ".jupyter").mkdir()
        self.environ = {"HOME": str(home), "PATH": os.environ["PATH"], "PYTHONHASHSEED": "0"}

    def run(self, words: list[str]) -> None:
        done = subprocess.run(
            words, cwd=self.home, env=self.environ, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]

    def course(self, *commands: str) -> None:
        """bash, from the folder and environment that the first three commands lead to."""
        entered = ["set -e", "cd course/homework", f"source {Path(sys.prefix)}/bin/activate"]
        self.run(["bash", "-c", "\n".join([*entered, *commands])])


def by_hand(instructor) -> None:
    """Give no points for each proof that waits, as a grader may in the formgrader."""
    with Gradebook(f"sqlite:///{instructor.root}/gradebook.db") as book:
        for grade in book.db.query(Grade).filter(Grade.needs_manual_grade):
            grade.manual_score, grade.needs_manual_grade = 0, False
        book.db.commit()


def solved() -> str:
    """The perceptron's master as a student hands it in: without its hidden checks."""
    master = nbformat.read(PERCEPTRON, as_version=4)
    hidden = re.compile(r"### BEGIN HIDDEN TESTS.*?### END HIDDEN TESTS\n?", re.DOTALL)
    for cell in master.cells:
        cell.source = hidden.sub("", chosen(cell.source, 1)).rstrip()
    return nbformat.writes(master)


@pytest.fixture(scope="module")
def instructor(tmp_path_factory):
    """The instructor after the commands."""
    home = tmp_path_factory.mktemp("instructor")
    person, commands = Instructor(home), BLOCKS[0]
    assert len(commands) == 8
    clone, made, entered, *rest = commands
    address = re.search(r"https://\S+", clone)[0]
    # The repository is this one, and what `make` would install is installed.
    person.run(["bash", "-c", clone.replace(address, str(home / "origin"))])
    (home / "course/.venv").symlink_to(sys.prefix)
    for path in (home / "course").rglob("*"):
        if path.suffix in (".txt", ".toml", ".json", ".js"):
            os.utime(path, (0, 0))
    person.run(["bash", "-ec", made])
    assert entered == "cd homework && source ../.venv/bin/activate"
    (home / "Downloads").mkdir()
    with zipfile.ZipFile(home / "Downloads/submissions.zip", "w") as archive:
        archive.writestr("jane_doe_hw-perceptron (1).ipynb", solved())
        archive.writestr("s7_hw-perceptron.ipynb", "{}")
        archive.writestr("s9_perceptron.ipynb", "another name is left out")
    lab = rest.index("jupyter lab")
    assert rest[lab - 1] == "python -m homework grade perceptron"
    person.course(*rest[: lab - 1], f"! {rest[lab - 1]}")  # then Formgrader: test_clean.py
    by_hand(person)
    *between, last = rest[lab + 1 :]
    person.course(*between, f"! {last}")  # one page is missing
    return person


def grade_rows(instructor) -> dict[str, tuple[str, str]]:
    """Of each student, the score, and what the table of grades says."""
    with open(instructor.root / "grades.csv", newline="") as file:
        return {row["student"]: (row["score"], row["needs_a_look"]) for row in csv.DictReader(file)}


@pytest.mark.nightly
def test_the_commands_lead_to_the_grades(instructor):
    found = grade_rows(instructor)
    assert found["jane_doe"] == (str(points_of(PERCEPTRON, "code")), "") and found["s7"][0] == ""
    assert found["s7"][1].startswith("could not be graded: open the submitted file (")
    with zipfile.ZipFile(instructor.root / "feedback/perceptron.zip") as archive:
        assert archive.namelist() == ["jane_doe/hw-perceptron.html"]
        text = archive.read("jane_doe/hw-perceptron.html").decode()
    assert "Block–Novikoff" in text and ">your own list, and others like it.</a>" in text
    asked = ["git", "status", "--porcelain"]
    changed = subprocess.run(asked, cwd=instructor.home / "course", stdout=subprocess.PIPE)
    assert changed.stdout in (b"", b"?? .venv\n"), "homework/release is what its command makes"


@pytest.mark.nightly
def test_further_commands(instructor):
    """Those that stand within a sentence: a date, and the exchange of a hub."""
    date, _, release, collect, feedback = re.findall(r"`(nbgrader [^`]*)`", PAGE)
    assert "`c.Exchange.root`" in PAGE
    shared = instructor.home / "exchange"
    shared.mkdir()
    shared.chmod(0o777)
    (instructor.home / ".jupyter/nbgrader_config.py").write_text(
        f"c = get_config()\nc.Exchange.root = {str(shared)!r}\n"
        "c.CourseDirectory.course_id = 'perceptrons'\n"
    )
    instructor.course(
        "rm -r submitted feedback",  # a class hands in by archives or by the hub
        date.replace("2027", "2020"),
        release,
        "mkdir ~/mine && cd ~/mine",
        "nbgrader fetch_assignment perceptron && nbgrader submit perceptron && cd -",
        collect,
        "python -m homework grade perceptron || true",
    )
    by_hand(instructor)
    grades = "python -m homework grades"
    instructor.course(grades, "python -m homework return perceptron || true", feedback)
    account = pwd.getpwuid(os.getuid()).pw_name
    assert grade_rows(instructor)[account] == ("0", "late: 0 points taken off")
    assert list(shared.glob("perceptrons/feedback/*.html"))
    (extend,) = ["\n".join(b) for b in BLOCKS if any("grant_extension" in line for line in b)]
    instructor.course(extend.replace("jane_doe", account).replace("days=3", "days=10000"), grades)
    assert grade_rows(instructor)[account] == ("0", ""), "it is not late any more"


def test_the_command_for_a_secret_gives_a_strong_one(tmp_path):
    (command,) = [line for block in BLOCKS for line in block if "secret.txt" in line]
    for _ in range(2):
        subprocess.run(["bash", "-c", command], cwd=tmp_path, check=True, timeout=60)
        secret = (tmp_path / "secret.txt").read_text().strip()
        assert len(secret) > 40 and len({*secret}) > 15
