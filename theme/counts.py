"""What is checked, in numbers, on the first page: as the proof map's first cell counts it."""

import json
from pathlib import Path

from docutils import nodes
from sphinx.errors import SphinxError

MAP = "chapters/proof-map.ipynb"


def counted(text):
    """Return what the first cell of the notebook in `text` has printed, as one line.

    Raises SphinxError when it has printed nothing.
    """
    cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    outputs = cells[0]["outputs"] if cells else []
    lines = "".join("".join(output.get("text", "")) for output in outputs).splitlines()
    if not lines:
        raise SphinxError(f"{MAP}: its first cell has no output; run `make notebooks`")
    return "; ".join(lines)


def tell(app, doctree):
    """Close the first page's section on what is checked with the numbers.

    They are no part of the page's source, which a reader of Jupyter sees as it stands. The outputs
    that are committed serve, for the tests compare them with those of a fresh run.
    """
    if app.env.docname != app.config.root_doc:
        return
    for section in doctree.findall(nodes.section):
        if "what-is-checked" in section["ids"]:
            source = Path(app.srcdir, MAP)
            app.env.note_dependency(str(source))
            said = counted(source.read_text("utf-8"))
            section += nodes.paragraph("", f"At this build: {said}.")


def setup(app):
    app.connect("doctree-read", tell)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
