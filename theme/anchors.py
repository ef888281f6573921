"""Let a Markdown link name a label of another chapter, as `errata.ipynb#a12` does.

MyST knows only the slugs of a document's headings there, and warns of anything else. A link written
so also opens the right notebook in JupyterLab. What refers to a chapter that `_toc.yml` leaves out
leads to the full book, at the address that belongs to `repository.url` in `_config.yml`.
"""

import json
import re
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

from lib.tables import LINK


@cache
def text_of(path):
    """The Markdown of a chapter's file."""
    text = path.read_text("utf-8")
    if path.suffix != ".ipynb":
        return text
    cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown"]
    return "\n\n".join("".join(cell["source"]) for cell in cells)


def to_pages(html, app, here=""):
    """HTML whose links to chapters lead to their pages: in the folder `here`, or the full book."""

    def address(link):
        name = f"chapters/{link[2]}"
        page = here + link[2] if name in app.env.all_docs else app.config.full_book + name
        return f"{link[1]}{page}.html"

    return LINK.sub(address, html)


def note_labels(app, doctree):
    """Store the labels of a page: of targets, theorems, exercises, figures."""
    ids = {name for node in doctree.findall(nodes.Element) for name in node.get("ids", [])}
    app.env.metadata[app.env.docname]["labels"] = ids


class Links(SphinxPostTransform):
    """Resolve what Sphinx and MyST cannot: a label behind a file's name, and what is left out."""

    default_priority = 5  # before MyST's own, and Sphinx's

    def run(self, **kwargs):
        for node in list(self.document.findall(pending_xref)):
            if node["reftype"] == "myst" and node["refdomain"] == "doc":
                self.follow(node, node["reftarget"], node["reftargetid"])
        for node in self.document.findall(nodes.raw):
            if node["format"] == "html":
                node[:] = [nodes.Text(to_pages(node.astext(), self.app))]

    def follow(self, node, docname, label):
        """Resolve a link to a file of the repository, unless its label is a heading's slug."""
        if docname not in self.env.all_docs:
            self.link_to_full_book(node, docname, label)
        elif label in self.env.metadata[docname].get("labels", ()):
            words, here = self.words(node, label), self.env.docname
            node.replace_self(make_refnode(self.app.builder, here, docname, label, words))

    def link_to_full_book(self, node, docname, label):
        """Make the reference a link to a page of the full book."""
        path = next(Path(self.env.srcdir).glob(f"{docname}.*"), None)
        title = path and re.search(r"^# (.+)$", text_of(path), re.MULTILINE)
        words = self.words(node, title[1] if title else docname)
        address = f"{self.config.full_book}{docname}.html" + (f"#{label}" if label else "")
        node.replace_self(nodes.reference("", "", words, refuri=address, internal=False))

    @staticmethod
    def words(node, others):
        """The words of a reference, `others` if it has none of its own."""
        said = node[0].children if node["refexplicit"] else [nodes.Text(others)]
        return nodes.inline("", "", *said, classes=["std", "std-ref"])


def setup(app):
    app.connect("doctree-read", note_labels)
    app.add_post_transform(Links)
