"""Let a Markdown link name an explicit target of another chapter: `errata.ipynb#a12` for `(a12)=`.

MyST knows only the slugs of a document's headings there, and warns of anything else. A link written
so also opens the right notebook in JupyterLab, which a `{ref}` does not.
"""


def add_targets(app, doctree):
    """Enter the document's explicit targets beside its headings."""
    slugs = app.env.metadata[app.env.docname].setdefault("myst_slugs", {})
    for name, explicit in doctree.nametypes.items():
        if explicit and doctree.nameids.get(name):
            slugs.setdefault(name, (0, doctree.nameids[name], name))


def setup(app):
    app.connect("doctree-read", add_targets)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
