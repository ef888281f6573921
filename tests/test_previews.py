"""Previews of references: what a link names, shown beside the link."""

from pathlib import Path

import pytest

from tests import browsing

LATER = 250  # ms: a preview has opened or closed
TOOLS = Path(__file__).with_name("previews.js").read_text("utf-8")


def previews(visit):
    """Focus shows what a link names, within the window, and without a request."""
    page, requests = visit.page, []
    page.evaluate(browsing.UNFOLD)
    if not page.evaluate("'previewing' in window"):
        page.evaluate(TOOLS)
        page.evaluate("previewing.read()")
    page.keyboard.press("Shift")  # the keyboard is in use
    page.on("request", lambda request: requests.append(request.url))
    assert page.evaluate("previewing.look()") == []
    # An explorer asks for its states when the page scrolls near it.
    assert [url for url in requests if "/_images/explorers/" not in url] == []


@pytest.fixture
def visit(visits):
    """Open a page with its folds open, whose clock stands still, its keyboard in use."""

    def opened(path, **options):
        page = visits(path, **options).page
        page.evaluate(TOOLS)
        page.evaluate(browsing.UNFOLD)
        page.clock.install(time=0)
        page.clock.pause_at(1)
        page.keyboard.press("Shift")
        return page

    return opened


def later(page):
    """What is seen a moment later."""
    page.clock.run_for(LATER)
    return page.evaluate("previewing.state()")


def test_a_long_preview_scrolls_by_keyboard_and_is_accessible(visit):
    page = visit("chapters/notation.html", viewport={"width": 390, "height": 300})
    browsing.thin(page)
    link = page.locator("article a[data-preview*=errata]").first
    link.focus()
    assert later(page)["fits"]
    assert page.evaluate("preview.scrollHeight > preview.clientHeight && preview.tabIndex === 0")
    page.clock.resume()  # axe needs it
    for theme, rules in (("light", browsing.RULES), ("dark", ["color-contrast"])):
        page.emulate_media(color_scheme=theme)
        assert page.evaluate("previewing.state()")["open"]
        assert browsing.violations(page, rules, inside="#preview") == []
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
    page = visit("chapters/block-novikoff.html", has_touch=touch, is_mobile=touch)
    link = page.locator("article a[data-preview][href^='#']").first
    if touch:
        link.tap()
    else:
        link.focus()
        assert later(page)["open"]
        page.keyboard.press("Enter")
    assert not later(page)["open"]
    assert page.url.endswith(link.get_attribute("href"))
