"""Rosters and archives as Canvas, Moodle or a person makes them, and malformed ones."""

import io
import json
import os
import shutil
import stat
import struct
import time
import tracemalloc
import zipfile
from types import SimpleNamespace

import pytest

from homework import roster
from homework.__main__ import run_collect
from homework.collect import collect, read_note

CANVAS = """\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,Old homework (77)
    Points Possible,,,,,10
"One, Student",101,u1,s1,Monday,9
"Two, Student",102,u2,s_2,Monday,
"Path, Student",103,u3,../s3,Monday,
"Student, Test",104,,,Monday,
"""
MOODLE = """\ufeffIdentifier,"Full name","Email address",Status,Grade,"Maximum Grade",\
"Grade can be changed","Last modified (submission)","Last modified (grade)"
"Participant 201","Student One",s1@example.org,"Submitted for grading",,18.00,Yes,\
"Monday, 1 March 2027, 11:59 PM",-
"Participant 202","Student Two",s2@example.org,"No submission",3.00,18.00,Yes,-,-
"""
OWN = "s1_hw-perceptron.ipynb"


def read(tmp_path, text):
    path = tmp_path / "roster.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return roster.read(path)


def test_rosters_of_canvas_and_of_moodle(tmp_path):
    found = read(tmp_path, CANVAS)
    assert (found.kind, [*found.rows], found.refused) == ("canvas", ["s1", "s_2"], ["../s3"])
    short = read(tmp_path, "Student,ID,SIS Login ID\n    Points Possible\nOne,101,s1\n")
    assert short.numbers == {"101": "s1"}, "it shows some columns to some only"
    named = read(tmp_path, MOODLE.replace("Status", "Username").replace("No submission", "s2"))
    assert named.kind == "moodle" and named.numbers["202"] == "s2"


def test_a_file_without_ids_is_refused(tmp_path):
    with pytest.raises(ValueError, match="has no column id, but none at all; write id in place"):
        read(tmp_path, "")
    text = "Anmeldename;Nachname\ns1;A\n"
    with pytest.raises(ValueError, match="has no column id, but 'Anmeldename', 'Nachname'"):
        read(tmp_path, text)
    assert [*read(tmp_path, text.replace("Anmeldename", "id")).rows] == ["s1"], "as it says"
    with pytest.raises(ValueError, match=r"roster.csv cannot be read .*; save it as CSV in UTF-8"):
        read(tmp_path, "id\nRené\n".encode("latin-1"))


def test_what_can_name_no_folder_is_no_id(tmp_path):
    refused = ["x" * 65, "__pycache__", "=1+1", ".", "a/b", "-x"]
    found = read(tmp_path, "\n".join(["id", "x" * 64, *refused, ""]))
    assert ([*found.rows], found.refused) == (["x" * 64], refused)


def test_columns_are_known_whatever_their_case_and_what_stands_above(tmp_path):
    for text in (
        'name\tid\n"One, Student"\ts1\n\t\n',
        "\n \n;;\nID;name\ns1;A\n",
        "sep=;\r\nid;name\r\ns1;A\r\n",
        "student,id,sis login id\nA,1,s1\n",
        "identifier, USERNAME\nParticipant 1,s1\n",
    ):
        assert [*read(tmp_path, text).rows] == ["s1"]


def test_an_id_has_no_case_and_one_form(tmp_path):
    found = read(tmp_path, "id\nAnna\nRene\u0301\n")
    assert found.ids == {"anna": "Anna", "ren\u00e9": "Rene\u0301"}
    assert "ANNA" in found and "Ren\u00c9" in found and "Rene" not in found
    with pytest.raises(ValueError, match="has the id 'ANNA' twice; remove one of the rows"):
        read(tmp_path, "id\nAnna\nANNA\n")


