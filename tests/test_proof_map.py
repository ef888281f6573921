"""The proof map: its arcs are in the data, its nodes link to their places, its drawing agrees.

What its page says in text, of the whole book, is stored with the page.
"""

import re
from graphlib import TopologicalSorter

import pytest
import sympy as sp
from bs4 import BeautifulSoup

from lib.figures.colors import PALETTE
from lib.figures.proof_map import listing, overview
from lib.proof.reading import Text
from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.theorems import proof_map
from lib.theorems.proof_map import THEOREMS, TITLES, Node, below, between, collect, rests_on
from tests import chapters
from tests.chapters import ROOT
from theme.freshness import dependencies

BY_NAME = {theorem.name: theorem for theorem in THEOREMS}
a, b, c = sp.symbols("a b c", real=True)


def toy(name, hypotheses, *steps, title=None, **options):
    """A theorem with a place in a chapter."""
    options |= {"chapter": "block-novikoff", "label": f"thm-{name}"}
    return Theorem(name, title or name, hypotheses, steps, **options)


# source proves a <= c from two premises. takes takes it, and supposes b <= c, as source does; late
# takes what takes proves, and claims b <= c. alone supposes a <= c, and nothing from which it came.
SOURCE = toy(
    "source",
    {"ab": a <= b, "bc": b <= c},
    Step("ac", a <= c, ("ab", "bc")),
    Step("twice", 2 * a <= 2 * c, ("ac",)),
)
TAKES = toy(
    "takes",
    {"from the first": (SOURCE, "ac"), "still a premise": b <= c},
    Step("end", 2 * a <= 2 * c, ("from the first",)),
    Step("sum", a + b <= 2 * c, ("end", "still a premise")),
    assumed={"still a premise": "it is so"},
    in_words={"from the first": "a is at most b there"},
)
LATE = toy(
    "late",
    {"equal": sp.Eq(b, c), "sum": (TAKES, "sum")},
    Step("late", b <= c, ("equal",)),
    Step("count", a <= c, ("sum", "equal")),
)
ALONE = toy("alone", {"ac": a <= c, "ca": c <= a}, Step("same", sp.Eq(a, c), ("ac", "ca")))
TOYS = (SOURCE, TAKES, LATE, ALONE)


# The graph


def test_what_rests_on_what_and_an_equal_relation_under_other_hypotheses_is_another_fact():
    assert between(TOYS) == {"source": [], "takes": ["source"], "late": ["takes"], "alone": []}
    graph = rests_on(TOYS)
    assert graph[Node("takes", "from the first")] == [Node("source", "ac")]
    assert graph[Node("takes", "still a premise")] == graph[Node("alone", "ac")] == []
    found = below(graph, Node("late", "count"))
    assert len(found) == len(set(found)) and Node("late", "late") not in found
    assert {node for node in found if not graph[node]} == {
        Node("source", "ab"),
        Node("source", "bc"),
        Node("late", "equal"),
        Node("takes", "still a premise"),
    }


def test_every_arc_of_the_book_stands_in_its_data():
    """Of a hypothesis, both relations are compared as text with the signs of their symbols."""
    found = rests_on()
    assert set(found) == {Node(t.name, name) for t in THEOREMS for name in t.relations}
    assert list(TopologicalSorter(found).static_order())  # and a cycle raises CycleError
    for upper, lowers in found.items():
        theorem = BY_NAME[upper.theorem]
        if upper.name in theorem.hypotheses:
            same = [BY_NAME[node.theorem].relations[node.name] for node in (upper, *lowers)]
            assert len(set(map(sp.srepr, same))) == 1
            assert len(lowers) == (upper.name in theorem.taken)
            for lower in lowers:
                assert lower.name in [step.name for step in BY_NAME[lower.theorem].steps]
        else:
            step = theorem.step(upper.name)
            assert {*lowers} == {Node(theorem.name, name) for name in (*step.base, *step.given)}


# Its places


@pytest.mark.parametrize("stem", sorted(TITLES))
def test_a_place_is_a_label_or_a_heading_and_no_label_the_slug_of_a_heading(stem):
    """The heading would lose it, and with it what links there by the heading."""
    page = chapters.chapter(stem)
    assert page.text.splitlines()[0] == f"# {TITLES[stem]}"
    assert page.headings.isdisjoint(re.findall(r"^\((\S+)\)=", page.text, re.MULTILINE))
    assert {t.label for t in THEOREMS if t.chapter == stem} <= page.anchors


