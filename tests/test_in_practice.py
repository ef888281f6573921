"""The pictures of *In practice*: their marks stand where counts made by hand put them."""

import numpy as np

from lib.figures import in_practice as figures
from lib.figures.style import blank
from lib.samples import EIGHT

Y = np.array([1, 1, 1, -1, -1, -1, -1, -1])


def test_the_ring_stands_on_the_cell_of_the_machine_whose_border_is_drawn():
    wrong, axes = np.array([[4, 3, 2], [4, 1, 1]]), blank(2)
    said = figures.plane(axes, wrong, [1, 10, 100], [0.1, 3], (0, 2), EIGHT, lambda x: x[:, 0])
    (ring,) = (line for line in axes[0].get_lines() if line.get_gid() == "grip")
    assert ring.get_xydata().tolist() == [[2.5, 0.5]]
    counts = {text.get_position(): text.get_text() for text in axes[0].texts}
    assert counts[2.5, 0.5] == "2" and counts[1.5, 1.5] == "1"
    assert said.startswith("C = 100, σ = 0.1: 2 of 8 rows are misread")


def test_precision_and_recall_are_counted():
    axes, f = blank(2), np.array([2, 0.5, -1, 1, 0, -2, -2, -3])
    said = figures.threshold(axes, f, Y, [-1.5, 0], 1)
    assert axes[1].get_lines()[0].get_xydata().tolist() == [[1, 3 / 5], [2 / 3, 2 / 3]]
    assert "2 of 3 eights are found and 1 are missed" in said and ". 1 other digits are" in said


def test_the_dotted_line_lies_one_deviation_above_the_least_of_the_first_curve():
    ax = blank()
    said = figures.valley(ax, [0.1, 1, 10], {"linear": [16, 9, 9], "Gaussian": [20, 8, 4]})
    assert ax.get_lines()[0].get_ydata() == [12, 12]
    assert "linear: 16 at C = 0.1, the least, 9, first at C = 1, and 9 at C = 10" in str(said)


def test_a_mark_is_the_mean_chance_and_the_share_of_its_part():
    ax, chance = blank(), np.array([0.9, 1, 0.5, 0.7, 0.3, 0.1, 0.15, 0.8])
    figures.reliability(ax, {"one": chance, "other": chance}, Y)
    marks = ax.get_lines()[1].get_xydata()
    np.testing.assert_allclose(marks, [[0.125, 0], [0.3, 0], [0.5, 1], [0.7, 0], [0.9, 2 / 3]])
