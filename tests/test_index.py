"""The first page: how to cite the book, what it counts, and its pictures."""

import datetime

import pytest
import yaml
from bs4 import BeautifulSoup
from docutils import nodes

from lib.figures import index as figures
from lib.figures import style
from lib.perceptron import perceptron
from lib.samples import Sample
from tests import browsing
from theme.first_page import COUNTING, citation, counted

PAGE = "chapters/index.html"
ADA = {"family-names": "Lovelace", "given-names": "Ada"}


# How to cite it


def test_the_reference_and_the_entry():
    cff = {"title": "A Book", "version": "1.0", "authors": [ADA, {"name": "Friends"}]}
    cff["date-released"] = datetime.date(2026, 11, 21)  # as YAML reads it without quotes
    section = nodes.section("", *citation(cff, "https://a.org/"))
    assert section.astext().split("\n\n") == [
        "Ada Lovelace, Friends. A Book. Version 1.0, 2026. https://a.org/, also as PDF.",
        "@misc{a-book,\n"
        "  author = {{Lovelace}, Ada and {Friends}},\n"
        "  title  = {A Book},\n"
        "  year   = {2026},\n"
        "  note   = {Version 1.0},\n"
        "  url    = {https://a.org/},\n"
        "}",
    ]
    with pytest.raises(ValueError, match="has no name and no family-names; give one"):
        citation(cff | {"authors": [{"given-names": "Ada"}]}, "")


def test_the_book_says_how_to_cite_it(visits):
    cff = yaml.safe_load((browsing.ROOT / "CITATION.cff").read_text("utf-8"))
    page = visits("chapters/references.html").page
    page.click("footer >> text=Cite")
    words, entry = (page.inner_text(f"#citing-this-book {part}") for part in ("p", "pre"))
    assert entry.startswith("@misc{")
    authors = [author["name"] for author in cff["authors"]]
    for part in (cff["title"], cff["version"], cff["date-released"][:4], "https://", *authors):
        assert part in words and part in entry


# What is counted


def test_the_page_says_what_was_counted(site):
    page = BeautifulSoup((site / PAGE).read_text("utf-8"), "html.parser")
    shown = [item.get_text() for item in page.select("#what-is-checked .counts p")]
    wanted = (counted(browsing.ROOT / name, lines) for name, lines in COUNTING.items())
    assert shown == [" ".join(item) for items in wanted for item in items]  # as "34 errata"


# What it draws


def test_growth_finds_the_tightest_update():
    """The second update alone adds R²: its example is longest, and at a right angle to w."""
    run = perceptron(Sample([[1.0, 0.0], [0.0, 2.0]], [1, 1]))
    words = str(figures.growth(style.blank(), run))
    assert "R² = 4.00" in words
    assert "The least slack is 0.00, at update 2; the greatest, 3.00, at update 1." in words
