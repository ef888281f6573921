"""Let a Markdown link name a label of another chapter, as `errata.ipynb#a12` does.

MyST knows only the slugs of a document's headings there, and warns of anything else. A link written
so also opens the right notebook in JupyterLab, which a `{ref}` or a `{prf:ref}` does not. The HTML
that a cell shows may hold such links too; its own are made the site's here.
"""

import re

from docutils import nodes

LINK = re.compile(r'(<a href="[\w-]+)\.ipynb(?=[#"])')


def add_targets(app, doctree):
    """Enter the document's labels (targets, theorems, exercises, figures) beside its headings."""
    slugs = app.env.metadata[app.env.docname].setdefault("myst_slugs", {})
    for node in doctree.findall(nodes.Element):
        for name in node.get("ids", []):
            slugs.setdefault(name, (0, name, name))
    for node in doctree.findall(nodes.raw):
        if node["format"] == "html":
            node[:] = [nodes.Text(LINK.sub(r"\1.html", node.astext()))]


def setup(app):
    app.connect("doctree-read", add_targets)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
