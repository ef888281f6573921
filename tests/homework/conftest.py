"""One grading run for each class of tests, and a folder to collect archives in."""

import time

import pytest

from tests.homework.course import Course
from tests.homework.inbox import Inbox


@pytest.fixture(scope="class", params=[1, 2], ids=["paper 1", "paper 2"])
def course(request, tmp_path_factory):
    """The course of the class's assignment, with what the class hands in, graded."""
    made = Course(tmp_path_factory.mktemp(request.cls.name), request.cls.name, request.param)
    request.cls.hand_in(made)
    made.grade()
    return made


@pytest.fixture
def inbox(tmp_path, monkeypatch):
    """A time of day in an archive is local: five hours behind UTC here."""
    monkeypatch.setenv("TZ", "EST5")
    time.tzset()
    yield Inbox(tmp_path)
    monkeypatch.undo()
    time.tzset()
