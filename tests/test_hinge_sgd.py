"""Hinge SGD: beside the plain loop and the soft margin, what it keeps, what it refuses."""

import numpy as np
import pytest

from lib.datasets import iris
from lib.hinge_sgd import AVERAGES, hinge_sgd, regularized_risk
from lib.samples import Sample, standardize, with_margin
from lib.soft_margin import soft_margin


@pytest.fixture(scope="module")
def sample():
    return standardize(iris("versicolor", "virginica"))


def plain(sample, decay, steps, step, offset, seed):
    """The rule as a loop over single examples, with everything remembered."""
    rng, stream = np.random.default_rng(seed), []
    while len(stream) < steps:
        stream += rng.permutation(sample.n).tolist()
    w, b, before = np.zeros(sample.d), 0.0, []
    for t, i in enumerate(stream[:steps], 1):
        before.append(w)
        x, y, eta = sample.X[i], sample.y[i], step or 1 / (decay * t)
        short = y * (x @ w + b) < 1
        w = (1 - eta * decay) * w + (eta * y * x if short else 0)
        b = b + (eta * y if short and offset else 0)
    return w, b, np.array(before)


@pytest.mark.parametrize("offset", [False, True])
@pytest.mark.parametrize("step", [None, 0.1])
def test_the_run_is_the_plain_loop(sample, step, offset):
    run = hinge_sgd(sample, 0.01, 250, step=step, offset=offset, seed=3)
    w, b, before = plain(sample, 0.01, 250, step, offset, seed=3)
    np.testing.assert_allclose(run.weights("last")[0], w, rtol=1e-9)
    assert run.weights("last")[1] == pytest.approx(b, rel=1e-9)
    np.testing.assert_allclose(run.weights("mean")[0], before.mean(axis=0), rtol=1e-9)
    weighted = np.average(before, axis=0, weights=np.arange(1, 251))
    np.testing.assert_allclose(run.weights("weighted")[0], weighted, rtol=1e-9)


def test_the_corrected_decay_reaches_the_optimum_and_the_printed_one_does_not(sample):
    optimum, elsewhere = (soft_margin(sample, C, offset=False) for C in (1, 1 / sample.n))
    corrected, printed = hinge_sgd(sample, 1 / sample.n, 50_000), hinge_sgd(sample, 1, 50_000)
    assert np.linalg.norm(corrected.weights()[0] - optimum.w) < 0.05
    assert np.linalg.norm(printed.weights()[0] - elsewhere.w) < 0.01
    assert np.linalg.norm(printed.weights()[0] - optimum.w) > 1.9
    assert 0 < corrected.risks()[-1] * sample.n - optimum.objective < 0.01
    assert sample.n * regularized_risk(sample, 1 / sample.n, printed.weights()[0]) > 37


def test_with_an_offset_it_reaches_the_optimum_with_an_offset(sample):
    run, optimum = hinge_sgd(sample, 0.01, 50_000, offset=True), soft_margin(sample, 1)
    assert 0 < run.risks()[-1] - optimum.objective / sample.n < 1e-3
    assert run.weights()[1] == pytest.approx(optimum.b, abs=0.05)
    assert hinge_sgd(sample, 0.01, 100).weights()[1] == 0


def test_the_risk_is_the_soft_margin_objective(sample):
    found = soft_margin(sample, 2.5)
    risk = regularized_risk(sample, 1 / (2.5 * sample.n), found.w, found.b)
    assert risk * 2.5 * sample.n == pytest.approx(found.objective, rel=1e-9)


def test_a_whole_sample_a_step_is_gradient_descent(sample):
    runs = [hinge_sgd(sample, 0.1, 40, batch=sample.n, seed=seed) for seed in (0, 1)]
    np.testing.assert_allclose(runs[0].paths["last"], runs[1].paths["last"], atol=1e-12)
    first = runs[0].paths["last"][0, :-1]
    np.testing.assert_allclose(first, sample.signed.mean(axis=0) / 0.1)


def test_mini_batches_reach_the_optimum_in_fewer_steps(sample):
    optimum = soft_margin(sample, 1, offset=False).objective / sample.n
    single, batches = (hinge_sgd(sample, 0.01, 2000, batch=k) for k in (1, 50))
    assert batches.risks()[-1] - optimum < (single.risks()[-1] - optimum) / 3


def test_independent_draws_repeat_and_passes_do_not(sample):
    passes = hinge_sgd(sample, 0.1, 3 * sample.n).stream.reshape(3, -1)
    assert (np.sort(passes, axis=1) == np.arange(sample.n)).all()
    assert not (passes[0] == passes[1]).all()
    drawn = hinge_sgd(sample, 0.1, sample.n, independent=True).stream
    assert len(np.unique(drawn)) < sample.n


def test_separable_examples_end_without_errors():
    sample, _ = with_margin(60, 4, 0.3, np.random.default_rng(2))
    w, _ = hinge_sgd(sample, 0.001, 20_000).weights()
    assert (sample.signed @ w > 0).all()


def test_what_is_kept(sample):
    run = hinge_sgd(sample, 0.1, 90, at=[10, 20])
    assert run.at.tolist() == [10, 20, 90]
    assert set(run.paths) == set(AVERAGES)
    assert all(path.shape == (3, 5) for path in run.paths.values())
    assert run.risks("last").shape == (3,)
    assert repr(run).startswith("HingeRun on 'iris versicolor/virginica': 90 steps, ")
    assert "30 steps of 3 examples" in repr(hinge_sgd(sample, 0.1, 30, batch=3))


@pytest.mark.filterwarnings("error")
def test_the_remedies_help(sample):
    assert np.isfinite(hinge_sgd(sample, 0.1, 5000, step=19.99).risks()).all()
    long = Sample(1e149 * sample.X, sample.y)
    with pytest.raises(ValueError, match=r"features up to 2\.\d+e\+149 .* scale the features down"):
        hinge_sgd(long, 1e-9, 10)
    assert np.isfinite(hinge_sgd(Sample(long.X / 1e149, long.y), 1e-9, 10).risks()).all()
