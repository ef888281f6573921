"""The machines as classifiers of scikit-learn: its own checks, its tools, and its SVC."""

import numpy as np
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_wine
from sklearn.model_selection import GridSearchCV
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import check_estimator

from lib.estimators import SVM
from lib.kernels.functions import polynomial
from tests.strategies import moons

MOONS = moons(noise=0.3)
WORDS = np.where(MOONS.y > 0, "up", "down")


@pytest.mark.slow
@pytest.mark.parametrize("machine", [SVM(), SVM(width=1.0)], ids=str)
def test_scikit_learn_finds_no_fault(machine, monkeypatch):
    monkeypatch.setattr("lib.kernels.svm.exact_optimum", lambda *_, **__: None)  # takes seconds
    check_estimator(machine, on_skip=None)


@pytest.mark.parametrize("class_weight", [None, "balanced", {"up": 9, "down": 1}])
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ({}, {"kernel": "linear"}),
        ({"width": 0.5}, {"gamma": 2}),
        ({"kernel": polynomial(2)}, {"kernel": "poly", "degree": 2, "gamma": 1, "coef0": 1}),
    ],
)
def test_the_labels_and_scores_are_those_of_SVC(ours, theirs, class_weight, monkeypatch):
    monkeypatch.setattr("lib.kernels.svm.exact_optimum", lambda *_, **__: None)  # is not needed
    weights = np.tile([0, 1, 2.5, 1], 20)
    machine, peer = (
        one.set_params(class_weight=class_weight).fit(MOONS.X, WORDS, sample_weight=weights)
        for one in (SVM(2.0, **ours), SVC(C=2.0, tol=1e-12, **theirs))
    )
    X = np.vstack([MOONS.X, np.random.default_rng(0).uniform(-2, 2, size=(50, 2))])
    np.testing.assert_allclose(machine.decision_function(X), peer.decision_function(X), atol=1e-4)
    assert machine.predict(X).tolist() == peer.predict(X).tolist()
    assert machine.certificate_.gap.relative < 1e-9 and machine.certificate_.sample.n == 60


@pytest.mark.slow
def test_it_stands_where_scikit_learns_own_classifiers_stand():
    """A search over kernels, C and a pipeline for three classes, and chances for two."""
    X, y = load_wine(return_X_y=True)
    grid = {"C": [0.1, 1.0], "width": [None, 3.0]}
    several = OneVsRestClassifier(GridSearchCV(SVM(class_weight="balanced"), grid))
    fitted = make_pipeline(StandardScaler(), several).fit(X[::2], y[::2])
    assert fitted.score(X[1::2], y[1::2]) > 0.95
    with pytest.raises(ValueError, match=r"3 classes; give OneVsRestClassifier\(SVM\(\)\)"):
        SVM().fit(X, y)
    with pytest.raises(ValueError, match="width=1 beside a kernel; give one of the two"):
        SVM(width=1, kernel=polynomial(2)).fit(MOONS.X, WORDS)
    chances = CalibratedClassifierCV(SVM(width=0.5)).fit(MOONS.X, WORDS).predict_proba(MOONS.X)
    assert np.mean((chances[:, 1] > 0.5) == (WORDS == "up")) > 0.85
