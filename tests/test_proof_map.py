"""The proof map: its arcs stand in the data, its nodes lead to their places, its numbers agree."""

import json
import re
from graphlib import TopologicalSorter
from pathlib import Path
from types import SimpleNamespace

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
from theme.freshness import dependencies

ROOT = Path(__file__).parents[1]
BY_NAME = {theorem.name: theorem for theorem in THEOREMS}
a, b, c = sp.symbols("a b c", real=True)
t = sp.Symbol("t", nonnegative=True)


def toy(name, hypotheses, *steps, **options):
    """A theorem with a place in a chapter."""
    return Theorem(name, name, hypotheses, steps, place=f"block-novikoff#thm-{name}", **options)


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
TOYS = (SOURCE, TAKES, LATE)
ALONE = toy("alone", {"ac": a <= c, "ca": c <= a}, Step("same", sp.Eq(a, c), ("ac", "ca")))
WORDS = Theorem(
    "words", "words", {}, (), place="block-novikoff#thm-words", in_words={"it exists": "above"}
)


# The graph


def test_a_step_rests_on_what_it_uses_and_a_hypothesis_on_the_step_it_was_taken_from():
    found = rests_on(TOYS)
    assert found[Node("source", "ab")] == []
    assert found[Node("source", "ac")] == [Node("source", "ab"), Node("source", "bc")]
    assert found[Node("takes", "from the first")] == [Node("source", "ac")]
    assert found[Node("takes", "still a premise")] == []
    assert found[Node("late", "sum")] == [Node("takes", "sum")]


@pytest.mark.parametrize("theorems", [(SOURCE, ALONE), (ALONE, SOURCE), (LATE, SOURCE, ALONE)])
def test_an_equal_relation_under_other_hypotheses_is_another_fact(theorems):
    """a <= c is proved of an a <= b and a b <= c, of which alone does not speak."""
    assert rests_on(theorems)[Node("alone", "ac")] == []
    assert between([*TOYS, ALONE])["alone"] == []
    (of, _, first, *_) = proof_map.grounds(ALONE, [*TOYS, ALONE]).data.splitlines()
    assert of == "[alone](block-novikoff.ipynb#thm-alone):"
    assert first == "- *ac*, premise: $a \\leq c$"


@pytest.mark.parametrize(
    ("theorem", "name"),
    [
        ("stopping", "w = v"),  # the algorithm's w is v, with a gap or without
        ("soft_gap", "at most C"),  # the box itself, of any multipliers
        ("share", "at most C"),
        ("batch_slope", "radius"),  # equal to a step about lifted examples
    ],
)
def test_what_only_looks_proved_is_a_premise(theorem, name):
    assert rests_on()[Node(theorem, name)] == []
    relation, steps = BY_NAME[theorem].relations[name], [s for t in THEOREMS for s in t.steps]
    assert relation in [step.claim for step in steps], "no step looks like it: leave the case out"


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
            assert len(relations) == 1 and len(lowers) == (upper.name in theorem.taken)
            for lower in lowers:
                assert lower.name in [step.name for step in BY_NAME[lower.theorem].steps]
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


RESULT = re.compile(r"^:label: ((?:thm|lem|prop|cor)-\S+)", re.MULTILINE)
HEADING = re.compile(r"^#+ (.*)|^\((\S+)\)=", re.MULTILINE)  # or the target above it


@pytest.mark.parametrize("chapter", sorted(TITLES))
def test_a_link_lands_where_claim_and_table_stand(chapter):
    """The table follows a label before the next result, a heading before the next of either."""
    parts = cells(chapter)
    results = [set(RESULT.findall(source)) for source, _ in parts]
    headings = [
        {target or slug(heading) for heading, target in HEADING.findall(source)}
        if kind == "markdown"
        else set()
        for source, kind in parts
    ]
    for theorem in (theorem for theorem in THEOREMS if theorem.chapter == chapter):
        places = headings if any(theorem.label in found for found in headings) else results
        begin = next(i for i, found in enumerate(places) if theorem.label in found)
        end = begin + 1
        while end < len(parts) and not places[end] | results[end]:
            end += 1
        under = "\n".join(source for source, kind in parts[begin:end] if kind == "code")
        called = f'theorem("{theorem.name}")'
        name = next(iter(re.findall(rf"(\w+) = {re.escape(called)}", under)), called)
        assert f"{name}.table(" in under, f"no table of {theorem.name} under {theorem.place}"


