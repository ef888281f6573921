"""Generalization: bounds by their formulas, shattering by brute force, bad input."""

import itertools
import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from lib.figures.generalization import corner_cuts
from lib.generalization import (
    compression_bound,
    hoeffding,
    labelings,
    margin_dimension,
    shattering_margins,
    simplex,
    vc_bound,
)
from lib.max_margin import hard_margin
from lib.proof.watching import slack
from lib.samples import Sample
from lib.theorems.generalization import WITH_OFFSET


def test_the_vc_bound_where_the_printed_radicand_is_negative():
    n, D, delta = 100, 10, 0.001
    printed = D * (math.log(2 * n / D) + 1 + math.log(4 * delta)) / n
    assert round(printed, 3) == -0.153
    assert round(vc_bound(n, D, delta, scale=1) ** 2, 3) == 0.483
    assert vc_bound(n, D, delta) == pytest.approx(math.sqrt(8) * vc_bound(n, D, delta, scale=1))


@settings(max_examples=50)
@given(n=st.integers(10, 10**6), share=st.floats(0.001, 2), delta=st.floats(1e-6, 0.5))
def test_the_vc_bound_makes_the_chance_of_failure_delta(n, share, delta):
    D = share * n
    eps = vc_bound(n, D, delta)
    log_chance = math.log(4) + D * (math.log(2 * n / D) + 1) - n * eps**2 / 8
    assert log_chance == pytest.approx(math.log(delta), abs=1e-9 * D + 1e-6)


def test_the_vc_bound_covers_thresholds_on_a_line():
    """D = 1: the worst difference over all thresholds, on samples whose risk is known exactly."""
    rng, n, fine = np.random.default_rng(1), 200, np.linspace(0, 1, 401)
    for _ in range(100):
        x = rng.uniform(size=n)
        wrong = (x[:, None] > fine) != (x[:, None] > 0.5)
        worst = np.abs(wrong.mean(axis=0) - np.abs(fine - 0.5)).max()
        assert worst <= vc_bound(n, 1, 0.05)


@pytest.mark.parametrize("n", range(2, 7))
def test_the_simplex_is_shattered_with_the_margin_it_says(n):
    X = simplex(n)
    np.testing.assert_allclose(np.linalg.norm(X, axis=1), 1)
    np.testing.assert_allclose(X.sum(axis=0), 0, atol=1e-12)
    gram = X @ X.T
    np.testing.assert_allclose(gram[~np.eye(n, dtype=bool)], -1 / (n - 1))
    margins = shattering_margins(X)
    for y, gamma in zip(labelings(n), margins, strict=True):
        k = int((y > 0).sum())
        said = n / (2 * math.sqrt(k * (n - k) * (n - 1))) if 0 < k < n else math.inf
        assert gamma == pytest.approx(said, rel=1e-6)
    gamma = margins.min()
    assert margin_dimension(n - 1, 1, gamma * (1 - 1e-9)) == n
    assert margin_dimension(50, 1, 1 / math.sqrt(n - 1)) == n
    printed = 1 + min(n - 1, 1 / gamma**2)
    assert printed < n - 0.1 if n % 2 else printed == pytest.approx(n)


@settings(max_examples=8)
@given(seed=st.integers(0, 10_000), n=st.integers(2, 4), d=st.integers(1, 4))
def test_no_points_break_the_dimension_with_margin(seed, n, d):
    X = np.random.default_rng(seed).standard_normal((n, d))
    X /= np.linalg.norm(X, axis=1).max()
    gamma, through = shattering_margins(X).min(), shattering_margins(X, offset=False).min()
    if 1e-6 < gamma < np.inf:
        assert n <= margin_dimension(d, 1, gamma * (1 - 1e-6))
    if through > 1e-6:
        assert n <= 1 / through**2 * (1 + 1e-6)


def test_orthonormal_points_reach_the_dimension_through_zero():
    margins = shattering_margins(np.eye(4), offset=False)
    np.testing.assert_allclose(margins, 1 / math.sqrt(4))


