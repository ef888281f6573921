"""The source map leads from every section of the notes to a heading; the Sources lines agree."""

import re
from collections import defaultdict

from tests.chapters import ROOT, TEACHING, blame, chapter, held

MAP = (ROOT / "chapters/source-map.md").read_text("utf-8")
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
NO_SECTION = re.compile(r"\*[^*]*\*|\$[^$]*\$|\[[^\]]*\]|\([^)]*\)|CS229")  # numbers in a title


def rows():
    """(note, section, chapter, anchor) for every link in the tables of the map."""
    note, found = None, []
    for line in MAP.splitlines():
        if line.startswith("## "):
            note = line[3:]
        elif note and line.startswith("| ") and not line.startswith("| section"):
            section, _, place = (cell.strip() for cell in line.strip("|").split(" | "))
            links = LINK.findall(place)
            assert links, f"chapters/source-map.md: {note} {section} leads nowhere; add a link"
            found += [(note, section, chapter, anchor) for _, chapter, anchor in links]
    return found


ROWS = rows()


def cited(chapter):
    """What a chapter's Sources name: for each note its lines, and the numbers of its sections."""
    found = defaultdict(lambda: ("", set()))
    for line in chapter.sections.get("Sources", "").splitlines():
        for note in SECTIONS:
            if line.startswith("- ") and note in line:
                lines, numbers = found[note]
                new = set(re.findall(r"\d+(?:\.\d+)*", NO_SECTION.sub("", line)))
                found[note] = f"{lines} {line}".lower(), numbers | new
    return found


def within(section, numbers):
    """Whether the numbers hold a section or one that contains it."""
    return any(section == n or section.startswith(n + ".") for n in numbers)


def sources_agree_with_the_map(chapter):
    """A note and a section of it that either names, the other names too."""
    mapped = defaultdict(set)
    for note, section, stem, _ in ROWS:
        mapped[note] |= {section} if stem == chapter.stem else set()
    for note, (lines, numbers) in cited(chapter).items():
        named = [s for s in SECTIONS["Shewchuk"] if note == "Shewchuk" and s.lower() in lines]
        unmapped = [n for n in sorted(numbers) if not any(within(s, {n}) for s in mapped[note])]
        for section in unmapped + [s for s in named if s not in mapped[note]]:
            yield (
                f"{chapter.name}, Sources: the map has no way here from {note} {section}; add to "
                f"chapters/source-map.md, in a row under `## {note}`, this chapter's heading: "
                f"`| {section} | what it holds | [a heading]({chapter.stem}.ipynb#a-heading) |`"
            )
        if not mapped[note] and not numbers and not named:
            yield f"{chapter.name}, Sources: name the section of {note}, and a row of the map"
    for note, sections in mapped.items():
        lines, numbers = cited(chapter)[note]
        for section in sorted(sections):
            named = within(section, numbers) if section[0].isdigit() else note != "Balcan"
            if not lines or not (named or section in lines):
                yield f"{chapter.name}, Sources: the map leads here from {note} {section}; name it"


CHECKS = (sources_agree_with_the_map,)


@held(CHECKS, TEACHING)
def test_a_chapter(check, stem):
    blame(check(chapter(stem)))


def test_nothing_of_a_note_is_missing():
    mapped = {note: [] for note in SECTIONS}
    for note, section, _, _ in ROWS:
        if section not in mapped[note]:
            mapped[note].append(section)
    assert mapped == SECTIONS
