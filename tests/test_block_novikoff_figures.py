"""Pictures of the Block–Novikoff theorem say what they draw."""

import pytest

from lib.block_novikoff import in_three_dimensions
from lib.datasets import wine
from lib.figures.block_novikoff import bounds, sandwich
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.samples import prepare

WINE = prepare(wine())


# The pictures


@pytest.fixture
def ax():
    from matplotlib.figure import Figure

    return Figure().subplots()


def test_the_sandwich_says_whether_the_run_is_tight(ax):
    sample, u = in_three_dimensions(0.2)
    tight = sandwich(ax, perceptron(sample), u).text
    assert "meets it at t = 25.0" in tight
    assert "lie on the line; magenta circles, its length, lie on the curve" in tight
    loose = sandwich(ax, perceptron(WINE), max_margin(WINE)[0]).text
    assert "on or above the line; magenta circles, its length, lie on or below the curve" in loose
    assert "end at t = 25, with γt = 3.16" in loose


def test_bounds_say_how_far_the_mistakes_stay_below(ax):
    text = bounds(ax, ["one", "two"], [1, 5], [4, 10]).text
    assert "one 1 against 4.0; two 5 against 10.0. A dot lies at 0.25 to 0.50 of its bound" in text
