"""Every page of the built site, in a browser without a network."""

import functools
import gzip
import re
from urllib.parse import unquote, urldefrag, urljoin, urlparse

import pytest

from tests import browsing

PAGES = browsing.pages()
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LOOKS = ["color-contrast", "link-in-text-block", "target-size"]  # slow, and a matter of style alone
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
SHEET = {"width": 658, "height": 900}  # A4 within its margins
FACE = (browsing.ROOT / "theme" / "typeface" / "characters.txt").read_text("utf-8")
EVERY, REGULAR, SIGNS, MATHS = FACE.splitlines()


@pytest.fixture(scope="module", params=PAGES)
def visit(request, base, chromium):
    opened = browsing.Visit(chromium, base, request.param, color_scheme="light")
    yield opened
    opened.close()


@pytest.fixture
def plain(visit, base, chromium):
    """The same page without scripts."""
    opened = browsing.Visit(
        chromium, base, visit.page.url.removeprefix(base), java_script_enabled=False
    )
    yield opened
    opened.close()


def test_light(visit):
    """At most 150 KB as a server would compress it, in 14 requests, and 8,000 elements.

    The search page fetches its index, and has a test of its own.
    """
    loaded = {r.url: r for r in visit.responses if "/explorers/" not in r.url}.values()
    size = sum(
        len(r.body() if r.request.resource_type == "image" else gzip.compress(r.body()))
        for r in loaded
    )
    count = visit.page.evaluate("document.querySelectorAll('*').length")
    assert count <= 8_000
    assert len(loaded) <= 14
    assert size <= (200_000 if "search" in visit.page.url else 150_000)


def test_nothing_moves_while_a_page_loads(visit):
    shifts = visit.page.evaluate(
        """() => new Promise((done) => {
          let sum = 0;
          const add = (list) => list.getEntries().forEach((shift) => (sum += shift.value));
          new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => done(sum), 200);
        })"""
    )
    assert shifts <= 0.05


def test_formulas_are_typeset(visit):
    text = visit.page.evaluate(
        """() => {
          const main = document.querySelector("main").cloneNode(true);
          main.querySelectorAll("pre, code, noscript").forEach((element) => element.remove());
          return main.textContent;
        }"""
    )
    assert not {sign for sign in ("$", "\\(", "\\[", "\\frac", "\\le", "{aligned}") if sign in text}
    formulas, typeset, broken = visit.page.evaluate(
        """() => [".math", "math.math, .math:has(math)", ".math:has(code)"]
                 .map((selector) => document.querySelectorAll(selector).length)"""
    )
    assert formulas == typeset
    assert visit.page.query_selector("article script") is None
    assert broken == 0


def test_the_faces_have_every_character(visit):
    """What they lack would come from whatever font the reader has."""
    text, styled, formulas = visit.page.evaluate(
        """() => {
          document.querySelectorAll("details").forEach(unfold);
          const article = document.querySelector("article").cloneNode(true);
          const text = (parts) => [...parts].map((part) => part.textContent).join("");
          const formulas = text(article.querySelectorAll("math"));
          const others = "pre, code, math, svg, noscript";
          article.querySelectorAll(others).forEach((part) => part.remove());
          return [article.textContent, text(article.querySelectorAll("em, strong, h1, h2, h3")),
                  formulas];
        }"""
    )
    assert set(re.sub(r"\s", "", text)) - set(EVERY + REGULAR + SIGNS) == set()
    assert set(re.sub(r"\s", "", styled)) - set(EVERY + SIGNS) == set()
    assert set(re.sub(r"\s|\u2061", "", formulas)) - set(MATHS) == set()


def test_parts_have_names_of_their_own(visit):
    """Boxes are groups that say what they are, heads of tables say of what, and no id repeats."""
    repeated, unnamed, unscoped = visit.page.evaluate(
        """() => {
          const all = (selector) => [...document.querySelectorAll(selector)];
          const ids = all("[id]").map((element) => element.id);
          const name = (box) => box.ariaLabel
            ?? document.getElementById(box.getAttribute("aria-labelledby"))?.textContent;
          return [
            ids.filter((id, i) => ids.indexOf(id) !== i),
            all(":is(.proof, .exercise, .solution).admonition")
              .filter((box) => box.role !== "group" || !name(box)).map((box) => box.id),
            all("thead th").filter((head) => head.scope !== "col" || !head.textContent.trim())
              .map((head) => head.outerHTML),
          ];
        }"""
    )
    assert (repeated, unnamed, unscoped) == ([], [], [])


