"""The search and the index of terms: what is found first, what it weighs, where the terms lead."""

import base64
import gzip
import json
import re

import pytest
from playwright.sync_api import expect

from tests import browsing
from theme.places import TERMS, Page
from theme.search import index

PAGES = browsing.pages()[:-1]
PHONE = {"width": 390, "height": 844}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
FIRST = {
    "perceptron": "perceptron.html",
    "Block–Novikoff": "block-novikoff.html#thm-block-novikoff",
    "theorem 3.1": "block-novikoff.html#thm-block-novikoff",
    "margin": "linear-separators.html#def-margin",
    "w_t": "perceptron.html#a-run-is-its-list-of-mistakes",
    "γ": "linear-separators.html#def-margin",
    "TD_gamma": "not-separable.html#def-total-distance",
    "kernel trick": "kernels.html#def-kernel",
    "16/gamma^2": "margin-perceptron.html#thm-sixteen",
    "w₀/η": "perceptron-as-descent.html#thm-rescaled",
    "⟨·,·⟩": "notation.html#the-notation-of-this-book",
    "Karush Kuhn": "soft-margin.html#where-each-multiplier-sits",
    "Exercise 6.4": "svm-dual.html#ex-two-at-a-time",
    "erratum A18": "errata.html#a18-fewer-and-fewer-mistakes",
}
ALIKE = """(words) => {
  const [one, other] = words.map((word) => lookUp(word).map((place) => place.address).join());
  return one !== "" && one === other;
}"""
# What a student of this field types, and the page on which one of the first three places answers.
TYPED = {
    # misspelled
    "percepton": "perceptron",
    "langrangian": "svm-dual",
    "gradient decent": "perceptron-as-descent",
    "kenrel trick": "kernels",
    "overfiting": "generalization",
    # with a word too many
    "perceptron convergence proof": "block-novikoff",
    "empirical risk minimization": "generalization",
    "stopping criterion": "dual-ascent",
    "reproducing kernel hilbert space": "kernels",
    # in others' words
    "C parameter": "soft-margin",
    "bias term": "linear-separators",
    "sklearn": "benchmarks",
    "mercer": "kernels",
    "Rademacher": "margin-bounds",
    "activation function": "linear-separators",
    "outliers": "soft-margin",
    "grid search": "soft-margin",
    "MNIST": "max-margin",
    "one vs rest": "kernels",
    # as it is called here too
    "learning rate": "perceptron-as-descent",
    "regularization": "hinge-sgd",
    "SVM": "soft-margin",
    "SMO": "dual-ascent",
    "VC dimension": "generalization",
    "voted perceptron": "generalization",
    "multiclass": "kernels",
}


@pytest.fixture
def search(visits):
    """Search from a chapter's box."""

    def found(query, **options):
        page = visits(PAGES[1], **options).page
        if page.is_visible("button.find"):  # on a phone
            page.click("button.find")
        page.fill("input[type=search]", query)
        with page.expect_navigation():
            page.keyboard.press("Enter")
        page.evaluate("ready")
        return page

    return found


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


# What is found first


def test_what_a_student_types_finds_its_place(script):
    look = "all => all.map((query) => lookUp(query).slice(0, 3).map((place) => place.address))"
    for query, found in zip(FIRST, script.evaluate(look, [*FIRST]), strict=True):
        assert found[0] == f"chapters/{FIRST[query]}", query
    for query, found in zip(TYPED, script.evaluate(look, [*TYPED]), strict=True):
        assert any(one.startswith(f"chapters/{TYPED[query]}.html") for one in found), query
    for word in ("iriz", "xyzzy", "lambda", "novik", "peptron"):  # short, or there, stay
        assert script.evaluate("mend", word) == word
    for one, several in [("hypothesis", "hypotheses"), ("loss", "losses"), ("case", "cases")]:
        assert script.evaluate(ALIKE, [one, several])
    for whole in ("7", "c"):  # a number or a letter is found as a whole
        words = script.evaluate("query => lookUp(query).map((place) => place.all)", whole)
        assert words and all(f" {whole} " in one for one in words)


