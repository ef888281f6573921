"""Sequences that reach the bounds: their geometry, their runs, and their limits."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.block_novikoff import in_three_dimensions, orthonormal
from lib.margin_perceptron import margin_perceptron
from lib.margin_perceptron.bounds import sharp_constant
from lib.perceptron import perceptron

gammas = st.floats(0.05, 1)


def assert_unit_with_margin(sample, u, gamma):
    np.testing.assert_allclose(np.linalg.norm(sample.X, axis=1), 1, atol=1e-12)
    assert np.linalg.norm(u) == pytest.approx(1)
    assert (sample.signed @ u).min() == pytest.approx(gamma)


@pytest.mark.parametrize("k", [1, 4, 25, 100])
def test_orthonormal_meets_the_bound(k):
    sample, u = orthonormal(k)
    assert_unit_with_margin(sample, u, k**-0.5)
    assert perceptron(sample, max_passes=1).M == k
    assert perceptron(sample).halted


@given(gammas)
@settings(max_examples=20)
@pytest.mark.slow
def test_three_dimensions_meet_the_perceptrons_bound(gamma):
    sample, u = in_three_dimensions(gamma)
    assert_unit_with_margin(sample, u, gamma)
    run = perceptron(sample, max_passes=1)
    # Just below an integer, rounding may leave the last tie out.
    assert sample.n in (int(1 / gamma**2), int(1 / gamma**2 + 1e-6))
    assert run.M == sample.n
    np.testing.assert_allclose(np.sum(run.w**2), run.M, rtol=1e-9)


@given(st.floats(0.1, 1), st.floats(0.2, 1))
@settings(max_examples=15)
def test_three_dimensions_hold_only_updates_of_the_margin_perceptron(gamma, epsilon):
    sample, u = in_three_dimensions(gamma, epsilon)
    assert_unit_with_margin(sample, u, gamma)
    run = margin_perceptron(sample, gamma, epsilon, max_passes=1)
    assert run.M == sample.n <= sharp_constant(epsilon) / gamma**2 + 1e-6
    w, x = run.updates["w_before"], run.updates["x"]
    lengths = np.linalg.norm(w, axis=1)
    np.testing.assert_allclose((w * x).sum(axis=1), run.threshold * lengths, atol=1e-9)
    assert run.replay() is run
