"""A folder into which archives of submissions are collected."""

import json
import struct
import zipfile

from homework import roster
from homework.collect import collect


class Inbox:
    """A folder with a roster, into which archives are collected."""

    def __init__(self, root):
        self.root = root

    def roster(self, text):
        (self.root / "roster.csv").write_text(text)

    def collect(self, *files, name="perceptron"):
        """Collect an archive of (name, text) or (entry, text); return the lines."""
        path = self.root / "archive.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for entry, text in files:
                archive.writestr(entry, text)
        people = roster.read(self.root / "roster.csv")
        return list(collect(path, name, people, self.root / "submitted"))

    def placed(self):
        """The text by student and assignment; nothing else may be anywhere."""
        found = {}
        for path in self.root.rglob("*.ipynb"):
            submitted, student, name, file = path.relative_to(self.root).parts
            assert (submitted, file) == ("submitted", f"hw-{name}.ipynb")
            found[student, name] = path.read_text()
        return found

    def time(self, student, name="perceptron"):
        path = self.root / "submitted" / student / name / "timestamp.txt"
        return path.read_text().strip() if path.exists() else None

    def note(self, student, name="perceptron"):
        return json.loads((self.root / "submitted" / student / f"{name}.json").read_text())


def at(name, *date, utc=None):
    """An entry with a time of day, and with one in UTC."""
    entry = zipfile.ZipInfo(name, date or (2027, 3, 1, 12, 0, 0))
    if utc is not None:
        unrelated = struct.pack("<HHI", 0x7875, 4, 0)
        entry.extra = unrelated + struct.pack("<HHBi", 0x5455, 5, 1, utc)
    return entry
