"""Previews of references: what a link names, shown beside the link, on every page of the site."""

import functools
import re
from types import SimpleNamespace
from urllib.parse import urldefrag, urljoin

import pytest
from bs4 import BeautifulSoup

from tests import browsing
from theme.previews import add_previews

KINDS = {"proof", "exercise", "math"}
ENTRY = re.compile(r"[A-Z]\d+\. ")  # of the errata
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PHONE = {"width": 390, "height": 844}
LINKS = "article a[data-preview]"
UNFOLD = "document.querySelectorAll('details').forEach((fold) => (fold.open = true))"
SEEN = """() => {
  const preview = document.querySelector("#preview");
  const { left, right, top, bottom } = preview.getBoundingClientRect();
  return {
    text: preview.textContent,
    open: preview.matches(":popover-open"),
    fits: left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
      && preview.scrollWidth <= preview.clientWidth
      && document.documentElement.scrollWidth <= innerWidth,
    described: document.querySelectorAll("[aria-describedby=preview]").length,
    ids: preview.querySelectorAll("[id]").length,
    leads: [...preview.querySelectorAll("a")].map((link) => link.href),
  };
}"""
LATER = 250  # ms: a preview has opened or closed
PAGES = browsing.pages()


def words(text):
    return "".join(text.split())


@functools.cache
def targets(page):
    """The elements of a page's text that have an id, by id."""
    soup = BeautifulSoup((browsing.HTML / page).read_text("utf-8"), "html.parser")
    return {element["id"]: element for element in soup.select("article [id]")}


@functools.cache
def expected(page):
    """The words of each preview of a page, in the order of its links."""
    soup, said = BeautifulSoup((browsing.HTML / page).read_text("utf-8"), "html.parser"), []
    for link in soup.select("article a.reference.internal"):
        address, name = urldefrag(urljoin(page, link["href"]))
        target, parts = targets(address).get(name) if name else None, []
        if target is not None and target.name == "figure":
            parts = target.select(".picture, figcaption")
        elif target is not None and (target.name == "p" or KINDS & {*target.get("class", [])}):
            parts = [target]
        elif target and (title := target.find_next_sibling("h3")) and ENTRY.match(title.text):
            parts = [title, title.find_next("ul")]
        assert bool(parts) == ("data-preview" in link.attrs), link
        if parts:  # without the sign of a link to the element itself
            said.append(words("".join(part.get_text() for part in parts).replace("#", "")))
    return said


@pytest.fixture
def visit(visits):
    """Open a page with its folds open, whose clock stands still, its keyboard in use."""

    def opened(path, **options):
        page = visits(path, **options).page
        page.evaluate(UNFOLD)
        page.clock.install(time=0)
        page.clock.pause_at(1)
        page.keyboard.press("Shift")
        return page

    return opened


def later(page):
    """What is seen a moment later."""
    page.clock.run_for(LATER)
    return page.evaluate(SEEN)


@pytest.mark.parametrize("path", PAGES)
def test_focus_shows_what_a_link_names_without_a_request(visit, base, path):
    page, requests = visit(path), []
    links = page.locator(LINKS).all()
    page.on("request", lambda request: requests.append(request.url))
    for link, text in zip(links, expected(path), strict=True):
        link.focus()
        seen = later(page)
        assert words(seen["text"]) == text
        assert seen["open"] and seen["fits"] and seen["described"] == 1 and seen["ids"] == 0
        for address, name in map(urldefrag, seen["leads"]):
            if name and address.startswith(base):
                assert name in targets(address.removeprefix(base)), f"{address}#{name}"
        page.keyboard.press("Escape")
        seen = page.evaluate(SEEN)
        assert not seen["open"] and seen["described"] == 0
    # An explorer asks for its states when the page scrolls near it.
    assert [url for url in requests if "/_images/explorers/" not in url] == []
    page.set_viewport_size(PHONE)
    for link in links:
        link.focus()
        seen = later(page)
        assert seen["open"] and seen["fits"], link.inner_text()


