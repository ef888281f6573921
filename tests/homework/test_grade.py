"""Grading: on several cores, interrupted, handed in again, graded again, and what must not be."""

import os
import shutil
import signal
import subprocess
import sys

import nbformat
import pytest

from homework.processes import each
from tests.homework import sheet
from tests.homework.course import HALF, RIGHT, WRONG, Tiny, answered, marked, master

FOUR = {"s1": RIGHT, "s_2": WRONG, "s3": HALF, "s4": RIGHT}
POINTS = {"s1": "6", "s_2": "0", "s3": "2", "s4": "6"}
NOT_YET = "not graded: its turn has not come"


def scores(table):
    return {student: row["score"] for student, row in table.items()}


def graded(lines):
    """Who was graded, as the lines of the command say."""
    return sorted(line.split(":")[0] for line in lines.splitlines() if " points, " in line)


def comment(tiny, student, text=None):
    """What a grader wrote beside the proof; write it first, where a text is given."""
    with tiny.book(student) as found:
        (written,) = [comment for comment in found.comments if comment.name == "proof"]
        written.manual_comment = text or written.manual_comment
        return written.manual_comment


def started(tiny, *words):
    """A command in a group of processes of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "homework", "grade", "tiny", "--jobs", *words],
        cwd=tiny.root,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


@pytest.fixture
def tiny(tmp_path):
    """A course in which nobody has handed in."""
    return Tiny(tmp_path / "course")


@pytest.fixture(scope="module")
def four(tmp_path_factory):
    """A course, graded by one process: tests change copies of it."""
    course = Tiny(tmp_path_factory.mktemp("four") / "course")
    course.collect(**FOUR)
    course.said = course.homework("grade", "tiny", "--jobs", "1").stdout
    return course


@pytest.mark.nightly
def test_two_processes_grade_as_one_does(four, tiny):
    tiny.collect(**FOUR)
    said = tiny.homework("grade", "tiny", "--jobs", "2").stdout
    assert graded(said) == graded(four.said) == sorted(FOUR)
    tables = four.grades(), tiny.grades()
    assert tables[0] == tables[1] and scores(tables[0]) == POINTS
    for row in tables[0].values():
        assert (row["points"], row["to_grade_by_hand"], row["needs_a_look"]) == ("9", "3", "")


@pytest.mark.nightly
def test_a_batch_that_is_killed_leaves_no_old_grade_and_goes_on(four, tmp_path):
    tiny = four.copy(tmp_path / "copy", *FOUR)
    tiny.change(master(points=5))
    tiny.by_hand("s4", 1)
    comment(tiny, "s4", "Why?")
    process = started(tiny, "1")
    first = process.stdout.readline().split(":")[0]
    os.killpg(process.pid, signal.SIGKILL)  # as when a machine is switched off
    process.communicate()
    table = tiny.grades()
    (done,) = [student for student, row in table.items() if row["score"]]
    assert done == first and table[done]["points"] == "10"
    assert {row["needs_a_look"] for student, row in table.items() if student != done} <= {
        NOT_YET,
        "not graded: it, or what grades it, has changed",
    }
    again = graded(tiny.grade())
    assert done not in again and len(again) == 3
    table = tiny.grades()
    assert scores(table) == {"s1": "7", "s_2": "0", "s3": "2", "s4": "8"}
    assert comment(tiny, "s4") == "Why?"
    assert table["s4"]["to_grade_by_hand"] == "0", "its proof is the one that was graded by hand"


def test_a_new_submission_takes_the_old_grade_away(four, tmp_path):
    tiny = four.copy(tmp_path / "copy", "s1", "s_2")
    for student in ("s1", "s_2"):
        tiny.by_hand(student, 2)
        comment(tiny, student, "Why?")
    assert scores(tiny.grades()) == {"s1": "8", "s_2": "2"}
    assert tiny.collect(s_2=RIGHT, date=(2027, 3, 2, 12, 0, 0)).startswith("replaced: s_2")
    row = tiny.grades()["s_2"]
    assert row["score"] == "" and "has changed" in row["needs_a_look"]
    said = tiny.grade()
    taken = "2 given by hand to an earlier version taken back"
    assert graded(said) == ["s_2"] and taken in said
    assert said.endswith("graded: 1; could not be graded: 0; unchanged: 1\n")
    table = tiny.grades()
    assert scores(table) == {"s1": "8", "s_2": "6"}
    assert (comment(tiny, "s_2"), comment(tiny, "s1")) == (None, "Why?")
    assert [row["needs_a_look"] for row in table.values()] == ["", taken]
    assert table["s1"]["to_grade_by_hand"] == "0" and table["s_2"]["to_grade_by_hand"] == "3"
    assert graded(tiny.grade()) == []
    tiny.by_hand("s_2", 1)
    assert tiny.grades()["s_2"]["needs_a_look"] == "", "it was graded again"


def test_a_page_says_what_was_found_and_what_to_try(four, tmp_path):
    tiny = four.copy(tmp_path / "copy", "s_2")
    tiny.by_hand("s_2", 2)
    tiny.homework("return", "tiny")
    page = (tiny.root / "feedback/s_2/tiny/hw-tiny.html").read_text()
    for said in ("2 of 9 points", "to try in your notebook:", "double(50)", "It gave 50"):
        assert said in page
    assert "Traceback" not in page and str(sheet.HOMEWORK) not in page, "none of the grader"
    assert "http" not in page and len(page) < 20_000


@pytest.mark.nightly
def test_assistants_who_write_at_once_lose_no_points(four, tmp_path):
    tiny = four.copy(tmp_path / "copy", *FOUR)

    def assistant(student):
        for points in (0, 1, 2) * 5:
            tiny.by_hand(student, points)

    assert dict(each(assistant, list(FOUR), 4)) == dict.fromkeys(FOUR)
    given = {student: f"{int(points) + 2}" for student, points in POINTS.items()}
    assert scores(tiny.grades()) == given


@pytest.mark.nightly
def test_points_taken_back_are_told_of_until_they_are_given_again(four, tmp_path):
    tiny = four.copy(tmp_path / "copy", "s1")
    tiny.by_hand("s1", 2)
    link = tiny.root / "submitted/s1/tiny/data.csv"
    link.symlink_to("/etc/passwd")
    tiny.grade(check=False)
    taken = "2 given by hand to an earlier version taken back"
    assert taken in tiny.grades()["s1"]["needs_a_look"]
    link.unlink()
    assert taken in tiny.grade()
    assert tiny.grades()["s1"]["needs_a_look"] == taken


@pytest.mark.nightly
def test_another_paper_than_the_students_hold_is_refused(tiny):
    """So a secret that is lost grades nobody, and release/ stays."""
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
    assert "release/tiny holds paper 2, and HOMEWORK_SECRET (secret.txt) chooses paper 1" in (
        done.stderr
    )
    assert release.read_text() == held
    tiny.secret = sheet.secret("tiny", 2)
    assert scores(tiny.grades()) == {"s1": "6"}


@pytest.mark.nightly
def test_another_master_accuses_nobody(four, tmp_path):
    assert "made anew" not in four.said
    tiny = four.copy(tmp_path / "copy", "s1")
    changed = master()
    changed.cells[2].source = "assert double(1) == 2, 'one'"
    tiny.change(changed)
    said = tiny.grade()
    told = "release/tiny is made anew from a changed master: students hold the earlier one, and"
    assert said.startswith(told)
    assert tiny.grades()["s1"]["needs_a_look"] == "", "it is no change of theirs"
    assert "made anew" not in tiny.grade()
    edited = answered(RIGHT)
    edited.cells[2].source = "pass"
    path = tiny.root / "submitted/s1/tiny/hw-tiny.ipynb"
    path.write_text(nbformat.writes(edited))
    tiny.grade()
    look = "Cell 'double-own' is not as it was handed out: it is put back."
    assert tiny.grades()["s1"]["needs_a_look"] == look


@pytest.mark.nightly
def test_a_batch_is_stopped_by_ctrl_c(tiny):
    tiny.collect(**FOUR)
    process = started(tiny, "2")
    process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    rest, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, "stopped; the same command goes on\n")
    assert "could not be graded" not in rest
    looks = {row["needs_a_look"] for row in tiny.grades().values()}
    assert NOT_YET in looks or "not graded: the gradebook does not know it" in looks
    assert not any("could not" in look for look in looks)
    tiny.grade()
    assert scores(tiny.grades()) == POINTS


@pytest.mark.nightly
def test_strange_names_stop_nobody(tiny):
    """A name that is no text, a folder that Python makes, an id that is a formula."""
    tiny.collect(s1=RIGHT, s2=RIGHT)
    folder = os.fsencode(tiny.root / "submitted")
    (tiny.root / "submitted/__pycache__/tiny").mkdir(parents=True)
    with open(folder + b"/s1/tiny/\xff.txt", "w"):
        pass
    os.symlink("/etc/passwd", folder + b"/s2/tiny/\xff.txt")
    (tiny.root / "submitted/=1+1/tiny").mkdir(parents=True)
    done = tiny.homework("grade", "tiny", check=False)
    assert graded(done.stdout) == ["s1"]
    said = tiny.homework("grades").stdout
    assert said.startswith("grades.csv: 4 lines")
    looks = {student: row["needs_a_look"] for student, row in tiny.grades().items()}
    no_id = "could not be graded: the folder's name can be no id"
    link = r"could not be graded: '\udcff.txt' is a link"
    assert looks == {"s1": "", "s2": link, "'=1+1": no_id, "__pycache__": no_id}
    assert "'=1+1,tiny,," in (tiny.root / "grades.csv").read_text()


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


def test_what_must_not_be_graded_is_named_and_stops_nothing(four, tmp_path):
    tiny = four.copy(tmp_path / "copy", "s1", "s_2")
    folder = tiny.root / "submitted"
    (folder / "s_2/tiny/data.csv").symlink_to("/etc/passwd")
    for student in ("s3", "s4"):
        shutil.copytree(folder / "s1", folder / student)
    with open(folder / "s3/tiny/large", "wb") as file:
        file.truncate(20_000_001)
    (folder / "s4/tiny/hw-tiny.ipynb").write_text("{}")
    unmarked = answered(RIGHT)
    for cell in unmarked.cells:
        cell.metadata.pop("nbgrader", None)
    tiny.hand_in("s7", unmarked)
    other = answered(RIGHT)  # of which one mark is the same
    for cell in other.cells[1:4]:
        cell.metadata.nbgrader.grade_id = cell.metadata.nbgrader.grade_id.replace("double", "half")
    tiny.hand_in("s8", other)
    (tiny.root / "source/half").mkdir()
    nbformat.write(other, tiny.root / "source/half/hw-half.ipynb")
    (folder / "s5/tiny").mkdir(parents=True)
    (folder / "s6").mkdir()
    (folder / "s6/tiny").symlink_to(folder / "s1/tiny")
    done = tiny.homework("grade", "tiny", check=False)
    assert done.returncode == 1 and graded(done.stdout) == []
    table, failed = tiny.grades(), "could not be graded: "
    assert {student: row["score"] for student, row in table.items() if row["score"]} == {"s1": "6"}
    for student, why in {
        "s_2": "'data.csv' is a link",
        "s3": "'large' has more than 20000000 bytes",
        "s4": "open the submitted file (",
        "s5": "hw-tiny.ipynb is missing",
        "s6": "'tiny' is a link",
        "s7": "no cell of it has the mark of an answer",
        "s8": "it is the notebook of half: collect it as such",
    }.items():
        assert table[student]["needs_a_look"].startswith(failed + why)
    assert "ask the student to hand in the one that they got" in table["s7"]["needs_a_look"]
    assert not (tiny.root / "autograded/s6/tiny").exists()


@pytest.mark.nightly
def test_cells_that_are_gone_are_told_of(four, tmp_path):
    tiny = four.copy(tmp_path / "copy", "s1")
    less = master()
    del less.cells[3]
    tiny.change(less)
    done = tiny.homework("grade", "tiny", check=False)
    assert done.returncode == 1
    assert "`nbgrader db assignment remove tiny --force`" in done.stderr
    tiny.nbgrader("db", "assignment", "remove", "tiny", "--force")
    assert graded(tiny.grade()) == ["s1"] and tiny.grades()["s1"]["points"] == "5"


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
    done = tiny.homework("grade", "tinny", check=False)
    assert done.stderr == "name='tinny' is no assignment; give one of tiny\n"


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
    told = (
        "The course could draw no data: none of tries=20000 draws is wanted; ask for less, or "
        "draw differently. Each check that lacks them gives its points."
    )
    assert all(told in row["needs_a_look"] for row in table.values())
