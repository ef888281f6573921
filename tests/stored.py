"""The explorers of the chapters as their notebooks store them."""

import html
import json
import re
from itertools import product
from pathlib import Path

import nbformat

CHAPTERS = Path(__file__).parents[1] / "chapters"
DATA = re.compile(r"data-explore='([^']*)'")


def explorer(chapter: str, name: str) -> dict[tuple[str, ...], str]:
    """What each state of the figure `name` says, by the values of its controls."""
    notebook = nbformat.read(CHAPTERS / f"{chapter}.ipynb", as_version=4)
    (cell,) = (
        cell
        for cell in notebook.cells
        if cell.metadata.get("mystnb", {}).get("figure", {}).get("name") == name
    )
    data = json.loads(html.unescape(DATA.search(cell.outputs[0].data["text/html"])[1]))
    return dict(zip(product(*data["axes"].values()), data["sentences"], strict=True))
