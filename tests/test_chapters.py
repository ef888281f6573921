"""What a chapter owes its reader: its place in the first reading, guesses, exercises, brevity."""

import re
from pathlib import Path

import nbformat
import pytest
import yaml

ROOT = Path(__file__).parents[1]
PARTS = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))["parts"]
TEACHING = {
    Path(entry["file"]).stem: part["caption"]
    for part in PARTS
    for entry in part["chapters"]
    if part["caption"] != "Reference"
}
FIRST = [stem for stem, caption in TEACHING.items() if caption.startswith("First reading")]
MOST_WORDS = 22_000  # of the first reading's chapters, a formula being a word
KINDS = {"By hand": 2, "By code": 2, "Find the error": 1, "Proof": 1, "Open": 1}
EXERCISE = re.compile(r"^`{3,}\{exercise\}(.*)$", re.MULTILINE)
FORMULA = re.compile(r"\$\$.*?\$\$|\$[^$]*\$", re.DOTALL)
REFERENCE = re.compile(
    r"\{(?:prf:ref|eq|ref|numref)\}`(?:[^`<]*<)?([\w-]+)|\]\(([\w-]+)\.\w+(?:#([\w-]+))?\)"
)
FENCE = re.compile(r"\s*(`{3,})(\{[\w:-]+\})?(.*)$")
OPTION = re.compile(r":[\w-]+:|\([\w-]+\)=$")


def cells(stem):
    return nbformat.read(ROOT / "chapters" / f"{stem}.ipynb", as_version=4).cells


def text(stem):
    return "\n\n".join(cell.source for cell in cells(stem) if cell.cell_type == "markdown")


def words(source) -> list[str]:
    """The words of Markdown without code and options; a formula is one word."""
    code, kept = "", []
    for line in source.splitlines():
        fence = FENCE.match(line)
        if code:
            code = "" if line.strip() == code else code
        elif fence and fence[3] and not fence[2]:
            code = fence[1]
        elif fence or not OPTION.match(line):
            kept.append(fence[3] if fence else line)
    return re.findall(r"\w[\w'’-]*", FORMULA.sub(" formula ", "\n".join(kept)))


def sections(stem):
    """The text of each section by its heading; an advanced one holds its subsections."""
    found, name, level = {}, "", 0
    for part in re.split(r"^(?=#{1,4} )", text(stem), flags=re.MULTILINE):
        head = re.match(r"(#+) (.*)", part)
        if head and not (name.startswith("Advanced") and len(head[1]) > level):
            name, level = head[2], len(head[1])
        found[name] = found.get(name, "") + part
    return found


@pytest.fixture(params=TEACHING)
def stem(request):
    return request.param


def test_a_chapter_says_where_it_stands(stem):
    said = text(stem).split("\n\n")[1]
    if stem in FIRST:
        assert said.startswith(f"*First reading, sitting {FIRST.index(stem) + 1} of {len(FIRST)}.*")
    else:
        assert said.startswith("*Advanced.*")
        assert not any(name.startswith("Advanced") for name in sections(stem))


def labels(stem, advanced):
    """The labels that the advanced sections define, or the others."""
    chosen = [
        part
        for name, part in sections(stem).items()
        if advanced == (stem not in FIRST or name.startswith("Advanced"))
    ]
    marks = re.findall(r"^(?::label: |\()([\w-]+)\)?=?$|\(([\w-]+)\)$", "\n".join(chosen), re.M)
    return {one or other for one, other in marks}


def test_nothing_in_the_first_reading_rests_on_what_is_advanced():
    """Exercises and sources may point on; an advanced section may rest on anything."""
    ahead = {label for stem in TEACHING for label in labels(stem, advanced=True)}
    assert {"thm-sixteen", "thm-sharp", "thm-freund-schapire", "thm-shatter-offset"} <= ahead
    for stem in FIRST:
        for name, part in sections(stem).items():
            if not name.startswith(("Advanced", "Exercises", "Sources")):
                used = {a or c for a, _, c in REFERENCE.findall(part)}
                assert not used & ahead, (stem, name, used & ahead)


def test_the_first_reading_is_short():
    counted = {stem: len(words(text(stem))) for stem in FIRST}
    assert sum(counted.values()) <= MOST_WORDS, counted


def test_words_are_counted():
    source = "````{tip} Two\n:label: x\nA $x + y$.\n```python\nx = 1\n```\n````\nMore."
    assert words(source) == ["Two", "A", "formula", "More"]


def test_results_are_preceded_by_a_guess(stem):
    guesses = re.findall(r"^`{3,}\{dropdown\} Guess: .*\?", text(stem), re.MULTILINE)
    assert len(guesses) >= 2


def test_exercises_are_of_every_kind_and_say_how_hard_they_are(stem):
    titles = [title.strip() for title in EXERCISE.findall(text(stem))]
    wrong = [t for t in titles if not re.fullmatch(rf"({'|'.join(KINDS)}), (easy|medium|hard)", t)]
    assert wrong == []
    counts = {kind: sum(title.startswith(kind) for title in titles) for kind in KINDS}
    assert all(counts[kind] >= least for kind, least in KINDS.items()), counts


def test_a_hint_stands_before_each_solution(stem):
    """And a solution, or for an open question what is known, after each exercise."""
    parts = re.split(r"^(?=`{3,}\{exercise\})", text(stem), flags=re.MULTILINE)[1:]
    for part in parts:
        hint, solution = part.find("{dropdown} Hint"), part.find("{solution} ")
        assert 0 < hint < solution, part[:200]


def test_some_answers_can_be_checked_on_the_page(stem):
    sources = [cell.source for cell in cells(stem) if "answers." in cell.source]
    assert sources
    for cell in cells(stem):
        if "answers." in cell.source and cell.cell_type == "code":
            assert "remove-input" in cell.metadata.get("tags", []), "the cell gives the answer away"


def test_no_source_is_printed(stem):
    """The algorithm stands on the page."""
    assert not any("inspect" in cell.source for cell in cells(stem) if cell.cell_type == "code")


def test_tables_of_proofs_stand_open_in_one_chapter(stem):
    unfolded = [cell.source for cell in cells(stem) if "folded=False" in cell.source]
    assert bool(unfolded) == (stem == "block-novikoff")


def test_what_the_notes_get_wrong_stands_in_the_errata(stem):
    assert not any("notes differ" in name for name in sections(stem))
