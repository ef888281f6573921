"""How to cite the book: authors who are groups, persons, and neither."""

import datetime

import pytest
import yaml
from docutils import nodes
from sphinx.application import Sphinx

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


@pytest.fixture
def built(tmp_path):
    """A book of one page, and how to build it: what the page holds then."""
    for name, text in {
        "index.md": "# A book\n\n## Citing this book\n\nThe file.\n\n## License\n\nFree.\n",
        "other.md": "---\norphan: true\n---\n# Other\n\n## Citing this book\n\nNot here.\n",
    }.items():
        (tmp_path / name).write_text(text)
    config = {"extensions": ["myst_nb", "theme.citation"], "html_baseurl": "https://a.org/"}

    def build(edition):
        (tmp_path / "CITATION.cff").write_text(yaml.safe_dump(edition))
        out = tmp_path / "out"
        app = Sphinx(tmp_path, None, out, out, "html", config, status=None)
        app.build()
        return {name: app.env.get_doctree(name) for name in ("index", "other")}

    return build


def test_the_first_page_cites_the_book_in_the_section_that_says_so(built):
    pages = built(BOOK)
    _, citing, free = (section.astext() for section in pages["index"].findall(nodes.section))
    reference = "Ada Lovelace. A Book. Version 1.0, 2026. https://a.org/, also as PDF."
    entry = bibtex(BOOK, "https://a.org/")
    assert citing.split("\n\n") == ["Citing this book", reference, entry, "The file."]
    assert "@misc" not in free and "@misc" not in pages["other"].astext()


def test_another_edition_changes_the_page(built):
    built(BOOK)
    assert "Version 2.0, 2026" in built(BOOK | {"version": "2.0"})["index"].astext()
