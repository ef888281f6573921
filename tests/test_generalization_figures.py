"""What the pictures of generalization say is what they draw."""

import numpy as np
import pytest

from lib.figures import generalization as figures
from lib.figures import style
from lib.figures.colors import BEST, INK, NOW, PAPER
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


@pytest.mark.parametrize(
    ("angle", "radius", "verdict"),
    [(-30, 1, "forbids"), (-40, 1, "forbids"), (-50, 1, "allows"), (-30, 0.95, "forbids"),
     (-20, 0.95, "allows"), (-30, 0.9, "allows"), (-150, 1, "coincide")],
)  # fmt: skip
def test_a_moved_point_tells_its_least_margin_and_what_the_bound_says(angle, radius, verdict):
    axes = style.blank(2)
    text = figures.moved(axes, angle, radius, ANGLES)
    X, rho = figures.least_margin(angle, radius)
    assert verdict in text
    if rho > 1e-9:
        assert rho == pytest.approx(shattering_margins(X).min(), abs=1e-6)
        assert f"is {rho:.3f}, so R²/ρ² = {1 / rho**2:.2f}" in text
        assert (verdict == "forbids") == (1 + 1 / rho**2 < 3)
    dots = [line for line in np.concatenate([ax.lines for ax in axes]) if line.get_color() == NOW]
    np.testing.assert_allclose(dots[0].get_xydata(), X[2:])
    assert dots[1].get_xydata().tolist() == [[angle, rho]]
    curve = next(line for line in axes[1].lines if line.get_color() == BEST)
    at = dict(curve.get_xydata().round(9).tolist())
    assert at[angle] == pytest.approx(rho)


def test_four_of_the_drawn_triangles_are_forbidden():
    radii = (0.6, 0.8, 0.9, 0.95, 1.0)
    broken = [(angle, radius) for angle in ANGLES for radius in radii
              if figures.least_margin(angle, radius)[1] > 0.5**0.5]  # fmt: skip
    assert broken == [(-40, 1.0), (-30, 0.95), (-30, 1.0), (-20, 1.0)]
    np.testing.assert_allclose(
        figures.least_margin(-30, 1)[1], shattering_margins(simplex(3)).min()
    )


def test_open_squares_are_below_the_line():
    ax = style.blank()
    text = figures.squared_ratio(ax, [2, 3, 4], [1.0, 1.78, 3.0]).text
    line, on, below = ax.lines
    assert line.get_ydata().tolist() == [1, 2, 3]
    assert (on.get_marker(), below.get_marker()) == ("o", "s")
    assert below.get_xydata().tolist() == [[3, 1.78]] and below.get_markerfacecolor() == PAPER
    assert "dots on it at n = 2, 4, and open squares a little below it, 1.78 at 3." in text


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
