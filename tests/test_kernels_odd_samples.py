"""Kernel machines on odd samples: each answer is certified on its Gram matrix, or refused."""

import cvxpy as cp
import numpy as np
import pytest

from lib.datasets import iris, wine
from lib.kernels.functions import gaussian, gram, linear, polynomial
from lib.kernels.multiclass import Classes
from lib.kernels.multiclass_perceptron import widest_lead
from lib.kernels.svm import KernelSolution, kernel_svm
from lib.samples import Sample, prepare, standardize
from lib.svm.separability import NotSeparable, Undecided, is_common_point

FLOWERS = iris("versicolor", "virginica")


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


def kernel_gap(sample, K, found):
    """Primal minus dual over primal, on the Gram matrix."""
    alpha, C = found.alpha, found.C
    scores = K @ (alpha * sample.y)
    square = (alpha * sample.y) @ scores
    short = np.maximum(0, 1 - sample.y * (scores + found.b))
    primal = square / 2 + (0 if np.isinf(C) else C * short.sum())
    assert np.isfinite(C) or short.max() < 2e-6
    return (primal - alpha.sum() + square / 2) / primal


KERNELS = {f"gaussian {width:g}": gaussian(width) for width in (0.1, 1, 10, 100, 300)}
KERNELS |= {f"degree {p}": polynomial(p) for p in (2, 5, 9)}


@pytest.mark.parametrize("C", [1.0, 1e3, np.inf])
@pytest.mark.parametrize("name", KERNELS)
def test_a_kernel_machine_is_certified_on_its_gram_matrix(name, C):
    sample, kernel = standardize(FLOWERS), KERNELS[name]
    try:
        separator, found = kernel_svm(sample, kernel, C)
    except Undecided:
        assert np.isinf(C), "only a hard margin on a nearly singular matrix may stay undecided"
        assert name in ("gaussian 10", "gaussian 100", "gaussian 300")
    else:
        assert isinstance(found, KernelSolution)
        assert kernel_gap(sample, gram(sample, kernel), found) < 2e-6
        assert separator.decision(sample.X) == pytest.approx(found.scores + found.b, abs=1e-5)


@pytest.mark.parametrize("scale", [1e-6, 1e6])
def test_no_scale_matters_to_a_kernel_machine(scale):
    flowers = standardize(FLOWERS)
    far = Sample(scale * flowers.X, flowers.y)
    for C in (1.0, np.inf):
        here, there = (kernel_svm(s, gaussian(k), C)[1] for s, k in ((flowers, 1.0), (far, scale)))
        assert there.objective == pytest.approx(here.objective, rel=1e-5)
    moved = Sample(flowers.X + 1e4, flowers.y)
    assert kernel_svm(moved, gaussian(1.0), 1.0)[1].objective == pytest.approx(
        kernel_svm(flowers, gaussian(1.0), 1.0)[1].objective, rel=1e-6
    )


def test_one_point_with_both_labels_is_no_matter_of_kernels():
    sample = Sample([[0, 0], [1, 0], [1, 0], [2, 0]], [-1, -1, 1, 1])
    for kernel in (linear, gaussian(1.0), polynomial(9)):
        with pytest.raises(NotSeparable, match=r"examples 1 and 2 of .* are the same point") as e:
            kernel_svm(sample, kernel, np.inf)
        assert is_common_point(sample, e.value.exact)
    with pytest.raises(NotSeparable, match="no hyperplane separates"):
        kernel_svm(FLOWERS, linear, np.inf)


@pytest.mark.parametrize("scale", [1e-6, 1e-3, 1e5, 1e6])
def test_no_scale_matters_to_the_widest_lead(scale):
    from sklearn.datasets import load_iris

    data = load_iris()
    X = prepare(Sample(data.data[:, 2:], np.ones(150))).X
    rows = np.r_[0:70, 120:150]
    labels = data.target[rows]
    keep = ~((labels == 1) & (data.data[rows, 2] > 4.6)) & ~(
        (labels == 2) & (data.data[rows, 2] < 5)
    )
    X, labels = X[rows][keep], labels[keep]
    U, lead = widest_lead(Classes(X, labels))
    V, there = widest_lead(Classes(scale * X, labels))
    assert there / scale == pytest.approx(lead, rel=1e-6)
    assert V == pytest.approx(U, abs=1e-5)
    W = cp.Variable(U.shape)
    scores = X @ W.T
    ahead = [
        scores[labels == k, k] - scores[labels == k, j]
        for k in range(3)
        for j in range(3)
        if j != k
    ]
    problem = cp.Problem(cp.Minimize(cp.norm(cp.vec(W, order="C"))), [cp.hstack(ahead) >= 1])
    assert 1 / problem.solve(cp.CLARABEL) == pytest.approx(lead, rel=1e-5)


def test_classes_that_nothing_separates():
    classes = Classes([[1.0], [1.0], [2.0]], [0, 1, 2], "stuck")
    with pytest.raises(NotSeparable, match="no weights separate the classes of 'stuck'"):
        widest_lead(classes)
