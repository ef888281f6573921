"""The two steps that this course adds to nbgrader's, in `nbgrader_config.py`.

`Restore` makes any submission a notebook with the released cells, each once. `RunApart` runs it
with the student's cells in a process of their own.
"""

import os
import re
import tempfile
from pathlib import Path

import nbformat
from nbgrader.preprocessors import Execute, NbGraderPreprocessor
from nbgrader.utils import is_grade, is_locked, is_solution

LOOK = "**Needs a look.** "
# The book's own code, and scikit-learn's, hold answers to some questions.
LIBRARY = re.compile(r"\b(?:lib|sklearn)\.\w+|(?:(?<=from )|(?<=import ))(?:lib|sklearn)\b")
# The first cell of the site's copies asks this, to install the library where it is missing.
ASKED = re.compile(r'find_spec\("lib\.proof"\) is None|error\.name not in \("lib", "lib\.proof"\)')
TYPED = re.compile(r"""^typed *= *["'] *(.*?) *["']""", re.MULTILINE)


class Restore(NbGraderPreprocessor):
    """Put the answers of a submission into the notebook that was released.

    Cells that the student added stay behind the cell that they followed. A released cell that was
    deleted, copied or edited where it should not be comes back as it was, and a first cell says
    so. nbgrader itself drops the points of a deleted check and of all but the last copy.
    """

    def preprocess(self, nb, resources):
        names = resources["nbgrader"]
        course = self.parent.parent.coursedir
        folder = course.format_path(course.release_directory, ".", names["assignment"])
        released = nbformat.read(Path(folder) / f"{names['notebook']}.ipynb", as_version=4)
        nb.metadata = released.metadata
        nb.cells, notes = restored(released.cells, nb.cells)
        typed = TYPED.search("\n".join(c.source for c in nb.cells if c.cell_type == "code"))
        if typed and typed[1] not in ("", names["student"]):
            notes.append(f"The id typed is {typed[1]!r}: the student saw the data of another.")
        for note in notes:
            self.log.warning("Needs a look: %s: %s", names["student"], note)
        if notes:
            nb.cells.insert(0, nbformat.v4.new_markdown_cell(LOOK + " ".join(notes)))
        return nb, resources


def restored(released: list, submitted: list) -> tuple[list, list[str]]:
    """The cells to grade, and what was put right."""
    wanted = {name_of(cell): cell for cell in released if name_of(cell)}
    first, loose, notes, latest = {}, {None: []}, [], None
    for cell in submitted:
        name = name_of(cell)
        if name in wanted and name not in first:
            first[name], loose[name], latest = cell, [], name
            continue
        if name in first:
            notes.append(f"Cell {name!r} stood there twice: the first one counts.")
        cell.metadata = {}
        loose[latest].append(cell)
    cells = loose[None]
    for name, blank in wanted.items():
        cell = first.get(name)
        if cell is None:
            notes.append(f"Cell {name!r} was deleted: it is put back empty.")
        elif is_locked(blank) and (cell.source, cell.cell_type) != (blank.source, blank.cell_type):
            notes.append(f"Cell {name!r} was edited: it is put back.")
        elif not is_locked(blank):
            blank.source = cell.source
            blank.update({key: cell[key] for key in ("attachments",) if key in cell})
        cells += [blank, *loose.get(name, [])]
    theirs = "\n".join(c.source for c in cells if c.cell_type == "code" and not is_locked(c))
    theirs = ASKED.sub("", theirs)
    told = "\n".join(cell.source for cell in released if cell.cell_type == "markdown")
    if used := sorted({*LIBRARY.findall(theirs)} - {*LIBRARY.findall(told)}):
        notes.append(f"The student's code uses {', '.join(used)}.")
    return cells, notes


def name_of(cell) -> str | None:
    mark = cell.metadata.get("nbgrader")
    return mark.get("grade_id") if isinstance(mark, dict) else None


class RunApart(Execute):
    """nbgrader's step that runs a notebook, with the student's cells in a process of their own."""

    def preprocess(self, nb, resources, **kwargs):
        self.extra_arguments = ["--ext=homework.grading.apart"]
        metadata, kept = resources["metadata"], dict(os.environ)
        submitted_to = metadata.get("path")
        # An empty folder: a file of the submission must not be taken for a module of the kernel's.
        with tempfile.TemporaryDirectory() as folder:
            metadata["path"] = folder
            os.environ["HOMEWORK_STUDENT"] = resources["nbgrader"]["student"]
            try:
                return super().preprocess(nb, resources, **kwargs)
            finally:
                metadata["path"] = submitted_to
                os.environ.clear()
                os.environ.update(kept)

    def preprocess_cell(self, cell, resources, index):
        if cell.cell_type != "code":
            return cell, resources
        source = cell.source
        magic = "student"
        if is_locked(cell):
            magic = "check" if is_grade(cell) and not is_solution(cell) else "given"
        cell.source = f"%%{magic}\n{source}"
        try:
            return super().preprocess_cell(cell, resources, index)
        finally:
            cell.source = source
