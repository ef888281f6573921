"""The widest separator by hand, against other separators, and in its theorems."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.datasets import wine
from lib.linear_separators import margin
from lib.max_margin import beside, hard_margin, max_margin
from lib.samples import Sample, prepare, with_margin
from lib.svm.certificates import margin_interval
from lib.svm.separability import NotSeparable
from lib.svm.solution import Solution
from lib.theorems.max_margin import EXACT_MARGIN, UNIQUE, WHY_ONE


def test_two_points():
    """Half the distance between them is the margin, and α = 1/(2 γ²) each."""
    found = hard_margin(Sample([[0.0, 0.0], [3.0, 4.0]], [-1, 1]))
    assert found.half_width == pytest.approx(2.5)
    assert found.w == pytest.approx([0.24, 0.32])
    assert found.b == pytest.approx(-1)
    assert found.alpha == pytest.approx([0.08, 0.08])


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


def test_not_separable_through_the_origin():
    with pytest.raises(NotSeparable, match=r"through 0 separates 'sample'.*lift the sample"):
        max_margin(Sample([[1.0], [2.0]], [-1, 1]))


def test_a_zero_vector_is_what_refutes_without_it():
    """Why both classes must be there: with w = 0 no offset has to give exactly 1."""
    for theorem, name in ((EXACT_MARGIN, "an example touches"), (WHY_ONE, "half is shorter"),
                          (UNIQUE, "no offset gives more than 1")):  # fmt: skip
        [verdict] = [v for v in theorem.prove() if v.step.name == name]
        assert verdict.mutants["without *w is not 0*"]["U"] == "0"


def test_a_solution_beside_any_separator():
    sample, u = with_margin(12, 3, 0.1, np.random.default_rng(1))
    best = hard_margin(sample)
    assert EXACT_MARGIN.failing(beside(best, u, 0.0)) == []
    worse = Solution(sample, np.inf, 1.2 * best.w, 1.2 * best.b, best.alpha)
    assert "w is shortest" in EXACT_MARGIN.failing(beside(worse, u, 0.0))
    with pytest.raises(ValueError, match=r"\(w, b\) has margin -.*; give a separator"):
        beside(best, -u, 0.0)
