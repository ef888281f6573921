"""Grading: on several cores, interrupted, handed in again, graded again, and refused."""

import os
import shutil
import signal
import subprocess
import sys

import nbformat
import pytest

from tests.homework import sheet
from tests.homework.course import HALF, RIGHT, WRONG, Tiny, answered, marked, master

FOUR = {"s1": RIGHT, "s_2": WRONG, "s3": HALF, "s4": RIGHT}
POINTS = {"s1": "6", "s_2": "0", "s3": "2", "s4": "6"}
STOPPED = "stopped; the same command goes on\n"


def scores(table):
    return {student: row["score"] for student, row in table.items()}


def graded(lines):
    """Who was graded, as the lines of the command say."""
    return sorted(line.split(":")[0] for line in lines.splitlines() if " points, " in line)


def comments(tiny, student):
    """What a grader wrote beside the proof."""
    with tiny.book(student) as found:
        return [c.manual_comment for c in found.comments if c.name == "proof"]


@pytest.fixture
def tiny(tmp_path):
    """A course without submissions."""
    return Tiny(tmp_path / "course")


@pytest.fixture(scope="module")
def four(tmp_path_factory):
    """A course, graded by two processes: tests change copies of it."""
    course = Tiny(tmp_path_factory.mktemp("four") / "course")
    course.collect(**FOUR)
    course.said = course.homework("grade", "tiny", "--jobs", "2").stdout
    assert graded(course.said) == sorted(FOUR) and scores(course.grades()) == POINTS
    return course


