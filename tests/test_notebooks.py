"""Every chapter is committed as `make notebooks` leaves it, and keeps to the book's conventions."""

import copy
import re
from pathlib import Path

import nbformat
import pytest
import yaml
from nbformat.v4 import new_output

from lib.explore import explore
from lib.figures import style
from tools.notebooks import normalize, strip_pictures

ROOT = Path(__file__).parents[1]
CHAPTERS = ROOT / "chapters"
NOTEBOOKS = sorted(CHAPTERS.glob("*.ipynb"))
TEXTS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
PAGES = [*NOTEBOOKS, *sorted(CHAPTERS.glob("*.md")), *TEXTS]

LONGEST_CELL, LONGEST_FOLDED = 12, 24  # a cell that draws is folded
HEADINGS = ("## Exercises", "## Sources")
# The first page, and reference: they teach no single topic.
WITHOUT_HEADINGS = {"index", "errata", "notation", "proof-map"}

# What is not prose: fenced code (but not a directive, whose content is), formulas, code spans,
# images, addresses.
NOT_PROSE = re.compile(
    r"^(`{3,}|~{3,})\w[^\n]*\n.*?^\1$|\$\$.*?\$\$|\$[^$]*\$|`[^`\n]*`|!\[|https?://\S+|<!--.*?-->",
    re.DOTALL | re.MULTILINE,
)
UNWANTED = re.compile(r"\bsimply\b|\bobviously\b|!", re.IGNORECASE)


def by_name(path: Path) -> str:
    return path.name


@pytest.fixture(params=NOTEBOOKS, ids=by_name)
def path(request) -> Path:
    return request.param


