"""A chapter's Markdown without what only the book's parser reads: CommonMark, and formulas in `$`.

A theorem becomes a titled quote, a solution a fold, a reference words with a link to the site,
which Sphinx resolves as for the page. What has no rule here stays, and fails a test.
"""

import re
from collections import defaultdict
from functools import cache
from urllib.parse import urljoin

from docutils import nodes
from markdown_it.renderer import RendererHTML
from myst_parser.parsers.mdit import create_md_parser
from myst_parser.parsers.sphinx_ import MystParser
from sphinx.transforms import SphinxTransformer
from sphinx.util.docutils import sphinx_domains

# What carries a number, by its directive, and the role that prints the number.
NUMBERED = {"exercise": "numref"} | {
    f"prf:{kind}": "prf:ref"
    for kind in ("algorithm", "corollary", "definition", "lemma", "proposition", "theorem")
}
NOTES = {"attention", "caution", "danger", "error", "hint", "important", "note", "seealso", "tip"}
NOTES |= {"warning"}
VERBATIM = {"fence", "code_block", "math_block"}
VANISHING = {"myst_target", "myst_line_comment", "myst_block_break"}
INLINE = re.compile(
    r"""(?P<keep> (?P<ticks>`+)(?!`) .+? (?<!`)(?P=ticks)(?!`)    # code
                | (?P<dollars>\$\$?) [^$]+ (?P=dollars)           # a formula
                | \\. )                                           # a character, escaped
    | \{[\w:-]+\} (?P<role>`+)(?!`) .+? (?<!`)(?P=role)(?!`)      # a role
    | !? \[ (?: \$[^$]+\$ | `[^`]+` | [^\[\]$`] )* \]             # a link or an image
      \( (?!https?:) [^()\s]+ \)
    """,
    re.VERBOSE | re.DOTALL,
)
OPTION = re.compile(r":([\w-]+): *(.*)")


class Translator:
    """Translates the cells of a page, or of a notebook outside of the book, from their `sources`.

    Sphinx has written all its pages, and resolves the references in one go, which is fast.
    """

    def __init__(self, app, docname, sources):
        self.docname = docname
        self.address = urljoin(app.config.html_baseurl, f"{docname}.html")
        parser = create_md_parser(app.env.myst_config, RendererHTML)
        self.parse = cache(parser.disable("inline").parse)  # `INLINE` reads the lines
        self.resolved = defaultdict(lambda: nodes.Text(""))  # a look-up notes a reference
        for source in sources:
            self.translate(source)
        self.resolved = resolve(app, docname, list(self.resolved))

    def translate(self, source):
        """The Markdown of a cell, or of a directive's content, as CommonMark."""
        lines, done, at = source.split("\n"), [], 0
        for token in self.parse(source):
            if token.map is None or token.map[0] < at:  # inside the block before
                continue
            start, end = token.map
            if token.type in VANISHING:
                block = []
            elif token.type == "math_block_label":
                block = [self.number("\n".join(lines[start:end]), token.info)]
            elif token.info.startswith("{"):
                indent = re.match(" *", lines[start])[0]
                # One in the same line as its bullet would lose that.
                alone = lines[start].startswith(token.markup, len(indent))
                said = self.directive(token) if alone else None
                block = [indent + line for line in said.split("\n")] if said else lines[start:end]
            elif token.type in VERBATIM:
                block = lines[start:end]
            else:
                continue
            done += self.inline(lines[at:start]) + block
            at = end
        return "\n".join(done + self.inline(lines[at:]))

    def inline(self, lines):
        """Translate the roles and links in the lines of some paragraphs."""
        text = INLINE.sub(self.reference, "\n".join(lines))
        return text.split("\n") if lines else []

    def number(self, formula, label):
        """Give a displayed formula its number in place of its label."""
        number = self.resolved[f"{{eq}}`{label}`"].astext().strip("()")
        formula = formula.rpartition("$$")[0]
        end = len(formula.rstrip())
        return f"{formula[:end]} \\tag{{{number}}}{formula[end:]}$$"

    def directive(self, token):
        """A directive as a quote, a fold or a paragraph; None if no rule here knows it."""
        name, _, title = token.info[1:].partition("}")
        title = "".join(self.inline([title.strip()]))
        lines, options = token.content.rstrip().split("\n"), {}
        while lines and (match := OPTION.fullmatch(lines[0])):
            options[match[1]] = match[2]
            del lines[0]
        known = name in NOTES | NUMBERED.keys() | {"solution", "prf:proof", "dropdown"}
        titled = title and name in NOTES | {"prf:proof"}  # which print no title
        unnumbered = name in NUMBERED and "label" not in options
        if not known or titled or unnumbered or lines[:1] == ["---"]:  # options in YAML
            return None
        body = self.translate("\n".join(lines)).strip()
        if name == "solution":
            return fold("Solution", body)
        if name == "prf:proof":
            # The mark stands in the last line, unless that is a formula's or a list's.
            return f"**Proof.** {body}" + (" ∎" if body.endswith((".", ".)")) else "\n\n∎")
        if name in NUMBERED:
            number = self.resolved[f"{{{NUMBERED[name]}}}`{options['label']}`"].astext()
            title = f"{number} ({title})." if title else f"{number}."
        elif name in NOTES:
            title = f"{name.title()}." if name != "seealso" else "See also."
        if name == "dropdown" or "dropdown" in options.get("class", ""):
            return fold(title if name == "dropdown" else title.rstrip("."), body)
        return quote(f"**{title}**\n\n{body}")

    def reference(self, match):
        """A role or a link as what the page shows, with the site's address."""
        if match["keep"]:
            return match[0]
        # A link to the page itself needs its name: its headings are not in what is parsed.
        page = self.docname.rpartition("/")[2] + ".ipynb"
        found = self.resolved[match[0].replace("](#", f"]({page}#")]
        return markdown(found, self.address) or match[0]


