"""The theorems on duality, watched on answers right and wrong."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.linear_separators import canonical, margin
from lib.max_margin import hard_margin
from lib.proof.watching import totals
from lib.samples import with_margin
from lib.svm.certificates import duality_gap, feasible
from lib.theorems.svm_dual import COMPLEMENTARY, HULLS, STATIONARITY, WEAK_DUALITY


def sums(sample, w, b, alpha):
    """Any answer on every example, with the running sums of its terms."""
    slackness = alpha * (sample.y * (sample.X @ w + b) - 1)
    return {"w": w, "b": b, "alpha": alpha, "x": sample.X, "y": sample.y} | totals(
        A=alpha, beta=alpha * sample.y, v=alpha[:, None] * sample.signed, slackness=slackness
    )


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.floats(1, 5))
def test_the_hard_theorems_hold_for_any_separator(seed, stretch):
    rng = np.random.default_rng(seed)
    sample, u = with_margin(12, 3, 0.1, rng)
    w, b = canonical(sample, u)
    values = sums(sample, stretch * w, stretch * b, feasible(sample, rng.exponential(size=12)))
    assert WEAK_DUALITY.failing(values) == []
    assert STATIONARITY.failing(values | {"K": 0}) == ["chosen offset", "any value, by b"]
    gap = duality_gap(sample, values["w"], values["b"], values["alpha"])
    assert WEAK_DUALITY.watch(values)["weak duality"] == pytest.approx([gap.total])
    assert values["slackness"][-1] == pytest.approx(gap.slackness)


@given(st.integers(0, 10**6))
def test_an_offset_gives_an_unbalanced_lagrangian_any_value(seed):
    rng = np.random.default_rng(seed)
    sample, u = with_margin(12, 3, 0.1, rng)
    alpha, K = rng.exponential(size=12), rng.normal()
    v = alpha @ sample.signed
    b = (u @ u / 2 - u @ v + alpha.sum() - K) / (alpha @ sample.y)
    failing = STATIONARITY.failing(sums(sample, u, b, alpha) | {"K": K})
    assert failing[0] == "balance" and "any value, by b" not in failing


def test_wrong_answers_are_caught_in_what_they_break():
    sample, _ = with_margin(12, 3, 0.1, np.random.default_rng(0))
    best = hard_margin(sample)
    unbalanced = best.alpha + np.where(sample.y > 0, 1, 0)
    assert "balance" in WEAK_DUALITY.failing(sums(sample, best.w, best.b, unbalanced))
    negative = sums(sample, best.w, best.b, -best.alpha)
    assert {"multiplier"} <= set(WEAK_DUALITY.failing(negative))
    short = sums(sample, 0.9 * best.w, 0.9 * best.b, best.alpha)
    assert {"constraint", "weak duality"} <= set(WEAK_DUALITY.failing(short))
    skipped = sums(sample, best.w, best.b, best.alpha)
    skipped["v"] = skipped["v"] + [[0, 0, 1e-6]] * np.array([[0]] * 6 + [[1]] * 6)
    assert {"collected", "the gap"} <= set(WEAK_DUALITY.failing(skipped))
    assert "v grows" in STATIONARITY.failing(skipped | {"K": 0})


def others(sample, w, b, alpha, rows):
    """Some examples, each beside the slackness of all others."""
    term = alpha * (sample.y * (sample.X @ w + b) - 1)
    return {
        "w": w,
        "b": b,
        "v": alpha @ sample.signed,
        "x": sample.X[rows],
        "y": sample.y[rows],
        "alpha": alpha[rows],
        "slackness": (term.sum() - term)[rows],
    }


def test_support_vectors_touch_and_others_do_not_push():
    sample, _ = with_margin(12, 3, 0.1, np.random.default_rng(0))
    best = hard_margin(sample)
    rest = np.setdiff1d(np.arange(sample.n), best.support)
    alpha = np.where(np.isin(np.arange(sample.n), rest), 0, best.alpha)
    touching = others(sample, best.w, best.b, alpha, best.support)
    assert COMPLEMENTARY.failing(touching) == ["off the slab", "off the slab, no force"]
    idle = COMPLEMENTARY.failing(others(sample, best.w, best.b, alpha, rest))
    assert idle == ["positive multiplier", "support vectors touch"]
    forced = others(sample, best.w, best.b, np.where(alpha > 0, alpha, 0.1), rest)
    assert {"no gap", "no product", "off the slab, no force"} <= set(COMPLEMENTARY.failing(forced))


def averages(sample, u, b, gamma, share):
    """A separator with a unit u, and the averages of both classes with these shares."""
    positive = (sample.y > 0)[:, None]
    weighted = share[:, None] * sample.X
    return {"u": u, "b": b, "gamma": gamma, "x": sample.X, "y": sample.y, "share": share} | totals(
        p=positive * weighted, q=~positive * weighted, shares=share, tilt=share * sample.y
    )


def test_averages_keep_the_margin_of_any_separator():
    rng = np.random.default_rng(0)
    sample, u = with_margin(12, 3, 0.1, rng)
    best, share = hard_margin(sample), feasible(sample, rng.exponential(size=12))
    at_best = {"w": best.w, "A": best.alpha.sum(), "alpha": best.alpha} | totals(
        v=best.alpha[:, None] * sample.signed
    )
    values = averages(sample, u, 0.0, margin(sample, u), 2 * share / share.sum()) | at_best
    rows = [row for row in HULLS.failing(values) if row not in ("shares of α", "best margin")]
    assert rows == ["margin from multipliers", "v joins them", "nearest points"], "not the best"
    length = np.linalg.norm(best.w)
    nearest = averages(
        sample, best.w / length, best.b / length, 1 / length, 2 * best.alpha / best.alpha.sum()
    )
    assert HULLS.failing(nearest | at_best) == []
    assert "a separator" in HULLS.failing(nearest | at_best | {"gamma": 1.01 / length})
