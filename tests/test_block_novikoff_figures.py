"""Pictures of the Block–Novikoff theorem say what they draw."""

import numpy as np
import pytest

from lib.block_novikoff import in_three_dimensions
from lib.datasets import wine
from lib.figures import style
from lib.figures.block_novikoff import one_update, sandwich
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.samples import EIGHT, prepare

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
    assert "lie on the line; circles, its length, lie on the curve" in tight
    loose = sandwich(ax, perceptron(WINE), max_margin(WINE)[0]).text
    assert "on or above the line; circles, its length, lie on or below the curve" in loose
    assert "end at t = 25, with γt = 3.16" in loose


@pytest.mark.parametrize(("t", "grown", "product"), [(1, 0.71, 0), (2, 0.71, -7), (3, 2.12, -2)])
def test_an_update_says_its_progress_and_its_growth(t, grown, product):
    axes, run = style.blank(2), perceptron(EIGHT)
    text = one_update(axes, run, np.array([1, 1]) / np.sqrt(2), t)
    assert f"grows by {grown:.2f}, and must by 0.71" in text
    assert f"with the weights is {product}".replace("-", "−") + "," in text
    old, new = (w @ w for w in run.weights[t - 1 : t + 1])
    assert text.endswith(f"from {old:g} to {new:g}; {old + 18:g} is allowed.")
    (circle,) = [drawn for drawn in axes[1].lines if len(drawn.get_xdata()) > 2]
    assert np.hypot(*circle.get_data()) == pytest.approx(np.sqrt(old + 18))
    (bar,) = [drawn for drawn in axes[0].lines if drawn.get_linewidth() == 5]
    assert np.ptp(bar.get_xydata() @ [1, 1]) / np.sqrt(2) == pytest.approx(grown, abs=0.005)
