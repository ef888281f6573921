"""Grades and feedback: lateness, points by hand, flags, and what Canvas and Moodle import."""

import re
import zipfile
from types import SimpleNamespace

import nbformat
import pytest

from homework import roster
from homework.grades import Late, earned, quoted, to_import
from tests.homework.course import RIGHT, Tiny, answered
from tests.homework.test_collect import CANVAS, MOODLE, at

DUE = 1_804_000_000  # 2027-03-02 15:06:40 UTC
DAY = 86400
LOOKS = {
    "s1": "Cell 'double-own' is not as it was handed out: it is put back.",
    "s_2": "late: 3 points taken off",
    "s3": "nothing submitted",
    "s4": "not in the roster",
    "s5": "not in the roster; could not be graded: open the submitted file (",
}
SCORES = {"s1": "6", "s_2": "3", "s3": "", "s4": "6", "s5": ""}


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """A day costs a quarter. s1 comes by Canvas with a check edited, s_2 a day and a bit late."""
    course = Tiny(tmp_path_factory.mktemp("grades") / "course")
    (course.root / "roster.csv").write_text(CANVAS.replace('Test",104,,', 'Test",104,u3,s3'))
    with open(course.root / "nbgrader_config.py", "a") as file:
        file.write("c.Late.share = 0.25\n")
    course.nbgrader("db", "assignment", "add", "tiny", "--duedate=2027-03-02 15:06:40 UTC")
    edited = answered(RIGHT)
    edited.cells[2].source = "pass"
    with zipfile.ZipFile(course.root / "archive.zip", "w") as archive:
        archive.writestr("onestudent_LATE_101_9001_hw-tiny.ipynb", nbformat.writes(edited))
        entry = at("s_2_hw-tiny.ipynb", utc=DUE + DAY + 1)
        archive.writestr(entry, nbformat.writes(answered(RIGHT)))
    course.homework("collect", "tiny", "archive.zip")
    course.hand_in("s4", answered(RIGHT))
    course.hand_in("s5", "no notebook")
    course.grade(check=False)
    return course


def test_every_student_has_a_line(tiny):
    table = tiny.grades()
    assert {student: row["score"] for student, row in table.items()} == SCORES
    assert all(row["needs_a_look"].startswith(LOOKS[name]) for name, row in table.items())
    assert {row["points"] for row in table.values()} == {"9"}


def test_what_lateness_costs_follows_points_by_hand_and_dates(tiny):
    tiny.by_hand("s_2", 2)
    assert tiny.grades()["s_2"]["score"] == "4"
    for date, score in (
        ("2027-03-03 15:06:41", "8"),
        ("2027-02-01 00:00", "0"),
        ("2027-03-03 15:06:40", "6"),
    ):
        tiny.nbgrader("db", "assignment", "add", "tiny", f"--duedate={date} UTC")
        assert tiny.grades()["s_2"]["score"] == score


def test_no_score_is_above_the_points(tiny):
    """Of an assignment, or of a cell: its maximum may be less than when a human gave them."""
    tiny.by_hand("s1", 1000)
    assert tiny.grades()["s1"]["score"] == "9"
    given = SimpleNamespace(score=3, max_score=1, extra_credit=None)
    assert earned(SimpleNamespace(grades=[given, given])) == 2


def test_the_tables(tiny):
    assert (
        "1 with points that wait for a grader, 2 without a score, 5 to look at"
        in tiny.homework("grades").stdout
    )
    first, one, _, three = (tiny.root / "import.csv").read_text().splitlines()
    assert first == "Student,ID,SIS User ID,SIS Login ID,Section,tiny"
    assert one == '"One, Student",101,u1,s1,Monday,9'
    assert three.endswith(",Monday,"), "who has no grade gets none"
    head, own, unseen, proof = (tiny.root / "questions.csv").read_text().splitlines()
    assert head == "assignment,cell,points,graded,share,all,none"
    assert own == "tiny,double-own,2,3,1.00,3,0" and unseen == "tiny,double-unseen,4,3,1.00,3,0"
    assert proof.startswith("tiny,proof,3,2,"), "s4's still waits"


