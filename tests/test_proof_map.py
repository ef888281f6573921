"""The proof map: its arcs stand in the data, its nodes lead to their places, its numbers agree."""

import json
import re
from graphlib import TopologicalSorter
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
import sympy as sp
from bs4 import BeautifulSoup

from lib.figures.colors import PALETTE
from lib.figures.proof_map import listing, overview
from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.theorems import proof_map
from lib.theorems.proof_map import THEOREMS, TITLES, Node, below, between, collect, rests_on
from theme.freshness import dependencies

ROOT = Path(__file__).parents[1]
BY_NAME = {theorem.name: theorem for theorem in THEOREMS}
a, b, c = sp.symbols("a b c", real=True)
t = sp.Symbol("t", nonnegative=True)


def toy(name, hypotheses, *steps, **options):
    """A theorem with a place in a chapter."""
    return Theorem(name, name, hypotheses, steps, place=f"block-novikoff#thm-{name}", **options)


# source proves a <= c from two premises. takes takes it, and supposes b <= c, which source supposed
# before. late claims b <= c, too late for it to be no premise.
SOURCE = toy(
    "source",
    {"ab": a <= b, "bc": b <= c},
    Step("ac", a <= c, ("ab", "bc")),
    Step("twice", 2 * a <= 2 * c, ("ac",)),
)
TAKES = toy(
    "takes",
    {"from the first": a <= c, "still a premise": b <= c},
    Step("end", 2 * a <= 2 * c, ("from the first",)),
    Step("sum", a + b <= 2 * c, ("end", "still a premise")),
    assumed={"still a premise": "it is so"},
)
LATE = toy(
    "late",
    {"equal": sp.Eq(b, c), "sum": a + b <= 2 * c},
    Step("late", b <= c, ("equal",)),
    Step("count", a <= c, ("sum", "equal")),
)
TOYS = (SOURCE, TAKES, LATE)


# The graph


def test_a_step_rests_on_what_it_uses_and_a_hypothesis_on_the_step_that_claims_it():
    found = rests_on(TOYS)
    assert found[Node("source", "ab")] == []
    assert found[Node("source", "ac")] == [Node("source", "ab"), Node("source", "bc")]
    assert found[Node("takes", "from the first")] == [Node("source", "ac")]
    assert found[Node("late", "sum")] == [Node("takes", "sum")]


def test_what_the_book_supposed_before_it_claimed_it_is_a_premise():
    assert rests_on(TOYS)[Node("takes", "still a premise")] == []
    assert rests_on((LATE, TAKES))[Node("takes", "still a premise")] == [Node("late", "late")]


def test_an_induction_rests_on_its_base_case_and_not_on_itself():
    step = Step("count", a >= t, ("grows",), ("empty",))
    earlier = sp.Symbol("a_before", real=True)
    hypotheses = {"empty": sp.Eq(t, 0), "grows": a >= earlier}
    induction = toy("toy", hypotheses, step, before={t: t - 1, a: earlier})
    assert rests_on([induction])[Node("toy", "count")] == [
        Node("toy", "empty"),
        Node("toy", "grows"),
    ]


def test_below_follows_every_arc_once():
    found = below(rests_on(TOYS), Node("late", "count"))
    assert len(found) == len(set(found)) and Node("late", "late") not in found
    assert {node for node in found if not rests_on(TOYS)[node]} == {
        Node("source", "ab"),
        Node("source", "bc"),
        Node("late", "equal"),
        Node("takes", "still a premise"),
    }


def test_arcs_between_theorems():
    assert between(TOYS) == {"source": [], "takes": ["source"], "late": ["takes"]}


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


@pytest.mark.parametrize("chapter", sorted(TITLES))
def test_a_place_is_a_label_or_a_heading_and_no_label_the_slug_of_a_heading(chapter):
    """The heading would lose it, and with it what links there by the heading."""
    prose = "\n".join(source for source, kind in cells(chapter) if kind == "markdown")
    headings = {slug(heading) for heading in re.findall(r"^#+ (.*)", prose, re.MULTILINE)}
    targets = set(re.findall(r"^\((\S+)\)=", prose, re.MULTILINE))
    labels = targets | set(re.findall(r"^:label: (\S+)", prose, re.MULTILINE))
    assert not targets & headings
    assert {t.label for t in THEOREMS if t.chapter == chapter} <= labels | headings


TOC = (ROOT / "_toc.yml").read_text("utf-8")


def test_the_chapters_have_their_titles_and_stand_in_the_order_of_the_book():
    order = re.findall(r"file: chapters/(\S+)", TOC)
    chapters = list(dict.fromkeys(theorem.chapter for theorem in THEOREMS))
    assert chapters == [chapter for chapter in order if chapter in chapters]
    for chapter in chapters:
        assert cells(chapter)[0][0].splitlines()[0] == f"# {TITLES[chapter]}"


def module(name, *theorems, words=""):
    """A module that holds some theorems, as those of `lib.theorems` do."""
    found = ModuleType(f"lib.theorems.{name}", words)
    vars(found).update({f"T{i}": theorem for i, theorem in enumerate(theorems)})
    return {name.replace("_", "-"): [found]}


def at(place, name="toy"):
    return Theorem(name, name, {}, (Step("c", a <= b, ()),), place=place)


def test_theorems_are_collected_in_the_order_of_the_book_wherever_they_are_imported():
    first, second, third = at("one#a", "z"), at("two#b", "y"), at("two#c", "x")
    modules = module("two", first, second, third) | module("one", first)
    toc = "- file: chapters/one\n- file: chapters/two"
    assert [theorem.name for theorem in collect(modules, toc)] == ["z", "y", "x"]
    again = "- file: chapters/two\n- file: chapters/one"
    assert [theorem.name for theorem in collect(modules, again)] == ["y", "x", "z"]


