"""Kernel machines: against scikit-learn and cvxpy, and on odd samples, certified or refused."""

import cvxpy as cp
import numpy as np
import pytest
from sklearn.svm import SVC

from lib.datasets import iris, wine
from lib.kernels.functions import gaussian, gram, linear, polynomial
from lib.kernels.svm import kernel_svm
from lib.samples import Sample, standardize
from lib.svm.separability import NotSeparable, Undecided, is_common_point
from tests.strategies import moons

FLOWERS = iris("versicolor", "virginica")
NEAR = standardize(FLOWERS)


# Against others


@pytest.mark.parametrize(
    ("kernel", "settings"),
    [
        (gaussian(0.5), {"kernel": "rbf", "gamma": 2.0}),
        (polynomial(3), {"kernel": "poly", "degree": 3, "gamma": 1.0, "coef0": 1.0}),
        (linear, {"kernel": "linear"}),
    ],
)
def test_the_svm_is_scikit_learns(kernel, settings):
    sample = moons(noise=0.3)
    separator, solution = kernel_svm(sample, kernel, 1.0)
    peer = SVC(C=1.0, tol=1e-12, **settings).fit(sample.X, sample.y)
    grid = np.random.default_rng(0).uniform(-2, 2, size=(50, 2))
    np.testing.assert_allclose(separator.decision(grid), peer.decision_function(grid), atol=1e-4)
    assert solution.gap.relative < 1e-6
    assert repr(separator).startswith("KernelSeparator on 'moons': ")


@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("C", [0.01, 1.0, 100.0, np.inf])
@pytest.mark.parametrize("kernel", [gaussian(0.5), gaussian(3.0), polynomial(3), linear])
@pytest.mark.slow
def test_kernel_machines_against_cvxpy_on_their_features(kernel, C, offset):
    if C == np.inf and kernel is linear:
        with pytest.raises(NotSeparable):
            kernel_svm(NEAR, kernel, C, offset=offset)
        return
    found = kernel_svm(NEAR, kernel, C, offset=offset)[1]
    values, vectors = np.linalg.eigh(gram(NEAR, kernel))
    rows = vectors * np.sqrt(np.maximum(values, 0))
    force = cp.Variable(NEAR.n)
    box = [cp.multiply(NEAR.y, force) >= 0, cp.abs(force) <= min(C, 1e6)]
    height = cp.Maximize(NEAR.y @ force - cp.sum_squares(rows.T @ force) / 2)
    problem = cp.Problem(height, [*box, cp.sum(force) == 0] if offset else box)
    assert found.gap.relative < 1e-8
    assert found.objective == pytest.approx(problem.solve(cp.CLARABEL), rel=1e-5)


@pytest.mark.parametrize("kernel", [gaussian(0.5), linear])
def test_equal_examples_bear_equal_shares(kernel):
    """Doubled, in any order: half of α each, where α is unique; the same w everywhere."""
    order = np.random.default_rng(0).permutation(np.tile(np.arange(NEAR.n), 2))
    twice = Sample(NEAR.X[order], NEAR.y[order])
    once, doubled = kernel_svm(NEAR, kernel, 1.0)[1], kernel_svm(twice, kernel, 0.5)[1]
    for i in range(NEAR.n):
        assert np.ptp(doubled.alpha[order == i]) == 0
    if kernel is not linear:
        np.testing.assert_allclose(doubled.alpha, once.alpha[order] / 2, atol=1e-7)
    np.testing.assert_allclose(doubled.f, once.f[order], atol=1e-5)


# Odd samples


def test_a_kernel_separator_decides_as_its_certificate_says():
    """A small multiplier counts where the kernel is large."""
    far = Sample([[999.0], [999.3], [1000.1], [999.8]], [1, -1, -1, -1])
    for sample, C in ((far, 100.0), (wine(), 1.0), (FLOWERS, 1e3)):
        separator, found = kernel_svm(sample, linear, C)
        assert separator.decision(sample.X) == pytest.approx(found.scores + found.b, abs=1e-6)


@pytest.mark.parametrize(("third", "C"), [(0.0, 1e9), (3e-8, 1e8)])
def test_a_kernel_that_is_no_inner_product_certifies_nothing(third, C):
    """Its least eigenvalue is -1e-9, in one case behind a third example that makes up for it."""
    near = np.array([[1, 1 + 1e-9, 0], [1 + 1e-9, 1, 0], [0, 0, third]])
    sample = Sample([[0.0], [1.0], [2.0]], [-1, 1, 1])
    with pytest.raises(Undecided):
        kernel_svm(
            sample,
            lambda A, B: near[np.ix_(A[:, 0].astype(int), B[:, 0].astype(int))],
            C,
            offset=False,
        )


@pytest.mark.parametrize("scale", [1e-6, 1e6])
def test_no_scale_matters_to_a_kernel_machine(scale):
    far = Sample(scale * NEAR.X, NEAR.y)
    for C in (1.0, np.inf):
        here, there = (kernel_svm(s, gaussian(k), C)[1] for s, k in ((NEAR, 1.0), (far, scale)))
        assert there.objective == pytest.approx(here.objective, rel=1e-5)
    moved = Sample(NEAR.X + 1e4, NEAR.y)
    assert kernel_svm(moved, gaussian(1.0), 1.0)[1].objective == pytest.approx(
        kernel_svm(NEAR, gaussian(1.0), 1.0)[1].objective, rel=1e-6
    )


def test_one_point_with_both_labels_is_no_matter_of_kernels():
    sample = Sample([[0, 0], [1, 0], [1, 0], [2, 0]], [-1, -1, 1, 1])
    for kernel in (linear, gaussian(1.0), polynomial(9)):
        with pytest.raises(NotSeparable, match=r"examples 1 and 2 of .* are the same point") as e:
            kernel_svm(sample, kernel, np.inf)
        assert is_common_point(sample, e.value.exact)
    with pytest.raises(NotSeparable, match="no hyperplane separates"):
        kernel_svm(FLOWERS, linear, np.inf)
