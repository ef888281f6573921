"""Typeset every formula when the book is built, with KaTeX.

A page then carries HTML for the eye and MathML for a screen reader, and needs neither a script
nor a network. A formula that KaTeX refuses is a warning that names its source line, and so fails
the build. `html_math_renderer: katex` in `_config.yml` switches this on.
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

KATEX = Path(__file__).parent / "katex"
BASE = '<span class="katex-base">'  # KaTeX breaks a line between these
# The brackets of an element: two side by side share one, and with an exponent, it nests two.
OPEN = re.compile('class="mopen[^"]*">(?!<span class="mopen)([^<]*)')
CLOSE = re.compile('class="mclose[^"]*">(?!<span class="mclose)([^<]*)')
logger = logging.getLogger(__name__)


@lru_cache(1)
def engine():
    """A JavaScript engine with KaTeX loaded."""
    racer = MiniRacer()
    atexit.register(racer.close)  # left to Python 3.13's own shutdown, its thread never ends
    racer.eval((KATEX / "katex.min.js").read_text("utf-8"))
    return racer


@lru_cache(None)
def typeset(tex, display):
    """Return the HTML (with hidden MathML) of one formula.

    Parameters
    ----------
    tex : str
        The formula, without delimiters.
    display : bool
        Whether it stands on its own line.

    Raises
    ------
    ValueError
        If KaTeX cannot read the formula, or if LaTeX would refuse what KaTeX lets pass.
    """
    options = {"displayMode": display, "throwOnError": True, "strict": "error"}
    try:
        html = engine().call("katex.renderToString", tex, options)
    except JSEvalException as error:
        reason = str(error).partition("KaTeX parse error: ")[2].splitlines()[0]
        raise ValueError(f"{reason} (the formula is {tex.strip()!r})") from error
    # The TeX that KaTeX adds for copying would be text of the page, raw and unseen: see tex_of.
    start, end = html.index("<annotation"), html.index("</annotation>") + len("</annotation>")
    return html[:start] + html[end:]


def brackets(kind, html):
    """Return how many brackets of a kind a part of a formula has; a large one holds no letter."""
    return sum(max(1, len(signs)) for signs in kind.findall(html))


def inline(tex):
    """Return the HTML of a formula in a line, which may break where no bracket is open.

    KaTeX would break ‖x − z‖ at its minus sign.
    """
    start, *bases = typeset(tex, False).split(BASE)
    html, depth = start, 0
    for i, base in enumerate(bases):
        html += ("<wbr>" if i and not depth else "") + BASE + base
        depth += brackets(OPEN, base) - brackets(CLOSE, base)
    return html


def write(self, node, typeset_as):
    """Append the HTML of a math node, or report its formula and append its source."""
    try:
        self.body.append(typeset_as(node.astext()))
    except ValueError as error:
        logger.warning("%s", error, location=node, type="katex")
        self.body.append(f"<code>{escape(node.astext())}</code>")


def tex_of(node):
    """The source of a math node as an attribute, which copying gives (theme/book.js)."""
    return {"data-tex": " ".join(node.astext().split())}


def visit_inline(self, node):
    """Write a formula in a line."""
    attributes = tex_of(node)
    start = self.starttag(node, "span", "", CLASS="math notranslate nohighlight", **attributes)
    self.body.append(start)
    write(self, node, inline)
    self.body.append("</span>")
    raise nodes.SkipNode


def visit_block(self, node):
    """Write a displayed formula, with its number and a link to itself if it has a label."""
    attributes = tex_of(node)
    self.body.append(self.starttag(node, "div", CLASS="math notranslate nohighlight", **attributes))
    write(self, node, lambda tex: typeset(tex, True))
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
    """Register the renderer."""
    app.add_post_transform(Tie)
    app.add_html_math_renderer("katex", (visit_inline, None), (visit_block, None))
    # One engine serves one process: it does not survive a fork.
    return {"parallel_read_safe": True, "parallel_write_safe": False}
