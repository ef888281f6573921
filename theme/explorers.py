"""Explorers: their states become files, and scripts and styles join the pages that need them.

A file written by a cell would be lost when the cell's output comes from the cache, so the states
stand in the output, which they leave here.
"""

import hashlib
import json
import re
from html import escape, unescape
from pathlib import Path

from sphinx.util.osutil import relative_uri

# A mark of a page's text, with the script, the style, or both that it needs.
SCRIPTS = {
    "<math": ["maths.css"],
    "data-explore=": ["explorers.js"],
    "data-scene=": ["scene.js", "scene.css"],
    "data-digit=": ["explorers.js", "digit.js", "digit.css"],
    'class="untick"': ["untick.js", "untick.css"],
    'class="answer"': ["answers.js", "answers.css"],
}
STATES = re.compile(r"data-(explore|digit)='([^']*)'")
LATER = ("sentences", "frames", "pieces", "rows")  # what the controls need when they move
FOR_AUTHORS = re.compile(r"^\s*//.*\n|^\s+|/\*[\s\S]*?\*/", re.MULTILINE)


def extract_states(app, pagename, templatename, context, doctree):
    """Move the states of a page's explorers into `_images/explorers/`."""
    body = context.get("body", "")
    folder = Path(app.outdir, "_images", "explorers")
    page = app.builder.get_target_uri(pagename)

    def to_file(match):
        data = json.loads(unescape(match[2]))
        later = {name: data.pop(name) for name in LATER if name in data}
        if not later:  # of a board that teaches nothing
            return match[0]
        states = json.dumps(later, ensure_ascii=False)
        name = hashlib.sha256(states.encode()).hexdigest()[:16]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.js").write_text(f'explored["{name}.js"] = {states};\n', "utf-8")
        data["file"] = relative_uri(page, f"_images/explorers/{name}.js")
        shown = escape(json.dumps(data, ensure_ascii=False), quote=False).replace("'", "&#39;")
        return f"data-{match[1]}='{shown}'"

    context["body"] = STATES.sub(to_file, body)
    for mark, files in SCRIPTS.items():
        if mark in body:
            for file in files:
                if file.endswith(".js"):
                    # After previews.js, which copies the figures as they were built.
                    app.add_js_file(file, priority=900, loading_method="defer")
                else:
                    app.add_css_file(file)


def leave_out_comments(app, exception):
    """Take comments and indentation, a sixth of the weight, from the site's scripts and styles."""
    for path in () if exception else map(Path, app.config.html_static_path):
        if path.suffixes in ([".js"], [".css"]):  # not .min.js, whose comment is a license
            text = Path(app.srcdir, path).read_text("utf-8")
            Path(app.outdir, "_static", path.name).write_text(FOR_AUTHORS.sub("", text), "utf-8")


def setup(app):
    app.connect("build-finished", leave_out_comments)
    app.connect("html-page-context", extract_states)
