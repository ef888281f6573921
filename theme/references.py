"""What Sphinx makes of a reference, in CommonMark: words with a link to the site."""

import re
from urllib.parse import urljoin

from docutils import nodes
from myst_parser.parsers.sphinx_ import MystParser
from sphinx.transforms import SphinxTransformer
from sphinx.util.docutils import sphinx_domains


def resolve(app, docname, sources):
    """Parse roles and links as the book's pages are, and let Sphinx resolve them.

    Parameters
    ----------
    app : Sphinx, when all its pages are written
    docname : the page that they stand on
    sources : the roles and links, in Markdown

    Returns
    -------
    dict
        The paragraph of each.
    """
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
    """Write a resolved reference as Markdown, or "" where it is unresolved.

    `page` is the address of the page that it stands on.
    """
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
