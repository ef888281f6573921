"""Pictures of the margin perceptron say what they draw."""

import re

import numpy as np
import pytest

from lib.block_novikoff import in_three_dimensions
from lib.figures import margin_perceptron as margin_perceptron_figures
from lib.figures.style import blank
from lib.linear_separators import margin
from lib.margin_perceptron.bounds import (
    dipping,
    last_crossing,
)
from lib.max_margin import max_margin
from lib.perceptron import margin_perceptron
from lib.samples import Sample
from tests.margins import WINE


@pytest.fixture(scope="module")
def best():
    return max_margin(WINE)


# The pictures


@pytest.fixture
def ax():
    from matplotlib.figure import Figure

    return Figure().subplots()


def test_growth_marks_each_bound_on_the_line(ax):
    sample, u = in_three_dimensions(0.1, 0.5)
    shown = margin_perceptron_figures.growth(ax, margin_perceptron(sample, 0.1, max_passes=1), u)
    assert re.findall(r"(?:at|end at t =) (\d+)\b", shown.text) == ["249", "251", "400", "840"]
    marks = [line.get_xydata()[0] for line in ax.lines if len(line.get_xydata()) == 1]
    np.testing.assert_allclose([t for t, _ in marks], [840, 400, 251.286], rtol=1e-5)
    np.testing.assert_allclose([length / t for t, length in marks], 0.1)
    with pytest.raises(ValueError, match=r"threshold 0\.09; the notes' proof needs 0\.05"):
        margin_perceptron_figures.growth(ax, margin_perceptron(sample, 0.1, 0.1, max_passes=1), u)


def test_bands_say_how_near_the_nearest_example_is():
    sample = Sample([[0.6, 0.8], [0.8, 0.6], [-1, 0]], [1, 1, -1])
    runs = {epsilon: margin_perceptron(sample, 0.8, epsilon) for epsilon in (1, 0.5)}
    shown = margin_perceptron_figures.bands(blank(2), runs)
    reached = margin(sample, runs[0.5].w)
    assert (
        f"ε = 0.5: a green band 0.400 wide to each side, the nearest example at {reached:.3f}"
        in (shown.text)
    )
    assert "ε = 1: no band, the nearest example at" in shown.text
    assert "on the unit circle" in shown.text
    assert [ax.get_title() for ax in shown.figure.axes] == [
        f"ε = {epsilon}: {run.M} updates, margin {margin(sample, run.w):.3f}"
        for epsilon, run in runs.items()
    ]


def test_rungs_hold_the_measured_points(ax):
    shown = margin_perceptron_figures.rungs(ax, [(0.1, 50)], [(0.1, 249), (0.2, 61)])
    assert "2.44 to 2.490" in shown.text
    assert "0.50 to 0.50" in shown.text
    worst, real = ax.lines[-2:]
    np.testing.assert_allclose(worst.get_ydata(), [2.49, 2.44])
    np.testing.assert_allclose(real.get_ydata(), [0.5])
    assert len(ax.lines) == 9
    assert "horizontal lines at 16, 12, 8, 4, 3 and" in shown.text


def test_crossing_marks_the_last_one(ax):
    sample, _ = dipping(0.1, 3)
    run = margin_perceptron(sample, 0.1, max_passes=1)
    shown = margin_perceptron_figures.crossing(ax, run, 20)
    assert f"From update {last_crossing(run, 20)} on" in shown.text
    assert "crosses upward 4 times" in shown.text
    assert [line.get_xdata()[0] for line in ax.lines if line.get_linestyle() == "--"] == [
        last_crossing(run, 20)
    ]
    with pytest.raises(ValueError, match="does not rise to level=30 for good"):
        margin_perceptron_figures.crossing(ax, run, 30)


def test_certificate_draws_both_numbers_around_the_margin(ax, best):
    run = margin_perceptron(WINE, best[1], 0.1)
    shown = margin_perceptron_figures.certificate(ax, run, best[1])
    assert "at t = 108, above a dashed green line at 0.1262" in shown.text
    above, below, level = (line.get_ydata() for line in ax.lines)
    assert below.max() <= level[0] + 1e-9 <= above.min() + 1e-8
