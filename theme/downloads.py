"""Notebooks that readers take away, and the links that launch them.

The site's copies install the library in their first cell, and their text is CommonMark
(`theme/commonmark.py`). The chapters themselves stay without: beside their repository, on Binder
and in `make lab`, nothing is missing. Colab opens these copies too, from the branch `notebooks`,
to which the CI pushes them.
"""

import subprocess
from html import escape
from pathlib import Path

import nbformat
from docutils import nodes
from nbformat.v4 import new_code_cell
from sphinx.errors import SphinxError
from sphinx.util.docutils import SphinxRole

from theme.commonmark import Translator

CELL = """\
# Away from the book's repository, this installs the library of this copy, and what that needs.
import sys
from importlib.util import find_spec

try:
    missing = find_spec("lib.proof") is None
except ModuleNotFoundError:
    missing = True
if missing:
    other = getattr(sys.modules.pop("lib", None), "__file__", None)
    if other:
        raise ImportError(
            f"{{other}} hides the book's library, which has the same name. Move this notebook to "
            "a folder (or an environment) without that file, and restart the kernel."
        )
    %pip install --quiet {archive}"""
HOMEWORK = "homework/release/*/*.ipynb"


def archive(repository, branch, root):
    """Return the address of the book at the commit of the folder `root`.

    In a folder that no commit was checked out to, it is the book at the tip of `branch`.
    """
    if Path(root, ".git").exists():
        command = ["git", "-C", str(root), "rev-parse", "HEAD"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return f"{repository}/archive/{done.stdout.strip()}.zip"
    return f"{repository}/archive/refs/heads/{branch}.zip"


def launch(config, root, path):
    """Return the links that open a notebook, as HTML.

    Parameters
    ----------
    config : Sphinx's settings
    root : the way from the page to the site's root, as "../"
    path : the notebook's in the repository
    """
    options = config.html_theme_options
    repository = options["repository_url"].split("/", 3)[3]
    binder = f"https://mybinder.org/v2/gh/{repository}/{options['repository_branch']}"
    colab = f"https://colab.research.google.com/github/{repository}/blob/notebooks"
    return (
        f'<a href="{escape(binder)}?urlpath=lab/tree/{path}">Binder</a>\n'
        f'<a href="{escape(colab)}/{path}">Colab</a>\n'
        f'<a href="{root}_sources/{path}" download>Notebook</a>'
    )


class Launch(SphinxRole):
    """`launch`: the links of a notebook outside of the book, by its path in the repository."""

    def run(self):
        if not Path(self.env.srcdir, self.text).is_file():
            message = f"{self.text!r} is no file of the repository: name a notebook from its root"
            problem = self.inliner.reporter.error(message, line=self.lineno)
            return [self.inliner.problematic(self.rawtext, self.rawtext, problem)], [problem]
        html = launch(self.config, "../" * self.env.docname.count("/"), self.text)
        return [nodes.raw("", html, format="html")], []


def add_launch(app, pagename, templatename, context, doctree):
    """Give a notebook's page its links."""
    if pagename in app.env.all_docs and (path := source(app, pagename)).endswith(".ipynb"):
        context["launch"] = launch(app.config, context["content_root"], path)


def source(app, docname):
    """Return the path of a page's source in the repository."""
    return app.env.doc2path(docname, base=False)


def copy(app, path, cell):
    """Write the site's copy of a notebook, with the cell that installs first.

    Raises SphinxError for Markdown that no rule translates. What nbgrader marks stays as it is.
    """
    notebook = nbformat.read(Path(app.srcdir, path), as_version=4)
    translator = Translator(app, path.removesuffix(".ipynb"))
    for number, part in enumerate(notebook.cells, start=1):
        if part.cell_type == "markdown" and "nbgrader" not in part.metadata:
            try:
                part.source = translator.translate(part.source)
            except ValueError as error:
                raise SphinxError(f"{path}, cell {number}: {error}") from error
    notebook.cells.insert(0, new_code_cell(cell, id="install"))
    target = Path(app.outdir, "_sources", path)
    target.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, target)


def write_copies(app, exception):
    """Write a copy of each notebook of the site and of the homework."""
    if exception is not None or app.builder.name != "html":
        return
    options = app.config.html_theme_options
    address = archive(options["repository_url"], options["repository_branch"], app.srcdir)
    cell = CELL.format(archive=address)
    pages = [source(app, name) for name in app.env.all_docs]
    for old in Path(app.outdir, "_sources").rglob("*.ipynb"):
        old.unlink()
    homework = [str(path.relative_to(app.srcdir)) for path in Path(app.srcdir).glob(HOMEWORK)]
    for path in sorted(pages + homework):
        if path.endswith(".ipynb"):
            copy(app, path, cell)


def setup(app):
    app.add_role("launch", Launch())
    app.connect("html-page-context", add_launch)
    app.connect("build-finished", write_copies)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
