"""The theorems on soft margins, watched on random answers, and caught on wrong ones."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.samples import Sample, with_margin
from lib.soft_margin import soft_margin
from lib.svm.certificates import feasible
from lib.svm.solution import Solution
from lib.svm_dual import observe
from lib.theorems.soft_margin import CHEAP_SLACK, NEAR_OPTIMUM, SOFT_GAP


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.01, 10))
def test_the_soft_gap_holds_for_any_answer(seed, C):
    rng = np.random.default_rng(seed)
    sample = Sample(rng.normal(size=(9, 3)), rng.permutation([1, 1, 1, 1, -1, -1, -1, -1, -1]))
    alpha = feasible(sample, rng.uniform(-C, 2 * C, 9), C)
    values = observe(sample, rng.normal(size=3), rng.normal(), alpha, C)
    assert SOFT_GAP.failing(values) == []


def test_the_soft_gap_rests_on_each_example():
    """Both rows on one example carry the last one: what they do not cover shows in the sums."""
    used = {"weak duality"}
    for step in reversed(SOFT_GAP.steps):
        used |= {*step.given} if step.name in used else set()
    assert used >= {step.name for step in SOFT_GAP.steps}
    sample, _ = with_margin(12, 3, 0.1, np.random.default_rng(0))
    best = soft_margin(sample, 0.5)
    outside = observe(sample, best.w, best.b, best.alpha + 1, 0.5)
    assert {"at most C", "one bound"} <= set(SOFT_GAP.failing(outside))
    negative = observe(sample, best.w, best.b, -np.ones(sample.n), 0.5)
    assert {"multiplier", "one slackness", "all slackness"} <= set(SOFT_GAP.failing(negative))


def walk(best: Solution, w, b: float, t: float, D: float) -> dict[str, float]:
    """The scalars of the walk from an optimum to (w, b), at the share t of the way."""
    none = np.zeros(best.sample.n)
    ends = {"_best": (best.w, best.b), "": (w, b)}
    ends["_t"] = tuple((1 - t) * start + t * end for start, end in zip(*ends.values(), strict=True))
    values = {"t": t, "D": D, "apart_squared": np.sum((w - best.w) ** 2)}
    for name, point in ends.items():
        seen = observe(best.sample, *point, none, best.C)
        values |= {f"U{name}": seen["U"], f"K{name}": seen["K"], f"P{name}": seen["P"]}
    return values


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.01, 1), st.floats(0.1, 10))
def test_the_gap_bounds_the_distance(seed, t, C):
    rng = np.random.default_rng(seed)
    sample = Sample(rng.normal(size=(9, 3)), rng.permutation([1, 1, 1, 1, -1, -1, -1, -1, -1]))
    best = soft_margin(sample, C)
    low = feasible(sample, rng.uniform(0, C, 9), C)
    D = low.sum() - np.sum((low @ sample.signed) ** 2) / 2
    w, b = best.w + rng.normal(size=3), best.b + rng.normal()
    assert NEAR_OPTIMUM.failing(walk(best, w, b, t, D)) == []


def test_the_walk_notices_what_is_no_optimum():
    sample, _ = with_margin(12, 3, 0.1, np.random.default_rng(0))
    best = soft_margin(sample, 1)
    longer = Solution(sample, 1.0, 3 * best.w, 3 * best.b, best.alpha)
    assert "w* is best" in NEAR_OPTIMUM.failing(walk(longer, best.w, best.b, 0.5, 0.0))
    values = walk(best, best.w + 1, best.b, 0.5, best.objective + 1)
    assert "weak duality" in NEAR_OPTIMUM.failing(values)


def test_cheap_slack_is_proved_both_ways():
    """The page says *exactly when*: what the first two rows assume, the last one claims."""
    assert CHEAP_SLACK.steps[-1].claim == CHEAP_SLACK.hypotheses["C is small"]
