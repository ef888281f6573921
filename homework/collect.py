"""Sort a zip file of submissions into `submitted/ID/NAME`: `python -m homework collect`.

Three kinds of names are known. Canvas: `doejane_LATE_1234_5678_hw-perceptron-1.ipynb`, where 1234
is the student. Moodle: `Jane Doe_1234_assignsubmission_file_/hw-perceptron.ipynb`. Any other:
`ID_hw-perceptron.ipynb`, also as `Copy of ID_HW_perceptron (1).ipynb`. Nothing of the archive
becomes a path but a student's id.
"""

import json
import lzma
import re
import shutil
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import dateutil.parser

from homework.roster import ID, Roster, escaped
from lib.homework import lowercase

MAX_BYTES = 20_000_000  # that a submission may have
ENDING = r"\.ipynb(?:\.json|\.txt)?"  # a browser may add one
CANVAS = re.compile(
    rf"(?P<back>[^/]*?_(?P<late>LATE_)?(?P<number>\d{{1,18}})_(?P<upload>\d{{1,18}})_[^/]*){ENDING}"
)
MOODLE = re.compile(r"_(?P<number>\d{1,18})_assignsubmission_file(?=_|/)")
# How browsers, JupyterLab, Colab and systems rename a second file.
COPY = r"(?:-Copy\d+|-\d+| ?\(\d+\)| - Copy| copy(?: \d+)?)*"
FIRST = r"(?:Copy of )*"
SUBMITTED = "Last modified (submission)"  # a column of Moodle's worksheet


class File(NamedTuple):
    """A student's file in an archive."""

    student: str
    path: str
    data: bytes
    time: str | None  # when it was handed in, as nbgrader writes it, or None where it is unknown
    upload: int | None  # Canvas counts uploads
    late: bool  # according to Canvas
    back: str  # the path of the page of feedback in the archive of feedback
    named: bool  # after the assignment

    def order(self) -> tuple:
        """The file with the largest counts: the right name, and the later file."""
        return self.named, self.upload or 0, self.time or ""


def collect(archive: Path, name: str, roster: Roster, submitted: Path) -> Iterator[str]:
    """Place an archive's submissions of an assignment; yield the outcome for each file.

    Raises ValueError when the archive is no zip file, or is not there.
    """
    latest: dict[str, File] = {}
    try:
        files = zipfile.ZipFile(archive)
    except (OSError, zipfile.BadZipFile, NotImplementedError) as error:
        raise ValueError(
            f"archive={str(archive)!r} cannot be read ({error}); give the path of a zip file, or "
            "download the submissions anew"
        ) from None
    with files:
        for entry in files.infolist():
            if entry.is_dir() or re.search(r"(?:^|/)(?:\._|\.DS_Store$)", entry.filename):
                continue  # a Mac adds these
            found = read(files, entry, name, roster)
            if isinstance(found, str):
                yield f"left out: {escaped(entry.filename)}: {found}"
                continue
            other = latest.get(found.student)
            if other and other.order() > found.order():
                found, other = other, found
            latest[found.student] = found
            if other:
                why = f"of {found.student}'s files {escaped(found.path)} counts"
                yield f"left out: {escaped(other.path)}: {why}"
    for student in sorted(latest):
        yield place(latest[student], name, submitted)


