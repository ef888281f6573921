"""Either a separator or an exact common point, never both, and neither is believed unchecked."""

from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.datasets import iris, wine
from lib.linear_separators import margin
from lib.max_margin import hard_margin
from lib.samples import Sample, standardize
from lib.svm.certificates import margin_interval
from lib.svm.separability import (
    NotSeparable,
    common_point,
    exact_common_point,
    is_common_point,
)

FLOWERS = standardize(iris("versicolor", "virginica"))
WINES = standardize(wine(0, 1))


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
@pytest.mark.slow
def test_either_a_separator_or_a_common_point(seed, offset):
    """Exactly one of the two exists; each is checked without a solver."""
    rng = np.random.default_rng(seed)
    sample = Sample(rng.normal(size=(7, 2)), np.where(np.arange(7) < 4, 1, -1))
    weights = common_point(sample, offset=offset)
    if weights is None:
        found = hard_margin(sample, offset=offset)
        assert margin(sample, found.w, found.b) > 0
    else:
        assert weights.min() >= 0
        assert weights.sum() == pytest.approx(1)
        assert np.abs(weights @ sample.signed).max() < 1e-8
        with pytest.raises(NotSeparable) as caught:
            hard_margin(sample, offset=offset)
        weights = caught.value.weights
        low, high = margin_interval(sample, np.ones(2), 0.0, weights, offset=offset)
        assert low <= 0
        assert high < 1e-8


def test_the_scale_of_a_feature_does_not_matter_to_a_common_point():
    far = Sample(FLOWERS.X * [1e6, 1, 1e-6, 1], FLOWERS.y)
    assert common_point(far).sum() == pytest.approx(1)
    assert common_point(Sample(WINES.X * 10.0 ** np.arange(-6, 7), WINES.y)) is None
    assert common_point(Sample([[1, -1e-10], [1, 1e-10]], [-1, 1])) is None


def test_weights_that_certify_nothing_are_not_returned(monkeypatch):
    """A linear program that claims to be solved is not believed."""
    claim = SimpleNamespace(status=0, x=np.full(WINES.n, 1 / WINES.n))
    monkeypatch.setattr("scipy.optimize.linprog", lambda *args, **options: claim)
    assert common_point(WINES) is None


def test_a_common_point_needs_the_balance_of_an_offset_only():
    alone = Sample([[0.0, 0.0], [1.0, 2.0]], [1, -1])
    assert is_common_point(alone, {0: 1}, offset=False), "0 is on no side of a w"
    assert not is_common_point(alone, {0: 1}), "an offset puts one example anywhere"
    assert is_common_point(Sample([[3.0], [3.0]], [1, -1]), {0: 2, 1: 2})


def test_a_common_point_is_refused_if_it_is_wrong_by_one_bit():
    exact = exact_common_point(FLOWERS)
    row = min(exact)
    assert is_common_point(FLOWERS, exact)
    assert not is_common_point(FLOWERS, exact | {row: exact[row] + Fraction(1, 2**200)})
    assert not is_common_point(FLOWERS, {})
    assert not is_common_point(FLOWERS, dict.fromkeys(exact, 0))
    assert not is_common_point(FLOWERS, {row: -weight for row, weight in exact.items()})
    with pytest.raises(ValueError, match=r"weights\[0\]=0.5; give a whole number or a Fraction"):
        is_common_point(FLOWERS, {0: 0.5})
    with pytest.raises(ValueError, match="weights names row 100"):
        is_common_point(FLOWERS, {100: 1})
