"""The dual against the primal, its errors, and the theorems on answers right and wrong."""

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.datasets import breast_cancer, digits, iris, wine
from lib.linear_separators import canonical
from lib.max_margin import hard_margin, max_margin
from lib.perceptron import perceptron
from lib.samples import Sample, prepare, standardize, with_margin
from lib.soft_margin import SoftMargin, soft_margin
from lib.svm.certificates import feasible, margin_interval
from lib.svm.separability import NotSeparable
from lib.svm_dual import dual, observe
from lib.theorems.__main__ import THEOREMS
from lib.theorems.max_margin import SLAB
from lib.theorems.soft_margin import SOFT_GAP
from lib.theorems.svm_dual import WEAK_DUALITY

REAL = [
    standardize(iris("versicolor", "virginica")),
    standardize(wine(0, 1)),
    standardize(breast_cancer(10)),
    *(Sample(pair.X / 16, pair.y, pair.name) for pair in (digits(3, 8), digits(8, 9))),
]
FLOWERS, WINES = REAL[:2]
CHAPTERS = ("max-margin", "svm-dual", "soft-margin")
MINE = [theorem for theorem in THEOREMS if theorem.chapter in CHAPTERS]


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


def test_observe_refuses_bad_input():
    sample, _ = with_margin(5, 2, 0.1, np.random.default_rng(0))
    with pytest.raises(ValueError, match=r"w has shape \(3,\)"):
        observe(sample, np.ones(3), 0.0, np.ones(5))
    with pytest.raises(ValueError, match=r"alpha has shape \(4,\)"):
        observe(sample, np.ones(2), 0.0, np.ones(4))
