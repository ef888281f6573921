"""Typeset every formula when the book is built, with KaTeX.

A page then carries HTML for the eye and MathML for a screen reader, and needs neither a script
nor a network. A formula that KaTeX refuses is a warning that names its source line, and so fails
the build. `html_math_renderer: katex` in `_config.yml` switches this on.
"""

from functools import lru_cache
from html import escape
from pathlib import Path

from docutils import nodes
from py_mini_racer import JSEvalException, MiniRacer
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

KATEX = Path(__file__).parent / "katex"
logger = logging.getLogger(__name__)


@lru_cache(1)
def engine():
    """A JavaScript engine with KaTeX loaded."""
    racer = MiniRacer()
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
        reason = next(
            line for line in str(error).splitlines() if "KaTeX" in line or "LaTeX" in line
        )
        raise ValueError(f"{reason.strip()} (in the formula {tex.strip()!r})") from error
    # The TeX source that KaTeX adds for copying would show up raw in the search results.
    start, end = html.index("<annotation"), html.index("</annotation>") + len("</annotation>")
    return html[:start] + html[end:]


def typeset_node(node, display):
    """Return the HTML of a math node, or report its formula and return the source."""
    try:
        return typeset(node.astext(), display)
    except ValueError as error:
        logger.warning("%s", error, location=node, type="katex")
        return f"<code>{escape(node.astext())}</code>"


def visit_inline(self, node):
    """Write an inline formula."""
    self.body.append(self.starttag(node, "span", "", CLASS="math notranslate nohighlight"))
    self.body.append(typeset_node(node, display=False) + "</span>")
    raise nodes.SkipNode


def visit_block(self, node):
    """Write a displayed formula, with its number and a link to itself if it has a label."""
    self.body.append(self.starttag(node, "div", CLASS="math notranslate nohighlight"))
    self.body.append(typeset_node(node, display=True))
    if node["number"]:
        self.body.append(f'<span class="eqno">({get_node_equation_number(self, node)})')
        self.add_permalink_ref(node, "Link to this equation")
        self.body.append("</span>")
    self.body.append("</div>\n")
    raise nodes.SkipNode


def setup(app):
    """Register the renderer."""
    app.add_html_math_renderer("katex", (visit_inline, None), (visit_block, None))
    # One engine serves one process: it does not survive a fork.
    return {"parallel_read_safe": True, "parallel_write_safe": False}
