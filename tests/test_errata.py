"""Every erratum has an anchor, a cell and a checked output, and the chapters link to it."""

import json
import re
from pathlib import Path

import pytest

CHAPTERS = Path(__file__).parents[1] / "chapters"
FACTS = 44  # the errata that the five notes had when the book began; later ones follow


def cells(name):
    """The cells of a chapter, each with its source as one string."""
    notebook = json.loads((CHAPTERS / name).read_text("utf-8"))
    return [{**cell, "source": "".join(cell["source"])} for cell in notebook["cells"]]


def anchors():
    """Each erratum's number and the cell after its heading."""
    found = []
    errata = cells("errata.ipynb")
    for cell, after in zip(errata, [*errata[1:], None], strict=True):
        for number in re.findall(r"^\(a(\d+)\)=\n### A\1\. \S", cell["source"], re.MULTILINE):
            found.append((int(number), after))
    return found


def test_all_errata_are_there_once():
    numbers = [number for number, _ in anchors()]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    assert len(numbers) >= FACTS


@pytest.mark.parametrize(("number", "cell"), anchors())
def test_an_erratum_is_shown_by_a_cell_with_an_output(number, cell):
    assert cell is not None and cell["cell_type"] == "code"
    text = "".join(
        "".join(output.get("text", output.get("data", {}).get("text/markdown", "")))
        for output in cell["outputs"]
    )
    assert text.strip(), f"the cell of A{number} prints nothing that a test could compare"


def mentions():
    """Each chapter with the errata that it names."""
    for path in sorted(CHAPTERS.glob("*.ipynb")):
        if path.name != "errata.ipynb":
            text = "\n".join(c["source"] for c in cells(path.name) if c["cell_type"] == "markdown")
            yield pytest.param(path.stem, text, id=path.stem)


@pytest.mark.parametrize(("chapter", "text"), mentions())
def test_a_chapter_links_to_the_errata_that_it_names_and_back(chapter, text):
    known = {number for number, _ in anchors()}
    named = {int(number) for number in re.findall(r"\bA(\d+)\b", text)}
    linked = {int(number) for number in re.findall(r"\]\(errata\.ipynb#a(\d+)\)", text)}
    assert named == linked, "write an erratum as [Erratum A12](errata.ipynb#a12)"
    assert linked <= known
    back = "\n".join(c["source"] for c in cells("errata.ipynb"))
    for number in sorted(linked):
        entry = back.split(f"(a{number})=")[1].split("\n(a")[0]
        assert f"]({chapter}.ipynb)" in entry, f"A{number} does not lead back to {chapter}"
