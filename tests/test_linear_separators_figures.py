"""The pictures of linear separators: what is near, what is wrong, and the widest on the grid."""

import re

import numpy as np
import pytest

from lib.figures import linear_separators as figures
from lib.figures.style import blank
from lib.max_margin import hard_margin
from lib.samples import EIGHT, Sample
from tests.stored import explorer

CORNERS = Sample([[0, 1], [3, 1], [1, -1], [2, -3]], [1, 1, -1, -1])


def pieces(ax):
    """Crosses, stems and rings of a picture, as arrays of points."""
    return [
        [line.get_xydata() for line in ax.lines if line.get_marker() == marker and finite(line)]
        for marker in ("x", "None", "o")
    ]


def finite(line):
    return type(line).__name__ != "AxLine"  # a hyperplane


def test_a_stem_joins_each_of_the_nearest_to_the_line():
    ax = blank()
    words = figures.separator(ax, CORNERS, [0, 2]).text
    crosses, stems, rings = pieces(ax)
    assert crosses == []
    assert [stem.tolist() for stem in stems] == [
        [[0, 1], [0, 0]],
        [[3, 1], [3, 0]],
        [[1, -1], [1, 0]],
    ]
    np.testing.assert_array_equal(rings[0], CORNERS.X[:3])
    assert "a ring at (0, 1) and (1, -1) and (3, 1)." in words


def test_a_stem_is_at_a_right_angle_to_a_line_that_leans():
    ax = blank()
    figures.separator(ax, Sample([[3.0, 1.0], [-4.0, 0.0]], [1, -1]), [3, 4], -3)
    (stem,) = pieces(ax)[1]
    foot, along = stem[1], stem[1] - stem[0]
    assert foot @ [3, 4] == pytest.approx(3)
    assert along[0] * 4 == pytest.approx(along[1] * 3)


def test_a_cross_does_not_hide_the_class_of_what_is_wrong():
    ax = blank()
    figures.separator(ax, CORNERS, [1, 0], -1.5)
    (wrong,), stems, rings = pieces(ax)
    assert (stems, rings) == ([], [])
    np.testing.assert_array_equal(wrong, [[0, 1], [2, -3]])
    (cross,) = (line for line in ax.lines if line.get_marker() == "x")
    assert cross.get_zorder() < 1  # where examples are


def test_a_line_of_some_slope_and_height():
    sample = Sample([[1, 2], [-1, -1]], [1, -1])
    assert figures.leaning(blank(), 0, 0.5, sample) == (
        "The line of slope 0 and height 0.5 separates, and keeps a distance of 1.500."
    )
    assert "distance of 0.707" in figures.leaning(blank(), -1, -1, sample)
    assert figures.leaning(blank(), -0.5, 3, sample) == (
        "The line of slope −0.5 and height 3 misclassifies 1 point."
    )


def test_the_widest_margin_lies_on_the_grid():
    said = explorer("linear-separators", "fig-leaning-line")
    found = {state: re.search(r"distance of ([\d.]+)\.$", text) for state, text in said.items()}
    margins = {state: float(match[1]) for state, match in found.items() if match}
    best = hard_margin(EIGHT)
    widest = max(margins, key=margins.get)
    assert widest == ("−1", "1")
    assert margins[widest] == pytest.approx(1 / np.linalg.norm(best.w), abs=5e-4)
    np.testing.assert_allclose([*best.w, best.b], [0.5, 0.5, -0.5], atol=1e-9)
    assert 10 < len(margins) < len(said)


def test_three_points_are_nearest_to_the_widest_line():
    ax = blank()
    figures.leaning(ax, -1, 1, EIGHT)
    np.testing.assert_array_equal(pieces(ax)[2][0], EIGHT.X[[0, 2, 4]])


def segments(ax):
    """Lines of two points, as arrays."""
    return [line.get_xydata() for line in ax.lines if finite(line) and len(line.get_xdata()) == 2]


def test_the_foot_is_where_the_shortest_way_ends():
    ax = blank()
    text = figures.foot(ax, [1, 1], -1, (3, 3), (3, -2)).text
    way, long = segments(ax)
    assert way.tolist() == [[3, 3], [0.5, 0.5]] and long.tolist() == [[3, 3], [3, -2]]
    assert (way[1] - way[0]) @ (long[1] - way[1]) == 0
    assert "length 3.54" in text and "length 5.00" in text and "(3, -2), at 3.54" in text
    with pytest.raises(ValueError, match=re.escape("z=(3, 3) has f(z) = 5; give a point of")):
        figures.foot(blank(), [1, 1], -1, (3, 3), (3, 3))


def test_what_is_left_of_a_vector_stands_upright():
    ax = blank()
    text = figures.shadow(ax, (1, 3), (4, 0)).text
    assert segments(ax)[0].tolist() == [[1, 3], [1, 0]]
    assert "length 3.00" in text and "sv = (1, 0)" in text
