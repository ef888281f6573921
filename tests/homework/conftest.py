"""One grading run for each class of tests."""

import pytest

from tests.homework.course import Course


@pytest.fixture(scope="class", params=[1, 2], ids=["paper 1", "paper 2"])
def course(request, tmp_path_factory):
    """The course of the class's assignment, with what the class hands in, graded."""
    made = Course(tmp_path_factory.mktemp(request.cls.name), request.cls.name, request.param)
    request.cls.hand_in(made)
    made.grade()
    return made
