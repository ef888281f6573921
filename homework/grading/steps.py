"""The steps that this course adds to nbgrader's, in `nbgrader_config.py`."""

import hashlib
import json
import os
import re
import tempfile
import time
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Container
from pathlib import Path

import nbformat
from nbgrader.preprocessors import Execute, NbGraderPreprocessor
from nbgrader.utils import is_grade, is_locked, is_solution

from homework.grading import sandbox
from homework.grading.apart import NOTES, names
from homework.grading.student import WHOLE
from homework.grading.submission import SubmissionError
from homework.roster import ID
from lib.homework import lowercase

LOOK = "**Needs a look.** "
COURSE = 2 * WHOLE + 60  # seconds for a submission, the student's and the course's together
LOOSE = 300  # cells of the student's own that are kept
OWN = "own"  # the mark, in a cell's metadata, of what the student added
TYPED = re.compile(r"""^typed *= *["']([^"'\\\n]*)["']""", re.MULTILINE)
NAMED = re.compile(r"`ID_hw-([\w-]+)\.ipynb`")  # a notebook says how to hand it in
LINK = re.compile(r"\]\([^)\s]*")
ID_CELL = re.compile(TYPED.pattern + " *(?:#.*)?")
MARK = re.compile(r" *(?:###|<!--) (BEGIN|END) VARIANT (\d)(?: -->)?")


def paper(assignment: str, sources: list[str]) -> int:
    """The number of the paper that the course's secret chooses; 1 without a secret."""
    lines = (line for text in sources for line in text.split("\n"))
    count = max((int(mark[2]) for mark in map(MARK.fullmatch, lines) if mark), default=1)
    if not (secret := os.environ.get("HOMEWORK_SECRET")):
        return 1
    digest = hashlib.sha256(f"paper\0{assignment}\0{secret}".encode()).digest()
    return 1 + digest[0] % count


def chosen(source: str, number: int) -> str:
    """A cell's source as paper `number` has it. Raises ValueError where a mark has no partner."""
    kept, inside = [], None
    for line in source.split("\n"):
        mark = MARK.fullmatch(line)
        if not mark:
            if inside in (None, number):
                kept.append(line)
            continue
        begins, variant = mark[1] == "BEGIN", int(mark[2])
        if inside != (None if begins else variant):
            raise ValueError(f"{line.strip()!r} has no partner; pair each BEGIN with an END")
        inside = variant if begins else None
    if inside is not None:
        raise ValueError(f"BEGIN VARIANT {inside} has no END VARIANT {inside}; add it")
    return "\n".join(kept)


class ChooseVariants(NbGraderPreprocessor):
    """nbgrader's first step in making an assignment: keep the one paper that the secret chooses.

    Lines between ``### BEGIN VARIANT 2`` and ``### END VARIANT 2`` (in a text cell
    ``<!-- BEGIN VARIANT 2 -->`` and ``<!-- END VARIANT 2 -->``) are released in paper 2 alone.
    """

    def preprocess(self, nb, resources):
        number = paper(resources["nbgrader"]["assignment"], [cell.source for cell in nb.cells])
        for cell in nb.cells:
            cell.source = chosen(cell.source, number)
        if number > 1:
            nb.metadata["paper"] = number
        return nb, resources


class Remember(NbGraderPreprocessor):
    """nbgrader's last step in making an assignment: record the cells that students get.

    When the master changes, what a student holds of an earlier notebook is no change of theirs.
    """

    def preprocess(self, nb, resources):
        path = _remembered(self, resources, nb)
        known = {*map(digest, nb.cells), *_known(path)}
        path.parent.mkdir(exist_ok=True)
        draft = path.with_suffix(".draft")
        draft.write_text(json.dumps(sorted(known), indent=0))
        draft.replace(path)  # at once
        return nb, resources


