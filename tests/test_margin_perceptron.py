"""The margin perceptron: its runs beside exact rationals, and bad input to its rooms."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.datasets import separable_pairs
from lib.linear_separators import margin
from lib.margin_perceptron import margin_perceptron
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.samples import Sample
from lib.theorems.margin_perceptron import ROOT, SHARP, THRESHOLD, WITHOUT_THE_JUMP
from tests.margins import WINE, beside, epsilons, random_sample, seeds

BOUNDED = (WITHOUT_THE_JUMP, THRESHOLD, ROOT, SHARP)


@pytest.fixture(scope="module")
def best():
    return max_margin(WINE)


# The algorithm


def test_the_plain_loop_in_exact_rationals_agrees():
    """y⟨w,x⟩ <= θ‖w‖ decided without square roots, on Pythagorean unit vectors, in two passes."""
    triples = [(3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25)]
    points = [(s * a, b, c) for a, b, c in triples for s in (1, -1)]
    points += [(b, a, c) for a, b, c in triples]
    y = [1, 1, -1, 1, 1, -1, 1, 1, -1, 1, -1, 1]
    z = [(Fraction(y[i] * a, c), Fraction(y[i] * b, c)) for i, (a, b, c) in enumerate(points)]
    theta, w, updates = Fraction(1, 10), (Fraction(0), Fraction(0)), []
    for i in [*range(len(z)), *range(len(z))]:
        q, square = w[0] * z[i][0] + w[1] * z[i][1], w[0] ** 2 + w[1] ** 2
        if q <= 0 or q * q <= theta**2 * square:
            updates.append(i)
            w = (w[0] + z[i][0], w[1] + z[i][1])
    assert len(updates) > 5
    sample = Sample([(a / c, b / c) for a, b, c in points], y)
    assert margin_perceptron(sample, 0.2, 0.5, max_passes=2).mistakes.tolist() == updates


@given(seeds, st.floats(0.1, 0.5), epsilons)
@settings(max_examples=40, deadline=None)
def test_a_halted_run_has_the_margin_it_was_asked_for(seed, gamma, epsilon):
    sample, _ = random_sample(seed, gamma)
    run = margin_perceptron(sample, gamma, epsilon, max_passes=100_000)
    assert run.halted
    assert margin(sample, run.w) > (1 - epsilon) * gamma
    assert run.replay() is run


def test_epsilon_one_is_the_perceptron():
    one = margin_perceptron(WINE, 0.5, 1)
    np.testing.assert_array_equal(one.mistakes, perceptron(WINE).mistakes)


@pytest.mark.parametrize("sample", separable_pairs(), ids=lambda sample: sample.name)
def test_both_starts_walk_the_same_path(sample):
    gamma = max_margin(sample)[1]
    zero = margin_perceptron(sample, gamma)
    first = margin_perceptron(sample, gamma, start=sample.signed[0])
    np.testing.assert_array_equal(zero.mistakes[1:], first.mistakes)
    np.testing.assert_array_equal(zero.weights[1:], first.weights)


@pytest.mark.parametrize(
    ("index", "updates"), [(0, 3), (1, 33), (2, 6), (3, 40), (4, 217), (5, 73), (6, 30)]
)
def test_updates_on_real_pairs(index, updates):
    sample = separable_pairs()[index]
    u, gamma = max_margin(sample)
    run = margin_perceptron(sample, gamma)
    assert run.M == updates
    for theorem in BOUNDED:
        assert theorem.failing(beside(run, u)) == []


@pytest.mark.parametrize("times", [2, 2.1])
def test_a_guess_of_twice_the_margin_or_more_never_halts(best, times):
    gamma = best[1]
    assert margin_perceptron(WINE, 1.9 * gamma).halted
    assert not margin_perceptron(WINE, times * gamma, max_passes=500).halted


@given(seeds, st.floats(0.1, 0.4), epsilons, st.floats(0.5, 2))
@settings(max_examples=30, deadline=None)
def test_any_guess_with_threshold_below_the_margin_obeys_its_bound(seed, gamma, epsilon, share):
    sample, _ = random_sample(seed, gamma)
    guess = min(1, share * gamma)
    if (1 - epsilon) * guess > 0.9 * gamma:
        guess = gamma
    run = margin_perceptron(sample, guess, epsilon, max_passes=100_000)
    assert run.halted
    assert (1 / (gamma - run.threshold)) ** 2 >= run.M


def test_floor_stops_as_soon_as_the_guess_is_refuted(best):
    gamma = best[1]
    run = margin_perceptron(WINE, 1, floor=0.9)
    lengths = np.linalg.norm(run.weights, axis=1)
    t = np.arange(1, run.M + 1)
    assert not run.halted
    assert (lengths[1:-1] >= 0.9 * t[:-1]).all()
    assert gamma <= lengths[-1] / run.M < 0.9
    assert run.seen == run.when[-1] + 1
    assert run.replay() is run


# Bad input
