"""Data of a student's own: the same everywhere, another for everyone. And one number."""

import tracemalloc

import numpy as np
import pytest

from lib.homework import NoDrawError, number, numbers, own, redraw, student_id, unseen


@pytest.fixture(autouse=True)
def no_course(monkeypatch):
    """As outside of grading, whatever course this machine holds."""
    for name in ("HOMEWORK_SECRET", "HOMEWORK_STUDENT"):
        monkeypatch.delenv(name, raising=False)


def test_the_same_on_every_machine():
    """SHA-256 and PCG64 are fixed for good; these numbers are what every machine gives."""
    assert own("s1", "perceptron").integers(0, 1000, 4).tolist() == [501, 147, 568, 876]
    assert unseen("s1", "perceptron").integers(0, 1000, 4).tolist() == [967, 812, 934, 340]


def test_another_for_every_student_and_question():
    drawn = {
        make(student, question).integers(2**60)
        for make in (own, unseen)
        for student in ("s1", "s2", "s11")
        for question in ("a", "b", "1a")
    }
    assert len(drawn) == 18


def test_only_the_unseen_depends_on_the_secret(monkeypatch):
    seen, hidden = own("s1", "a").random(), unseen("s1", "a").random()
    monkeypatch.setenv("HOMEWORK_SECRET", "ours")
    assert own("s1", "a").random() == seen
    assert unseen("s1", "a").random() != hidden


def test_in_grading_the_id_is_the_one_handed_in_under(monkeypatch):
    assert student_id(" s1 ") == "s1"
    monkeypatch.setenv("HOMEWORK_STUDENT", "s2")
    assert student_id("s1") == student_id("") == "s2"


@pytest.mark.parametrize("typed", ["", "  ", None, 7])
def test_no_id(typed):
    with pytest.raises(ValueError, match=r"student_id=.*; type the id that your course knows"):
        student_id(typed)


def test_redraw_returns_the_first_that_is_wanted():
    rng, same = np.random.default_rng(0), np.random.default_rng(0)
    found = redraw(lambda rng: rng.integers(10), lambda k: k == 7, rng)
    assert found == 7
    while same.integers(10) != 7:
        pass
    assert rng.random() == same.random()


def test_redraw_gives_up():
    rng = np.random.default_rng(0)
    with pytest.raises(NoDrawError, match="none of tries=5 draws is wanted"):
        redraw(lambda rng: 1, lambda k: False, rng, tries=5)
    with pytest.raises(ValueError, match="tries=0"):
        redraw(lambda rng: 1, lambda k: True, rng, tries=0)
    with pytest.raises(ValueError, match="rng=3"):
        redraw(lambda rng: 1, lambda k: True, 3)


@pytest.mark.parametrize("value", [3, 3.0, np.float32(3), np.array(3), [3.0], np.array([[3]])])
def test_a_number_however_it_is_wrapped(value):
    assert number(value) == 3.0 and type(number(value)) is float


@pytest.mark.parametrize("value", ["3", ["3"], [None], 3j, {}, {1, 2}, [[1], [2, 3]], [10**400]])
def test_what_is_no_numbers(value):
    with pytest.raises(ValueError, match=r"^value=.{,180}; give real numbers, in rows of equal"):
        numbers(value)


def test_texts_among_numbers_take_no_room():
    """An array of them gives each the room of the longest."""
    tracemalloc.start()
    with pytest.raises(ValueError, match="give real numbers"):
        numbers([["x" * 10**6], *[[""]] * 50])
    assert tracemalloc.get_traced_memory()[1] < 10**7
    tracemalloc.stop()


def test_numbers_that_are_not_there_or_not_finite_are_left_to_the_check():
    assert numbers([]).shape == (0,) and numbers([[], []]).shape == (2, 0)
    assert np.array_equal(numbers([np.nan, -np.inf]), [np.nan, -np.inf], equal_nan=True)


@pytest.mark.parametrize(
    "value",
    [None, "3", [], [1, 2], 3j, {}, [[1], [2, 3]], np.nan, [np.nan], 10**400, [1.0] * 10**6],
)
def test_what_is_not_one_number(value):
    with pytest.raises(ValueError, match=r"^value=.{,180}; give one number$"):
        number(value)
