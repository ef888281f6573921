"""The cells of a submission, put back as they were released."""

import copy
import json
import warnings

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from homework.grading.steps import OWN, chosen, digest, name_of, paper, restored
from homework.grading.submission import SubmissionError, read


def marked(name, source="", locked=True):
    mark = {"grade_id": name, "locked": locked, "grade": locked, "solution": not locked}
    return new_code_cell(source, metadata={"nbgrader": mark})


TITLE, TYPED = new_markdown_cell("# Homework"), new_code_cell('typed = ""  # your id')
TEXT = new_markdown_cell("## 1. An error\n[Find](../x.ipynb) it.")
BLANK, ANSWER = (marked("f", f, locked=False) for f in ("raise NotImplementedError", "f = abs"))
CHECK = marked("f-own", "assert f(1)")
RELEASED = [TITLE, TYPED, TEXT, BLANK, CHECK]
HEAD = ["# Homework", 'typed = ""  # your id', TEXT.source]
WHOLE = [*HEAD, "f = abs", "assert f(1)"]
PUT_BACK = "'f-own' is not as it was handed out: it is put back."
OLD_TEXT, OLD_CHECK = new_markdown_cell("## 1. An eror"), marked("f-own", "assert f(1) == 1")
KNOWN = {digest(cell) for cell in [*RELEASED, OLD_TEXT, OLD_CHECK]}

# What is handed in, what it becomes (the student's own as a list), and what is said.
CASES = {
    "cells of the student's own": (
        [TITLE, TEXT, new_markdown_cell("Idea"), ANSWER, new_code_cell("f(2)"), CHECK],
        [*HEAD, ["Idea"], "f = abs", ["f(2)"], "assert f(1)"],
    ),
    "a question rewritten": (
        [new_markdown_cell("# Homewrok"), new_markdown_cell("## 1. No error"), ANSWER, CHECK],
        [["# Homewrok"], ["## 1. No error"], *WHOLE],
    ),
    "the id": (
        [TITLE, new_code_cell("typed='s 1'"), TEXT, ANSWER, CHECK],
        [HEAD[0], 'typed = "s 1"  # your id', HEAD[2], "f = abs", "assert f(1)"],
    ),
    "more than the id": (
        [TITLE, new_code_cell("typed = 's1'\nimport os"), TEXT, ANSWER, CHECK],
        [HEAD[0], ["typed = 's1'\nimport os"], *WHOLE[1:]],
    ),
    "checks edited and doubled": (
        [ANSWER, marked("f-own", "pass"), ANSWER, marked("f-own", "1")],
        [*WHOLE, ["f = abs", "not run"], ["1", "not run"]],
        "'f' stood there 2 times: the first one counts, and no other is run.",
        "'f-own' stood there 2 times",
        PUT_BACK,
    ),
    "an answer below the cell that was left blank": (
        [TITLE, TYPED, new_code_cell("typed = 's1'"), BLANK, ANSWER, CHECK],
        [HEAD[0], 'typed = "s1"  # your id', HEAD[2], "f = abs", "assert f(1)"],
    ),
    "a mark that is another cell's name": (
        [ANSWER, marked("typed", "1"), marked(digest(TEXT), "2"), CHECK],
        [*HEAD, "f = abs", ["1"], ["2"], "assert f(1)"],
    ),
    "an answer deleted": (
        [new_code_cell("1"), CHECK],
        [["1"], *HEAD, "raise NotImplementedError", "assert f(1)"],
        "'f' was deleted: it is put back empty.",
    ),
    "marks of the student's own making": (
        [
            *(ANSWER, marked("f-own", "pass", locked=False), marked("g", "3")),
            new_code_cell("2", metadata={"nbgrader": "f"}),
        ],
        [*WHOLE, ["3"], ["2"]],
        PUT_BACK,
    ),
    "a link that leads to the site, and another machine's ends of lines": (
        [TITLE, new_markdown_cell("## 1. An error  \r\n[Find](https://x/x.ipynb) it.\n"), ANSWER],
        WHOLE,
        "'f-own' was deleted",
    ),
    "another order": ([CHECK, ANSWER, TEXT, TITLE], WHOLE),
    "the notebook that was handed out before": ([OLD_TEXT, ANSWER, OLD_CHECK], WHOLE),
}


