"""The search: what is found first, and how the results are shown."""

import base64
import gzip
import json
import re

import pytest
from playwright.sync_api import expect

from tests import browsing

PAGES = browsing.pages()[:-1]
FIRST = {
    "theorem 3.1": "block-novikoff.html#thm-block-novikoff",
    "w_t": "perceptron.html#a-run-is-its-list-of-mistakes",
    "γ": "linear-separators.html#def-margin",
    "TD_gamma": "not-separable.html#def-total-distance",
    "kernel trick": "kernels.html#def-kernel",
    "16/gamma^2": "margin-perceptron.html#thm-sixteen",
    "w₀/η": "perceptron-as-descent.html#thm-rescaled",
    "⟨·,·⟩": "notation.html#the-notation-of-this-book",
    "Karush Kuhn": "soft-margin.html#where-each-multiplier-sits",
    "erratum A18": "errata.html#a18-fewer-and-fewer-mistakes",
}
# What a student of this field types, and the page on which one of the first three places answers.
TYPED = {
    # misspelled
    "percepton": "perceptron",
    "gradient decent": "perceptron-as-descent",
    "kenrel trick": "kernels",
    "overfiting": "generalization",
    # with a word too many
    "perceptron convergence proof": "block-novikoff",
    "reproducing kernel hilbert space": "kernels",
    # in others' words
    "C parameter": "soft-margin",
    "bias term": "linear-separators",
    "sklearn": "benchmarks",
    "MNIST": "max-margin",
    # as it is called here too
    "learning rate": "perceptron-as-descent",
    "SMO": "dual-ascent",
    "VC dimension": "generalization",
    "multiclass": "kernels",
}


@pytest.fixture
def search(visits):
    """Search from a chapter's box."""

    def results_page(query, **options):
        page = visits(PAGES[1], **options).page
        if page.is_visible("button.find"):  # on a phone
            page.click("button.find")
        page.fill("input[type=search]", query)
        with page.expect_navigation():
            page.keyboard.press("Enter")
        page.evaluate("ready")
        return page

    return results_page


@pytest.fixture(scope="module")
def script(base, chromium):
    """The search's functions, with the places that they know."""
    visit = browsing.Visit(chromium, base, "search.html")
    visit.page.evaluate("ready")
    yield visit.page
    visit.close()


@pytest.fixture(scope="module")
def places(base):
    """The index as written: kind, title, address, text, and names among the terms."""
    written = (browsing.HTML / "searchindex.js").read_text("utf-8")
    (packed,) = re.findall(r'^const packed = "(.*)";$', written)
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def test_what_a_student_types_finds_its_place(script):
    look = "all => all.map((query) => lookUp(query).slice(0, 3).map((place) => place.address))"
    for query, found in zip(FIRST, script.evaluate(look, [*FIRST]), strict=True):
        assert found[0] == f"chapters/{FIRST[query]}", query
    for query, found in zip(TYPED, script.evaluate(look, [*TYPED]), strict=True):
        assert any(one.startswith(f"chapters/{TYPED[query]}.html") for one in found), query
    for word in ("iriz", "xyzzy", "lambda", "novik", "peptron"):  # short, or there, stay
        assert script.evaluate("mend", word) == word
    for whole in ("7", "c"):  # a number or a letter is found as a whole
        words = script.evaluate("query => lookUp(query).map((place) => place.all)", whole)
        assert words and all(f" {whole} " in one for one in words)


@pytest.mark.nightly
def test_places_of_a_name_come_before_all_others(script, places):
    found = """names => names.map((name) => {
      const same = places.filter((place) => place.names.includes(line(withoutArticle(name))));
      return [same, lookUp(name).slice(0, same.length)]
        .map((some) => some.map((place) => place.address));
    })"""
    named = {}
    for _, title, address, _, terms in places:
        parts = re.fullmatch(r"(\w+ [\d.]+) \((.*)\)", title)
        for name in [title, *(parts.groups() if parts else ()), *terms]:
            named.setdefault(name, set()).add(address)
    answers = script.evaluate(found, [*named])
    for (name, addresses), (same, first) in zip(named.items(), answers, strict=True):
        assert addresses <= set(same) == set(first), name