class Restore(NbGraderPreprocessor):
    """Put the answers of a submission into the notebook that was released.

    Cells that the student added stay behind the cell that they followed, and are marked as theirs.
    A released cell that was deleted, copied or edited comes back, and a first cell says so.

    Raises SubmissionError where the submission holds no answer to a question, or is the notebook of
    another assignment.
    """

    def preprocess(self, nb, resources):
        whose = resources["nbgrader"]
        course = self.parent.parent.coursedir
        folder = course.format_path(course.release_directory, ".", whose["assignment"])
        released = nbformat.read(Path(folder) / f"{whose['notebook']}.ipynb", as_version=4)
        answers = {name_of(cell) for cell in released.cells if is_solution(cell)}
        named, own = NAMED.findall("\n".join(cell.source for cell in nb.cells)), whose["assignment"]
        if named and own not in named:
            asked = f"collect it as such, and ask the student for the one of {own}"
            raise SubmissionError(f"it is the notebook of {named[-1]}: {asked}")
        if answers and not answers & {name_of(cell) for cell in nb.cells}:
            raise SubmissionError(
                "no cell of it has the mark of an answer: it is another notebook, or its cells "
                "were copied into a new one; ask the student to hand in the one that they got"
            )
        nb.metadata = released.metadata
        known = _known(_remembered(self, resources, released))
        nb.cells, notes = restored(released.cells, nb.cells, known)
        found = TYPED.search("\n".join(c.source for c in nb.cells if c.cell_type == "code"))
        typed = found[1].strip() if found else ""
        if typed and lowercase(typed) != lowercase(whose["student"]):
            another = typed if ID.fullmatch(lowercase(typed)) else "not an id"
            notes.append(f"The id typed is {another!r}: the student saw the data of another.")
        add_notes(nb, notes)
        return nb, resources


def restored(released: list, submitted: list, known: Container[str] = ()) -> tuple[list, list[str]]:
    """The cells to grade, and what was repaired; `known` are digests of what was handed out."""
    places = {_identity(cell): place for place, cell in enumerate(released)}
    first, own, latest, kept, copies = {}, defaultdict(list), -1, 0, Counter()
    for cell in submitted:
        who, name = _identity(cell), name_of(cell)
        new = who in places and who not in first
        if not new and digest(cell) in known:
            continue  # it is the course's, once more or of an earlier notebook
        if new or (who in first and digest(first[who]) in known):  # a blank one gives way
            first[who], latest = cell, places[who]
            continue
        if name and who in first:
            copies[name] += 1
            if cell.cell_type == "code":  # it would take the place of the one that counts
                cell = nbformat.v4.new_raw_cell(cell.source)
        cell.metadata = {OWN: True}
        kept += 1
        if kept > LOOSE:
            continue
        if cell.source.startswith(LOOK.strip()):  # only the course begins a cell so
            cell.source = f"> {cell.source}"
        own[latest].append(cell)
    counts = "the first one counts, and no other is run"
    notes = [f"Cell {name!r} stood there {k + 1} times: {counts}." for name, k in copies.items()]
    if kept > LOOSE:
        notes.append(f"There are {kept} cells of the student's own: the first {LOOSE} are run.")
    cells = own[-1]
    for place, blank in enumerate(released):
        name, cell = name_of(blank), first.get(_identity(blank))
        if cell is None:
            if name:
                notes.append(f"Cell {name!r} was deleted: it is put back empty.")
        elif _identity(blank) == "typed":
            blank.source = blank.source.replace('""', f'"{TYPED.search(cell.source)[1]}"', 1)
        elif name and not is_locked(blank):
            blank.source = cell.source
            blank.update({key: cell[key] for key in ("attachments",) if key in cell})
        elif digest(cell) not in {digest(blank), *known}:
            notes.append(f"Cell {name!r} is not as it was handed out: it is put back.")
        cells += [blank, *own[place]]
    return cells, notes


def digest(cell) -> str:
    """The digest of a cell's text, however lines end in it, links lead and accents are stored."""
    text = LINK.sub("](", unicodedata.normalize("NFC", cell.source))
    lines = text.strip().splitlines()
    parts = [name_of(cell) or "", cell.cell_type, *(line.rstrip() for line in lines)]
    return hashlib.sha256("\n".join(parts).encode(errors="replace")).hexdigest()


