"""The search's index: `searchindex.js`, ours in the place of Sphinx's.

It holds each page, section, theorem, exercise and solution of the book as built: its kind, its
title as printed, its address, its words, and the names that the index of terms gives it. So the
search (theme/search.js) fetches nothing else, and works on pages opened as files.
"""

import base64
import gzip
import json
import re
from pathlib import Path

from sphinx.errors import SphinxError

from theme.places import TERMS, Page

CLIENT = ["doctools", "documentation_options", "language_data", "searchtools", "sphinx_highlight"]


def index(pages):
    """The search's index.

    Parameters
    ----------
    pages : dict of str to str
        The HTML of each page by its name, in the book's order.

    Returns
    -------
    list of list
        Of each place the kind, the title, the address, the text, and its names in the index of
        terms. What that index names beyond the other places, as an equation, is a place too.
    """
    places, terms = {}, []
    for name, html in pages.items():
        for place in Page(name, html).places:
            kind, address = place["kind"], place["address"]
            title, text = (" ".join("".join(place[part]).split()) for part in ("title", "text"))
            if kind == "term":
                also = re.sub("^, also: ", "", text).split(", ") if text else []
                terms.append((address, [title, *also]))
            elif name != TERMS or kind == "page":
                places[address] = [kind, title, address, text, []]
    for address, names in terms:
        places.setdefault(address, ["term", names[0], address, "", []])[4].extend(names)
    return list(places.values())


def leave_out_sphinx_search(app):
    """Keep Sphinx from writing its index; `html_additional_pages` asks for the search page."""
    app.builder.search = False


def write(app, exception):
    """Write the index, packed: it would weigh more than twice as much."""
    if exception is not None or app.builder.name != "html":
        return
    files = {name: Path(app.outdir, f"{name}.html") for name in app.env.collect_relations()}
    try:
        places = index({name: file.read_text("utf-8") for name, file in files.items()})
    except ValueError as error:
        raise SphinxError(str(error)) from error
    packed = gzip.compress(json.dumps(places, ensure_ascii=False).encode(), mtime=0)
    script = f'const packed = "{base64.b64encode(packed).decode()}";\n'
    Path(app.outdir, "searchindex.js").write_text(script, "utf-8")
    for name in CLIENT:  # Sphinx's own, which no page loads
        Path(app.outdir, "_static", f"{name}.js").unlink(missing_ok=True)


def setup(app):
    app.connect("builder-inited", leave_out_sphinx_search)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
