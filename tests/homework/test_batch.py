"""Batches: on several cores, interrupted, handed in again, graded again, and hostile ones."""

import fcntl
import os
import signal

import pytest

from homework import batch
from tests.homework.tiny import HALF, RIGHT, WRONG, Tiny, kill, master

FOUR = {"s1": RIGHT, "s_2": WRONG, "s3": HALF, "s4": RIGHT}
POINTS = {"s1": "6", "s_2": "0", "s3": "2", "s4": "6"}
NOT_YET = "not graded: its turn has not come"


def scores(table):
    return {student: row["score"] for student, row in table.items()}


def graded(lines):
    """Who was graded, as the lines of the command say."""
    return sorted(line.split(":")[0] for line in lines.splitlines() if " points, " in line)


@pytest.fixture
def tiny(tmp_path):
    return Tiny(tmp_path / "course")


def test_two_processes_grade_as_one_does(tmp_path):
    tables = []
    for jobs in ("1", "2"):
        course = Tiny(tmp_path / jobs)
        course.collect(**FOUR)
        said = course.homework("grade", "tiny", "--jobs", jobs).stdout
        assert graded(said) == sorted(FOUR)
        tables.append(course.grades())
    assert tables[0] == tables[1] and scores(tables[0]) == POINTS
    assert {(row["points"], row["to_grade_by_hand"], row["needs_a_look"])
            for row in tables[0].values()} == {("9", "3", "")}  # fmt: skip


def test_a_batch_that_is_killed_leaves_no_old_grade_and_goes_on(tiny):
    tiny.collect(**FOUR)
    tiny.grade()
    tiny.change(master(points=5))
    tiny.by_hand("s4", 1)
    process = tiny.start("grade", "tiny", "--jobs", "1")
    first = process.stdout.readline().split(":")[0]
    kill(process)
    table = tiny.grades()
    (done,) = [student for student, row in table.items() if row["score"]]
    assert done == first and table[done]["points"] == "10"
    assert {row["needs_a_look"] for student, row in table.items() if student != done} <= {
        NOT_YET, "not graded: it, or what grades it, has changed"}  # fmt: skip
    again = graded(tiny.grade())
    assert done not in again and len(again) == 3
    table = tiny.grades()
    assert scores(table) == {"s1": "7", "s_2": "0", "s3": "2", "s4": "8"}
    assert table["s4"]["to_grade_by_hand"] == "0", "its proof is the one that was graded by hand"


def test_a_new_submission_takes_the_old_grade_away(tiny):
    tiny.collect(s1=WRONG, s2=RIGHT)
    tiny.grade()
    for student in ("s1", "s2"):
        tiny.by_hand(student, 2)
    assert scores(tiny.grades()) == {"s1": "2", "s2": "8"}
    (line,) = tiny.collect(s1=RIGHT, date=(2027, 3, 2, 12, 0, 0))
    assert line.startswith("replaced: s1")
    row = tiny.grades()["s1"]
    assert row["score"] == "" and "has changed" in row["needs_a_look"]
    said = tiny.grade()
    assert graded(said) == ["s1"] and "2 given by hand to an earlier version taken back" in said
    table = tiny.grades()
    assert scores(table) == {"s1": "6", "s2": "8"}
    assert table["s1"]["to_grade_by_hand"] == "3" and table["s2"]["to_grade_by_hand"] == "0"
    assert graded(tiny.grade()) == []


def test_what_grades_a_submission_is_known(tiny, monkeypatch):
    """A secret or another setting grades all anew; scores by hand stay."""
    tiny.collect(s1=HALF)
    tiny.grade()
    tiny.by_hand("s1", 3)
    tiny.secret = "another"
    assert graded(tiny.grade()) == ["s1"]
    assert scores(tiny.grades()) == {"s1": "5"}
    tiny.secret = ""
    assert "has changed" in tiny.grades()["s1"]["needs_a_look"]
    tiny.secret = "another"
    assert scores(tiny.grades()) == {"s1": "5"}
    (tiny.root / "autograded/s1/tiny/hw-tiny.ipynb").unlink()
    row = tiny.grades()["s1"]
    assert row["score"] == "" and "written into autograded" in row["needs_a_look"]


def test_what_must_not_be_graded_is_named_and_stops_nothing(tiny):
    tiny.collect(s1=RIGHT, s2=RIGHT, s3=RIGHT, s4=RIGHT)
    tiny.grade()
    folder = tiny.root / "submitted"
    (folder / "s2/tiny/data.csv").symlink_to("/etc/passwd")
    with open(folder / "s3/tiny/large", "wb") as file:
        file.truncate(20_000_001)
    (folder / "s4/tiny/hw-tiny.ipynb").write_text("{}")
    (folder / "s5/tiny").mkdir(parents=True)
    (folder / "s6").mkdir()
    (folder / "s6/tiny").symlink_to(folder / "s1/tiny")
    done = tiny.homework("grade", "tiny", check=False)
    assert done.returncode == 1 and graded(done.stdout) == []
    table = tiny.grades()
    assert scores(table) == {"s1": "6"} | dict.fromkeys(["s2", "s3", "s4", "s5", "s6"], "")
    looks = {student: row["needs_a_look"] for student, row in table.items()}
    assert looks["s2"] == "could not be graded: data.csv is a link"
    assert looks["s3"] == "could not be graded: large has more than 20000000 bytes"
    assert looks["s4"].startswith("could not be graded: open the submitted file (")
    assert looks["s5"] == "could not be graded: hw-tiny.ipynb is missing"
    assert looks["s6"] == "could not be graded: tiny is a link"
    assert not (tiny.root / "autograded/s6/tiny").exists()


def test_cells_that_are_gone_are_told_of(tiny):
    tiny.collect(s1=RIGHT)
    tiny.grade()
    less = master()
    del less.cells[3]
    tiny.change(less)
    done = tiny.homework("grade", "tiny", check=False)
    assert done.returncode == 1
    assert "`nbgrader db assignment remove tiny --force`" in done.stderr
    tiny.nbgrader("db", "assignment", "remove", "tiny", "--force")
    assert graded(tiny.grade()) == ["s1"] and tiny.grades()["s1"]["points"] == "5"


def test_an_assignment_that_is_none_is_refused(tiny):
    done = tiny.homework("grade", "tinny", check=False)
    assert done.returncode == 1
    assert done.stderr == "name='tinny' is no assignment; give one of tiny\n"


def test_a_process_that_is_killed_ends_no_other():
    def task(student):
        if student == "s2":
            os.kill(os.getpid(), signal.SIGKILL)
        return student.upper()

    done = dict(batch.each(task, ["s1", "s2", "s3"], 2))
    assert done == {"s1": "S1", "s2": None, "s3": "S3"}


def test_one_batch_waits_for_another(tmp_path):
    class Folder:
        root = tmp_path

    with batch.alone(Folder):
        second = os.open(tmp_path / "submitted", os.O_RDONLY)
        with pytest.raises(BlockingIOError):
            fcntl.flock(second, fcntl.LOCK_EX | fcntl.LOCK_NB)
    fcntl.flock(second, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(second)


def test_no_process_grades_nothing():
    with pytest.raises(ValueError, match="jobs=0; give a number of processes, at least 1"):
        list(batch.each(print, ["s1"], 0))
