"""The benchmarks on small samples: both ways agree, and a difference is seen."""

import pytest

from benchmarks import hinge, perceptrons, solvers
from benchmarks.timing import compare


@pytest.mark.slow  # seconds each
@pytest.mark.parametrize("module", [perceptrons, solvers, hinge], ids=lambda one: one.__name__)
def test_both_ways_agree_on_small_samples(module):
    """`compare` refuses results that differ."""
    rows = list(module.rows(small=True))
    assert rows
    assert all(row.book > 0 and row.peer > 0 and row.ratio > 0 for row in rows)


def test_results_that_differ_are_refused():
    with pytest.raises(AssertionError, match="toy: the two results differ"):
        compare("toy", lambda: 1, lambda: 2, int.__eq__, small=True)
