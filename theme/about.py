"""What a page says about itself: a description, its site, and where the code of a chapter lies."""

import re
from pathlib import Path
from urllib.parse import urljoin

from docutils import nodes

from lib.figures import letters

ROOMS = {"code": "lib", "theorems": "lib/theorems", "figures": "lib/figures", "tests": "tests"}
USUAL, MOST = 200, 300  # characters of a description: of several sentences, and of one


def said(tex):
    """Return a formula as plain text; what has no letters stays as TeX."""
    try:
        return letters.plain(tex, small=True).replace(", ", ",")  # which parts a list of names
    except ValueError:  # a command that has no letter
        return rf"\({tex}\)"


def in_words(node):
    """Return the text of a node, with its formulas as plain text."""
    copy = node.deepcopy()
    for math in list(copy.findall(nodes.math)):
        math.replace_self(nodes.Text(said(math.astext())))
    return " ".join(copy.astext().split())


def opening(doctree):
    """Return the text of a page's first paragraph, with the list that completes its sentence.

    Of a page without a heading, it is "".
    """
    section = next(doctree.findall(nodes.section), ())
    blocks = [n for n in section if isinstance(n, nodes.paragraph | nodes.bullet_list)]
    text = ""
    for block in blocks:
        parts = block if isinstance(block, nodes.bullet_list) else [block]
        text += " ".join(map(in_words, parts))
        if text.endswith((".", "?")):
            break
        text += " "
    return text


def description(text):
    """Return the first whole sentences of a text that need no TeX; of a list, its first items.

    Parameters
    ----------
    text : str
        Sentences, or an enumeration whose items end with semicolons.

    Returns
    -------
    str
        At most 200 characters, or a first sentence of at most 300; else nothing.
    """
    chosen = ""
    for sentence in re.split(r"(?<=[.?;]) ", text):
        longer = f"{chosen} {sentence}".strip()
        if "\\(" in sentence or len(longer) > (USUAL if chosen else MOST):
            break
        chosen = longer
    return re.sub(";$", ".", chosen)


def rooms(stem, root):
    """Return where the code, the theorems, the figures and the tests of a page lie, by name.

    Parameters
    ----------
    stem : str
        The page's name.
    root : Path
        The folder of the book. A room is a module or a package; one that is not there is left out.
    """
    found = {}
    for name, folder in ROOMS.items():
        place = f"{folder}/{'test_' if name == 'tests' else ''}{stem.replace('-', '_')}"
        for path in (place, f"{place}.py"):
            if (root / path).exists():
                found[name] = path
    return found


def describe(app, pagename, templatename, context, doctree):
    """Give the page's template its description, its rooms, and the address of the site."""
    context["page_description"] = description(opening(doctree)) if doctree else ""
    context["rooms"] = rooms(Path(pagename).name, Path(app.srcdir)) if doctree else {}
    context["site_image"] = urljoin(app.config.html_baseurl, "_static/page.png")


def setup(app):
    app.connect("html-page-context", describe, priority=900)  # after the theme, which cuts words
    return {"parallel_read_safe": True, "parallel_write_safe": True}
