"""What a reader does with the site: turn pages, search, copy, unfold, change the theme, print."""

import pytest

from tests import browsing

CHAPTERS = browsing.pages()[:-1]
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def base():
    browsing.build()
    with browsing.served() as address:
        yield address


@pytest.fixture(scope="module")
def chromium():
    with browsing.browser() as browser:
        yield browser


@pytest.fixture
def visit(base, chromium):
    """Open pages, and close them after the test."""
    visits = []

    def opened(path, **options):
        visits.append(browsing.Visit(chromium, options.pop("base", base), path, **options))
        return visits[-1]

    yield opened
    for one in visits:
        assert one.errors == []
        one.close()


def with_explorer():
    """The first page that holds an explorer."""
    return next(p for p in CHAPTERS if "data-explore" in (browsing.HTML / p).read_text("utf-8"))


def test_next_leads_through_every_chapter(visit, base):
    page = visit(CHAPTERS[0]).page
    for path in CHAPTERS[1:]:
        page.click("a[rel=next]")
        assert page.url == base + path
    assert page.query_selector("a[rel=next]") is None


def test_contents_open_on_a_phone(visit, base):
    page = visit(CHAPTERS[0], viewport=PHONE).page
    assert not page.is_visible("#contents")
    page.click("text=Contents")
    page.click("#contents a >> nth=0")
    assert page.url == base + CHAPTERS[1]


def test_the_theme_is_kept(visit):
    page = visit(CHAPTERS[0], color_scheme="light").page
    paper = "() => getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.click("text=Theme: auto")
    page.click("text=Theme: light")
    dark = page.evaluate(paper)
    assert dark != light
    page.click("a[rel=next]")
    page.wait_for_load_state()
    assert page.evaluate(paper) == dark
    page.click("text=Theme: dark")
    assert page.evaluate(paper) == light


def test_search_finds_a_chapter(visit, base):
    page = visit(CHAPTERS[0]).page
    page.fill("input[type=search]", "perceptron")
    page.keyboard.press("Enter")
    page.wait_for_selector("#search-results li p.context")
    page.click("#search-results li a >> nth=0")
    assert page.url.partition("?")[0].partition("#")[0].removeprefix(base) in CHAPTERS


def test_code_can_be_copied(visit):
    opened = visit(with_explorer())
    opened.tab.grant_permissions(["clipboard-read", "clipboard-write"])
    code = opened.page.text_content(".cell_input pre")
    opened.page.focus("button.copy")
    opened.page.keyboard.press("Enter")
    opened.page.wait_for_selector("text=Copied")
    assert opened.page.evaluate("navigator.clipboard.readText()") == code


def test_a_fold_opens_by_keyboard_and_on_paper(visit):
    page = visit(with_explorer()).page
    fold = page.query_selector("details")
    fold.query_selector("summary").focus()
    page.keyboard.press("Enter")
    assert fold.evaluate("fold => fold.open")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.query_selector_all("details:not([open])") == []
    assert not page.is_visible("nav#contents")
    assert not page.is_visible("a[rel=next]")


def test_sliders_move_on_a_page_opened_as_a_file(visit):
    page = visit(with_explorer(), base=f"file://{browsing.HTML}/").page
    picture = page.query_selector(".explorer img")
    page.query_selector(".explorer input").focus()
    seen = set()
    for key in ("Home", "End"):
        page.keyboard.press(key)
        assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
        seen.add(picture.get_attribute("src"))
    assert len(seen) == 2
