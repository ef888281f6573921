"""Nothing that holds students' work, or the course's secret, goes into the repository."""

import subprocess

from tests.homework.sheet import HOMEWORK

HELD = """\
downloaded/perceptron/archive/submissions.zip
submissions.zip
secret.txt
roster.csv
grades.csv
import.csv
totals.csv
questions.csv
handed_out/perceptron-1.json
gradebook.csv
gradebook.db
gradebook.db-journal
gradebook.db.bak
submitted/s1/perceptron/hw-perceptron.ipynb
submitted/s1/perceptron.json
autograded/s1/perceptron/hw-perceptron.ipynb
autograded/s1/perceptron.json
feedback/s1/perceptron/hw-perceptron.html
feedback/perceptron.zip
.nbgrader.log
"""
COMMITTED = "source/perceptron/hw-perceptron.ipynb\nnbgrader_config.py\ncollect.py\n"


def test_students_work_is_ignored_and_the_course_is_not():
    asked = subprocess.run(
        ["git", "check-ignore", "--no-index", "--stdin"],
        cwd=HOMEWORK,
        input=HELD + COMMITTED,
        capture_output=True,
        text=True,
    )
    assert asked.stdout == HELD
