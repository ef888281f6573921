"""The pictures of dual ascent, held to the paths that they show."""

import re

import numpy as np
import pytest

from lib.dual_ascent import dual_values, wishes
from lib.figures import dual_ascent as figures
from lib.figures import style
from lib.figures.colors import BEST, NOW
from lib.samples import EIGHT, subset
from lib.svm.certificates import duality_gap
from tests.test_dual_ascent import FLIPPED
from tests.watched import ascent, greedy

TWO = subset(EIGHT, [0, 2])
STAIRS = ascent(TWO, 1, [0, 1] * 7)
PAIRS = greedy(FLIPPED, 0.1)


def numbers(said):
    return [float(found) for found in re.findall(r"[+-]?\d+\.\d+", said.replace("−", "-"))]


@pytest.mark.parametrize("step", range(15))
def test_the_hill_says_where_it_stands_and_goes(step):
    axes = style.blank(2)
    said = figures.hill(axes, TWO, STAIRS, 1, step)
    values = dual_values(TWO, STAIRS)
    assert numbers(said)[:2] == pytest.approx([values[step], values[-1]], abs=6e-4)
    if step < 14:
        move = (STAIRS[step + 1] - STAIRS[step])[step % 2]
        assert numbers(said)[2] == pytest.approx(move, abs=6e-4)
        assert ("at the wall" in said) == (STAIRS[step + 1][step % 2] == 1)
    now, slice_now = (
        [line.get_xydata()[-1] for line in ax.lines if line.get_color() == NOW] for ax in axes
    )
    np.testing.assert_allclose(now, [STAIRS[step]])
    np.testing.assert_allclose(slice_now, [[STAIRS[step][step % 2], values[step]]])


def test_the_hill_s_diamond_is_the_top_of_the_box():
    ticks = np.linspace(0, 1, 201)
    grid = np.array([[a, b] for a in ticks for b in ticks])
    assert dual_values(TWO, grid).max() <= dual_values(TWO, STAIRS)[-1] + 1e-12


@pytest.mark.parametrize("step", range(len(PAIRS)))
def test_wishes_are_drawn_and_told(step):
    ax = style.blank()
    said = figures.crossing(ax, FLIPPED, PAIRS, 0.1, step)
    asked = wishes(FLIPPED, PAIRS[step], 0.1)
    b = sum(asked.ends) / 2
    gap = duality_gap(FLIPPED, PAIRS[step] @ FLIPPED.signed, b, PAIRS[step], 0.1).total
    assert numbers(said)[-1] == pytest.approx(gap, abs=6e-3)
    rays = [(note.xyann, note.xy) for note in ax.texts]
    free = (PAIRS[step] > 0) & (PAIRS[step] < 0.1)
    assert len(rays) == 8 + free.sum()
    right = {row for (own, row), (end, _) in rays if end > own}
    assert right == set(np.flatnonzero(asked.rise > 0))
    met = [line for line in ax.lines if line.get_color() == BEST]
    assert len(met) == (step == len(PAIRS) - 1) == ("all wishes" in said)
    if met:
        np.testing.assert_allclose(met[0].get_xdata(), b)
    else:
        rows = [int(row) for row in re.findall(r"example (\d)", said)]
        assert rows == list(asked.pair)
        assert numbers(said)[:3] == pytest.approx([*asked.ends, asked.violation], abs=6e-3)


def test_falling_gaps_are_told_at_their_levels():
    passes = np.array([1.0, 2, 4, 8])
    ax = style.blank()
    curves = {"one": (passes, [0.5, 0.05, 5e-4, 5e-7]), "two": (passes, [0.9, 0.5, 0.3, 0.2])}
    said = figures.falling(ax, curves).text
    assert "one is below 0.1 after 2, 0.001 after 4, 1e-06 after 8, and ends at 5e-07" in said
    assert "two ends at 0.2 after 8" in said
    assert [line.get_linestyle() for line in ax.lines] == ["-", "--"]
