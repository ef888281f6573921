"""Notebooks that readers take away: with a first cell that installs `lib` where it is missing.

The site's copies get the cell, and the chapters stay without it: beside their repository, on Binder
and in `make lab`, nothing is missing. Colab opens these copies too, from the branch `notebooks`,
to which the CI pushes them.
"""

from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell

CELL = """\
# Away from the book's repository, this installs its library and what that needs.
from importlib.util import find_spec

if find_spec("lib") is None:
    %pip install --quiet {url}/archive/refs/heads/{branch}.zip"""


def add_cell(app, exception):
    """Put the cell first in each notebook that the site offers."""
    if exception is not None:
        return
    options = app.config.html_theme_options
    cell = CELL.format(url=options["repository_url"], branch=options["repository_branch"])
    for path in Path(app.outdir, "_sources").rglob("*.ipynb"):
        notebook = nbformat.read(path, as_version=4)
        if notebook.cells[0].get("id") != "install":
            notebook.cells.insert(0, new_code_cell(cell, id="install"))
            nbformat.write(notebook, path)


def setup(app):
    app.connect("build-finished", add_cell)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
