"""The two steps that this course adds to nbgrader's, in `nbgrader_config.py`.

`Restore` makes any submission a notebook with the released cells, each once. `RunApart` runs it
with the student's cells in a sandbox.
"""

import json
import os
import re
import tempfile
import time
from pathlib import Path

import nbformat
from nbgrader.preprocessors import Execute, NbGraderPreprocessor
from nbgrader.utils import is_grade, is_locked, is_solution

from homework.grading import sandbox
from homework.grading.apart import NOTES, names
from homework.grading.student import WHOLE
from homework.roster import ID

LOOK = "**Needs a look.** "
COURSE = 2 * WHOLE + 60  # seconds for a submission, the student's and the course's together
LOOSE = 300  # cells without a mark that are kept: texts, and the student's own
TYPED = re.compile(r"""^typed *= *["']([^"'\n]*)["']""", re.MULTILINE)


class Restore(NbGraderPreprocessor):
    """Put the answers of a submission into the notebook that was released.

    Cells that the student added stay behind the cell that they followed. A released cell that was
    deleted, copied or edited where it should not be comes back as it was, and a first cell says
    so. nbgrader itself drops the points of a deleted check and of all but the last copy.
    """

    def preprocess(self, nb, resources):
        whose = resources["nbgrader"]
        course = self.parent.parent.coursedir
        folder = course.format_path(course.release_directory, ".", whose["assignment"])
        released = nbformat.read(Path(folder) / f"{whose['notebook']}.ipynb", as_version=4)
        nb.metadata = released.metadata
        nb.cells, notes = restored(released.cells, nb.cells)
        found = TYPED.search("\n".join(c.source for c in nb.cells if c.cell_type == "code"))
        typed = found[1].strip() if found else ""
        if typed not in ("", whose["student"]):
            another = typed if ID.fullmatch(typed) else "not an id"
            notes.append(f"The id typed is {another!r}: the student saw the data of another.")
        for note in notes:
            self.log.warning("Needs a look: %s: %s", whose["student"], note)
        look_at(nb, notes)
        return nb, resources


def restored(released: list, submitted: list) -> tuple[list, list[str]]:
    """The cells to grade, and what was put right."""
    wanted = {name_of(cell): cell for cell in released if name_of(cell)}
    first, loose, notes, latest, kept = {}, {None: []}, [], None, 0
    for cell in submitted:
        name = name_of(cell)
        if name in wanted and name not in first:
            first[name], loose[name], latest = cell, [], name
            continue
        if name in first:
            notes.append(f"Cell {name!r} stood there twice: the first one counts.")
        cell.metadata = {}
        kept += 1
        if kept > LOOSE:
            continue
        if cell.source.startswith(LOOK.strip()):  # what stands first is the course's word
            cell.source = f"> {cell.source}"
        loose[latest].append(cell)
    if kept > LOOSE:
        notes.append(f"There are {kept} cells beside the marked ones: the first {LOOSE} are run.")
    cells = loose[None]
    for name, blank in wanted.items():
        cell = first.get(name)
        if cell is None:
            notes.append(f"Cell {name!r} was deleted: it is put back empty.")
        elif is_locked(blank) and (cell.source, cell.cell_type) != (blank.source, blank.cell_type):
            notes.append(f"Cell {name!r} is not as the master has it now: it is put back.")
        elif not is_locked(blank):
            blank.source = cell.source
            blank.update({key: cell[key] for key in ("attachments",) if key in cell})
        cells += [blank, *loose.get(name, [])]
    return cells, notes


def name_of(cell) -> str | None:
    mark = cell.metadata.get("nbgrader")
    return mark.get("grade_id") if isinstance(mark, dict) else None


def look_at(nb, notes: list[str]) -> None:
    """Put notes for a human into the first cell, behind those that stand there."""
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
        ours = {
            name
            for cell in nb.cells
            if cell.cell_type == "code" and is_locked(cell)
            for name in names(cell.source)[0]
        }
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
        look_at(nb, notes)
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
