"""Several classes: against two classes, cvxpy, and within the theorem."""

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_digits, load_iris

from lib.datasets import wine
from lib.kernels.multiclass import Classes, one_against_rest
from lib.kernels.multiclass_perceptron import MulticlassRun, multiclass_perceptron, widest_lead
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.samples import Sample, prepare
from lib.theorems import theorem


def three_classes(seed: int, n: int = 60, d: int = 4) -> Classes:
    """Examples on which the best of three hidden linear scores leads by at least 0.5."""
    rng = np.random.default_rng(seed)
    U, X = np.eye(3, d), rng.standard_normal((n, d))
    scores = np.sort(X @ U.T, axis=1)
    X = np.vstack([np.eye(3, d), X[scores[:, -1] >= scores[:, -2] + 0.5]])
    return Classes(X, (X @ U.T).argmax(axis=1))


def beside(run, U):
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
    seen = beside(run, np.eye(3, 4))
    assert seen["gamma"] >= 0.5 / np.sqrt(3)
    assert not theorem("multiclass").failing(seen)
    assert run.M <= 2 * (classes.radius / seen["gamma"]) ** 2
    np.testing.assert_allclose(seen["w"][-1].reshape(3, 4), run.W, atol=1e-12)
    assert run.error(classes) == 0


def test_final_weights_may_be_the_comparator():
    run = multiclass_perceptron(three_classes(3))
    seen = beside(run, run.W)  # its own final weights separate, so they can be the comparator
    assert theorem("multiclass").failing(seen) == []
    none = np.zeros(0, dtype=int)
    with pytest.raises(ValueError, match="the run made no mistake, so there is no update"):
        _ = MulticlassRun(run.classes, none, none, 1, True).updates


def test_digits_held_out_and_a_run_that_stops_short():
    data = load_digits()
    classes = Classes(data.data, data.target, "digits")
    run = multiclass_perceptron(classes.rows(np.arange(1200)))
    assert run.halted
    assert 0 < run.error(classes.rows(np.arange(1200, 1797))) < 0.12
    short = multiclass_perceptron(classes.rows(np.arange(300)), max_passes=1)
    assert not short.halted


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
    assert beside(run, U)["gamma"] == pytest.approx(lead)
    W = cp.Variable(U.shape)
    scores, pairs = X @ W.T, [(k, j) for k in range(3) for j in range(3) if j != k]
    ahead = [scores[labels == k, k] - scores[labels == k, j] for k, j in pairs]
    problem = cp.Problem(cp.Minimize(cp.norm(cp.vec(W, order="C"))), [cp.hstack(ahead) >= 1])
    assert 1 / problem.solve(cp.CLARABEL) == pytest.approx(lead / scale, rel=1e-5)
