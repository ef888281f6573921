"""A margin that nobody named: the certificate around it, and the search for it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.datasets import breast_cancer, separable_pairs
from lib.margin_perceptron.search import certificate, margin_search, observe_search
from lib.max_margin import max_margin
from lib.perceptron import margin_perceptron, perceptron
from lib.samples import Sample, prepare
from lib.theorems.margin_perceptron.search import SEARCH
from tests.margins import WINE, epsilons, random_sample, seeds


@pytest.fixture(scope="module")
def best():
    return max_margin(WINE)


# The unknown margin


@given(seeds, st.floats(0.1, 0.5), epsilons)
@settings(max_examples=25, deadline=None)
def test_certificate_encloses_the_best_margin(seed, gamma, epsilon):
    sample, _ = random_sample(seed, gamma)
    best = max_margin(sample)[1]
    plain, eager = perceptron(sample), margin_perceptron(sample, gamma, epsilon, max_passes=10_000)
    for runs in ((plain,), (eager,), (plain, eager)):
        low, high = certificate(*runs)
        assert low - 1e-9 <= best <= high + 1e-9


def test_certificate_on_wine(best):
    low, high = certificate(margin_perceptron(WINE, best[1], 0.02))
    assert (round(low, 5), round(best[1], 5), round(high, 5)) == (0.12388, 0.12625, 0.13019)


@pytest.mark.parametrize("sample", separable_pairs(), ids=lambda sample: sample.name)
@pytest.mark.parametrize("epsilon", [0.5, 0.1])
def test_search_finds_the_share_of_a_margin_nobody_named(sample, epsilon):
    gamma = max_margin(sample)[1]
    attempts = margin_search(sample, epsilon)
    low, high = certificate(*attempts)
    assert attempts[-1].halted
    assert not any(run.halted for run in attempts[:-1])
    assert (1 - epsilon) * gamma < low <= gamma + 1e-9 <= high + 1e-8
    assert low > (1 - epsilon) * high
    total = 0
    for run in attempts:
        guess = run.threshold / (1 - epsilon)
        assert guess >= gamma - 1e-9
        assert run.M <= 4 / (epsilon * guess) ** 2 + 1
        total += run.M
    assert total <= 20 / (3 * epsilon**3 * gamma**2)
    assert SEARCH.failing(observe_search(attempts, epsilon, gamma)) == []


def test_search_on_what_nothing_separates_says_that_it_stopped_short():
    attempts = margin_search(prepare(breast_cancer()), max_passes=100)
    assert not any(run.halted for run in attempts)
    assert sum(run.passes for run in attempts) <= 100
    both = Sample([[1.0, 0.0], [1.0, 0.0]], [1, -1])
    (only_attempt,) = margin_search(both)
    assert not only_attempt.halted
    assert certificate(only_attempt) == (-np.inf, 0)


def test_a_search_that_skips_guesses_is_caught(best):
    attempts = margin_search(WINE, 0.2)
    values = observe_search(attempts, 0.2, best[1])
    assert SEARCH.failing(values | {"g_before": values["g"]}) == ["next guess"]
    assert "g is not below γ" in SEARCH.failing(values | {"gamma": 0.2})


def test_search_draws_its_order_from_the_seed():
    runs = margin_search(WINE, seed=3)
    assert sorted(runs[0].order.tolist()) == list(range(WINE.n))
    assert all((run.order == runs[0].order).all() for run in runs)
    assert (runs[0].order != np.arange(WINE.n)).any()