class Inbox:
    """A folder with a roster, into which archives are collected."""

    def __init__(self, root):
        self.root, self.archive = root, root / "archive.zip"

    def roster(self, text):
        """Put a roster there, or none."""
        if text:
            (self.root / "roster.csv").write_text(text)

    def pack(self, *files, packing=zipfile.ZIP_DEFLATED):
        """Pack (name, text) or (entry, text)."""
        with zipfile.ZipFile(self.archive, "w", packing) as archive:
            for entry, text in files:
                archive.writestr(entry, text)

    def collect(self, *files):
        """Collect an archive of these files, or the one that is there; return the lines."""
        if files:
            self.pack(*files)
        people = roster.read(self.root / "roster.csv")
        return list(collect(self.archive, "perceptron", people, self.root / "submitted"))

    def placed(self):
        """The text by student; nothing else may be anywhere."""
        found = {}
        for path in self.root.rglob("*.ipynb"):
            submitted, student, name, file = path.relative_to(self.root).parts
            assert (submitted, name, file) == ("submitted", "perceptron", "hw-perceptron.ipynb")
            found[student] = path.read_text()
        return found

    def time(self, student):
        path = self.root / "submitted" / student / "perceptron/timestamp.txt"
        return path.read_text().strip() if path.exists() else None

    def back(self, student):
        return json.loads((self.root / f"submitted/{student}/perceptron.json").read_text())["back"]


@pytest.fixture
def inbox(tmp_path, monkeypatch):
    """A time of day in an archive is local: five hours behind UTC here."""
    monkeypatch.setenv("TZ", "EST5")
    time.tzset()
    yield Inbox(tmp_path)
    monkeypatch.undo()
    time.tzset()


def at(name, *date, utc=None):
    """An entry with a time of day, and with one in UTC."""
    entry = zipfile.ZipInfo(name, date or (2027, 3, 1, 12, 0, 0))
    if utc is not None:
        unrelated = struct.pack("<HHI", 0x7875, 4, 0)
        entry.extra = unrelated + struct.pack("<HHBi", 0x5455, 5, 1, utc)
    return entry


JANE = "jane.van_doe+1@example.org"
LINK = zipfile.ZipInfo(OWN)
LINK.create_system, LINK.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
ONE = "_201_assignsubmission_file"  # Moodle's mark of s1@example.org
NAMED = ONE.replace("201", "202")  # and the mark of another, which a student may type


@pytest.mark.parametrize(
    ("people", "name", "student"),
    [
        ("", f"folder/in/{OWN}", "s1"),
        ("", "jane.van_doe+1@example.org_hw-perceptron(2)-Copy1 (2).ipynb.txt", JANE),
        ("", "s1_HW_Perceptron - Copy copy 2.IPYNB.json", "s1"),
        ("", "Kopie von Copie de s1_hw-perceptron_final - Kopie (2) - Copia.ipynb.download", "s1"),
        ("", "C\u00f3pia de s1_hw-perceptron - Co\u0301pia_v2.ipynb", "s1"),
        ("", "s1/hw-perceptron.ipynb", "s1"),
        ("", "all/perceptron-s1/Copy of hw-perceptron (3).ipynb", "s1"),
        # With a roster, the outermost folder that it knows: a student names what is within.
        ("id\ns1\ns2\n", "all/of/S1/s2/s2_hw-perceptron.ipynb", "s1"),
        ("id\ns1\ns2\n", "hw/hw-perceptron-s1/draft/hw-perceptron.ipynb", "s1"),
        ("", "Copy of Copy of s1_Copy of hw-perceptron-1.ipynb", "s1"),
        # An id is one in capitals too, and however a machine stores an accent.
        ("id\nAnna\n", "ANNA_hw-perceptron.ipynb", "anna"),
        ("id\nRen\u00e9\n", "Rene\u0301_hw-perceptron.ipynb", "ren\u00e9"),
        ("id\nweiß\nWeiss\n", "WEISS_hw-perceptron.ipynb", "weiss"),
        (CANVAS, "S_2_hw-perceptron.ipynb", "s_2"),
        # Moodle's folder says whose a file is: the student chooses its name, and a folder inside.
        (MOODLE, f"Student One{ONE}_/s2@example.org_hw-perceptron.ipynb", "s1@example.org"),
        (MOODLE, f" 202 assignsubmission file Eve{ONE}_/hw-perceptron.ipynb", "s1@example.org"),
    ],
)
def test_whose_a_file_is(inbox, people, name, student):
    inbox.roster(people)
    (line,) = inbox.collect((name, "text"))
    assert line.startswith(f"placed: {student}, ") and inbox.placed() == {student: "text"}


