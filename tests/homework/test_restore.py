"""The cells of a submission, put back as they were released."""

import copy

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from homework.grading.steps import name_of, restored


def marked(name, source="", locked=True):
    mark = {"grade_id": name, "locked": locked, "grade": locked, "solution": not locked}
    return new_code_cell(source, metadata={"nbgrader": mark})


RELEASED = [
    new_markdown_cell("text"),
    marked("f", "raise NotImplementedError", locked=False),
    marked("f-own", "assert f(1)"),
]


ANSWER = marked("f", "f = abs", locked=False)
CHECK = RELEASED[2]


@pytest.mark.parametrize(
    ("submitted", "restored_to", "said"),
    [
        (  # an honest submission is left alone
            [RELEASED[0], ANSWER, new_code_cell("f(2)"), CHECK],
            [("text", None), ("f = abs", "f"), ("f(2)", None), ("assert f(1)", "f-own")],
            [],
        ),
        (  # checks come back and answers stay
            [ANSWER, marked("f-own", "pass"), ANSWER, marked("f-own", "1")],
            [("f = abs", "f"), ("assert f(1)", "f-own"), ("f = abs", None), ("1", None)],
            ["'f' stood there twice", "'f-own' stood there twice", "'f-own' is not as the master"],
        ),
        (
            [new_code_cell("1"), CHECK],
            [("1", None), ("raise NotImplementedError", "f"), ("assert f(1)", "f-own")],
            ["'f' was deleted: it is put back empty."],
        ),
        (  # marks of the student's own making count for nothing
            [
                ANSWER,
                marked("f-own", "pass", locked=False),
                new_code_cell("2", metadata={"nbgrader": "f"}),
                marked("g", "3"),
            ],
            [("f = abs", "f"), ("assert f(1)", "f-own"), ("2", None), ("3", None)],
            ["'f-own' is not as the master has it now: it is put back."],
        ),
    ],
)
def test_a_submission_becomes_what_was_released(submitted, restored_to, said):
    cells, notes = restored(copy.deepcopy(RELEASED), [copy.deepcopy(c) for c in submitted])
    assert [(cell.source, name_of(cell)) for cell in cells] == restored_to
    assert len(notes) == len(said)
    assert all(words in note for words, note in zip(said, notes, strict=True))
