"""The perceptron reads blocks, sparse or dense; its mistakes are those of the plain loop."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lib.perceptron
from lib.margin_perceptron import margin_perceptron
from lib.perceptron import perceptron
from lib.samples import Sample, lift, unit

seeds = st.integers(0, 10**6)
SIZES = [(1, 2, 0), (3, 5, 4), (4, 64, 2), (40, 2048, 48)]  # of blocks, and what is near


@pytest.fixture(params=SIZES, ids=str)
def blocks(request, monkeypatch):
    for name, value in zip(("BLOCK", "LONGEST", "NEAR"), request.param, strict=True):
        monkeypatch.setattr(lib.perceptron, name, value)


@np.errstate(over="ignore", invalid="ignore")
def plain_loop(run, passes, floor):
    """When the rule errs on a run's stream, the weights then, how much it sees, if it halts."""
    X, y, w, found, now = run.sample.X, run.sample.y, run.start, [], 0
    for _ in range(passes):
        before = len(found)
        for i in run.order.tolist():
            now += 1
            if y[i] * (w @ X[i]) <= run.threshold * np.sqrt(w @ w):
                w = w + run.step * y[i] * X[i]
                found.append(now - 1)
                if floor and np.sqrt(w @ w) < floor * len(found):
                    return found, w.tolist(), now, False
        if len(found) == before:
            return found, w.tolist(), now, True
    return found, w.tolist(), now, False


def agrees(run, passes, floor=0.0):
    made = run.when.tolist(), run.w.tolist(), run.seen, run.halted
    assert made == plain_loop(run, passes, floor)
    assert run.replay() is run


def stretches(seed):
    """Runs of one easy example between hard ones, of whole numbers, so that ties are common."""
    rng = np.random.default_rng(seed)
    d = int(rng.integers(1, 8))
    hard = rng.integers(-2, 3, size=(int(rng.integers(3, 150)), d))
    easy = np.repeat(rng.integers(-2, 3, size=(1, d)), 1 + rng.integers(200), axis=0)
    X = np.vstack([hard[::2], easy, hard[1::2]]) * rng.choice([1.0, 0.1, 1 / 3, 1e-9])
    return Sample(X if X.any() else X + 1, rng.choice([-1, 1], size=len(X), p=[0.2, 0.8])), rng


@pytest.mark.usefixtures("blocks")
@settings(max_examples=25)
@given(seeds)
def test_orders_starts_and_steps(seed):
    sample, rng = stretches(seed)
    sample = lift(sample, rng.choice([0.1, 1.0])) if rng.random() < 0.5 else sample
    order = rng.integers(sample.n, size=rng.integers(1, 2 * sample.n))
    start = rng.choice([0, 0.1, 1, 1e8]) * rng.integers(-5, 6, size=sample.d)
    step, passes = rng.choice([0.1, 0.5, 1, 3, 1e-8]), int(rng.integers(1, 6))
    agrees(perceptron(sample, max_passes=passes), passes)
    run = perceptron(sample, order=order, start=start, step=step, max_passes=passes)
    agrees(run, passes)


@pytest.mark.usefixtures("blocks")
@settings(max_examples=25)
@given(seeds)
def test_thresholds_and_floors(seed):
    sample, rng = stretches(seed)
    sample = unit(lift(sample, 0.1))
    gamma, floor = rng.choice([1e-9, 0.1, 0.5, 0.96]), rng.choice([0, 0.05, 0.3])
    start = None if rng.random() < 0.5 else sample.signed[0]
    run = margin_perceptron(sample, gamma, start=start, floor=floor, max_passes=4)
    agrees(run, 4, floor)


@pytest.mark.usefixtures("blocks")
def test_a_score_that_cancels_to_the_threshold_is_decided_by_its_product():
    """Tenths: sums of the inner products of updates round otherwise than products with w."""
    ties = np.array([[3.0, 1], [1, -3], [-1, 3], [2, 4], [-3, -1], [4, -2]])
    for seed in range(60):
        rng = np.random.default_rng(seed)
        X = rng.choice([0.1, 0.3, 0.7], size=(90, 1)) * ties[rng.integers(6, size=90)]
        agrees(perceptron(Sample(X, rng.choice([-1, 1], size=90)), max_passes=8), 8)


@pytest.mark.usefixtures("blocks")
def test_a_score_at_a_threshold_above_zero():
    """w = (k, 0) and x = (3/5, 4/5): y⟨w,x⟩ is 3/5 of ‖w‖ up to rounding, in the plain loop too."""
    X = np.tile([[1.0, 0], [0.6, 0.8], [1, 0], [0.6, -0.8]], (50, 1))
    for gamma in (0.6, np.nextafter(0.6, 0), np.nextafter(0.6, 1)):
        agrees(margin_perceptron(Sample(X, np.ones(200)), gamma, 1e-300, max_passes=3), 3)


@pytest.mark.usefixtures("blocks")
@pytest.mark.parametrize("size", [1e-140, 1e140, 1])
@pytest.mark.parametrize("step", [5e-324, 5e-323, 1e-310, 1e-200])
def test_what_underflows_is_decided_by_its_product(size, step):
    rng = np.random.default_rng(1)
    sample = Sample(size * rng.integers(-9, 10, size=(80, 2)) / 9, rng.choice([-1, 1], size=80))
    for start in ([0, 0], [1e-170, 3e-171]):
        agrees(perceptron(sample, step=step, start=start, max_passes=3), 3)


@pytest.mark.usefixtures("blocks")
def test_squares_that_overflow_on_the_way_are_noticed():
    """After the first update nothing is a mistake any more, so the weights stay too long."""
    there_and_back = Sample([[1, 0], [-1, 0]], [1, 1])
    with pytest.raises(ValueError, match="the weights grew beyond what floats can square"):
        perceptron(there_and_back, step=1e155, max_passes=1)
    agrees(perceptron(there_and_back, step=1e153, max_passes=4), 4)


@pytest.mark.parametrize("d", [*range(1, 20), 63, 64, 65, 100, 401])
def test_products_with_many_examples_round_as_with_one(d):
    """The search between mistakes rests on it."""
    rng = np.random.default_rng(d)
    X, w = rng.standard_normal((300, d)), rng.standard_normal(d)
    for part in (slice(0, 300), slice(1, 2), slice(3, 77)):
        alone = [x @ w for x in X[part]]
        np.testing.assert_array_equal(np.vecdot(X[part], w), alone)
        np.testing.assert_array_equal([w @ x for x in X[part]], alone)
