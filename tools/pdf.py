"""Print the whole book into one PDF.

Chromium joins the pages of the built site (tools/pdf.js) and prints them as one document: links
between chapters stay inside it, and the headings become its bookmarks. It is printed twice, since
the numbers of the contents are known only then.
"""

import io
from pathlib import Path

import yaml
from pypdf import PdfReader

from theme.first_page import authors, slug
from tools import website

CFF = yaml.safe_load((website.ROOT / "CITATION.cff").read_text("utf-8"))
PDF = website.ROOT / "_build" / f"{slug(CFF['title'])}.pdf"
EXPLORE = website.ROOT / "lib" / "explore"  # the first page has not all of its styles
FILL = (
    "all => document.querySelectorAll('.number').forEach((e, i) => (e.textContent = all[i] ?? ''))"
)


def print_book(page):
    """Return the book as PDF data, from a tab that shows the first page of the site."""
    page.set_default_timeout(600_000)
    join = Path(__file__).with_suffix(".js").read_text("utf-8")
    edition = f"Version {CFF['version']}, {CFF['date-released']}"
    front = {"title": CFF["title"], "lines": [", ".join(authors(CFF)), CFF["abstract"], edition]}
    layout = {"prefer_css_page_size": True, "print_background": True}
    layout |= {"outline": True, "tagged": True}
    numbers = []
    for _ in range(2):
        page.reload()  # printed again, the same document may break its pages elsewhere
        for sheet in [*sorted(EXPLORE.glob("*.css")), Path(__file__).with_suffix(".css")]:
            page.add_style_tag(path=sheet)
        chapters = page.evaluate(join, front)
        page.evaluate(FILL, numbers)
        printed = page.pdf(**layout)
        book = PdfReader(io.BytesIO(printed))
        places = [book.named_destinations[f"/{name}"] for name in chapters]
        numbers = [str(book.get_destination_page_number(place) + 1) for place in places]
    return printed


if __name__ == "__main__":
    with website.served() as base, website.browser() as chromium:
        page = chromium.new_page()
        page.goto(base + website.pages()[0])
        PDF.write_bytes(print_book(page))
    print(f"The printed book is in {PDF}")
