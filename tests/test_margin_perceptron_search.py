"""A margin that nobody named: the certificate around it, and the search for it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.block_novikoff import in_three_dimensions
from lib.datasets import breast_cancer, separable_pairs
from lib.margin_perceptron import margin_perceptron
from lib.margin_perceptron.bounds import only, root, sharp_constant
from lib.margin_perceptron.search import certificate, margin_search, search_constant
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.samples import Sample, prepare
from lib.theorems.margin_perceptron import ATTEMPT, SEARCH
from tests.margins import WINE, epsilons, random_sample, seeds


def searched(attempts, epsilon, gamma):
    """The attempts as `SEARCH` names them; before the guess 1 stands one that allows it."""
    t = np.array([run.M - 1.0 for run in attempts])
    kept, share = 1 - epsilon / 2, 1 - (1 - epsilon) / (1 - epsilon / 2)
    g = np.array([1 / kept, 1, *(np.linalg.norm(run.w) / run.M for run in attempts[:-1])])
    S = np.cumsum([0, *(run.M for run in attempts)])
    return {
        "t": t,
        "g": g[1:],
        "g_before": g[:-1],
        "f": kept * g[1:],
        "S": S[1:],
        "S_before": S[:-1],
        "n": np.arange(1, len(attempts) + 1),
        "epsilon": epsilon,
        "share": share,
        "zeta": root(share),
        "gamma": gamma,
    }


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
    values = searched(attempts, epsilon, gamma)
    assert SEARCH.failing(values) == []
    for run, f in zip(attempts, values["f"], strict=True):
        if run.M > 1:
            before = only(run.updates, np.arange(1, run.M + 1) < run.M)
            names = {"f": f, "share": values["share"], "zeta": values["zeta"]}
            assert ATTEMPT.failing(before | names) == []
            assert ("not refuted" in ATTEMPT.failing(run.updates | names)) == (not run.halted)
    total = sum(run.M for run in attempts)
    assert total <= search_constant(epsilon) / gamma**2 + len(attempts)


@given(seeds, st.floats(0.15, 0.6), epsilons)
@settings(max_examples=25, deadline=None)
def test_every_search_obeys_the_bound(seed, gamma, epsilon):
    sample, _ = random_sample(seed, gamma)
    attempts, true = margin_search(sample, epsilon), max_margin(sample)[1]
    assert attempts[-1].halted
    assert SEARCH.failing(searched(attempts, epsilon, true - 1e-9)) == []
    total = sum(run.M for run in attempts)
    assert total <= search_constant(epsilon) / true**2 + len(attempts)


@pytest.mark.parametrize("epsilon", [0.02, 0.1, 0.2, 0.5, 0.9])
def test_search_constant_against_the_sum_of_all_attempts(epsilon):
    """Guesses 1, q, q², … to a small one: each attempt's own sharp bound, and their sum."""
    from scipy.optimize import brentq

    q = 1 - epsilon / 2
    share = 1 - (1 - epsilon) / q
    z = brentq(lambda v: np.log1p(v) - share * v, 1e-3, 1e6, xtol=1e-12, rtol=1e-14)
    guesses = q ** np.arange(int(20 / -np.log(q)))
    longest = z / (2 * (1 - share) * (q * guesses) ** 2)
    assert longest.sum() * guesses[-1] ** 2 == pytest.approx(search_constant(epsilon), rel=1e-6)


def test_search_constant_of_the_chapter():
    assert search_constant(0.2) == pytest.approx(114.277, abs=0.001)
    assert search_constant(0.1) == pytest.approx(507, abs=0.5)
    assert search_constant(1) == pytest.approx(1 / (0.25 * 0.75))  # ε' = 1: the plain perceptron


def test_the_longest_attempt_nears_its_bound():
    """A run of ties with θ, in R³, at the height of the floor: no attempt can be much longer."""
    epsilon, g = 0.2, 0.05
    floor, share = 0.9 * g, 1 - 0.8 / 0.9
    sample, _ = in_three_dimensions(floor, share)
    run = margin_perceptron(sample, g, epsilon, floor=floor, max_passes=1)
    bound = sharp_constant(share) / floor**2
    assert run.M == sample.n
    assert 0.99 * bound < run.M <= bound


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
    values = searched(attempts, 0.2, best[1])
    assert SEARCH.failing(values | {"g_before": values["g"]}) == ["next guess"]
    assert "g is not below γ" in SEARCH.failing(values | {"gamma": 0.2})


def test_search_draws_its_order_from_the_seed():
    runs = margin_search(WINE, seed=3)
    assert sorted(runs[0].order.tolist()) == list(range(WINE.n))
    assert all((run.order == runs[0].order).all() for run in runs)
    assert (runs[0].order != np.arange(WINE.n)).any()
