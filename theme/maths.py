"""Turn every formula into MathML when the book is built, with Temml.

A page carries one text of a formula, for the eye and for a screen reader, and the browser typesets
it without a script or a network. A formula that Temml refuses is a warning that names its source
line, and so fails the build. `html_math_renderer: temml` in `_config.yml` switches this on.
"""

import atexit
import re
from functools import lru_cache
from html import escape
from pathlib import Path

from docutils import nodes
from py_mini_racer import JSEvalException, MiniRacer
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

from theme.about import plain_text
from theme.mathml import lighter, pieces

TEMML = Path(__file__).parent / "temml" / "temml.min.js"
GAP = '<span class="gap"> </span>'  # where alone a line may break: theme/book.css
logger = logging.getLogger(__name__)


@lru_cache(1)
def engine():
    """A JavaScript engine with Temml loaded."""
    racer = MiniRacer()
    atexit.register(racer.close)  # left to Python 3.13's own shutdown, its thread never ends
    racer.eval(TEMML.read_text("utf-8"))
    return racer


@lru_cache(None)
def typeset(tex, display):
    """The `math` elements of a formula, alone on its line or not; a line may break between two.

    Raises ValueError if Temml cannot read it, or if LaTeX would refuse what Temml lets pass.
    """
    if r"\tag" in tex:
        raise ValueError(f"A label numbers a formula, not \\tag (the formula is {tex.strip()!r})")
    options = {"displayMode": display, "throwOnError": True, "strict": True}
    try:
        html = engine().call("temml.renderToString", tex, options)
    except JSEvalException as error:
        reason = str(error).splitlines()[0].rpartition("Error: ")[2].strip()
        raise ValueError(f"{reason} (the formula is {tex.strip()!r})") from error
    return pieces(lighter(html, display))


def mathml_of(self, node, display):
    """The MathML of a math node; of a formula that is refused, its source, and report it."""
    try:
        return typeset(node.astext(), display)
    except ValueError as error:
        logger.warning("%s", error, location=node, type="temml")
        return [f"<code>{escape(node.astext())}</code>"]


def start_tag(self, node, tag, **attributes):
    """The start of a formula's element, with its source, which copying gives (theme/book.js)."""
    attributes["data-tex"] = " ".join(node.astext().split())
    return self.starttag(node, tag, "", CLASS="math notranslate", **attributes)[:-1]


def role(node, parts):
    """The role and words of a formula in parts, which is one thing to a screen reader."""
    return {"role": "math", "aria-label": plain_text(node.astext())} if len(parts) > 1 else {}


def visit_inline(self, node):
    """Write a formula in a line, as one element if no line breaks it."""
    parts = mathml_of(self, node, False)
    if len(parts) == 1 and parts[0].startswith("<math"):
        self.body.append(start_tag(self, node, "math") + parts[0].removeprefix("<math"))
    else:
        start = start_tag(self, node, "span", **role(node, parts))
        self.body.append(f"{start}>{GAP.join(parts)}</span>")
    raise nodes.SkipNode


def visit_block(self, node):
    """Write a displayed formula, with its number and a link to itself if it has a label."""
    parts = mathml_of(self, node, True)
    alone = self.starttag(nodes.inline(), "span", "", CLASS="alone", **role(node, parts))
    self.body.append(f"{start_tag(self, node, 'div')}>{alone}{GAP.join(parts)}</span>")
    if node["number"]:
        self.body.append(f'<span class="eqno">({get_node_equation_number(self, node)})')
        self.add_permalink_ref(node, "Link to this equation")
        self.body.append("</span>")
    self.body.append("</div>\n")
    raise nodes.SkipNode


class Tie(SphinxPostTransform):
    """Tie an inline formula to the bracket before it and to the punctuation after it.

    A browser takes a formula for a picture, and would break the line on either side of it.
    """

    default_priority = 900
    formats = ("html",)

    def run(self, **kwargs):
        for math in list(self.document.findall(nodes.math)):
            parent, place = math.parent, math.parent.index(math)
            before = self.cut(parent, place - 1, r"[(\[‘“]+$")
            after = self.cut(parent, place + 1, r"^[.,;:!?)\]’”–-]+")
            if before or after:
                tied = [nodes.Text(before), math, nodes.Text(after)]
                parent[place] = nodes.inline("", "", *tied, classes=["tied"])

    @staticmethod
    def cut(parent, place, pattern):
        """Take what matches off the text at a place, and return it."""
        text = parent[place] if 0 <= place < len(parent) else None
        match = re.search(pattern, text) if isinstance(text, nodes.Text) else None
        if not match:
            return ""
        parent[place] = nodes.Text(text[: match.start()] + text[match.end() :])
        return match[0]


def setup(app):
    app.add_post_transform(Tie)
    app.add_html_math_renderer("temml", (visit_inline, None), (visit_block, None))
    # One engine serves one process: it does not survive a fork.
    return {"parallel_read_safe": True, "parallel_write_safe": False}
