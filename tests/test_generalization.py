"""Generalization: bounds by their formulas, shattering by brute force, mistakes into risk."""

import math
from itertools import combinations, pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from lib.generalization import (
    compression_bound,
    hoeffding,
    labelings,
    shattering_margins,
    simplex,
    vc_bound,
)
from lib.perceptron import perceptron
from lib.proof.watching import slack, totals
from lib.samples import Sample, subset, with_margin
from lib.soft_margin import soft_margin
from lib.theorems import theorem
from tests.strategies import seeds

# Bounds


@settings(max_examples=25)
@given(n=st.integers(10, 10**6), share=st.floats(0.001, 2), delta=st.floats(1e-6, 0.5))
def test_the_vc_bound_makes_the_chance_of_failure_delta(n, share, delta):
    D = share * n
    eps = vc_bound(n, D, delta)
    log_chance = math.log(4) + D * (math.log(2 * n / D) + 1) - n * eps**2 / 8
    assert log_chance == pytest.approx(math.log(delta), abs=1e-9 * D + 1e-6)


def test_the_compression_bound_solves_for_delta():
    for n, k in [(10, 0), (50, 3), (200, 40)]:
        risk = compression_bound(n, k, 0.05)
        assert n * math.comb(n, k) * (1 - risk) ** (n - k) == pytest.approx(0.05)
    assert all(a < b for a, b in pairwise(compression_bound(60, k, 0.1) for k in range(20)))


def test_hoeffding_is_an_exponential_inequality_solved():
    assert math.exp(-2 * 300 * hoeffding(300, 0.01) ** 2) == pytest.approx(0.01)


# Shattering


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_the_simplex_is_shattered_with_the_margin_it_says(n):
    X = simplex(n)
    np.testing.assert_allclose(np.linalg.norm(X, axis=1), 1)
    gram = X @ X.T
    np.testing.assert_allclose(gram[~np.eye(n, dtype=bool)], -1 / (n - 1))
    margins = shattering_margins(X)
    for y, gamma in zip(labelings(n), margins, strict=True):
        k = int((y > 0).sum())
        said = n / (2 * math.sqrt(k * (n - k) * (n - 1))) if 0 < k < n else math.inf
        assert gamma == pytest.approx(said, rel=1e-6)
    gamma = margins.min()
    assert 1 + min(n - 1, math.ceil(1 / gamma**2 - 1e-9)) == n
    printed = 1 + min(n - 1, 1 / gamma**2)
    assert printed < n - 0.1 if n % 2 else printed == pytest.approx(n)


@settings(max_examples=3)
@given(seed=seeds, n=st.integers(2, 4), d=st.integers(1, 4))
def test_no_points_break_the_dimension_with_margin(seed, n, d):
    X = np.random.default_rng(seed).standard_normal((n, d))
    X /= np.linalg.norm(X, axis=1).max()
    gamma, through = shattering_margins(X).min(), shattering_margins(X, offset=False).min()
    if 1e-6 < gamma < np.inf:
        assert n <= 1 + min(d, math.ceil(1 / gamma**2 + 1e-6))
    if through > 1e-6:
        assert n <= 1 / through**2 * (1 + 1e-6)


@pytest.mark.parametrize("offset", [False, True])
def test_shattering_agrees_with_a_linear_program(offset):
    """Four points of the plane: the labelings that no line realizes have margin 0."""
    X = np.array([[0.0, 1], [1, 0.2], [-1, 0.1], [0.3, -1]])
    for y, gamma in zip(labelings(4), shattering_margins(X, offset=offset), strict=True):
        rows = -y[:, None] * np.hstack([X, np.full((4, 1), float(offset))])
        found = linprog(np.zeros(3), A_ub=rows, b_ub=-np.ones(4), bounds=(None, None))
        assert (gamma > 0) == (found.status == 0)


