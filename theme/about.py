"""Metadata of a page: its description, its site, and where the code of its chapter is.

The page for addresses that do not exist, `404.html`, names the whole address of each link, since a
server shows it in place of `a.html` as of `a/b/c.html`. Its styles stand in it, and of the scripts
the one that reads the theme.
"""

import re
from pathlib import Path
from textwrap import shorten

from docutils import nodes
from sphinx.util import logging

from lib.figures import letters
from theme.first_page import slug

FOLDERS = {"code": "lib", "theorems": "lib/theorems", "figures": "lib/figures", "tests": "tests"}
LOADED = re.compile(r'<link rel="stylesheet".*?href="_static/([\w.]+).*?>|<script \w.*?</script>')
RELATIVE = re.compile(r'\b(href|src|action)="(?!#|\w+:)')
logger = logging.getLogger(__name__)


def plain_text(tex):
    """A formula as plain text; what has no letters is a warning, and stays TeX."""
    try:
        return letters.plain(tex, small=True).replace(", ", ",")  # which parts a list of names
    except ValueError as error:
        logger.warning("%s", error, type="letters")
        return tex


def opening(doctree):
    """The text of a page's first paragraph, with the list that completes its sentence."""
    section = next(doctree.findall(nodes.section), ())
    text = ""
    for block in section:
        if not isinstance(block, nodes.paragraph | nodes.bullet_list):
            continue
        copy = block.deepcopy()
        for math in list(copy.findall(nodes.math)):
            math.replace_self(nodes.Text(plain_text(math.astext())))
        text = " ".join(f"{text} {copy.astext()}".split())
        if text.endswith((".", "?")):
            break
    return text


def source_files(stem, root):
    """Where the code, the theorems, the figures and the tests of a page lie, by name.

    Each is a module, a package or a text in the folder `root` of the book, if it is there.
    """
    found = {}
    for name, folder in FOLDERS.items():
        place = f"{folder}/{'test_' if name == 'tests' else ''}{stem.replace('-', '_')}"
        for path in (place, f"{place}.py", f"{place}.txt"):
            if (root / path).exists():
                found[name] = path
    return found


def describe(app, pagename, templatename, context, doctree):
    """Give the page's template its description, its source files, and the address of the site."""
    text = opening(doctree) if doctree else ""
    context["page_description"] = shorten(text, 200, placeholder=" …")
    context["source_files"] = source_files(Path(pagename).name, Path(app.srcdir)) if doctree else {}
    if pagename == "404":
        static = {Path(path).name: Path(app.srcdir, path) for path in app.config.html_static_path}
        html = LOADED.sub(
            lambda file: f"<style>{static[file[1]].read_text('utf-8')}</style>" if file[1] else "",
            app.builder.templates.render("missing.html", context),
        )
        context["missing"] = RELATIVE.sub(rf'\1="{app.config.html_baseurl}', html)
    base, name = app.config.html_baseurl, slug(app.config.html_title)
    context["book_pdf"], context["site_image"] = f"{base}{name}.pdf", f"{base}_static/page.png"


def setup(app):
    app.connect("html-page-context", describe, priority=900)  # after the theme, which cuts words
