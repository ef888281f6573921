"""The benchmarks on small samples: both ways agree, and the page shows what was measured."""

import importlib
import re
from pathlib import Path

import numpy as np
import pytest

from benchmarks import growth, perceptrons, processes
from benchmarks.__main__ import COMPARISONS, SITE
from benchmarks.timing import Row, compare, duration
from lib.datasets import wine
from lib.runs import Run
from lib.samples import prepare

HERE = Path(__file__).parents[1] / "benchmarks"
QUICK = [module for module in COMPARISONS if module.__name__ != "benchmarks.processes"]


@pytest.mark.parametrize("module", QUICK, ids=lambda module: module.__name__)
def test_both_ways_agree_on_small_samples(module):
    """`compare` refuses results that differ."""
    rows = list(module.rows(small=True))
    assert rows
    assert all(row.book > 0 and row.peer > 0 and row.ratio > 0 for row in rows)


def test_results_that_differ_are_refused():
    with pytest.raises(AssertionError, match="toy: the two results differ"):
        compare("toy", lambda: 1, lambda: 2, int.__eq__, small=True)


def test_a_ratio_is_the_median_over_turns_and_who_goes_first_alternates():
    ticks = iter([0, 1, 1, 3, 3, 5, 5, 9])  # 1 and 2 in the first turn, 4 and 2 in the second
    order = []
    row = compare(
        "toy",
        lambda: order.append("book"),
        lambda: order.append("peer"),
        lambda ours, theirs: True,
        small=True,
        clock=lambda: next(ticks),
    )
    assert order == ["book", "peer", "book", "peer", "peer", "book"]
    assert (row.book, row.peer, row.ratio) == (2.5, 2, np.mean([1 / 2, 4 / 2]))


def test_a_perceptron_that_walks_another_way_is_caught():
    """The weights after each pass are compared, not only the last."""
    run = perceptrons.perceptron(prepare(wine()))
    perceptrons.check_trace(run)
    other = Run(run.sample, run.mistakes[::-1], run.when, run.order, run.seen, True, run.start)
    np.testing.assert_allclose(other.w, run.w)
    with pytest.raises(AssertionError, match="the weights differ after pass 1"):
        perceptrons.check_trace(other)


def test_a_missed_goal_says_so():
    assert Row("toy", 2.0, 0.0012, 1.004, 1.0).cells() == [
        "toy",
        "2\xa0s",
        "1.2\xa0ms",
        "1.00",
        "1.0",
    ]
    assert Row("toy", 1.0, 1.0, 1.006, 1.0).cells()[-1] == "**1.0,\xa0missed**"
    assert Row("toy", 1.0, 1.0, 7.0, None).cells()[-1] == "reported"


@pytest.mark.parametrize(
    ("seconds", "shown"), [(123.4, "123 s"), (0.012345, "12.3 ms"), (4.2e-5, "42 µs")]
)
def test_durations_have_three_digits(seconds, shown):
    assert duration(seconds).replace("\xa0", " ") == shown


def test_curves_have_their_slopes():
    curve = growth.Curve("n", [1, 10, 100], [0.5, 5.0, 50.0], 1)
    assert curve.slope == pytest.approx(1)
    assert [row.label for row in growth.rows(small=True)] == [
        *("n", "d", "1/γ", "n, soft margin", "n, kernel machine")
    ]


def test_the_perceptron_imports_hardly_more_than_numpy():
    """The measured ratio rests on this: numpy loads its random generators when they are used."""
    code = (
        "import sys, numpy; a = set(sys.modules); import lib.perceptron; print(*{*sys.modules} - a)"
    )
    loaded = set(processes.python("-c", code).split())
    ours = {"lib", "lib.checks", "lib.samples", "lib.runs", "lib.lookahead", "lib.perceptron"}
    assert ours < loaded
    assert loaded - ours <= {"copy", "dataclasses"}


def titles(text):
    return re.findall(r"^## (.+)$", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("file", "names"),
    [
        ("results", [module.__name__ for module in COMPARISONS]),
        ("growth", ["benchmarks.growth"]),
        ("book", [module.__name__ for module in SITE]),
    ],
)
def test_the_page_shows_what_is_measured(file, names):
    """Text and titles are the modules' own; run `make bench` when one has changed."""
    text = (HERE / f"{file}.md").read_text("utf-8")
    about = [importlib.import_module(name).__doc__.strip().split(".\n\n", 1) for name in names]
    assert titles(text) == [title for title, _ in about]
    assert all(words in text for _, words in about)
    assert f"{{include}} ../benchmarks/{file}.md" in (
        HERE.parent / "chapters/benchmarks.md"
    ).read_text("utf-8")
