"""Soft margins against other solvers, other formulations, and geometry by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.svm import SVC

from lib.datasets import breast_cancer, digits, iris, wine
from lib.max_margin import hard_margin
from lib.samples import Sample, standardize
from lib.soft_margin import SoftMargin, soft_margin
from lib.svm.certificates import check_optimal


def sixteenths(sample):
    """Pixels as multiples of 1/16: their products are exact in libsvm's single precision."""
    return Sample(sample.X / 16, sample.y, f"{sample.name} / 16")


REAL = [
    standardize(iris("versicolor", "virginica")),
    standardize(wine(0, 1)),
    standardize(breast_cancer(10)),
    sixteenths(digits(3, 8)),
    sixteenths(digits(8, 9)),
]
FLOWERS, WINES = REAL[0], REAL[1]


def svc(sample, C):
    machine = SVC(kernel="linear", C=C, tol=1e-12).fit(sample.X, sample.y)
    return machine.coef_[0], machine.intercept_[0], machine


# Against other solvers


@pytest.mark.parametrize("C", [0.1, 1.0, 10.0])
@pytest.mark.parametrize("sample", REAL[3:], ids=lambda s: s.name)
def test_equal_to_libsvm_where_it_is_exact(sample, C):
    found, (w, b, machine) = soft_margin(sample, C), svc(sample, C)
    assert np.linalg.norm(found.w - w) < 1e-9 * np.linalg.norm(w)
    assert found.b == pytest.approx(b, abs=1e-9 * np.linalg.norm(w))
    assert found.support.tolist() == sorted(machine.support_)
    signed = np.zeros(sample.n)
    signed[machine.support_] = machine.dual_coef_[0]
    assert np.abs(found.alpha * sample.y - signed).max() < 2e-7


@pytest.mark.parametrize("C", [0.1, 1.0, 10.0])
@pytest.mark.parametrize("sample", REAL[:3], ids=lambda s: s.name)
def test_close_to_libsvm_elsewhere_and_never_above_it(sample, C):
    """libsvm rounds inner products to single precision, so ours must be the lower objective."""
    found, (w, b, _) = soft_margin(sample, C), svc(sample, C)
    assert np.linalg.norm(found.w - w) < 1e-4 * np.linalg.norm(w)
    assert found.b == pytest.approx(b, abs=1e-4)
    theirs = 0.5 * w @ w + C * np.maximum(0, 1 - sample.y * (sample.X @ w + b)).sum()
    assert found.objective <= theirs + 1e-10
    assert found.objective == pytest.approx(theirs, rel=1e-4)


def test_the_numbers_of_the_notes():
    """Versicolor and virginica at C = 1: b from all support vectors, and from the free ones."""
    found = soft_margin(FLOWERS, 1)
    offsets = (FLOWERS.y - FLOWERS.X @ found.w)[found.support]
    assert offsets.min() == pytest.approx(-1.50, abs=0.01)
    assert offsets.max() == pytest.approx(1.21, abs=0.01)
    assert found.b == pytest.approx(0.28825, abs=1e-5)
    free = (FLOWERS.y - FLOWERS.X @ found.w)[found.free]
    assert np.ptp(free) < 1e-9
    assert (len(found.support), len(found.free), len(found.bound)) == (16, 5, 11)
    assert np.linalg.norm(soft_margin(FLOWERS, 10).w) == pytest.approx(4.585, abs=1e-3)


# By hand


def test_without_a_free_support_vector_b_is_an_interval():
    """x = 0, 1 at C = 0.1: any b from -1 to 0.9 has the same objective."""
    sample = Sample([[0.0], [1.0]], [-1, 1])
    found = soft_margin(sample, 0.1)
    assert found.offsets == pytest.approx((-1, 0.9))
    assert len(found.free) == 0
    assert found.w == pytest.approx([0.1])
    for b in (-1, -0.9, -0.5, -0.1, 0.9):
        check_optimal(sample, found.w, b, found.alpha, 0.1)
    for b in (-1.1, 1.0):
        with pytest.raises(ValueError, match="not optimal"):
            check_optimal(sample, found.w, b, found.alpha, 0.1)


def test_real_flowers_without_a_free_support_vector():
    sample = FLOWERS.columns("petal length (cm)", "petal width (cm)")
    found = soft_margin(sample, 0.113)
    low, high = found.offsets
    assert len(found.free) == 0
    assert high - low > 0.02
    for b in np.linspace(low, high, 5):
        check_optimal(sample, found.w, b, found.alpha, 0.113, tolerance=1e-9)
    assert svc(sample, 0.113)[1] == pytest.approx(found.b, abs=1e-4)


def test_classes_with_the_same_mean_leave_w_at_zero():
    sample = Sample([[1, 1], [-1, -1], [1, -1], [-1, 1]], [1, 1, -1, -1])
    found = soft_margin(sample, 1)
    assert found.half_width > 1e6
    assert found.offsets == pytest.approx((-1, 1), abs=1e-6)
    assert found.objective == pytest.approx(4)


def test_for_small_C_w_points_from_mean_to_mean():
    """Balanced classes with every α = C: w = C (sum of positives - sum of negatives)."""
    v = FLOWERS.signed.sum(axis=0)
    reach = FLOWERS.X @ v
    limit = 2 / (reach[FLOWERS.y > 0].max() - reach[FLOWERS.y < 0].min())
    found = soft_margin(FLOWERS, 0.9 * limit)
    assert len(found.bound) == FLOWERS.n
    assert found.w == pytest.approx(0.9 * limit * v)
    assert len(soft_margin(FLOWERS, 1.5 * limit).bound) < FLOWERS.n


def test_for_large_C_the_soft_margin_is_the_hard_one():
    hard = hard_margin(WINES)
    soft = soft_margin(WINES, 1.01 * hard.alpha.max())
    assert soft.w == pytest.approx(hard.w, rel=1e-6)
    assert soft.xi.max() < 1e-9
    assert soft_margin(WINES, 0.5 * hard.alpha.max()).xi.max() > 0.01


# Properties


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.01, 50), st.floats(1.1, 10))
def test_a_higher_price_buys_less_slack(seed, C, factor):
    rng = np.random.default_rng(seed)
    solve = SoftMargin(Sample(rng.normal(size=(16, 2)), np.tile([-1, 1], 8)))
    cheap, dear = solve(C), solve(factor * C)
    assert dear.xi.sum() <= cheap.xi.sum() + 1e-6
    assert dear.half_width <= cheap.half_width * (1 + 1e-6)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.05, 20), st.floats(0.1, 10))
def test_shift_rotation_and_scale(seed, C, scale):
    """X → scale X Q + c with C/scale² turns w with Q, divides it by the scale, and keeps α."""
    rng = np.random.default_rng(seed)
    sample = Sample(rng.normal(size=(14, 3)), np.tile([-1, 1], 7))
    Q, c = np.linalg.qr(rng.normal(size=(3, 3)))[0], rng.normal(size=3)
    moved = soft_margin(Sample(scale * sample.X @ Q + c, sample.y), C / scale**2)
    here = soft_margin(sample, C)
    assert moved.objective * scale**2 == pytest.approx(here.objective, rel=1e-6)
    assert moved.w @ Q.T * scale == pytest.approx(here.w, abs=2e-3 * np.linalg.norm(here.w))
