"""The printed book: each chapter's text and figures, its contents and links."""

import io
import re
import unicodedata
from html import unescape
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests import browsing
from tests.chapters import chapter
from tools.pdf import PDF, print_book

pytestmark = pytest.mark.nightly  # it takes a minute

CHAPTERS = browsing.pages()[:-1]
# A sentence of the sources that holds no markup
PLAIN = re.compile(r"^[A-Z][\w ,.;:()-]{40,}", re.ASCII | re.MULTILINE)


def squeezed(text):
    """Text without spaces, which a PDF does not keep, and without ligatures."""
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text))


@pytest.fixture(scope="module")
def book(base, chromium):
    page = chromium.new_page()
    page.goto(base + CHAPTERS[0])
    yield PdfReader(io.BytesIO(print_book(page)))
    page.close()


@pytest.fixture(scope="module")
def texts(book):
    return [page.extract_text() for page in book.pages]


@pytest.fixture(scope="module")
def html(site):
    return {path: (site / path).read_text("utf-8").partition("</article>")[0] for path in CHAPTERS}


def sentences(stem):
    """The plain sentences of a chapter's source: at most the start of each line."""
    return [found[:60] for found in PLAIN.findall(chapter(stem).text)]


def test_contents_and_bookmarks_lead_to_every_chapter(book, texts, html):
    titles = [re.sub("<[^>]*>", "", re.search("<h1>(.*?)<a", html[p])[1]) for p in CHAPTERS]
    titles[0] = "About this book"
    bookmarks = [entry for entry in book.outline if not isinstance(entry, list)]
    assert [bookmark.title for bookmark in bookmarks] == titles
    starts = [book.get_destination_page_number(bookmark) for bookmark in bookmarks]
    for title, start in zip(titles, starts, strict=True):
        assert squeezed(title) in squeezed(texts[start])
        assert squeezed(title) in squeezed(texts[1])
    printed = [int(number) for number in re.findall(r"\b(\d+)$", texts[1], re.MULTILINE)]
    assert printed == [2, *(start + 1 for start in starts)]  # 2 is the page's own


def test_every_sentence_and_number_of_a_formula_is_printed(texts, html):
    whole = squeezed("".join(texts))
    numbers = re.findall(r'"eqno">(\([\d.]+\))', "".join(html.values()))
    assert numbers and all(number in whole for number in numbers)
    found = [one for path in CHAPTERS for one in sentences(Path(path).stem)]
    assert len(found) > 10 * len(CHAPTERS)
    assert [one for one in found if squeezed(one) not in whole] == []
    assert "Your guess" in "".join(html.values()) and "Yourguess" not in whole  # a field's label


def test_every_figure_is_printed(texts, html):
    """Its words, for its lines are no images; an explorer shows its start."""
    whole, printed = squeezed("".join(texts)), 0
    for path, text in html.items():
        for picture in re.findall(r'<div class="picture".*?</div>', text, re.DOTALL):
            for words in re.findall(r">([^<]+)</t", picture):  # its halo prints each twice
                said = squeezed(unescape(words))
                assert said in whole, f"{path}: {said}"
                printed += 1
    assert printed > 20 * len(CHAPTERS)


def test_links_stay_inside_and_the_site_leads_to_the_book(book, html):
    assert f'/{PDF.name}">as PDF</a>' in html[CHAPTERS[0]]
    inside = 0
    for page in book.pages:
        for annotation in page.get("/Annots", []):
            link = annotation.get_object()
            if "/Dest" in link:
                assert link["/Dest"] in book.named_destinations
                inside += 1
            else:
                assert link["/A"]["/URI"].startswith("https://")
    assert inside > 3 * len(CHAPTERS)
