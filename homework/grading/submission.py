"""What a student handed in, cut down so that nothing in it but an answer can cost a point.

nbformat would fail on a file as it comes, at an odd output or at two cells with one id.
"""

import json

import nbformat
from nbconvert.exporters import NotebookExporter


class SubmissionError(ValueError):
    """What was handed in cannot be graded; the text says what to do."""


class Submission(NotebookExporter):
    """nbconvert's, for which any file that holds cells is a notebook."""

    def from_file(self, file_stream, resources=None, **kw):
        notebook = read(file_stream.buffer.read())
        return self.from_notebook_node(notebook, resources=resources, **kw)


def read(data: bytes) -> nbformat.NotebookNode:
    """Return the notebook in a file: its cells, without outputs, each with an id of its own.

    Raises SubmissionError where the data hold no cells of any version of nbformat from 2 on.
    """
    try:
        held = json.loads(data)
        cells = held["cells"] if "cells" in held else held["worksheets"][0]["cells"]
        cells = [cell for cell in cells if isinstance(cell, dict)]
    except (ValueError, TypeError, LookupError, RecursionError):
        raise SubmissionError(
            "open the submitted file (it is no notebook, as Jupyter saves them), and ask the "
            "student to hand in the notebook that they got, with the answers in it"
        ) from None
    made = [_cell(number, cell) for number, cell in enumerate(cells)]
    whole = {"cells": made, "metadata": _dict(held.get("metadata"))}
    return nbformat.from_dict(whole | {"nbformat": 4, "nbformat_minor": 5})


def _cell(number: int, cell: dict) -> dict:
    """A cell, whatever the one that was handed in lacks, or has too much."""
    kind, metadata = cell.get("cell_type"), _dict(cell.get("metadata"))
    if not isinstance(_dict(metadata.get("nbgrader")).get("grade_id"), str):
        metadata = {key: value for key, value in metadata.items() if key != "nbgrader"}
    made = {
        "cell_type": kind if kind in ("code", "markdown") else "raw",
        "id": f"handed-in-{number}",
        "metadata": metadata,
        "source": _text(cell.get("source", cell.get("input"))),  # nbformat 3 has an input
    }
    if kind == "code":
        return made | {"outputs": [], "execution_count": None}
    attached = _dict(cell.get("attachments")).items()
    pictures = {
        _text(name): {_text(kind): _text(held) for kind, held in _dict(bundle).items()}
        for name, bundle in attached
    }
    return made | ({"attachments": pictures} if pictures else {})


def _dict(value) -> dict:
    return value if isinstance(value, dict) else {}


def _text(value) -> str:
    """A text, or its lines; half a character, which no file can hold, becomes a question mark."""
    lines = value if isinstance(value, list) else [value]
    text = "".join(line for line in lines if isinstance(line, str))
    return text.encode(errors="replace").decode()
