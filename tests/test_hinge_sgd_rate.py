"""The rate of hinge SGD: its certificates and its theorems along runs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.datasets import iris
from lib.hinge_sgd import hinge_sgd, regularized_risk
from lib.samples import Sample, standardize
from lib.soft_margin import soft_margin
from lib.svm.certificates import duality_gap
from lib.theorems.hinge_sgd.loss import HINGE
from lib.theorems.hinge_sgd.rate import BALL, RATE, REGRET


@pytest.fixture(scope="module")
def sample():
    return standardize(iris("versicolor", "virginica"))


def noisy(seed: int, n: int = 20, d: int = 3) -> Sample:
    """Random examples with random labels: no hyperplane is right about them."""
    rng = np.random.default_rng(seed)
    return Sample(rng.standard_normal((n, d)), rng.choice([-1.0, 1.0], size=n))


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), passes=st.integers(1, 5), decay=st.sampled_from([0.01, 0.1, 1]))
def test_margin_errors_make_the_weights_and_certify_them(seed, passes, decay):
    sample = noisy(seed)
    run, C = hinge_sgd(sample, decay, passes * sample.n, seed=seed), 1 / (decay * sample.n)
    w, _ = run.weights("last")
    np.testing.assert_allclose(w, run.alpha @ sample.signed, atol=1e-9)
    assert run.alpha.max() <= C * (1 + 1e-12)
    gap = duality_gap(sample, w, 0.0, np.minimum(run.alpha, C), C, offset=False)
    assert gap.distance < 1e-18
    optimum = soft_margin(sample, C, offset=False).objective
    assert gap.dual - 1e-6 * optimum <= optimum <= gap.primal + 1e-6 * optimum


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    decay=st.sampled_from([0.01, 0.1, 1.0]),
    batch=st.sampled_from([1, 4, 20]),
    independent=st.booleans(),
)
def test_every_run_keeps_its_length_and_its_regret(seed, decay, batch, independent):
    rng, sample = np.random.default_rng(seed), noisy(seed)
    options = {"batch": batch, "independent": independent, "seed": seed, "at": range(1, 61)}
    seen = hinge_sgd(sample, decay, 60, **options).observe(rng.standard_normal(sample.d))
    assert not BALL.failing(seen)
    assert not REGRET.failing(seen)


def test_the_rate_holds_on_every_line_when_nothing_is_random():
    sample, decay, T = noisy(5), 0.1, 80
    run = hinge_sgd(sample, decay, T, batch=sample.n, at=range(1, T + 1))
    optimum = soft_margin(sample, 1 / (decay * sample.n), offset=False)
    seen = run.observe(optimum.w)
    W = np.cumsum(seen["t"] * seen["D"])
    gap = run.risks() - regularized_risk(sample, decay, optimum.w)
    seen |= {"W": W, "W_before": W - seen["t"] * seen["D"], "gap": gap}
    assert not RATE.failing(seen)
    assert "rate" in RATE.failing(seen | {"gap": gap + 100})


def test_the_mean_gap_of_independent_draws_keeps_the_rate():
    sample, decay = noisy(8), 0.1
    optimum = soft_margin(sample, 1 / (decay * sample.n), offset=False).objective * decay
    runs = [hinge_sgd(sample, decay, 400, independent=True, seed=seed) for seed in range(20)]
    gaps = np.mean([run.risks() for run in runs], axis=0) - optimum
    assert np.all(gaps >= -1e-9)
    assert np.all(gaps <= 2 * (2 * sample.radius) ** 2 / (decay * (runs[0].at + 1)))


def test_a_slope_outside_its_range_cuts_through_the_hinge_loss_itself():
    """What the page says of the first two counterexamples: ℓ is the hinge loss in them."""
    (corner,) = (verdict for verdict in HINGE.prove() if verdict.step.name == "corner")
    for slope in ("slope at most 0", "slope at least −1"):
        found = corner.mutants[f"without *{slope}*"]
        z, loss, g = (float(found[name]) for name in ("z_other", "h_other", "g"))
        assert loss == max(0, 1 - z) < g * (z - 1)


def test_the_steps_two_over_decay_t_plus_one_stay_in_the_ball(sample):
    """The exercise's run: each update is a convex combination, so its subgradients keep to 2R."""
    rng, w, decay = np.random.default_rng(0), np.zeros(sample.d), 0.01
    for t in range(1, 2000):
        x = sample.signed[rng.integers(sample.n)]
        v, eta = x * (w @ x < 1), 2 / (decay * (t + 1))
        assert np.linalg.norm(decay * w - v) <= 2 * sample.radius
        w = (1 - eta * decay) * w + eta * v
        assert decay * np.linalg.norm(w) <= sample.radius * (1 + 1e-12)


def test_watch_catches_a_wrong_run():
    sample = noisy(1)
    run = hinge_sgd(sample, 0.1, 50, at=range(1, 51))
    seen = run.observe(np.ones(3))
    assert not BALL.failing(seen)
    assert "expansion" in REGRET.failing(seen | {"a": seen["a"] * 0.5})
    assert "length" in BALL.failing(seen | {"r": seen["r"] + 100})
