"""Kernels: against scikit-learn, against explicit features, and within the theorems."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import make_moons
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel
from sklearn.svm import SVC

from lib.datasets import digits, iris, wine
from lib.kernels.functions import factor, gaussian, gram, linear, polynomial
from lib.kernels.multiclass import Classes, all_digits, one_against_rest
from lib.kernels.multiclass_perceptron import multiclass_perceptron, widest_lead
from lib.kernels.perceptron import kernel_perceptron
from lib.kernels.separator import KernelSeparator
from lib.kernels.svm import kernel_svm
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.samples import Sample, prepare
from lib.soft_margin import soft_margin
from lib.svm.separability import NotSeparable
from lib.theorems.block_novikoff import BLOCK_NOVIKOFF
from lib.theorems.kernels import MULTICLASS


def moons(seed: int = 0, noise: float = 0.1) -> Sample:
    X, y = make_moons(80, noise=noise, random_state=seed)
    return Sample(X, 2 * y - 1, "moons")


def three_classes(seed: int, n: int = 60, d: int = 4) -> Classes:
    """Examples on which the best of three hidden linear scores leads by at least 0.5."""
    rng = np.random.default_rng(seed)
    U, X = np.eye(3, d), rng.standard_normal((n, d))
    scores = np.sort(X @ U.T, axis=1)
    X = np.vstack([np.eye(3, d), X[scores[:, -1] >= scores[:, -2] + 0.5]])
    return Classes(X, (X @ U.T).argmax(axis=1))


# Kernels and their features


def test_kernels_are_those_of_scikit_learn():
    rng = np.random.default_rng(0)
    A, B = rng.standard_normal((5, 3)), rng.standard_normal((4, 3))
    np.testing.assert_allclose(linear(A, B), A @ B.T)
    expected = polynomial_kernel(A, B, degree=3, gamma=1, coef0=0.5)
    np.testing.assert_allclose(polynomial(3, 0.5)(A, B), expected)
    np.testing.assert_allclose(gaussian(0.7)(A, B), rbf_kernel(A, B, gamma=1 / (2 * 0.7**2)))


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), n=st.integers(1, 12), degree=st.integers(1, 4))
def test_a_factor_has_the_gram_matrix_as_inner_products(seed, n, degree):
    sample = Sample(np.random.default_rng(seed).standard_normal((n, 2)), np.ones(n))
    K = gram(sample, polynomial(degree))
    F = factor(K)
    np.testing.assert_allclose(F @ F.T, K, atol=1e-8 * np.abs(K).max())
    assert F.shape[1] <= min(n, math.comb(degree + 2, 2))


def test_gram_refuses_what_is_no_inner_product():
    sample = moons()
    for kernel, message in [
        (lambda A, B: -linear(A, B), "kernel has the eigenvalue -.* < 0 on 'moons'"),
        (lambda A, B: np.tanh(linear(A, B) - 1), "kernel has the eigenvalue"),
        (lambda A, B: A[:, :1] + 0 * B[:, 0], "kernel is not symmetric; give an inner product"),
        (lambda A, B: np.full((len(A), len(B)), np.nan), "or a number that is not finite"),
        (lambda A, B: A, r"kernel returned shape \(80, 2\)"),
    ]:
        with pytest.raises(ValueError, match=message):
            gram(sample, kernel)


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
    seen = run.observe(comparator)
    assert not BLOCK_NOVIKOFF.failing(seen)
    assert seen["gamma"] == pytest.approx(solution.half_width, rel=1e-4)
    assert run.halted
    assert run.separator.error(sample) == 0
    assert seen["r"][-1] ** 2 == pytest.approx(run.separator.alpha @ _signed(run), rel=1e-9)


def _signed(run):
    return run.sample.y * run.separator.decision(run.sample.X)


def test_it_says_when_it_stopped_short():
    run = kernel_perceptron(moons(noise=0.5), linear, max_passes=3)
    assert not run.halted
    assert (
        repr(run) == f"KernelRun on 'moons': {run.M} mistakes, 3 passes, stopped short at its bound"
    )


# The kernel support vector machine


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


def test_with_the_linear_kernel_it_is_the_soft_margin():
    sample = prepare(wine(0, 1))
    separator, _ = kernel_svm(sample, linear, 1.0)
    primal = soft_margin(sample, 1.0)
    np.testing.assert_allclose((separator.alpha * sample.y) @ sample.X, primal.w, atol=1e-6)
    assert separator.b == pytest.approx(primal.b, abs=1e-6)
    assert repr(separator).startswith("KernelSeparator on 'wine 0/1': ")


def test_the_hard_margin_exists_with_one_kernel_and_not_with_another():
    sample = moons()
    assert kernel_svm(sample, gaussian(0.3), np.inf)[0].error(sample) == 0
    with pytest.raises(NotSeparable):
        kernel_svm(sample, linear, np.inf)


# Several classes


def plain_multiclass(classes, passes):
    """The rule, one example at a time, in exact whole numbers."""
    W, log = np.zeros((classes.K, classes.X.shape[1])), []
    for _ in range(passes):
        for i, (x, y) in enumerate(zip(classes.X, classes.labels, strict=True)):
            scores = W @ x
            rival = max((k for k in range(classes.K) if k != y), key=lambda k: (scores[k], -k))
            if scores[y] <= scores[rival]:
                W[y] += x
                W[rival] -= x
                log.append((i, rival))
    return W, log


def test_the_multiclass_perceptron_is_the_plain_loop():
    classes = all_digits().rows(np.arange(300))
    run = multiclass_perceptron(classes, max_passes=4)
    W, log = plain_multiclass(classes, run.passes)
    assert list(zip(run.mistakes.tolist(), run.rivals.tolist(), strict=True)) == log
    np.testing.assert_array_equal(run.W, W)


def test_two_classes_are_the_perceptron():
    sample = prepare(wine(0, 1))
    run = multiclass_perceptron(Classes(sample.X, (sample.y > 0).astype(int)))
    plain = perceptron(sample)
    np.testing.assert_array_equal(run.mistakes, plain.mistakes)
    np.testing.assert_allclose(run.W[1], plain.w, atol=1e-12)
    np.testing.assert_allclose(run.W[0], -plain.w, atol=1e-12)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_multiclass_mistakes_keep_their_bound(seed):
    classes = three_classes(seed)
    run = multiclass_perceptron(classes)
    assert run.halted
    seen = run.observe(np.eye(3, 4))
    assert seen["gamma"] >= 0.5 / np.sqrt(3)
    assert not MULTICLASS.failing(seen)
    assert run.M <= 2 * (seen["R"] / seen["gamma"]) ** 2
    assert run.error(classes) == 0


def test_the_widest_lead_of_two_classes_is_the_margin():
    sample = prepare(wine(0, 1))
    U, lead = widest_lead(Classes(sample.X, (sample.y > 0).astype(int)))
    u, gamma = max_margin(sample)
    assert lead == pytest.approx(np.sqrt(2) * gamma, rel=1e-5)
    np.testing.assert_allclose(U, np.array([-u, u]) / np.sqrt(2), atol=1e-4)


def test_no_comparator_has_a_wider_lead():
    classes, rng = three_classes(7), np.random.default_rng(0)
    U, lead = widest_lead(classes)
    run = multiclass_perceptron(classes)
    assert run.M <= 2 * (classes.radius / lead) ** 2
    assert run.observe(U)["gamma"] == pytest.approx(lead)
    for step in (0.01, 0.1, 1):
        other = U + step * rng.standard_normal(U.shape)
        assert run.observe(other)["gamma"] <= lead + 1e-7


def test_watch_catches_a_wrong_multiclass_run():
    run = multiclass_perceptron(three_classes(3))
    seen = run.observe(run.W)  # its own final weights separate, so they can be the comparator
    assert "expansion" in MULTICLASS.failing(seen | {"r": seen["r"] * 1.1})


def test_one_against_rest_chooses_the_loudest():
    classes = all_digits().rows(np.arange(400))
    rest = one_against_rest(classes, lambda sample: perceptron(sample).w.__rmatmul__)
    W = np.array([perceptron(classes.against_rest(k)).w for k in range(10)])
    np.testing.assert_array_equal(rest.scores(classes.X), classes.X @ W.T)
    np.testing.assert_array_equal(rest.predict(classes.X), (classes.X @ W.T).argmax(axis=1))
    assert rest.error(classes) == 0


def test_digits_held_out():
    classes = all_digits()
    assert repr(classes) == "Classes('digits': n=1797, d=65, K=10)"
    run = multiclass_perceptron(classes.rows(np.arange(1200)))
    assert run.halted
    assert 0 < run.error(classes.rows(np.arange(1200, 1797))) < 0.12


# Bad input


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: polynomial(0), ValueError, "degree=0; give a whole number of at least 1"),
        (lambda: polynomial(2, -1), ValueError, "constant=-1; give a finite number of at least 0"),
        (lambda: gaussian(0), ValueError, "width=0; give a finite number above 0"),
        (
            lambda: kernel_perceptron(moons(), linear, order=[80]),
            ValueError,
            "order names row 80; rows go from 0 to 79",
        ),
        (
            lambda: kernel_perceptron(moons(), linear, max_passes=0),
            ValueError,
            "max_passes=0; give a whole number of at least 1",
        ),
        (
            lambda: kernel_svm(moons(), linear, -1.0),
            ValueError,
            "C=-1.0; give a number above 0, infinite for the hard margin",
        ),
        (
            lambda: KernelSeparator(moons(), linear, np.ones(80)).decision([[1.0]]),
            ValueError,
            r"X has shape \(1, 1\); give rows of 2 features",
        ),
        (
            lambda: kernel_perceptron(moons(), linear).observe(
                KernelSeparator(moons(1), linear, np.ones(80))
            ),
            ValueError,
            "comparator must share the run's sample and kernel",
        ),
        (lambda: Classes(np.eye(2), [0.0, 1.0]), ValueError, "type float64; give a whole number"),
        (lambda: Classes(np.eye(2), [0, 2]), ValueError, r"labels holds \[0, 2\]; number the"),
        (lambda: Classes(np.eye(2), [0, 0]), ValueError, r"labels holds \[0\]; number the"),
        (lambda: Classes([[np.nan], [1.0]], [0, 1]), ValueError, "X holds NaN or infinity"),
        (lambda: all_digits().against_rest(10), ValueError, "k=10; classes go from 0 to 9"),
        (
            lambda: one_against_rest(three_classes(1), lambda sample: 5),
            TypeError,
            "learn returned 5; return a function from rows of X to scores",
        ),
        (
            lambda: multiclass_perceptron(three_classes(1), max_passes=1.5),
            ValueError,
            "max_passes=1.5; give a whole number of at least 1",
        ),
        (
            lambda: multiclass_perceptron(three_classes(1)).observe(np.zeros((3, 4))),
            ValueError,
            "give a nonzero U",
        ),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_iris_in_three_classes_stops_short():
    setosa, virginica = iris(), iris("versicolor", "virginica")
    X = np.vstack([setosa.X, virginica.X[virginica.y > 0]])
    labels = np.repeat([0, 1, 2], 50)
    run = multiclass_perceptron(Classes(X, labels), max_passes=20)
    assert not run.halted
    assert repr(run).endswith("20 passes, stopped short at its bound")
    with pytest.raises(ValueError, match="no weights separate the classes of 'classes'"):
        widest_lead(run.classes)
