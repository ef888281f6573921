"""The page for addresses that lead nowhere: `404.html`, with links that work from any depth.

A server shows it in place of `a.html` as of `a/b/c.html`, and so its links name the whole address.
"""

import re
from pathlib import Path

RELATIVE = re.compile(r'\b(href|src|action)="(?!#|\w+:)')


def make_absolute(app, exception):
    """Put the site's address before each relative link of `404.html`."""
    if exception is None and app.builder.name == "html":
        page = Path(app.outdir, "404.html")
        html = page.read_text("utf-8")
        page.write_text(RELATIVE.sub(rf'\1="{app.config.html_baseurl}', html), "utf-8")


def setup(app):
    app.connect("build-finished", make_absolute)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
