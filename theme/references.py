"""What Sphinx makes of a reference, in CommonMark: words with a link to the site."""

import re
from urllib.parse import urljoin

from docutils import nodes
from myst_parser.parsers.sphinx_ import MystParser
from sphinx.transforms import SphinxTransformer
from sphinx.util.docutils import sphinx_domains


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
        case nodes.paragraph() if not any(node.findall(is_resolved)):
            return ""
        case nodes.paragraph() | nodes.inline():
            return inside
    return node.astext()


def is_resolved(node):
    """Whether a node is a resolved role or link."""
    return isinstance(node, nodes.reference | nodes.math)