ANOTHER_NAME = "it is not ID_hw-perceptron.ipynb, nor in a student's folder: rename and collect"
LEFT_OUT = [  # a roster, a file, and why it is left out
    ("", "s1_hw-margin-perceptron.ipynb", ANOTHER_NAME),
    ("", "s1_hw-perceptronfinal.ipynb", ANOTHER_NAME),
    ("", "s1_hw-perceptron.ipynb.zip", ANOTHER_NAME),
    ("", "_hw-perceptron.ipynb", ANOTHER_NAME),
    ("", "all/s1/draft/hw-perceptron.ipynb", ANOTHER_NAME),
    ("", "all/hw-perceptron/hw-perceptron.ipynb", ANOTHER_NAME),
    ("id\ns1\n", "s2/hw-perceptron.ipynb", ANOTHER_NAME),
    ("", "..._hw-perceptron.ipynb", "'...' can be no id"),
    ("", "x\nplaced: s2\x1b[2J.ipynb", ANOTHER_NAME),
    ("", "doe_101_9001_hw-perceptron.ipynb", "it is named by Canvas, and roster.csv is not"),
    ("", f"Jane Doe{ONE}_/{OWN}", "it is named by Moodle, and roster.csv is not Moodle's"),
    ("", LINK, "it is a symbolic link"),
    ("id\ns1\n", "s2_hw-perceptron.ipynb", "s2 is in no roster"),
    (CANVAS, "pathstudent_103_9004_hw-perceptron.ipynb", "103 is no student of the roster"),
    (CANVAS, "../up_101_9005_hw-perceptron.ipynb", "up_101_9005 is in no roster"),
    (CANVAS, f"doe_{'1' * 5000}_9_hw-perceptron.ipynb", "can be no id"),
    (MOODLE, f"{NAMED}_ Eve{ONE}_/{OWN}", "its name could be that of 202 or 201; collect it alone"),
    (MOODLE, f"Student One{ONE}_/x{NAMED}_/{OWN}", "its name could be that of 201 or 202"),
    (MOODLE, f"Student Two_999_assignsubmission_file_/{OWN}", "999 is no student of the roster"),
]


@pytest.mark.parametrize(("people", "name", "why"), LEFT_OUT)
def test_what_is_left_out_says_why_on_one_line(inbox, people, name, why):
    inbox.roster(people)
    (line,) = inbox.collect((name, "text"))
    path = name if isinstance(name, str) else name.filename
    assert line.startswith(f"left out: {roster.escaped(path)}: ") and why in line
    assert line.isprintable() and inbox.placed() == {}


def test_what_is_too_large_is_left_out_and_what_a_mac_adds_is_no_submission(inbox, monkeypatch):
    monkeypatch.setattr("homework.collect.MAX_BYTES", 3)
    macs = (f"__MACOSX/._{OWN}", f"._{OWN}", "x/.DS_Store")
    (line,) = inbox.collect((OWN, "text"), *((name, "-") for name in macs))
    assert line == f"left out: {OWN}: it has more than 3 bytes"


def test_of_several_files_the_latest_counts_and_the_others_are_named(inbox):
    """Whatever the case of an id: two names of one student's."""
    new = at(OWN, 2027, 3, 2, 12, 0, 0), "new"
    old = at("S1_hw-perceptron (1).ipynb", 2027, 3, 1, 12, 0, 0), "old"
    for files in ((new, old), (old, new)):
        lines = inbox.collect(*files)
        assert inbox.placed() == {"s1": "new"}
        assert f"left out: S1_hw-perceptron (1).ipynb: of s1's files {OWN} counts" in lines
    inbox.roster(CANVAS)
    lines = inbox.collect(
        ("onestudent_101_9001_hw-perceptron.ipynb", "named"),
        ("onestudent_101_9002_notes.ipynb", "later"),
        ("s_2_hw-perceptron.ipynb", "first"),
        ("s_2_hw-perceptron (1).ipynb", "second"),
    )
    named = "of s1's files onestudent_101_9001_hw-perceptron.ipynb counts"
    assert f"left out: onestudent_101_9002_notes.ipynb: {named}" in lines
    assert inbox.placed() == {"s1": "named", "s_2": "second"}


def packed(*files):
    """A zip file, to stand in another."""
    with zipfile.ZipFile(made := io.BytesIO(), "w") as archive:
        for name, data in files:
            archive.writestr(name, data)
    return made.getvalue()


