"""Splits hold out what they should, nothing leaks, and the errors are scikit-learn's."""

import numpy as np
import pytest
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from lib.datasets import breast_cancer, iris
from lib.samples import Sample
from lib.soft_margin import folds, holdout, tune_C

FLOWERS = iris("versicolor", "virginica")


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
    one, again, other = (folds(FLOWERS, 5, each)[0][1].tolist() for each in drawn)
    assert one == again != other
    one, again, other = (holdout(FLOWERS, 0.3, each)[1].tolist() for each in drawn)
    assert one == again != other


def test_nothing_leaks_between_the_training_and_the_held_out_rows():
    """The line is at 0. A mean over all rows would put it at 1, one over the held-out at 2.3."""
    sample = Sample([[-3.0], [-1], [1], [3], [-0.5], [0.5], [7]], [-1, -1, 1, 1, -1, 1, 1])
    assert tune_C(sample, [1e3], [(np.arange(4), np.arange(4, 7))]).errors == 0
    assert tune_C(sample, [1e3], [(np.arange(4, 7), np.arange(4))]).errors == 0


@pytest.mark.slow
def test_errors_are_those_of_scikit_learn():
    splits = folds(FLOWERS, 5, rng())
    ours = tune_C(FLOWERS, [0.01, 0.1, 1.0, 10.0], splits)
    for C, errors in zip(ours.Cs, ours.errors, strict=True):
        machine = make_pipeline(StandardScaler(), SVC(kernel="linear", C=C, tol=1e-9))
        scores = cross_val_score(machine, FLOWERS.X, FLOWERS.y, cv=splits)
        assert errors == pytest.approx(1 - scores)


def test_ties_go_to_the_smaller_C():
    found = tune_C(iris(), [0.1, 1.0, 10.0], [holdout(iris(), 0.3, rng())])
    assert found.errors.max() == 0
    assert found.best == 0.1
    assert repr(found) == ("Tuning of C over 3 values, 1 split: best C = 0.1, held-out error 0.000")
