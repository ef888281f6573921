"""Sequences that reach the bounds: their geometry, their runs, and their limits."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.block_novikoff import in_three_dimensions, orthonormal
from lib.margin_perceptron import margin_perceptron
from lib.margin_perceptron.bounds import sharp_constant
from lib.perceptron import perceptron
from tests.test_perceptron import follows_the_rule


@pytest.mark.parametrize("k", [1, 4, 25, 100])
def test_orthonormal_meets_the_bound(k):
    sample, u = orthonormal(k)
    assert np.linalg.norm([*sample.X, u], axis=1) == pytest.approx(1)
    assert sample.signed @ u == pytest.approx(k**-0.5)
    assert perceptron(sample, max_passes=1).M == k


@given(st.floats(0.05, 1), st.just(1) | st.floats(0.2, 1))
@settings(max_examples=30)
@pytest.mark.slow
def test_three_dimensions_hold_only_updates_and_meet_the_perceptrons_bound(gamma, epsilon):
    sample, u = in_three_dimensions(gamma, epsilon)
    np.testing.assert_allclose(np.linalg.norm([*sample.X, u], axis=1), 1, atol=1e-12)
    assert (sample.signed @ u).min() == pytest.approx(gamma)
    run = margin_perceptron(sample, gamma, epsilon, max_passes=1)
    assert run.M == sample.n <= sharp_constant(epsilon) / gamma**2 + 1e-6
    follows_the_rule(run, 1)
    w, x = run.updates["w_before"], run.updates["x"]
    bound = run.threshold * np.linalg.norm(w, axis=1)
    np.testing.assert_allclose((w * x).sum(axis=1), bound, atol=1e-9)
    # Just below an integer, rounding may leave the last tie out.
    assert epsilon < 1 or sample.n in (int(1 / gamma**2), int(1 / gamma**2 + 1e-6))