def test_archives_within_archives_and_the_same_in_a_folder(inbox):
    """No more than three within one another; what is no archive is left out under its name."""
    deep = packed(("s4.zip", packed((OWN.replace("s1", "s4"), "d"))))
    inbox.pack(
        ("all.zip", packed(("s1/hw-perceptron.ipynb", "a"), (OWN.replace("s1", "s2"), "b"))),
        ("s3.zip", packed(("hw-perceptron.ipynb", "c"))),
        ("deep.zip", packed(("deeper.zip", deep))),
        ("s5_hw-perceptron.zip", "no archive"),
    )
    inbox.roster("id\ns1\ns2\ns3\ns4\n")
    lines, wanted = inbox.collect(), {"s1": "a", "s2": "b", "s3": "c"}
    assert inbox.placed() == wanted
    out = [line.split(": ")[1] for line in lines if line.startswith("left out")]
    assert out == ["deep.zip/deeper.zip/s4.zip", "s5_hw-perceptron.zip"]
    folder, people = inbox.root / "all", roster.read(inbox.root / "roster.csv")
    with zipfile.ZipFile(inbox.archive) as archive:
        archive.extractall(folder)
    (folder / f".{OWN}").write_text("hidden")
    (folder / "s9_hw-perceptron.ipynb").symlink_to("/etc/passwd")
    shutil.rmtree(inbox.root / "submitted")
    lines = list(collect(folder, "perceptron", people, inbox.root / "submitted"))
    shutil.rmtree(folder)
    assert inbox.placed() == wanted | {"s4": "d"}
    assert "left out: s9_hw-perceptron.ipynb: it is a symbolic link" in lines and len(lines) == 6


GRADESCOPE = """---
submission_11:
  :submitters:
  - :name: One
    :sid: 's1'
    :email: one@example.org
submission_12:
  :submitters:
  - :sid:
    :email: "s2@example.org"
"""


@pytest.mark.parametrize(
    ("people", "first"), [("", "one@example.org"), ("id\ns1\ns2@example.org\n", "s1")]
)
def test_gradescope_lists_whose_its_folders_are(inbox, people, first):
    inbox.roster(people)
    files = [(f"export/submission_1{k}/hw-perceptron.ipynb", f"{k}") for k in (1, 2)]
    inbox.collect(("export/submission_metadata.yml", GRADESCOPE), *files)
    assert inbox.placed() == {first: "1", "s2@example.org": "2"}
    assert inbox.time(first) is None, "the time is that of Gradescope's packing"


def test_few_files_at_a_time_are_in_memory(inbox):
    inbox.pack(*((f"s{k}_hw-perceptron.ipynb", os.urandom(3_000_000)) for k in range(12)))
    tracemalloc.start()
    assert len(inbox.collect()) == 12
    assert tracemalloc.get_traced_memory()[1] < 5 * 3_000_000
    tracemalloc.stop()


def test_what_was_set_aside_stays_there_until_another_file_comes(inbox):
    inbox.collect((OWN, "a"))
    folder = inbox.root / "submitted/s1"
    (folder / "perceptron").rename(folder / "perceptron-aside")
    assert inbox.collect() == ["unchanged: s1, whose file was set aside"]
    assert inbox.collect((OWN, "b"))[0].startswith("placed: s1, ")


def test_times(inbox):
    inbox.collect(
        (at(OWN, 2027, 3, 1, 23, 59, 58), "a"),
        (at("s2_hw-perceptron.ipynb", 2027, 3, 1, 1, 1, 1, utc=1_804_000_000), "b"),
        (at("s3_hw-perceptron.ipynb", 1980, 1, 1, 0, 0, 0), "c"),
        (at("s4_hw-perceptron.ipynb", 2027, 0, 0, 0, 0, 0), "d"),
    )
    times = ["2027-03-02 04:59:58 UTC", "2027-03-02 15:06:40 UTC", None, None]
    assert [inbox.time(student) for student in ("s1", "s2", "s3", "s4")] == times


def test_an_older_submission_never_replaces_a_newer_one(inbox):
    for day, text, done in ((2, "b", "placed: s1"), (1, "a", "left out"), (3, "c", "replaced: s1")):
        (line,) = inbox.collect((at(OWN, 2027, 3, day, 0, 0, 0), text))
        assert line.startswith(done)
        assert ("a newer file of s1's was collected before" in line) == (text == "a")
        assert inbox.placed() == {"s1": "b" if text == "a" else text}
        (inbox.root / "submitted/s1/perceptron/extra.py").write_text("")
    assert inbox.collect((at(OWN, 2027, 3, 4, 0, 0, 0), "c")) == ["unchanged: s1"]
    assert inbox.time("s1") == "2027-03-03 05:00:00 UTC", "it was there a day earlier"
    inbox.collect((at(OWN, 2027, 3, 5, 0, 0, 0), "d"))
    assert not (inbox.root / "submitted/s1/perceptron/extra.py").exists()
    note = inbox.root / "submitted/s1/perceptron.json"
    note.write_text('{"time"')
    with pytest.raises(ValueError, match=r"s1/perceptron.json cannot be read; delete it"):
        read_note(inbox.root / "submitted", "s1", "perceptron")
    assert inbox.collect()[0].startswith("replaced: s1"), "a damaged note loses nothing"


