"""The tables of grades: lateness, points by hand, flags, and what Canvas and Moodle import."""

import re
import zipfile
from types import SimpleNamespace

import nbformat
import pytest

from homework import roster
from homework.grades import Late, quoted, to_import
from tests.homework.inbox import at
from tests.homework.test_roster import CANVAS, MOODLE
from tests.homework.tiny import RIGHT, WRONG, Tiny, master

DUE = 1_804_000_000  # 2027-03-02 15:06:40 UTC
DAY = 86400


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """A day costs a quarter. s1 comes by Canvas, s_2 a day and a bit late, s4 in no roster."""
    course = Tiny(tmp_path_factory.mktemp("grades") / "course")
    (course.root / "roster.csv").write_text(CANVAS.replace('Test",104,,', 'Test",104,u3,s3'))
    with open(course.root / "nbgrader_config.py", "a") as file:
        file.write("c.Late.share = 0.25\n")
    course.nbgrader("db", "assignment", "add", "tiny", "--duedate=2027-03-02 15:06:40 UTC")
    text = nbformat.writes(course.answered(RIGHT))
    with zipfile.ZipFile(course.root / "archive.zip", "w") as archive:
        archive.writestr("onestudent_LATE_101_9001_hw-tiny.ipynb", text)
        archive.writestr(at("s_2_hw-tiny.ipynb", utc=DUE + DAY + 1), text)
    course.homework("collect", "tiny", "archive.zip")
    course.hand_in("s4", course.answered(RIGHT))
    course.grade()
    return course


def test_every_student_has_a_line(tiny):
    table = tiny.grades()
    assert {student: row["needs_a_look"] for student, row in table.items()} == {
        "s1": "late, says Canvas",
        "s_2": "late: 3 points taken off",
        "s3": "nothing submitted",
        "s4": "not in the roster",
    }
    assert {student: row["score"] for student, row in table.items()} == {
        "s1": "6",
        "s_2": "3",
        "s3": "",
        "s4": "6",
    }
    assert {row["points"] for row in table.values()} == {"9"}


def test_what_lateness_costs_follows_points_by_hand_and_dates(tiny):
    tiny.by_hand("s_2", 2)
    assert tiny.grades()["s_2"]["score"] == "4"
    for date, score in (
        ("2027-03-03 15:06:41", "8"),
        ("2027-03-03 15:06:40", "6"),
        ("2027-02-01 00:00", "0"),
    ):
        tiny.nbgrader("db", "assignment", "add", "tiny", f"--duedate={date} UTC")
        assert tiny.grades()["s_2"]["score"] == score


def test_no_score_is_above_the_points(tiny):
    tiny.by_hand("s4", 1000)
    assert tiny.grades()["s4"]["score"] == "9"


def test_no_cell_gives_more_than_its_points(tmp_path):
    """Its maximum may be less than when a human gave them."""
    tiny = Tiny(tmp_path / "course")
    tiny.collect(s1=WRONG)
    tiny.grade()
    tiny.by_hand("s1", 3)
    less = master()
    less.cells[4].metadata.nbgrader.points = 1
    tiny.change(less)
    tiny.grade()
    row = tiny.grades()["s1"]
    assert (row["score"], row["points"]) == ("1", "7")


def test_the_files(tiny):
    said = tiny.homework("grades").stdout
    assert said == (
        "grades.csv: 4 lines: 1 with points that wait for a grader, 1 without a score, "
        "4 to look at\nimport.csv: for Canvas\n"
    )
    first, *lines = (tiny.root / "grades.csv").read_text().splitlines()
    assert first == "student,assignment,score,points,to_grade_by_hand,needs_a_look"
    assert lines[0] == 's1,tiny,6,9,3,"late, says Canvas"'
    first, *lines = (tiny.root / "import.csv").read_text().splitlines()
    assert first == "Student,ID,SIS User ID,SIS Login ID,Section,tiny"
    assert lines[0] == '"One, Student",101,u1,s1,Monday,6'
    assert lines[2].endswith(",Monday,"), "who has no grade gets none"


def imported(tmp_path, text, lines, name=None):
    (tmp_path / "roster.csv").write_text(text)
    return to_import(SimpleNamespace(roster=roster.read(tmp_path / "roster.csv")), lines, name)


def test_a_column_of_canvas_keeps_its_name(tmp_path):
    lines = [["s1", "perceptron", "14.5"], ["s_2", "kernels", "3"]]
    text = CANVAS.replace("Old homework", "Perceptron")
    assert imported(tmp_path, text, lines) == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "kernels", "Perceptron (77)"],
        ["One, Student", "101", "u1", "s1", "Monday", "", "14.5"],
        ["Two, Student", "102", "u2", "s_2", "Monday", "3", ""],
    ]


def test_canvas_keeps_a_score_where_there_is_none(tmp_path):
    """An empty cell would delete it."""
    text = CANVAS.replace("Old homework", "Perceptron")
    _, one, _ = imported(tmp_path, text, [["s1", "perceptron", ""], ["s_2", "perceptron", "3"]])
    assert one[-1] == "9"


def test_canvas_may_write_a_name_in_two_columns(tmp_path):
    text = CANVAS.replace("\ufeffStudent,", "LastName,FirstName,")
    text = re.sub(r'"(\w+), (\w+)"', r"\1,\2", text)
    head, one, _ = imported(tmp_path, text, [["s1", "perceptron", "3"]])
    assert head[:4] == ["LastName", "FirstName", "ID", "SIS User ID"]
    assert one[:3] == ["One", "Student", "101"]


def test_moodles_worksheet_comes_back_with_grades(tmp_path):
    lines = [
        ["s1@example.org", "tiny", "5"],
        ["s1@example.org", "other", "1"],
        ["s2@example.org", "tiny", ""],
    ]
    head, one, two = imported(tmp_path, MOODLE, lines, "tiny")
    assert head[0] == "Identifier" and head[-1] == "Last modified (grade)"
    assert one[0] == "Participant 201" and one[head.index("Grade")] == "5"
    assert two[head.index("Grade")] == "3.00", "a grade that was there stays"
    with pytest.raises(ValueError, match="no column Grade; export Moodle's worksheet anew"):
        imported(tmp_path, MOODLE.replace("Status,Grade", "Status,Note"), lines, "tiny")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_a_cell_is_no_formula(text):
    assert quoted(text) == f"'{text}"
    assert quoted(f"x{text}") == f"x{text}"


@pytest.mark.parametrize(
    ("share", "seconds", "penalty"),
    [
        (0, 1e9, 0),
        (0.1, 1, 1),
        (0.1, 86400, 1),
        (0.1, 86401, 2),
        (0.25, 400_000, 10),
        (1, 1, 10),
    ],
)
def test_each_day_that_has_begun_costs_a_share(share, seconds, penalty):
    assert Late(share=share).late_submission_penalty("s1", 10, seconds) == penalty
