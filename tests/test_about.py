"""What each page says about itself, and where it lets its reader turn."""

import re
from urllib.parse import parse_qs, urlparse

import pytest
from bs4 import BeautifulSoup
from docutils import nodes
from jinja2 import Environment
from PIL import Image

from tests import browsing
from theme.about import description, opening, said

CONFIG, REPOSITORY, SITE = browsing.CONFIG, browsing.REPOSITORY, browsing.SITE
PAGES = browsing.pages()


@pytest.fixture(scope="module", params=PAGES)
def page(request, site):
    """A page of the site down to its first section, with its footer; and its path."""
    html = (site / request.param).read_text("utf-8")
    parts = html.partition("<h2")[0] + html[html.index("<footer") :]
    return BeautifulSoup(parts, "html.parser"), request.param


def meta(soup):
    """What the head of a page says, by name."""
    said = [(tag.get("name") or tag.get("property"), tag.get("content")) for tag in soup("meta")]
    assert len(dict(said)) == len(said), "a name occurs twice"
    return dict(said)


def test_a_description_is_whole_sentences_of_the_page(page):
    soup, path = page
    text = meta(soup)["description"]
    assert text[-1] in ".?"
    assert text[0].isupper()
    assert 30 <= len(text) <= 300
    assert len(text) <= 200 or ". " not in text
    assert {"\\", "$"}.isdisjoint(text)
    if path != "search.html":
        start = text.removesuffix(".").partition("; ")[0]
        for formula in soup(attrs={"data-tex": True}):
            formula.replace_with(said(formula["data-tex"]))
        shown = " ".join(" ".join(part.get_text() for part in soup(["p", "li"])).split())
        assert start in shown


def test_descriptions_differ(site):
    heads = [(site / path).read_text("utf-8").partition("</head>")[0] for path in PAGES]
    texts = [meta(BeautifulSoup(head, "html.parser"))["description"] for head in heads]
    assert len(set(texts)) == len(PAGES)


def test_a_shared_link_shows_title_text_and_picture(page):
    soup, path = page
    said = meta(soup)
    assert said["og:url"] == SITE + path
    assert soup.find("link", rel="canonical")["href"] == SITE + path
    assert soup.title.text.partition(" · ")[0] in (said["og:title"], CONFIG["title"])
    assert said["og:title"] == soup.h1.get_text().removesuffix("#")
    assert said["og:description"] == said["description"]
    assert said["og:site_name"] == CONFIG["title"]
    assert said["og:type"] == ("website" if path == PAGES[0] else "article")
    assert said["twitter:card"] == "summary"
    assert "robots" not in said
    picture = browsing.HTML / said["og:image"].removeprefix(SITE)
    with Image.open(picture) as image:
        assert min(image.size) >= 200
    assert picture.stat().st_size < 100_000
    assert len(said["og:image:alt"].split()) >= 5


def footer_link(soup, words):
    return next((a["href"] for a in soup.footer("a") if a.text == words), None)


def test_edit_leads_to_the_source(page):
    soup, path = page
    address = footer_link(soup, "Edit this page")
    if path == "search.html":
        assert address is None
        return
    start = f"{REPOSITORY}/edit/{CONFIG['repository']['branch']}/"
    assert address.startswith(start)
    source = browsing.ROOT / address.removeprefix(start)
    assert source.is_file()
    assert source.with_suffix("").relative_to(browsing.ROOT).as_posix() + ".html" == path


def test_a_report_names_the_page(page):
    soup, path = page
    address = urlparse(footer_link(soup, "Report an error"))
    assert address._replace(query="").geturl() == f"{REPOSITORY}/issues/new"
    fields = parse_qs(address.query, strict_parsing=True)
    title = soup.h1.get_text().removesuffix("#")
    assert fields == {"title": [f"Error: {title}"], "body": [f"On the page {SITE}{path}"]}


def test_the_footer_leads_to_the_rooms_of_a_chapter(page):
    soup, path = page
    start = f"{REPOSITORY}/tree/{CONFIG['repository']['branch']}/"
    found = [a["href"].removeprefix(start) for a in soup.footer("a") if start in a["href"]]
    assert all((browsing.ROOT / room).exists() for room in found)
    if path.startswith("chapters/max-margin."):
        assert found[:3] == [
            "lib/max_margin.py",
            "lib/theorems/max_margin.py",
            "lib/figures/max_margin.py",
        ]
    if path == PAGES[0]:
        assert found == ["lib/figures/index.py", "tests/test_index.py"]


def test_the_page_for_wrong_addresses_names_none(site):
    soup = BeautifulSoup((site / "404.html").read_text("utf-8"), "html.parser")
    said = meta(soup)
    assert said["robots"] == "noindex"
    assert not [name for name in said if name and name.startswith("og:")]
    assert soup.find("link", rel="canonical") is None
    assert footer_link(soup, "Edit this page") is None
    assert footer_link(soup, "Report an error") is None


LONG = f"One {'long ' * 45}sentence."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One sentence. Another? Third.", "One sentence. Another? Third."),
        (f"One sentence. {LONG}", "One sentence."),
        (f"{LONG} And one more.", LONG),
        (f"One {'very ' * 60}long sentence.", ""),
        (r"One sentence. Then \(\frac 1 2\) of one. Third.", "One sentence."),
        ("You will see one thing; prove another; and so on.",) * 2,
        (f"You will see one thing; {LONG}", "You will see one thing."),
    ],
)
def test_description(text, expected):
    assert description(text) == expected


def page_with(*parts):
    paragraph = nodes.paragraph("", "", *parts)
    return nodes.document(None, None, "", nodes.section("", nodes.title("", "Title"), paragraph))


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"(R/\gamma)^2", "At most (R/γ)² mistakes."),
        (r"\frac{R}{2\theta} < b", "At most R/(2θ) < b mistakes."),
        (r"\no", r"At most \(\no\) mistakes."),  # theme/maths.py warns of it
    ],
)
def test_opening(tex, expected):
    page = page_with(nodes.Text("At most "), nodes.math("", tex), nodes.Text(" mistakes."))
    assert opening(page) == expected


def test_a_page_without_a_heading_has_no_opening():
    assert opening(nodes.document(None, None, "", nodes.paragraph("", "Text."))) == ""


def test_a_title_is_escaped():
    """The template's title, of a page with a `pagetitle` as text and of one with HTML."""
    environment = Environment()  # without autoescape, as Sphinx's
    source = (browsing.ROOT / "theme/_templates/layout.html").read_text("utf-8")
    title = environment.from_string(re.search("<title>.*</title>", source)[0])
    site = {"root_doc": "index", "pagename": "page", "docstitle": "A & B"}
    expected = "<title>x &lt; y &amp; z · A &amp; B</title>"
    assert title.render(site, pagetitle="x < y & z") == expected
    assert title.render(site, title="<em>x</em> &lt; y &amp; z") == expected