def _identity(cell) -> str:
    """The key of a cell: its mark, that it holds the id alone, or its text."""
    if name := name_of(cell):
        return f"mark {name}"
    typed = cell.cell_type == "code" and ID_CELL.fullmatch(cell.source.strip())
    return "typed" if typed else digest(cell)


def _remembered(step: NbGraderPreprocessor, resources: dict, nb) -> Path:
    """The file that holds the digests of all cells of an assignment's paper ever handed out."""
    folder = Path(step.parent.parent.coursedir.root) / "handed_out"
    return folder / f"{resources['nbgrader']['assignment']}-{nb.metadata.get('paper', 1)}.json"


def _known(path: Path) -> set[str]:
    try:
        return {*json.loads(path.read_text())}
    except FileNotFoundError:
        return set()
    except ValueError:
        raise ValueError(f"{path} cannot be read; remove it, and it is made anew") from None


def name_of(cell) -> str | None:
    mark = cell.metadata.get("nbgrader")
    return mark.get("grade_id") if isinstance(mark, dict) else None


def add_notes(nb, notes: list[str]) -> None:
    """Append notes for the grader to those in the first cell."""
    if not notes:
        return
    if not (nb.cells and nb.cells[0].source.startswith(LOOK)):
        nb.cells.insert(0, nbformat.v4.new_markdown_cell(LOOK.rstrip()))
    nb.cells[0].source = " ".join([nb.cells[0].source, *notes])


class RunApart(Execute):
    """nbgrader's step that runs a notebook, with the student's cells in a sandbox."""

    def preprocess(self, nb, resources, **kwargs):
        if sandbox.VARIABLE not in os.environ:
            sandbox.choose()
        self.extra_arguments = ["--ext=homework.grading.apart"]
        metadata, kept = resources["metadata"], dict(os.environ)
        submitted_to = metadata.get("path")
        locked = [cell for cell in nb.cells if cell.cell_type == "code" and is_locked(cell)]
        ours = set().union(*(names(cell.source)[0] for cell in locked))
        self.timeout_func = self._within(COURSE)
        # An empty folder: a file of the submission must not be taken for a module of the kernel's.
        with tempfile.TemporaryDirectory() as folder:
            metadata["path"] = folder
            # Sockets that are files of its own: of two kernels that start at once, each could take
            # a port that the other has found free.
            own = {"transport": "ipc", "connection_file": str(Path(folder, "kernel.json"))}
            self.config.KernelManager.update(own)
            os.environ["HOMEWORK_STUDENT"] = resources["nbgrader"]["student"]
            os.environ["HOMEWORK_NAMES"] = json.dumps(sorted(ours))
            try:
                nb, resources = super().preprocess(nb, resources, **kwargs)
                said = json.loads((Path(folder) / NOTES).read_text())
            finally:
                metadata["path"] = submitted_to
                os.environ.clear()
                os.environ.update(kept)
        if said["failed"]:
            raise RuntimeError(said["failed"])
        notes = said["notes"]
        if os.environ[sandbox.VARIABLE] == "none":
            notes.append("Graded without a sandbox.")
        if self.late:
            notes.append(f"The run took {COURSE:g} seconds: each later cell had no more than one.")
        add_notes(nb, notes)
        return nb, resources

    def _within(self, seconds: float):
        """How long the next cell may take, if all of them together have so many seconds."""
        end, self.late = time.monotonic() + seconds, False

        def left(cell) -> int:
            self.late = time.monotonic() > end
            return max(1, int(end - time.monotonic()))

        return left

    def preprocess_cell(self, cell, resources, index):
        if cell.cell_type != "code":
            return cell, resources
        source = cell.source
        magic = "student answer" if is_solution(cell) else "student"
        if is_locked(cell):
            magic = "check" if is_grade(cell) and not is_solution(cell) else "given"
        cell.source = f"%%{magic}\n{source}"
        try:
            return super().preprocess_cell(cell, resources, index)
        finally:
            cell.source = source
