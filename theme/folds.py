"""Folds, as `<details>`: what carries the class `dropdown`, and the code of a cell.

A figure's code stands below it; that of other cells, checks and imports, shows on demand.
"""

from html import escape

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.transforms.post_transforms import SphinxPostTransform


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
                html = ["<details><summary>", "</summary>", "</details>"]
                begin, middle, end = (nodes.raw("", tag, format="html") for tag in html)
                node[:] = [begin, title, middle, *node, end]


class OneFold(SphinxPostTransform):
    """Join the folded code of cells that follow one another into one fold, at the last of them."""

    default_priority = 200  # after MyST-NB has made the folds
    formats = ("html",)

    def run(self, **kwargs):
        for fold in list(self.document.findall(HideCodeCellNode)):
            cell = fold.parent
            if any(cell.findall(nodes.figure)):
                fold["classes"], fold["prompt_show"] = ["of-figure"], "The code of this figure"
                cell.remove(fold)
                cell.append(fold)
                continue
            after = cell.next_node(descend=False, siblings=True)
            if fold is not cell[-1] or after is None or after.get("nb_element") != "cell_code":
                continue
            if isinstance(after[0], HideCodeCellNode) and not any(after.findall(nodes.figure)):
                after[0][:0] = fold.children
                cell.remove(fold)
                if not cell.children:
                    cell.parent.remove(cell)


def begin(translator, node):
    """Begin a fold of code. MyST-NB gives all of them one name for a screen reader."""
    classes = " ".join(node["classes"])
    title = f'<p class="admonition-title">{escape(node["prompt_show"])}</p>'
    translator.body.append(f'<details class="admonition hide {classes}"><summary>{title}</summary>')


def end(translator, node):
    translator.body.append("</details>")


def setup(app):
    app.add_post_transform(Fold)
    app.add_post_transform(OneFold)
    app.add_node(HideCodeCellNode, override=True, html=(begin, end))
