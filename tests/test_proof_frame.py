"""False and empty theorems are refused, each for its reason, and true ones accepted."""

import pytest

from tests.hostile_theorems import ACCEPTED, ONLY_WORDS, REFUSED


def why(make):
    """Why a theorem is refused: it cannot be stated, or a step or a mutant says so."""
    try:
        theorem = make()
        return "" if all(verdict.ok for verdict in theorem.prove()) else theorem.trust()
    except ValueError as error:
        return str(error)


def sixth(cases):
    """The cases, of which `make check` takes every sixth."""
    return [
        pytest.param(*case, id=f"row {place}", marks=pytest.mark.slow if place % 6 else ())
        for place, case in enumerate(cases)
    ]


@pytest.mark.parametrize(("make", "words"), sixth(REFUSED))
def test_what_is_false_or_empty_is_refused_with_its_reason(make, words):
    assert words in why(make)


@pytest.mark.parametrize("make", sixth((make,) for make in ACCEPTED))
def test_what_is_true_is_accepted(make):
    assert why(make) == ""


def test_what_only_words_prevent_fails_where_it_is_watched():
    """The separator e = (1, 0) of (1, 0) from (-1, 0), which is the shortest at margin 1."""
    assert why(ONLY_WORDS) == ""
    seen = {"a": 1, "b": 1, "e": [1, 0], "f": [1, 0]}
    assert ONLY_WORDS().failing(seen) == ["no longer than half", "at most 1/2", "half the margin"]
