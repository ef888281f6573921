"""Adversaries against every kind of learner, and the exact values of games over few bits."""

import hashlib
import itertools
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.mistake_bounds.bits import all_examples, as_bits
from lib.mistake_bounds.concepts import DecisionList, all_conjunctions
from lib.mistake_bounds.games import adversary, against, optimum, sharp_adversary, worst_sequence
from lib.mistake_bounds.learners import Elimination, Halving, Levels
from lib.mistake_bounds.runs import learn_online
from lib.samples import Sample
from tests.bits import all_decision_lists, learners, table


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_elimination_exhaustively(n):
    *satisfied, never = all_conjunctions(n)
    for c in satisfied:
        assert (c(all_examples(n)) > 0).any()
        assert len(worst_sequence(Elimination(n), c)) == n + 1 - len(c.literals)
    assert (never(all_examples(n)) < 0).all()
    assert len(worst_sequence(Elimination(n), never)) == 0


def test_levels_exhaustively():
    for n, most in ((1, [2, 2]), (2, [3, 4, 5])):
        worst = dict.fromkeys(range(1, n + 2), 0)
        for c in all_decision_lists(n):
            drawn = len(worst_sequence(Levels(n), c, any_rule=True))
            assert drawn <= (4 * n + 2) * len(c.rules)
            X = worst_sequence(Levels(n), c)
            if len(X):
                run = learn_online(Levels(n), Sample(X, c(X)), max_passes=1)
                assert run.M == len(X) <= drawn
            worst[len(c.rules)] = max(worst[len(c.rules)], drawn)
        assert list(worst.values()) == most
    # Renaming and negating variables changes nothing, so for n = 3 lists over x_1, x_2, … suffice.
    for size, most in enumerate([4, 6, 8, 12]):
        lists = [
            DecisionList(3, zip([*range(1, size + 1), 0], labels, strict=True))
            for labels in itertools.product((1, -1), repeat=size + 1)
        ]
        assert max(len(worst_sequence(Levels(3), c, any_rule=True)) for c in lists) == most


@pytest.mark.parametrize("n", [1, 2, 4])
def test_whatever_one_answers_is_wrong_and_a_conjunction_explains_it(n):
    for answers in itertools.product((-1, 1), repeat=n + 1):
        sample, c = against(answers)
        assert sample.y.tolist() == [-said for said in answers]
        assert (c(sample.X) == sample.y).all()


def test_the_best_bounds_of_any_learner():
    assert [optimum(table(all_conjunctions(n), n)) for n in (1, 2, 3)] == [2, 3, 4]
    assert [optimum(table(list(all_conjunctions(n))[:-1], n)) for n in (1, 2, 3)] == [1, 3, 4]
    assert [optimum(table(all_decision_lists(n), n)) for n in (1, 2)] == [2, 3]
    assert optimum([[1, 1, -1]]) == 0
    everything = list(itertools.product((-1, 1), repeat=4))
    assert optimum(everything) == 4
    for n in (1, 2, 3):
        concepts = list(all_conjunctions(n))
        halving = Halving(n, table(concepts, n))
        assert max(len(worst_sequence(halving, c)) for c in concepts) >= n + 1


# Adversaries


@dataclass(frozen=True)
class Arbitrary:
    """A deterministic learner whose answers are a hash of all it has seen."""

    n: int
    seed: int

    @property
    def start(self):
        return b""

    def encode(self, X):
        return as_bits(X)

    def predict(self, state, rows):
        words = [hashlib.sha256(b"%d" % self.seed + state + row.tobytes()).digest() for row in rows]
        return np.array([1 if word[0] % 2 else -1 for word in words])

    def learn(self, state, row, label):
        return state + row.tobytes() + (b"+" if label > 0 else b"-")


@given(st.integers(1, 9), st.integers(0, 10**6))
@settings(deadline=None)
def test_no_deterministic_learner_escapes(n, seed):
    for play, mistakes in ((adversary, n), (sharp_adversary, n + 1)):
        sample, target = play(Arbitrary(n, seed))
        assert (target(sample.X) == sample.y).all()
        assert n == 1 or not {a for a in target.literals if -a in target.literals}
        run = learn_online(Arbitrary(n, seed), sample, max_passes=1)
        assert run.M == sample.n == mistakes


def test_one_bit_has_two_mistakes_whatever_the_learner_says():
    """All four answers of a learner of one bit, the last of which leaves no satisfiable target."""
    targets = set()
    for seed in range(200):
        sample, target = sharp_adversary(Arbitrary(1, seed))
        assert sample.n == 2 and (target(sample.X) == sample.y).all()
        targets.add(tuple(sorted(target.literals)))
    assert targets == {(), (1,), (-1,), (-1, 1)}


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_the_book_s_learners_are_forced(n):
    for learner in learners(n):
        for play, mistakes in ((adversary, n), (sharp_adversary, n + 1)):
            sample, target = play(learner)
            assert (target(sample.X) == sample.y).all()
            assert learn_online(learner, sample, max_passes=1).M == sample.n == mistakes
