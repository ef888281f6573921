"""What matplotlib draws is what the SVG of a page shows."""

import re

import numpy as np
import pytest
from matplotlib.patches import Circle
from matplotlib.path import Path

from lib.figures import style


@pytest.mark.parametrize("size", np.arange(3, 12, 0.7))
def test_a_circle_is_round_as_a_marker_and_as_a_shape(size):
    ax = style.blank()
    ax.plot(0.5, 0.5, "o", ms=size)
    ax.add_patch(Circle((0.5, 0.5), 0.3, fill=False, color="#123456", lw=1))
    (svg,) = style.picture(ax, "Two circles.").panels
    (arcs,) = re.findall(r'd="M[\d. ]+(a[^"]+)"', svg)
    (r1, r2, wide), (r3, r4, back) = (
        map(float, arc) for arc in re.findall(r"a([\d.]+) ([\d.]+) 0 1 0 (-?[\d.]+) 0", arcs)
    )
    assert r1 == r2 == r3 == r4
    assert wide == -back == pytest.approx(2 * r1)
    (shape,) = re.findall(r'<path d="([^"]*)" stroke="#123456"', svg)
    curves = (Path.unit_circle().codes == Path.CURVE4).sum() / 3
    assert shape.count("C") == curves and shape.count("L") <= 1  # where it closes
