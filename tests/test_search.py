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
    "BLOCK-NOVIKOFF": "block-novikoff.html#thm-block-novikoff",
    "Novikoff": "block-novikoff.html",
    "theorem 3.1": "block-novikoff.html#thm-block-novikoff",
    "margin": "linear-separators.html#def-margin",
    "hyperplane": "linear-separators.html#def-hyperplane",
    "w_t": "perceptron.html#a-run-is-its-list-of-mistakes",
    "γ": "linear-separators.html#def-margin",
    "TD_γ": "not-separable.html#def-total-distance",
    "TD_gamma": "not-separable.html#def-total-distance",
    "total distance": "not-separable.html#def-total-distance",
    "kernel trick": "kernels.html#def-kernel",
    "16/γ²": "margin-perceptron.html#thm-sixteen",
    "16/gamma^2": "margin-perceptron.html#thm-sixteen",
    "16/γ^2": "margin-perceptron.html#thm-sixteen",
    "w₀/η": "perceptron-as-descent.html#thm-rescaled",
    "‖·‖": "notation.html#the-notation-of-this-book",
    "⟨·,·⟩": "notation.html#the-notation-of-this-book",
    "Karush Kuhn": "soft-margin.html#where-each-multiplier-sits",
    "Cauchy-Schwarz": "linear-separators.html#lem-cauchy-schwarz",
    "soft margin": "soft-margin.html",
    "hinge losses": "hinge-sgd.html#the-loss-and-its-slopes",
    "A12": "errata.html#a12-canonical-does-not-imply-correct",
    "Exercise 6.4": "svm-dual.html#ex-two-at-a-time",
    "breast tumors": "not-separable.html#real-data",
    "erratum A18": "errata.html#a18-fewer-and-fewer-mistakes",
    "slack variable": "soft-margin.html#def-soft-margin",
}
# What a student of this field types, and the page on which one of the first three places answers.
TYPED = {
    # misspelled
    "percepton": "perceptron",
    "perecptron": "perceptron",
    "perceptron algoritm": "perceptron",
    "novikov": "block-novikoff",
    "Block-Novikof": "block-novikoff",
    "langrangian": "svm-dual",
    "lagrange multiplyer": "svm-dual",
    "Cauchy-Schwartz": "linear-separators",
    "hyperplain": "linear-separators",
    "support vektor": "svm-dual",
    "gradient decent": "perceptron-as-descent",
    "kenrel trick": "kernels",
    "generalisation": "generalization",
    "slack varaibles": "soft-margin",
    "overfiting": "generalization",
    # with a word too many
    "perceptron convergence proof": "block-novikoff",
    "empirical risk minimization": "generalization",
    "early stopping": "dual-ascent",
    "stopping criterion": "dual-ascent",
    "reproducing kernel hilbert space": "kernels",
    "linearly separable data": "linear-separators",
    "confusion matrix": "kernels",
    "sample complexity": "margin-bounds",
    # in others' words
    "C parameter": "soft-margin",
    "bias term": "linear-separators",
    "overfitting": "generalization",
    "epoch": "perceptron",
    "sklearn": "benchmarks",
    "slater": "svm-dual",
    "mercer": "kernels",
    "representer theorem": "kernels",
    "Rademacher": "margin-bounds",
    "Winnow": "mistake-bounds",
    "PAC": "generalization",
    "activation function": "linear-separators",
    "neuron": "perceptron",
    "outliers": "soft-margin",
    "normalization": "max-margin",
    "hyperparameter": "soft-margin",
    "grid search": "soft-margin",
    "RKHS": "kernels",
    "MNIST": "max-margin",
    "optimal hyperplane": "max-margin",
    "one vs rest": "kernels",
    "accuracy": "generalization",
    # as it is called here too
    "learning rate": "perceptron-as-descent",
    "intercept": "linear-separators",
    "regularization": "hinge-sgd",
    "SVM": "soft-margin",
    "SMO": "dual-ascent",
    "KKT": "soft-margin",
    "RBF": "kernels",
    "XOR": "kernels",
    "pegasos": "hinge-sgd",
    "VC dimension": "generalization",
    "cross validation": "soft-margin",
    "online learning": "mistake-bounds",
    "voted perceptron": "generalization",
    "decision boundary": "linear-separators",
    "stochastic gradient descent": "perceptron-as-descent",
    "multiclass": "kernels",
    "dot product": "notation",
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


def test_first(script):
    found = script.evaluate("all => all.map((query) => lookUp(query)[0]?.address)", [*FIRST])
    assert dict(zip(FIRST, found, strict=True)) == {q: f"chapters/{a}" for q, a in FIRST.items()}


def test_what_a_student_types_finds_its_page(script):
    assert len(TYPED) >= 60
    first = """all => all.map((query) => lookUp(query).slice(0, 3).map((place) =>
      place.address.match(/^chapters\\/(.*)\\.html/)[1]))"""
    found = dict(zip(TYPED, script.evaluate(first, [*TYPED]), strict=True))
    assert {query: pages for query, pages in found.items() if TYPED[query] not in pages} == {}


def test_words_of_others_are_not_the_book_s_own(script):
    """So that what it says, as a name among the terms, is looked up as it stands."""
    known = """Object.keys(HERE).filter((said) =>
      places.some((place) => place.all.includes(line(fold(said)))))"""
    assert script.evaluate(known) == []
    assert (
        script.evaluate("Object.values(HERE).filter((here) => !placesWith(fold(here)).length)")
        == []
    )


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("margin", "margin", 0),
        ("margin", "magin", 1),
        ("margin", "marrgin", 1),
        ("margin", "mergin", 1),
        ("margin", "mragin", 1),
        ("margin", "", 6),
        ("kitten", "sitting", 3),
        ("abcd", "badc", 2),
    ],
)
def test_edits_are_letters_dropped_added_changed_or_swapped(script, one, other, count):
    both = "([one, other]) => [edits(one, other), edits(other, one)]"
    assert script.evaluate(both, [one, other]) == [count, count]


