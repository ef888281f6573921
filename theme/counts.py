"""What is checked, in numbers, on the first page: as cells of two notebooks have printed them."""

import json
import re
from pathlib import Path

from docutils import nodes
from sphinx.errors import SphinxError

# Where the first cell that prints counts, and which of its lines.
COUNTING = {"chapters/proof-map.ipynb": slice(None), "chapters/errata.ipynb": slice(-1, None)}


def counted(path, lines):
    """Return what a notebook's first cell to print has counted: pairs of a number and a noun.

    Parameters
    ----------
    path : Path
    lines : slice
        Those that hold counts, as in "34 errata, 16 clarifications".

    Raises SphinxError without the file, when no cell has printed, or a line holds anything else.
    """
    if not path.is_file():
        raise SphinxError(f"{path} is missing: the first page shows its counts (theme/counts.py)")
    cells = json.loads(path.read_text("utf-8"))["cells"]
    outputs = (output for cell in cells for output in cell.get("outputs", ()))
    printed = next(("".join(output["text"]) for output in outputs if "text" in output), "")
    items = ", ".join(printed.splitlines()[lines]).split(", ")
    if not all(re.match(r"\d+ \w", item) for item in items):
        raise SphinxError(f"{path}: its first cell to print shows no counts; run `make notebooks`")
    return [item.split(" ", 1) for item in items]


def tell(app, doctree):
    """Close the first page's section on what is checked with the numbers.

    They are no part of the page's source, which a reader of Jupyter sees as it stands. The outputs
    that are committed serve, for the tests compare them with those of a fresh run.
    """
    if app.env.docname != app.config.root_doc:
        return
    sections = [s for s in doctree.findall(nodes.section) if "what-is-checked" in s["ids"]]
    for section in sections:
        listed = nodes.bullet_list(classes=["counts"])
        for name, lines in COUNTING.items():
            app.env.note_dependency(str(source := Path(app.srcdir, name)))
            for number, noun in counted(source, lines):
                words = nodes.paragraph("", "", nodes.strong("", number), nodes.Text(f" {noun}"))
                listed += nodes.list_item("", words)
        section += listed


def setup(app):
    app.connect("doctree-read", tell)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