def test_a_long_preview_scrolls_by_keyboard_and_is_accessible(visit):
    page = visit("chapters/soft-margin.html", viewport=PHONE | {"height": 300})
    link = page.locator("article a[data-preview*=errata]").first
    link.focus()
    assert later(page)["fits"]
    assert page.evaluate("preview.scrollHeight > preview.clientHeight && preview.tabIndex === 0")
    page.clock.resume()  # axe needs it
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        assert page.evaluate(SEEN)["open"]
        assert browsing.violations(page, RULES, inside="#preview") == []
    page.emulate_media(media="print")
    assert not page.is_visible("#preview")


def test_pointer_and_tab_key_reach_the_preview_and_leave_it(visit):
    page = visit("chapters/perceptron.html")
    link = page.locator("article a[href*='references.html#'][data-preview]").first
    link.hover()
    assert later(page)["open"]
    page.hover("#preview a")
    assert later(page)["open"]
    page.hover("header .title")
    assert not later(page)["open"]
    link.hover()
    page.mouse.move(0, 0)  # in passing
    assert not later(page)["open"]

    link.focus()
    # The focus scrolls the page, and what then lies below the pointer at rest says so.
    page.dispatch_event("article h1", "pointerover", {"pointerType": "mouse"})
    assert later(page)["open"]
    inside = "!!document.activeElement.closest('#preview')"
    page.keyboard.press("Tab")
    assert later(page)["open"] and page.evaluate(inside)
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.matches('[data-preview]')")
    page.keyboard.press("Tab")
    assert not later(page)["open"] and not page.evaluate(inside)


@pytest.mark.parametrize("touch", [False, True])
def test_a_link_still_leads_to_its_target(visit, touch):
    page = visit(
        "chapters/block-novikoff.html",
        **({"has_touch": True, "is_mobile": True} if touch else {}),
    )
    link = page.locator(f"{LINKS}[href^='#']").first
    if touch:
        link.tap()
    else:
        link.focus()
        assert later(page)["open"]
        page.keyboard.press("Enter")
    assert not later(page)["open"]
    assert page.url.endswith(link.get_attribute("href"))


# What the build writes, on a site of two pages

PAGE = """<main id="text"><article>{}</article>
</main>
"""
FIGURE = (
    '<figure class="align-default" id="fig-a">'
    '<div class="explorer" data-explore=\'{"start": [0]}\'>'
    '<div class="picture" role="img" aria-label="A."><svg></svg></div></div></figure>'
)
THEOREM = (
    '<div class="proof theorem admonition" id="thm-a"><div>{}'
    '<a class="reference internal" href="#fig-a">Fig. 1</a></div></div>'
)
LINK = '<a class="reference internal" href="../b/theirs.html#{}">it</a>'


def test_a_page_follows_a_statement_of_another(tmp_path):
    mine, theirs = tmp_path / "a/mine.html", tmp_path / "b/theirs.html"
    for path in (mine, theirs):
        path.parent.mkdir()
    mine.write_text(PAGE.format(LINK.format("thm-a") + LINK.format("fig-a")))

    def updated(text):
        """The templates of the first page, when the second holds a text."""
        theirs.write_text(PAGE.format(text))
        app = SimpleNamespace(outdir=tmp_path, builder=SimpleNamespace(name="html"))
        add_previews(app, None)
        before = mine.read_text()
        add_previews(app, None)
        assert mine.read_text() == before
        return BeautifulSoup(before, "html.parser").select("main > template")

    theorem, figure = updated(THEOREM.format("Old.") + FIGURE)
    assert "Old." in theorem.text and theorem.a["href"] == "../b/theirs.html#fig-a"
    assert theorem.select("[id]") == figure.select("[id], [data-explore]") == []
    assert figure.select_one(".picture svg")
    theorem, _ = updated(THEOREM.format("New.") + FIGURE)
    assert "New." in theorem.text and "Old." not in mine.read_text()
    assert len(updated(FIGURE)) == 1
