"""Kernels against scikit-learn, explicit features and cvxpy; their perceptrons and machines."""

import math
import re

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel

from lib.datasets import wine
from lib.figures.kernels import UPRIGHT, lifting, squares, two_rings
from lib.figures.points import view
from lib.figures.style import blank
from lib.kernels.functions import factor, gaussian, gram, linear, polynomial
from lib.kernels.kernel_perceptron import kernel_perceptron
from lib.kernels.multiclass import Classes, multiclass_perceptron, widest_lead
from lib.kernels.svm import kernel_svm
from lib.perceptron import perceptron
from lib.samples import Sample, prepare, subset
from lib.svm.separability import NotSeparable, Undecided, is_common_point
from lib.theorems import theorem
from tests.strategies import FLOWERS, moons


def test_kernels_are_those_of_scikit_learn():
    rng = np.random.default_rng(0)
    A, B = rng.standard_normal((5, 3)), rng.standard_normal((4, 3))
    np.testing.assert_allclose(linear(A, B), A @ B.T)
    expected = polynomial_kernel(A, B, degree=3, gamma=1, coef0=0.5)
    np.testing.assert_allclose(polynomial(3, 0.5)(A, B), expected)
    np.testing.assert_allclose(gaussian(0.7)(A, B), rbf_kernel(A, B, gamma=1 / (2 * 0.7**2)))
    far = gaussian(3.0)(np.array([[1e15]]), np.array([[1e15 + 1]]))
    assert far.item() == pytest.approx(math.exp(-1 / 18), rel=1e-15)
    assert polynomial(2)(np.array([[200]], np.uint8), [[200]]) == 40_001**2, "nothing wraps"


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), n=st.integers(1, 12), degree=st.integers(1, 4))
def test_a_factor_has_the_gram_matrix_as_inner_products(seed, n, degree):
    sample = Sample(np.random.default_rng(seed).standard_normal((n, 2)), np.ones(n))
    K = gram(sample, polynomial(degree))
    F = factor(K)
    np.testing.assert_allclose(F @ F.T, K, atol=1e-8 * np.abs(K).max())
    assert F.shape[1] <= min(n, math.comb(degree + 2, 2))


# The kernel perceptron


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
    assert (run.halted, run.passes) == (plain.halted, plain.passes)


@pytest.mark.parametrize("kernel", [gaussian(0.4), polynomial(5)])
def test_its_mistakes_keep_the_block_novikoff_bound(kernel):
    sample = moons()
    comparator, solution = kernel_svm(sample, kernel, np.inf, offset=False)
    run = kernel_perceptron(sample, kernel)
    u = (comparator.alpha * sample.y) @ run.features
    u /= np.linalg.norm(u)
    seen = run.updates | {"u": u, "gamma": (sample.y * (run.features @ u)).min()}
    assert not theorem("block_novikoff").failing(seen)
    assert seen["gamma"] == pytest.approx(solution.half_width, rel=1e-4)
    assert run.halted
    assert run.score(sample) == 1
    w = seen["w"][-1]
    f = run.separator.decision(sample.X)
    assert w @ w == pytest.approx(run.separator.alpha @ (sample.y * f), rel=1e-9)
    np.testing.assert_allclose(run.features @ w, f, atol=1e-8)


# Lifted points


def test_the_lifting_has_the_inner_products_of_the_kernel_and_the_plane_an_edge():
    (sample, best), kernel = two_rings(), polynomial(2, constant=0)
    lifted = squares(sample.X)
    np.testing.assert_allclose(lifted @ lifted.T, gram(sample, kernel), atol=1e-12)
    right, up, toward = view(60, 0) @ UPRIGHT @ best.w / best.norm
    np.testing.assert_allclose(toward, 0, atol=1e-6)  # seen edge-on
    assert up < 0  # down, to the circles
    seen = lifted @ UPRIGHT.T @ view(60, 0)[:2].T
    distance = sample.y * (seen @ [right, up] + best.b / best.norm)
    assert distance.min() == pytest.approx(best.half_width, rel=1e-6)
    assert "edge-on, a line, with every circle below it" in lifting(blank(2), 60, 0)


# Several classes


def three_classes(seed: int, n: int = 60, d: int = 4) -> Classes:
    """Examples on which the best of three hidden linear scores leads by at least 0.5."""
    rng = np.random.default_rng(seed)
    U, X = np.eye(3, d), rng.standard_normal((n, d))
    scores = np.sort(X @ U.T, axis=1)
    X = np.vstack([np.eye(3, d), X[scores[:, -1] >= scores[:, -2] + 0.5]])
    return Classes(X, (X @ U.T).argmax(axis=1))


def beside_weights(run, U):
    """The updates of a run beside a comparator, as U / ‖U‖, and its least lead."""
    U = U / np.linalg.norm(U)
    scores, rows = run.sample.X @ U.T, np.arange(len(run.sample.X))
    own = scores[rows, run.sample.labels]
    scores[rows, run.sample.labels] = -np.inf
    return run.updates | {"u": U.ravel(), "gamma": (own - scores.max(axis=1)).min()}


