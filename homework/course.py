"""The course's folder: nbgrader's settings, and a record of what each grade was made from."""

import hashlib
import json
import logging
import os
import re
import sys
import warnings
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook, MissingEntry, SubmittedNotebook
from nbgrader.apps.baseapp import NbGrader
from nbgrader.converters import BaseConverter
from nbgrader.utils import capture_log, temp_attrs
from sqlalchemy.exc import SAWarning

from homework import roster
from homework.collect import MAX_BYTES
from homework.grading.sandbox import LIBRARY


class Course:
    """The course in the current folder.

    A record, `autograded/ID/NAME.json`, holds the digest of the *submission* that the points by
    hand belong to. After a whole run it also holds those of its *inputs* and of what was *graded*,
    after any other why it *failed*.
    """

    def __init__(self):
        if not Path("nbgrader_config.py").exists():
            raise ValueError("this folder has no nbgrader_config.py; go to the folder homework")
        # nbgrader calls commands in the folder of this Python.
        os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        warnings.simplefilter("ignore", SAWarning)  # of how nbgrader uses its database
        self.app = NbGrader()
        self.app.initialize([])
        for handler in [*self.app.log.handlers]:
            if not isinstance(handler, logging.FileHandler):
                self.app.log.removeHandler(handler)  # our line for each student says enough
        self.root = Path(self.app.coursedir.root)
        self.roster = roster.read(self.root / "roster.csv")

    def book(self) -> Gradebook:
        """nbgrader's gradebook, which the caller closes."""
        directory = self.app.coursedir
        return Gradebook(directory.db_url, directory.course_id)

    def convert(self, converter: type[BaseConverter], name: str, student: str) -> str:
        """Run a step of nbgrader's anew. Return its last error, or nothing."""
        directory = self.app.coursedir
        with temp_attrs(directory, assignment_id=name, student_id=student):
            step = converter(coursedir=directory, parent=self.app)
            step.force = True
            done = capture_log(step)
        if done["success"]:
            return ""
        error = re.compile(r"^ *([\w.]+(?:Error|Exception)\b.*)", re.MULTILINE)
        raised = error.findall(done.get("log", ""))
        return (raised or done["error"].strip().splitlines())[-1][:300]

    def check(self, name: str) -> None:
        """Raise ValueError unless there is such an assignment."""
        if not (self.root / "source" / name / f"hw-{name}.ipynb").exists():
            known = sorted(path.parent.name for path in self.root.glob("source/*/hw-*.ipynb"))
            raise ValueError(f"name={name!r} is no assignment; give one of {', '.join(known)}")

    def submitted(self, name: str) -> list[str]:
        """The ids of the students who submitted."""
        return sorted(path.parent.name for path in self.root.glob(f"submitted/*/{name}"))

    def submission(self, name: str, student: str) -> Path:
        return self.root / "submitted" / student / name

    def why_unfit(self, name: str, student: str) -> str:
        """Why a submission must not be graded, or nothing."""
        folder = self.submission(name, student)
        if not roster.ID.fullmatch(student):
            return "the folder's name can be no id"
        for path in [folder.parent, folder, *sorted(folder.rglob("*"))]:
            if path.is_symlink():
                return f"{path.name!r} is a symbolic link"
            if not path.is_dir() and not path.is_file():
                return f"{path.name!r} is no file"
            if path.stat().st_size > MAX_BYTES and path.is_file():
                return f"{path.name!r} has more than {MAX_BYTES} bytes"
        if not (folder / f"hw-{name}.ipynb").exists():
            return f"hw-{name}.ipynb is missing"
        return ""

    def common(self, name: str) -> str:
        """The digest of what all grades of an assignment are made from: master, secret, code."""
        code = LIBRARY, Path(__file__).parent / "grading"
        parts = [_digest(self.root / "source" / name), *(_digest(one, "*.py") for one in code)]
        parts.append((self.root / "nbgrader_config.py").read_text())
        parts.append(os.environ.get("HOMEWORK_SECRET", ""))  # the settings have read secret.txt
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()

    def digests(self, name: str, student: str, common: str) -> tuple[str, str]:
        """The digests of a submission, and of all that its grade is made from."""
        submission = _digest(self.submission(name, student))
        return submission, hashlib.sha256(f"{submission}{common}".encode()).hexdigest()

    def graded(self, name: str, student: str) -> str:
        """The digest of a run's notebook, and of the files beside it."""
        return _digest(self.root / "autograded" / student / name)

    def record(self, name: str, student: str) -> dict:
        path = self.root / "autograded" / student / f"{name}.json"
        try:
            return json.loads(path.read_text())
        except FileNotFoundError:
            return {}
        except ValueError:
            return {"failed": f"not graded: {path} cannot be read; grade it again"}

    @staticmethod
    def notebook(path: Path, remedy: str) -> nbformat.NotebookNode:
        """Read a notebook of the course's. Raises ValueError with the remedy where it is none."""
        try:
            return nbformat.read(path, as_version=4)
        except (ValueError, AttributeError, nbformat.ValidationError):  # JSON, but no notebook
            raise ValueError(f"{path} is no notebook; {remedy}") from None

    def write_record(self, name: str, student: str, **record: str) -> None:
        """Write a record atomically."""
        path = self.root / "autograded" / student / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(".draft")
        draft.write_text(json.dumps(record))
        draft.replace(path)

    @staticmethod
    def notebooks(book: Gradebook, name: str, student: str) -> list[SubmittedNotebook]:
        """A submission in the gradebook: its one notebook, or none where nothing was entered."""
        try:
            return book.find_submission(name, student).notebooks
        except MissingEntry:
            return []

    def why_ungraded(self, book: Gradebook, name: str, student: str, common: str) -> str:
        """Why a submission has no grade that counts, or nothing."""
        if unfit := self.why_unfit(name, student):
            return f"could not be graded: {unfit}"
        record = self.record(name, student)
        if "inputs" not in record:
            return record.get("failed", "not graded: its turn has not come")
        if record["graded"] != self.graded(name, student):
            return "not graded: something else has written into autograded"
        if record["inputs"] != self.digests(name, student, common)[1]:
            return "not graded: it, or what grades it, has changed"
        if not self.notebooks(book, name, student):
            return "not graded: the gradebook does not know it"
        return ""


def _digest(folder: Path, pattern: str = "*") -> str:
    """The digest of the names and contents of the files in a folder."""
    total = hashlib.sha256()
    for path in sorted(folder.rglob(pattern)):
        name = path.relative_to(folder)
        if path.is_file() and not {".ipynb_checkpoints", "__pycache__"} & {*name.parts}:
            with open(path, "rb") as file:
                content = hashlib.file_digest(file, "sha256").hexdigest()
            total.update(os.fsencode(f"{name}\0{content}\0"))
    return total.hexdigest()
