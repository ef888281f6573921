"""What the build adds to the first page: how to cite the book, and how much is checked.

The reference comes from CITATION.cff, the numbers from the stored outputs of two notebooks.
"""

import json
import re
from html import escape
from pathlib import Path

import yaml
from docutils import nodes
from sphinx.errors import SphinxError

# Where the first cell that prints counts, and which of its lines.
COUNTING = {"chapters/proof-map.ipynb": slice(None), "chapters/errata.ipynb": slice(-1, None)}


def slug(title):
    """The book's name in file names and keys: its title, as in `a-title`."""
    return title.lower().replace(" ", "-")


def authors(cff):
    """The names of the authors, persons or groups; raises SphinxError for one without."""
    parts = ("given-names", "family-names", "name")
    names = [" ".join(one[part] for part in parts if part in one) for one in cff["authors"]]
    if not all(names):
        raise SphinxError("CITATION.cff has an author without a name; give name, or family-names")
    return names


def citation(cff, url):
    """The reference, in HTML, and the BibTeX entry of an edition published at `url`."""
    names, key = authors(cff), slug(cff["title"])
    year = str(cff["date-released"])[:4]  # YAML reads a date without quotes as a date
    edition, pdf = f"Version {cff['version']}", f"{url}{key}.pdf"  # the CI puts it there
    links = f'<a href="{url}">{url}</a>, also <a href="{pdf}">as PDF</a>'
    what = f"{escape(', '.join(names))}. <em>{escape(cff['title'])}</em>"
    # Braces keep the name of a group from being cut.
    pairs = zip(cff["authors"], names, strict=True)
    cut = [f"{{{name}}}" if "name" in one else name for one, name in pairs]
    fields = {"author": " and ".join(cut), "title": cff["title"], "year": year}
    fields |= {"note": edition, "url": url}
    lines = [f"  {name:6} = {{{value}}}," for name, value in fields.items()]
    entry = "\n".join([f"@misc{{{key},", *lines, "}"])
    return f"<p>{what}. {edition}, {year}. {links}.</p>", entry


def counted(path, lines):
    """What a notebook's first cell to print has counted: pairs of a number and a noun.

    The slice `lines` are those that hold counts, as in "34 errata, 16 clarifications". Raises
    SphinxError when no cell has printed, or a line holds anything else.
    """
    cells = json.loads(path.read_text("utf-8"))["cells"]
    outputs = (output for cell in cells for output in cell.get("outputs", ()))
    printed = next(("".join(output["text"]) for output in outputs if "text" in output), "")
    items = ", ".join(printed.splitlines()[lines]).split(", ")
    if not all(re.match(r"\d+ \w", item) for item in items):
        raise SphinxError(f"{path}: its first cell to print shows no counts; run `make notebooks`")
    return [item.split(" ", 1) for item in items]


def complete(app, doctree):
    """Open the section on citing with the citation, and close that on what is checked."""
    if app.env.docname != app.config.root_doc:
        return
    root = Path(app.srcdir)
    for section in doctree.findall(nodes.section):
        if "citing-this-book" in section["ids"]:
            app.env.note_dependency(str(root / "CITATION.cff"))
            cff = yaml.safe_load((root / "CITATION.cff").read_text("utf-8"))
            html, entry = citation(cff, app.config.html_baseurl)
            bibtex = nodes.literal_block(entry, entry, language="bibtex")
            section[1:1] = [nodes.raw("", html, format="html"), bibtex]  # after the title
        if "what-is-checked" in section["ids"]:
            items = []
            for name, lines in COUNTING.items():
                app.env.note_dependency(str(root / name))
                items += counted(root / name, lines)
            html = (f"<li><p><strong>{number}</strong> {noun}</p></li>" for number, noun in items)
            section += nodes.raw("", f'<ul class="counts">{"".join(html)}</ul>', format="html")


def setup(app):
    app.connect("doctree-read", complete)
