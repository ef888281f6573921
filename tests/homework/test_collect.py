"""Archives of submissions as Canvas, Moodle or a person packs them, and as nobody should."""

import stat
import zipfile
from types import SimpleNamespace

import pytest

from homework import roster
from homework.__main__ import run_collect
from homework.collect import collect
from tests.homework.inbox import at
from tests.homework.test_roster import CANVAS, MOODLE


@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("s1_hw-perceptron.ipynb", "s1"),
        ("folder/in/s1_hw-perceptron.ipynb", "s1"),
        ("jane_van_doe_hw-perceptron.ipynb", "jane_van_doe"),
        ("jane.doe+1@example.org_hw-perceptron.ipynb", "jane.doe+1@example.org"),
        ("s1_hw-perceptron (1).ipynb", "s1"),
        ("s1_hw-perceptron(2).ipynb", "s1"),
        ("s1_hw-perceptron-Copy1 (2).ipynb", "s1"),
        ("s1_hw-perceptron-1.ipynb", "s1"),
        ("s1_hw-margin-perceptron.ipynb", None),
        ("s1_hw-perceptronfinal.ipynb", None),
        ("s1_perceptron.ipynb", None),
        ("s1_hw-perceptron.ipynb.zip", None),
        ("_hw-perceptron.ipynb", None),
        ("..._hw-perceptron.ipynb", None),
        ("a b_hw-perceptron.ipynb", None),
        ("doe_101_9001_hw-perceptron.ipynb", None),
        ("Jane Doe_201_assignsubmission_file_/s1_hw-perceptron.ipynb", None),
    ],
)
def test_a_file_named_after_its_student(inbox, name, student):
    lines = inbox.collect((name, "text"))
    assert inbox.placed() == ({(student, "perceptron"): "text"} if student else {})
    assert len(lines) == 1 and lines[0].startswith(
        "placed: s1" if student == "s1" else "placed" if student else f"left out: {name}: "
    )


def test_what_a_mac_adds_is_no_submission(inbox):
    files = ["__MACOSX/._s1_hw-perceptron.ipynb", "._s1_hw-perceptron.ipynb", "x/.DS_Store"]
    assert inbox.collect(*((name, "junk") for name in files)) == []


def test_who_is_in_no_roster_is_named(inbox):
    inbox.roster("id\ns1\n")
    lines = inbox.collect(("s1_hw-perceptron.ipynb", "a"), ("s2_hw-perceptron.ipynb", "b"))
    assert inbox.placed() == {("s1", "perceptron"): "a"}
    assert "left out: s2_hw-perceptron.ipynb: s2 is in no roster" in lines


def test_of_several_files_the_latest_counts_and_the_others_are_named(inbox):
    early, late = (
        at(f"s1_hw-perceptron{n}.ipynb", 2027, 3, day, 12, 0, 0)
        for n, day in (("", 2), (" (1)", 1))
    )
    for files in ([(early, "new"), (late, "old")], [(late, "old"), (early, "new")]):
        lines = inbox.collect(*files)
        assert inbox.placed() == {("s1", "perceptron"): "new"}
        why = "s1 handed in s1_hw-perceptron.ipynb too, which is later"
        assert f"left out: s1_hw-perceptron (1).ipynb: {why}" in lines


def test_why_one_of_two_files_counts(inbox):
    inbox.roster(CANVAS)
    lines = inbox.collect(
        ("onestudent_101_9001_hw-perceptron.ipynb", "named"),
        ("onestudent_101_9002_notes.ipynb", "later"),
        ("s_2_hw-perceptron.ipynb", "first"),
        ("s_2_hw-perceptron (1).ipynb", "second"),
    )
    assert [line.split(" too, ")[1] for line in lines if line.startswith("left out")] == [
        "which is named as the assignment is",
        "which stands behind it",
    ]
    assert inbox.placed() == {("s1", "perceptron"): "named", ("s_2", "perceptron"): "second"}


def test_what_is_named_otherwise_is_to_be_renamed(inbox):
    (line,) = inbox.collect(("perceptron.ipynb", "a"))
    why = "it is not named ID_hw-perceptron.ipynb; rename it and collect again"
    assert line == f"left out: perceptron.ipynb: {why}"


def test_times(inbox):
    inbox.collect(
        (at("s1_hw-perceptron.ipynb", 2027, 3, 1, 23, 59, 58), "a"),
        (at("s2_hw-perceptron.ipynb", 2027, 3, 1, 1, 1, 1, utc=1_804_000_000), "b"),
        (at("s3_hw-perceptron.ipynb", 1980, 1, 1, 0, 0, 0), "c"),
        (at("s4_hw-perceptron.ipynb", 2027, 0, 0, 0, 0, 0), "d"),
    )
    assert inbox.time("s1") == "2027-03-02 04:59:58 UTC"
    assert inbox.time("s2") == "2027-03-02 15:06:40 UTC"
    assert inbox.time("s3") is None and inbox.time("s4") is None


