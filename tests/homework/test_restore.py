"""The cells of a submission, put back as they were released."""

import copy

from nbformat.v4 import new_code_cell, new_markdown_cell

from homework.grading.steps import restored


def marked(name, source="", locked=True):
    mark = {"grade_id": name, "locked": locked, "grade": locked, "solution": not locked}
    return new_code_cell(source, metadata={"nbgrader": mark})


RELEASED = [
    new_markdown_cell("text"),
    marked("f", "raise NotImplementedError", locked=False),
    marked("f-own", "assert f(1)"),
]


def put_back(*cells):
    """The (source, name) of each cell, and what is said."""
    done, notes = restored(copy.deepcopy(RELEASED), list(cells))
    return [(c.source, c.metadata.get("nbgrader", {}).get("grade_id")) for c in done], notes


def test_an_honest_submission_is_left_alone():
    text, answer, check = copy.deepcopy(RELEASED)
    answer.source = "f = abs"
    own = new_code_cell("f(2)")
    cells, notes = put_back(text, answer, own, check)
    assert cells == [("text", None), ("f = abs", "f"), ("f(2)", None), ("assert f(1)", "f-own")]
    assert notes == []


def test_checks_come_back_and_answers_stay():
    answer = marked("f", "f = abs", locked=False)
    cells, notes = put_back(answer, marked("f-own", "pass"), answer.copy(), marked("f-own", "1"))
    sources = [("f = abs", "f"), ("assert f(1)", "f-own"), ("f = abs", None), ("1", None)]
    assert cells == sources
    assert len(notes) == 3 and all("twice" in note or "not as" in note for note in notes)


def test_what_was_deleted_comes_back_empty():
    cells, notes = put_back(new_code_cell("1"), marked("f-own", "assert f(1)"))
    assert cells == [("1", None), ("raise NotImplementedError", "f"), ("assert f(1)", "f-own")]
    assert notes == ["Cell 'f' was deleted: it is put back empty."]


def test_marks_of_the_students_own_making_count_for_nothing():
    forged = marked("f-own", "pass", locked=False)
    odd = new_code_cell("2", metadata={"nbgrader": "f"})
    cells, notes = put_back(forged, odd, marked("g", "3"))
    assert cells[1:] == [("assert f(1)", "f-own"), ("2", None), ("3", None)]
    assert "Cell 'f-own' is not as the master has it now: it is put back." in notes
