"""The source map leads from every section of the notes to a heading; the Sources lines agree."""

import json
import re
from collections import defaultdict
from pathlib import Path

import pytest

CHAPTERS = Path(__file__).parents[1] / "chapters"
MAP = (CHAPTERS / "source-map.md").read_text("utf-8")

# Every section of each note that holds text, as the note itself heads it.
SECTIONS = {
    "Mansour and Schweiger": ["4.1", "4.2"],
    "CS229": ["1", "1.1"],
    "Balcan": ["protocol", "1", "1.1", "2", "2.1", "2.2"],
    "Shewchuk": ["Perceptron Algorithm", "Maximum Margin Classifiers"],
    "Chevaleyre": [
        *("1.1", "1.2", "1.3", "1.4", "1.5", "2", "3.1", "3.2", "4", "4.1", "4.1.1", "4.1.2"),
        *("4.2.1", "4.2.2", "4.2.3", "4.2.4", "4.2.5", "5", "6"),
    ],
}
LINK = re.compile(r"\[([^\]]+)\]\(([\w-]+)\.ipynb(?:#([\w-]+))?\)")


def rows():
    """(note, section, chapter, anchor) for every link in the tables of the map."""
    note, found = None, []
    for line in MAP.splitlines():
        if line.startswith("## "):
            note = line[3:]
        elif note and line.startswith("| ") and not line.startswith("| section"):
            section, _, place = (cell.strip() for cell in line.strip("|").split(" | "))
            links = LINK.findall(place)
            assert links, f"{note} {section}: the row leads nowhere"
            found += [(note, section, chapter, anchor) for _, chapter, anchor in links]
    return found


ROWS = rows()
CARRIERS = sorted({chapter for _, _, chapter, _ in ROWS})


def prose(chapter):
    """The Markdown of a chapter."""
    cells = json.loads((CHAPTERS / f"{chapter}.ipynb").read_text("utf-8"))["cells"]
    return "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")


def anchors(chapter):
    """The anchors of a chapter's headings, as the site makes them, and those it sets itself."""
    text = prose(chapter)
    titles = re.findall(r"^#{2,3} (.+)$", text, re.MULTILINE)
    made = {re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-") for title in titles}
    return made | set(re.findall(r"^\(([\w-]+)\)=$", text, re.MULTILINE))


def test_nothing_of_a_note_is_missing():
    mapped = {note: [] for note in SECTIONS}
    for note, section, _, _ in ROWS:
        if section not in mapped[note]:
            mapped[note].append(section)
    assert mapped == SECTIONS


@pytest.mark.parametrize("chapter", CARRIERS)
def test_every_link_meets_a_heading(chapter):
    wanted = {anchor for _, _, c, anchor in ROWS if c == chapter}
    assert wanted <= anchors(chapter)


def cited(chapter):
    """What a chapter's Sources name: for each note, its section numbers and the line itself."""
    sources = prose(chapter).split("## Sources")[1]
    found = defaultdict(list)
    for line in sources.splitlines():
        for note in SECTIONS:
            if line.startswith("- ") and note in line:
                bare = re.sub(r"\*[^*]*\*|\$[^$]*\$|\[[^\]]*\]|\([^)]*\)|CS229", "", line)
                found[note].append((set(re.findall(r"\d+(?:\.\d+)*", bare)), line))
    return found


def within(section, numbers):
    """Whether the numbers hold a section or one that contains it."""
    return any(section == n or section.startswith(n + ".") for n in numbers)


@pytest.mark.parametrize("chapter", CARRIERS)
def test_the_sources_of_a_chapter_agree_with_the_map(chapter):
    mapped = defaultdict(set)
    for note, section, c, _ in ROWS:
        if c == chapter:
            mapped[note].add(section)
    named = cited(chapter)
    assert set(named) == set(mapped)
    for note, lines in named.items():
        numbers = set().union(*(found for found, _ in lines))
        text = " ".join(line for _, line in lines).lower()
        for section in mapped[note]:
            if section[0].isdigit():
                assert within(section, numbers), f"Sources do not name {note} {section}"
            elif note == "Balcan":
                assert section in text
        for number in numbers:
            assert any(within(section, {number}) for section in mapped[note]), (
                f"Sources name {note} {number}, the map does not lead here from it"
            )
        for section in SECTIONS["Shewchuk"] if note == "Shewchuk" else ():
            assert section.lower() not in text or section in mapped[note]


def test_every_chapter_that_has_sources_is_on_the_map():
    elsewhere = {"errata", "notation"}  # they speak of all notes at once
    held = {p.stem for p in CHAPTERS.glob("*.ipynb") if "## Sources" in prose(p.stem)}
    assert held - elsewhere == set(CARRIERS)
