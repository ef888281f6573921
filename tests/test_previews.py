"""Previews of references: what a link names, shown beside the link, on every page of the site."""

import functools
import re
from urllib.parse import urldefrag, urljoin

import pytest
from bs4 import BeautifulSoup

from tests import browsing

KINDS = ["div.proof", "div.exercise", "div.math", "p", "figure"]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PHONE = {"width": 390, "height": 844}
EAGER = """() => Promise.all([...document.images].map((image) => {
  image.loading = "eager";
  return image.decode();
}))"""
UNFOLD = """() => {
  document.querySelectorAll("details").forEach((fold) => (fold.open = true));
  return document.fonts.ready.then(() => true);
}"""
LINKS = "article a[data-preview]"
SEEN = """() => {
  const preview = document.querySelector("#preview");
  const all = (selector) => [...preview.querySelectorAll(selector)];
  const { left, right, top, bottom } = preview.getBoundingClientRect();
  return {
    text: preview.textContent,
    open: preview.matches(":popover-open"),
    fits: left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
      && preview.scrollWidth <= preview.clientWidth
      && document.documentElement.scrollWidth <= innerWidth,
    described: document.querySelectorAll("[aria-describedby=preview]").length,
    ids: all("[id]").length,
    leads: all("a").map((link) => link.href),
  };
}"""
# Nothing stays of the text around a link, on which axe is slow.
ALONE = """link => {
  for (let part = link; !part.matches("article"); part = part.parentElement)
    [...part.parentElement.childNodes].filter((other) => other !== part).forEach((e) => e.remove());
}"""
LATER = 250  # ms: a preview has opened or closed


@functools.cache
def soup(page):
    return BeautifulSoup((browsing.HTML / page).read_text("utf-8"), "html.parser")


@functools.cache
def targets(page):
    """The elements of a page's text that have an id, by id."""
    return {element["id"]: element for element in soup(page).select("article [id]")}


def words(text):
    return "".join(text.split())


def said_there(page, link):
    """The kind and the words of what a link of a page names; None where no preview is due."""
    address, name = urldefrag(urljoin(page, link["href"]))
    target = targets(address).get(name) if name else None
    if target is None:
        return None
    looks = {target.name, *(f"{target.name}.{look}" for look in target.get("class", []))}
    if found := looks & set(KINDS):
        kind = found.pop()
        parts = target.select(".picture, figcaption") if kind == "figure" else [target]
    elif (title := target.find_next_sibling("h3")) and re.match(r"[A-Z]\d+\. ", title.text):
        kind, parts = "erratum", [title, title.find_next("ul")]
    else:
        return None
    text = "".join(part.get_text() for part in parts)
    return kind, words(text.replace("#", ""))  # the sign of a link to the element itself


@functools.cache
def expected(page):
    """The kind and the words of each preview of a page, in the order of its links."""
    links = soup(page).select("article a.reference.internal")
    said = [(link, said_there(page, link)) for link in links]
    assert [link for link, due in said if (due is None) == ("data-preview" in link.attrs)] == []
    return [due for _, due in said if due]


PAGES = browsing.pages()


@pytest.fixture
def visit(base, chromium):
    """Open pages with their folds open, whose clock stands still."""
    visits = []

    def opened(path, **options):
        visits.append(browsing.Visit(chromium, base, path, **options))
        visits[-1].page.evaluate(EAGER)
        visits[-1].page.evaluate(UNFOLD)
        visits[-1].page.clock.install(time=0)
        visits[-1].page.clock.pause_at(1)
        return visits[-1]

    yield opened
    for one in visits:
        assert one.errors == []
        one.close()


def one_of_each_kind(page):
    """The places of links among those of a page."""
    kinds = [kind for kind, _ in expected(page)]
    return [kinds.index(kind) for kind in sorted(set(kinds))]


def with_kind(kind, saying=""):
    """A page with a preview of a kind that says something, and the place of the link."""
    for page in PAGES:
        for place, (found, text) in enumerate(expected(page)):
            if found == kind and saying in text:
                return page, place
    return pytest.fail(f"no page refers to {kind}")


def later(page):
    page.clock.run_for(LATER)


def test_every_kind_has_a_preview(site):
    found = {kind for page in PAGES for kind, _ in expected(page)}
    assert found | {"figure"} == {*KINDS, "erratum"}  # the pages may refer to no figure


