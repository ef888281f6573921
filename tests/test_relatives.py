"""Relatives of the perceptron: their steps by cvxpy, their theorems on runs, bounds on a game."""

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given

from lib.max_margin import max_margin
from lib.proof.watching import before_and_after, totals
from lib.relatives import alma, follow, nearest, passive_aggressive, romma, worst_examples
from lib.samples import Sample, with_margin
from lib.soft_margin import soft_margin
from lib.theorems import theorem
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


@pytest.mark.parametrize("seed", range(5))
def test_passive_aggressive_beside_its_theorem(seed):
    sample = separable(np.random.default_rng(seed))
    u, gamma = max_margin(sample)
    weights, when = follow(sample, passive_aggressive, 5)
    x = sample.signed[when % sample.n]
    score = (weights[:-1] * x).sum(axis=1)
    seen = before_and_after(w=weights) | {"x": x, "u": u, "v": u / gamma, "gamma": gamma}
    seen |= totals(Q=(1 - score) ** 2, M=(score <= 0).astype(float))
    seen |= {"loss": 1 - score, "s": (1 - score) / (x**2).sum(axis=1), "m": score <= 0}
    seen |= {"R": sample.radius}
    assert theorem("passive_aggressive").failing(seen) == []


@pytest.mark.parametrize("seed", range(5))
def test_romma_on_mistakes_beside_its_theorem(seed):
    sample = separable(np.random.default_rng(seed))
    u, gamma = max_margin(sample)
    weights, when = follow(sample, lambda w, z, t: romma(w, z) if w @ z <= 0 else None, 50)
    t = np.arange(1, len(when) + 1)
    seen = before_and_after(w=weights) | {"x": sample.signed[when % sample.n], "u": u}
    seen |= {"v": u / gamma, "gamma": gamma, "R": sample.radius, "t": t, "t_before": t - 1}
    assert theorem("romma").failing(seen) == [] and len(t) <= (sample.radius / gamma) ** 2


@pytest.mark.parametrize("share", [0.05, 0.5, 0.9])
@pytest.mark.parametrize(
    ("rule", "theorem", "part"),
    [(romma, theorem("romma_rest"), 1), (passive_aggressive, theorem("passive_rest"), 0.5)],
)
def test_at_rest_the_margin_is_what_is_promised(rule, theorem, part, share):
    sample = separable(np.random.default_rng(3))
    u, gamma = max_margin(sample)
    weights, when = follow(
        sample, lambda w, z, k: rule(w, z) if w @ z < 1 - share else None, 10_000
    )
    ends, x, t = sample.signed @ weights[-1], sample.signed[when % sample.n], len(when)
    assert ends.min() >= 1 - share and t <= (sample.radius / (share * gamma)) ** 2
    assert ends.min() / np.linalg.norm(weights[-1]) >= part * (1 - share) * gamma
    score, counts = (weights[:-1] * x).sum(axis=1), np.arange(1, t + 1)
    seen = before_and_after(w=weights) | totals(Q=(1 - score) ** 2) | {"x": x, "u": u}
    seen |= {"v": u / gamma, "gamma": gamma, "R": sample.radius, "epsilon": share}
    seen |= {"t": counts, "t_before": counts - 1, "loss": 1 - score}
    seen |= {"z": sample.signed[ends.argmin()]}
    assert theorem.failing(seen) == []


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


@given(seed=seeds)
def test_two_walks_close_on_the_margin(seed):
    sample = separable(np.random.default_rng(seed), 12, 3)
    u, gamma = max_margin(sample)
    path = worst_examples(sample, 40)
    t = np.arange(1, 41)
    seen = before_and_after(w=path) | {"t": t, "t_before": t - 1, "x": np.diff(path, axis=0)}
    seen |= {"u": u, "gamma": (sample.signed @ u).min(), "R": sample.radius}
    assert theorem("worst_example").failing(seen) == []
    for v in (*(path[1:] / t[:, None]), *nearest(sample, 40)):
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
    full, used = np.isclose(alpha, C, rtol=1e-6).astype(float), (alpha > 0).astype(float)
    seen = totals(S=p, A=full, H=used) | {"p": p, "a": full, "h": used}
    seen |= {"most": 1 / (nu * 20), "nu": nu, "n": 20}
    assert theorem("nu").failing(seen) == [] and full.mean() <= nu + 1e-9 <= used.mean() + 2e-9
