"""Sort submissions into `submitted/ID/NAME`: `python -m homework collect`.

They come in a folder or a zip file, or in zip files in it. These names are known. Canvas:
`doejane_LATE_1234_5678_hw-perceptron-1.ipynb`, where 1234 is the student. Moodle: `Jane
Doe_1234_assignsubmission_file_/hw-perceptron.ipynb`. Any other: `ID_hw-perceptron.ipynb`, also as
`Copy of ID_HW_perceptron (1).ipynb`, and `ID/hw-perceptron.ipynb`, where Gradescope has a number
for the ID. Nothing of what comes becomes a path but a student's id.
"""

import json
import lzma
import re
import shutil
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

import dateutil.parser

from homework.roster import ID, Roster, escaped
from lib.homework import lowercase

MAX_BYTES = 20_000_000  # that a submission may have
ASIDE = "-aside"  # the end of a folder's name that is not graded
ENDING = r"\.ipynb(?:\.json|\.txt|\.download)?"  # a browser may add one
CANVAS = re.compile(
    r"^(?P<back>[^/]*?_(?P<number>\d{1,18})_(?P<upload>\d{1,18})_[^/]*?)"
    rf"(?:\.zip/.*)?{ENDING}$"
)
MOODLE = re.compile(r"_(?P<number>\d{1,18})_assignsubmission_file(?=_|/)")
# Gradescope's list of who handed in what folder.
GRADESCOPE = re.compile(r"(?m)^(submission_\d+):\n((?:[ -].*\n?)+)")
SUBMITTER = re.compile(r":(?:sid|email): *['\"]?([^'\"\s]+)")
# How browsers, JupyterLab, Colab, systems and people rename a file, in several languages.
AGAIN = "Copy|Kopie|Copie|Copia|C\xf3pia|Kopia|final|new|v?\\d+"
COPY = rf"(?:-Copy\d+| ?\(\d+\)|[-–_ ]+(?:{AGAIN})(?: \d+)?)*"
FIRST = r"(?:(?:Copy of|Kopie (?:von|van)|Copie de|C[o\xf3]pia (?:de|di)|Kopia) )*"
HIDDEN = re.compile(r"(?:^|/)(?:\.[^./]|__MACOSX/)")
DAMAGED = zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError
DAMAGED += zlib.error, lzma.LZMAError
SUBMITTED = "Last modified (submission)"  # a column of Moodle's worksheet


class Entry(NamedTuple):
    """A file of a folder or of an archive, before it is read."""

    path: str
    size: int
    link: bool
    time: str | None
    open: Callable

    def data(self) -> bytes | None:
        """What it holds; None where it cannot be unpacked."""
        try:
            with self.open("rb") as file:
                return file.read(MAX_BYTES)
        except DAMAGED:
            return None


class File(NamedTuple):
    """A student's file."""

    student: str
    entry: Entry
    time: str | None  # when it was handed in, as nbgrader writes it, or None where it is unknown
    upload: int | None  # Canvas counts uploads
    back: str  # the path of the page of feedback in the archive of feedback
    named: bool  # after the assignment

    def order(self) -> tuple:
        """The file with the largest counts: the right name, and the later file."""
        return self.named, self.upload or 0, self.time or ""


def collect(source: Path, name: str, roster: Roster, submitted: Path) -> Iterator[str]:
    """Place an assignment's submissions from a folder or zip file; yield the outcome for each file.

    Raises ValueError when the source is neither, or is not there.
    """
    try:
        found = [*_in_folder(source)] if source.is_dir() else [*_in_archive(source.open)]
    except DAMAGED as error:
        raise ValueError(
            f"source={str(source)!r} cannot be read ({error}); give the path of a zip file or of a "
            "folder, or download the submissions anew"
        ) from None
    lists = (one.data() or b"" for one in found if one.path.endswith("submission_metadata.yml"))
    whose = GRADESCOPE.findall(b"\n".join(lists).decode(errors="replace"))
    listed = {folder: SUBMITTER.findall(about) for folder, about in whose}
    # Without a roster a folder is a student's only at the top, or below the one that holds all.
    deepest = 1 + (len({entry.path.partition("/")[0] for entry in found}) == 1)
    theirs: dict[str, list[File]] = {}
    for entry in found:
        file = read(entry, name, roster, listed, deepest)
        if isinstance(file, File):
            theirs.setdefault(file.student, []).append(file)
        else:
            yield f"left out: {escaped(entry.path)}: {file}"
    for student, files in sorted(theirs.items()):
        latest = None
        for file in sorted(files, key=File.order)[::-1]:
            path, data = escaped(file.entry.path), None if latest else file.entry.data()
            if latest:
                yield f"left out: {path}: of {student}'s files {latest} counts"
            elif data is None:
                why = "it cannot be unpacked: damaged, encrypted, or packed in an unknown way"
                yield f"left out: {path}: {why}"
            else:
                latest = path
                yield place(file, data, name, submitted)