def test_every_labelled_result_has_its_line():
    """By the test above, its table and its trust line stand under it."""
    labels = {
        f"{path.stem}#{label}"
        for path in (ROOT / "chapters").glob("*.ipynb")
        for source, kind in cells(path.stem)
        if kind == "markdown"
        for label in RESULT.findall(source)
    }
    assert labels <= {theorem.place for theorem in THEOREMS}


TOC = (ROOT / "_toc.yml").read_text("utf-8")


def test_the_chapters_have_their_titles_and_stand_in_the_order_of_the_book():
    order = re.findall(r"file: chapters/(\S+)", TOC)
    chapters = list(dict.fromkeys(theorem.chapter for theorem in THEOREMS))
    assert chapters == [chapter for chapter in order if chapter in chapters]
    for chapter in chapters:
        assert cells(chapter)[0][0].splitlines()[0] == f"# {TITLES[chapter]}"


def chapter(name, text):
    """The text of a chapter, as those in `lib/theorems`."""
    return {name: Text(text, f"{name}.txt", name)}


def at(place, name="toy"):
    return Theorem(name, name, {}, (Step("c", a <= b, ()),), place=place)


def stated(label, name="toy"):
    return f"theorem {name}{label}: Toy\n  c: (a + b)² ≥ 4·a·b\n"


ONE = chapter("one", f"chapter: One\nreal: a, b\n{stated(' (thm-z)', 'z')}{stated(' (a)', 'y')}")
TWO = chapter("two", f"chapter: Two\nreal: a, b\n{stated(' (thm-x)', 'x')}")


