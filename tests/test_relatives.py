"""Relatives of the perceptron: their steps by cvxpy, their theorems on runs, bounds on a game."""

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given

from lib.max_margin import max_margin
from lib.relatives import alma, follow, nearest, passive_aggressive, romma, worst_examples
from lib.samples import Sample, with_margin
from lib.soft_margin import soft_margin
from tests.chapters import chapter
from tests.strategies import seeds, separable


def solved(goal, v, constraints):
    cp.Problem(cp.Minimize(goal), constraints).solve(solver="CLARABEL")
    return v.value


@pytest.mark.parametrize("seed", range(6))
def test_a_step_is_what_it_is_said_to_be(seed):
    rng = np.random.default_rng(seed)
    w, z = rng.standard_normal((2, 3))
    z *= -np.sign(w @ z) if seed % 2 else 1
    z /= max(1, 2 * w @ z)  # a score below 1
    v = cp.Variable(3)
    near = solved(cp.sum_squares(v - w), v, [v @ z >= 1])
    assert passive_aggressive(w, z) == pytest.approx(near, abs=1e-4)
    short = solved(cp.sum_squares(v), v, [v @ z >= 1, v @ w >= w @ w])
    assert romma(w, z) == pytest.approx(short, abs=1e-4)


def test_a_step_from_zero_along_the_example_and_none_where_the_score_is_one():
    z = np.array([0.0, 2.0])
    for rule in (passive_aggressive, romma):
        assert rule(np.zeros(2), z) == pytest.approx([0, 0.5])
        assert rule(np.array([0, 0.25]), z) == pytest.approx([0, 0.5])
        assert rule(np.array([3, 0.5]), z) is None


@pytest.mark.parametrize("share", [0.05, 0.5, 0.9])
@pytest.mark.parametrize(("rule", "part"), [(romma, 1), (passive_aggressive, 0.5)])
def test_at_rest_the_margin_is_what_is_promised(rule, part, share):
    sample = separable(np.random.default_rng(3))
    _, gamma = max_margin(sample)
    weights, when = follow(
        sample, lambda w, z, k: rule(w, z) if w @ z < 1 - share else None, 10_000
    )
    least = (sample.signed @ weights[-1]).min()
    assert least >= 1 - share and len(when) <= (sample.radius / (share * gamma)) ** 2
    assert least / np.linalg.norm(weights[-1]) >= part * (1 - share) * gamma


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_alma_keeps_its_promise(share):
    sample, _ = with_margin(60, 3, 0.2, np.random.default_rng(1))
    _, gamma = max_margin(sample)
    weights, when = follow(sample, alma(share), 10_000)
    w = weights[-1]
    assert (sample.signed @ w).min() / np.linalg.norm(w) >= (1 - share) * gamma - 1e-9
    bound = 2 / gamma**2 * (2 / share - 1) ** 2 + 8 / share - 4
    assert 0 < len(when) <= bound and len(weights) == len(when) + 1
    assert np.linalg.norm(weights, axis=1).max() <= 1 + 1e-12


@pytest.mark.slow
@given(seed=seeds)
def test_two_walks_close_on_the_margin(seed):
    sample = separable(np.random.default_rng(seed), 12, 3)
    _, gamma = max_margin(sample)
    means = worst_examples(sample, 40)[1:] / np.arange(1, 41)[:, None]
    for v in (*means, *nearest(sample, 40)):
        assert (sample.signed @ v).min() / np.linalg.norm(v) <= gamma * (1 + 1e-6)
        assert np.linalg.norm(v) >= gamma * (1 - 1e-6)
    lengths = np.linalg.norm(nearest(sample, 40), axis=1)
    assert np.all(np.diff(lengths) <= 1e-12)


@pytest.mark.parametrize("C", [0.05, 0.5, 5])
def test_a_capped_opponent_is_a_soft_margin(C):
    """The reduced hull's nearest point by cvxpy, which knows nothing of soft margins."""
    rng = np.random.default_rng(4)
    X = rng.standard_normal((20, 3))
    sample = Sample(X, np.sign(X[:, 0] + 0.7 * rng.standard_normal(20)))
    alpha = soft_margin(sample, C, offset=False).alpha
    nu, p = alpha.sum() / (20 * C), alpha / alpha.sum()
    q = cp.Variable(20)
    goal = cp.sum_squares(sample.signed.T @ q)
    capped = solved(goal, q, [q >= 0, q <= 1 / (nu * 20), cp.sum(q) == 1])
    assert np.linalg.norm(p @ sample.signed) == pytest.approx(
        np.linalg.norm(capped @ sample.signed), abs=1e-4
    )
    full, used = np.isclose(alpha, C, rtol=1e-6), alpha > 0
    assert full.mean() <= nu + 1e-9 <= used.mean() + 2e-9


@pytest.mark.parametrize("B", [1, 2, 5, 9])
def test_a_budget_keeps_its_promise_and_no_more(B):
    page = chapter("relatives").defined("budgeted", "drop")
    K, y, turns = np.eye(B + 1), np.ones(B + 1), np.arange(60)
    for rule in ("everything", "oldest"):  # B + 1 points in turn beat it, and B do not
        forget = page["rules_on"](K, y, None)[rule]
        erred = [len(page["budgeted"](K, y, turns % n, B, forget)[1]) for n in (B, B + 1)]
        assert erred == [B, 60]
    rng = np.random.default_rng(B)
    X, y, order = rng.standard_normal((40, 60)), rng.choice((-1, 1), 40), rng.integers(40, size=400)
    wrong = page["budgeted"](X @ X.T, y, order, B, lambda kept: [])[1]
    R, w = np.linalg.norm(X, axis=1).max(), y @ X
    short = R / np.sqrt(B + 1) + R / 10 - (y * (X @ w))[order] / np.linalg.norm(w)
    assert len(wrong) <= B + np.maximum(0, short).sum() / (R / 10)
