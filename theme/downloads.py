"""Notebooks that readers take away, and the links that launch them.

The site's copies say how they are run, and install the library in their first cell of code; their
text is CommonMark (`theme/commonmark.py`). Colab opens them too, from the branch `notebooks`, to
which the CI pushes them. The chapters themselves stay without.
"""

import json
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import quote

import nbformat
from docutils import nodes
from nbformat.v4 import new_code_cell, new_markdown_cell
from sphinx.util.docutils import SphinxRole

from theme.anchors import to_pages
from theme.commonmark import Translator
from theme.freshness import digest
from theme.repository import git

CELL = """\
# Away from the book's repository, this installs the library of this copy, and what that needs.
import os
import sys
from importlib.util import find_spec

# What a cell prints links to the book's site. With one thread of BLAS the notebook takes less time.
os.environ |= {{"BOOK_SITE": "{site}", "OMP_NUM_THREADS": "1"}}
try:
    missing = find_spec("lib.proof") is None
except ModuleNotFoundError as error:
    if error.name not in ("lib", "lib.proof"):
        raise  # of another library with the name lib
    missing = True
if missing:
    other = getattr(sys.modules.pop("lib", None), "__file__", None)
    if other:
        raise ImportError(
            f"{{other}} hides the book's library, which has the same name. Move this notebook to "
            "a folder (or an environment) without that file, and restart the kernel."
        )
    %pip install --quiet {archive}"""
RUN = """\
*Run → Run All Cells* runs this notebook in Jupyter, *Runtime → Run all* in Colab, and *Run All* in
VS Code. The next cell installs the book’s library where it is missing, which takes a minute or two;
the rest takes up to half a minute. Until then words stand in place of the pictures, and the link
below a figure leads to it on the book’s site."""
HOMEWORK = "homework/release/*/*.ipynb"


def archive(repository, branch, root):
    """The address of the book at the commit of the folder `root`, else at the tip of `branch`."""
    commit = git(root, "rev-parse", "--quiet", "--verify", "HEAD")
    return f"{repository}/archive/{commit or f'refs/heads/{branch}'}.zip"


def install_cell(app):
    """The cell that installs; asked for before the build too, so that it fails early."""
    options = app.config.html_theme_options
    address = archive(options["repository_url"], options["repository_branch"], app.srcdir)
    return CELL.format(archive=address, site=app.config.full_book)


def launch(config, root, path):
    """The links that open a notebook, as HTML, on a page from which `root` leads to the first."""
    options, path = config.html_theme_options, quote(path)
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
        return [nodes.raw("", f'<span class="launch">{html}</span>', format="html")], []


def add_launch(app, pagename, templatename, context, doctree):
    """Give a notebook's page its links."""
    path = app.env.doc2path(pagename, base=False) if pagename in app.env.all_docs else ""
    if path.endswith(".ipynb"):
        root = context["content_root"]
        context["launch"] = launch(app.config, root, path)
        if app.config.lite:
            address = f"{root}lite/notebooks/index.html?path={Path(path).name}"
            context["launch"] = f'<a href="{address}">Browser</a>\n' + context["launch"]


def text_of(cell):
    """The Markdown of a cell, or the caption of its figure; "" of what nbgrader marks."""
    if cell.cell_type == "markdown" and "nbgrader" not in cell.metadata:
        return cell.source
    if figure := cell.metadata.get("mystnb", {}).get("figure"):
        return f"{{numref}}`{figure['name']}`: {figure['caption']}"
    return ""


def copy(app, path, install):
    """The site's copy of a notebook: how to run it and the cell that installs come first."""
    notebook = nbformat.read(Path(app.srcdir, path), as_version=4)
    site = f"{app.config.html_baseurl}chapters/"
    texts = list(map(text_of, notebook.cells))
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    shown = [output.get("data", {}) for output in outputs]
    printed = [data.get("text/markdown", "") for data in shown]
    translator = Translator(app, path.removesuffix(".ipynb"), texts + printed)
    for data in shown:
        if "text/markdown" in data:
            data["text/markdown"] = translator.translate(data["text/markdown"])
        if "text/html" in data:
            data["text/html"] = to_pages(data["text/html"], app, site)
    cells = [new_code_cell(install, id="install")]
    if Path(path).parent.name == "chapters":  # and not homework, where another cell is a student's
        cells.insert(0, new_markdown_cell(RUN, id="run"))
    for cell, text in zip(notebook.cells, map(translator.translate, texts), strict=True):
        cells.append(cell)
        if text and cell.cell_type == "markdown":
            cell.source = text
        elif text:
            cells.append(new_markdown_cell(text, id=f"caption-{cell.id}"))
    notebook.cells = cells
    return nbformat.writes(notebook) + "\n"


def write_copies(app, exception):
    """Write a copy of each notebook of the site and of the homework, where it has changed."""
    if exception is not None or app.builder.name != "html":
        return
    install, folder = install_cell(app), Path(app.outdir, "_sources")
    pages = [app.env.doc2path(name, base=False) for name in app.env.all_docs]
    homework = [str(path.relative_to(app.srcdir)) for path in Path(app.srcdir).glob(HOMEWORK)]
    notebooks = {path for path in pages + homework if path.endswith(".ipynb")}
    # Each reference to a number would read the doctree of its page anew. Nobody changes them now.
    app.env.get_doctree = cache(app.env.get_doctree)
    made = Path(app.doctreedir, "copies.json")
    known = json.loads(made.read_text("utf-8")) if made.is_file() else {}
    for left in known.keys() - notebooks:  # the contents or the homework no longer have it
        Path(folder, left).unlink(missing_ok=True)
        del known[left]
    for path in sorted(notebooks):
        # What a copy comes from. `shared` is what its references may show of other pages.
        rests_on = [app.env.freshness["theme"], install, app.env.shared]
        key = digest({Path(app.srcdir, path)}, *rests_on)
        target = folder / path
        if known.get(path) != key or not target.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(copy(app, path, install), "utf-8")
            known[path] = key
    made.write_text(json.dumps(known), "utf-8")


def setup(app):
    app.setup_extension("theme.repository")
    app.add_role("launch", Launch())
    # Whether every chapter has run in JupyterLite, beside the pages (`make lite-test`).
    app.add_config_value("lite", Path(app.outdir, "lite/tried").is_file(), "html")
    app.connect("builder-inited", install_cell)
    app.connect("html-page-context", add_launch)
    app.connect("build-finished", write_copies)
