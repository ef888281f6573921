"""The search: what is found first, and how the results are shown."""

import re

import pytest
from playwright.sync_api import expect

from tests import browsing

PAGES = browsing.pages()[:-1]
# What one types, and where one of the first three places that are found is.
TYPED = {
    "theorem 3.1": "block-novikoff.html#thm-block-novikoff",
    "w_t": "perceptron.html#a-run-is-its-list-of-mistakes",
    "γ": "linear-separators.html#def-margin",
    "TD_gamma": "not-separable.html#def-total-distance",
    "16/gamma^2": "margin-perceptron.html#thm-sixteen",
    r"16/\gamma^2": "margin-perceptron.html#thm-sixteen",
    r"\frac{1}{\gamma^2}": "block-novikoff.html#thm-block-novikoff",
    "w₀/η": "perceptron-as-descent.html#thm-rescaled",
    "⟨·,·⟩": "notation.html#the-notation-of-this-book",
    "Karush Kuhn": "soft-margin.html#where-each-multiplier-sits",
    "erratum A18": "errata.html#a18-fewer-and-fewer-mistakes",
    "kernel trick": "kernels.html",
    "maximum margin hyperplane": "max-margin.html",
    "what is a support vector": "svm-dual.html#support-vectors",
    r"\frac{R^2}{\gamma^2}": "block-novikoff.html#thm-block-novikoff",
    # misspelled
    "percepton": "perceptron.html",
    "gradient decent": "perceptron-as-descent.html",
    "kenrel trick": "kernels.html",
    "overfiting": "generalization.html",
    # with a word too many
    "perceptron convergence proof": "block-novikoff.html",
    # in others' words
    "reproducing kernel hilbert space": "kernels.html",
    "neural network": "perceptron.html",
    "C parameter": "soft-margin.html",
    "bias term": "linear-separators.html",
    "sklearn": "benchmarks.html",
    # as it is called here too
    "learning rate": "perceptron-as-descent.html",
    "SMO": "dual-ascent.html",
    "VC dimension": "generalization.html",
    "multiclass": "kernels.html",
    "multi-class": "kernels.html",
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
        return page

    return results_page


@pytest.fixture(scope="module")
def script(base, chromium):
    """The search's functions, with the places that they know."""
    visit = browsing.Visit(chromium, base, "search.html")
    yield visit.page
    visit.close()


def first_three(script, queries):
    look = "all => all.map((query) => lookUp(query).found.slice(0, 3).map((place) => place.id))"
    return zip(queries, script.evaluate(look, [*queries]), strict=True)


def test_what_a_student_types_finds_its_place(script):
    for query, found in first_three(script, TYPED):
        assert any(one.startswith(f"chapters/{TYPED[query]}") for one in found), (query, found)


def test_each_name_finds_its_places(script):
    places = script.evaluate("places")
    named = {}
    for place in places:
        for name in filter(None, place["also"].split(", ")):
            named.setdefault(name, set()).add(place["address"])
    for name, found in first_three(script, named):
        assert named[name] & {*found}, (name, found)


def test_a_number_or_a_letter_is_found_as_a_whole(script):
    for whole in ("7", "c"):
        terms = script.evaluate("query => lookUp(query).found.flatMap(({ terms }) => terms)", whole)
        assert {*terms} == {whole}


def test_results_show_where_they_lead(search):
    page = search("TD_gamma")
    assert re.fullmatch(r"\d+ places found for “TD_gamma”\.", page.inner_text("#found"))
    assert page.get_attribute("#found", "role") == "status"
    first = page.query_selector("#search-results li")
    assert "Definition 13.1 (Total distance)" in first.inner_text()
    assert "Without a separator · also: distance from a margin" in first.inner_text()
    assert "TD_γ" in page.locator("mark").all_text_contents()
    page.click("#search-results a >> nth=0")
    assert page.url.endswith("chapters/not-separable.html#def-total-distance")


def test_results_follow_what_one_types(visits):
    page = visits("search.html").page
    field, said = page.get_by_role("searchbox", name="Search the book"), page.locator("#found")
    for query, words in {
        "<b>margin</b>": r"\d+ places found for “<b>margin</b>”.*",
        "percepton xyzzy": r"\d+ places found for “percepton xyzzy”, with some of these words.*",
        "photocells": r"1 place found for “photocells”\.",
        "xyzzy": r"Nothing found for “xyzzy”\.",
        "": "",
        "a": r"Nothing found for “a”\.",
    }.items():
        field.fill(query)
        assert re.fullmatch(words, said.inner_text())
    assert page.locator("#search-results b").count() == 0
    page.click("#advice a >> nth=0")
    page.wait_for_selector("#search-results li")
    field.fill("margin")
    page.click("#search-results a >> nth=0")
    page.go_back()
    expect(field).to_have_value("margin")
    expect(said).to_contain_text("“margin”")


def test_a_formula_is_marked_where_it_stands_as_a_whole(script):
    text = "Of 2 runs with t = 16 one ends after 16/γ², not 2/γ², steps, or (R/γ)²."
    marks = """([text, term]) =>
      [...excerpt(text, [term]).querySelectorAll("mark")].map((mark) => mark.textContent)"""
    for term, marked in {"16gamma2": ["16/γ²"], "gamma": ["16/γ²", "2/γ²", "(R/γ)²"]}.items():
        assert script.evaluate(marks, [text, term]) == marked


def test_a_solution_is_not_in_the_index(script):
    titles = script.evaluate("() => columns.title")
    assert not [title for title in titles if title.startswith("Solution")]
    assert any(title.startswith("Exercise") for title in titles)


def test_a_key_begins_a_search(search):
    page = search("margin")
    page.locator("h1").click()
    page.keyboard.press("Control+k")
    expect(page.locator("input[type=search]")).to_be_focused()


def test_the_search_works_on_a_page_opened_as_a_file(search):
    page = search("kernel", at=f"file://{browsing.HTML}/")
    page.fill("input[type=search]", "margin")
    page.click("#search-results a >> nth=0")
    assert page.url.endswith("chapters/linear-separators.html#def-margin")


def test_results_are_accessible(search):
    page = search("margin", viewport=browsing.PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= browsing.PHONE["width"]
    browsing.keep_one_of_each_kind(page)
    assert browsing.violations(page, browsing.RULES) == []
    page.emulate_media(color_scheme="dark")
    assert browsing.violations(page, ["color-contrast"]) == []
