"""Every page of the built site, in a browser without a network.

What is asked of a page, in one visit, stands here and in tests/figures.py, tests/test_formulas.py
and tests/test_previews.py. What takes longest is asked of a few pages by day, and by night of all.
"""

import functools
import gzip
import re
from urllib.parse import unquote, urldefrag, urljoin, urlparse

import pytest

from tests import browsing, figures
from tests.test_formulas import formulas
from tests.test_previews import previews

PAGES = browsing.pages()
LOOKS = ["color-contrast", "link-in-text-block", "target-size"]  # slow, and a matter of style alone
DESKTOP = {"width": 1280, "height": 900}
FACE = (browsing.ROOT / "theme" / "typeface" / "characters.txt").read_text("utf-8")
EVERY, REGULAR, SIGNS, MATHS = FACE.splitlines()


def light(visit):
    """At most 152 KB as a server would compress it, in 14 requests, and 8,200 elements.

    The search page fetches its index, and has a test of its own.
    """
    loaded = {r.url: r for r in visit.responses if "/explorers/" not in r.url}.values()
    size = sum(
        len(r.body() if r.request.resource_type == "image" else gzip.compress(r.body()))
        for r in loaded
    )
    count = visit.page.evaluate("document.querySelectorAll('*').length")
    assert count <= 8_200
    assert len(loaded) <= 14
    assert size <= (230_000 if "search" in visit.page.url else 152_000)


def still_while_it_loads(visit):
    shifts = visit.page.evaluate(
        """() => new Promise((done) => {
          let sum = 0;
          const add = (list) => list.getEntries().forEach((shift) => (sum += shift.value));
          new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => done(sum), 20);
        })"""
    )
    assert shifts <= 0.05


