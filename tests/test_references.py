"""The list of references: the works that the pages cite, with the same data in both places."""

import re

import pytest

from tests.chapters import ROOT, Chapter

CHAPTERS = ROOT / "chapters"
PAGE = (CHAPTERS / "references.md").read_text("utf-8")
ENTRIES = dict(re.findall(r"^\((\w+)\)=\n(.+)$", PAGE, re.MULTILINE))
CITATION = re.compile(r"\[([^][]+)\]\(references\.md#(\w+)\)")


CITATIONS = sorted(
    {
        (path.name, said, key)
        for path in [*CHAPTERS.glob("*.ipynb"), *CHAPTERS.glob("*.md")]
        for said, key in CITATION.findall(Chapter(path).text)
    }
)


def people(entry):
    """The authors of an entry, by their last names."""
    authors = re.match(r"(.+?)(?: \(\d{4}\)\.|\. \*)", entry)[1]
    return [name.split()[-1] for name in re.split(r", | and ", authors)]


def test_the_list_holds_what_is_cited_and_no_more():
    assert set(ENTRIES) == {key for _, _, key in CITATIONS}
    assert len(ENTRIES) == PAGE.count(")=\n") > 40


@pytest.mark.parametrize(("page", "said", "key"), CITATIONS)
def test_a_citation_agrees_with_its_entry(page, said, key):
    """The year and the names of a citation are those of the entry."""
    entry = ENTRIES[key]
    for year in re.findall(r"\b(?:19|20)\d\d\b", said):
        assert f"({year})" in entry
    named = [name for name in people(entry) if name in said]
    title = said.strip("*").removeprefix("Lecture 3: ")
    assert named or title in entry or said == "his book with Lugosi"
    if re.search(r"\d{4}\)?$", said):
        shown = named if "et al." not in said else people(entry)
        assert named[0] == people(entry)[0]
        assert shown == people(entry)


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
def test_an_entry_leads_to_its_work(entry):
    assert re.search(r"https://[\w.-]+/", entry) or "no public address is known to us" in entry
    for doi, address in re.findall(r"\[doi:(.+?)\]\((.+?)\)(?=[.,])", entry):
        assert address == f"https://doi.org/{doi}"
