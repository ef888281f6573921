"""The widest separator against other separators, and through the origin."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.datasets import wine
from lib.linear_separators import margin
from lib.max_margin import hard_margin, max_margin
from lib.samples import Sample, prepare, with_margin
from lib.svm.certificates import margin_interval


def test_max_margin_goes_through_the_origin():
    sample = prepare(wine())
    u, gamma = max_margin(sample)
    assert gamma == pytest.approx(0.1262, abs=1e-4)
    assert np.linalg.norm(u) == pytest.approx(1)
    assert gamma == pytest.approx(margin(sample, u))
    assert gamma <= hard_margin(sample).half_width


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 5), st.floats(0.05, 0.5))
def test_no_separator_beats_the_hard_margin(seed, d, gamma):
    rng = np.random.default_rng(seed)
    sample, u = with_margin(25, d, gamma, rng)
    y = np.array([1, -1, *sample.y[2:]])
    sample = Sample(sample.X * (y * np.sign(sample.X @ u))[:, None], y)
    best = hard_margin(sample)
    assert best.half_width >= gamma * (1 - 1e-9)
    assert margin(sample, best.w, best.b) == pytest.approx(best.half_width)
    low, high = margin_interval(sample, best.w, best.b, best.alpha)
    assert low == pytest.approx(high, rel=1e-6)
    for _ in range(20):
        w, b = best.w + 0.1 * rng.normal(size=d), best.b + 0.1 * rng.normal()
        assert margin(sample, w, b) <= best.half_width * (1 + 1e-9)