def test_an_older_submission_never_replaces_a_newer_one(inbox):
    name = "s1_hw-perceptron.ipynb"
    assert inbox.collect((at(name, 2027, 3, 2, 0, 0, 0), "b"))[0].startswith("placed: s1")
    (line,) = inbox.collect((at(name, 2027, 3, 1, 0, 0, 0), "a"))
    assert line == f"left out: {name}: a newer file of s1's was collected before"
    assert inbox.placed() == {("s1", "perceptron"): "b"}
    assert inbox.collect((at(name, 2027, 3, 3, 0, 0, 0), "c"))[0].startswith("replaced: s1")
    assert inbox.placed() == {("s1", "perceptron"): "c"}
    assert inbox.collect((at(name, 2027, 3, 4, 0, 0, 0), "c")) == ["unchanged: s1"]
    assert inbox.time("s1") == "2027-03-03 05:00:00 UTC", "it was there a day earlier"


def test_what_another_file_left_behind_goes(inbox):
    inbox.collect(("s1_hw-perceptron.ipynb", "a"))
    (inbox.root / "submitted/s1/perceptron/extra.py").write_text("")
    inbox.collect(("s1_hw-perceptron.ipynb", "b"))
    assert not (inbox.root / "submitted/s1/perceptron/extra.py").exists()


def test_canvas(inbox):
    inbox.roster(CANVAS)
    lines = inbox.collect(
        ("onestudent_101_9001_hw-perceptron.ipynb", "first"),
        ("twostudent_LATE_102_9003_hw-perceptron-1.ipynb", "second"),
        ("twostudent_LATE_102_9002_hw-perceptron.ipynb", "before"),
        ("onestudent_101_9009_notes.ipynb", "another notebook"),
        ("onestudent_101_9003_notes.pdf", "no notebook"),
        ("pathstudent_103_9004_hw-perceptron.ipynb", "a login that is no name"),
        ("../up_101_9005_hw-perceptron.ipynb", "out of the folder"),
        ("other_999_9006_hw-perceptron.ipynb", "no student"),
    )
    assert inbox.placed() == {("s1", "perceptron"): "first", ("s_2", "perceptron"): "second"}
    assert sum(line.startswith("left out: ") for line in lines) == 6
    assert "placed: s_2, time unknown (late, says Canvas)" in lines
    assert inbox.time("s1") is None, "the time of an entry is the time of Canvas's packing"
    assert inbox.note("s_2")["back"] == "twostudent_LATE_102_9003_hw-perceptron-1.html"
    (line,) = inbox.collect(("twostudent_102_9001_hw-perceptron.ipynb", "older"))
    assert "a newer file of s_2's was collected before" in line
    assert inbox.collect(("twostudent_102_9010_hw-perceptron.ipynb", "third"))[0].startswith("repl")


def test_moodle(inbox):
    inbox.roster(MOODLE)
    inbox.collect(
        ("Student One_201_assignsubmission_file_/my hw-perceptron.ipynb", "first"),
        ("Student Two_202_assignsubmission_file_hw-perceptron.ipynb", "second"),
        ("Student Two_999_assignsubmission_file_/hw-perceptron.ipynb", "no student"),
    )
    one, two = "s1@example.org", "s2@example.org"
    assert inbox.placed() == {(one, "perceptron"): "first", (two, "perceptron"): "second"}
    assert inbox.time(one) == "2027-03-02 04:59:00 UTC" and inbox.time(two) is None
    assert inbox.note(one)["back"] == "Student One_201_assignsubmission_file_/hw-perceptron.html"
    inbox.roster(MOODLE.replace("Yes,-,-", 'Yes,"Monday, 1 March 2027, 1:00 AM",-'))
    inbox.collect(("Student Two_202_assignsubmission_file_/hw-perceptron.ipynb", "second"))
    assert inbox.time(two) == "2027-03-01 06:00:00 UTC", "a later worksheet brings the time"


@pytest.mark.parametrize(
    "path",
    [
        "Mallory M_201_assignsubmission_file_/victim_hw-perceptron.ipynb",
        "Mallory M_201_assignsubmission_file_/s2@example.org_hw-perceptron.ipynb",
        "Mallory M_201_assignsubmission_file_x_202_assignsubmission_file_hw-perceptron.ipynb",
        "Mallory M_201_assignsubmission_file_/x_202_assignsubmission_file_/zz_hw-perceptron.ipynb",
    ],
)
def test_moodles_folder_says_whose_a_file_is(inbox, path):
    """The student chooses the name of the file, and of a folder inside."""
    inbox.roster(MOODLE)
    inbox.collect((path, "mine"))
    assert inbox.placed() == {("s1@example.org", "perceptron"): "mine"}
    assert inbox.time("s1@example.org") == "2027-03-02 04:59:00 UTC", "the worksheet's time"