@pytest.mark.parametrize("case", CASES)
def test_a_submission_becomes_what_was_released(case):
    submitted, wanted, *said = CASES[case]
    cells, notes = restored(copy.deepcopy(RELEASED), copy.deepcopy(submitted), KNOWN)
    own = {"code": [], "markdown": [], "raw": ["not run"]}
    found = [
        [cell.source, *own[cell.cell_type]] if cell.metadata.get(OWN) else cell.source
        for cell in cells
    ]
    assert found == wanted
    assert [name_of(cell) for cell in cells if name_of(cell)] == ["f", "f-own"]
    assert len(notes) == len(said)
    assert all(words in note for words, note in zip(said, notes, strict=True))


ODD = [  # cells that nbformat does not take, and what is left of each
    ({"cell_type": "code", "source": "2", "outputs": [{"output_type": "display_data"}, 7]}, "2"),
    ({"cell_type": "code", "source": None, "outputs": None, "execution_count": "x"}, ""),
    ({"cell_type": "code", "source": ["3\n", None, "4"], "metadata": {"tags": 7}}, "3\n4"),
    ({"cell_type": "markdown", "source": "\ud800", "attachments": {"a": {"image/png": 3}}}, "?"),
    ({"cell_type": "heading", "source": "5", "attachments": [6], "metadata": None}, "5"),
    ({"cell_type": "code", "input": "6", "metadata": {"nbgrader": {"grade_id": ["f"]}}}, "6"),
    ({}, ""),
]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_any_file_that_holds_cells_is_read(encoding):
    odd = [cell | {"id": "twice"} for cell, _ in ODD]
    for held in ({"cells": [*odd, 7], "metadata": []}, {"worksheets": [{"cells": odd}]}):
        notebook = read(json.dumps(held).encode(encoding))
        assert [cell.source for cell in notebook.cells] == [text for _, text in ODD]
        assert [*map(name_of, notebook.cells)] == [None] * len(ODD)
        for cell in notebook.cells:
            cell.metadata = {OWN: True}  # as it is restored
        with warnings.catch_warnings(action="error"):
            nbformat.validate(notebook)


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"cells": 3}', b"\xff\xfe{", b"[" * 10**5])
def test_what_holds_no_cells_is_refused(data):
    with pytest.raises(SubmissionError, match=r"^open the submitted file .* ask the student"):
        read(data)


# The papers of a master: the secret chooses one, and nothing of another is released.

ORDERS = """\
first = 1
### BEGIN VARIANT 1
order = range(n)
### END VARIANT 1
    ### BEGIN VARIANT 2
order = reversed(range(n))
    ### END VARIANT 2
last = 2"""
WORDS = "<!-- BEGIN VARIANT 2 -->\nBackwards.\n<!-- END VARIANT 2 -->\nAll of them."
NESTED = "### BEGIN VARIANT 1\n### BEGIN VARIANT 2\n### END VARIANT 2\n### END VARIANT 1"


def test_one_paper_is_kept():
    assert chosen(ORDERS, 1) == "first = 1\norder = range(n)\nlast = 2"
    assert chosen(ORDERS, 2) == "first = 1\norder = reversed(range(n))\nlast = 2"
    assert (chosen(WORDS, 1), chosen(WORDS, 2)) == ("All of them.", "Backwards.\nAll of them.")
    for source in ("### BEGIN VARIANT 1\nx", "x\n### END VARIANT 1", NESTED):
        with pytest.raises(ValueError, match=r"has no partner; pair|has no END VARIANT 1; add it"):
            chosen(source, 1)


def test_the_secret_chooses(monkeypatch):
    monkeypatch.delenv("HOMEWORK_SECRET", raising=False)
    two, one = [ORDERS, WORDS, ""], ["", "x"]
    assert paper("perceptron", two) == 1
    numbers = set()
    for secret in map(str, range(20)):
        monkeypatch.setenv("HOMEWORK_SECRET", secret)
        numbers.add((paper("perceptron", two), paper("kernels", [WORDS])))
        assert paper("perceptron", one) == 1
    assert len(numbers) == 4, "each assignment is chosen for itself"
