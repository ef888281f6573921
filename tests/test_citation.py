"""How to cite the book: authors who are groups, persons, and neither."""

import datetime

import pytest

from theme.citation import bibtex, in_words

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
    assert in_words(author) == words
    assert f"  author = {{{entry}}}," in bibtex(BOOK | {"authors": [author]}, "").splitlines()


def test_the_entry():
    assert bibtex(BOOK | {"authors": [ADA, {"name": "Friends"}]}, "https://example.org/").split(
        "\n"
    ) == [
        "@misc{a-book,",
        "  author = {{Lovelace}, Ada and {Friends}},",
        "  title  = {A Book},",
        "  year   = {2026},",
        "  note   = {Version 1.0},",
        "  url    = {https://example.org/},",
        "}",
    ]


def test_a_date_without_quotes_is_a_date_too():
    released = datetime.date(2031, 5, 4)
    assert "  year   = {2031}," in bibtex(BOOK | {"date-released": released}, "").splitlines()


def test_an_author_without_a_name_is_refused():
    with pytest.raises(ValueError, match="has no name and no family-names; give one"):
        in_words({"given-names": "Ada"})