def typeset(visit):
    text = visit.page.evaluate(
        """() => {
          document.querySelectorAll("details").forEach(unfold);
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


def in_our_faces(visit):
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
    asked, loaded = visit.page.evaluate(
        """async () => {
          await document.fonts.ready;
          const name = (face) => face.split(",")[0].replaceAll('"', "");
          const parts = ["article section > p:not([class])", "article section > p math"]
            .flatMap((kind) => document.querySelector(kind) ?? []);
          const loaded = [...document.fonts].filter((face) => face.status === "loaded");
          return [parts.map((part) => name(getComputedStyle(part).fontFamily)),
                  loaded.map((face) => name(face.family))];
        }"""
    )
    assert {*asked} <= {*loaded}


def named_parts(visit):
    """Boxes are groups with a name and a link, heads of tables say of what, and no id repeats.

    A head that is one formula has words beside it: no role of a formula names its parent.
    """
    repeated, unnamed, unlinked, unscoped = visit.page.evaluate(
        """() => {
          const all = (selector) => [...document.querySelectorAll(selector)];
          const text = (part) => part?.textContent.trim();
          const ids = all("[id]").map((element) => element.id);
          const name = (box) => box.ariaLabel
            ?? document.getElementById(box.getAttribute("aria-labelledby"))?.textContent;
          return [
            ids.filter((id, i) => ids.indexOf(id) !== i),
            all(":is(.proof, .exercise, .solution).admonition")
              .filter((box) => box.role !== "group" || !name(box)).map((box) => box.id),
            all(".admonition:is(.proof, .exercise):has(> .admonition-title)").map((box) => box.id)
              .filter((id) => !document.querySelector(`#${id} .headerlink[href="#${id}"]`)),
            all("thead th").filter((head) => head.scope !== "col" || !text(head)
                                             || text(head) === text(head.querySelector("math")))
              .map((head) => head.outerHTML),
          ];
        }"""
    )
    assert (repeated, unnamed, unlinked, unscoped) == ([], [], [], [])


def pictures_in_words(visit):
    for image in visit.page.query_selector_all("img"):
        alt = image.get_attribute("alt") or ""
        assert len(alt.split()) >= 5, f"alt text {alt!r} of {image.get_attribute('src')}"
        assert "_images" not in alt
        assert ".png" not in alt


@functools.cache
def ids(file):
    """The ids of a page of the site."""
    return set(re.findall(r'<[^<>]*?\sid="([^"]+)"', file.read_text("utf-8")))


# Parsed anew, without scripting, what `noscript` holds counts too; and so do previews.
LINKS = """() => {
  const parser = new DOMParser();
  const whole = parser.parseFromString(document.documentElement.outerHTML, "text/html");
  const parts = [whole, ...[...whole.querySelectorAll("template")].map(({ content }) => content)];
  const found = parts.flatMap((part) => [...part.querySelectorAll("[href], [src]")]);
  return found.map((element) => [
    element.localName,
    element.getAttribute("rel"),
    element.getAttribute("href") || element.getAttribute("src"),
  ]);
}"""


def links_that_lead(visit):
    for tag, rel, link in visit.page.evaluate(LINKS):
        if rel == "icon" and link.startswith("data:"):
            continue
        url, fragment = urldefrag(urljoin(visit.page.url, link))
        if url.startswith(visit.base):
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


def turns(visit):
    chapters = [visit.base + path for path in PAGES[:-1]]
    place = chapters.index(visit.page.url) if visit.page.url in chapters else len(PAGES)
    around = [chapters[max(place - 1, 0) : place], chapters[place + 1 : place + 2]]
    assert visit.page.evaluate(TURNS) == around


def readable_without_scripts(visit):
    page, plain = visit.page, visit.plain.page
    plain.set_viewport_size(page.viewport_size)
    plain.goto(visit.base + visit.path, wait_until="load")
    for one in (page, plain):
        one.evaluate(browsing.UNFOLD)
    text = """() => [...document.querySelectorAll("article :is(h1, h2, p, .math, figcaption, td)")]
        .filter((element) => !element.closest(".explorer, .scene, :not(details) > noscript"))
        .map((element) => element.innerText)"""
    assert page.evaluate(text) == plain.evaluate(text)
    high = "[...document.querySelectorAll('[data-explore]')].map((one) => one.offsetHeight)"
    assert page.evaluate(high) == plain.evaluate(high)
    for image in plain.query_selector_all("article :is(img, .picture)"):
        image.scroll_into_view_if_needed()
        assert image.is_visible()


def within_the_window(visit):
    wide = visit.page.evaluate(
        """() => document.documentElement.scrollWidth <= innerWidth
          ? [...document.querySelectorAll(".answer")].filter((e) => e.scrollWidth > e.clientWidth)
            .map((e) => e.outerHTML.slice(0, 200)) :
          [...document.querySelectorAll("main *")]
            .filter((e) => e.getBoundingClientRect().right > innerWidth)
            .slice(0, 3).map((e) => e.outerHTML.slice(0, 200))"""
    )
    assert wide == []


def steps_as_cards(visit):
    """Each step is a card within the window: cells named, rows still rows."""
    cut, unnamed = visit.page.evaluate(
        """() => {
          const cells = [...document.querySelectorAll(".steps td")];
          const within = (box) => box.left >= 0 && box.right <= innerWidth;
          return [
            cells.filter((cell) => !within(cell.getBoundingClientRect())),
            cells.filter((cell) => !cell.dataset.name || cell.role !== "cell"
                                   || cell.parentElement.role !== "row"
                                   || cell.closest("table").role !== "table"),
          ].map((found) => found.slice(0, 3).map((element) => element.outerHTML.slice(0, 200)));
        }"""
    )
    assert (cut, unnamed) == ([], [])


def clean_sheet(visit):
    """No control is printed nor how to use it; folds are open, pictures there, nothing is cut off.

    Hints and solutions come last, each with its exercise's number, and afterwards go back.
    Boxes and buttons that say what a drawing beside them takes for given, or shows, are printed.
    """
    visit.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    visit.page.emulate_media(media="print")
    shown, folded, cut, unnamed, early = visit.page.evaluate(
        """() => {
          const all = (selector) => [...document.querySelectorAll(selector)];
          const box = (element) => element.getBoundingClientRect();
          const controls = "button, input:not(.untick *, [type=radio]), header, nav, footer, "
                           + ".skip, .launch, .headerlink";
          return [
            all(controls).filter((e) => e.checkVisibility()),
            all("details:not(.scene *, .hide) > :not(summary), figure .picture, .bench")
              .filter((e) => !e.checkVisibility() || !box(e).height),
            all("main *").filter((e) => getComputedStyle(e).overflowX !== "visible"
                                        && e.scrollWidth > e.clientWidth && e.clientWidth > 1),
            all("details:has(+ .solution) > summary:not([data-of])"),
            all(".solution, [data-of]").filter((e) =>
              all(".exercise, #sources").some((other) => box(e).top < box(other).top)),
          ].map((found) => found.slice(0, 3).map((element) => element.outerHTML.slice(0, 200)));
        }"""
    )
    visit.page.emulate_media(media="screen")
    visit.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert (shown, folded, cut, unnamed, early) == ([], [], [], [], [])
    assert visit.page.locator(":not(.exercise ~ *).solution").count() == 0


# By the width of the window, since a page of many formulas is slow to lay out anew.
CHECKS = {
    1280: [
        light,
        typeset,
        named_parts,
        pictures_in_words,
        links_that_lead,
        turns,
        still_while_it_loads,
        formulas,
        in_our_faces,
        readable_without_scripts,  # opens all folds
        previews,
        *figures.WIDE,
        *figures.EACH,
    ],
    1000: [formulas],
    658: [clean_sheet],  # A4 within its margins
    320: [within_the_window, *figures.EACH],
    390: [formulas, within_the_window, steps_as_cards, previews, *figures.EACH],
}


@pytest.fixture(scope="module")
def plain(base, chromium):
    """A tab without scripts."""
    opened = browsing.Visit(chromium, base, PAGES[0], java_script_enabled=False)
    yield opened
    assert (opened.errors, opened.outside) == ([], [])
    opened.close()


def some(pages, *sample):
    """All pages, of which the sample alone is looked at by day."""
    return [pytest.param(p, marks=[] if p in sample else pytest.mark.nightly) for p in pages]


SAMPLE = ["chapters/relatives.html"]  # with sliders, buttons, steps and proofs

# What takes longest, and hangs on the theme and the board more than on one page.
LONG = {previews, clean_sheet, readable_without_scripts}
LONG |= {figures.distinct, figures.moved_by_sliders, figures.moved_by_buttons}
LONG |= {figures.playing_to_the_end}


def run_checks(visit, subtests, wanted):
    for width, checks in CHECKS.items():
        if any(map(wanted, checks)):
            visit.page.set_viewport_size({"width": width, "height": 900})
        for check in filter(wanted, checks):
            with subtests.test(check.__name__, width=width):
                check(visit)


@pytest.mark.parametrize("path", PAGES)
def test_page(visits, subtests, path):
    visit = visits(path, color_scheme="light", has_touch=True)
    run_checks(visit, subtests, lambda check: check not in LONG)


@pytest.mark.parametrize("path", some(PAGES, *SAMPLE))
def test_page_at_length(visits, plain, subtests, path):
    visit = visits(path, color_scheme="light", has_touch=True)
    visit.plain = plain
    run_checks(visit, subtests, {figures.ready, *LONG}.__contains__)


@pytest.mark.parametrize("path", some(PAGES, *SAMPLE, "search.html"))
def test_accessible(visits, path):
    """By axe, with folds closed and open; of LOOKS one element of each kind.

    It also sees what lies over what, and what a wide window adds to the text.
    """
    page = visits(path).page
    page.set_viewport_size(browsing.PHONE)
    browsing.thin(page)
    for fold in ("closed", "open"):
        assert browsing.violations(page, browsing.RULES, LOOKS) == [], fold
        page.evaluate(browsing.UNFOLD)
    assert browsing.violations(page, ["target-size"]) == []  # what is beside a target counts
    browsing.keep_one_of_each_kind(page)
    page.evaluate("scrollTo(0, 0)")  # where the bar lies over nothing
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size(browsing.PHONE)
        assert browsing.violations(page, [*LOOKS, "label-content-name-mismatch"]) == []
        page.set_viewport_size(DESKTOP)
        assert browsing.violations(page, browsing.RULES, inside="header, nav, footer") == []
