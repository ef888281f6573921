"""Dual ascent by pairs and by coordinates, and the walk inside the box, against other solvers."""

from itertools import islice, pairwise

import numpy as np
import pytest

from lib.datasets import iris
from lib.kernels.functions import gaussian, linear, polynomial
from lib.kernels.svm import kernel_svm
from lib.samples import Sample, standardize
from lib.soft_margin import soft_margin
from lib.svm import pairs
from lib.svm.coordinates import coordinate_ascent
from lib.svm.pairs import climb, pair_ascent
from lib.svm.programs import direct
from lib.svm.solution import Solution
from lib.svm_dual import dual

FLOWERS = standardize(iris("versicolor", "virginica"))


def value(K, y, alpha):
    """Σα - ½ (αy)ᵀK(αy)."""
    return alpha.sum() - (alpha * y) @ K @ (alpha * y) / 2


# The steps of the page, in plain loops


def by_pairs(K, y, C, count):
    """The objective after each of `count` steps, by the pair that violates optimality most."""
    alpha, values = np.zeros(len(y)), []
    for _ in range(count):
        rise = y - K @ (alpha * y)
        grows = np.where(y > 0, alpha < C, alpha > 0)
        shrinks = np.where(y > 0, alpha > 0, alpha < C)
        i = max(np.flatnonzero(grows), key=lambda k: rise[k])
        j = min(np.flatnonzero(shrinks), key=lambda k: rise[k])
        bend = K[i, i] + K[j, j] - 2 * K[i, j]
        reach = [C - alpha[i] if y[i] > 0 else alpha[i], alpha[j] if y[j] > 0 else C - alpha[j]]
        t = min((rise[i] - rise[j]) / bend, *reach)
        alpha[i] += y[i] * t
        alpha[j] -= y[j] * t
        values.append(value(K, y, alpha))
    return values


def test_the_pairs_walk_as_a_plain_loop():
    K, n = gaussian(1.5)(FLOWERS.X, FLOWERS.X), FLOWERS.n
    plain = by_pairs(K, FLOWERS.y, 0.7, 3 * n)
    for k, (alpha, scores) in enumerate(islice(pair_ascent(K, FLOWERS.y, 0.7), 3), start=1):
        assert value(K, FLOWERS.y, alpha) == pytest.approx(plain[k * n - 1], rel=1e-9)
        np.testing.assert_allclose(scores, K @ (alpha * FLOWERS.y))
    assert all(here < there for here, there in pairwise(plain[:n]))


def test_a_pass_of_coordinates_by_hand():
    """x = 2 and then x = 1, both positive: α = 1/4, which leaves y⟨w,x⟩ = 1/2 for the other."""
    passes = coordinate_ascent(Sample([[2.0], [1.0]], [1, 1]), 0.4)
    w, alpha = next(passes)
    assert alpha.tolist() == [0.25, 0.4]
    assert w.tolist() == [0.9]
    assert next(passes)[1] == pytest.approx([0.05, 0.4])


@pytest.mark.parametrize("C", [0.05, 1.0])
def test_both_ascents_reach_the_optimum_of_cvxpy(C):
    *_, (alpha, _) = pair_ascent(FLOWERS.X @ FLOWERS.X.T, FLOWERS.y, C)
    assert dual(FLOWERS, C).objective == pytest.approx(
        value(FLOWERS.X @ FLOWERS.X.T, FLOWERS.y, alpha), rel=1e-7
    )
    *_, (w, alpha) = islice(coordinate_ascent(FLOWERS, C), 400)
    np.testing.assert_allclose(w, alpha @ FLOWERS.signed, atol=1e-12)
    best = dual(FLOWERS, C, offset=False).objective
    assert alpha.sum() - w @ w / 2 == pytest.approx(best, rel=1e-4)


# Against cvxpy, and within bounds


