"""The pictures of linear separators: what is near, what is wrong, and the widest on the grid."""

import re

import numpy as np
import pytest

from lib.datasets import iris
from lib.figures import linear_separators as figures
from lib.figures.style import blank
from lib.max_margin import hard_margin
from lib.samples import Sample
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
        [[0, 1], [0, 0]], [[3, 1], [3, 0]], [[1, -1], [1, 0]],
    ]  # fmt: skip
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


def test_a_line_of_some_slope_is_shifted_to_its_right():
    sample = Sample([[1, -1], [-1, 1]], [1, -1])
    assert "margin 1.414 cm" in figures.leaning(blank(), 1, 0, sample, (0, 0))
    assert "margin 1.164 cm" in figures.leaning(blank(), 1, 0.25, sample, (2, 2))
    assert figures.leaning(blank(), 1, 2, sample, (0, 0)) == (
        "The line of slope 1, shifted by 2 cm, misclassifies 1 flower."
    )


def test_the_widest_margin_lies_on_the_grid():
    said = explorer("linear-separators", "fig-leaning-line")
    found = {state: re.search(r"margin ([\d.]+) cm", text) for state, text in said.items()}
    margins = {state: float(match[1]) for state, match in found.items() if match}
    best = hard_margin(iris("setosa", "versicolor").columns("sepal length (cm)",
                                                            "sepal width (cm)"))  # fmt: skip
    widest = max(margins, key=margins.get)
    assert widest == ("1.2", "0 cm")
    assert margins[widest] == pytest.approx(1 / np.linalg.norm(best.w), abs=5e-4)
    assert -best.w[0] / best.w[1] == pytest.approx(1.2)
    assert len(margins) > len(said) / 3


def test_four_flowers_are_nearest_to_the_widest_line():
    sepals = iris("setosa", "versicolor").columns("sepal length (cm)", "sepal width (cm)")
    best, ax = hard_margin(sepals), blank()
    figures.separator(ax, sepals, best.w, best.b)
    ringed = np.unique(pieces(ax)[2][0], axis=0)
    sides = [sepals.y[(sepals.X == x).all(axis=1)][0] for x in ringed]
    assert sorted(sides) == [-1, -1, 1, 1]
