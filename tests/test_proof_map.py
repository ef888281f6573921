"""The proof map: its arcs stand in the data, its nodes lead to their places, its numbers agree."""

import json
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
import sympy as sp
from bs4 import BeautifulSoup
from lib.theorems.proof_map.graph import THEOREMS, Node, below, between, rests_on
from lib.theorems.proof_map.places import LABELS

from lib.figures.colors import PALETTE
from lib.figures.proof_map import TITLES, listing, overview
from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.theorems.proof_map import graph

ROOT = Path(__file__).parents[1]
BY_NAME = {theorem.name: theorem for theorem in THEOREMS}
a, b, c = sp.symbols("a b c", real=True)
t = sp.Symbol("t", nonnegative=True)


def toy(name, hypotheses, *steps, **options):
    """A theorem with a place: the titles and labels of toys are those of real ones."""
    return Theorem(name, name, hypotheses, steps, chapter="block-novikoff", **options)


# block_novikoff proves a <= c from two premises. readings takes it, and supposes b <= c, which
# block_novikoff supposed before. offset claims b <= c, too late for it to be no premise.
SOURCE = toy(
    "block_novikoff",
    {"ab": a <= b, "bc": b <= c},
    Step("ac", a <= c, ("ab", "bc")),
    Step("twice", 2 * a <= 2 * c, ("ac",)),
)
TAKES = toy(
    "readings",
    {"from the first": a <= c, "still a premise": b <= c},
    Step("end", 2 * a <= 2 * c, ("from the first",)),
    Step("sum", a + b <= 2 * c, ("end", "still a premise")),
    assumed={"still a premise": "it is so"},
)
LATE = toy(
    "offset",
    {"equal": sp.Eq(b, c), "sum": a + b <= 2 * c},
    Step("late", b <= c, ("equal",)),
    Step("count", a <= c, ("sum", "equal")),
)
TOYS = (SOURCE, TAKES, LATE)


# The graph


def test_a_step_rests_on_what_it_uses_and_a_hypothesis_on_the_step_that_claims_it():
    found = rests_on(TOYS)
    assert found[Node("block_novikoff", "ab")] == []
    assert found[Node("block_novikoff", "ac")] == [
        Node("block_novikoff", "ab"),
        Node("block_novikoff", "bc"),
    ]
    assert found[Node("readings", "from the first")] == [Node("block_novikoff", "ac")]
    assert found[Node("offset", "sum")] == [Node("readings", "sum")]


def test_what_the_book_supposed_before_it_claimed_it_is_a_premise():
    assert rests_on(TOYS)[Node("readings", "still a premise")] == []
    assert rests_on((LATE, TAKES))[Node("readings", "still a premise")] == [Node("offset", "late")]


def test_an_induction_rests_on_its_base_case_and_not_on_itself():
    step = Step("count", a >= t, ("grows",), ("empty",))
    induction = toy("toy", {"empty": sp.Eq(t, 0), "grows": a >= b}, step, before={t: t - 1, a: b})
    assert rests_on([induction])[Node("toy", "count")] == [
        Node("toy", "empty"),
        Node("toy", "grows"),
    ]


def test_below_follows_every_arc_once():
    found = below(rests_on(TOYS), Node("offset", "count"))
    assert len(found) == len(set(found)) and Node("offset", "late") not in found
    assert {node for node in found if not rests_on(TOYS)[node]} == {
        Node("block_novikoff", "ab"),
        Node("block_novikoff", "bc"),
        Node("offset", "equal"),
        Node("readings", "still a premise"),
    }


def test_arcs_between_theorems():
    assert between(TOYS) == {
        "block_novikoff": [],
        "readings": ["block_novikoff"],
        "offset": ["readings"],
    }


def test_every_arc_of_the_book_stands_in_its_data():
    """Of a hypothesis, both relations are compared as text with the signs of their symbols."""
    found = rests_on()
    names = [Node(t.name, name) for t in THEOREMS for name in t.relations]
    assert set(found) == set(names)
    assert list(TopologicalSorter(found).static_order())  # and a cycle raises CycleError
    for upper, lowers in found.items():
        theorem = BY_NAME[upper.theorem]
        if upper.name in theorem.hypotheses:
            relations = {
                sp.srepr(BY_NAME[node.theorem].relations[node.name]) for node in (upper, *lowers)
            }
            assert len(relations) == 1 and upper.theorem not in {node.theorem for node in lowers}
            steps = [[step.name for step in BY_NAME[node.theorem].steps] for node in lowers]
            assert all(n.name in named for n, named in zip(lowers, steps, strict=True))
        else:
            step = theorem.step(upper.name)
            assert {node.name for node in lowers} == {*step.base, *step.given}
            assert {node.theorem for node in lowers} <= {upper.theorem}


# Its places


def cells(chapter):
    """The cells of a chapter, source and kind."""
    notebook = json.loads((ROOT / "chapters" / f"{chapter}.ipynb").read_text("utf-8"))
    return [("".join(cell["source"]), cell["cell_type"]) for cell in notebook["cells"]]


def slug(heading):
    """A heading's anchor."""
    text = re.sub(r"[^\w\s-]", "", heading.lower().replace("$", ""))
    return re.sub(r"\s", "-", text.strip())


