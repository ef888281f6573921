"""The pictures of kernels, held to the numbers that they show."""

import numpy as np
import pytest

from lib.figures import kernels as figures
from lib.figures import points, style


def areas(ax, shape):
    """What the signs of a grid say: area, negative for a square, in sixteenths of the largest."""
    found = np.zeros(shape)
    signs = [line for line in ax.lines if line.get_marker() in "os"]
    for line in signs:
        sign = 1 if line.get_marker() == "o" else -1
        for across, up in line.get_xydata().astype(int):
            assert found[up, across] == 0
            found[up, across] = sign * line.get_markersize() ** 2
    return 16 * found / max(line.get_markersize() ** 2 for line in signs)


def test_areas_are_numbers_in_sixteenths():
    values = np.array([[1, -0.5, 0.02], [0.26, 0, -1]])
    ax = style.blank()
    points.sized(ax, values, 1, ("#111111", "#222222"))
    np.testing.assert_allclose(areas(ax, values.shape), [[16, -8, 0], [4, 0, -16]], atol=1e-9)
    squares = [line for line in ax.lines if line.get_marker() == "s"]
    assert {line.get_markerfacecolor() for line in squares} == {"none"}
    assert {line.get_color() for line in ax.lines} == {"#111111", "#222222"}
    assert ax.get_ylim() == (1.5, -0.5)  # the first row is on top


def test_class_images_share_one_scale():
    W = np.array([[4.0, -1, 0, 0, 9], [1, 1, -2, 0, 9]])  # the last column is no pixel
    axes = style.blank(2, (2, 2))
    figures.class_images(axes, W, (2, 2))
    big = max(line.get_markersize() for line in axes[0].lines)
    small = [line.get_markersize() for line in axes[1].lines if line.get_marker() == "s"]
    assert small == pytest.approx([big / np.sqrt(2)])