def test_theorems_are_collected_in_the_order_of_the_book():
    toc = "- file: chapters/one\n- file: chapters/two"
    found = collect(TWO | ONE, toc)
    assert [theorem.place for theorem in found] == ["one#thm-z", "one#a", "two#thm-x"]
    again = "- file: chapters/two\n- file: chapters/one"
    assert [theorem.name for theorem in collect(ONE | TWO, again)] == ["x", "z", "y"]


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (
            chapter("kernels", "chapter: K\nreal: a, b\n" + stated("")),
            "'toy' has no place; after its name give",
        ),
        (chapter("my-topic", "chapter: My topic"), "'my-topic', which _toc.yml does not name; add"),
        (chapter("kernels", ""), "kernels.txt does not name its chapter; begin it 'cha"),
    ],
)
def test_a_theorem_that_the_map_cannot_place_is_named(texts, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        collect(texts, TOC)


def test_the_order_is_known_away_from_the_repository_or_missed_aloud(tmp_path, monkeypatch):
    monkeypatch.setattr(proof_map, "__file__", str(tmp_path / "lib/theorems/proof_map.py"))
    monkeypatch.setattr(proof_map.metadata, "files", lambda name: None)
    with pytest.raises(FileNotFoundError, match=r"_toc\.yml, which has the order of the"):
        proof_map.contents()
    copy = SimpleNamespace(name="_toc.yml", locate=lambda: ROOT / "_toc.yml")
    monkeypatch.setattr(proof_map.metadata, "files", lambda name: [copy])
    assert proof_map.contents() == TOC


def test_its_page_is_made_anew_where_a_theorem_has_changed():
    notebook = json.loads((ROOT / "chapters/proof-map.ipynb").read_text("utf-8"))
    assert {*(ROOT / "lib/theorems").glob("*.txt")} <= dependencies(notebook, ROOT)


# On the page


def test_the_drawing_has_a_dot_for_each_theorem_and_an_arc_for_each_debt():
    drawn = overview(TOYS)
    soup = BeautifulSoup(drawn.html, "html.parser")
    rows = soup.select("ul.proof-map ul > li")
    assert [len(row.select("circle")) for row in rows] == [1, 1, 1]
    assert [len(row.select("path")) for row in rows] == [0, 1, 1]
    assert [row.get("class") for row in rows] == [None, ["open"], ["open"]]
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


def test_what_a_theorem_rests_on_may_come_last_or_be_left_out():
    """A fork's contents leave chapters out, and a map may be drawn of some theorems alone."""
    soup = BeautifulSoup(overview((TAKES, SOURCE)).html, "html.parser")
    begin, end = map(int, re.match(r"M\d+ (\d+)C.* (\d+)M", soup.path["d"]).groups())
    assert begin - end == int(soup.select("li[style]")[0]["style"][len("height: ") : -len("px")])
    assert "Carries: [takes]" in listing((TAKES, SOURCE)).data
    assert repr(overview((TAKES, LATE))) == "2 theorems, and 1 arcs between them."
    assert "from the first" in proof_map.grounds(TAKES, [TAKES]).data


def test_the_list_names_every_step_and_what_it_uses():
    text = listing(TOYS).data
    assert text.count(":::") == 2  # one fold for a chapter
    assert text.startswith(":::{dropdown} The Block–Novikoff theorem: 3 theorems, 6 steps\n")
    assert "[takes](block-novikoff.ipynb#thm-takes): $a + b \\leq 2 c$ (2 steps, 1 assum" in text
    link = "[source](block-novikoff.ipynb#thm-source)"
    assert f"- *end* ← from the first ({link})\n- *sum* ← end, still a premise" in text
    assert "Carries: [takes](block-novikoff.ipynb#thm-takes)" in text


def test_a_result_in_words_is_on_the_map_with_an_open_dot_and_its_words():
    row = BeautifulSoup(overview([WORDS]).html, "html.parser").select_one("li.open")
    assert row.a["href"] == WORDS.place.replace("#", ".ipynb#") and row.circle
    text = listing([WORDS]).data
    assert "1 theorem, 0 steps\n\n[words](block" in text and "←" not in text
    assert "#thm-words) (1 argued in words)" in text
    assert proof_map.assumed([WORDS]).data.endswith(
        "thm-words):\n\n- it exists (argued in words): above"
    )
    with pytest.raises(ValueError, match="words has no step; its trust line says"):
        proof_map.grounds(WORDS)


def test_it_is_said_what_is_assumed_used_and_rested_on():
    assert proof_map.assumed(TOYS).data.endswith("takes):\n\n- $b \\leq c$ (assumed): it is so")
    (first, *_) = proof_map.most_used(TOYS, 1).data.splitlines()[2:]
    assert first == "| bc | $b \\leq c$ | 2 | 2 |"
    assert [line for line in proof_map.grounds(LATE, TOYS).data.splitlines() if line] == [
        "[late](block-novikoff.ipynb#thm-late):",
        "- *equal*, premise: $b = c$",
        "[takes](block-novikoff.ipynb#thm-takes):",
        "- *still a premise*, assumed: $b \\leq c$",
        "[source](block-novikoff.ipynb#thm-source):",
        "- *ab*, premise: $a \\leq b$",
        "- *bc*, premise: $b \\leq c$",
    ]


def test_counts_what_is_assumed_cited_and_in_words():
    step = Step("c", a <= b, ("ab",))
    cited = toy("cited", {"ab": a <= b}, step, cited={"ab": "someone"})
    partly = toy("partly", {"ab": a <= b}, step, in_words={"that b exists": "above"})
    several = toy("several", {"ab": a <= b}, step, assumed={"ab": "why"}, cited={"ab": "someone"})
    assert proof_map.trusted((SOURCE, TAKES, cited, partly, WORDS, several)) == (
        "2 with something assumed, 1 more with a citation, 2 more partly or wholly in words"
    )


# On its page


@pytest.mark.site
def test_the_built_map_leads_to_every_theorem(site):
    soup = BeautifulSoup((site / "chapters/proof-map.html").read_text("utf-8"), "html.parser")
    drawn = [link["href"] for link in soup.select("ul.proof-map ul a")]
    assert drawn == [f"{theorem.chapter}.html#{theorem.label}" for theorem in THEOREMS]
    listed = [link["href"] for link in soup.select("main details p a")]
    assert set(drawn) <= set(listed)
