"""Every entry of the errata has an anchor, a kind, a row of the table, a cell with an output.

An entry is an erratum, where a note says what is not so, or a clarification, where it is right.
Chapters link to it. A number that was withdrawn keeps its address, and no chapter names it.
"""

import re
from collections import Counter

import pytest

from tests.chapters import ROOT, chapter

ERRATA = chapter("errata")

ENTRY = re.compile(r"^\(a(\d+)\)=\n### A\1\. \S", re.MULTILINE)
WITHDRAWN = re.compile(r"^## Withdrawn\n\n(?:\(a\d+\)=\n)+.+", re.MULTILINE)
KIND = re.compile(r"^- \*\*Kind\*\*: ([a-z ]+)$", re.MULTILINE)
WRONG = {"sign", "strictness", "missing hypothesis", "omission", "typing", "false claim"}
FIELD = re.compile(r"^- \*\*(\w+)\*\*: (.+)$", re.MULTILINE)
NUMBER = re.compile(r"\[A(\d+)\]")
TARGET = r"\(errata\.ipynb#a(\d+)\)"
NUMBERED = re.compile(r"\bA(\d+)\b")
ONE = re.compile(r"\[(Erratum|Clarification) A(\d+)\]" + TARGET)
SEVERAL = re.compile(r"\b(Errata|Clarifications)((?:,? (?:and )?\[A\d+\]\([^)]*\))+)")
WORDS = {"Erratum": False, "Errata": False, "Clarification": True, "Clarifications": True}
HOW = "write [Erratum A7](errata.ipynb#a7), or [Clarification A12](errata.ipynb#a12)"


# Each entry's number, its text, and the cell after it.
ENTRIES = [
    (int(match[1]), cell.source, after)
    for cell, after in zip(ERRATA.cells, [*ERRATA.cells[1:], None], strict=True)
    for match in ENTRY.finditer(cell.source)
]


def links(text):
    """(whether it is called a clarification, number in the text, number in the address)."""
    for word, number, target in ONE.findall(text):
        yield WORDS[word], int(number), int(target)
    for word, group in SEVERAL.findall(text):
        for number, target in re.findall(r"\[A(\d+)\]" + TARGET, group):
            yield WORDS[word], int(number), int(target)


def test_every_number_is_an_entry_or_withdrawn():
    numbers = {number for number, _, _ in ENTRIES}
    assert len(numbers) == len(ENTRIES)
    (section,) = WITHDRAWN.findall(ERRATA.text)
    withdrawn = {int(number) for number in re.findall(r"^\(a(\d+)\)=", section, re.MULTILINE)}
    assert numbers.isdisjoint(withdrawn)
    assert numbers | withdrawn == set(range(1, len(numbers) + len(withdrawn) + 1))
    assert withdrawn == {int(number) for number in NUMBERED.findall(section)} - numbers, "say why"


@pytest.mark.parametrize(
    ("text", "cell"), [pytest.param(*rest, id=f"A{number}") for number, *rest in ENTRIES]
)
def test_an_entry_has_its_fields_and_is_shown_by_a_cell_with_an_output(text, cell):
    (kind,) = KIND.findall(text)
    assert kind in {*WRONG, "clarification"} and len(ENTRY.findall(text)) == 1
    clear, right = ("- **Clear**: " in text), ("- **Right**: " in text)
    assert clear == (not right) == (kind == "clarification")
    names, values = zip(*FIELD.findall(text), strict=True)
    assert (names[:3], names[-1]) == (("Kind", "Where", "Printed"), "See")
    assert max(map(len, values[-3:-1])) < 100, "let the text below say more"
    assert cell is not None and cell.cell_type == "code"
    shown = "".join(
        "".join(output.get("text", output.get("data", {}).get("text/markdown", "")))
        for output in cell.outputs
    )
    assert shown.strip(), "the cell prints nothing that a test could compare"


def row(number, text):
    """An entry's row of the table; it stands in as many notes as in places."""
    kind, where, printed, right, _ = (value for _, value in FIELD.findall(text))
    notes, places = zip(*(one.split(", ", 1) for one in where.split("; ")), strict=True)
    cells = (f"[A{number}](#a{number})", "; ".join(notes), "; ".join(places), kind, printed, right)
    return f"| {' | '.join(cells)} |"


def test_the_table_says_what_the_entries_say_in_their_order():
    """And the count of the first cell, which the home page shows, counts them."""
    rows = [line for line in ERRATA.cells[0].source.split("\n") if "| [A" in line]
    assert rows == [row(number, text) for number, text, _ in ENTRIES]
    names = {}
    exec(next(cell.source for _, cell in ERRATA.of("code")), names)
    assert names["counts"] == Counter(KIND.search(text)[1] for _, text, _ in ENTRIES)


CITING = sorted(p.stem for p in ROOT.glob("chapters/*.ipynb") if p.stem != "errata")


@pytest.mark.parametrize("stem", CITING)
def test_a_chapter_links_to_the_entries_that_it_names_and_back(stem):
    text = chapter(stem).text
    found = list(links(text))
    assert {int(number) for number in NUMBERED.findall(text)} == {n for _, n, _ in found}
    assert len(found) == len(re.findall(r"\(errata\.ipynb#", text)), HOW
    entry = {number: text for number, text, _ in ENTRIES}
    for called, number, target in found:
        assert number == target
        is_one = KIND.findall(entry[number]) == ["clarification"]
        assert called == is_one, f"A{number} is of the other sort: {HOW}"
        assert f"]({stem}.ipynb)" in entry[number], f"A{number} does not lead back"
