"""Hinge SGD beside the plain loop and the soft margin; its certificates and theorems along runs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.hinge_sgd import hinge_sgd
from lib.proof.watching import totals
from lib.samples import Sample
from lib.soft_margin import soft_margin
from lib.svm.certificates import duality_gap
from lib.theorems import theorem
from tests.strategies import FLOWERS, mixed, seeds

decays = st.sampled_from([0.01, 0.1, 1.0])


def plain(decay, steps, step, offset, seed):
    """The rule as a loop over single examples, with everything remembered."""
    rng, stream = np.random.default_rng(seed), []
    while len(stream) < steps:
        stream += rng.permutation(FLOWERS.n).tolist()
    w, b, before = np.zeros(FLOWERS.d), 0.0, []
    for t, i in enumerate(stream[:steps], 1):
        before.append(w)
        x, y, eta = FLOWERS.X[i], FLOWERS.y[i], step or 1 / (decay * t)
        short = y * (x @ w + b) < 1
        w = (1 - eta * decay) * w + (eta * y * x if short else 0)
        b = b + (eta * y if short and offset else 0)
    return w, b, np.array(before)


@pytest.mark.parametrize("offset", [False, True])
@pytest.mark.parametrize("step", [None, 0.1])
def test_the_run_is_the_plain_loop(step, offset):
    run = hinge_sgd(FLOWERS, 0.01, 250, step=step, offset=offset, seed=3)
    w, b, before = plain(0.01, 250, step, offset, seed=3)
    np.testing.assert_allclose(run.weights("last")[0], w, rtol=1e-9)
    assert run.weights("last")[1] == pytest.approx(b, rel=1e-9)
    np.testing.assert_allclose(run.weights("mean")[0], before.mean(axis=0), rtol=1e-9)
    weighted = np.average(before, axis=0, weights=np.arange(1, 251))
    np.testing.assert_allclose(run.weights("weighted")[0], weighted, rtol=1e-9)


def test_with_an_offset_it_reaches_the_optimum_with_an_offset():
    run, optimum = hinge_sgd(FLOWERS, 0.01, 20_000, offset=True), soft_margin(FLOWERS, 1)
    assert 0 < run.risks()[-1] - optimum.objective / FLOWERS.n < 1e-3
    assert run.weights()[1] == pytest.approx(optimum.b, abs=0.05)
    assert hinge_sgd(FLOWERS, 0.01, 100).weights()[1] == 0


def test_a_whole_sample_a_step_is_gradient_descent():
    runs = [hinge_sgd(FLOWERS, 0.1, 40, batch=FLOWERS.n, seed=seed) for seed in (0, 1)]
    np.testing.assert_allclose(runs[0].paths["last"], runs[1].paths["last"], atol=1e-12)
    first = runs[0].paths["last"][0, :-1]
    np.testing.assert_allclose(first, FLOWERS.signed.mean(axis=0) / 0.1)


def test_independent_draws_repeat():
    drawn = hinge_sgd(FLOWERS, 0.1, FLOWERS.n, independent=True).stream
    assert len(np.unique(drawn)) < FLOWERS.n


def test_features_that_are_too_long_are_refused_and_a_step_below_the_limit_is_not():
    assert np.isfinite(hinge_sgd(FLOWERS, 0.1, 5000, step=19.99).risks()).all()
    with pytest.raises(ValueError, match=r"features up to 2\.\d+e\+149 .* scale the features down"):
        hinge_sgd(Sample(1e149 * FLOWERS.X, FLOWERS.y), 1e-9, 10)


@settings(max_examples=10)
@given(seed=seeds, passes=st.integers(1, 5), decay=decays)
def test_margin_errors_make_the_weights_and_certify_them(seed, passes, decay):
    sample = mixed(np.random.default_rng(seed), 20)
    run, C = hinge_sgd(sample, decay, passes * sample.n, seed=seed), 1 / (decay * sample.n)
    w, _ = run.weights("last")
    np.testing.assert_allclose(w, run.alpha @ sample.signed, atol=1e-9)
    assert run.alpha.max() <= C * (1 + 1e-12)
    gap = duality_gap(sample, w, 0.0, np.minimum(run.alpha, C), C, offset=False)
    assert gap.distance < 1e-18
    optimum = soft_margin(sample, C, offset=False).objective
    assert gap.dual - 1e-6 * optimum <= optimum <= gap.primal + 1e-6 * optimum


@settings(max_examples=10)
@given(seeds, decays, st.sampled_from([1, 4, 20]), st.booleans())
def test_every_run_keeps_its_length_and_its_regret(seed, decay, batch, independent):
    rng, sample = np.random.default_rng(seed), mixed(np.random.default_rng(seed), 20)
    options = {"batch": batch, "independent": independent, "seed": seed, "at": range(1, 61)}
    run, u = hinge_sgd(sample, decay, 60, **options), rng.standard_normal(sample.d)
    seen, rows = run.updates, sample.signed[run.stream].reshape(60, batch, -1)

    def F(w):
        lost = np.maximum(0, 1 - (rows * np.expand_dims(w, -2)).sum(axis=2))
        return decay / 2 * (w**2).sum(axis=-1) + lost.mean(axis=1)

    D = F(seen["w_before"]) - F(u)
    updates = {name: seen[name][:-1] for name in ("t", "w", "w_before", "v")}
    following = {"g": seen["g"][1:], "v_next": seen["v"][1:]}
    assert not theorem("hinge_ball").failing(seen | updates | following)
    sums = totals(S=D, H=1 / np.arange(1, run.T + 1))
    assert not theorem("hinge_regret").failing(seen | sums | {"u": u, "D": D})