@pytest.mark.nightly
@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT])
def test_a_batch_that_is_stopped_leaves_no_old_grade_and_goes_on(four, tmp_path, stop):
    """As when a machine is switched off, or by Ctrl-C."""
    tiny = four.copy(tmp_path / "copy", *FOUR)
    tiny.change(master(points=5))
    tiny.by_hand("s4", 1)
    process = subprocess.Popen(
        [sys.executable, "-m", "homework", "grade", "tiny", "--jobs", "1"],
        cwd=tiny.root,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    first = process.stdout.readline().split(":")[0]
    os.killpg(process.pid, stop)
    _, said = process.communicate(timeout=60)
    assert stop == signal.SIGKILL or (process.returncode, said) == (130, STOPPED)
    table = tiny.grades()
    (done,) = [student for student, row in table.items() if row["score"]]
    assert done == first and table[done]["points"] == "10"
    rest = [row["needs_a_look"] for student, row in table.items() if student != done]
    assert all(look.startswith("not graded: it") for look in rest)
    again = graded(tiny.grade())
    assert done not in again and len(again) == 3
    table = tiny.grades()
    assert scores(table) == {"s1": "7", "s_2": "0", "s3": "2", "s4": "8"}
    assert table["s4"]["to_grade_by_hand"] == "0", "its proof is the one that was graded by hand"


def test_a_page_says_what_was_found_and_a_new_submission_takes_the_old_grade(four, tmp_path):
    tiny = four.copy(tmp_path / "copy", "s1", "s_2")
    for student in ("s1", "s_2"):
        tiny.by_hand(student, 2)
        assert comments(tiny, student) == ["Why?"]
    assert scores(tiny.grades()) == {"s1": "8", "s_2": "2"}
    tiny.homework("return", "tiny")
    page = (tiny.root / "feedback/s_2/tiny/hw-tiny.html").read_text()
    for said in ("2 of 9 points", "to try in your notebook:", "double(50)", "It gave 50"):
        assert said in page
    assert "Traceback" not in page and str(sheet.HOMEWORK) not in page, "none of the grader"
    assert "http" not in page and len(page) < 20_000
    assert tiny.collect(s_2=RIGHT, date=(2027, 3, 2, 12, 0, 0)).startswith("replaced: s_2")
    row = tiny.grades()["s_2"]
    assert row["score"] == "" and "has changed" in row["needs_a_look"]
    assert graded(tiny.grade()) == ["s_2"]
    table = tiny.grades()
    assert scores(table) == {"s1": "8", "s_2": "6"}
    assert (comments(tiny, "s_2"), comments(tiny, "s1")) == ([None], ["Why?"])
    assert table["s1"]["to_grade_by_hand"] == "0" and table["s_2"]["to_grade_by_hand"] == "3"
    early = tiny.homework("return", "tiny", "--early").stdout
    assert early == f"{tiny.root}/feedback/tiny.zip: 2 pages\n"
    page = (tiny.root / "feedback/s_2/tiny/hw-tiny.html").read_text()
    assert "6 of 9 points. What a person reads is still to be graded" in page
    assert "Your answer: still to be graded, out of 3 points" in page
    assert graded(tiny.grade()) == []
    shutil.rmtree(tiny.root / "autograded/s1/tiny")
    assert graded(tiny.grade()) == ["s1"] and scores(tiny.grades()) == {"s1": "8", "s_2": "6"}


@pytest.mark.nightly
def test_another_paper_than_the_students_hold_is_refused(tiny):
    """So nothing is graded with a lost secret, and release/ stays."""
    two = master()
    two.cells[0].source += "\n### BEGIN VARIANT 2\n# paper 2\n### END VARIANT 2"
    tiny.change(two)
    tiny.secret = sheet.secret("tiny", 2)
    tiny.collect(s1=RIGHT)
    tiny.grade()
    release = tiny.root / "release/tiny/hw-tiny.ipynb"
    held, tiny.secret = release.read_text(), ""
    done = tiny.homework("grade", "tiny", check=False)
    assert done.returncode == 1 and graded(done.stdout) == []
    assert "holds paper 2, and HOMEWORK_SECRET (secret.txt) chooses paper 1" in done.stderr
    assert release.read_text() == held


@pytest.mark.nightly
def test_another_master_accuses_nobody(four, tmp_path):
    tiny = four.copy(tmp_path / "copy", "s1")
    changed = master()
    changed.cells[2].source = "assert double(1) == 2, 'one'"
    tiny.change(changed)
    assert "made anew" not in four.said
    assert tiny.grade().startswith("release/tiny is made anew from a changed master: students hold")
    assert tiny.grades()["s1"]["needs_a_look"] == "", "it is no change of theirs"
    edited = answered(RIGHT)
    edited.cells[2].source = "pass"
    nbformat.write(edited, tiny.root / "submitted/s1/tiny/hw-tiny.ipynb")
    assert "made anew" not in tiny.grade(), "that is said once"
    look = "Cell 'double-own' is not as it was handed out: it is put back."
    assert tiny.grades()["s1"]["needs_a_look"] == look
    del changed.cells[3]
    tiny.change(changed)
    remedy = tiny.homework("grade", "tiny", check=False).stderr
    assert "`nbgrader db assignment remove tiny --force`" in remedy
    tiny.nbgrader("db", "assignment", "remove", "tiny", "--force")
    assert graded(tiny.grade()) == ["s1"] and tiny.grades()["s1"]["points"] == "5"


@pytest.mark.nightly
def test_what_grades_a_submission_is_known(four, tmp_path, monkeypatch):
    """Another secret grades all anew, more seconds grade none; scores by hand stay."""
    tiny = four.copy(tmp_path / "copy", "s3")
    tiny.by_hand("s3", 3)
    monkeypatch.setenv("HOMEWORK_SECONDS", "60")
    assert scores(tiny.grades()) == {"s3": "5"} and graded(tiny.grade()) == []
    tiny.secret = "another"
    assert "has changed" in tiny.grades()["s3"]["needs_a_look"]
    assert graded(tiny.grade()) == ["s3"] and scores(tiny.grades()) == {"s3": "5"}
    (tiny.root / "autograded/s3/tiny/hw-tiny.ipynb").unlink()
    row = tiny.grades()["s3"]
    assert row["score"] == "" and "written into autograded" in row["needs_a_look"]


REFUSED = {  # a student, and why nothing of theirs is graded; one whose name is a formula too
    "s_2": "'data.csv' is a symbolic link",
    "s3": "'large' has more than 20000000 bytes",
    "s4": "open the submitted file (",
    "s5": "hw-tiny.ipynb is missing",
    "s6": "'tiny' is a symbolic link",
    "s7": "no cell of it has the mark of an answer",
    "s8": "it is the notebook of half: collect it as such",
    "s9": r"'\udcff.txt' is a symbolic link",
    "'=1+1": "the folder's name can be no id",
    "__pycache__": "the folder's name can be no id",
}


def test_what_must_not_be_graded_is_named_and_stops_nothing(four, tmp_path):
    tiny = four.copy(tmp_path / "copy", "s1", "s_2")
    folder = tiny.root / "submitted"
    (folder / "s_2/tiny/data.csv").symlink_to("/etc/passwd")
    for student in ("s3", "s4", "s9"):
        shutil.copytree(folder / "s1", folder / student)
    with open(folder / "s3/tiny/large", "wb") as file:
        file.truncate(20_000_001)
    (folder / "s4/tiny/hw-tiny.ipynb").write_text("{}")
    os.symlink("/etc/passwd", os.fsencode(folder) + b"/s9/tiny/\xff.txt")
    open(os.fsencode(folder) + b"/s1/tiny/\xff.txt", "w").close()  # odd, and fit to be graded
    unmarked, other = answered(RIGHT), answered(RIGHT)
    for cell in unmarked.cells:
        cell.metadata.pop("nbgrader", None)
    tiny.hand_in("s7", unmarked)
    other.cells[-1].source = "Name the file `ID_hw-half.ipynb`."
    tiny.hand_in("s8", other)
    for name in ("s5", "=1+1", "__pycache__"):
        (folder / name / "tiny").mkdir(parents=True)
    (folder / "s6").mkdir()
    (folder / "s6/tiny").symlink_to(folder / "s1/tiny")
    done = tiny.homework("grade", "tiny", check=False)
    assert done.returncode == 1 and graded(done.stdout) == ["s1"]
    table = tiny.grades()
    assert {student: row["score"] for student, row in table.items() if row["score"]} == {"s1": "6"}
    assert table.keys() == {"s1", *REFUSED}
    for student, why in REFUSED.items():
        assert table[student]["needs_a_look"].startswith(f"could not be graded: {why}")
    asked = "ask the student to hand in the one that they got"
    assert asked in table["s7"]["needs_a_look"]
    assert not (tiny.root / "autograded/s6/tiny").exists()
    for line in done.stdout.splitlines():
        if " mv " in line:
            subprocess.run(line.partition(": ")[2], shell=True, cwd=tiny.root, check=True)
    assert tiny.grade() == "graded: 0; could not be graded: 0; unchanged: 1\n"
    looks = {student: row["needs_a_look"] for student, row in tiny.grades().items()}
    assert looks == {"s1": ""} | dict.fromkeys(REFUSED, "set aside")


DAMAGED = (
    ("release/tiny/hw-tiny.ipynb", "grade", "hw-tiny.ipynb is no notebook; remove it: it is"),
    ("source/tiny/hw-tiny.ipynb", "grade", "hw-tiny.ipynb is no notebook; put the master back"),
    ("gradebook.db", "grades", "gradebook.db cannot be read or written"),
    ("handed_out/tiny-1.json", "grade", "tiny-1.json cannot be read; remove it"),
    ("roster.csv", "grades", "roster.csv has no column id"),
)


def test_a_damaged_file_of_the_courses_is_named(four, tmp_path):
    tiny = four.copy(tmp_path / "copy", "s1", "s_2")
    for file, command, told in DAMAGED:
        path = tiny.root / file
        kept = path.read_bytes() if path.exists() else b""
        path.write_text("damaged")
        done = tiny.homework(command, "tiny", check=False)
        assert done.returncode == 1 and told in done.stderr and done.stderr.count("\n") == 1
        path.write_bytes(kept) if kept else path.unlink()
        assert tiny.grades()["s1"]["score"] == "6", "nothing is lost"
    (tiny.root / "autograded/s1/tiny.json").write_text("{")
    table = tiny.grades()
    assert table["s1"]["needs_a_look"].endswith("tiny.json cannot be read; grade it again")
    assert table["s_2"]["score"] == "0" and graded(tiny.grade()) == ["s1"]
    assert tiny.grades()["s1"]["score"] == "6"
    assert "give one of tiny\n" in tiny.homework("grade", "tinny", check=False).stderr


@pytest.mark.nightly
def test_a_draw_that_finds_no_data_costs_the_student_nothing(tiny):
    """In a check, and in a cell of data that a check or an answer then lacks."""
    draw = "redraw(lambda rng: 0, bool, own('s', 'q'))"
    given = f"from lib.homework import own, redraw\ntwo = 2\nX = {draw}"
    course = master(hidden=f"assert double(two) == 4\n{draw}")
    course.cells.insert(1, marked(nbformat.v4.new_code_cell, "data", given, locked=True))
    course.cells[3].source += "\nassert double(X) == 2 * X"
    tiny.change(course)
    lacks = {"s3": f"first = X[0]\n{RIGHT}", "s4": f"{RIGHT} if X else x"}
    tiny.collect(s1=RIGHT, s2=RIGHT.replace("* x", "* y"), **lacks)
    tiny.homework("grade", "tiny", "--jobs", "1")
    table = tiny.grades()
    assert scores(table) == {"s1": "6", "s2": "0", "s3": "6", "s4": "6"}
    told = "The course could draw no data: none of tries=20000 draws is wanted; "
    assert all(told in row["needs_a_look"] for row in table.values())
