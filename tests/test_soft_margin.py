"""Soft margins against libsvm, and geometry by hand; C chosen by errors that are held out."""

import numpy as np
import pytest
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from lib.datasets import breast_cancer, digits, iris, wine
from lib.kernels.functions import gaussian, linear
from lib.kernels.svm import kernel_svm
from lib.samples import Sample, standardize, subset
from lib.soft_margin import folds, holdout, soft_margin, tune_C

RAW = iris("versicolor", "virginica")
REAL = [standardize(sample) for sample in (RAW, wine(0, 1), breast_cancer())]
# As multiples of 1/16 the products of pixels are exact in libsvm's single precision.
PIXELS = Sample(digits(3, 8).X / 16, digits(3, 8).y, "pixels")


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("C", [0.1, 1.0, 10.0])
@pytest.mark.parametrize("sample", [*REAL, PIXELS], ids=lambda s: s.name)
def test_libsvm_finds_the_same_and_nothing_better(sample, C, weighted):
    weights = np.resize([0.5, 1, 3], sample.n) if weighted else None
    found = soft_margin(sample, C, weights=weights)
    machine = SVC(kernel="linear", C=C, tol=1e-12).fit(sample.X, sample.y, sample_weight=weights)
    w, b = machine.coef_[0], machine.intercept_[0]
    near = 1e-9 if sample is PIXELS else 1e-4
    assert np.linalg.norm(found.w - w) < near * np.linalg.norm(w)
    assert found.b == pytest.approx(b, abs=near * max(1, np.linalg.norm(w)))
    short = np.maximum(0, 1 - sample.y * (sample.X @ w + b))
    theirs = 0.5 * w @ w + (C * short * (weights if weighted else 1)).sum()
    assert found.objective <= theirs + 1e-10
    if sample is PIXELS:
        assert found.support.tolist() == sorted(machine.support_)


@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
@pytest.mark.parametrize("kernel", [linear, gaussian(1)])
def test_a_weight_counts_an_example_so_many_times(kernel, C):
    sample = subset(REAL[0], slice(25, 75))
    weights = np.tile([1, 2, 3, 1, 1], 10)
    copies = np.repeat(np.arange(50), weights)
    _, found = kernel_svm(sample, kernel, C, weights=weights)
    _, spread = kernel_svm(subset(sample, copies), kernel, C)
    for name in ("objective", "norm", "half_width", "offsets"):
        assert getattr(found, name) == pytest.approx(getattr(spread, name), rel=1e-9)
    forces = np.bincount(copies, spread.alpha)
    assert found.alpha == pytest.approx(forces, abs=1e-9 * C)
    assert found.support.tolist() == sorted({*copies[spread.support]})
    assert found.bound.tolist() == np.flatnonzero(forces > (1 - 1e-6) * C * weights).tolist()
    assert f"C = {C:g} to {3 * C:g}" in repr(found)


def test_weights_that_are_equal_are_a_price_and_those_of_classes_a_dict():
    half = soft_margin(RAW, 3.0, weights=np.full(RAW.n, 0.5))
    assert half.C == 1.5 and half.w.tolist() == soft_margin(RAW, 1.5).w.tolist()
    by_class, one_by_one = {-1: 2, +1: 9}, np.where(RAW.y > 0, 9, 2)
    found = [soft_margin(RAW, 1, weights=given) for given in (by_class, one_by_one)]
    assert found[0].w.tolist() == found[1].w.tolist()
    light = soft_margin(RAW, 1, weights=np.resize([1, 1e-9], RAW.n))
    assert {*light.bound} <= {*light.support} and (light.bound % 2).any()


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
    assert one == again == folds(RAW, 5, 0)[0][1].tolist() != other
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