def test_a_proof_says_where_it_begins_and_ends(visit):
    """Its end mark is drawn: at the right of its last line, and in no text that is read out."""
    for proof in visit.page.query_selector_all("[class='proof admonition']"):
        assert proof.query_selector("em").text_content() == "Proof."
        content, width = proof.evaluate(
            """(proof) => {
              let last = proof.lastElementChild;
              while (/^[UO]L|LI$/.test(last.tagName)) last = last.lastElementChild;
              const mark = getComputedStyle(last, "::after");
              return [mark.content, parseFloat(mark.borderTopWidth) && parseFloat(mark.width)];
            }"""
        )
        assert content == '""'
        assert width > 5


def test_every_picture_says_what_it_shows(visit):
    for image in visit.page.query_selector_all("img"):
        alt = image.get_attribute("alt") or ""
        assert len(alt.split()) >= 5, f"alt text {alt!r} of {image.get_attribute('src')}"
        assert "_images" not in alt
        assert ".png" not in alt


def test_no_code_and_no_output_is_clipped(visit):
    clipped = visit.page.evaluate(
        """() => {
          const folds = [...document.querySelectorAll("details:not([open])")];
          folds.forEach((fold) => { fold.open = true; });
          const clipped = [...document.querySelectorAll("pre")]
            .filter((block) => block.scrollWidth > block.clientWidth + 1)
            .map((block) => block.textContent);
          folds.forEach((fold) => { fold.open = false; });
          return clipped;
        }"""
    )
    assert clipped == []


@functools.cache
def ids(file):
    """The ids of a page of the site."""
    return set(re.findall(r'<[^<>]*?\sid="([^"]+)"', file.read_text("utf-8")))


# Parsed anew, without scripting, what `noscript` holds counts too.
LINKS = """() => {
  const parser = new DOMParser();
  const whole = parser.parseFromString(document.documentElement.outerHTML, "text/html");
  return [...whole.querySelectorAll("[href], [src]")].map((element) => [
    element.localName,
    element.getAttribute("rel"),
    element.getAttribute("href") || element.getAttribute("src"),
  ]);
}"""


def test_links_and_files_exist(visit, base):
    for tag, rel, link in visit.page.evaluate(LINKS):
        if rel == "icon" and link.startswith("data:"):
            continue
        url, fragment = urldefrag(urljoin(visit.page.url, link))
        if url.startswith(base):
            file = browsing.HTML / unquote(urlparse(url).path).lstrip("/")
            assert file.is_file(), f"{link} leads nowhere"
            if fragment:
                assert unquote(fragment) in ids(file), f"{link} has no target"
        else:
            named = rel == "canonical"  # and not loaded
            assert tag == "a" or named, f"{link} is loaded from another host"
            assert re.fullmatch(r"https://[\w-]+(\.[\w-]+)+(/\S*)?", url), (
                f"{link} is no web address"
            )


TURNS = """() => ["prev", "next"].map((rel) =>
  [...document.querySelectorAll(`a[rel=${rel}]`)].map((a) => a.checkVisibility() && a.href))"""


def test_next_leads_through_every_chapter_and_previous_back(visit, base):
    chapters = [base + path for path in PAGES[:-1]]
    place = chapters.index(visit.page.url) if visit.page.url in chapters else len(PAGES)
    around = [chapters[max(place - 1, 0) : place], chapters[place + 1 : place + 2]]
    assert visit.page.evaluate(TURNS) == around


