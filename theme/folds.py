"""Fold what carries the class `dropdown`: solutions, and any admonition or proof that asks for it.

The fold is the browser's own `<details>`: it needs no script, takes the keyboard, and opens for a
search in the page.
"""

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform


def raw(html):
    return nodes.raw("", html, format="html")


class Fold(SphinxPostTransform):
    """Wrap the body of each folded node in `<details>`, with its title as the summary."""

    default_priority = 900  # titles are resolved by then
    formats = ("html",)

    def run(self, **kwargs):
        for node in self.document.findall(nodes.Admonition):
            if "dropdown" in node["classes"]:
                title = node.pop(0)
                for link in list(title.findall(nodes.reference)):  # a summary holds no link
                    link.replace_self(link.children)
                node[:0] = [raw("<details><summary>"), title, raw("</summary>")]
                node += raw("</details>")


def setup(app):
    app.add_post_transform(Fold)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
