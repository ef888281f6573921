"""The source map leads from every section of the notes to a heading."""

from tests.chapters import ROOT

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


def test_nothing_of_a_note_is_missing_and_every_section_leads_somewhere():
    note, mapped = None, {}
    for line in MAP.splitlines():
        if line.startswith("## "):
            note = line[3:]
        elif note and line.startswith("| ") and not line.startswith("| section"):
            section, _, place = (cell.strip() for cell in line.strip("|").split(" | "))
            assert ".ipynb" in place, f"chapters/source-map.md: {note} {section}; add a link"
            mapped.setdefault(note, {})[section] = place
    assert {note: [*sections] for note, sections in mapped.items()} == SECTIONS
