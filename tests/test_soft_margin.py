"""Soft margins against libsvm, and geometry by hand; C chosen by errors that are held out."""

import numpy as np
import pytest
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from lib.datasets import breast_cancer, digits, iris, wine
from lib.samples import Sample, standardize
from lib.soft_margin import folds, holdout, soft_margin, tune_C
from lib.svm.certificates import check_optimal

RAW = iris("versicolor", "virginica")
REAL = [standardize(sample) for sample in (RAW, wine(0, 1), breast_cancer())]
# As multiples of 1/16 the products of pixels are exact in libsvm's single precision.
PIXELS = Sample(digits(3, 8).X / 16, digits(3, 8).y, "pixels")


@pytest.mark.parametrize("C", [0.1, 1.0, 10.0])
@pytest.mark.parametrize("sample", [*REAL, PIXELS], ids=lambda s: s.name)
def test_libsvm_finds_the_same_and_nothing_better(sample, C):
    found = soft_margin(sample, C)
    machine = SVC(kernel="linear", C=C, tol=1e-12).fit(sample.X, sample.y)
    w, b = machine.coef_[0], machine.intercept_[0]
    near = 1e-9 if sample is PIXELS else 1e-4
    assert np.linalg.norm(found.w - w) < near * np.linalg.norm(w)
    assert found.b == pytest.approx(b, abs=near * max(1, np.linalg.norm(w)))
    theirs = 0.5 * w @ w + C * np.maximum(0, 1 - sample.y * (sample.X @ w + b)).sum()
    assert found.objective <= theirs + 1e-10
    if sample is PIXELS:
        assert found.support.tolist() == sorted(machine.support_)


def test_without_a_free_support_vector_b_is_an_interval():
    sample, C = Sample([[0.0], [1.0]], [-1, 1]), 0.1
    found = soft_margin(sample, C)
    low, high = found.offsets
    assert len(found.free) == 0 and (low, high) == pytest.approx((-1, 0.9))
    for b in np.linspace(low, high, 5):
        check_optimal(sample, found.w, b, found.alpha, C, tolerance=1e-9)
    for b in (low - 0.1, high + 0.1):
        with pytest.raises(ValueError, match="not optimal"):
            check_optimal(sample, found.w, b, found.alpha, C)


def test_folds_hold_out_each_example_once():
    sample = breast_cancer()
    splits = folds(sample, 7, np.random.default_rng(0))
    held = np.concatenate([test for _, test in splits])
    assert sorted(held) == list(range(sample.n))
    for train, test in splits:
        assert sorted([*train, *test]) == list(range(sample.n))
        assert np.mean(sample.y[test] > 0) == pytest.approx(np.mean(sample.y > 0), abs=0.02)


def test_splits_are_drawn_at_random():
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
    splits = folds(RAW, 5, np.random.default_rng(0))
    ours = tune_C(RAW, [0.01, 0.1, 1.0, 10.0], splits)
    for C, errors in zip(ours.Cs, ours.errors, strict=True):
        machine = make_pipeline(StandardScaler(), SVC(kernel="linear", C=C, tol=1e-9))
        scores = cross_val_score(machine, RAW.X, RAW.y, cv=splits)
        assert errors == pytest.approx(1 - scores)


def test_ties_go_to_the_smaller_C():
    found = tune_C(iris(), [0.1, 1.0, 10.0], [holdout(iris(), 0.3, np.random.default_rng(0))])
    assert found.errors.max() == 0 and found.best == 0.1
