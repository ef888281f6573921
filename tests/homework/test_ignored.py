"""Nothing that holds students' work, or the course's secret, goes into the repository."""

import subprocess

from tests.homework.sheet import HOMEWORK

HELD = """\
downloaded/perceptron/archive/submissions.zip
submissions.zip
secret.txt
roster.csv
handed_out/perceptron-1.json
gradebook.db
gradebook.db-journal
submitted/s1/perceptron/hw-perceptron.ipynb
autograded/s1/perceptron.json
feedback/s1/perceptron/hw-perceptron.html
.nbgrader.log
"""
COMMITTED = "source/perceptron/hw-perceptron.ipynb\nnbgrader_config.py\ncollect.py\n"


def test_students_work_is_ignored_and_the_course_is_not():
    words = ["git", "check-ignore", "--no-index", "--stdin"]
    asked = subprocess.run(
        words, cwd=HOMEWORK, input=HELD + COMMITTED, stdout=subprocess.PIPE, text=True
    )
    assert asked.stdout == HELD
