"""The theorems on soft margins, watched on random answers, and caught on wrong ones."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.proof.watching import totals
from lib.samples import Sample, with_margin
from lib.soft_margin import soft_margin
from lib.svm.certificates import duality_gap, feasible
from lib.theorems.soft_margin import (
    CENTERING,
    CHEAP_SLACK,
    NEAR_OPTIMUM,
    PRICE,
    SOFT_GAP,
    WHERE_ALPHA_SITS,
)


def mixed(rng):
    """Nine random points of either label, which no hyperplane needs to separate."""
    return Sample(rng.normal(size=(9, 3)), rng.permutation([1, 1, 1, 1, -1, -1, -1, -1, -1]))


def slack(sample, w, b):
    """The least slack of each example."""
    return np.maximum(0, 1 - sample.y * (sample.X @ w + b))


def terms(sample, w, b, alpha, C):
    """The terms of the gap, one of each kind for an example."""
    xi = slack(sample, w, b)
    touching = alpha * (sample.y * (sample.X @ w + b) - 1 + xi)
    return {"slack_terms": touching, "bound_terms": (C - alpha) * xi}


def sums(sample, w, b, alpha, C):
    """Any answer on every example, with the running sums of its terms."""
    force = alpha * sample.y
    running = totals(
        A=alpha,
        beta=force,
        v=force[:, None] * sample.X,
        Xi=slack(sample, w, b),
        **terms(sample, w, b, alpha, C),
    )
    return running | {"w": w, "b": b, "alpha": alpha, "C": C, "x": sample.X, "y": sample.y}


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.01, 10))
def test_the_soft_gap_holds_for_any_answer(seed, C):
    rng = np.random.default_rng(seed)
    sample = mixed(rng)
    answer = rng.normal(size=3), rng.normal(), feasible(sample, rng.uniform(-C, 2 * C, 9), C)
    values = sums(sample, *answer, C)
    assert SOFT_GAP.failing(values) == []
    total = duality_gap(sample, *answer, C).total
    assert SOFT_GAP.watch(values)["weak duality"] == pytest.approx([total])


def test_the_soft_gap_rests_on_each_example():
    """Both rows on one example carry the last one: what they do not cover shows in the sums."""
    used = {"weak duality"}
    for step in reversed(SOFT_GAP.steps):
        used |= {*step.given} if step.name in used else set()
    assert used >= {step.name for step in SOFT_GAP.steps}
    sample, _ = with_margin(12, 3, 0.1, np.random.default_rng(0))
    best = soft_margin(sample, 0.5)
    outside = sums(sample, best.w, best.b, best.alpha + 1, 0.5)
    assert {"at most C", "one bound"} <= set(SOFT_GAP.failing(outside))
    negative = sums(sample, best.w, best.b, -np.ones(sample.n), 0.5)
    assert {"multiplier", "one slackness", "all slackness"} <= set(SOFT_GAP.failing(negative))


def walk(start, end, t, sample, C, alpha):
    """The walk from one separator to another, at the share t of the way, with a dual value."""
    ends = {"": start, "_other": end}
    ends["_t"] = tuple((1 - t) * p + t * q for p, q in zip(start, end, strict=True))
    values = {
        "t": t,
        "C": C,
        "x": sample.X,
        "y": sample.y,
        "A": alpha.sum(),
        "v": alpha @ sample.signed,
    }
    for name, (w, b) in ends.items():
        values |= {f"w{name}": w, f"b{name}": b}
        values |= totals(**{f"Xi{name}": slack(sample, w, b)})
    return values


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.01, 1), st.floats(0.1, 10))
def test_the_gap_bounds_the_distance(seed, t, C):
    rng = np.random.default_rng(seed)
    sample = mixed(rng)
    best = soft_margin(sample, C)
    low = feasible(sample, rng.uniform(0, C, 9), C)
    other = best.w + rng.normal(size=3), best.b + rng.normal()
    failing = NEAR_OPTIMUM.failing(walk((best.w, best.b), other, t, sample, C, low))
    assert set(failing) <= {"a small share"}, "a share may be too large, and the claims still hold"
    assert NEAR_OPTIMUM.failing(walk((best.w, best.b), other, 1e-6, sample, C, low)) == []


def test_the_walk_notices_what_is_no_optimum():
    sample, _ = with_margin(12, 3, 0.1, np.random.default_rng(0))
    best = soft_margin(sample, 1)
    start, alpha = (best.w, best.b), best.alpha
    longer = walk((3 * best.w, 3 * best.b), start, 0.5, sample, 1, 0 * alpha)
    assert "w* is best" in NEAR_OPTIMUM.failing(longer)
    # A dual value that is too large, as of multipliers without the balance.
    claimed = walk(start, (best.w + 1, best.b), 0.5, sample, 1, alpha) | {"A": alpha.sum() + 1}
    assert "weak duality" in NEAR_OPTIMUM.failing(claimed)
    beside = walk(start, (best.w + 1, best.b), 0.5, sample, 1, alpha)
    beside["w_t"] = beside["w_t"] + 1e-6
    assert "on the way" in NEAR_OPTIMUM.failing(beside)


def test_each_example_sits_where_its_multiplier_says():
    rng, y = np.random.default_rng(0), np.repeat([1, -1], 10)
    sample = Sample(rng.normal(size=(20, 3)) + y[:, None], y)
    best = soft_margin(sample, 1)
    beyond = np.setdiff1d(np.arange(sample.n), best.support)
    alpha = np.where(np.isin(np.arange(sample.n), beyond), 0, best.alpha)
    v = best.w  # as Σαyx is, but for the solver's rounding
    whole = terms(sample, v, best.b, alpha, 1)

    def failing(rows):
        other = {name: (term.sum() - term)[rows] for name, term in whole.items()}
        return WHERE_ALPHA_SITS.failing(
            {
                "w": v,
                "b": best.b,
                "v": v,
                "C": 1,
                "x": sample.X[rows],
                "y": sample.y[rows],
                "alpha": alpha[rows],
            }
            | other
        )

    free, bound = best.free, best.bound
    assert len(free) and len(beyond) and len(bound)
    inside = {"inside the slab", "inside, α = C"}
    outside = {"beyond the slab", "beyond, α = 0"}
    wrong = {"misclassified", "an error costs 1"}
    assert set(failing(free)) == inside | outside | wrong
    assert not (outside | {"w = v", "no slackness", "no bound"}) & set(failing(beyond))
    bounded = bound[slack(sample, v, best.b)[bound] > 1e-6]
    assert not (inside | {"w = v", "no slackness", "no bound"}) & set(failing(bounded))


def test_a_higher_price_buys_less_slack():
    sample = mixed(np.random.default_rng(1))
    found = [soft_margin(sample, C) for C in (0.1, 1.0)]
    (w, less_w), (Xi, less) = ([s.w for s in found], [s.xi.sum() for s in found])
    values = {"C": 0.1, "C_more": 1.0, "w": w, "w_other": less_w, "Xi": Xi, "Xi_other": less}
    assert PRICE.failing(values) == []
    swapped = {"w": less_w, "w_other": w, "Xi": less, "Xi_other": Xi}
    assert {"w is best at C", "less slack"} <= set(PRICE.failing(values | swapped))


def test_cheap_slack_is_proved_both_ways():
    """The page says *exactly when*: what the first two rows assume, the last one claims."""
    assert CHEAP_SLACK.steps[-1].claim == CHEAP_SLACK.hypotheses["C is small"]
    sample = Sample([[0.0], [1.0], [2.0], [4.0]], [-1, -1, 1, 1])
    for C, fails in [(0.09, set()), (0.11, {"C is small", "no gap at x_+", "positives inside"})]:
        w = C * sample.signed.sum(axis=0)
        seen = {
            "C": C,
            "w": w,
            "b": -w @ [4.0] / 2,
            "top": [4.0],
            "bottom": [0.0],
            "x_pos": [[2.0], [4.0]],
            "x_neg": [[0.0], [1.0]],
        }
        failing = CHEAP_SLACK.failing(seen)
        assert fails <= set(failing) and bool(fails) == bool(failing)


def test_a_shift_moves_the_offset_alone():
    rng = np.random.default_rng(0)
    sample, c = mixed(rng), rng.normal(size=3)
    best = soft_margin(sample, 1)
    force = best.alpha * sample.y
    seen = {
        "x": sample.X,
        "y": sample.y,
        "alpha": best.alpha,
        "c": c,
        "w": best.w,
        "b": best.b,
        "b_shift": best.b + best.w @ c,
    } | totals(beta=force, v=force[:, None] * sample.X, v_shift=force[:, None] * (sample.X - c))
    assert CENTERING.failing(seen) == []
    assert CENTERING.failing(seen | {"b_shift": best.b}) == ["shifted offset", "the decision stays"]
