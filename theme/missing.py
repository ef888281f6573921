"""The page for addresses that do not exist: `404.html`, with links that work from any depth.

A server shows it in place of `a.html` as of `a/b/c.html`, and so its links name the whole address.
"""

import re

RELATIVE = re.compile(r'\b(href|src|action)="(?!#|\w+:)')


def make_absolute(app, pagename, templatename, context, doctree):
    """Put the site's address before each relative link of `404.html`."""
    if pagename == "404":
        html = app.builder.templates.render("missing.html", context)
        context["missing"] = RELATIVE.sub(rf'\1="{app.config.html_baseurl}', html)


def setup(app):
    app.connect("html-page-context", make_absolute, priority=900)  # when all links are known
    return {"parallel_read_safe": True, "parallel_write_safe": True}