@pytest.mark.parametrize("path", PAGES)
def test_focus_and_pointer_show_what_a_link_names_without_a_request(visit, base, path):
    opened = visit(path)
    page, requests = opened.page, []
    links = page.locator(LINKS).all()
    page.on("request", lambda request: requests.append(request.url))
    page.keyboard.press("Shift")  # the keyboard is in use
    for link, (_, text) in zip(links, expected(path), strict=True):
        link.focus()
        later(page)
        seen = page.evaluate(SEEN)
        assert words(seen["text"]) == text
        assert seen["open"] and seen["fits"] and seen["described"] == 1 and seen["ids"] == 0
        for address, name in map(urldefrag, seen["leads"]):
            if name and address.startswith(base):
                assert name in targets(address.removeprefix(base)), f"{address}#{name}"
        page.keyboard.press("Escape")
        seen = page.evaluate(SEEN)
        assert not seen["open"] and seen["described"] == 0
    for place in one_of_each_kind(path):
        links[place].hover()
        later(page)
        seen = page.evaluate(SEEN)
        assert words(seen["text"]) == expected(path)[place][1]
        assert seen["open"] and seen["fits"] and seen["described"] == 1
        page.keyboard.press("Escape")
        assert not page.evaluate(SEEN)["open"]
    # An explorer asks for its states when the page scrolls near it.
    assert [url for url in requests if "/_images/explorers/" not in url] == []
    page.set_viewport_size(PHONE)
    for link in links:
        link.focus()
        later(page)
        seen = page.evaluate(SEEN)
        assert seen["open"] and seen["fits"], link.inner_text()


@pytest.mark.parametrize("kind", ["div.proof", "div.exercise", "div.math", "p", "erratum"])
def test_a_preview_is_accessible(visit, kind):
    path, place = with_kind(kind)
    page = visit(path, viewport=PHONE).page
    page.keyboard.press("Shift")
    link = page.locator(LINKS).nth(place)
    link.focus()
    later(page)
    link.evaluate(ALONE)
    page.clock.resume()  # axe needs it
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        assert page.evaluate(SEEN)["open"]
        assert browsing.violations(page, RULES, inside="#preview") == []


def test_the_pointer_reaches_the_preview_and_closes_it_by_leaving(visit):
    path, place = with_kind("p", saying="doi:")
    page = visit(path).page
    page.locator(LINKS).nth(place).hover()
    later(page)
    page.hover("#preview a")
    later(page)
    assert page.evaluate(SEEN)["open"]
    page.hover("header .title")
    later(page)
    assert not page.evaluate(SEEN)["open"]


def test_a_pointer_in_passing_opens_nothing(visit):
    path, place = with_kind("div.proof")
    page = visit(path).page
    page.locator(LINKS).nth(place).hover()
    page.mouse.move(0, 0)
    later(page)
    assert not page.evaluate(SEEN)["open"]


def test_a_pointer_at_rest_takes_no_turn_from_the_focus(visit):
    """The focus scrolls the page, and what then lies below the pointer says so."""
    path, place = with_kind("div.proof")
    page = visit(path).page
    page.keyboard.press("Shift")
    page.locator(LINKS).nth(place).focus()
    page.dispatch_event("article h1", "pointerover", {"pointerType": "mouse"})
    later(page)
    assert page.evaluate(SEEN)["open"]


def test_the_tab_key_goes_through_the_preview(visit):
    """From the link to the links of its preview, and on to the next link."""
    path, place = with_kind("p", saying="doi:")
    page = visit(path).page
    page.keyboard.press("Shift")
    page.locator(LINKS).nth(place).focus()
    later(page)
    focus = "!!document.activeElement.closest('#preview')"
    page.keyboard.press("Tab")
    later(page)
    assert page.evaluate(focus)
    assert page.evaluate(SEEN)["open"]
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.matches('[data-preview]')")
    page.keyboard.press("Tab")
    later(page)
    assert not page.evaluate(focus)


def test_a_long_preview_scrolls_by_keyboard(visit):
    path, place = with_kind("erratum")
    page = visit(path, viewport={"width": 390, "height": 300}).page
    page.keyboard.press("Shift")
    page.locator(LINKS).nth(place).focus()
    later(page)
    assert page.evaluate(SEEN)["fits"]
    assert page.evaluate("preview.scrollHeight > preview.clientHeight && preview.tabIndex === 0")


def test_a_link_still_leads_to_its_target(visit):
    path, place = with_kind("div.math")
    page = visit(path).page
    page.keyboard.press("Shift")
    link = page.locator(LINKS).nth(place)
    link.focus()
    later(page)
    page.keyboard.press("Enter")
    later(page)
    assert not page.evaluate(SEEN)["open"]
    assert page.url.endswith(link.get_attribute("href"))


def test_touch_follows_the_link_and_shows_no_preview(visit):
    path, place = with_kind("div.math")
    page = visit(path, viewport=PHONE, has_touch=True, is_mobile=True).page
    link = page.locator(LINKS).nth(place)
    link.tap()
    later(page)
    assert not page.evaluate(SEEN)["open"]
    assert page.url.endswith(link.get_attribute("href"))


def test_paper_shows_no_preview(visit):
    path, place = with_kind("div.math")
    page = visit(path).page
    page.locator(LINKS).nth(place).hover()
    later(page)
    assert page.is_visible("#preview")
    page.emulate_media(media="print")
    assert not page.is_visible("#preview")
