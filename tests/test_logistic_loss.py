"""Descent on the logistic loss beside scikit-learn and exact margins; its theorems along runs."""

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


@pytest.mark.parametrize(
    ("sample", "C"), [(mixed(np.random.default_rng(2), 40), np.inf), (EIGHT, 100)]
)
def test_descent_passes_the_regression_of_its_length(sample, C):
    """Which scikit-learn finds by another method; without decay where no line separates."""
    regression = LogisticRegression(C=C, fit_intercept=False, tol=1e-10, max_iter=1000)
    found = regression.fit(sample.X, sample.y).coef_[0]
    w = logistic_descent(sample, 20_000)
    k = np.linalg.norm(w[:-1], axis=1).searchsorted(np.linalg.norm(found))
    np.testing.assert_allclose(w[k], found, rtol=1e-2)


@settings(max_examples=10)
@given(seed=seeds, share=st.sampled_from([0.1, 1]))
def test_the_gap_is_as_small_as_the_length_promises(seed, share):
    """Along every step the margin is below the largest, and the theorems hold as watched."""
    sample = separable(np.random.default_rng(seed), 12, 3)
    (u, gamma), Z, R, n = max_margin(sample), sample.signed, sample.radius, sample.n
    w = logistic_descent(sample, 60, step=share / R**2, normalized=True)
    e = np.exp(-w @ Z.T)
    means, A = (e / e.sum(axis=1, keepdims=True)) @ Z, -np.log(e.sum(axis=1))
    np.testing.assert_allclose(np.diff(w, axis=0), share / R**2 * means[:-1], rtol=1e-9)
    long, worst = np.linalg.norm(w[1:], axis=1), (w[1:] @ Z.T).min(axis=1)
    assert (worst <= gamma * long * (1 + 1e-6)).all()
    assert (worst >= gamma * long - np.log(n) - 0.5).all()
    between = w[:-1] + (means[:-1] - means[1:]) / R**2
    seen = before_and_after(w=w, mean=means, A=A, t=np.arange(61.0))
    seen |= totals(S=share / R**2 * np.linalg.norm(means[:-1], axis=1))
    seen |= {"v": between, "A_v": -np.log(np.exp(-between @ Z.T).sum(axis=1)), "u": u, "R": R}
    seen |= {"h": share / R**2, "h_before": share / R**2, "eta": share / R**2, "logn": np.log(n)}
    seen |= {"gamma": (Z @ u).min(), "x": Z[(Z @ w[-1]).argmin()]}
    for name in ("soft_minimum", "length_margin", "constant_steps"):
        assert theorem(name).failing(seen) == []


def test_no_plain_step_of_the_longest_size_raises_the_loss_and_zeros_stay_at_zero():
    losses = np.logaddexp(0, -logistic_descent(EIGHT, 100) @ EIGHT.signed.T).mean(axis=1)
    assert (np.diff(losses) < 0).all()
    assert not logistic_descent(Sample([[0, 0]], [1]), 3).any()
    assert logistic_descent(EIGHT, 1)[1] == pytest.approx([14 / 72, 10 / 72])
