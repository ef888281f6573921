"""Nothing that holds students' work, or the course's secret, goes into the repository."""

import subprocess

import pytest

from tests.homework.course import HOMEWORK

HELD = [
    "downloaded/perceptron/archive/submissions.zip",
    "submissions.zip",
    "secret.txt",
    "roster.csv",
    "grades.csv",
    "import.csv",
    "gradebook.csv",
    "gradebook.db",
    "gradebook.db-journal",
    "gradebook.db.bak",
    "submitted/s1/perceptron/hw-perceptron.ipynb",
    "submitted/s1/perceptron.json",
    "autograded/s1/perceptron/hw-perceptron.ipynb",
    "autograded/s1/perceptron.json",
    "feedback/s1/perceptron/hw-perceptron.html",
    "feedback/perceptron.zip",
    ".nbgrader.log",
]
COMMITTED = ["source/perceptron/hw-perceptron.ipynb", "nbgrader_config.py", "collect.py"]


def ignored(path: str) -> bool:
    words = ["git", "check-ignore", "-q", "--no-index", path]
    return subprocess.run(words, cwd=HOMEWORK).returncode == 0


@pytest.mark.parametrize("path", HELD)
def test_students_work_is_ignored(path):
    assert ignored(path)


@pytest.mark.parametrize("path", COMMITTED)
def test_the_course_is_not(path):
    assert not ignored(path)
