"""What the pictures of generalization say is what they draw."""

import numpy as np
import pytest

from lib.figures import generalization as figures
from lib.figures import style
from lib.figures.colors import BEST, INK, PAPER
from lib.generalization import shattering_margins, simplex

ANGLES = range(-150, 91, 10)


def test_the_strong_line_is_the_narrowest_cut():
    ax = style.blank()
    text = figures.triangle(ax, [[0, 1], [-0.8, -0.5], [0.3, -0.9]]).text
    strong, across = (line for line in ax.lines if line.get_color() == BEST)
    assert across.get_linestyle() == "--"
    margins = figures.corner_cuts([[0, 1], [-0.8, -0.5], [0.3, -0.9]])[1]
    (a, b) = across.get_xydata()
    assert np.linalg.norm(a - b) == pytest.approx(2 * margins.min())
    assert f"of length {2 * margins.min():.2f} crosses it" in text
    middle, along = (a + b) / 2, np.subtract(strong.get_xy2(), strong.get_xy1())
    assert np.cross([*along, 0], [*(middle - strong.get_xy1()), 0])[2] == pytest.approx(0)


@pytest.mark.parametrize(("angle", "radius"), [(-30, 1), (-50, 1), (-20, 0.95), (-150, 1)])
def test_a_moved_point_tells_its_least_margin(angle, radius):
    axes = style.blank(2)
    text = figures.moved(axes, angle, radius, ANGLES)
    X, gamma = figures.least_margin(angle, radius)
    if gamma > 1e-9:
        assert gamma == pytest.approx(shattering_margins(X).min(), abs=1e-6)
        assert text.endswith(f"has the margin {gamma:.3f}.")
    else:
        assert "coincide" in text
    rings = [ax.lines[-1] for ax in axes]
    assert all(ring.get_markerfacecolor() == "none" for ring in rings)
    np.testing.assert_allclose(rings[0].get_xydata(), X[2:])
    assert rings[1].get_xydata().tolist() == [[angle, gamma]]
    curve = next(line for line in axes[1].lines if line.get_color() == BEST)
    at = dict(curve.get_xydata().round(9).tolist())
    assert at[angle] == pytest.approx(gamma)


def test_the_regular_triangle_has_the_most_room():
    radii = (0.6, 0.8, 0.9, 0.95, 1.0)
    found = {(a, r): figures.least_margin(a, r)[1] for a in ANGLES for r in radii}
    assert max(found, key=found.get) == (-30, 1.0)
    assert found[-30, 1.0] == pytest.approx(shattering_margins(simplex(3)).min()) == 0.75


def test_signed_sums_lie_about_their_mean_square():
    ax = style.blank()
    text = figures.signed_sums(ax, [[2, 1], [4, 0], [0, 4]]).text
    _, inside, outside = ax.lines
    assert (inside.get_xydata() ** 2).sum(axis=1).tolist() == [29, 13, 13, 29]
    assert (outside.get_xydata() ** 2).sum(axis=1).tolist() == [61, 45, 45, 61]
    assert outside.get_markerfacecolor() == PAPER
    assert "radius √37" in text and "4 filled dots, (−2, 5)," in text


def test_a_bound_beyond_one_is_a_number_and_all_marks_differ():
    ax = style.blank()
    errors = {"error, halted": [0, 0.05], "error, random round": [0.02, 0.1]}
    bounds = {"VC": [2.5, 2.84], "compression": [0.2, 0.5], "online": [0.14, 0.26]}
    text = figures.bounds_and_errors(ax, ["a", "b"], errors, bounds).text
    marks = [line for line in ax.lines if line.get_marker() not in ("None", None)]
    looks = {(line.get_marker(), line.get_markerfacecolor()) for line in marks}
    assert len(looks) == 4 and {line.get_color() for line in marks} == {INK}
    assert [label.get_text() for label in ax.texts] == ["2.50", "2.84", "VC"]
    assert "VC 2.5 to 2.8" in text
    assert text.endswith("error, halted; error, random round; online; compression; VC.")
