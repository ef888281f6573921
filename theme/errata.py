"""The table of errata by note and by kind: links above it, whose addresses show their rows alone.

Each row gets its note and its kind as classes, and each of these a link to itself: the address
`errata.html#chevaleyre` can be sent to the author of a note. By the address alone a style decides
what is shown, without a script.
"""

from collections import Counter

from docutils import nodes

HEAD = ["entry", "note", "place", "kind"]  # of the columns before what is printed and what is right
RULE = ":root:has(#{0}:target) .errata tbody tr:not(.{0}) {{ display: none; }}\n"


def links(label, counts):
    """A list of links, one for each name, with the number of rows that it shows."""
    items = "".join(
        f'<li id="{nodes.make_id(name)}"><a href="#{nodes.make_id(name)}">{name}</a>&nbsp;{count}'
        '<span class="visually-hidden"> shown</span></li>\n'
        for name, count in counts.items()
    )
    return f'<p id="by-{label}">By {label}</p>\n<ul aria-labelledby="by-{label}">\n{items}</ul>\n'


def sort_rows(app, doctree):
    """Name the rows of a table of errata, and put the links above it; the outline has none."""
    for table in doctree.findall(nodes.table):
        head, *rows = ([cell.astext() for cell in row] for row in table.findall(nodes.row))
        if head[:4] != HEAD:
            continue
        notes, kinds = Counter(), Counter()
        for row, (_, note, _, kind, *_) in zip([*table.findall(nodes.row)][1:], rows, strict=True):
            names = note.split("; ")
            notes.update(names)
            kinds[kind] += 1
            row["classes"] += map(nodes.make_id, [*names, kind])
        every = {"All": len(rows)}
        inside = links("note", every | notes) + links("kind", dict(kinds.most_common()))
        rules = "".join(RULE.format(nodes.make_id(name)) for name in notes | kinds)
        inside += f"<style>\n{rules}</style>\n"
        app.env.metadata[app.env.docname]["tocdepth"] = 2  # the table has the links to the entries
        nav = f'<nav class="filter" aria-label="Entries shown">\n{inside}</nav>\n'
        table.parent.insert(table.parent.index(table), nodes.raw("", nav, format="html"))
        return


def setup(app):
    app.connect("doctree-read", sort_rows)