@pytest.fixture
def notebook(path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def markdown(path: Path) -> str:
    """All prose of a page, a blank line between cells."""
    if path.suffix == ".md":
        return path.read_text("utf-8")
    cells = nbformat.read(path, as_version=4).cells
    return "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def test_the_contents_name_every_chapter_and_no_other():
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    listed = {toc["root"]}
    groups = [toc, *toc.get("parts", [])]
    listed |= {entry["file"] for group in groups for entry in group.get("chapters", [])}
    written = [p for p in CHAPTERS.iterdir() if p.suffix in {".ipynb", ".md"}]
    assert listed == {f"chapters/{p.stem}" for p in written}


def test_ran_in_order_and_without_error(notebook):
    cells = code_cells(notebook)
    counts = [cell.execution_count for cell in cells]
    assert counts == list(range(1, len(cells) + 1)), "run `make notebooks`"
    for cell in cells:
        errors = [out for out in cell.outputs if out.output_type == "error"]
        assert not errors or "raises-exception" in cell.metadata.get("tags", []), cell.source


def test_is_as_make_notebooks_leaves_it(notebook):
    nbformat.validate(notebook)
    normal = copy.deepcopy(notebook)
    normalize(normal)
    assert normal == notebook, "run `make notebooks`: it strips pictures and settles the metadata"


PICTURE = re.compile(r"<svg|data:image|\"frames\"|'image/")


def test_holds_no_picture(notebook):
    """No drawing, no bitmap and no states of an explorer: a diff shows numbers and words."""
    outputs = [str(out) for cell in code_cells(notebook) for out in cell.outputs]
    assert [out[:100] for out in outputs if PICTURE.search(out)] == [], "run `make notebooks`"


def test_a_picture_is_found(monkeypatch):
    """The test of the test: each form that a kernel gives is seen, and none is left."""
    monkeypatch.setenv("BOOK_EXPLORE", "static")
    explorer = explore(lambda ax, a: ax.set_title(a) and f"A title of {a}.", a=[1, 2])
    for shown in (style.picture(style.blank(), "A blank page."), explorer):
        data = shown._repr_mimebundle_() | {"image/svg+xml": "", "image/png": ""}
        for mime in data.keys() - {"text/plain"}:
            assert PICTURE.search(str(new_output("display_data", {mime: data[mime]})))
        output = new_output("display_data", data)
        strip_pictures(output)
        assert not PICTURE.search(str(output))


def test_code_cells_are_short(notebook):
    for cell in code_cells(notebook):
        folded = "hide-input" in cell.metadata.get("tags", [])
        longest = LONGEST_FOLDED if folded else LONGEST_CELL
        assert 0 < len(cell.source.splitlines()) <= longest, cell.source


def test_no_semicolon_hides_an_output(notebook):
    """Under plain nbval, as in what Binder installs, a closing semicolon hides nothing."""
    for cell in code_cells(notebook):
        assert not cell.source.rstrip().endswith(";"), f"return None, or assign to _: {cell.source}"


def words(cell) -> list[str]:
    """The plain text of each value that a cell shows."""
    return ["".join(out.get("data", {}).get("text/plain", "")) for out in cell.outputs]


def test_figures_have_caption_and_name_and_say_what_they_show(notebook):
    """The alt text is the picture's own text, so a number in it is computed."""
    for cell in code_cells(notebook):
        assert not any(text.startswith("<Figure") for text in words(cell)), (
            f"end the cell with style.picture(ax, text), or a function that does: {cell.source}"
        )
        about = cell.metadata.get("mystnb", {})
        if about:
            assert set(about) == {"figure"}, "the alt text is the picture's, not the cell's"
            assert about["figure"].get("caption") and about["figure"].get("name"), cell.source
            assert any(len(text) > 40 for text in words(cell)), cell.source


NUMBER = re.compile(r"(?<![\w^_.{])\d+(?:\.\d+)?")


def test_numbers_in_captions_come_from_the_chapter(notebook):
    """A caption is not computed, so each number in it must stand in the cell or in an output."""
    known = set()
    for cell in code_cells(notebook):
        for out in cell.outputs:
            texts = [out.get("text", ""), *out.get("data", {}).values()]
            known |= {number for text in texts for number in NUMBER.findall("".join(text))}
    for cell in code_cells(notebook):
        caption = cell.metadata.get("mystnb", {}).get("figure", {}).get("caption", "")
        unknown = set(NUMBER.findall(caption)) - known - set(NUMBER.findall(cell.source))
        assert not unknown, f"{unknown} stand in no output: {caption}"


def test_code_fits_its_column(notebook):
    """At 1280 px a line of code holds 76 characters."""
    lines = [line for cell in code_cells(notebook) for line in cell.source.splitlines()]
    assert [line for line in lines if len(line) > 76] == []


def test_figure_names_are_unique():
    cells = [cell for p in NOTEBOOKS for cell in code_cells(nbformat.read(p, as_version=4))]
    figures = [cell.metadata.get("mystnb", {}).get("figure", {}) for cell in cells]
    names = [figure["name"] for figure in figures if "name" in figure]
    assert len(names) == len(set(names))


def test_ends_with_exercises_and_sources(path):
    lines = markdown(path).splitlines()
    assert lines[0].startswith("# "), "the first line is the chapter's title"
    if path.stem not in WITHOUT_HEADINGS:
        assert [heading for heading in HEADINGS if heading not in lines] == []


@pytest.mark.parametrize("page", PAGES, ids=by_name)
def test_prose_has_no_unwanted_words(page):
    prose = NOT_PROSE.sub(" ", markdown(page))
    found = [line for line in prose.splitlines() if UNWANTED.search(line)]
    assert found == []


def test_unwanted_words_are_found():
    """The test of the test: formulas and code may hold what prose may not."""
    allowed = "```python\na != b\n```\n$n!$, `!ls` and ![alt](picture.png)"
    assert not UNWANTED.search(NOT_PROSE.sub(" ", allowed))
    for line in ["Simply add it.", "```{note}\nObviously so.\n```", "$n$!"]:
        assert UNWANTED.search(NOT_PROSE.sub(" ", line))