def test_results_show_where_they_lead(search):
    page = search("TD_gamma")
    assert re.fullmatch(r"\d+ places found for “TD_gamma”\.", page.inner_text("#found"))
    assert page.get_attribute("#found", "role") == "status"
    first = page.query_selector("#search-results li")
    assert "Definition 12.1 (Total distance)" in first.inner_text()
    assert "Without a separator · terms: distance from a margin" in first.inner_text()
    marked = page.eval_on_selector_all("mark", "all => all.map((one) => one.textContent)")
    assert {"TD", "γ"} <= set(marked)
    page.click("#search-results a >> nth=0")
    assert page.url.endswith("chapters/not-separable.html#def-total-distance")


def test_odd_queries_and_nothing_found(search, base):
    page = search("<b>margin</b>")
    assert page.query_selector("#search-results b") is None
    said = r"Nothing found for “percepton xyzzy”\. \d+ places found for “perceptron”.*"
    page.goto(f"{base}search.html?q=percepton%20xyzzy")
    page.evaluate("ready")
    assert re.fullmatch(said, page.inner_text("#found"))
    page.goto(f"{base}search.html?q=photocells")
    page.evaluate("ready")
    assert page.inner_text("#found") == "1 place found for “photocells”."
    page.goto(f"{base}search.html?q=xyzzy")
    page.evaluate("ready")
    assert page.inner_text("#found") == "Nothing found for “xyzzy”."
    page.click("#advice a >> nth=0")
    page.wait_for_selector("#search-results li")


MARKS = """([text, query]) => {
  const shown = excerpt(text, query.split(" ").map(fold));
  return [...shown.querySelectorAll("mark")].map((mark) => mark.textContent);
}"""


def test_a_formula_is_marked_where_it_stands_as_a_whole(script):
    text = "Of 2 runs with t = 16 one ends after 16/γ², not 2/γ², steps, and t − 1 is over γ."
    for query, marks in (("16/gamma^2 steps", ["16", "γ²", "steps"]), ("t-1", ["t", "1"])):
        assert script.evaluate(MARKS, [text, query]) == marks


def test_a_solution_shows_no_text(search):
    page = search("Solution to Exercise 2.2")
    shown = page.eval_on_selector_all(
        "#search-results li",
        """all => all.map((one) => [one.querySelector("a").textContent.split(" ")[0],
                                 one.querySelector(".context") === null])""",
    )
    assert ["Solution", True] in shown
    assert all(hidden == (kind == "Solution") for kind, hidden in shown)


def test_keys_begin_a_search_walk_its_results_and_can_be_turned_off(search):
    page = search("margin")
    field, links = page.locator("input[type=search]"), page.locator("#search-results a")
    for key in ("/", "Control+k"):
        page.locator("h1").click()
        page.keyboard.press(key)
        expect(field).to_be_focused()
    for key, stop in (("Down", links.nth(0)), ("Down", links.nth(1)), ("Up", links.nth(0))):
        page.keyboard.press(f"Arrow{key}")
        expect(stop).to_be_focused()
    for _ in range(2):
        page.keyboard.press("ArrowUp")
        expect(field).to_be_focused()
    choice = page.get_by_role("checkbox")
    choice.uncheck()
    page.reload()
    expect(choice).not_to_be_checked()
    page.keyboard.press("/")
    expect(field).not_to_be_focused()
    page.keyboard.press("Control+k")
    expect(field).to_be_focused()


def test_the_search_works_on_a_page_opened_as_a_file(search):
    page = search("margin", at=f"file://{browsing.HTML}/")
    page.click("#search-results a >> nth=0")
    assert page.url.endswith("chapters/linear-separators.html#def-margin")


def test_results_are_accessible(search):
    page = search("margin", viewport=browsing.PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= browsing.PHONE["width"]
    browsing.keep_one_of_each_kind(page)
    assert browsing.violations(page, browsing.RULES) == []
    page.emulate_media(color_scheme="dark")
    assert browsing.violations(page, ["color-contrast"]) == []
