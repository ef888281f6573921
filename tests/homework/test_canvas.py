"""A Canvas gradebook and a download of submissions, as Canvas writes them."""

import csv
import zipfile

import pytest

from homework.canvas import collect, fill

GRADEBOOK = """\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,Old homework (77)
    Points Possible,,,,,10
"One, Student",101,u1,s1,Monday,9
"Two, Student",102,u2,s2,Monday,
"Path, Student",103,u3,../s3,Monday,
"Student, Test",104,,,Monday,
"""


@pytest.fixture
def gradebook(tmp_path):
    path = tmp_path / "gradebook.csv"
    path.write_text(GRADEBOOK)
    return path


def test_collect(gradebook, tmp_path):
    archive = tmp_path / "submissions.zip"
    with zipfile.ZipFile(archive, "w") as files:
        files.writestr("onestudent_101_9001_hw-perceptron.ipynb", "first")
        files.writestr("twostudent_LATE_102_9002_hw-perceptron-1.ipynb", "second")
        files.writestr("onestudent_101_9003_notes.pdf", "no notebook")
        files.writestr("pathstudent_103_9004_hw-perceptron.ipynb", "a login that is no name")
        files.writestr("../up_101_9005_hw-perceptron.ipynb", "out of the folder")
        files.writestr("other_999_9006_hw-perceptron.ipynb", "no student")
    left = collect(gradebook, archive, "perceptron", tmp_path / "submitted")
    assert len(left) == 4
    found = {p.relative_to(tmp_path): p.read_text() for p in tmp_path.rglob("*.ipynb")}
    assert {str(path): text for path, text in found.items()} == {
        "submitted/s1/perceptron/hw-perceptron.ipynb": "first",
        "submitted/s2/perceptron/hw-perceptron.ipynb": "second",
    }


def test_a_submission_that_is_too_large_is_left_out(gradebook, tmp_path, monkeypatch):
    monkeypatch.setattr("homework.canvas.MAX_BYTES", 10)
    archive = tmp_path / "submissions.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as files:
        files.writestr("onestudent_101_9001_hw-perceptron.ipynb", "x" * 11)
    assert len(collect(gradebook, archive, "perceptron", tmp_path / "submitted")) == 1


def test_fill(gradebook, tmp_path):
    grades = tmp_path / "grades.csv"
    with open(grades, "w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["student", "assignment", "score", "points"])
        table.writerows([["s1", "perceptron", "14.5", "18"], ["s2", "kernels", "3", "11"]])
    assert fill(gradebook, grades) == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "kernels", "perceptron"],
        ["One, Student", "101", "u1", "s1", "Monday", "", "14.5"],
        ["Two, Student", "102", "u2", "s2", "Monday", "3", ""],
    ]


def test_canvas_shows_some_columns_to_some_only(tmp_path):
    gradebook, grades = tmp_path / "gradebook.csv", tmp_path / "grades.csv"
    gradebook.write_text("Student,ID,SIS Login ID\n    Points Possible\nOne,101,s1\n")
    grades.write_text("\ufeffstudent,assignment,score\ns1,perceptron,3\n")
    assert fill(gradebook, grades) == [
        ["Student", "ID", "SIS Login ID", "perceptron"],
        ["One", "101", "s1", "3"],
    ]


@pytest.mark.parametrize("text", ["", "student,score\ns1,3\n"])
def test_grades_without_their_columns_are_refused(gradebook, tmp_path, text):
    grades = tmp_path / "grades.csv"
    grades.write_text(text)
    with pytest.raises(ValueError, match="has no columns student, assignment and score"):
        fill(gradebook, grades)


def test_another_file_is_refused(tmp_path):
    path = tmp_path / "grades.csv"
    path.write_text("student,score\ns1,3\n")
    with pytest.raises(ValueError, match="no columns ID and SIS Login ID; export it from Canvas"):
        fill(path, path)