@pytest.mark.parametrize("offset", [False, True])
def test_shattering_agrees_with_a_linear_program(offset):
    """Four points of the plane: the labelings that no line realizes have margin 0."""
    X = np.array([[0.0, 1], [1, 0.2], [-1, 0.1], [0.3, -1]])
    for y, gamma in zip(labelings(4), shattering_margins(X, offset=offset), strict=True):
        rows = -y[:, None] * np.hstack([X, np.full((4, 1), float(offset))])
        found = linprog(np.zeros(3), A_ub=rows, b_ub=-np.ones(4), bounds=(None, None))
        assert (gamma > 0) == (found.status == 0)


def test_labelings_are_all_and_mirrored():
    every = np.array(list(labelings(4)))
    assert every.shape == (16, 4)
    assert len(np.unique(every, axis=0)) == 16
    np.testing.assert_array_equal(every, -every[::-1])


def test_the_compression_bound_solves_for_delta():
    for n, k in [(10, 0), (50, 3), (200, 40)]:
        risk = compression_bound(n, k, 0.05)
        assert n * math.comb(n, k) * (1 - risk) ** (n - k) == pytest.approx(0.05)
    assert all(a < b for a, b in pairwise(compression_bound(60, k, 0.1) for k in range(20)))


def test_hoeffding_is_an_exponential_inequality_solved():
    assert math.exp(-2 * 300 * hoeffding(300, 0.01) ** 2) == pytest.approx(0.01)


@pytest.mark.parametrize(("n", "k"), [(4, 2), (5, 3), (6, 1)])
def test_shares_of_the_choices(n, k):
    """What the theorem on shattering with an offset assumes, over all ways to choose k of n."""
    X = np.random.default_rng(n).standard_normal((n, 3))
    sums = [X[list(chosen)].sum(axis=0) for chosen in itertools.combinations(range(n), k)]
    V = (X**2).sum()
    C = (X.sum(axis=0) ** 2).sum() - V
    A = np.mean([v @ v for v in sums])
    shares = WITH_OFFSET.hypotheses["shares"]
    values = {"n": n, "k": k, "V": V, "C": C}
    assert slack(shares, values | {"A": A}).holds
    assert not slack(shares, values | {"A": A * 1.001}).holds


def least_split(X):
    """The sums of the most even split with the least margin, as the theorems name them."""
    n, k = len(X), (len(X) + 1) // 2
    splits = list(itertools.combinations(range(n), k))
    sums = np.array([X[list(chosen)].sum(axis=0) for chosen in splits])
    squares = (sums**2).sum(axis=1)
    chosen = np.isin(np.arange(n), splits[squares.argmin()])
    best = hard_margin(Sample(X, np.where(chosen, 1, -1)))
    w = best.w / np.linalg.norm(best.w)
    return {
        "n": n,
        "k": k,
        "v": X[chosen].sum(axis=0),
        "o": X[~chosen].sum(axis=0),
        "w": w,
        "b": best.b / np.linalg.norm(best.w),
        "gamma": best.half_width * (1 - 1e-6),
        "R": np.linalg.norm(X, axis=1).max(),
        "V": (X**2).sum(),
        "C": -(X**2).sum(),
        "A": squares.mean(),
    }


@pytest.mark.parametrize(("n", "fails"), [(4, "n odd"), (5, "n even")])
def test_centered_points_keep_every_step_but_the_other_parity(n, fails):
    X = np.random.default_rng(n).standard_normal((n, n))
    seen = least_split(X - X.mean(axis=0))
    other = {"halves", "nearly halves", "three points", "two against one", "triangle"}
    assert set(WITH_OFFSET.failing(seen)) <= other | {fails}
    assert "least split" in WITH_OFFSET.failing(seen | {"v": seen["v"] * 9})
    assert "plus side" in WITH_OFFSET.failing(seen | {"gamma": seen["gamma"] * 1.1})


def test_the_margin_of_a_triangle_is_its_least_corner_cut():
    X = np.random.default_rng(2).standard_normal((3, 2))
    feet, margins = corner_cuts(X)
    assert margins.min() == pytest.approx(shattering_margins(X).min(), rel=1e-6)
    np.testing.assert_allclose(np.linalg.norm(X - feet, axis=1), 2 * margins)
    with pytest.raises(ValueError, match="give three points of the plane"):
        corner_cuts(np.eye(3))