def test_two_classes_are_the_perceptron():
    sample = prepare(wine(0, 1))
    run = multiclass_perceptron(Classes(sample.X, (sample.y > 0).astype(int)))
    plain = perceptron(sample)
    np.testing.assert_array_equal(run.mistakes, plain.mistakes)
    np.testing.assert_allclose(run.W, [-plain.w, plain.w], atol=1e-12)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_multiclass_mistakes_keep_their_bound(seed):
    classes = three_classes(seed)
    run = multiclass_perceptron(classes)
    assert run.halted
    seen = beside_weights(run, np.eye(3, 4))
    assert seen["gamma"] >= 0.5 / np.sqrt(3)
    assert not theorem("multiclass").failing(seen)
    assert run.M <= 2 * (classes.radius / seen["gamma"]) ** 2
    np.testing.assert_allclose(seen["w"][-1].reshape(3, 4), run.W, atol=1e-12)
    np.testing.assert_array_equal(run.predict(classes.X), classes.labels)


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_the_widest_lead_is_that_of_cvxpy_at_any_scale(scale):
    classes = three_classes(0)
    X, labels = classes.X, classes.labels
    run = multiclass_perceptron(Classes(scale * X, labels))
    U, lead = widest_lead(run.sample)
    assert beside_weights(run, U)["gamma"] == pytest.approx(lead)
    W = cp.Variable(U.shape)
    scores, pairs = X @ W.T, [(k, j) for k in range(3) for j in range(3) if j != k]
    ahead = [scores[labels == k, k] - scores[labels == k, j] for k, j in pairs]
    problem = cp.Problem(cp.Minimize(cp.norm(cp.vec(W, order="C"))), [cp.hstack(ahead) >= 1])
    assert 1 / problem.solve(cp.CLARABEL) == pytest.approx(lead / scale, rel=1e-5)


# Kernel machines


@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("C", [0.01, 1.0, 100.0, np.inf])
@pytest.mark.parametrize("kernel", [gaussian(0.5), gaussian(3.0), polynomial(3), linear])
@pytest.mark.slow
def test_kernel_machines_against_cvxpy_on_their_features(kernel, C, offset):
    if C == np.inf and kernel is linear:
        with pytest.raises(NotSeparable):
            kernel_svm(FLOWERS, kernel, C, offset=offset)
        return
    weights = np.linspace(0.2, 5, FLOWERS.n) if C == 1.0 else np.ones(FLOWERS.n)
    found = kernel_svm(FLOWERS, kernel, C, weights=weights, offset=offset)[1]
    values, vectors = np.linalg.eigh(gram(FLOWERS, kernel))
    rows = vectors * np.sqrt(np.maximum(values, 0))
    force = cp.Variable(FLOWERS.n)
    box = [cp.multiply(FLOWERS.y, force) >= 0, cp.abs(force) <= min(C, 1e6) * weights]
    height = cp.Maximize(FLOWERS.y @ force - cp.sum_squares(rows.T @ force) / 2)
    problem = cp.Problem(height, [*box, cp.sum(force) == 0] if offset else box)
    assert found.gap.relative < 1e-8
    assert found.objective == pytest.approx(problem.solve(cp.CLARABEL), rel=1e-5)


def test_a_kernel_that_is_no_inner_product_certifies_nothing():
    """Its least eigenvalue is -1e-9, behind a third example that makes up for it."""
    near = np.array([[1, 1 + 1e-9, 0], [1 + 1e-9, 1, 0], [0, 0, 3e-8]])
    sample = Sample([[0.0], [1.0], [2.0]], [-1, 1, 1])

    def kernel(A, B):
        return near[np.ix_(A[:, 0].astype(int), B[:, 0].astype(int))]

    with pytest.raises(Undecided, match="no certified optimum"):
        kernel_svm(sample, kernel, 1e8, offset=False)


def test_a_gram_matrix_is_enough():
    """As the help has it, with row numbers in place of the examples, new ones too."""
    sample, C = moons(), 1.0
    G = gaussian(1)(sample.X, sample.X)
    words = " ".join(kernel_svm.__doc__.split())
    kernel = eval(re.search(r"the kernel is (lambda .*\])\.", words)[1], {"G": G})
    learned, numbers = np.arange(60), np.arange(80.0)[:, None]
    machine, _ = kernel_svm(Sample(numbers[learned], sample.y[learned]), kernel, C)
    plain, _ = kernel_svm(subset(sample, learned), gaussian(1), C)
    np.testing.assert_allclose(machine.decision(numbers), plain.decision(sample.X), atol=1e-9)


@pytest.mark.parametrize("scale", [1e-6, 1e6])
def test_no_scale_matters_to_a_kernel_machine(scale):
    far = Sample(scale * FLOWERS.X, FLOWERS.y)
    for C in (1.0, np.inf):
        here, there = (kernel_svm(s, gaussian(k), C)[1] for s, k in ((FLOWERS, 1.0), (far, scale)))
        assert there.objective == pytest.approx(here.objective, rel=1e-5)


def test_one_point_with_both_labels_is_no_matter_of_kernels():
    sample = Sample([[0, 0], [1, 0], [1, 0], [2, 0]], [-1, -1, 1, 1])
    with pytest.raises(NotSeparable, match=r"examples 1 and 2 of .* are the same point") as e:
        kernel_svm(sample, gaussian(1.0), np.inf)
    assert is_common_point(sample, e.value.exact)
