"""Distances and margins against their definitions; scaling, also to min |f| = 1."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.linear_separators import (
    canonical,
    decision,
    margin,
    misclassified,
    signed_distance,
)
from lib.samples import Sample
from tests.strategies import mixed, seeds

offsets = st.floats(-3, 3)


def test_a_line_that_one_can_draw():
    sample = Sample([[0, 0], [3, 4], [-6, 2]], [1, 1, -1])
    np.testing.assert_array_equal(decision(sample, [3, 4], 10), [10, 35, 0])
    np.testing.assert_array_equal(signed_distance(sample, [3, 4], 10), [2, 7, 0])
    assert misclassified(sample, [3, 4], 10).tolist() == [2], "a tie counts"
    np.testing.assert_array_equal(decision(sample, [3, 4]), [0, 25, -10])
    # Erratum A26: the offset is no distance.
    assert margin(Sample([[0.0, 0.0]], [1]), [3, 4], 10) == 2


@given(seeds, offsets)
@settings(max_examples=25)
def test_margins_are_the_least_of_their_kind(seed, b):
    rng = np.random.default_rng(seed)
    sample, w = mixed(rng, 10), rng.normal(size=3)
    scores = [float(y * (x @ w + b)) for x, y in zip(sample.X, sample.y, strict=True)]
    assert margin(sample, w, b) == pytest.approx(min(scores) / np.linalg.norm(w))
    assert misclassified(sample, w, b).tolist() == [i for i, s in enumerate(scores) if s <= 0]


@given(seeds, offsets)
@settings(max_examples=25)
def test_canonical_form_keeps_the_hyperplane(seed, b):
    rng = np.random.default_rng(seed)
    sample, w = mixed(rng, 10), rng.normal(size=3)
    v, c = canonical(sample, w, b)
    assert np.abs(decision(sample, v, c)).min() == pytest.approx(1)
    np.testing.assert_allclose(
        signed_distance(sample, v, c), signed_distance(sample, w, b), atol=1e-12
    )