def fold(title, body):
    """A block that opens on demand; blank lines let its Markdown be read."""
    return f"<details>\n<summary>{title}</summary>\n\n{body}\n\n</details>"


def quote(text):
    """A quote, each formula in one line: some viewers show the `>` of the next."""
    text = re.sub(r"\$\$[^$]+\$\$", lambda match: match[0].replace("\n", " "), text).rstrip()
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def resolve(app, docname, sources):
    """The roles and links of a page, in Markdown, each with the paragraph that Sphinx makes."""
    env = app.env
    document = env.get_doctree(app.config.root_doc).copy()  # its settings, and no text
    env.prepare_settings(docname)
    with sphinx_domains(env):
        MystParser().parse("\n\n".join(sources), document)
    transformer = SphinxTransformer(document)
    transformer.set_environment(env)
    transformer.add_transforms(app.registry.get_post_transforms())
    transformer.apply_transforms()
    paragraphs = [node for node in document.children if isinstance(node, nodes.paragraph)]
    return dict(zip(sources, paragraphs, strict=True))


def markdown(node, page):
    """A resolved reference as Markdown, on a page with an address; "" where it is unresolved."""
    inside = "".join(markdown(child, page) for child in node.children)
    match node:
        case nodes.Text():
            return re.sub(r"[\\`*_<$\[\]]", r"\\\g<0>", node.astext())
        case nodes.reference() if "refuri" in node or "refid" in node:
            address = node["refuri"] if "refuri" in node else f"#{node['refid']}"
            return f"[{inside}]({urljoin(page, address)})"
        case nodes.math():
            return f"${node.astext()}$"
        case nodes.literal():
            return f"`{node.astext()}`"
        case nodes.emphasis():
            return f"*{inside}*"
        case nodes.strong():
            return f"**{inside}**"
        case nodes.paragraph() if not any(map(node.next_node, [nodes.reference, nodes.math])):
            return ""
        case nodes.paragraph() | nodes.inline():
            return inside
    return node.astext()