def test_a_short_word_is_not_mended_and_one_that_is_there_stays(script):
    for word in ("iriz", "xyzzy", "lambda", "novik", "peptron"):
        assert script.evaluate("mend", word) == word


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


def test_a_word_is_found_by_its_beginning_and_plural_a_number_as_a_whole(script):
    found = "query => lookUp(query).map((place) => place.all)"
    assert any(" novikoff " in words for words in script.evaluate(found, "novik"))
    for whole in ("7", "c"):
        words = script.evaluate(found, whole)
        assert words
        assert all(f" {whole} " in one for one in words)
    for one, several in [("hypothesis", "hypotheses"), ("loss", "losses"), ("case", "cases")]:
        assert script.evaluate(found, one) == script.evaluate(found, several) != []


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
    page = search("margin")
    for query in ["  ", "–", "<b>margin</b>", '"', "\\", "margin perceptron " * 40]:
        page.fill("input[type=search]", query)
        with page.expect_navigation():
            page.keyboard.press("Enter")
        page.evaluate("ready")
        assert page.query_selector("#search-results b") is None
    page.goto(f"{base}search.html?q=percepton%20xyzzy")
    page.evaluate("ready")
    found = page.inner_text("#found")
    assert re.fullmatch(
        r"Nothing found for “percepton xyzzy”\. \d+ places found for “perceptron”.*", found
    )
    assert page.inner_text("mark >> nth=0").lower().startswith("perceptron")
    page.goto(f"{base}search.html?q=xyzzy")
    page.evaluate("ready")
    assert page.inner_text("#found") == "Nothing found for “xyzzy”."
    page.click("#advice a >> nth=0")
    page.wait_for_selector("#search-results li")
    assert not page.is_visible("#advice")


MARKS = """([text, query]) => {
  const shown = excerpt(text, query.split(" ").map(fold));
  return [...shown.querySelectorAll("mark")].map((mark) => mark.textContent);
}"""


@pytest.mark.parametrize(
    ("query", "marks"),
    [
        ("16/γ²", ["16", "γ²"]),
        ("16/gamma^2 steps", ["16", "γ²", "steps"]),
        ("γ", ["γ²", "γ²", "γ"]),
        ("t-1", ["t", "1"]),
        ("step 2", ["2", "2", "steps"]),
    ],
)
def test_a_formula_is_marked_where_it_stands_as_a_whole(script, query, marks):
    text = "Of 2 runs with t = 16 one ends after 16/γ², not 2/γ², steps, and t − 1 is over γ."
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


def test_keys_begin_a_search_and_walk_its_results(search, visits):
    page = visits(PAGES[1]).page
    field = page.locator("input[type=search]")
    for key in ("/", "Control+k"):
        page.locator("article").click()
        page.keyboard.press(key)
        expect(field).to_be_focused()
    page.keyboard.type("16/gamma")
    assert field.input_value() == "16/gamma"
    phone = visits(PAGES[1], viewport=PHONE).page
    phone.keyboard.press("/")
    expect(phone.locator("input[type=search]")).to_be_focused()

    page = search("margin")
    field, links = page.locator("input[type=search]"), page.locator("#search-results a")
    field.focus()
    page.keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    for stop in (links.nth(0), links.nth(1)):
        page.keyboard.press("ArrowDown")
        expect(stop).to_be_focused()
    for stop in (links.nth(0), field):
        page.keyboard.press("ArrowUp")
        expect(stop).to_be_focused()


def test_a_single_key_can_be_turned_off(search):
    page = search("xyzzy")
    field, choice = page.locator("input[type=search]"), page.get_by_role("checkbox")
    expect(choice).to_be_checked()
    choice.uncheck()
    page.reload()
    expect(choice).not_to_be_checked()
    page.keyboard.press("/")
    expect(field).not_to_be_focused()
    page.keyboard.press("Control+k")
    expect(field).to_be_focused()
    choice.check()
    page.keyboard.press("/")
    expect(field).to_be_focused()


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


@pytest.mark.parametrize(
    ("html", "fault"),
    [
        ("<p>a</p></div>", "</div> closes nothing"),
        ("<section><p>a</section>", "</section> closes <p>"),
        ("<section>\n<p>a</div></section>", "</div> closes <p>"),
        ("<em>a</p>", "</p> closes <em>"),
    ],
)
def test_tags_that_do_not_close_in_order_are_named(html, fault):
    with pytest.raises(ValueError, match=rf"^p\.html, line {1 + html.count(chr(10))}: {fault};"):
        index({"p": html})


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