@pytest.mark.parametrize(("n", "k"), [(4, 2), (5, 3), (6, 1)])
def test_shares_of_the_choices(n, k):
    """What the theorem on shattering with an offset assumes, over all ways to choose k of n."""
    X = np.random.default_rng(n).standard_normal((n, 3))
    sums = [X[list(chosen)].sum(axis=0) for chosen in combinations(range(n), k)]
    V = (X**2).sum()
    C = (X.sum(axis=0) ** 2).sum() - V
    A = np.mean([v @ v for v in sums])
    shares = theorem("shattering_offset").hypotheses["shares"]
    values = {"n": n, "k": k, "V": V, "C": C}
    assert slack(shares, values | {"A": A}).holds
    assert not slack(shares, values | {"A": A * 1.001}).holds


# From mistakes to risk


@settings(max_examples=15)
@given(seeds)
def test_the_rows_updated_on_are_all_that_a_run_needs_in_their_order(seed):
    """The compression bound rests on this; the same examples in another order do not do."""
    sample, _ = with_margin(30, 3, 0.03, np.random.default_rng(seed))
    run = perceptron(sample)
    rows = np.unique(run.mistakes)
    again = perceptron(subset(sample, rows))
    np.testing.assert_array_equal(rows[again.mistakes], run.mistakes)
    np.testing.assert_array_equal(again.w, run.w)
    for i in set(range(30)) - set(rows.tolist()):
        without = perceptron(sample, order=np.delete(np.arange(30), i))
        assert without.halted
        assert sample.signed[i] @ without.w > 0


# A vote, a mean, and support vectors left out


def test_a_vote_errs_at_most_twice_as_often_as_a_round_exactly():
    """Every sequence of four draws from three examples: chances by counting."""
    signed = np.array([[2.0, 1.0], [-1.0, 1.0], [1.0, -0.9]])
    chances, n = [0.5, 0.3, 0.2], 3
    missed, against, p, mistakes = [], [], [], 0
    for draw in product(range(3), repeat=n + 1):
        sample = Sample(signed[list(draw)], np.ones(n + 1))
        weights = [perceptron(subset(sample, range(r)), max_passes=1).w for r in range(1, n + 1)]
        scores = np.array([np.zeros(2), *weights]) @ sample.X[-1]
        p.append(np.prod([chances[i] for i in draw]))
        missed.append(float(np.sign(scores).sum() <= 0))
        against.append((scores <= 0).sum())
        mistakes += p[-1] * perceptron(sample, max_passes=1).M
    seen = totals(L=np.multiply(p, missed), A=np.multiply(p, against))
    seen |= {"p": p, "missed": missed, "against": against, "n": n, "E": mistakes}
    seen |= {"risk": np.dot(p, missed), "R": 5**0.5, "gamma": 1e-3}
    assert theorem("voted").failing(seen) == []
    assert 0.1 < seen["risk"] <= 2 * mistakes / (n + 1)


@pytest.mark.parametrize("C", [0.05, 1, 20])
def test_only_support_vectors_are_missed_when_left_out(C):
    rng = np.random.default_rng(int(10 * C))
    X = rng.standard_normal((24, 3))
    sample = Sample(X, np.sign(X[:, 0] + 0.6 * rng.standard_normal(24)))
    whole = soft_margin(sample, C, offset=False)
    hit = whole.alpha > 0
    primal = whole.w @ whole.w / 2 + C * whole.xi.sum()
    missed = np.zeros(24)
    for k in range(24):
        rest = soft_margin(subset(sample, np.delete(np.arange(24), k)), C, offset=False)
        missed[k] = sample.signed[k] @ rest.w <= 0
        if not hit[k]:
            assert rest.w == pytest.approx(whole.w, abs=1e-4) and not missed[k]
            without = rest.w @ rest.w / 2 + C * rest.xi.sum()
            one = {"alpha_k": 0, "y_k": sample.y[k], "x_k": X[k], "w": whole.w, "C": C}
            one |= {"xi_k": whole.xi[k], "primal": primal, "dual": primal}
    seen = totals(different=hit.astype(float), errors=missed)
    seen |= {"hit": hit, "missed": missed, "loo": missed.mean(), "n": 24}
    seen |= one | {"primal_rest": without, "dual_rest": primal}
    assert theorem("support_left_out").failing(seen) == []
