"""Descent on the logistic loss beside scikit-learn and the largest margin; its theorems on runs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression

from lib.logistic_loss import logistic_descent
from lib.max_margin import max_margin
from lib.proof.watching import before_and_after, totals
from lib.samples import EIGHT, Sample
from lib.theorems import theorem
from tests.strategies import mixed, seeds, separable


@pytest.mark.parametrize("sample", [mixed(np.random.default_rng(2), 40), EIGHT])
def test_descent_passes_the_regression_of_its_length(sample):
    """scikit-learn's has a small decay on the eight points, whose likelihood has no maximum."""
    C = 100 if sample is EIGHT else np.inf
    regression = LogisticRegression(C=C, fit_intercept=False, tol=1e-10, max_iter=1000)
    found, w = regression.fit(sample.X, sample.y).coef_[0], logistic_descent(sample, 20_000)
    k = np.linalg.norm(w[:-1], axis=1).searchsorted(np.linalg.norm(found))
    np.testing.assert_allclose(w[k], found, rtol=1e-2)


@settings(max_examples=10)
@given(seed=seeds, share=st.sampled_from([0.1, 1]))
def test_the_gap_is_bounded_by_the_length(seed, share):
    sample = separable(np.random.default_rng(seed), 12, 3)
    (u, gamma), Z, eta = max_margin(sample), sample.signed, share / sample.radius**2
    w = logistic_descent(sample, 60, step=eta, normalized=True)
    e = np.exp(-w @ Z.T)
    means, A = e @ Z / e.sum(axis=1, keepdims=True), -np.log(e.sum(axis=1))
    np.testing.assert_allclose(np.diff(w, axis=0), eta * means[:-1], rtol=1e-9)
    long, worst = np.linalg.norm(w, axis=1), (w @ Z.T).min(axis=1)
    assert (worst <= gamma * long * (1 + 1e-6)).all()
    assert (worst >= gamma * long - np.log(sample.n)).all()
    seen = before_and_after(w=w, mean=means, A=A, t=np.arange(61.0)) | {"u": u, "R": sample.radius}
    seen |= totals(S=eta * np.linalg.norm(means[:-1], axis=1)) | {"gamma": (Z @ u).min()}
    logn, x = np.log(sample.n), Z[e[-1].argmax()]
    seen |= {"h": eta, "eta": eta, "logn": logn, "x": x}
    for name in ("length_margin", "constant_steps"):
        assert theorem(name).failing(seen) == []


def test_a_plain_step_of_the_longest_size_lowers_the_loss():
    w = logistic_descent(EIGHT, 100)
    assert w[1] == pytest.approx([14 / 72, 10 / 72])
    assert (np.diff(np.logaddexp(0, -w @ EIGHT.signed.T).mean(axis=1)) < 0).all()
    assert not logistic_descent(Sample([[0, 0]], [1]), 3).any()
