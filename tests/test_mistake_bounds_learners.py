"""Learners against plain readings of their rules and the notes' examples, and their runs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.mistake_bounds.bits import all_examples, antecedents, literal_at
from lib.mistake_bounds.concepts import Conjunction, DecisionList, all_conjunctions
from lib.mistake_bounds.learners import Elimination, Halving, Levels, Perceptron
from lib.mistake_bounds.runs import learn_online
from lib.samples import Sample
from tests.bits import (
    all_decision_lists,
    conjunctions,
    decision_lists,
    learners,
    plain_loop,
    sequences,
    table,
)


@given(sequences(4), conjunctions(4))
@settings(deadline=None)
def test_runs_walk_the_plain_loop_and_end_consistent(X, c):
    sample = Sample(X, c(X))
    for learner in learners(4):
        run = learn_online(learner, sample)
        assert run.when.tolist() == plain_loop(learner, sample, run.seen)
        assert (run.when % sample.n == run.mistakes).all()
        assert run.halted and len(run.states) == run.M + 1
        assert (learner.predict(run.states[-1], learner.encode(X)) == sample.y).all()


def test_blocks_walk_the_plain_loop_on_long_sequences():
    rng = np.random.default_rng(5)
    X = (rng.random((6000, 20)) < 0.8).astype(float)
    rules = DecisionList(20, [(4, 1), (-2, -1), (9, 1), (0, -1)])
    cases = [
        (learner, target)
        for target in (Conjunction(20, [3, -7, 11]), rules)
        for learner in (Levels(20), Perceptron(20))
    ]
    for learner, target in [*cases, (Elimination(20), Conjunction(20, [3, -7]))]:
        sample = Sample(X, target(X))
        run = learn_online(learner, sample)
        assert run.when.tolist() == plain_loop(learner, sample, run.seen)
        assert run.halted and run.M > 5


@given(sequences(4), conjunctions(4))
@settings(deadline=None)
def test_elimination_holds_what_every_missed_positive_has(X, c):
    run = learn_online(Elimination(4), Sample(X, c(X)))
    held = antecedents(X[run.mistakes])[:, :-1].all(axis=0)
    assert (run.states[-1] == held).all()
    assert (run.sample.y[run.mistakes] > 0).all()


def test_perceptron_adds_up_its_mistakes_and_separates():
    X = all_examples(4)
    run = learn_online(Perceptron(4), Sample(X, Conjunction(4, [1, -3])(X)))
    lifted = np.hstack([X, np.ones((16, 1))])
    assert (run.states[-1] == run.sample.y[run.mistakes] @ lifted[run.mistakes]).all()
    assert ((lifted @ run.states[-1] > 0) == (run.sample.y > 0)).all()


@given(st.integers(1, 5), st.data())
@settings(deadline=None)
def test_the_empty_conjunction_costs_the_perceptron_one_mistake(n, data):
    X = data.draw(sequences(n))
    assert learn_online(Perceptron(n), Sample(X, np.ones(len(X)), "always")).M == 1


def test_halving_counts_each_function_once():
    assert Halving(1, [[1, 1], [-1, 1], [1, 1]]).start.tolist() == [True, True]


def test_the_note_s_conjunction_example():
    learner = Elimination(4)
    state = learner.learn(learner.start, np.array([1.0, 0, 0, 1]), 1)
    assert {literal_at(int(j), 4) for j in np.flatnonzero(state)} == {1, -2, -3, 4}


def terms(state, level):
    """The terms on a level as (literal, label), for comparison with the note."""
    return {
        (literal_at(int(j), 2), 1 if label else -1)
        for label, j in np.argwhere(state == level).tolist()
    }


def test_the_note_s_decision_list_example():
    target = DecisionList(2, [(1, -1), (-2, 1), (0, -1)])
    X = np.array([[0.0, 1], [0, 0]])
    run = learn_online(Levels(2), Sample(X, target(X)), max_passes=1)
    assert run.sample.y.tolist() == [-1, 1] and run.mistakes.tolist() == [0, 1]
    _, first, second = run.states
    assert terms(first, 1) == {(1, 1), (1, -1), (-1, -1), (2, -1), (-2, 1), (-2, -1), (0, -1)}
    assert terms(first, 2) == {(-1, 1), (2, 1), (0, 1)}
    assert terms(second, 1) == {(1, 1), (1, -1), (2, -1), (-2, 1)}
    assert terms(second, 2) == {(-1, 1), (-1, -1), (2, 1), (-2, -1), (0, 1), (0, -1)}


@given(sequences(4), decision_lists(4))
@settings(deadline=None)
def test_levels_follow_a_slow_reading_of_the_rule(X, target):
    run = learn_online(Levels(4), Sample(X, target(X)), max_passes=1)
    level = {(a, b): 1 for a in (*range(-4, 5),) for b in (-1, 1)}
    erred = []
    for i, (x, y) in enumerate(zip(X, run.sample.y, strict=True)):
        fires = [term for term in level if term[0] == 0 or x[abs(term[0]) - 1] == (term[0] > 0)]
        best = min(level[term] for term in fires)
        deciding = [term for term in fires if level[term] == best]
        if (1 if sum(b for _, b in deciding) >= 0 else -1) != y:
            erred.append(i)
            for term in deciding:
                level[term] += term[1] != y
    assert run.when.tolist() == erred
    for (a, b), depth in level.items():
        column = 8 if a == 0 else a - 1 if a > 0 else 3 - a
        assert run.states[-1][int(b > 0), column] == depth


def test_levels_write_their_terms():
    learner = Levels(1)
    state = learner.start.copy()
    state[0, 0] = 2  # x₁ with the label false
    first, second = learner.written(state)
    assert second == r"x_{1}\Rightarrow \mathrm{F}"
    assert first.split(r",\ ") == [
        r"x_{1}\Rightarrow \mathrm{T}",
        r"\bar x_{1}\Rightarrow \mathrm{T}",
        r"\bar x_{1}\Rightarrow \mathrm{F}",
        r"\mathrm{always}\Rightarrow \mathrm{T}",
        r"\mathrm{always}\Rightarrow \mathrm{F}",
    ]


# What they refuse


def test_a_run_that_stops_at_its_bound_says_so():
    xor = Sample(all_examples(2), [-1, 1, 1, -1])
    run = learn_online(Perceptron(2), xor, max_passes=7)
    assert not run.halted and "stopped short at its bound" in repr(run) and run.seen == 28


def test_inconsistent_labels_are_named():
    X = np.array([[1.0, 1], [0, 0], [0, 1]])
    with pytest.raises(ValueError, match="row 2, after 2 mistakes: no consistent conjunction"):
        learn_online(Elimination(2), Sample(X, [1, 1, -1]))
    xor = Sample(all_examples(2), [-1, 1, 1, -1])
    with pytest.raises(ValueError, match=r"no consistent decision list: a mistake on level 4"):
        learn_online(Levels(2), xor)
    with pytest.raises(ValueError, match="no consistent concept: every concept of the class erred"):
        learn_online(Halving(2, table(all_conjunctions(2), 2)), xor)


@given(sequences(2), st.data())
@settings(deadline=None)
def test_levels_refuse_only_what_no_list_fits(X, data):
    y = np.array(data.draw(st.lists(st.sampled_from([-1, 1]), min_size=len(X), max_size=len(X))))
    possible = any((c(X) == y).all() for c in all_decision_lists(2))
    try:
        run = learn_online(Levels(2), Sample(X, y))
    except ValueError:
        assert not possible
    else:
        assert possible and run.halted
