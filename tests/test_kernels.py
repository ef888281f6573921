"""Kernels against scikit-learn, explicit features and cvxpy; their perceptrons and machines."""

import math

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_iris
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel
from sklearn.svm import SVC

from lib.datasets import digits, iris, wine
from lib.kernels.functions import factor, gaussian, gram, linear, polynomial
from lib.kernels.multiclass import Classes, one_against_rest
from lib.kernels.multiclass_perceptron import MulticlassRun, multiclass_perceptron, widest_lead
from lib.kernels.perceptron import KernelRun, kernel_perceptron
from lib.kernels.svm import kernel_svm
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.samples import Sample, prepare, standardize
from lib.svm.separability import NotSeparable, Undecided, is_common_point
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
    scores, rows = run.classes.X @ U.T, np.arange(len(run.classes.X))
    own = scores[rows, run.classes.labels]
    scores[rows, run.classes.labels] = -np.inf
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
    assert run.error(classes) == 0


def test_final_weights_may_be_the_comparator():
    run = multiclass_perceptron(three_classes(3))
    seen = beside_weights(
        run, run.W
    )  # its own final weights separate, so they can be the comparator
    assert theorem("multiclass").failing(seen) == []
    none = np.zeros(0, dtype=int)
    with pytest.raises(ValueError, match="the run made no mistake, so there is no update"):
        _ = MulticlassRun(run.classes, none, none, 1, True).updates


def test_one_against_the_rest_answers_with_the_loudest():
    classes = three_classes(3)

    def learn(sample):
        w = perceptron(sample, max_passes=20).w
        return lambda X: X @ w

    W = [perceptron(classes.against_rest(k), max_passes=20).w for k in range(classes.K)]
    found = one_against_rest(classes, learn)(classes.X)
    np.testing.assert_array_equal(found, [np.argmax([w @ x for w in W]) for x in classes.X])


# The widest lead


def test_the_widest_lead_of_two_classes_is_the_margin():
    sample = prepare(wine(0, 1))
    U, lead = widest_lead(Classes(sample.X, (sample.y > 0).astype(int)))
    u, gamma = max_margin(sample)
    assert lead == pytest.approx(np.sqrt(2) * gamma, rel=1e-5)
    np.testing.assert_allclose(U, np.array([-u, u]) / np.sqrt(2), atol=1e-4)


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_the_widest_lead_is_that_of_cvxpy_at_any_scale(scale):
    data = load_iris()
    X, labels, long = (
        prepare(Sample(data.data[:, 2:], np.ones(150))).X,
        data.target,
        data.data[:, 2],
    )
    keep = ~((labels == 1) & (long > 4.6)) & ~((labels == 2) & (long < 5))
    X, labels = X[keep], labels[keep]
    run = multiclass_perceptron(Classes(scale * X, labels))
    U, lead = widest_lead(run.classes)
    assert beside_weights(run, U)["gamma"] == pytest.approx(lead)
    W = cp.Variable(U.shape)
    scores, pairs = X @ W.T, [(k, j) for k in range(3) for j in range(3) if j != k]
    ahead = [scores[labels == k, k] - scores[labels == k, j] for k, j in pairs]
    problem = cp.Problem(cp.Minimize(cp.norm(cp.vec(W, order="C"))), [cp.hstack(ahead) >= 1])
    assert 1 / problem.solve(cp.CLARABEL) == pytest.approx(lead / scale, rel=1e-5)


# Kernel machines

FLOWERS = iris("versicolor", "virginica")
NEAR = standardize(FLOWERS)


# Against others


@pytest.mark.parametrize(
    ("kernel", "options"),
    [
        (gaussian(0.5), {"kernel": "rbf", "gamma": 2.0}),
        (polynomial(3), {"kernel": "poly", "degree": 3, "gamma": 1.0, "coef0": 1.0}),
        (linear, {"kernel": "linear"}),
    ],
)
def test_the_svm_is_scikit_learns(kernel, options):
    sample = moons(noise=0.3)
    separator, solution = kernel_svm(sample, kernel, 1.0)
    peer = SVC(C=1.0, tol=1e-12, **options).fit(sample.X, sample.y)
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
