"""Samples: what they hold, transformations and their invariants, known margins."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.preprocessing import StandardScaler, normalize

from lib.datasets import wine
from lib.samples import Sample, lift, prepare, standardize, unit, with_margin

seeds = st.integers(0, 10_000)


def random_sample(seed, n=12, d=3):
    rng = np.random.default_rng(seed)
    scales, shift = 10.0 ** rng.integers(-3, 4, size=d), rng.normal(size=d)
    return Sample(rng.normal(size=(n, d)) * scales + shift, rng.choice([-1, 1], size=n))


def test_a_sample_knows_its_sizes():
    sample = Sample([[3, 4], [0, 1], [-1, 0]], [1, -1, 1], "three")
    assert (sample.n, sample.d, sample.radius) == (3, 2, 5.0)
    assert sample.X.dtype == sample.y.dtype == float
    assert sample.features == ("x1", "x2")


def test_a_sample_is_a_read_only_copy():
    X, y = np.ones((3, 2), order="F"), np.array([1.0, -1.0, 1.0])
    sample = Sample(X, y)
    assert sample.X.flags.c_contiguous  # rows are looked at one by one
    X[0, 0], y[:] = np.nan, 0
    np.testing.assert_array_equal(sample.X, np.ones((3, 2)))
    np.testing.assert_array_equal(sample.y, [1, -1, 1])
    for derived in (sample, sample.columns("x2"), lift(sample), unit(sample), standardize(sample)):
        for array in (derived.X, derived.y):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = np.nan
            assert array.flags.owndata, "not a view of what somebody else can write to"
    with pytest.raises(AttributeError):
        sample.name = "other"


def test_columns_keep_order_and_names():
    sample = Sample([[1, 2, 3], [4, 5, 6]], [1, -1], "named", ("a", "b", "c"))
    seen = sample.columns("c", "a")
    np.testing.assert_array_equal(seen.X, [[3, 1], [6, 4]])
    assert (seen.features, seen.name) == (("c", "a"), "named")
    np.testing.assert_array_equal(seen.y, sample.y)


# Transformations


@given(seeds, st.sampled_from([0.5, 1.0, 3.0]))
@settings(max_examples=25)
def test_lift_makes_the_offset_a_weight(seed, size):
    sample = random_sample(seed)
    lifted = lift(sample, size)
    w, b = np.array([1.0, -2.0, 0.5]), 0.75
    np.testing.assert_allclose(lifted.X @ [*w, b / size], sample.X @ w + b)
    np.testing.assert_array_equal(lifted.X[:, :-1], sample.X)
    assert lifted.features == (*sample.features, "1")
    assert lifted.radius == pytest.approx(np.hypot(sample.radius, size))


@given(seeds)
@settings(max_examples=25)
def test_unit_agrees_with_scikit_learn_and_keeps_every_side(seed):
    sample = random_sample(seed)
    short = unit(sample)
    np.testing.assert_allclose(short.X, normalize(sample.X))
    w = np.random.default_rng(seed).normal(size=3)
    np.testing.assert_array_equal(np.sign(short.X @ w), np.sign(sample.X @ w))
    np.testing.assert_allclose(unit(short).X, short.X, rtol=1e-15)
    assert (short.name, short.features) == (sample.name, sample.features)


@given(seeds)
@settings(max_examples=25)
def test_standardize_agrees_with_scikit_learn(seed):
    sample, other = random_sample(seed), random_sample(seed + 1)
    scaler = StandardScaler().fit(sample.X)
    once = standardize(sample)
    np.testing.assert_allclose(once.X, scaler.transform(sample.X), atol=1e-9)
    np.testing.assert_allclose(
        standardize(other, like=sample).X, scaler.transform(other.X), rtol=1e-9, atol=1e-9
    )
    np.testing.assert_allclose(once.X.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(once.X.std(axis=0), 1)
    np.testing.assert_allclose(standardize(once).X, once.X, atol=1e-12)


@pytest.mark.parametrize("value", [0.0, 5.0, 0.1, 1e6 + 0.1])
def test_standardize_only_shifts_a_constant_feature(value):
    X = np.column_stack([np.arange(7.0), np.full(7, value)])
    sample = standardize(Sample(X, np.ones(7)))
    np.testing.assert_array_equal(sample.X[:, 1], 0)
    held_out = Sample([[1.0, value + 2]], [1])
    after = standardize(held_out, like=Sample(X, np.ones(7)))
    assert after.X[0, 1] == pytest.approx(2)


def test_prepare_is_standardize_then_lift_then_unit():
    sample = wine()
    prepared = prepare(sample)
    np.testing.assert_array_equal(prepared.X, unit(lift(standardize(sample))).X)
    assert prepared.features[-1] == "1"


def test_the_order_of_lift_and_unit_matters():
    """Balcan's dummy feature first, then the scaling: the vectors differ."""
    sample = Sample([[3.0, 4.0]], [1])
    np.testing.assert_allclose(unit(lift(sample)).X, [np.array([3, 4, 1]) / np.sqrt(26)])
    np.testing.assert_allclose(lift(unit(sample)).X, [[0.6, 0.8, 1]])


# A known margin


@given(seeds, st.floats(0.01, 1), st.integers(1, 40), st.integers(2, 6))
@settings(max_examples=25)
def test_with_margin_keeps_its_promise(seed, gamma, n, d):
    sample, u = with_margin(n, d, gamma, np.random.default_rng(seed))
    assert (sample.n, sample.d) == (n, d)
    assert np.linalg.norm(u) == pytest.approx(1)
    np.testing.assert_allclose(np.linalg.norm(sample.X, axis=1), 1)
    assert (sample.signed @ u).min() >= gamma - 1e-12


def test_with_margin_uses_the_whole_range_and_both_labels():
    sample, u = with_margin(2000, 5, 0.2, np.random.default_rng(0))
    along = sample.signed @ u
    assert along.min() == pytest.approx(0.2, abs=0.01)
    assert along.max() == pytest.approx(1, abs=0.01)
    assert along.mean() == pytest.approx(0.6, abs=0.02)
    assert abs(sample.y.mean()) < 0.1
    # In the other directions the examples have no preference.
    across = sample.X - np.outer(sample.X @ u, u)
    assert np.linalg.norm(across.mean(axis=0)) < 0.05
    assert sample.name == "random, margin 0.2"
