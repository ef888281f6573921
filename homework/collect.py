"""Sort a zip file of submissions into `submitted/ID/NAME`: `python -m homework collect`.

Three kinds of names are known. Canvas: `doejane_LATE_1234_5678_hw-perceptron-1.ipynb`, where 1234
is the student. Moodle: `Jane Doe_1234_assignsubmission_file_/hw-perceptron.ipynb`. Any other:
`ID_hw-perceptron.ipynb`. Nothing of the archive becomes a path but a student's id.
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

from homework.roster import ID, Roster, shown

MAX_BYTES = 20_000_000  # of one submission
CANVAS = re.compile(
    r"(?P<back>[^/]*?_(?P<late>LATE_)?(?P<number>\d{1,18})_(?P<upload>\d{1,18})_[^/]*)\.ipynb"
)
MOODLE = re.compile(
    r"(?:[^/]*/)??(?P<back>[^/]*?_(?P<number>\d{1,18})_assignsubmission_file)(?:_|/).*\.ipynb"
)
# What browsers and JupyterLab make of the name of a second file.
COPY = r"(?:-Copy\d+|-\d+| ?\(\d+\))*"
SUBMITTED = "Last modified (submission)"  # a column of Moodle's worksheet


class Found(NamedTuple):
    """A student's file in an archive."""

    student: str
    path: str
    data: bytes
    time: str | None  # when it was handed in, as nbgrader writes it, or None where nothing says it
    upload: int | None  # Canvas counts uploads
    late: bool  # Canvas says so
    back: str  # where a page of feedback has to stand in an archive of feedback
    named: bool  # as the assignment is

    def order(self) -> tuple:
        """What is larger counts: the right name, and the later file."""
        return self.named, self.upload or 0, self.time or ""

    def why(self, other: "Found") -> str:
        """Why this file counts and not the other one."""
        if self.named and not other.named:
            return "which is named as the assignment is"
        if self.order() > other.order():
            return "which is later"
        return "which stands behind it"

    def older(self, placed: dict) -> bool:
        """Whether the file that was placed before is newer than this one."""
        mine = {"upload": self.upload, "time": self.time}
        return any(placed[key] and mine[key] and mine[key] < placed[key] for key in mine)


def collect(archive: Path, name: str, roster: Roster, submitted: Path) -> Iterator[str]:
    """Place the submissions of an archive; yield what became of each file.

    Args:
        archive: a zip file.
        name: of the assignment.
        roster: who takes the course.
        submitted: the folder that nbgrader grades.

    Raises ValueError when the archive is no zip file, or is not there.
    """
    if not archive.exists():
        raise ValueError(f"archive={str(archive)!r} is not there; give the path of a zip file")
    if not zipfile.is_zipfile(archive):
        raise ValueError(f"archive={str(archive)!r} is no zip file; download the submissions anew")
    latest: dict[str, Found] = {}
    try:
        files = zipfile.ZipFile(archive)
    except (zipfile.BadZipFile, NotImplementedError) as error:
        damaged = f"archive={str(archive)!r} is damaged ({error}); download the submissions anew"
        raise ValueError(damaged) from None
    with files:
        for entry in files.infolist():
            if entry.is_dir() or re.search(r"(?:^|/)(?:\._|\.DS_Store$)", entry.filename):
                continue  # what a Mac adds
            found = read(files, entry, name, roster)
            if isinstance(found, str):
                yield f"left out: {shown(entry.filename)}: {found}"
                continue
            other = latest.get(found.student)
            if other and other.order() > found.order():
                found, other = other, found
            latest[found.student] = found
            if other:
                counts = f"{found.student} handed in {shown(found.path)} too, {found.why(other)}"
                yield f"left out: {shown(other.path)}: {counts}"
    for student in sorted(latest):
        yield place(latest[student], name, submitted)


def read(files: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str, roster: Roster) -> Found | str:
    """A file of an archive, or why it cannot be a submission."""
    path = entry.filename
    if stat.S_ISLNK(entry.external_attr >> 16):
        return "it is a link"
    if entry.file_size > MAX_BYTES:
        return f"it has more than {MAX_BYTES} bytes"
    own = re.fullmatch(rf"(?:.*/)?(?P<id>[^/]+)_hw-{re.escape(name)}{COPY}\.ipynb", path)
    lms = CANVAS.fullmatch(path) or MOODLE.fullmatch(path)
    time, upload, late = None, None, False
    if own and own["id"] in roster.rows and roster.kind == "canvas":
        lms = None
    if lms:
        system = "Canvas" if lms.re is CANVAS else "Moodle"
        if roster.kind != system.lower():
            return f"it is named by {system}, and roster.csv is not {system}'s"
        student = roster.numbers.get(lms["number"])
        if student is None:
            return f"{lms['number']} is no student of the roster"
        if system == "Canvas":  # it packs the files anew: their times say nothing
            upload, late, back = int(lms["upload"]), bool(lms["late"]), f"{lms['back']}.html"
        else:
            time = _typed_time(roster.rows[student].get(SUBMITTED))
            back = f"{lms['back']}_/hw-{name}.html"
    elif own:
        student, time, back = own["id"], _time(entry), f"{own['id']}/hw-{name}.html"
        if not ID.fullmatch(student):
            return f"{student!r} can be no id"
        if student not in roster:
            return f"{student} is in no roster"
    else:
        return f"it is not named ID_hw-{name}.ipynb; rename it and collect again"
    try:
        with files.open(entry) as file:
            data = file.read(MAX_BYTES + 1)  # whatever size the archive claims
    except (
        zipfile.BadZipFile,
        RuntimeError,
        NotImplementedError,
        EOFError,
        OSError,
        zlib.error,
        lzma.LZMAError,
    ):
        return "it cannot be unpacked: damaged, encrypted, or packed in an unknown way"
    named = bool(re.search(rf"hw-{re.escape(name)}{COPY}\.ipynb$", path))
    return Found(student, path, data, time, upload, late, back, named)


def place(found: Found, name: str, submitted: Path) -> str:
    """Place a student's file unless a newer one is there; return what was done."""
    folder, note = submitted / found.student / name, submitted / found.student / f"{name}.json"
    target = folder / f"hw-{name}.ipynb"
    placed = json.loads(note.read_text()) if note.exists() else None
    if placed and found.older(placed):
        newer = f"a newer file of {found.student}'s was collected before"
        return f"left out: {shown(found.path)}: {newer}"
    same = target.exists() and target.read_bytes() == found.data
    if placed and same and placed["upload"] == found.upload and (placed["time"] or not found.time):
        return f"unchanged: {found.student}"
    done = "replaced" if target.exists() else "placed"
    note.unlink(missing_ok=True)  # an interruption leaves a file that counts as none
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    target.write_bytes(found.data)
    if found.time:
        (folder / "timestamp.txt").write_text(f"{found.time}\n")
    kept = {key: getattr(found, key) for key in ("time", "upload", "late", "back")}
    note.write_text(json.dumps(kept))
    late = " (late, says Canvas)" if found.late else ""
    return f"{done}: {found.student}, {found.time or 'time unknown'}{late}"


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
