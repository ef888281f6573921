"""Every notebook of the book is committed as `make notebooks` leaves it, and reads well."""

import copy
import re

import nbformat

from tests.chapters import ROOT, TOC, each_check, fail_with
from tools.notebooks import normalize

STEMS = sorted(path.stem for path in ROOT.glob("chapters/*.ipynb"))
LONGEST_CELL, LONGEST_LINE = 12, 76  # of code that is not folded; at 1280 px
PICTURE = re.compile(r"<svg|data:image|\"frames\"|'image/")
NUMBER = re.compile(r"(?<![\w^_.{])\d+(?:\.\d+)?")


def test_the_contents_name_every_page():
    listed = {TOC["root"], *(c["file"] for part in TOC["parts"] for c in part["chapters"])}
    written = {
        f"chapters/{p.stem}" for p in ROOT.glob("chapters/*.*") if p.suffix in (".ipynb", ".md")
    }
    fail_with(
        f"{name}: _toc.yml does not name it; add `- file: {name}` under a part, or delete it"
        for name in sorted(written - listed)
    )
    assert listed <= written, f"_toc.yml names {sorted(listed - written)}: no such page"


def is_as_make_notebooks_leaves_it(chapter):
    remedy = f"run `make notebooks NOTEBOOKS={chapter.name}`"
    nbformat.validate(chapter.notebook)
    normal = copy.deepcopy(chapter.notebook)
    normalize(normal)
    if normal != chapter.notebook:
        yield f"{chapter.name}: it holds pictures, or a machine's metadata; {remedy}"
    for count, (number, cell) in enumerate(chapter.of("code"), 1):
        if cell.execution_count != count:
            yield f"{chapter.at(number)}: it did not run in its turn; {remedy}"
        allowed = "raises-exception" in cell.metadata.get("tags", [])
        if not allowed and any(out.output_type == "error" for out in cell.outputs):
            yield f"{chapter.at(number)}: it ended in an error; mend it, and {remedy}"
        if any(PICTURE.search(str(out)) for out in cell.outputs):
            yield f"{chapter.at(number)}: it holds a picture; {remedy}"


def cells_show_one_thing(chapter):
    for number, cell in chapter.of("code"):
        lines, folded = cell.source.splitlines(), {"hide-input", "remove-input"}
        if not lines:
            yield f"{chapter.at(number)}: it is empty; delete it"
        elif len(lines) > LONGEST_CELL and not folded & {*cell.metadata.get("tags", [])}:
            yield (
                f"{chapter.at(number)}: it has {len(lines)} lines; split it after {LONGEST_CELL}, "
                "or, if it only draws or checks, tag it hide-input"
            )
        if wide := [line for line in lines if len(line) > LONGEST_LINE]:
            yield f"{chapter.at(number)}: break {wide[0]!r}; the page shows {LONGEST_LINE} columns"
        if cell.source.rstrip().endswith(";"):  # which plain nbval, as `make pythons`, ignores
            yield f"{chapter.at(number)}: no semicolon at its end; assign to _ what not to show"


def plain_values(cell) -> list[str]:
    """The plain text of each value that a cell shows."""
    return ["".join(out.get("data", {}).get("text/plain", "")) for out in cell.outputs]


def figures_say_what_they_show(chapter):
    """The alt text is the picture's own text, so a number in it is computed."""
    for number, cell in chapter.of("code"):
        if any(text.startswith("<Figure") for text in plain_values(cell)):
            yield f"{chapter.at(number)}: end it with `style.picture(ax, text)`, its alt text"
        about = cell.metadata.get("mystnb", {})
        figure = about.get("figure", {})
        if about and not (
            set(about) == {"figure"} and figure.get("caption") and figure.get("name")
        ):
            yield (
                f"{chapter.at(number)}: let its metadata's `mystnb` hold a `figure` alone, with a "
                "`caption` and a `name`"
            )
        if about and not any(plain_values(cell)):
            yield f"{chapter.at(number)}: a figure is the value of its cell; end with the picture"


def numbers_in_captions_are_computed(chapter):
    """No cell computes a caption, so each number in it must stand in the code or in an output."""
    known = set()
    for _, cell in chapter.of("code"):
        for out in cell.outputs:
            texts = [out.get("text", ""), *out.get("data", {}).values()]
            known |= {number for text in texts for number in NUMBER.findall("".join(text))}
    for number, cell in chapter.of("code"):
        caption = cell.metadata.get("mystnb", {}).get("figure", {}).get("caption", "")
        for unknown in sorted(
            set(NUMBER.findall(caption)) - known - {*NUMBER.findall(cell.source)}
        ):
            yield f"{chapter.at(number)}: its caption says {unknown}; let a cell print that number"


CHECKS = (
    is_as_make_notebooks_leaves_it,
    cells_show_one_thing,
    figures_say_what_they_show,
    numbers_in_captions_are_computed,
)
test_a_notebook = each_check(CHECKS, STEMS)