def read(files: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str, roster: Roster) -> File | str:
    """A file of an archive, or why it cannot be a submission."""
    path = entry.filename
    if stat.S_ISLNK(entry.external_attr >> 16):
        return "it is a symbolic link"
    if entry.file_size > MAX_BYTES:
        return f"it has more than {MAX_BYTES} bytes"
    own = re.fullmatch(rf"(?:.*/)?{FIRST}(?P<id>[^/]+)_{_named(name)}", path, re.IGNORECASE)
    canvas, moodle = CANVAS.fullmatch(path), []
    if re.search(rf"{ENDING}$", path, re.IGNORECASE):
        moodle = [*MOODLE.finditer(path)]
    time, upload, late = None, None, False
    if own and roster.kind == "canvas" and lowercase(own["id"]) in roster.rows:
        canvas, moodle = None, []
    if canvas or moodle:
        system = "Canvas" if canvas else "Moodle"
        if roster.kind != system.lower():
            return f"it is named by {system}, and roster.csv is not {system}'s"
        found = canvas or _moodle_match(moodle, roster)
        if isinstance(found, str):
            return found
        student = roster.numbers.get(found["number"])
        if student is None:
            return f"{found['number']} is no student of the roster"
        if system == "Canvas":  # it packs the files anew, with other times
            upload, late, back = int(found["upload"]), bool(found["late"]), f"{found['back']}.html"
        else:
            time = _typed_time(roster.rows[student].get(SUBMITTED))
            back = f"{path[: found.end()].rpartition('/')[2]}_/hw-{name}.html"
    elif own:
        student, time = lowercase(own["id"]), _time(entry)
        back = f"{student}/hw-{name}.html"
        if not ID.fullmatch(student):
            return f"{own['id']!r} can be no id"
        if student not in roster:
            return f"{student} is in no roster"
    else:
        return f"it is not named ID_hw-{name}.ipynb; rename it and collect again"
    try:
        with files.open(entry) as file:
            data = file.read(MAX_BYTES + 1)  # whatever size the archive claims
    except (zipfile.BadZipFile, RuntimeError, EOFError, OSError, zlib.error, lzma.LZMAError):
        return "it cannot be unpacked: damaged, encrypted, or packed in an unknown way"
    named = bool(re.search(rf"{_named(name)}$", path, re.IGNORECASE))
    return File(student, path, data, time, upload, late, back, named)


def _named(name: str) -> str:
    """A pattern of what an assignment's file is called: `hw-perceptron`, `HW_Perceptron (1)`, …"""
    words = re.escape(name).replace(r"\-", "[-_ ]")
    return rf"{FIRST}hw[-_ ]{words}{COPY}{ENDING}"


def _moodle_match(found: list[re.Match], roster: Roster) -> re.Match | str:
    """The match that Moodle wrote, behind the name of its student; or why none is known to be.

    Both that name and the file's may imitate another student's.
    """
    if len(found) == 1:
        return found[0]

    def letters(text: str) -> str:
        return "".join(filter(str.isalnum, lowercase(text)))

    def is_own(mark: re.Match) -> bool:
        row = roster.rows.get(roster.numbers.get(mark["number"]), {})
        name = letters(row.get("Full name") or "Participant")
        return bool(row) and letters(mark.string[: mark.start()].rpartition("/")[2]).endswith(name)

    theirs = [*filter(is_own, found)]
    if len(theirs) == 1:
        return theirs[0]
    numbers = " or ".join(mark["number"] for mark in found)
    return f"its name could be that of {numbers}; collect it alone, under ID_hw-….ipynb"


def place(found: File, name: str, submitted: Path) -> str:
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
        return f"left out: {escaped(found.path)}: {newer}"
    same = target.exists() and target.read_bytes() == found.data
    if placed and same and placed["upload"] == found.upload and (placed["time"] or not found.time):
        return f"unchanged: {found.student}"
    done = "replaced" if target.exists() else "placed"
    note.unlink(missing_ok=True)  # after an interruption the file does not count
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    target.write_bytes(found.data)
    if found.time:
        (folder / "timestamp.txt").write_text(f"{found.time}\n")
    kept = {key: getattr(found, key) for key in ("time", "upload", "late", "back")}
    draft = note.with_suffix(".draft")
    draft.write_text(json.dumps(kept))
    draft.replace(note)  # at once: an interruption leaves no half of a note
    late = " (late, says Canvas)" if found.late else ""
    return f"{done}: {found.student}, {found.time or 'time unknown'}{late}"


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
