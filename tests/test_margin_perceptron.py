"""The margin perceptron: its runs, the bounds on them, and the search for a margin."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq

from lib.datasets import breast_cancer, separable_pairs
from lib.linear_separators import margin
from lib.margin_perceptron import margin_perceptron
from lib.margin_perceptron.bounds import dipping, root
from lib.margin_perceptron.search import certificate, margin_search, search_constant
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.samples import Sample, prepare
from tests.strategies import WINE, random_sample, seeds
from tests.test_perceptron import follows_the_rule

PAIRS = separable_pairs()
epsilons = st.floats(0.05, 0.95)


@given(seeds, st.floats(0.1, 0.4), epsilons, st.floats(0.5, 2))
@settings(max_examples=12)
def test_any_guess_with_threshold_below_the_margin_obeys_its_bound(seed, gamma, epsilon, share):
    sample, _ = random_sample(seed, gamma)
    guess = min(1, share * gamma)
    if (1 - epsilon) * guess > 0.9 * gamma:
        guess = gamma
    run = margin_perceptron(sample, guess, epsilon, max_passes=100_000)
    follows_the_rule(run, 100_000)
    assert run.halted
    assert margin(sample, run.w) > (1 - epsilon) * guess
    assert (1 / (gamma - run.threshold)) ** 2 >= run.M


@pytest.mark.parametrize("epsilon", [0.001, 0.1, 0.5, 0.999])
def test_the_root_is_the_positive_one_of_its_equation(epsilon):
    z = root(epsilon)
    assert z > 1e-4 and np.log1p(z) == pytest.approx(epsilon * z, rel=1e-9)


@pytest.mark.parametrize(("gamma", "dips"), [(0.1, 1), (0.05, 3), (0.1, 5)])
def test_dipping_falls_below_the_level_as_often_as_told(gamma, dips):
    sample, u = dipping(gamma, dips)
    np.testing.assert_allclose(np.linalg.norm(sample.X, axis=1), 1)
    assert (sample.signed @ u).min() == pytest.approx(gamma)
    run = margin_perceptron(sample, gamma, max_passes=1)
    assert run.M == sample.n
    long = np.linalg.norm(run.weights, axis=1) >= 2 / gamma
    assert (long[:-1] & ~long[1:]).sum() == dips
    assert long[-1]


@given(seeds, st.floats(0.1, 0.5), epsilons)
@settings(max_examples=6)
def test_certificate_encloses_the_best_margin(seed, gamma, epsilon):
    sample, _ = random_sample(seed, gamma)
    best = max_margin(sample)[1]
    plain, eager = perceptron(sample), margin_perceptron(sample, gamma, epsilon, max_passes=10_000)
    for runs in ((plain,), (eager,), (plain, eager)):
        low, high = certificate(*runs)
        assert low - 1e-9 <= best <= high + 1e-9


@pytest.mark.parametrize(
    ("sample", "epsilon"), [(WINE, 0.5), (PAIRS[0], 0.1), (PAIRS[-1], 0.5)], ids=str
)
def test_a_search_keeps_its_word(sample, epsilon):
    """A search in one random order finds the share of an unknown margin, in its bound."""
    attempts, gamma = margin_search(sample, epsilon, seed=3), max_margin(sample)[1]
    order = np.random.default_rng(3).permutation(sample.n)
    assert all((run.order == order).all() for run in attempts)
    assert [run.halted for run in attempts] == [False] * (len(attempts) - 1) + [True]
    low, high = certificate(*attempts)
    assert (1 - epsilon) * gamma < low <= gamma + 1e-9 <= high + 1e-8
    assert low > (1 - epsilon) * high
    total = sum(run.M for run in attempts)
    assert total <= search_constant(epsilon) / gamma**2 + len(attempts)


@pytest.mark.parametrize("epsilon", [0.02, 0.5, 0.9])
def test_search_constant_against_the_sum_of_all_attempts(epsilon):
    """Guesses 1, q, q², … to a small one: each attempt's own sharp bound, and their sum."""
    q = 1 - epsilon / 2
    share = 1 - (1 - epsilon) / q
    z = brentq(lambda v: np.log1p(v) - share * v, 1e-3, 1e6, xtol=1e-12, rtol=1e-14)
    guesses = q ** np.arange(int(20 / -np.log(q)))
    longest = z / (2 * (1 - share) * (q * guesses) ** 2)
    assert longest.sum() * guesses[-1] ** 2 == pytest.approx(search_constant(epsilon), rel=1e-6)
    assert search_constant(1) == pytest.approx(1 / (0.25 * 0.75))  # ε' = 1: the plain perceptron


def test_search_on_what_nothing_separates_says_that_it_stopped_short():
    attempts = margin_search(prepare(breast_cancer()), max_passes=50)
    assert not any(run.halted for run in attempts) and sum(run.passes for run in attempts) <= 50
    (attempt,) = margin_search(Sample([[1.0, 0.0], [1.0, 0.0]], [1, -1]))
    assert not attempt.halted
    assert certificate(attempt) == (-np.inf, 0)