def _in_folder(folder: Path) -> Iterator[Entry]:
    """The files of a folder, and of the archives in it."""
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or path.is_file():
            name, about = path.relative_to(folder).as_posix(), path.lstat()
            given = about.st_size, path.is_symlink(), _utc(datetime.fromtimestamp(about.st_mtime))
            yield from _flat(Entry(name, *given, path.open), 0)


def _in_archive(opened: Callable, above: str = "", depth: int = 1) -> Iterator[Entry]:
    """The files of an archive, and of the archives in it; none of them is unpacked."""

    @contextmanager
    def member(info, mode):
        with opened("rb") as file, zipfile.ZipFile(file) as archive, archive.open(info) as one:
            yield one

    with opened("rb") as file, zipfile.ZipFile(file) as archive:
        for info in (info for info in archive.infolist() if not info.is_dir()):
            about = info.file_size, stat.S_ISLNK(info.external_attr >> 16), _time(info)
            yield from _flat(Entry(above + info.filename, *about, partial(member, info)), depth)


def _flat(entry: Entry, depth: int) -> list[Entry]:
    """The files of an archive within fewer than three others, or the entry; none if hidden."""
    if HIDDEN.search(entry.path):
        return []  # a Mac and git add these
    if entry.path.lower().endswith(".zip") and depth < 3 and not entry.link:
        with suppress(*DAMAGED):  # it is left out under its own name
            return list(_in_archive(entry.open, f"{entry.path}/", depth + 1))
    return [entry]


def read(entry: Entry, name: str, roster: Roster, listed: dict, deepest: int) -> File | str:
    """A file of a student's, or why it cannot be a submission."""
    path = unicodedata.normalize("NFC", entry.path)
    if entry.link:
        return "it is a symbolic link"
    if entry.size > MAX_BYTES:
        return f"it has more than {MAX_BYTES} bytes"
    own = re.fullmatch(rf"(?:.*/)?{FIRST}(?P<id>[^/]+)_{_named(name)}", path, re.IGNORECASE)
    named = bool(re.search(rf"{_named(name)}$", path, re.IGNORECASE))
    for system, pattern in {"Canvas": CANVAS, "Moodle": MOODLE}.items():
        found = [*pattern.finditer(path)] if re.search(rf"{ENDING}$", path, re.IGNORECASE) else []
        typed = own and roster.kind == "canvas" and lowercase(own["id"]) in roster.rows
        if not found or typed:
            continue
        if roster.kind != system.lower():
            return f"it is named by {system}, and roster.csv is not {system}'s"
        if len(found) > 1:  # a name in a profile, or of a file, may imitate another's mark
            numbers = " or ".join(mark["number"] for mark in found)
            return f"its name could be that of {numbers}; collect it alone, as ID_hw-{name}.ipynb"
        student = roster.numbers.get(found[0]["number"])
        if student is None:
            return f"{found[0]['number']} is no student of the roster"
        if system == "Canvas":  # it packs the files anew, with other times
            back = f"{found[0]['back']}.html"
            return File(student, entry, None, int(found[0]["upload"]), back, named)
        back = f"{path[: found[0].end()].rpartition('/')[2]}_/hw-{name}.html"
        time = _typed_time(roster.rows[student].get(SUBMITTED))
        return File(student, entry, time, None, back, named)
    ids = [own["id"]] if own else []
    if named and (roster.kind != "none" or (not own and path.count("/") <= deepest)):
        # The folders come first, the outermost before all: a student chooses what is within.
        bare = re.compile(rf"^(?:hw[-_])?{re.escape(name)}(?:[-_]|$)|\.zip$")
        folders = path.split("/")[:-1]
        whose = [one for each in folders for one in listed.get(each) or [bare.sub("", each)]]
        known = whose[-1:] if roster.kind == "none" else [one for one in whose if one in roster]
        ids = [*filter(None, known), *ids]
    if not ids:
        return f"it is not ID_hw-{name}.ipynb, nor in a student's folder: rename and collect again"
    student = lowercase(ids[0])
    if not ID.fullmatch(student):
        return f"{student!r} can be no id"
    if student not in roster:
        return f"{student} is in no roster"
    time = None if listed else entry.time  # Gradescope packs the files anew
    return File(student, entry, time, None, f"{student}/hw-{name}.html", named)