def test_readable_without_scripts(visit, plain):
    for page in (visit.page, plain.page):
        page.evaluate("document.querySelectorAll('details').forEach((fold) => fold.open = true)")
    text = """() => [...document.querySelectorAll("article :is(h1, h2, p, .math, figcaption, td)")]
        .filter((element) => !element.closest(".explorer, .laboratory, :not(details) > noscript"))
        .map((element) => element.innerText)"""
    assert visit.page.evaluate(text) == plain.page.evaluate(text)
    for image in plain.page.query_selector_all("article :is(img, .picture)"):
        image.scroll_into_view_if_needed()
        assert image.is_visible()


# From here on the window is another at each test: a page of many formulas is slow to lay out anew.


def test_no_sideways_scroll_on_a_phone(visit):
    visit.page.set_viewport_size(PHONE)
    wide = visit.page.evaluate(
        """() => document.documentElement.scrollWidth <= innerWidth ? [] :
          [...document.querySelectorAll("main *")]
            .filter((e) => e.getBoundingClientRect().right > innerWidth)
            .slice(0, 3).map((e) => e.outerHTML.slice(0, 200))"""
    )
    assert wide == []


def test_the_steps_of_theorems_read_on_a_phone(visit):
    """Each step is a card within the window: cells named, rows still rows, signs of 11 px."""
    visit.page.set_viewport_size(PHONE)
    cut, unnamed, small = visit.page.evaluate(
        """() => {
          const cells = [...document.querySelectorAll(".steps td")];
          const within = (box) => box.left >= 0 && box.right <= innerWidth;
          const signs = [...document.querySelectorAll(".steps mfrac :is(mi, mn)")];
          const raised = ":is(msub, msup, msubsup) > :not(:first-child)";
          const size = (e) => parseFloat(getComputedStyle(e).fontSize);
          return [
            cells.filter((cell) => !within(cell.getBoundingClientRect())),
            cells.filter((cell) => !cell.dataset.name || cell.role !== "cell"
                                   || cell.parentElement.role !== "row"),
            signs.filter((e) => e.checkVisibility() && !e.closest(raised) && size(e) < 11),
          ].map((found) => found.slice(0, 3).map((element) => element.outerHTML.slice(0, 200)));
        }"""
    )
    assert (cut, unnamed, small) == ([], [], [])


def test_a_clean_sheet_of_paper(visit):
    """No control is printed, every fold is open, and nothing is cut off at the edge.

    Boxes and buttons that say what a drawing beside them takes for given, or shows, are printed.
    """
    page = visit.page
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    page.set_viewport_size(SHEET)
    shown, folded, cut = page.evaluate(
        """() => {
          const all = (selector) => [...document.querySelectorAll(selector)];
          const box = (element) => element.getBoundingClientRect();
          const controls = "button, input:not(.untick *, [type=radio]), header, nav, footer, "
                           + ".skip, .launch, .headerlink";
          return [
            all(controls).filter((e) => e.checkVisibility()),
            all("details > :not(summary)").filter((e) => !e.checkVisibility() || !box(e).height),
            all("main *").filter((e) => getComputedStyle(e).overflowX !== "visible"
                                        && e.scrollWidth > e.clientWidth && e.clientWidth > 1),
          ].map((found) => found.slice(0, 3).map((element) => element.outerHTML.slice(0, 200)));
        }"""
    )
    assert (shown, folded, cut) == ([], [], [])


def test_accessible_at_both_sizes_in_both_themes(visit):
    page = visit.page
    page.emulate_media(media="screen")
    page.set_viewport_size(PHONE)
    browsing.thin(page)
    assert browsing.violations(page, RULES, LOOKS) == []
    # The style sheet gives a kind of element one color and one size.
    browsing.keep_one_of_each_kind(page)
    around = "header, nav, footer"  # what a wide window adds to the text
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        paper = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
        dark = max(map(int, paper.removeprefix("rgb(").removesuffix(")").split(","))) < 40
        assert dark == (theme == "dark")
        page.set_viewport_size(PHONE)
        assert browsing.violations(page, LOOKS) == []
        page.set_viewport_size(DESKTOP)
        rules = LOOKS if dark else RULES
        assert browsing.violations(page, rules, inside=around) == []


def test_nothing_from_elsewhere_and_no_error(visit):
    """Last, so that it sees what the tests above set off."""
    assert visit.outside == []
    assert visit.errors == []
