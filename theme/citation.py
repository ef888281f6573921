"""How to cite the book, on its first page: `CITATION.cff` as a reference and as BibTeX."""

from pathlib import Path

import yaml
from docutils import nodes
from sphinx.util.docutils import SphinxDirective


def slug(cff):
    """Return the book's name in file names and keys: its title, as in `a-title`."""
    return cff["title"].lower().replace(" ", "-")


def bibtex(cff, url):
    """Return the BibTeX entry for the citation data `cff` of an edition published at `url`."""
    fields = {
        "author": " and ".join(f"{{{author['name']}}}" for author in cff["authors"]),
        "title": cff["title"],
        "year": cff["date-released"][:4],
        "note": f"Version {cff['version']}",
        "url": url,
    }
    lines = [f"  {name:6} = {{{value}}}," for name, value in fields.items()]
    return "\n".join([f"@misc{{{slug(cff)},", *lines, "}"])


class CiteThisBook(SphinxDirective):
    """`cite-this-book`: a reference in words, and its BibTeX entry."""

    def run(self):
        source = Path(self.env.srcdir, "CITATION.cff")
        self.env.note_dependency(str(source))
        cff = yaml.safe_load(source.read_text("utf-8"))
        url = self.config.html_baseurl
        authors = ", ".join(author["name"] for author in cff["authors"])
        reference = nodes.paragraph()
        reference += [
            nodes.Text(f"{authors}. "),
            nodes.emphasis("", cff["title"]),
            nodes.Text(f". Version {cff['version']}, {cff['date-released'][:4]}. "),
            nodes.reference("", url, refuri=url),
            nodes.Text(", also "),
            nodes.reference("", "as PDF", refuri=f"{url}{slug(cff)}.pdf"),  # the CI puts it there
            nodes.Text("."),
        ]
        entry = bibtex(cff, url)
        return [reference, nodes.literal_block(entry, entry, language="bibtex")]


def setup(app):
    app.add_directive("cite-this-book", CiteThisBook)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
