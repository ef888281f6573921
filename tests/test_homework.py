"""Data of a student's own: the same on each machine, others for each student. And one number."""

import numpy as np
import pytest

from lib.homework import NoDrawError, number, numbers, own, redraw, student_id, unseen


@pytest.fixture(autouse=True)
def no_course(monkeypatch):
    """As outside of grading, whatever course this machine holds."""
    for name in ("HOMEWORK_SECRET", "HOMEWORK_STUDENT"):
        monkeypatch.delenv(name, raising=False)


def test_the_same_on_every_machine_and_only_the_unseen_depends_on_the_secret(monkeypatch):
    """SHA-256 and PCG64 are fixed for good; these numbers are what every machine gives."""
    for secret, hidden in ((None, [967, 812, 934, 340]), ("ours", [762, 915, 743, 876])):
        if secret:
            monkeypatch.setenv("HOMEWORK_SECRET", secret)
        assert own("s1", "perceptron").integers(0, 1000, 4).tolist() == [501, 147, 568, 876]
        assert unseen("s1", "perceptron").integers(0, 1000, 4).tolist() == hidden
    assert own("s11", "a").random() != own("s1", "1a").random()


def test_in_grading_the_id_is_the_one_handed_in_under(monkeypatch):
    assert student_id(" S1 ") == "s1"
    for typed in ("  ", None):
        with pytest.raises(ValueError, match=r"student_id=.*; type the id that your course knows"):
            student_id(typed)
    monkeypatch.setenv("HOMEWORK_STUDENT", "s2")
    assert student_id("s1") == student_id("") == "s2"


def test_redraw_returns_the_first_that_is_wanted_or_gives_up():
    rng, same = np.random.default_rng(0), np.random.default_rng(0)
    assert redraw(lambda rng: rng.integers(10), lambda k: k == 7, rng) == 7
    while same.integers(10) != 7:
        pass
    assert rng.random() == same.random()
    drawn = []
    with pytest.raises(NoDrawError, match="none of tries=5 draws is wanted"):
        redraw(drawn.append, bool, rng, tries=5)
    assert len(drawn) == 5


@pytest.mark.parametrize("value", [3, np.float32(3), np.array(3), [3.0], np.array([[3]])])
def test_a_number_however_it_is_wrapped(value):
    assert number(value) == 3.0 and type(number(value)) is float


@pytest.mark.parametrize("value", ["3", ["3"], [None], 3j, {}, {1, 2}, [[1], [2, 3]], [10**400]])
def test_what_is_no_numbers(value):
    for take, told in ((numbers, "real numbers, in rows of equal length"), (number, "one number")):
        with pytest.raises(ValueError, match=rf"^value=.{{,180}}; give {told}$"):
            take(value)


@pytest.mark.parametrize("value", [[], [1, 2], np.nan, [np.nan], [1.0] * 10**5])
def test_numbers_that_are_not_one(value):
    assert np.array_equal(numbers(value), value, equal_nan=True)
    with pytest.raises(ValueError, match=r"^value=.{,180}; give one number$"):
        number(value)
