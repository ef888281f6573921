"""How to cite the book: authors who are groups, persons, and neither."""

import datetime

import pytest
from docutils import nodes

from theme.citation import bibtex, citation, named

ADA = {"family-names": "Lovelace", "given-names": "Ada"}
LUDWIG = ADA | {"family-names": "Beethoven", "given-names": "Ludwig", "name-particle": "van"}
BOOK = {"title": "A Book", "version": "1.0", "date-released": "2026-11-21", "authors": [ADA]}


@pytest.mark.parametrize(
    ("author", "words", "entry"),
    [
        ({"name": "The authors"}, "The authors", "{The authors}"),
        (ADA, "Ada Lovelace", "{Lovelace}, Ada"),
        (LUDWIG, "Ludwig van Beethoven", "{van Beethoven}, Ludwig"),
        ({"family-names": "Plato"}, "Plato", "{Plato}"),
    ],
)
def test_an_author_is_a_group_or_a_person(author, words, entry):
    assert named(author) == words
    assert f"  author = {{{entry}}}," in bibtex(BOOK | {"authors": [author]}, "").splitlines()


def test_the_reference_and_the_entry():
    cff = BOOK | {"authors": [ADA, {"name": "Friends"}]}
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


def test_an_author_without_a_name_is_refused():
    with pytest.raises(ValueError, match="has no name and no family-names; give one"):
        named({"given-names": "Ada"})