def test_every_theorem_has_a_place_and_no_other_has():
    assert list(LABELS) == [theorem.name for theorem in THEOREMS]


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)
def test_a_place_is_a_label_or_a_heading_of_the_chapter(theorem):
    prose = "\n".join(source for source, kind in cells(theorem.chapter) if kind == "markdown")
    labels = re.findall(r"^:label: (\S+)|^\((\S+)\)=", prose, re.MULTILINE)
    headings = [slug(heading) for heading in re.findall(r"^#+ (.*)", prose, re.MULTILINE)]
    assert LABELS[theorem.name] in {*sum(labels, ()), *headings}


@pytest.mark.parametrize("chapter", sorted(TITLES))
def test_no_label_is_the_slug_of_a_heading(chapter):
    """The heading would lose it, and with it what links there by the heading."""
    prose = "\n".join(source for source, kind in cells(chapter) if kind == "markdown")
    labels = set(re.findall(r"^\((\S+)\)=", prose, re.MULTILINE))
    assert not labels & {slug(heading) for heading in re.findall(r"^#+ (.*)", prose, re.MULTILINE)}


def test_the_chapters_have_their_titles_and_stand_in_the_order_of_the_book():
    order = re.findall(r"file: chapters/(\S+)", (ROOT / "_toc.yml").read_text("utf-8"))
    chapters = list(dict.fromkeys(theorem.chapter for theorem in THEOREMS))
    assert chapters == [chapter for chapter in order if chapter in chapters]
    for chapter in chapters:
        assert cells(chapter)[0][0].splitlines()[0] == f"# {TITLES[chapter]}"


# On the page


def test_the_drawing_has_a_dot_for_each_theorem_and_an_arc_for_each_debt():
    drawn = overview(TOYS)
    soup = BeautifulSoup(drawn.html, "html.parser")
    rows = soup.select("ul.proof-map ul > li")
    assert [len(row.select("circle")) for row in rows] == [1, 1, 1]
    assert [len(row.select("path")) for row in rows] == [0, 1, 1]
    assert [row.get("class") for row in rows] == [None, ["open"], None]
    assert [row.a["href"] for row in rows] == [
        f"block-novikoff.ipynb#{LABELS[theorem.name]}" for theorem in TOYS
    ]
    assert repr(drawn) == "3 theorems, and 2 arcs between them."


def test_the_map_has_the_colors_of_the_figures_and_of_the_reader_s_own():
    css = overview(TOYS).html.partition("</style>")[0]
    page, forced = css.split("@media (forced-colors: active)")
    assert set(re.findall(r"var\(--(\w+)", page)) - {"sans"} <= set(PALETTE)
    assert "var(" not in forced
    painted = re.compile(r"^ *(\.proof-map [^{]*?) \{[^}]*(?:stroke|fill): (?!none)", re.MULTILINE)
    assert painted.findall(page) == painted.findall(forced)


def test_an_arc_ends_at_the_dots_of_its_theorems():
    """The heights of the rows add up, a title of two lines among them."""
    long = toy("any_comparator", {"ab": a <= b}, Step("c", a <= b + 1, ("ab",)))
    long = Theorem(long.name, "long " * 10, long.hypotheses, long.steps, chapter=long.chapter)
    soup = BeautifulSoup(overview((SOURCE, long, TAKES)).html, "html.parser")
    heights = [int(re.search(r"\d+", row["style"])[0]) for row in soup.select("li[style]")]
    ends = re.match(r"M\d+ (-?\d+)C\d+ -?\d+ \d+ (\d+) ", soup.select_one("path")["d"])
    top, bottom = map(int, ends.groups())
    assert heights[1] > heights[0] == heights[2] == 2 * bottom
    assert top + sum(heights[:2]) == int(soup.circle["cy"])


def test_the_list_names_every_step_and_what_it_uses():
    text = listing(TOYS).data
    assert text.count("<details>") == text.count("</details>") == 3
    assert "<summary>readings: 2 steps, 1 assumed or cited</summary>" in text
    link = "[block_novikoff](block-novikoff.ipynb#thm-block-novikoff)"
    assert f"- *end* ← from the first ({link})\n- *sum* ← end, still a premise" in text
    assert "Carries: [readings](block-novikoff.ipynb#one-theorem-four-notes)" in text


def test_tables_say_what_is_assumed_used_and_rested_on():
    assert "| $b \\leq c$ | assumed | it is so |" in graph.assumed(TOYS).data
    (first, *_) = graph.most_used(TOYS, 1).data.splitlines()[2:]
    assert first == "| bc | $b \\leq c$ | 2 | 2 |"
    rows = graph.grounds(LATE, TOYS).data.splitlines()[2:]
    assert [row.strip("| ").split(" | ")[0::3] for row in rows] == [
        ["equal", "premise"],
        ["still a premise", "assumed"],
        ["ab", "premise"],
        ["bc", "premise"],
    ]


def test_counts_what_is_assumed_and_cited():
    cited = toy("offset", {"ab": a <= b}, Step("c", a <= b, ("ab",)), cited={"ab": "someone"})
    assert graph.trusted((SOURCE, TAKES, cited)) == "1 with something assumed, 1 with a citation"


# On its page


@pytest.mark.site
def test_the_built_map_leads_to_every_theorem(site):
    soup = BeautifulSoup((site / "chapters/proof-map.html").read_text("utf-8"), "html.parser")
    drawn = [link["href"] for link in soup.select("ul.proof-map ul a")]
    assert drawn == [f"{theorem.chapter}.html#{LABELS[theorem.name]}" for theorem in THEOREMS]
    listed = [link["href"] for link in soup.select("main details p > a")]
    assert set(drawn) <= set(listed)
    for link in drawn:
        page, _, fragment = link.partition("#")
        assert f'id="{fragment}"' in (site / "chapters" / page).read_text("utf-8")
