"""Leave out of a page's HTML what no style and no script uses.

Sphinx's extensions mark more than book.css styles: each name and bracket of code, each word of a
name in a line, the arrows of folds. And the steps of a theorem, folded below it, are in a
`noscript`: a browser with scripts makes no elements of it until theme/book.js does, and one without
scripts shows the table.
"""

import re
from pathlib import Path

CSS = Path(__file__).with_name("book.css").read_text("utf-8")
RULES = re.findall(r"^\.highlight (.*?)\{", CSS, re.MULTILINE)  # one for each color
COLORED = set(re.findall(r"\.(\w+)", " ".join(RULES)))
CODE = re.compile(r"<pre>.*?</pre>", re.DOTALL)
TOKEN = re.compile(r'<span(?: class="(\w+)")?>([^<]*)</span>')
NAME = re.compile(r'(<code class="docutils literal notranslate">)(.*?)(?=</code>)', re.DOTALL)
ARROW = re.compile(r'<span class="sd-summary-state-marker.*?</span>', re.DOTALL)
FOLD = re.compile(r'(<details class="[^"]*sd-dropdown.*?</summary>)(.*?)(?=</details>)', re.DOTALL)


def uncolored(code):
    """A block of code without the marks of what has no color of its own."""
    return TOKEN.sub(lambda token: token[0] if token[1] in COLORED else token[2], code[0])


def as_noscript(fold):
    """A fold, its inside in a noscript if it holds the steps of a theorem."""
    summary, inside = fold.groups()
    steps = 'class="table steps"' in inside
    return f"{summary}<noscript>{inside}</noscript>" if steps else fold[0]


def lighten(app, pagename, templatename, context, doctree):
    """Take from a page's text what it does not need."""
    body = CODE.sub(uncolored, context.get("body", ""))
    body = NAME.sub(lambda name: name[1] + re.sub("</?span[^>]*>", "", name[2]), body)
    context["body"] = FOLD.sub(as_noscript, ARROW.sub("", body))


def setup(app):
    app.connect("html-page-context", lighten, priority=950)  # after groups, which name the cells
    return {"parallel_read_safe": True, "parallel_write_safe": True}
