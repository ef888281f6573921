"""How to cite the book, on its first page: `CITATION.cff` as a reference and as BibTeX."""

from pathlib import Path

import yaml
from docutils import nodes


def slug(cff):
    """Return the book's name in file names and keys: its title, as in `a-title`."""
    return cff["title"].lower().replace(" ", "-")


def named(author, bibtex=False):
    """Return an author's name, of a person or a group, as a reference prints it or for BibTeX.

    Raises ValueError when an author has neither a name nor a family name.
    """
    family = author.get("name") or author.get("family-names")
    if family is None:
        raise ValueError(f"CITATION.cff: {author} has no name and no family-names; give one")
    given, family = author.get("given-names"), f"{author.get('name-particle', '')} {family}".strip()
    if bibtex:  # braces keep it from taking a group for a person
        return f"{{{family}}}, {given}" if given else f"{{{family}}}"
    return f"{given} {family}" if given else family


def year(cff):
    """Return the year of the edition; YAML reads a date without quotes as a date."""
    return str(cff["date-released"])[:4]


def bibtex(cff, url):
    """Return the BibTeX entry for the citation data `cff` of an edition published at `url`."""
    fields = {
        "author": " and ".join(named(author, bibtex=True) for author in cff["authors"]),
        "title": cff["title"],
        "year": year(cff),
        "note": f"Version {cff['version']}",
        "url": url,
    }
    lines = [f"  {name:6} = {{{value}}}," for name, value in fields.items()]
    return "\n".join([f"@misc{{{slug(cff)},", *lines, "}"])


def cite(app, doctree):
    """Open the first page's section on citing with a reference in words, and its BibTeX entry.

    They are no part of the page's source, which a reader of Jupyter sees as it stands.
    """
    if app.env.docname != app.config.root_doc:
        return
    for section in doctree.findall(nodes.section):
        if "citing-this-book" in section["ids"]:
            source = Path(app.srcdir, "CITATION.cff")
            app.env.note_dependency(str(source))
            cff = yaml.safe_load(source.read_text("utf-8"))
            section[1:1] = citation(cff, app.config.html_baseurl)  # after the title


def citation(cff, url):
    """Return the two blocks for the citation data `cff` of an edition published at `url`."""
    reference = nodes.paragraph()
    reference += [
        nodes.Text(f"{', '.join(map(named, cff['authors']))}. "),
        nodes.emphasis("", cff["title"]),
        nodes.Text(f". Version {cff['version']}, {year(cff)}. "),
        nodes.reference("", url, refuri=url),
        nodes.Text(", also "),
        nodes.reference("", "as PDF", refuri=f"{url}{slug(cff)}.pdf"),  # the CI puts it there
        nodes.Text("."),
    ]
    entry = bibtex(cff, url)
    return [reference, nodes.literal_block(entry, entry, language="bibtex")]


def setup(app):
    app.connect("doctree-read", cite)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