def test_the_command_tells_what_is_left_out_last(inbox, capsys):
    inbox.collect(("a.ipynb", "a"), ("s1_hw-tiny.ipynb", "b"), name="tiny")
    course = SimpleNamespace(root=inbox.root, roster=roster.read(inbox.root / "none"))
    run_collect(course, SimpleNamespace(archive=inbox.root / "archive.zip", name="tiny"))
    first, second, last = capsys.readouterr().out.splitlines()
    assert first == "unchanged: s1" and second.startswith("left out: a.ipynb: ")
    assert last == "1 unchanged, 1 left out; next: python -m homework grade tiny"


def test_links_and_large_files_are_left_out(inbox, monkeypatch):
    monkeypatch.setattr("homework.collect.MAX_BYTES", 20)
    link = zipfile.ZipInfo("s1_hw-perceptron.ipynb")
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    lines = inbox.collect((link, "/etc/passwd"), ("s2_hw-perceptron.ipynb", "x" * 21))
    assert inbox.placed() == {}
    assert [line.split(": ")[2] for line in lines] == ["it is a link", "it has more than 20 bytes"]


def assert_one_is_damaged(inbox):
    path = inbox.root / "archive.zip"
    lines = list(collect(path, "perceptron", roster.read(inbox.root / "none"), inbox.root / "sub"))
    assert [line.split(":")[0] for line in lines] == ["left out", "placed"]
    assert "it cannot be unpacked" in lines[0]


def test_an_archive_that_lies_stops_nothing(inbox):
    inbox.collect(("s1_hw-perceptron.ipynb", "x" * 1000), ("s2_hw-perceptron.ipynb", "b"))
    (inbox.root / "submitted").rename(inbox.root / "before")
    path = inbox.root / "archive.zip"
    data = path.read_bytes()
    start = data.index(b"PK\x03\x04") + 30 + len("s1_hw-perceptron.ipynb")
    path.write_bytes(data[:start] + bytes(4) + data[start + 4 :])
    assert_one_is_damaged(inbox)


@pytest.mark.parametrize("packing", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_damaged_files_stop_nothing(inbox, packing):
    """Whatever packed them: bytes in the middle of the first are others."""
    path = inbox.root / "archive.zip"
    text = "".join(map(chr, range(32, 1000))) * 20
    with zipfile.ZipFile(path, "w", packing) as archive:
        archive.writestr("s1_hw-perceptron.ipynb", text)
        archive.writestr("s2_hw-perceptron.ipynb", "b")
        size = archive.getinfo("s1_hw-perceptron.ipynb").compress_size
    data = bytearray(path.read_bytes())
    start = 30 + len("s1_hw-perceptron.ipynb")
    for at_byte in (start + 5, start + 6, start + size // 2, start + size - 9):
        data[at_byte] ^= 0xFF
    path.write_bytes(data)
    assert_one_is_damaged(inbox)


def test_an_archive_without_its_table_is_refused(inbox):
    inbox.collect(("s1_hw-perceptron.ipynb", "a"))
    path = inbox.root / "archive.zip"
    path.write_bytes(path.read_bytes().replace(b"PK\x01\x02", b"PK\x09\x09"))
    with pytest.raises(ValueError, match=r"is damaged \(.*\); download the submissions anew"):
        list(collect(path, "perceptron", roster.read(inbox.root / "none"), inbox.root))


def test_ids_and_numbers_without_end_stop_nothing(inbox):
    long, many = f"{'x' * 300}_hw-perceptron.ipynb", f"doe_{'1' * 5000}_9_hw-perceptron.ipynb"
    inbox.roster(CANVAS)
    lines = inbox.collect((many, "a"), ("onestudent_101_9_hw-perceptron.ipynb", "b"))
    assert [line.split(":")[0] for line in lines] == ["left out", "placed"]
    (inbox.root / "roster.csv").unlink()
    (line,) = inbox.collect((long, "a"))
    assert line.endswith("' can be no id")


@pytest.mark.parametrize("odd", ["x\nplaced: s2", "\x1b[2J"])
def test_a_name_stays_on_its_line(inbox, odd):
    (line,) = inbox.collect((f"{odd}.ipynb", "a"))
    path = f"{odd}.ipynb"
    assert line.startswith(f"left out: {path!a}: ")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("none.zip", r"none\.zip' is not there; give the path of a zip file"),
        ("inbox.txt", "is no zip file; download the submissions anew"),
    ],
)
def test_what_is_no_archive_is_refused(inbox, name, told):
    (inbox.root / "inbox.txt").write_text("no zip")
    with pytest.raises(ValueError, match=told):
        list(collect(inbox.root / name, "tiny", roster.read(inbox.root / "none"), inbox.root))