@pytest.mark.parametrize(
    ("modules", "message"),
    [
        (
            module("kernels", at("")),
            "lib.theorems.kernels: the theorem 'toy' has no place; give its",
        ),
        (module("kernels", at("kernels")), "as place='kernels#thm-…'"),
        (module("my_topic", at("my-topic#a")), "'my-topic', which _toc.yml does not name; add the"),
        (module("kernels", at("perceptron#a")), "has its place in another chapter, 'perceptron'; "),
        (
            module("kernels", at("kernels#a"), at("kernels#b")),
            "has the name of another; rename one",
        ),
    ],
)
def test_a_theorem_that_the_map_cannot_place_is_named(modules, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        collect(modules, TOC)


def test_a_module_names_its_chapter():
    with pytest.raises(
        ValueError, match=re.escape("lib.theorems.kernels does not name its chapter")
    ):
        proof_map.title("kernels", module("kernels", words="Kernels.")["kernels"])


def test_the_order_is_known_away_from_the_repository_or_missed_aloud(tmp_path, monkeypatch):
    monkeypatch.setattr(proof_map, "__file__", str(tmp_path / "lib/theorems/proof_map.py"))
    monkeypatch.setattr(proof_map.metadata, "files", lambda name: None)
    with pytest.raises(FileNotFoundError, match=r"_toc\.yml, which has the order of the"):
        proof_map.contents()
    copy = SimpleNamespace(name="_toc.yml", locate=lambda: ROOT / "_toc.yml")
    monkeypatch.setattr(proof_map.metadata, "files", lambda name: [copy])
    assert proof_map.contents() == TOC


def test_its_page_is_made_anew_where_a_module_of_theorems_has_changed():
    notebook = json.loads((ROOT / "chapters/proof-map.ipynb").read_text("utf-8"))
    modules = set((ROOT / "lib/theorems").rglob("*.py")) - {ROOT / "lib/theorems/__main__.py"}
    assert modules <= dependencies(notebook, ROOT)


# On the page


def test_the_drawing_has_a_dot_for_each_theorem_and_an_arc_for_each_debt():
    drawn = overview(TOYS)
    soup = BeautifulSoup(drawn.html, "html.parser")
    rows = soup.select("ul.proof-map ul > li")
    assert [len(row.select("circle")) for row in rows] == [1, 1, 1]
    assert [len(row.select("path")) for row in rows] == [0, 1, 1]
    assert [row.get("class") for row in rows] == [None, ["open"], None]
    assert [row.a["href"] for row in rows] == [
        f"block-novikoff.ipynb#thm-{theorem.name}" for theorem in TOYS
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
    long = toy("long", {"ab": a <= b}, Step("c", a <= b + 1, ("ab",)))
    long = Theorem(long.name, "long " * 10, long.hypotheses, long.steps, place=long.place)
    soup = BeautifulSoup(overview((SOURCE, long, TAKES)).html, "html.parser")
    heights = [int(re.search(r"\d+", row["style"])[0]) for row in soup.select("li[style]")]
    ends = re.match(r"M\d+ (-?\d+)C\d+ -?\d+ \d+ (\d+) ", soup.select_one("path")["d"])
    top, bottom = map(int, ends.groups())
    assert heights[1] > heights[0] == heights[2] == 2 * bottom
    assert top + sum(heights[:2]) == int(soup.circle["cy"])


def test_the_list_names_every_step_and_what_it_uses():
    text = listing(TOYS).data
    assert text.count("<details>") == text.count("</details>") == 3
    assert "<summary>takes: 2 steps, 1 assumed or cited</summary>" in text
    link = "[source](block-novikoff.ipynb#thm-source)"
    assert f"- *end* ← from the first ({link})\n- *sum* ← end, still a premise" in text
    assert "Carries: [takes](block-novikoff.ipynb#thm-takes)" in text


def test_tables_say_what_is_assumed_used_and_rested_on():
    assert "| $b \\leq c$ | assumed | it is so |" in proof_map.assumed(TOYS).data
    (first, *_) = proof_map.most_used(TOYS, 1).data.splitlines()[2:]
    assert first == "| bc | $b \\leq c$ | 2 | 2 |"
    rows = proof_map.grounds(LATE, TOYS).data.splitlines()[2:]
    assert [row.strip("| ").split(" | ")[0::3] for row in rows] == [
        ["equal", "premise"],
        ["still a premise", "assumed"],
        ["ab", "premise"],
        ["bc", "premise"],
    ]


def test_counts_what_is_assumed_and_cited():
    cited = toy("late", {"ab": a <= b}, Step("c", a <= b, ("ab",)), cited={"ab": "someone"})
    assert (
        proof_map.trusted((SOURCE, TAKES, cited)) == "1 with something assumed, 1 with a citation"
    )


# On its page


@pytest.mark.site
def test_the_built_map_leads_to_every_theorem(site):
    soup = BeautifulSoup((site / "chapters/proof-map.html").read_text("utf-8"), "html.parser")
    drawn = [link["href"] for link in soup.select("ul.proof-map ul a")]
    assert drawn == [f"{theorem.chapter}.html#{theorem.label}" for theorem in THEOREMS]
    listed = [link["href"] for link in soup.select("main details p > a")]
    assert set(drawn) <= set(listed)
    for link in drawn:
        page, _, fragment = link.partition("#")
        assert f'id="{fragment}"' in (site / "chapters" / page).read_text("utf-8")
