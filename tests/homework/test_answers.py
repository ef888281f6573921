"""Wrong answers lose points, and right ones none: answers.py, tried as sheet.py tries them."""

import functools

import pytest

from homework.grading.apart import names
from tests.homework.answers import FAMILIES, FOLDER, Answers, function, read, varied
from tests.homework.sheet import Sheet, solutions

FILES = {p.stem: read(p.stem) for p in sorted(FOLDER.glob("*.toml")) if p.stem != "every"}
QUESTIONS = {name: [q for q in file if q != "shared"] for name, file in FILES.items()}
SHEETS = [(paper, f"s{number}") for paper in (1, 2) for number in range(1, 6)]
# A push tries one question of each assignment, on one paper for one student.
PUSHED = (1, "s1")


@functools.cache
def answers(assignment: str) -> dict[str, Answers]:
    """The answers to an assignment, by question."""
    masters = solutions(assignment)
    return {name: Answers(FILES[assignment], name, masters[name]) for name in masters}


@functools.lru_cache(1)  # the tests of a sheet stand together
def sheet(assignment: str, paper: int, student: str) -> Sheet:
    return Sheet(assignment, paper, student)


@pytest.mark.parametrize(
    ("assignment", "paper", "student", "question"),
    [
        pytest.param(
            *(assignment, paper, student, question),
            marks=[] if (paper, student) == PUSHED and not number else pytest.mark.nightly,
        )
        for assignment in FILES
        for paper, student in SHEETS
        for number, question in enumerate(QUESTIONS[assignment])
    ],
)
def test_every_answer_gets_what_it_deserves(assignment, paper, student, question):
    own, found = sheet(assignment, paper, student), answers(assignment)[question]
    assert list(own.lost(question, found.masters[paper])) == []
    assert list(own.lost(question, "raise NotImplementedError")) == own.checks(question) != []
    for tried, keep in ((found.right, True), (found.wrong, False)):
        for name, answer in tried.items():
            assert any(own.lost(question, found.code(answer, paper))) != keep, name
    fits, given = FILES[assignment][question].get("fits", []), names(found.masters[paper])[0]
    for kind, keep in (("right", True), ("wrong", False)):
        for name, family in FAMILIES[kind].items():
            answer = varied(found.masters[paper], family, given)
            if answer and name not in fits:
                assert any(own.lost(question, answer)) != keep, name
                assert not (keep and any(own.lost(question, answer, home=True))), name
    if function(found.masters[paper]):
        known = own.recorded(question, found.masters[paper])
        assert list(own.lost(question, known)) == own.checks(question), "recorded at home"


@pytest.mark.parametrize("assignment", FILES)
def test_every_question_has_its_answers(assignment):
    assert {*QUESTIONS[assignment]} == solutions(assignment).keys()
    for found in answers(assignment).values():
        assert len(found.wrong) >= 5 and len(found.right) >= 3
        for name, answer in (found.wrong | found.right).items():
            codes = {paper: found.code(answer, paper) for paper in (1, 2)}
            assert codes != found.masters, f"{name}: changes that change neither paper"
            for code in codes.values():
                compile(code, name, "exec")


@pytest.mark.nightly
@pytest.mark.parametrize("paper", [1, 2])
@pytest.mark.parametrize("assignment", FILES)
def test_no_student_loses_a_point_by_luck(assignment, paper):
    """The master's answer, for more students than all wrong ones are tried for."""
    for number in range(1, 31):
        own = Sheet(assignment, paper, f"s{number}")
        for question, found in answers(assignment).items():
            assert list(own.lost(question, found.masters[paper])) == [], (number, question)
