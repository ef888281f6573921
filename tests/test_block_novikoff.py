"""Sequences that reach the bounds: their geometry, their runs, and their limits."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.block_novikoff import contrarian, in_three_dimensions, orthonormal
from lib.margin_perceptron.bounds import dipping, sharp_constant
from lib.perceptron import margin_perceptron, perceptron

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
@settings(max_examples=40, deadline=None)
def test_three_dimensions_meet_the_perceptrons_bound(gamma):
    sample, u = in_three_dimensions(gamma)
    assert_unit_with_margin(sample, u, gamma)
    run = perceptron(sample, max_passes=1)
    # Just below an integer, rounding may leave the last tie out.
    assert sample.n in (int(1 / gamma**2), int(1 / gamma**2 + 1e-6))
    assert run.M == sample.n
    np.testing.assert_allclose(np.sum(run.w**2), run.M, rtol=1e-9)


@given(gammas, st.floats(0.2, 1))
@settings(max_examples=30, deadline=None)
def test_three_dimensions_hold_only_updates_of_the_margin_perceptron(gamma, epsilon):
    sample, u = in_three_dimensions(gamma, epsilon)
    assert_unit_with_margin(sample, u, gamma)
    run = margin_perceptron(sample, gamma, epsilon, max_passes=1)
    assert run.M == sample.n <= sharp_constant(epsilon) / gamma**2 + 1e-6
    seen = run.observe(u)
    np.testing.assert_allclose(seen["q"], run.threshold * seen["r_before"], atol=1e-9)
    assert run.replay() is run


@pytest.mark.parametrize(("gamma", "share"), [(0.2, 2.440), (0.1, 2.490), (0.01, 2.5127)])
def test_half_the_margin_nears_the_sharp_constant(gamma, share):
    sample, _ = in_three_dimensions(gamma, 0.5)
    M = margin_perceptron(sample, gamma, max_passes=1).M
    assert M * gamma**2 == pytest.approx(share, abs=5e-5)
    assert M * gamma**2 < sharp_constant(0.5)


@pytest.mark.parametrize(("epsilon", "share"), [(0.25, 6.23), (0.1, 20.08), (0.02, 144.0)])
def test_other_epsilons_near_theirs(epsilon, share):
    gamma = 0.03
    sample, _ = in_three_dimensions(gamma, epsilon)
    assert sharp_constant(epsilon) == pytest.approx(share, abs=0.05)
    assert sample.n * gamma**2 / sharp_constant(epsilon) == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("dips", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("gamma", [0.1, 0.05])
def test_dipping_falls_below_the_level_as_often_as_told(gamma, dips):
    sample, u = dipping(gamma, dips)
    assert_unit_with_margin(sample, u, gamma)
    run = margin_perceptron(sample, gamma, max_passes=1)
    assert run.M == sample.n
    long = np.linalg.norm(run.weights, axis=1) >= 2 / gamma
    assert (long[:-1] & ~long[1:]).sum() == dips
    assert long[-1]


@given(st.integers(1, 30), st.integers(0, 1000))
@settings(deadline=None)
def test_contrarian_refutes_a_learner_of_its_own_mind(k, seed):
    habits = np.random.default_rng(seed).choice([-1, 1], size=k)

    def predict(X, y, x):
        assert len(X) == len(y) == np.argmax(x)
        return habits[len(X)]

    sample, u = contrarian(predict, k)
    assert_unit_with_margin(sample, u, k**-0.5)
    np.testing.assert_array_equal(sample.y, -habits)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: orthonormal(0), "k=0; give a whole number of at least 1"),
        (lambda: orthonormal(2.5), "k=2.5; give a whole number"),
        (lambda: contrarian(lambda X, y, x: 1, 0), "k=0; give a whole number"),
        (lambda: contrarian(lambda X, y, x: 0, 3), "predict returned 0; a prediction is -1 or"),
        (lambda: in_three_dimensions(0), "gamma=0; give a finite number above 0 and at most 1"),
        (lambda: in_three_dimensions(1.2), "gamma=1.2; give"),
        (lambda: in_three_dimensions(0.1, 0), "epsilon=0; give a finite number above 0"),
        (lambda: in_three_dimensions(0.1, 2), "epsilon=2; give"),
        (lambda: dipping(0.3, 1), "gamma=0.3; give a finite number above 0 and at most 0.1"),
        (lambda: dipping(0.1, 6), "dips=6; give a whole number from 1 to 5"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
