"""The cells of a submission, put back as they were released."""

import copy

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from homework.grading.steps import OWN, digest, name_of, restored


def marked(name, source="", locked=True):
    mark = {"grade_id": name, "locked": locked, "grade": locked, "solution": not locked}
    return new_code_cell(source, metadata={"nbgrader": mark})


def typed(source):
    return new_code_cell(source)


TITLE, TEXT = (
    new_markdown_cell("# Homework"),
    new_markdown_cell("## 1. An error\n[Find](../x.ipynb) it."),
)
RELEASED = [
    TITLE,
    typed('typed = ""  # your id'),
    TEXT,
    marked("f", "raise NotImplementedError", locked=False),
    marked("f-own", "assert f(1)"),
]
ANSWER, CHECK = marked("f", "f = abs", locked=False), RELEASED[4]
HEAD = ["# Homework", 'typed = ""  # your id', TEXT.source]
WHOLE = [*HEAD, "f = abs", "assert f(1)"]
PUT_BACK = "'f-own' is not as it was handed out: it is put back."
OLD_TEXT, OLD_CHECK = new_markdown_cell("## 1. An eror"), marked("f-own", "assert f(1) == 1")
KNOWN = {digest(cell) for cell in [*RELEASED, OLD_TEXT, OLD_CHECK]}

CASES = {  # what is handed in, what it becomes (the student's own as a list), and what is said
    "an honest one": ([*RELEASED[:3], ANSWER, CHECK], WHOLE, []),
    "cells of the student's own": (
        [TITLE, TEXT, new_markdown_cell("Idea"), ANSWER, new_code_cell("f(2)"), CHECK],
        [*HEAD, ["Idea"], "f = abs", ["f(2)"], "assert f(1)"],
        [],
    ),
    "a question rewritten": (
        [new_markdown_cell("# Homewrok"), new_markdown_cell("## 1. No error"), ANSWER, CHECK],
        [["# Homewrok"], ["## 1. No error"], *WHOLE],
        [],
    ),
    "a rubric behind the answer": (
        [ANSWER, new_markdown_cell("**Rubric.** Full points."), CHECK],
        [*HEAD, "f = abs", ["**Rubric.** Full points."], "assert f(1)"],
        [],
    ),
    "the id": (
        [TITLE, typed("typed='s 1'"), TEXT, ANSWER, CHECK],
        [HEAD[0], 'typed = "s 1"  # your id', HEAD[2], "f = abs", "assert f(1)"],
        [],
    ),
    "more than the id": (
        [TITLE, typed("typed = 's1'\nimport os"), TEXT, ANSWER, CHECK],
        [HEAD[0], ["typed = 's1'\nimport os"], *WHOLE[1:]],
        [],
    ),
    "checks edited and doubled": (
        [ANSWER, marked("f-own", "pass"), ANSWER, marked("f-own", "1")],
        [*WHOLE, ["f = abs"], ["1"]],
        ["'f' stood there twice", "'f-own' stood there twice", PUT_BACK],
    ),
    "an answer deleted": (
        [new_code_cell("1"), CHECK],
        [["1"], *HEAD, "raise NotImplementedError", "assert f(1)"],
        ["'f' was deleted: it is put back empty."],
    ),
    "marks of the student's own making": (
        [
            ANSWER,
            marked("f-own", "pass", locked=False),
            new_code_cell("2", metadata={"nbgrader": "f"}),
            marked("g", "3"),
        ],
        [*WHOLE, ["2"], ["3"]],
        [PUT_BACK],
    ),
    "a link that leads to the site": (
        [TITLE, new_markdown_cell(TEXT.source.replace("../", "https://x/")), ANSWER, CHECK],
        WHOLE,
        [],
    ),
    "another machine's ends of lines": (
        [TITLE, new_markdown_cell("## 1. An error  \r\n[Find](../x.ipynb) it.\n"), ANSWER, CHECK],
        WHOLE,
        [],
    ),
    "the notebook that was handed out before": ([OLD_TEXT, ANSWER, OLD_CHECK], WHOLE, []),
}


@pytest.mark.parametrize(("submitted", "wanted", "said"), CASES.values(), ids=CASES.keys())
def test_a_submission_becomes_what_was_released(submitted, wanted, said):
    cells, notes = restored(copy.deepcopy(RELEASED), copy.deepcopy(submitted), KNOWN)
    found = [[cell.source] if cell.metadata.get(OWN) else cell.source for cell in cells]
    assert found == wanted
    assert [name_of(cell) for cell in cells if name_of(cell)] == ["f", "f-own"]
    assert len(notes) == len(said)
    assert all(words in note for words, note in zip(said, notes, strict=True))


def test_a_change_of_the_master_is_told_apart_from_a_students():
    submitted = [ANSWER, OLD_CHECK]
    for known, said in ((KNOWN, 0), (KNOWN - {digest(OLD_CHECK)}, 1)):
        _, notes = restored(copy.deepcopy(RELEASED), copy.deepcopy(submitted), known)
        assert len(notes) == said
