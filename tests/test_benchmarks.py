"""The benchmarks on small samples: both ways agree, and a difference is seen."""

import pytest

from benchmarks import hinge, pages, perceptrons, solvers
from benchmarks.timing import compare


@pytest.mark.slow  # seconds each
@pytest.mark.parametrize("module", [perceptrons, solvers, hinge], ids=lambda one: one.__name__)
def test_both_ways_agree_on_small_samples(module):
    """`compare` refuses results that differ."""
    rows = list(module.rows(small=True))
    assert rows
    assert all(row.book > 0 and row.peer > 0 and row.ratio > 0 for row in rows)


@pytest.mark.nightly
def test_a_chapter_and_a_drag_are_measured(site, chromium):
    paint, step = pages.measured(chromium, pages.CHAPTERS[:1], turns=1)
    assert paint.data == f"first paint, {pages.CHAPTERS[0]}"
    assert 0 < paint.book < 60 and 0 < paint.peer < 60
    assert 0 < step.book < 10 and step.peer == pages.LIMIT


def test_results_that_differ_are_refused():
    with pytest.raises(AssertionError, match="toy: the two results differ"):
        compare("toy", lambda: 1, lambda: 2, int.__eq__, small=True)
