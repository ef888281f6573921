"""Archives of submissions as nobody should pack them."""

import stat
import zipfile

import pytest

from homework import roster
from homework.collect import collect
from tests.homework.test_roster import CANVAS


def test_links_and_large_files_are_left_out(inbox, monkeypatch):
    monkeypatch.setattr("homework.collect.MAX_BYTES", 20)
    link = zipfile.ZipInfo("s1_hw-perceptron.ipynb")
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    lines = inbox.collect((link, "/etc/passwd"), ("s2_hw-perceptron.ipynb", "x" * 21))
    assert inbox.placed() == {}
    assert [line.split(": ")[2] for line in lines] == ["it is a link", "it has more than 20 bytes"]


def test_an_archive_that_lies_stops_nothing(inbox):
    inbox.collect(("s1_hw-perceptron.ipynb", "x" * 1000), ("s2_hw-perceptron.ipynb", "b"))
    (inbox.root / "submitted").rename(inbox.root / "before")
    path = inbox.root / "archive.zip"
    data = path.read_bytes()
    start = data.index(b"PK\x03\x04") + 30 + len("s1_hw-perceptron.ipynb")
    path.write_bytes(data[:start] + bytes(4) + data[start + 4 :])
    lines = list(collect(path, "perceptron", roster.read(inbox.root / "none"), inbox.root / "sub"))
    assert [line.split(":")[0] for line in lines] == ["left out", "placed"]
    assert "it cannot be unpacked" in lines[0]


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
    lines = list(collect(path, "perceptron", roster.read(inbox.root / "none"), inbox.root / "sub"))
    assert [line.split(":")[0] for line in lines] == ["left out", "placed"]
    assert "it cannot be unpacked" in lines[0]


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


def test_an_archive_that_is_not_there_is_named(inbox):
    path = inbox.root / "none.zip"
    with pytest.raises(ValueError, match=r"none\.zip' is not there; give the path of a zip file"):
        list(collect(path, "tiny", roster.read(inbox.root / "none"), inbox.root))


def test_what_is_no_archive_is_refused(inbox):
    path = inbox.root / "archive.zip"
    path.write_text("no zip")
    with pytest.raises(ValueError, match="is no zip file; download the submissions anew"):
        list(collect(path, "perceptron", roster.read(inbox.root / "none"), inbox.root))
