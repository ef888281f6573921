"""Previews: what a reference names, kept on the page that refers to it.

A link to a theorem, an equation, a figure, a cited work or an erratum gets the id of what
`theme/previews.js` shows over it: the target itself where it stands on the same page, else a
template at the end of the text, with a copy. The copies come from the pages as they are built.
"""

import posixpath
import re
from pathlib import Path
from urllib.parse import urljoin

LINK = re.compile(r'<a class="reference internal" href="([^"#]*)#([^"]+)"')
ADDED = re.compile(r' data-preview="[^"]*"|<template id="preview-.*?</template>\n', re.DOTALL)
BOX = r'div class="(?:proof|exercise|math)\b[^"]*"(?: data-tex="[^"]*")?'
KINDS = rf'<(?:{BOX}|p|figure [^>]*?)\s?id="{{}}"'
ERRATUM = r'<span id="{}"></span><h\d>([A-Z]\d+\. .*?)<a class="headerlink".*?</h\d>\s*'
ADDRESS = re.compile(r'href="(?!\w+:)([^"]*)"')
CONTROLS = re.compile(r" data-(?:explore|scene)='[^']*'")


def element(html, start):
    """The element that opens at a place of a page."""
    tag = re.compile(r"<(\w+)").match(html, start)[1]
    depth = 0
    for mark in re.compile(rf"<{tag}\b|</{tag}>").finditer(html, start):
        depth += 1 if mark[0] == f"<{tag}" else -1
        if depth == 0:
            return html[start : mark.end()]
    raise ValueError(f"{html[start : start + 80]!r} is not closed: is the page cut off?")


def statement(html, name):
    """The HTML of the theorem, equation, ... with the id `name`, or ""."""
    target = re.search(KINDS.format(re.escape(name)), html)
    return element(html, target.start()) if target else ""


def erratum(html, name):
    """The title and the entry of the erratum with the id `name`, or ""."""
    if target := re.search(ERRATUM.format(re.escape(name)), html, re.DOTALL):
        return f'<p class="admonition-title">{target[1]}</p>\n{element(html, target.end())}'
    return ""


def moved(html, source, page):
    """A statement of the page `source` as it can stand on `page`: without ids and controls."""

    def address(match):
        path = urljoin(source, match[1])
        return f'href="{posixpath.relpath(path, posixpath.dirname(page))}"'

    kept = re.sub(r' (id|aria-labelledby)="[^"]*"', "", CONTROLS.sub("", html))
    return ADDRESS.sub(address, kept)


def with_previews(page, pages):
    """The HTML of a page, with its links marked and its templates.

    `page` is its path in the site, and `pages` has the HTML of every page, without previews.
    """
    html, templates = pages[page], {}

    def mark(link):
        source, name = urljoin(page, link[1]), link[2]
        found = statement(pages.get(source, ""), name)
        if found and source == page:
            return f'{link[0]} data-preview="{name}"'
        if found := found or erratum(pages.get(source, ""), name):
            key = re.sub(r"\W+", "-", f"preview-{source}-{name}")
            templates[key] = moved(found, source, page)
            return f'{link[0]} data-preview="{key}"'
        return link[0]

    html = LINK.sub(mark, html)
    text, end, rest = html.partition("</main>")
    copies = (f'<template id="{key}">{copy}</template>\n' for key, copy in templates.items())
    return text + "".join(copies) + end + rest


def add_previews(app, exception):
    """Bring the previews of every page of the site up to date."""
    if exception is not None or app.builder.name != "html":
        return
    root = Path(app.outdir)
    files = {path.relative_to(root).as_posix(): path for path in sorted(root.rglob("*.html"))}
    pages = {page: ADDED.sub("", path.read_text("utf-8")) for page, path in files.items()}
    for page, path in files.items():
        path.write_text(with_previews(page, pages), "utf-8")


def setup(app):
    app.connect("build-finished", add_previews)
