"""Explorers on the page: frames become files, and the scripts join the pages that need them.

A file written by a cell would be lost when the cell's output comes from the cache; so `lib.explore`
puts the frames into the output, and they leave it here, as the page is written.
"""

import base64
import hashlib
import os
import re
from pathlib import Path

from sphinx.util.osutil import relative_uri

SCRIPTS = {
    "data-explore=": "explorers",
    "data-laboratory=": "laboratory",
    'class="untick"': "untick",
}
FRAME = re.compile(r"data:image/webp;base64,([A-Za-z0-9+/=]+)")


def extract_frames(app, pagename, templatename, context, doctree):
    """Move the pictures of a page's explorers and laboratory into `_images/explorers/`."""
    body = context.get("body", "")
    scripts = [name for mark, name in SCRIPTS.items() if mark in body]
    if not scripts:
        return
    folder = Path(app.outdir, "_images", "explorers")
    folder.mkdir(parents=True, exist_ok=True)
    page = app.builder.get_target_uri(pagename)

    def to_file(match):
        frame = base64.b64decode(match[1])
        name = hashlib.sha256(frame).hexdigest()[:16] + ".webp"
        (folder / name).write_bytes(frame)
        return relative_uri(page, f"_images/explorers/{name}")

    context["body"] = FRAME.sub(to_file, body)
    for name in scripts:
        app.add_js_file(f"{name}.js", loading_method="defer")
    for name in {"laboratory", "untick"}.intersection(scripts):
        app.add_css_file(f"{name}.css")


def setup(app):
    """Connect the above, and tell the notebooks that the build runs to draw explorers ahead."""
    os.environ["BOOK_EXPLORE"] = "static"
    app.connect("html-page-context", extract_frames)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
