"""The first page: how to cite the book, and what it counts."""

import pytest
import yaml
from bs4 import BeautifulSoup
from sphinx.errors import SphinxError

from tests import browsing
from theme.first_page import COUNTING, authors, counted

PAGE = "chapters/index.html"


def test_the_book_says_how_to_cite_it(visits):
    cff = yaml.safe_load((browsing.ROOT / "CITATION.cff").read_text("utf-8"))
    page = visits("chapters/references.html").page
    page.click("footer >> text=Cite")
    words, entry = (page.inner_text(f"#citing-this-book {part}") for part in ("p", "pre"))
    assert entry.startswith("@misc{")
    for part in (cff["title"], cff["version"], cff["date-released"][:4], "https://", *authors(cff)):
        assert part in words and part in entry


def test_an_author_is_a_person_or_a_group():
    person = {"family-names": "Novikoff", "given-names": "Albert"}
    assert authors({"authors": [person, {"name": "Group"}]}) == ["Albert Novikoff", "Group"]
    with pytest.raises(SphinxError, match="has an author without a name; give name"):
        authors({"authors": [person, {"orcid": ""}]})


# What is counted


def test_the_page_says_what_was_counted(site):
    page = BeautifulSoup((site / PAGE).read_text("utf-8"), "html.parser")
    shown = [item.get_text() for item in page.select("#what-is-checked .counts p")]
    wanted = (counted(browsing.ROOT / name, lines) for name, lines in COUNTING.items())
    assert shown == [" ".join(item) for items in wanted for item in items]  # as "34 errata"