def test_each_page_of_feedback_stands_where_the_student_finds_it(tiny):
    tiny.by_hand("s1", 2)
    done = tiny.homework("return", "tiny", check=False)
    assert done.returncode == 1 and "s5: could not be graded: " in done.stdout
    assert "s4: left out: 3 points still wait for a grader; see --early\n" in done.stdout
    with zipfile.ZipFile(tiny.root / "feedback/tiny.zip") as archive:
        pages = {name: archive.read(name).decode() for name in archive.namelist()}
    one, two = "onestudent_LATE_101_9001_hw-tiny.html", "s_2/hw-tiny.html"
    assert pages.keys() == {one, two}
    assert "8 of 9 points" in pages[one] and "It seems so." in pages[one]
    assert "6 of 9 points, less 2 because it came late, which is taken off already" in pages[two]
    assert "Needs a look" not in pages[one], "that is for the grader"


def imported(tmp_path, text, *scores, name=None):
    """The table to import where these students have these scores."""
    (tmp_path / "roster.csv").write_text(text)
    lines = [[student, of, score, "9", waiting, ""] for student, of, score, waiting in scores]
    return to_import(SimpleNamespace(roster=roster.read(tmp_path / "roster.csv")), lines, name)


def test_what_canvas_imports(tmp_path):
    """A column keeps its name, and a score that was there where there is none: "" deletes it."""
    text = CANVAS.replace("Old homework", "Perceptron").replace("Monday,\n", "Monday,8\n")
    scores = ("s1", "perceptron", "14.5", "0"), ("S_2", "kernels", "3", "0")
    assert imported(tmp_path, text, *scores, ("s1", "kernels", "5", "3")) == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "kernels", "Perceptron (77)"],
        ["One, Student", "101", "u1", "s1", "Monday", "", "14.5"],
        ["Two, Student", "102", "u2", "s_2", "Monday", "3", "8"],
    ]
    two_names = re.sub('"(.+), (.+)"', r"\1,\2", text.replace("Student,", "LastName,FirstName,", 1))
    head, one, _ = imported(tmp_path, two_names, scores[0])
    assert head[:3] == ["LastName", "FirstName", "ID"] and one[:3] == ["One", "Student", "101"]


def test_moodles_worksheet_comes_back_with_grades(tmp_path):
    one = [("s1@example.org", "tiny", "5", "0"), ("s1@example.org", "other", "1", "0")]
    two = ("s2@example.org", "tiny", "5", "1")
    head, *rows = imported(tmp_path, MOODLE, *one, two, name="tiny")
    assert head[0] == "Identifier" and [row[0][-3:] for row in rows] == ["201", "202"]
    assert [row[head.index("Grade")] for row in rows] == ["5", "3.00"], "a grade that waits"
    with pytest.raises(ValueError, match="no column Grade; export Moodle's worksheet anew"):
        imported(tmp_path, MOODLE.replace("Status,Grade", "Status,Note"), *one, name="tiny")


def test_a_cell_is_no_formula():
    for text in ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"):
        assert quoted(text) == f"'{text}" and quoted(f"x{text}") == f"x{text}"


def test_each_day_that_has_begun_costs_a_share():
    assert Late().late_submission_penalty("s1", 10, 1e9) == 0
    for share, seconds, lost in (
        (0.1, 1, 1),
        (0.1, DAY, 1),
        (0.1, DAY + 1, 2),
        (0.25, 5 * DAY, 10),
    ):
        assert Late(share=share).late_submission_penalty("s1", 10, seconds) == lost


def test_moodle_s_worksheet_comes_back_with_the_scores(tiny):
    roster = "Identifier,Full name,Username,Grade\nParticipant 201,One,s1,\n"
    (tiny.root / "roster.csv").write_text(roster)
    assert "import.csv: for Moodle" in tiny.homework("grades", "tiny").stdout
    assert "Participant 201,One,s1," in (tiny.root / "import.csv").read_text()