def test_words_of_others_are_not_the_book_s_own(script):
    """So that what it says, as a name among the terms, is looked up as it stands."""
    known = """Object.keys(HERE).filter((said) =>
      places.some((place) => place.all.includes(line(fold(said)))))"""
    assert script.evaluate(known) == []
    lost = "Object.values(HERE).filter((here) => !placesWith(fold(here)).length)"
    assert script.evaluate(lost) == []


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


# What a reader meets


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


@pytest.mark.nightly
def test_a_browser_that_cannot_unpack_the_index_says_so(search):
    page = search("margin")
    page.add_init_script("delete globalThis.DecompressionStream")
    page.reload()
    page.evaluate("ready")
    assert page.inner_text("#found").startswith("This browser cannot unpack the search’s index (")
    assert page.is_visible("#advice")


def test_the_search_works_on_a_page_opened_as_a_file(search):
    page = search("margin", at=f"file://{browsing.HTML}/")
    page.click("#search-results a >> nth=0")
    assert page.url.endswith("chapters/linear-separators.html#def-margin")


def test_results_are_accessible(search):
    page = search("margin", viewport=PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    browsing.keep_one_of_each_kind(page)
    assert browsing.violations(page, RULES) == []
    page.emulate_media(color_scheme="dark")
    assert browsing.violations(page, ["color-contrast"]) == []


def test_excerpts_hold_each_formula_once_and_no_button(places):
    texts = {address: text for _, _, address, text, _ in places}
    assert "M ≤ (R/γ)² mistakes" in texts["chapters/block-novikoff.html#thm-block-novikoff"]
    assert "y⟨w,x⟩ ≤ 0: a mistake" in texts["chapters/perceptron.html#alg-perceptron"]
    for text in texts.values():
        assert not re.search(r"Copy\b(?! of)|#$|Run this page|Colab Notebook|\\[a-z]+", text), text


def test_the_text_of_a_page_is_its_prose():
    html = """<head><title>T</title></head><header>H</header><main>
      <p class="launch">Run</p><section id="a">
      <h1><span class="section-number">1. </span>One<a class="headerlink">#</a></h1><p>Two</p>
      <section id="b"><h2>Three</h2><p>four five <code>six</code></p><pre>code</pre>
      <div class="cell_output"><table><tr><td>7</td></tr></table><p>ten</p></div>
      <div class="proof lemma admonition" id="c"><p class="admonition-title">Lemma 1 (L)</p>
      <section id="proof-content"><p>eight</p></section></div><p>nine</p></section></section>
      </main>"""
    assert index({"p": html}) == [
        ["page", "One", "p.html", "Two", []],
        ["section", "Three", "p.html#b", "four five six nine", []],
        ["lemma", "Lemma 1 (L)", "p.html#c", "eight", []],
    ]


def test_tags_that_do_not_close_in_order_are_named():
    with pytest.raises(ValueError, match=r"^p\.html, line 2: </div> closes <p>;"):
        index({"p": "<section>\n<p>a</div></section>"})


# The index of terms; that it is whole and in order: tests/test_terms.py

SKIPPED = {"a", "an", "and", "as", "by", "for", "in", "it", "its", "of", "s", "the", "their", "to"}
SKIPPED |= {"with"}


def test_each_term_stands_where_it_leads(base, places, script):
    """In the box, or in its section, or in the chapter's title: each word, up to its ending."""
    html = (browsing.HTML / f"{TERMS}.html").read_text("utf-8")
    found = [place for place in Page(TERMS, html).places if place["kind"] == "term"]
    terms = [("".join(place["title"]), place["address"]) for place in found]
    assert len(terms) > 100
    said, page, section = {}, "", ""
    for kind, title, address, text, _ in places:
        if kind in ("page", "section"):
            section = f" {title} {text}"
        if kind == "page":
            page = f" {title}"
        said[address] = f"{title} {text}{section}{page}"
    texts = [[term, said[address]] for term, address in terms]
    folded = script.evaluate("texts => texts.map((pair) => pair.map(fold))", texts)
    for (term, address), (own, words) in zip(terms, folded, strict=True):
        for word in set(own) - SKIPPED:
            assert any(one.startswith(word[:5]) for one in words), f"{term}: no {word} at {address}"
