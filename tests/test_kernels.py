"""Kernels: against scikit-learn, against explicit features, and within the theorems."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel

from lib.datasets import digits, iris, wine
from lib.kernels.functions import factor, gaussian, gram, linear, polynomial
from lib.kernels.perceptron import KernelRun, kernel_perceptron
from lib.kernels.svm import kernel_svm
from lib.perceptron import perceptron
from lib.samples import Sample, prepare
from lib.theorems import theorem
from tests.strategies import moons

# Kernels and their features


def test_kernels_are_those_of_scikit_learn():
    rng = np.random.default_rng(0)
    A, B = rng.standard_normal((5, 3)), rng.standard_normal((4, 3))
    np.testing.assert_allclose(linear(A, B), A @ B.T)
    expected = polynomial_kernel(A, B, degree=3, gamma=1, coef0=0.5)
    np.testing.assert_allclose(polynomial(3, 0.5)(A, B), expected)
    np.testing.assert_allclose(gaussian(0.7)(A, B), rbf_kernel(A, B, gamma=1 / (2 * 0.7**2)))
    far = gaussian(3.0)(np.array([[1e15]]), np.array([[1e15 + 1]]))
    assert far.item() == pytest.approx(math.exp(-1 / 18), rel=1e-15)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), n=st.integers(1, 12), degree=st.integers(1, 4))
def test_a_factor_has_the_gram_matrix_as_inner_products(seed, n, degree):
    sample = Sample(np.random.default_rng(seed).standard_normal((n, 2)), np.ones(n))
    K = gram(sample, polynomial(degree))
    F = factor(K)
    np.testing.assert_allclose(F @ F.T, K, atol=1e-8 * np.abs(K).max())
    assert F.shape[1] <= min(n, math.comb(degree + 2, 2))


def test_no_kernel_wraps_narrow_integers():
    A = np.array([[200]], np.uint8)
    assert linear(A, A) == 40_000
    assert polynomial(2)(A, A) == 40_001**2
    assert gaussian(1.0)(A, A + np.uint8(1)) == pytest.approx(np.exp(-0.5))


@pytest.mark.parametrize("width", [0.3, 3.0, 100.0])
def test_a_kernel_in_single_precision_is_no_less_a_kernel(width):
    near = gaussian(width)
    K = gram(iris(), lambda A, B: near(A, B).astype(np.float32))
    np.testing.assert_allclose(K, near(iris().X, iris().X), rtol=1e-5, atol=1e-7)


# The kernel perceptron


@pytest.mark.parametrize("sample", [prepare(wine(0, 1)), prepare(wine(1, 2)), digits(3, 8)])
def test_with_the_linear_kernel_it_is_the_perceptron(sample):
    run, plain = kernel_perceptron(sample, linear), perceptron(sample)
    np.testing.assert_array_equal(run.mistakes, plain.mistakes)
    assert (run.halted, run.passes, run.M) == (plain.halted, plain.passes, plain.M)
    w = (run.separator.alpha * sample.y) @ sample.X
    np.testing.assert_allclose(w, plain.w, atol=1e-9)
    np.testing.assert_allclose(run.separator.decision(sample.X), sample.X @ plain.w, atol=1e-6)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 1000))
def test_it_is_the_perceptron_on_the_kernel_features(seed):
    """Small whole numbers: every product is exact, ties included, in features as in the kernel."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-2, 3, size=(20, 2)).astype(float)
    sample = Sample(X, rng.choice([-1.0, 1.0], size=20))
    a, b = X.T
    # (ab + 1)²: the features √2 a, √2 b, √2 ab as two equal columns each.
    phi = np.column_stack([a * a, b * b, a * b, a * b, a, a, b, b, np.ones(20)])
    order = rng.permutation(20)
    run = kernel_perceptron(sample, polynomial(2), order=order, max_passes=30)
    plain = perceptron(Sample(phi, sample.y), order=order, max_passes=30)
    np.testing.assert_array_equal(run.mistakes, plain.mistakes)
    assert run.halted == plain.halted


@pytest.mark.parametrize("kernel", [gaussian(0.4), polynomial(5)])
def test_its_mistakes_keep_the_block_novikoff_bound(kernel):
    sample = moons()
    comparator, solution = kernel_svm(sample, kernel, np.inf, offset=False)
    run = kernel_perceptron(sample, kernel)
    seen = beside(run, comparator)
    assert not theorem("block_novikoff").failing(seen)
    assert seen["gamma"] == pytest.approx(solution.half_width, rel=1e-4)
    assert run.halted
    assert run.separator.error(sample) == 0
    w = seen["w"][-1]
    f = run.separator.decision(sample.X)
    assert w @ w == pytest.approx(run.separator.alpha @ (sample.y * f), rel=1e-9)
    np.testing.assert_allclose(run.features @ w, f, atol=1e-8)


def beside(run, comparator):
    """The updates of a run in feature space, beside the direction of a separator."""
    u = (comparator.alpha * run.sample.y) @ run.features
    u /= np.linalg.norm(u)
    return run.updates | {"u": u, "gamma": (run.sample.y * (run.features @ u)).min()}


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 1000))
def test_coordinates_keep_ties_ties(seed):
    """Whole numbers, on which an update may have an inner product of exactly 0."""
    X = np.random.default_rng(seed).integers(-2, 3, (20, 2)).astype(float)
    sample = Sample(X, np.where(X[:, 0] * (X[:, 1] + 1) > 0.5, 1, -1))
    run = kernel_perceptron(sample, polynomial(2), max_passes=500)
    if run.M and run.halted:
        assert theorem("block_novikoff").failing(beside(run, run.separator)) == []


def test_a_run_without_an_update_has_none_to_watch():
    none = KernelRun(moons(), linear, np.zeros(0, dtype=int), 1, True)
    with pytest.raises(ValueError, match="the run made no mistake, so there is no update"):
        _ = none.updates
    short = kernel_perceptron(moons(noise=0.5), linear, max_passes=3)
    assert (short.halted, short.passes) == (False, 3) and "stopped short" in repr(short)
