"""A master's papers: the secret chooses one, and nothing of another is released."""

import pytest

from homework.grading.steps import chosen, paper

CODE = """\
first = 1
### BEGIN VARIANT 1
order = range(n)
### END VARIANT 1
    ### BEGIN VARIANT 2
order = reversed(range(n))
    ### END VARIANT 2
last = 2"""
TEXT = "<!-- BEGIN VARIANT 2 -->\nBackwards.\n<!-- END VARIANT 2 -->\nAll of them."
NESTED = "### BEGIN VARIANT 1\n### BEGIN VARIANT 2\n### END VARIANT 2\n### END VARIANT 1"


def test_one_paper_is_kept():
    assert chosen(CODE, 1) == "first = 1\norder = range(n)\nlast = 2"
    assert chosen(CODE, 2) == "first = 1\norder = reversed(range(n))\nlast = 2"
    assert (chosen(TEXT, 1), chosen(TEXT, 2)) == ("All of them.", "Backwards.\nAll of them.")
    for source in ("### BEGIN VARIANT 1\nx", "x\n### END VARIANT 1", NESTED):
        with pytest.raises(ValueError, match=r"has no partner; pair|has no END VARIANT 1; add it"):
            chosen(source, 1)


def test_the_secret_chooses(monkeypatch):
    monkeypatch.delenv("HOMEWORK_SECRET", raising=False)
    two, one = [CODE, TEXT, ""], ["", "x"]
    assert paper("perceptron", two) == 1
    numbers = set()
    for secret in map(str, range(20)):
        monkeypatch.setenv("HOMEWORK_SECRET", secret)
        numbers.add((paper("perceptron", two), paper("kernels", [TEXT])))
        assert paper("perceptron", one) == 1
    assert len(numbers) == 4, "each assignment is chosen for itself"
