"""Wrong answers lose points, and right ones none: answers.py, tried as sheet.py tries them."""

import functools

import pytest

from tests.homework.answers import FOLDER, Answers, read
from tests.homework.sheet import Sheet, solutions

FILES = {path.stem: read(path.stem) for path in sorted(FOLDER.glob("*.toml"))}
# Whose data, on which paper: every pair at night.
SHEETS = [(paper, f"s{number}") for paper in (1, 2) for number in range(1, 6)]
EVERY_PUSH = [(1, "s1"), (2, "s2")]
TRIED = [
    pytest.param(
        *(assignment, paper, student, question, kind, name),
        marks=[] if (paper, student) in EVERY_PUSH else [pytest.mark.nightly],
        id="-".join((assignment, question, kind, name, f"paper {paper}", student)),
    )
    for assignment, file in FILES.items()
    for paper, student in SHEETS
    for question in file
    if question != "shared"
    for kind in ("wrong", "right")
    for name in file[question][kind]
]
sheet = functools.lru_cache(1)(Sheet)  # the tests stand in the order of the sheets


@functools.cache
def answers(assignment: str) -> dict[str, Answers]:
    """The answers to an assignment, by question."""
    masters = solutions(assignment)
    return {name: Answers(FILES[assignment], name, masters[name]) for name in masters}


@pytest.mark.parametrize(("assignment", "paper", "student", "question", "kind", "name"), TRIED)
def test_every_answer_gets_what_it_deserves(assignment, paper, student, question, kind, name):
    found = answers(assignment)[question]
    lost = sheet(assignment, paper, student).lost(
        question, found.code(getattr(found, kind)[name], paper)
    )
    if kind == "wrong":
        assert any(lost), "it keeps every point"
    else:
        assert list(lost) == []


@pytest.mark.parametrize(("paper", "student"), EVERY_PUSH)
@pytest.mark.parametrize("assignment", FILES)
def test_the_masters_answers_lose_nothing_and_a_blank_everything(assignment, paper, student):
    own = sheet(assignment, paper, student)
    for question, master in solutions(assignment).items():
        assert list(own.lost(question, master[paper])) == []
        assert list(own.lost(question, "raise NotImplementedError")) == own.checks(question) != []


@pytest.mark.parametrize("assignment", FILES)
def test_every_question_has_its_answers(assignment):
    assert FILES[assignment].keys() - {"shared"} == solutions(assignment).keys()
    for found in answers(assignment).values():
        assert len(found.wrong) >= 5 and len(found.right) >= 3
        for paper in (1, 2):
            for name, answer in (found.wrong | found.right).items():
                compile(found.code(answer, paper), name, "exec")
        assert found.idle() == set(), "changes that change neither paper"