def test_canvas(inbox):
    inbox.roster(CANVAS)
    lines = inbox.collect(
        ("onestudent_101_9001_hw-perceptron.ipynb", "first"),
        ("twostudent_LATE_102_9003_hw-perceptron-1.ipynb", "second"),
        ("twostudent_LATE_102_9002_hw-perceptron.ipynb", "before"),
    )
    assert inbox.placed() == {"s1": "first", "s_2": "second"}
    assert "placed: s_2, time unknown" in lines
    assert inbox.time("s1") is None, "the time of an entry is the time of Canvas's packing"
    assert inbox.back("s_2") == "twostudent_LATE_102_9003_hw-perceptron-1.html"
    (line,) = inbox.collect(("twostudent_102_9001_hw-perceptron.ipynb", "older"))
    assert "a newer file of s_2's was collected before" in line
    assert inbox.collect(("twostudent_102_9010_hw-perceptron.ipynb", "third"))[0].startswith("repl")


def test_moodle(inbox):
    inbox.roster(MOODLE)
    inbox.collect(
        (f"Student One{ONE}_/my hw-perceptron.ipynb", "first"),
        ("Student Two_202_assignsubmission_file_hw-perceptron.ipynb", "second"),
    )
    one, two = "s1@example.org", "s2@example.org"
    assert inbox.placed() == {one: "first", two: "second"}
    assert inbox.time(one) == "2027-03-02 04:59:00 UTC" and inbox.time(two) is None
    assert inbox.back(one) == f"Student One{ONE}_/hw-perceptron.html"
    inbox.roster(MOODLE.replace("Yes,-,-", 'Yes,"Monday, 1 March 2027, 1:00 AM",-'))
    inbox.collect(("Student Two_202_assignsubmission_file_/hw-perceptron.ipynb", "second"))
    assert inbox.time(two) == "2027-03-01 06:00:00 UTC", "a later worksheet brings the time"


PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


@pytest.mark.parametrize("packing", PACKINGS)
def test_damaged_files_stop_nothing(inbox, packing):
    """From any packer: bytes in the middle of the first are changed."""
    text = "".join(map(chr, range(32, 1000))) * 20
    inbox.pack((OWN, text), ("s2_hw-perceptron.ipynb", "b"), packing=packing)
    with zipfile.ZipFile(inbox.archive) as archive:
        size = archive.getinfo(OWN).compress_size
    data, start = bytearray(inbox.archive.read_bytes()), 30 + len(OWN)
    for at_byte in (start + 5, start + 6, start + size // 2, start + size - 9):
        data[at_byte] ^= 0xFF
    inbox.archive.write_bytes(data)
    first, second = inbox.collect()
    assert first.startswith(f"left out: {OWN}: it cannot be unpacked: ")
    assert second.startswith("placed: s2")


def test_what_is_no_archive_is_refused(inbox):
    remedy = "give the path of a zip file or of a folder, or download the submissions anew"
    with pytest.raises(ValueError, match=rf"archive.zip' cannot be read \(.*No such.*\); {remedy}"):
        inbox.collect()
    for old, new in ((b"PK\x01\x02", b"PK\x09\x09"), (b"PK", b"no")):
        inbox.pack((OWN, "a"))
        inbox.archive.write_bytes(inbox.archive.read_bytes().replace(old, new))
        with pytest.raises(ValueError, match=rf"archive.zip' cannot be read \(.*\); {remedy}"):
            inbox.collect()


def test_the_command_tells_what_is_left_out_last(inbox, capsys):
    inbox.collect(("a.ipynb", "a"), (OWN, "b"))
    course = SimpleNamespace(root=inbox.root, roster=roster.read(inbox.root / "none"))
    run_collect(course, SimpleNamespace(source=inbox.archive, name="perceptron"))
    first, second, last = capsys.readouterr().out.splitlines()
    assert first == "unchanged: s1" and second.startswith("left out: a.ipynb: ")
    assert last == "1 unchanged, 1 left out; next: python -m homework grade perceptron"
