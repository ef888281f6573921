"""Distances and margins against their definitions; scaling; the canonical form."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lib.datasets import iris
from lib.linear_separators import (
    canonical,
    decision,
    functional_margin,
    margin,
    misclassified,
    signed_distance,
)
from lib.samples import Sample, lift, with_margin

seeds = st.integers(0, 10_000)
offsets = st.floats(-3, 3)


def drawn(seed, n=10, d=3):
    """A random sample, and a w that is not zero."""
    rng = np.random.default_rng(seed)
    return Sample(rng.normal(size=(n, d)), rng.choice([-1, 1], size=n)), rng.normal(size=d)


def test_a_line_that_one_can_draw():
    sample = Sample([[0, 0], [3, 4], [-6, 2]], [1, 1, -1])
    np.testing.assert_array_equal(decision(sample, [3, 4], 10), [10, 35, 0])
    np.testing.assert_array_equal(signed_distance(sample, [3, 4], 10), [2, 7, 0])
    assert functional_margin(sample, [3, 4], 10) == 0
    assert margin(sample, [3, 4], 15) == -1
    np.testing.assert_array_equal(decision(sample, [3, 4]), [0, 25, -10])


@given(seeds, offsets)
def test_signed_distance_is_the_distance_to_the_nearest_point(seed, b):
    """The foot of the perpendicular lies on the hyperplane, and no point of it is nearer."""
    sample, w = drawn(seed)
    reach = signed_distance(sample, w, b)
    foot = sample.X - np.outer(reach, w / np.linalg.norm(w))
    np.testing.assert_allclose(foot @ w + b, 0, atol=1e-12)
    np.testing.assert_array_equal(np.sign(reach), np.sign(sample.X @ w + b))
    step = np.random.default_rng(seed + 1).normal(size=(10, 3))
    other = foot + step - np.outer(step @ w, w) / (w @ w)
    assert (np.linalg.norm(sample.X - other, axis=1) >= np.abs(reach)).all()


@given(seeds, offsets)
def test_margins_are_the_least_of_their_kind(seed, b):
    sample, w = drawn(seed)
    scores = [float(y * (x @ w + b)) for x, y in zip(sample.X, sample.y, strict=True)]
    assert functional_margin(sample, w, b) == pytest.approx(min(scores))
    assert margin(sample, w, b) == pytest.approx(min(scores) / np.linalg.norm(w))
    assert misclassified(sample, w, b).tolist() == [i for i, s in enumerate(scores) if s <= 0]


@given(seeds, offsets, st.integers(-20, 20))
def test_a_scale_changes_the_functional_margin_only(seed, b, power):
    """By powers of two, so that nothing rounds."""
    sample, w = drawn(seed)
    c = 2.0**power
    assert functional_margin(sample, c * w, c * b) == c * functional_margin(sample, w, b)
    assert margin(sample, c * w, c * b) == margin(sample, w, b)
    np.testing.assert_array_equal(misclassified(sample, c * w, c * b), misclassified(sample, w, b))


@given(seeds, offsets)
def test_the_opposite_hyperplane_turns_every_sign(seed, b):
    sample, w = drawn(seed)
    np.testing.assert_array_equal(signed_distance(sample, -w, -b), -signed_distance(sample, w, b))
    flipped = Sample(sample.X, -sample.y)
    assert margin(flipped, -w, -b) == margin(sample, w, b)


@given(seeds, st.permutations(range(3)), st.tuples(*[st.sampled_from([-1, 1])] * 3))
def test_a_rotation_of_the_axes_keeps_margins(seed, order, signs):
    rng = np.random.default_rng(seed)
    sample = Sample(rng.integers(-9, 10, size=(8, 3)), rng.choice([-1, 1], size=8))
    w = rng.integers(1, 10, size=3)
    turn = np.array(signs)
    turned = Sample(sample.X[:, order] * turn, sample.y)
    assert margin(turned, w[order] * turn, 2) == margin(sample, w, 2)


@given(seeds, offsets)
def test_an_offset_is_the_weight_of_a_lifted_coordinate(seed, b):
    sample, w = drawn(seed)
    lifted = lift(sample)
    np.testing.assert_allclose(decision(lifted, [*w, b]), decision(sample, w, b))
    # The distance shrinks: the lifted normal is longer.
    shrink = np.linalg.norm(w) / np.hypot(np.linalg.norm(w), b)
    assert margin(lifted, [*w, b]) == pytest.approx(shrink * margin(sample, w, b))


@given(seeds, offsets)
def test_canonical_form_keeps_the_hyperplane(seed, b):
    sample, w = drawn(seed)
    v, c = canonical(sample, w, b)
    assert np.abs(decision(sample, v, c)).min() == pytest.approx(1)
    np.testing.assert_allclose(
        signed_distance(sample, v, c), signed_distance(sample, w, b), atol=1e-12
    )
    np.testing.assert_allclose(np.abs(signed_distance(sample, v, c)).min(), 1 / np.linalg.norm(v))


@given(seeds, st.floats(0.05, 0.5))
def test_the_margin_of_a_correct_canonical_separator_is_one_over_its_length(seed, gamma):
    sample, u = with_margin(12, 3, gamma, np.random.default_rng(seed))
    w, b = canonical(sample, u)
    assert functional_margin(sample, w, b) == pytest.approx(1)
    assert margin(sample, w, b) == pytest.approx(1 / np.linalg.norm(w))


def test_canonical_does_not_imply_correct():
    """Clarification A12: both points labelled +1, and min |f| = 1 on both sides."""
    sample = Sample([[1.0, 0.0], [-1.0, 0.0]], [1, 1])
    w, b = canonical(sample, [5.0, 0.0])
    np.testing.assert_array_equal(w, [1, 0])
    assert b == 0
    np.testing.assert_array_equal(sample.y * decision(sample, w, b), [1, -1])


def test_the_offset_is_no_distance():
    """Erratum A26: with w = (3, 4) and b = 10 the origin lies at distance 2."""
    origin = Sample([[0.0, 0.0]], [1])
    assert margin(origin, [3, 4], 10) == 2


def test_a_point_on_the_hyperplane_counts_as_misclassified():
    sample = Sample([[1, 1], [1, -1], [-1, 1]], [1, 1, 1])
    assert misclassified(sample, [1, 1]).tolist() == [1, 2]
    assert misclassified(sample, [1, 1], -2).tolist() == [0, 1, 2]


def test_exact_rationals_agree_on_every_small_line():
    points = list(itertools.product(range(-2, 3), repeat=2))
    sample = Sample(points, [1 if i % 2 else -1 for i in range(len(points))])
    for w in itertools.product((-3, 1, 4), repeat=2):
        scores = [y * (w[0] * a + w[1] * b) for (a, b), y in zip(points, sample.y, strict=True)]
        assert functional_margin(sample, w) == min(scores)
        assert Fraction(margin(sample, w)) == pytest.approx(
            float(Fraction(int(min(scores)))) / np.hypot(*w)
        )


def test_iris_setosa_lies_apart():
    """The line halfway between the two nearest points of the classes, on petal lengths alone."""
    petal = iris().columns("petal length (cm)")
    setosa, versicolor = petal.X[petal.y < 0].max(), petal.X[petal.y > 0].min()
    assert margin(petal, [1], -(setosa + versicolor) / 2) == pytest.approx(
        (versicolor - setosa) / 2
    )
