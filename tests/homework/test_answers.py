"""Wrong answers lose points, and right ones none: answers.py, tried as sheet.py tries them."""

import functools
import os

import pytest
from nbgrader.utils import is_solution

from homework.grading.restore import name_of
from tests.homework.answers import FOLDER, Answers, read
from tests.homework.sheet import Sheet, master

FILES = {path.stem: read(path.stem) for path in sorted(FOLDER.glob("*.toml"))}
QUESTIONS = [(name, part) for name, file in FILES.items() for part in file if part != "shared"]
# Whose data, on which paper: every pair in the nightly run.
SHEETS = [(paper, f"s{number}") for paper in (1, 2) for number in range(1, 6)]
if "NIGHTLY" not in os.environ:
    SHEETS = [(1, "s1"), (2, "s2")]
TRIED = [
    pytest.param(name, *whose, question, kind, answer, id="-".join((name, question, answer)))
    for name, file in FILES.items()
    for whose in SHEETS
    for question in file
    if question != "shared"
    for kind in ("wrong", "right")
    for answer in file[question][kind]
]
sheet = functools.lru_cache(1)(Sheet)  # the tests stand in the order of the sheets


def found(name: str, question: str) -> Answers:
    masters = {paper: sheet(name, paper, "s1").cells[question] for paper in (1, 2)}
    return Answers(FILES[name], question, masters)
