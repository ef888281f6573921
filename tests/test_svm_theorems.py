"""The theorems on margins and duality, watched on random answers, and caught on wrong ones."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.linear_separators import canonical
from lib.max_margin import beside, hard_margin
from lib.samples import Sample, with_margin
from lib.soft_margin import soft_margin
from lib.svm.certificates import feasible
from lib.svm.solution import Solution
from lib.svm_dual import observe
from lib.theorems.__main__ import THEOREMS
from lib.theorems.max_margin import EXACT_MARGIN, SLAB, UNIQUE, WHY_ONE
from lib.theorems.soft_margin import CHEAP_SLACK, NEAR_OPTIMUM, SOFT_GAP
from lib.theorems.svm_dual import WEAK_DUALITY

CHAPTERS = ("max-margin", "svm-dual", "soft-margin")
MINE = [theorem for theorem in THEOREMS if theorem.chapter in CHAPTERS]


@pytest.mark.parametrize("theorem", MINE, ids=lambda theorem: theorem.name)
def test_proved_and_every_mutant_refuted(theorem):
    for verdict in theorem.prove():
        assert verdict.proved, verdict.step.name
        assert verdict.mutants, f"{verdict.step.name} has no mutant"
        assert None not in verdict.mutants.values(), verdict.mutants


def test_there_are_enough_of_them():
    assert {theorem.chapter for theorem in MINE} == set(CHAPTERS)
    assert sum(len(theorem.steps) for theorem in MINE) >= 50


def test_no_hypothesis_hides_in_a_sign():
    """A length is not negative by its symbol: every other sign is named, and can be dropped."""
    for theorem in MINE:
        for symbol in {s for relation in theorem.relations.values() for s in relation.free_symbols}:
            assert not symbol.is_positive, (theorem.name, symbol)
            if symbol.is_nonnegative:
                assert theorem.latex.get(symbol, "").startswith(r"\lVert"), (theorem.name, symbol)


def test_a_zero_vector_is_what_refutes_without_it():
    """Why both classes must be there: with w = 0 no offset has to give exactly 1."""
    for theorem, name in ((EXACT_MARGIN, "an example touches"), (WHY_ONE, "half is shorter"),
                          (UNIQUE, "no offset gives more than 1")):  # fmt: skip
        [verdict] = [v for v in theorem.prove() if v.step.name == name]
        assert verdict.mutants["without *w is not 0*"]["U"] == "0"


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


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.floats(1, 5))
def test_the_hard_theorems_hold_for_any_separator(seed, stretch):
    rng = np.random.default_rng(seed)
    sample, u = with_margin(12, 3, 0.1, rng)
    w, b = canonical(sample, u)
    alpha = feasible(sample, rng.exponential(size=12))
    values = observe(sample, stretch * w, stretch * b, alpha)
    assert WEAK_DUALITY.failing(values) == []
    assert SLAB.failing(values) == []


def test_wrong_answers_are_caught_in_what_they_break():
    sample, _ = with_margin(12, 3, 0.1, np.random.default_rng(0))
    best = hard_margin(sample)
    unbalanced = best.alpha + np.where(sample.y > 0, 1, 0)
    assert "balance" in WEAK_DUALITY.failing(observe(sample, best.w, best.b, unbalanced))
    negative = observe(sample, best.w, best.b, -best.alpha)
    assert {"multiplier"} <= set(WEAK_DUALITY.failing(negative))
    short = observe(sample, 0.9 * best.w, 0.9 * best.b, best.alpha)
    assert {"constraint", "weak duality"} <= set(WEAK_DUALITY.failing(short))
    assert {"constraint", "no example inside"} <= set(SLAB.failing(short))
    beyond = observe(sample, best.w, best.b, best.alpha, C=best.alpha.max() / 2)
    assert {"at most C"} <= set(SOFT_GAP.failing(beyond))


def test_a_solution_beside_any_separator():
    sample, u = with_margin(12, 3, 0.1, np.random.default_rng(1))
    best = hard_margin(sample)
    assert EXACT_MARGIN.failing(beside(best, u, 0.0)) == []
    worse = Solution(sample, np.inf, 1.2 * best.w, 1.2 * best.b, best.alpha)
    assert "w is shortest" in EXACT_MARGIN.failing(beside(worse, u, 0.0))
    with pytest.raises(ValueError, match=r"\(w, b\) has margin -.*; give a separator"):
        beside(best, -u, 0.0)


def test_observe_refuses_bad_input():
    sample, _ = with_margin(5, 2, 0.1, np.random.default_rng(0))
    with pytest.raises(ValueError, match=r"w has shape \(3,\)"):
        observe(sample, np.ones(3), 0.0, np.ones(5))
    with pytest.raises(ValueError, match=r"alpha has shape \(4,\)"):
        observe(sample, np.ones(2), 0.0, np.ones(4))
