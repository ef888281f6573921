"""The dual against the primal, its errors, and the theorems on answers right and wrong."""

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.datasets import breast_cancer, digits, iris, wine
from lib.linear_separators import canonical, margin
from lib.max_margin import hard_margin, max_margin
from lib.perceptron import perceptron
from lib.proof.theorem import Theorem
from lib.proof.watching import names, totals
from lib.samples import Sample, prepare, standardize, with_margin
from lib.soft_margin import SoftMargin, soft_margin
from lib.svm.certificates import duality_gap, feasible, margin_interval
from lib.svm.separability import NotSeparable
from lib.svm_dual import dual
from lib.theorems import max_margin as max_margin_theorems
from lib.theorems import soft_margin as soft_margin_theorems
from lib.theorems import svm_dual as svm_dual_theorems
from lib.theorems.svm_dual import COMPLEMENTARY, HULLS, STATIONARITY, WEAK_DUALITY

REAL = [
    standardize(iris("versicolor", "virginica")),
    standardize(wine(0, 1)),
    standardize(breast_cancer(10)),
    *(Sample(pair.X / 16, pair.y, pair.name) for pair in (digits(3, 8), digits(8, 9))),
]
FLOWERS, WINES = REAL[:2]
THEOREMS = [
    value
    for module in (max_margin_theorems, svm_dual_theorems, soft_margin_theorems)
    for value in vars(module).values()
    if isinstance(value, Theorem)
]


@pytest.mark.parametrize(
    ("sample", "C"),
    [(sample, C) for sample in REAL for C in (0.1, 1.0, 10.0)]
    + [(sample, np.inf) for sample in (WINES, REAL[3], REAL[4])],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_primal_and_dual_agree(sample, C):
    one = hard_margin(sample) if np.isinf(C) else soft_margin(sample, C)
    two = dual(sample, C)
    assert two.objective == pytest.approx(one.objective, rel=1e-7)
    assert np.linalg.norm(one.w - two.w) < 1e-4 * np.linalg.norm(one.w)
    assert two.b == pytest.approx(one.b, abs=1e-4)
    assert two.gap.distance < 1e-20
    assert one.gap.distance < 1e-8


def test_a_solver_that_gives_up_leads_to_a_clear_error(monkeypatch):
    def give_up(problem, **options):
        raise cp.SolverError

    monkeypatch.setattr(cp.Problem, "solve", give_up)
    with pytest.raises(
        ValueError, match=r"undecided on .* \(cvxpy: solver error; no answer\); the sol"
    ):
        dual(WINES, 1)


def test_the_margin_lies_in_its_interval():
    """From a perceptron's run: w below, and the counts of its mistakes, balanced, above."""
    wines = prepare(wine())
    best = hard_margin(wines)
    run = perceptron(wines)
    counts = feasible(wines, np.bincount(run.mistakes, minlength=wines.n))
    low, high = margin_interval(wines, run.w, 0.0, counts)
    assert low < best.half_width < high
    tight = margin_interval(wines, best.w, best.b, best.alpha)
    assert tight == pytest.approx((best.half_width, best.half_width), rel=1e-9)


def test_the_margin_interval_does_not_feel_scale():
    wines = prepare(wine())
    best = hard_margin(wines)
    small = margin_interval(wines, best.w, best.b, best.alpha)
    large = margin_interval(wines, 7 * best.w, 7 * best.b, 0.1 * best.alpha)
    assert large == pytest.approx(small)


# The theorems


def sums(sample, w, b, alpha):
    """Any answer on every example, with the running sums of its terms."""
    slackness = alpha * (sample.y * (sample.X @ w + b) - 1)
    return {"w": w, "b": b, "alpha": alpha, "x": sample.X, "y": sample.y} | totals(
        A=alpha, beta=alpha * sample.y, v=alpha[:, None] * sample.signed, slackness=slackness
    )


def test_the_only_sign_in_a_symbol_is_none():
    """Every sign is a hypothesis with a name, which can be dropped."""
    for theorem in THEOREMS:
        for symbol in names(*theorem.relations.values()):
            assert not symbol.is_nonnegative, (theorem.name, symbol)


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
    return {"w": w, "b": b, "v": alpha @ sample.signed, "x": sample.X[rows], "y": sample.y[rows],
            "alpha": alpha[rows], "slackness": (term.sum() - term)[rows]}  # fmt: skip


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
    nearest = averages(sample, best.w / length, best.b / length, 1 / length,
                       2 * best.alpha / best.alpha.sum())  # fmt: skip
    assert HULLS.failing(nearest | at_best) == []
    assert "a separator" in HULLS.failing(nearest | at_best | {"gamma": 1.01 / length})


# Bad input


@pytest.mark.parametrize("solve", [hard_margin, dual], ids=["primal", "dual"])
def test_not_separable_comes_with_a_certificate(solve):
    with pytest.raises(NotSeparable, match=r"no hyperplane separates 'iris ver.*soft_margin") as e:
        solve(FLOWERS)
    assert np.abs(e.value.weights @ FLOWERS.signed).max() < 1e-9
    assert (e.value.weights > 0).sum() <= FLOWERS.d + 2


@pytest.mark.parametrize(
    "solve",
    [hard_margin, dual, SoftMargin, lambda s: soft_margin(s, 1)],
    ids=["hard", "dual", "class", "soft"],
)
def test_one_class(solve):
    sample = Sample([[1.0], [2.0]], [1, 1])
    with pytest.raises(ValueError, match=r"y holds one class only, \+1, so w = 0 with b = \+1"):
        solve(sample)
    assert max_margin(sample)[1] == pytest.approx(1)


@pytest.mark.parametrize("C", [0, -1, np.nan])
@pytest.mark.parametrize("solve", [soft_margin, dual])
def test_bad_C(solve, C):
    with pytest.raises(ValueError, match=f"C={C}; give a (finite )?number above 0"):
        solve(FLOWERS, C)


def test_an_infinite_C_is_the_hard_margin():
    with pytest.raises(ValueError, match="C=inf; give a finite number above 0"):
        soft_margin(FLOWERS, np.inf)
    with pytest.raises(ValueError, match="C=-inf; give a number above 0"):
        dual(FLOWERS, -np.inf)
