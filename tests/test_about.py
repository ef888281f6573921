"""The metadata of each page, and the links of its footer."""

import re
from pathlib import Path
from urllib.parse import parse_qs, urlparse

import pytest
from bs4 import BeautifulSoup
from PIL import Image

from tests import browsing
from theme.about import plain_text

CONFIG, REPOSITORY, SITE = browsing.CONFIG, browsing.REPOSITORY, browsing.SITE
PAGES = browsing.pages()
BRANCH = CONFIG["repository"]["branch"]
SOURCE_FILES = {
    "chapters/max-margin.html": ["lib/max_margin.py", "lib/theorems/max_margin.txt"],
    PAGES[0]: ["lib/figures/index.py", "tests/test_index.py"],
}


@pytest.fixture(scope="module")
def pages(site):
    """Each page of the site down to its first section, with its footer."""
    found = {}
    for path in [*PAGES, "404.html"]:
        html = (site / path).read_text("utf-8")
        parts = html.partition("<h2")[0] + html[html.index("<footer") :]
        found[path] = BeautifulSoup(parts, "html.parser")
    return found


def meta(soup):
    """What the head of a page says, by name."""
    said = [(tag.get("name") or tag.get("property"), tag.get("content")) for tag in soup("meta")]
    assert len(dict(said)) == len(said), "a name occurs twice"
    return dict(said)


def footer_link(soup, words):
    return next((a["href"] for a in soup.footer("a") if a.text == words), None)


@pytest.mark.parametrize("path", PAGES)
def test_a_shared_link_shows_title_text_and_picture(pages, path):
    soup, said_there = pages[path], meta(pages[path])
    assert soup.title.text.partition(" · ")[0] in (said_there["og:title"], CONFIG["title"])
    assert said_there["og:type"] == ("website" if path == PAGES[0] else "article")
    assert "robots" not in said_there
    assert len(said_there["og:image:alt"].split()) >= 5
    with Image.open(browsing.HTML / said_there["og:image"].removeprefix(SITE)) as image:
        assert min(image.size) >= 200

    text = said_there["description"]
    assert said_there["og:description"] == text
    assert text[-1] in ".?…" and text[0].isupper()
    assert 30 <= len(text) <= 200
    assert {"\\", "$"}.isdisjoint(text)
    assert [meta(pages[one])["description"] for one in PAGES].count(text) == 1
    if path != "search.html":  # it is the page's own text
        start = text.removesuffix(" …")
        for formula in soup(attrs={"data-tex": True}):
            formula.replace_with(plain_text(formula["data-tex"]))
        shown = " ".join(" ".join(part.get_text() for part in soup(["p", "li"])).split())
        assert start in shown


def test_the_footer_leads_to_the_source_a_report_and_the_files(pages):
    for path in PAGES[:-1]:
        soup, start = pages[path], f"{REPOSITORY}/tree/{BRANCH}/"
        source = footer_link(soup, "Edit this page").removeprefix(f"{REPOSITORY}/edit/{BRANCH}/")
        assert (browsing.ROOT / source).is_file() and Path(source).stem == Path(path).stem
        report = parse_qs(urlparse(footer_link(soup, "Report an error")).query)
        title = re.sub(r"^\d+\. |#$", "", soup.h1.get_text())
        assert report == {"title": [f"Error: {title}"], "body": [f"On the page {SITE}{path}"]}
        files = [a["href"].removeprefix(start) for a in soup.footer("a") if start in a["href"]]
        assert all((browsing.ROOT / file).exists() for file in files)
        assert files[:2] == SOURCE_FILES.get(path, files[:2])


def test_the_page_for_wrong_addresses_names_none(pages):
    soup, said_there = pages["404.html"], meta(pages["404.html"])
    assert said_there["robots"] == "noindex"
    assert not [name for name in said_there if name and name.startswith("og:")]
    assert soup.find("link", rel="canonical") is None
    assert footer_link(soup, "Edit this page") is footer_link(soup, "Report an error") is None


def test_a_command_without_a_letter_is_a_warning_that_says_what_to_do(monkeypatch):
    warned = []
    monkeypatch.setattr("theme.about.logger.warning", lambda *words, **of: warned.append(words))
    assert plain_text(r"\no") == r"\no"
    (words,) = warned
    assert words[0] % words[1:] == r"\no in '\\no': add it to lib/figures/letters.py"
