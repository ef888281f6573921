"""Print the whole book into one PDF.

Chromium joins the pages of the built site (tools/pdf.js) and prints them as one document: links
between chapters stay inside it, and the headings become its bookmarks. A page number is known only
when all is printed. So the numbers of the contents are printed by themselves, and laid over.
"""

import io
import sys
from pathlib import Path

import yaml
from pypdf import PdfReader, PdfWriter

from theme.first_page import slug
from tools import website

CFF = yaml.safe_load((website.ROOT / "CITATION.cff").read_text("utf-8"))
PDF = website.ROOT / "_build" / f"{slug(CFF)}.pdf"
FILL = "numbers => document.querySelectorAll('.number').forEach((e, i) => e.append(numbers[i]))"


def front_matter():
    """Return the title, and the lines of the title page."""
    authors = ", ".join(author["name"] for author in CFF["authors"])
    edition = f"Version {CFF['version']}, {CFF['date-released']}"
    return {"title": CFF["title"], "lines": [authors, CFF["abstract"], edition]}


def print_book(page):
    """Return the book as PDF data.

    Parameters
    ----------
    page : playwright Page
        A tab that shows the first page of the site.
    """
    page.set_default_timeout(600_000)
    page.add_style_tag(path=Path(__file__).with_suffix(".css"))
    join = Path(__file__).with_suffix(".js").read_text("utf-8")
    chapters = page.evaluate(join, front_matter())
    layout = {"prefer_css_page_size": True, "print_background": True}
    book = PdfReader(io.BytesIO(page.pdf(outline=True, tagged=True, **layout)))

    targets = [book.named_destinations[f"/{name}"] for name in chapters]
    page.evaluate(FILL, [str(book.get_destination_page_number(t) + 1) for t in targets])
    page.evaluate("document.body.className = 'overlay'")
    numbers = PdfReader(io.BytesIO(page.pdf(**layout)))

    writer = PdfWriter(book, incremental=True)
    for below, above in zip(writer.pages, numbers.pages, strict=False):
        below.merge_page(above)
    data = io.BytesIO()
    writer.write(data)
    return data.getvalue()


def main():
    """Print the book that `make book` built."""
    with website.served() as base, website.browser() as chromium:
        page = chromium.new_page()
        page.goto(base + website.pages()[0])
        PDF.write_bytes(print_book(page))
    print(f"The printed book is in {PDF}")


if __name__ == "__main__":
    sys.exit(main())