def _named(name: str) -> str:
    """A pattern of what an assignment's file is called: `hw-perceptron`, `HW_Perceptron (1)`, …"""
    words = re.escape(name).replace(r"\-", "[-_ ]")
    return rf"{FIRST}hw[-_ ]{words}{COPY}{ENDING}"


def place(found: File, data: bytes, name: str, submitted: Path) -> str:
    """Place a student's file unless a newer one is there; return what was done."""
    folder, note = submitted / found.student / name, submitted / found.student / f"{name}.json"
    target = folder / f"hw-{name}.ipynb"
    try:
        placed = read_note(submitted, found.student, name)
    except ValueError:  # it is overwritten
        placed = {}
    mine = {"upload": found.upload, "time": found.time}
    if placed and any(placed[key] and mine[key] and mine[key] < placed[key] for key in mine):
        newer = f"a newer file of {found.student}'s was collected before"
        return f"left out: {escaped(found.entry.path)}: {newer}"
    aside = submitted / found.student / f"{name}{ASIDE}" / target.name
    if aside.exists() and aside.read_bytes() == data:
        return f"unchanged: {found.student}, whose file was set aside"
    same = target.exists() and target.read_bytes() == data
    if placed and same and placed["upload"] == found.upload and (placed["time"] or not found.time):
        return f"unchanged: {found.student}"
    done = "replaced" if target.exists() else "placed"
    note.unlink(missing_ok=True)  # after an interruption the file does not count
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    target.write_bytes(data)
    if found.time:
        (folder / "timestamp.txt").write_text(f"{found.time}\n")
    kept = {key: getattr(found, key) for key in ("time", "upload", "back")}
    draft = note.with_suffix(".draft")
    draft.write_text(json.dumps(kept))
    draft.replace(note)  # at once: an interruption leaves no half of a note
    return f"{done}: {found.student}, {found.time or 'time unknown'}"


def read_note(submitted: Path, student: str, name: str) -> dict:
    """What `place` noted of a student's file; ValueError where the note cannot be read."""
    path = submitted / student / f"{name}.json"
    try:
        return json.loads(path.read_text())
    except FileNotFoundError:
        return {}
    except ValueError:
        raise ValueError(f"{path} cannot be read; delete it, and collect again") from None


def _utc(time: datetime) -> str:
    """As nbgrader writes a time. A time without a zone is local to this machine."""
    return time.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def _time(entry: zipfile.ZipInfo) -> str | None:
    """The time of a file in an archive: the extra field in UTC, else the local time of day."""
    extra = entry.extra
    while len(extra) >= 4:
        kind, size = struct.unpack("<HH", extra[:4])
        if kind == 0x5455 and size >= 5 and extra[4] & 1:
            return _utc(datetime.fromtimestamp(struct.unpack("<i", extra[5:9])[0], UTC))
        extra = extra[4 + size :]
    try:
        time = datetime(*entry.date_time)
    except ValueError:  # a field that no packer filled in
        return None
    return _utc(time) if time.year > 1980 else None


def _typed_time(text: str | None) -> str | None:
    """A time of Moodle's, as `Monday, 1 March 2027, 11:59 PM`; it writes - for none."""
    try:
        return _utc(dateutil.parser.parse(text or ""))
    except dateutil.parser.ParserError:
        return None