def test_every_labelled_result_has_its_theorem():
    """Whose table and trust line the chapter shows, by another test."""
    result = re.compile(r"^:label: ((?:thm|lem|prop|cor)-\S+)", re.MULTILINE)
    pages = map(chapters.Chapter, (ROOT / "chapters").glob("*.ipynb"))
    labels = {f"{page.stem}#{label}" for page in pages for label in result.findall(page.text)}
    assert labels <= {f"{theorem.chapter}#{theorem.label}" for theorem in THEOREMS}


def chapter(name, text):
    """The text of a chapter, as those in `lib/theorems`."""
    return {name: Text(text, f"{name}.txt", name)}


def stated(label, name="toy"):
    return f"theorem {name}{label}: Toy\n  c: (a + b)² ≥ 4·a·b\n"


def test_theorems_are_collected_in_the_order_of_the_book():
    one = chapter(
        "one", f"chapter: One\nreal: a, b\n{stated(' (thm-z)', 'z')}{stated(' (a)', 'y')}"
    )
    two = chapter("two", f"chapter: Two\nreal: a, b\n{stated(' (thm-x)', 'x')}")
    toc = "- file: chapters/one\n- file: chapters/two"
    found = collect(two | one, toc)
    assert [(t.chapter, t.label) for t in found][1:] == [("one", "a"), ("two", "thm-x")]


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (
            chapter("kernels", "chapter: K\nreal: a, b\n" + stated("")),
            "the theorem toy has no label; give it, as in 'theorem toy (thm-…): …'",
        ),
        (chapter("my-topic", "chapter: My topic"), "my-topic.txt is of no chapter; add one to"),
        (chapter("kernels", ""), "kernels.txt has no title; begin it 'chapter: Title'"),
    ],
)
def test_a_theorem_that_the_map_cannot_place_is_named(texts, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        collect(texts, proof_map.contents())


def test_the_order_of_the_chapters_is_missed_aloud(tmp_path, monkeypatch):
    monkeypatch.setattr(proof_map, "REPOSITORY", tmp_path)
    monkeypatch.setattr(proof_map.metadata, "files", lambda name: None)
    with pytest.raises(FileNotFoundError, match="has the order of the chapters, is missing"):
        proof_map.contents()


def test_its_page_is_made_anew_where_a_theorem_has_changed():
    notebook = chapters.chapter("proof-map").notebook
    assert {*(ROOT / "lib/theorems").glob("*.txt")} <= dependencies(notebook, ROOT)


# On the page


def test_the_drawing_has_a_row_for_each_theorem_and_an_arc_for_each_debt():
    """An arc goes from dot to dot; the chapter's name has the first row."""
    soup = BeautifulSoup(overview(TOYS).html, "html.parser")
    rows = soup.select("ul.proof-map ul > li")
    arcs = [[arc["style"].partition(";")[0] for arc in row.select("i")] for row in rows]
    assert arcs == [[], ["grid-row: 2 / 3"], ["grid-row: 3 / 4"], []]
    assert [row.get("class") for row in rows] == [None, ["open"], ["open"], None]


def test_the_map_has_the_colors_of_the_figures_and_of_the_reader_s_own():
    css = overview(TOYS).html.partition("</style>")[0]
    page, forced = css.split("@media (forced-colors: active)")
    used = set(re.findall(r"var\(--(\w+)", page)) - {"sans"}
    assert used <= set(PALETTE) and used == set(re.findall(r"--(\w+): [A-Z]", forced))


def test_what_a_theorem_rests_on_may_come_last():
    """A fork's contents leave chapters out, whose theorems then come last."""
    soup = BeautifulSoup(overview((TAKES, SOURCE)).html, "html.parser")
    assert soup.i["class"] == ["up"] and soup.i["style"].startswith("grid-row: 2 / 3;")
    assert "Carries: [takes]" in listing((TAKES, SOURCE)).data


@pytest.mark.site
def test_the_built_map_leads_to_every_theorem(site):
    soup = BeautifulSoup((site / "chapters/proof-map.html").read_text("utf-8"), "html.parser")
    drawn = [link["href"] for link in soup.select("ul.proof-map ul a")]
    assert drawn == [f"{theorem.chapter}.html#{theorem.label}" for theorem in THEOREMS]
    listed = [link["href"] for link in soup.select("main details p a")]
    assert set(drawn) <= set(listed)
