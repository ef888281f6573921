"""False and empty theorems are refused, each for its reason, and true ones accepted."""

import pytest

from tests.hostile_theorems import ACCEPTED, REFUSED


def why(make):
    """Why a theorem is refused: it cannot be stated, or a step or a mutant says so."""
    try:
        theorem = make()
        return "" if all(verdict.ok for verdict in theorem.prove()) else theorem.trust()
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize(("make", "words"), REFUSED, ids=[words for _, words in REFUSED])
def test_what_is_false_or_empty_is_refused_with_its_reason(make, words):
    assert words in why(make)


@pytest.mark.parametrize("make", ACCEPTED)
def test_what_is_true_is_accepted(make):
    assert why(make) == ""


def test_there_are_many():
    assert min(len(REFUSED), len(ACCEPTED)) >= 100
