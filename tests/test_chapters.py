"""What a chapter must have: its place, exercises with hints and solutions, its sources.

Nothing in the first reading rests on what is advanced.
"""

import re

from tests.chapters import CITING, EXERCISE, FIRST, TARGET, TEACHING, chapter, each_check, fail_with

KINDS = ["By hand", "By code", "Find the error", "Proof", "Open"]
NEED = "What you need, and what you will be able to do"
TITLE = re.compile(rf"({'|'.join(KINDS)}), (easy|medium|hard)")
ROLE = re.compile(r"\{(?:prf:ref|eq|ref|numref)\}`(?:[^`<]*<)?([\w-]+)>?`")
REFERENCE = re.compile(
    r"\{(?:prf:ref|eq|ref|numref)\}`(?:[^`<]*<)?([\w-]+)|\]\(([\w-]+)\.\w+(?:#([\w-]+))?\)"
)


def begins_with_title_and_place(chapter):
    title, *rest = chapter.text.split("\n\n")
    if not re.fullmatch(r"# .+", title):
        yield f"{chapter.at(1)}: begin with a line `# Title`, and leave a blank line below it"
    number = [*TEACHING, chapter.stem].index(chapter.stem) + 1  # of a new chapter, the next
    place = f"*Chapter {number}, {'first reading' if chapter.stem in FIRST else 'advanced'}.*"
    if chapter.stem not in FIRST and any(name.startswith("Advanced") for name in chapter.sections):
        yield f"{chapter.name}: all of the chapter is advanced; no heading needs to say it"
    if not "".join(rest[:1]).startswith(place):
        yield f"{chapter.at(1)}: begin the first paragraph with `{place}`"


def begins_with_a_question_and_a_picture(chapter):
    opening, picture = chapter.cells[:2]
    if f"{{dropdown}} {NEED}\n" not in chapter.text.partition("\n## ")[0]:
        yield f"{chapter.name}: fold what one needs, below the figure, by `{{dropdown}} {NEED}`"
    if re.search("##|```", opening.source) or "figure" not in picture.metadata.get("mystnb", {}):
        yield f"{chapter.at(1)}: let a figure follow the first paragraphs at once"
    elif "?" not in opening.source + picture.source:
        yield f"{chapter.at(1)}: ask a question that the chapter answers"


def ends_with_exercises_and_sources(chapter):
    for heading in CITING:
        if f"## {heading}" not in chapter.text.splitlines():
            yield f"{chapter.name}: add a section `## {heading}`"
    if not EXERCISE.search(chapter.text):
        yield f"{chapter.name}: add an exercise; tools/template.ipynb shows one"


def exercises_say_their_kind_and_have_hint_and_solution(chapter):
    for number, found in chapter.matches(EXERCISE):
        if not TITLE.fullmatch(found[1].strip()):
            yield (
                f"{chapter.at(number)}: an exercise is titled {found[1].strip()!r}; write its kind "
                f"({', '.join(KINDS)}) and how hard it is, as `By hand, easy`"
            )
    for part in re.split(r"^(?=`{3,}\{exercise\})", chapter.text, flags=re.MULTILINE)[1:]:
        hint, solution = part.find("{dropdown} Hint"), part.find("{solution} ")
        if not 0 < hint < solution:
            label = re.search(r":label: (\S+)", part)
            yield (
                f"{chapter.name}, exercise {label[1] if label else part.splitlines()[0]}: add a "
                "`{dropdown} Hint` and below it a `{solution}`, for an open question what is known"
            )


def answers_are_not_given_away(chapter):
    for number, cell in chapter.of("code"):
        if "answers." in cell.source and "remove-input" not in cell.metadata.get("tags", []):
            yield f"{chapter.at(number)}: it checks an answer; tag it remove-input, or it shows it"


def roles_name_labels_of_their_page(chapter):
    """JupyterLab's reader knows one page at a time, and shows another's label as it is written."""
    for number, found in chapter.matches(ROLE):
        if found[1] not in chapter.anchors:
            yield f"{chapter.at(number)}: {found[0]} is of another page; link to it, `[...](...)`"


def test_nothing_in_the_first_reading_rests_on_what_is_advanced():
    """Exercises and sources may point on; an advanced section may rest on anything."""
    ahead = {label for stem in TEACHING for label in labels(chapter(stem), advanced=True)}
    assert {"thm-sixteen", "thm-sharp", "thm-freund-schapire", "thm-shatter-offset"} <= ahead
    fail_with(
        f"chapters/{stem}.ipynb, section {name!r}: it names {label}, which is advanced; say what "
        "it needs here, or mark the section as `Advanced: ...`"
        for stem in FIRST
        for name, part in chapter(stem).sections.items()
        if not name.startswith(("Advanced", *CITING))
        for label in sorted({a or c for a, _, c in REFERENCE.findall(part)} & ahead)
    )


def labels(chapter, advanced):
    """The labels that the advanced sections define, or the others."""
    chosen = [
        part
        for name, part in chapter.sections.items()
        if advanced == (chapter.stem not in FIRST or name.startswith("Advanced"))
    ]
    return {one or other for one, other in TARGET.findall("\n".join(chosen))}


OWED = (
    begins_with_title_and_place,
    begins_with_a_question_and_a_picture,
    ends_with_exercises_and_sources,
    exercises_say_their_kind_and_have_hint_and_solution,
    answers_are_not_given_away,
    roles_name_labels_of_their_page,
)
test_a_chapter = each_check(OWED, TEACHING)
