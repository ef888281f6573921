"""Soft margins against libsvm, and geometry by hand; C chosen by errors that are held out."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from lib.datasets import breast_cancer, digits, iris, wine
from lib.samples import Sample, standardize
from lib.soft_margin import folds, holdout, soft_margin, tune_C
from lib.svm.certificates import check_optimal

FLOWERS = standardize(iris("versicolor", "virginica"))
REAL = [FLOWERS, standardize(wine(0, 1)), standardize(breast_cancer(10))]
# As multiples of 1/16 the products of pixels are exact in libsvm's single precision.
PIXELS = [Sample(pair.X / 16, pair.y, pair.name) for pair in (digits(3, 8), digits(8, 9))]


@pytest.mark.parametrize("C", [0.1, 1.0, 10.0])
@pytest.mark.parametrize("sample", REAL + PIXELS, ids=lambda s: s.name)
def test_libsvm_finds_the_same_and_nothing_better(sample, C):
    found = soft_margin(sample, C)
    machine = SVC(kernel="linear", C=C, tol=1e-12).fit(sample.X, sample.y)
    w, b = machine.coef_[0], machine.intercept_[0]
    exact = sample in PIXELS
    near = 1e-9 if exact else 1e-4
    assert np.linalg.norm(found.w - w) < near * np.linalg.norm(w)
    assert found.b == pytest.approx(b, abs=near * max(1, np.linalg.norm(w)))
    theirs = 0.5 * w @ w + C * np.maximum(0, 1 - sample.y * (sample.X @ w + b)).sum()
    assert found.objective <= theirs + 1e-10
    if exact:
        assert found.support.tolist() == sorted(machine.support_)
        signed = np.zeros(sample.n)
        signed[machine.support_] = machine.dual_coef_[0]
        assert np.abs(found.alpha * sample.y - signed).max() < 2e-7


@pytest.mark.parametrize(
    ("sample", "C", "ends"),
    [
        (Sample([[0.0], [1.0]], [-1, 1]), 0.1, (-1, 0.9)),
        (FLOWERS.columns("petal length (cm)", "petal width (cm)"), 0.113, None),
    ],
    ids=["by hand", "flowers"],
)
def test_without_a_free_support_vector_b_is_an_interval(sample, C, ends):
    found = soft_margin(sample, C)
    low, high = found.offsets
    assert len(found.free) == 0
    assert (low, high) == pytest.approx(ends) if ends else high - low > 0.02
    for b in np.linspace(low, high, 5):
        check_optimal(sample, found.w, b, found.alpha, C, tolerance=1e-9)
    for b in (low - 0.1, high + 0.1):
        with pytest.raises(ValueError, match="not optimal"):
            check_optimal(sample, found.w, b, found.alpha, C)
    peer = SVC(kernel="linear", C=C, tol=1e-12).fit(sample.X, sample.y)
    assert peer.intercept_[0] == pytest.approx(found.b, abs=1e-4)


def test_classes_with_the_same_mean_leave_w_at_zero():
    sample = Sample([[1, 1], [-1, -1], [1, -1], [-1, 1]], [1, 1, -1, -1])
    found = soft_margin(sample, 1)
    assert found.half_width > 1e6
    assert found.offsets == pytest.approx((-1, 1), abs=1e-6)
    assert found.objective == pytest.approx(4)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.05, 20), st.floats(-6, 6))
def test_shift_rotation_and_scale(seed, C, power):
    """X → scale (X Q + c) with C/scale² turns w with Q, divides it by the scale, and keeps α."""
    rng, scale = np.random.default_rng(seed), 10.0**power
    sample = Sample(rng.normal(size=(14, 3)), np.tile([-1, 1], 7))
    Q, c = np.linalg.qr(rng.normal(size=(3, 3)))[0], rng.normal(size=3)
    moved = soft_margin(Sample(scale * (sample.X @ Q + c), sample.y), C / scale**2)
    here = soft_margin(sample, C)
    assert moved.objective * scale**2 == pytest.approx(here.objective, rel=1e-6)
    assert moved.w @ Q.T * scale == pytest.approx(here.w, abs=2e-3 * np.linalg.norm(here.w))
    assert moved.alpha.sum() * scale**2 == pytest.approx(here.alpha.sum(), rel=1e-5)


# The choice of C

RAW = iris("versicolor", "virginica")


def rng():
    return np.random.default_rng(0)


@pytest.mark.parametrize("k", [2, 5, 7])
def test_folds_hold_out_each_example_once(k):
    sample = breast_cancer()
    splits = folds(sample, k, rng())
    held = np.concatenate([test for _, test in splits])
    assert sorted(held) == list(range(sample.n))
    for train, test in splits:
        assert sorted([*train, *test]) == list(range(sample.n))
        assert np.mean(sample.y[test] > 0) == pytest.approx(np.mean(sample.y > 0), abs=0.02)


def test_splits_are_drawn_at_random():
    """One seed gives one split; another seed holds out other examples."""
    drawn = [np.random.default_rng(seed) for seed in (0, 0, 1)]
    one, again, other = (folds(RAW, 5, each)[0][1].tolist() for each in drawn)
    assert one == again != other
    one, again, other = (holdout(RAW, 0.3, each)[1].tolist() for each in drawn)
    assert one == again != other


def test_nothing_leaks_between_the_training_and_the_held_out_rows():
    """The line is at 0. A mean over all rows would put it at 1, one over the held-out at 2.3."""
    sample = Sample([[-3.0], [-1], [1], [3], [-0.5], [0.5], [7]], [-1, -1, 1, 1, -1, 1, 1])
    assert tune_C(sample, [1e3], [(np.arange(4), np.arange(4, 7))]).errors == 0
    assert tune_C(sample, [1e3], [(np.arange(4, 7), np.arange(4))]).errors == 0


@pytest.mark.slow
def test_errors_are_those_of_scikit_learn():
    splits = folds(RAW, 5, rng())
    ours = tune_C(RAW, [0.01, 0.1, 1.0, 10.0], splits)
    for C, errors in zip(ours.Cs, ours.errors, strict=True):
        machine = make_pipeline(StandardScaler(), SVC(kernel="linear", C=C, tol=1e-9))
        scores = cross_val_score(machine, RAW.X, RAW.y, cv=splits)
        assert errors == pytest.approx(1 - scores)


def test_ties_go_to_the_smaller_C():
    found = tune_C(iris(), [0.1, 1.0, 10.0], [holdout(iris(), 0.3, rng())])
    assert found.errors.max() == 0
    assert found.best == 0.1
    assert repr(found) == ("Tuning of C over 3 values, 1 split: best C = 0.1, held-out error 0.000")
