"""Hinge SGD beside the plain loop and the soft margin; its certificates and theorems along runs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.datasets import iris
from lib.hinge_sgd import AVERAGES, hinge_sgd, regularized_risk
from lib.proof.watching import totals
from lib.samples import Sample, standardize
from lib.soft_margin import soft_margin
from lib.svm.certificates import duality_gap
from lib.theorems import theorem
from tests.strategies import mixed, seeds

FLOWERS = standardize(iris("versicolor", "virginica"))
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


def test_the_risk_is_the_soft_margin_objective():
    found = soft_margin(FLOWERS, 2.5)
    risk = regularized_risk(FLOWERS, 1 / (2.5 * FLOWERS.n), found.w, found.b)
    assert risk * 2.5 * FLOWERS.n == pytest.approx(found.objective, rel=1e-9)


def test_a_whole_sample_a_step_is_gradient_descent():
    runs = [hinge_sgd(FLOWERS, 0.1, 40, batch=FLOWERS.n, seed=seed) for seed in (0, 1)]
    np.testing.assert_allclose(runs[0].paths["last"], runs[1].paths["last"], atol=1e-12)
    first = runs[0].paths["last"][0, :-1]
    np.testing.assert_allclose(first, FLOWERS.signed.mean(axis=0) / 0.1)


def test_independent_draws_repeat_and_passes_do_not():
    passes = hinge_sgd(FLOWERS, 0.1, 3 * FLOWERS.n).stream.reshape(3, -1)
    assert (np.sort(passes, axis=1) == np.arange(FLOWERS.n)).all()
    assert not (passes[0] == passes[1]).all()
    drawn = hinge_sgd(FLOWERS, 0.1, FLOWERS.n, independent=True).stream
    assert len(np.unique(drawn)) < FLOWERS.n


def test_what_is_kept():
    run = hinge_sgd(FLOWERS, 0.1, 90, at=[10, 20])
    assert run.at.tolist() == [10, 20, 90]
    assert set(run.paths) == set(AVERAGES)
    assert all(path.shape == (3, 5) for path in run.paths.values())
    assert run.risks("last").shape == (3,)


@pytest.mark.filterwarnings("error")
def test_the_remedies_help():
    assert np.isfinite(hinge_sgd(FLOWERS, 0.1, 5000, step=19.99).risks()).all()
    long = Sample(1e149 * FLOWERS.X, FLOWERS.y)
    with pytest.raises(ValueError, match=r"features up to 2\.\d+e\+149 .* scale the features down"):
        hinge_sgd(long, 1e-9, 10)
    assert np.isfinite(hinge_sgd(Sample(long.X / 1e149, long.y), 1e-9, 10).risks()).all()


# The rate


def with_next(run):
    """The updates but the last, each with the slope and the pull of the next one."""
    seen = run.updates
    now = {name: seen[name][:-1] for name in ("t", "w", "w_before", "v")}
    return seen | now | {"g": seen["g"][1:], "v_next": seen["v"][1:]}


def with_regret(run, u):
    """The updates beside a comparator."""
    D = run.regrets(u)
    return run.updates | {"u": u, "D": D} | totals(S=D, H=1 / np.arange(1, run.T + 1))


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
@given(
    seed=seeds,
    decay=decays,
    batch=st.sampled_from([1, 4, 20]),
    independent=st.booleans(),
)
def test_every_run_keeps_its_length_and_its_regret(seed, decay, batch, independent):
    rng, sample = np.random.default_rng(seed), mixed(np.random.default_rng(seed), 20)
    options = {"batch": batch, "independent": independent, "seed": seed, "at": range(1, 61)}
    run, u = hinge_sgd(sample, decay, 60, **options), rng.standard_normal(sample.d)
    assert not theorem("hinge_ball").failing(with_next(run))
    assert not theorem("hinge_regret").failing(with_regret(run, u))


def test_the_rate_holds_on_every_line_when_nothing_is_random():
    sample, decay, T = mixed(np.random.default_rng(5), 20), 0.1, 80
    run = hinge_sgd(sample, decay, T, batch=sample.n, at=range(1, T + 1))
    optimum = soft_margin(sample, 1 / (decay * sample.n), offset=False)
    u, t = optimum.w, np.arange(1, T + 1)
    D, F, F_u = run.regrets(u), run.risks(), regularized_risk(sample, decay, u)
    np.testing.assert_allclose(D[1:], run.risks("last")[:-1] - F_u)
    seen = run.updates | totals(W=t * D) | {"u": u, "D": D, "mu": 2 / (t + 1)}
    seen |= {"F_u": F_u, "F_w": D + F_u, "F_mean": F, "F_mean_before": np.append(0, F[:-1])}
    assert not theorem("hinge_rate").failing(seen)
