"""Concepts of bits against their definitions, what fits a sample, and what is no concept."""

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lib.datasets import iris
from lib.mistake_bounds.bits import (
    all_examples,
    antecedents,
    column,
    literal_at,
    threshold_bits,
)
from lib.mistake_bounds.concepts import (
    Conjunction,
    DecisionList,
    all_conjunctions,
    fit_conjunction,
    fit_decision_list,
)
from lib.samples import Sample
from tests.bits import (
    all_decision_lists,
    conjunctions,
    decision_lists,
    sequences,
    table,
)

WORDS = {True: 1, False: -1}


@given(conjunctions(4))
def test_conjunction_labels_as_its_definition(c):
    for x, label in zip(all_examples(4), c(all_examples(4)), strict=True):
        assert label == WORDS[all(x[abs(a) - 1] == (a > 0) for a in c.literals)]


@given(decision_lists(4))
def test_decision_list_labels_as_its_definition(c):
    for x, label in zip(all_examples(4), c(all_examples(4)), strict=True):
        fired = [b for a, b in c.rules if a == 0 or x[abs(a) - 1] == (a > 0)]
        assert label == fired[0]


def test_how_many_concepts_there_are():
    for n, lists in ((1, 4), (2, 14), (3, 96)):
        assert len(np.unique(table(all_conjunctions(n), n), axis=0)) == 3**n + 1
        fitting = 0  # of all 2^(2^n) functions, by the greedy rule: an independent count
        for y in itertools.product((-1, 1), repeat=2**n):
            try:
                fitted = fit_decision_list(Sample(all_examples(n), np.array(y)))
            except ValueError:
                continue
            fitting += 1
            assert (fitted(all_examples(n)) == y).all()
        assert len(np.unique(table(all_decision_lists(n), n), axis=0)) == fitting == lists


def test_antecedents_and_literals_agree():
    X = all_examples(3)
    for j, held in enumerate(antecedents(X).T):
        literal = literal_at(j, 3)
        wanted = X[:, abs(literal) - 1] == (literal > 0) if literal else True
        assert (held == wanted).all()


def test_literals_may_be_numpy_s_integers():
    c, rules = Conjunction(3, np.array([1, -3])), DecisionList(3, np.array([[-2, 1], [0, -1]]))
    assert c == Conjunction(3, [1, -3]) and repr(c) == repr(Conjunction(3, [1, -3]))
    assert rules == DecisionList(3, [(-2, 1), (0, -1)])
    assert repr(rules) == repr(DecisionList(3, [(-2, 1), (0, -1)]))
    assert column(np.int8(-1), 100) == 100


def test_latex():
    assert Conjunction(3, [-2, 1]).latex() == r"x_{1}\,\bar x_{2}"
    assert Conjunction(3, []).latex() == r"\mathrm{always}"


@given(sequences(4), conjunctions(4))
def test_fit_conjunction_is_the_longest_that_fits(X, c):
    sample = Sample(X, c(X))
    fitted = fit_conjunction(sample)
    assert (fitted(X) == sample.y).all()
    assert c.literals <= fitted.literals or not (sample.y > 0).any()


@given(sequences(3), st.data())
def test_fit_conjunction_refuses_exactly_what_none_fits(X, data):
    y = np.array(data.draw(st.lists(st.sampled_from([-1, 1]), min_size=len(X), max_size=len(X))))
    possible = any((c(X) == y).all() for c in all_conjunctions(3))
    try:
        fit_conjunction(Sample(X, y))
    except ValueError as error:
        assert "no consistent conjunction" in str(error) and not possible
    else:
        assert possible


def test_threshold_bits_make_boxes():
    sample = iris()
    bits = threshold_bits(sample, 3)
    assert bits.d == 12 and bits.features[0].startswith("sepal length (cm) > ")
    low, high = sample.X.min(axis=0), sample.X.max(axis=0)
    assert (bits.X[:, 4:8] == (sample.X > (low + high) / 2)).all()
    setosa = Sample(bits.X, -bits.y)
    assert (fit_conjunction(setosa)(bits.X) == setosa.y).all()