@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("C", [1e-4, 1.0, 1e4])
@pytest.mark.parametrize("shape", [(60, 3), (60, 59), (30, 30), (20, 80)], ids=str)
def test_the_first_answer_is_exact(shape, C, offset):
    """More examples than features, or fewer: cvxpy finds the same optimum, and less exactly."""
    rng = np.random.default_rng(sum(shape))
    X = rng.normal(size=shape) / np.sqrt(shape[1])
    sample = Sample(X, np.where(X[:, 0] + 0.3 * rng.normal(size=shape[0]) > 0, 1, -1))
    w, alpha = next(direct(sample, C, offset))
    found = Solution.complete(sample, C, w, alpha, offset)
    assert found.gap.relative < 1e-8
    assert found.objective == pytest.approx(dual(sample, C, offset=offset).objective, rel=1e-6)


@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("C", [0.01, 1.0, 100.0, np.inf])
@pytest.mark.parametrize("kernel", [gaussian(0.5), gaussian(3.0), polynomial(3), linear])
def test_kernel_machines_against_cvxpy_on_their_features(kernel, C, offset):
    if C == np.inf and kernel is linear:
        return  # the species overlap
    found = kernel_svm(FLOWERS, kernel, C, offset=offset)[1]
    values, vectors = np.linalg.eigh(found.K)
    rows = Sample(vectors * np.sqrt(np.maximum(values, 0)), FLOWERS.y)
    assert found.gap.relative < 1e-8
    assert found.objective == pytest.approx(dual(rows, C, offset=offset).objective, rel=1e-5)


@pytest.mark.parametrize("kernel", [gaussian(0.5), linear])
def test_equal_examples_bear_equal_shares(kernel):
    """Doubled, in any order: half of α each, where α is unique; the same w everywhere."""
    order = np.random.default_rng(0).permutation(np.tile(np.arange(FLOWERS.n), 2))
    twice = Sample(FLOWERS.X[order], FLOWERS.y[order])
    once, doubled = kernel_svm(FLOWERS, kernel, 1.0)[1], kernel_svm(twice, kernel, 0.5)[1]
    for i in range(FLOWERS.n):
        assert np.ptp(doubled.alpha[order == i]) == 0
    if kernel is not linear:
        np.testing.assert_allclose(doubled.alpha, once.alpha[order] / 2, atol=1e-7)
    np.testing.assert_allclose(doubled.f, once.f[order], atol=1e-5)


def test_a_wide_sample_shares_too():
    sample = Sample([[1.0, 0.0, 2.0], [1.0, 0.0, 2.0], [0.0, 1.0, 0.0]], [1, 1, -1])
    alpha = soft_margin(sample, 1.0).alpha
    assert alpha[0] == alpha[1] == pytest.approx(alpha[2] / 2)


def test_without_a_hard_margin_the_climb_ends():
    """Two labels on one point: the objective grows without end."""
    sample = Sample(np.repeat(FLOWERS.X, 2, axis=0), np.tile([-1, 1], FLOWERS.n))
    K = gaussian(1.0)(sample.X, sample.X)
    for offset in (True, False):
        with np.errstate(all="ignore"):
            assert climb(K, sample.y, np.inf, offset).shape == (sample.n,)
    assert len(list(pair_ascent(K, sample.y, np.inf))) <= pairs.PASSES


def test_where_slack_is_dear_no_general_solver_is_asked(monkeypatch):
    """A large price, where pairs give up and small eigenvalues of K count; cvxpy is slow there."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 2))
    y = np.where(X[:, 0] * X[:, 1] + 0.5 * rng.normal(size=400) > 0, 1, -1)
    monkeypatch.setattr("lib.kernels.svm.dual_answers", lambda *_: pytest.fail("cvxpy is asked"))
    _, found = kernel_svm(Sample(X, y), gaussian(1.0), 1000.0)
    assert found.gap.total <= 1e-6 * found.norm**2 / 2


def test_passes_are_bounded():
    """Features that differ by a factor of 1000 make pairs slow."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 2)) * [1, 1000]
    y = np.where(X[:, 0] + rng.normal(size=30) > 0, 1.0, -1.0)
    assert len(list(pair_ascent(X @ X.T, y, 100.0))) == pairs.PASSES
