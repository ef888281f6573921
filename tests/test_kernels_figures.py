"""The pictures of kernels, held to the numbers that they show."""

import numpy as np
import pytest

from lib.figures import kernels as figures
from lib.figures import points, style
from lib.figures.colors import INK


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


@pytest.mark.parametrize("counts", [(20, 30, 10), (15, 22, 8)])
def test_a_gram_matrix_is_its_means_by_blocks(counts):
    rng, labels = np.random.default_rng(0), np.repeat([2, 0, 1], counts)
    n = len(labels)
    F = rng.normal(size=(n, 2)) + labels[:, None]
    K = F @ F.T - 1
    axes = style.blank(2)
    text = figures.gram_matrices(axes, {"one": K, "two": np.abs(K)}, labels).text
    order = np.argsort(labels, kind="stable")
    blocks = [order[i : i + figures.BLOCK] for i in range(0, n, figures.BLOCK)]
    means = np.array([[K[np.ix_(a, b)].mean() for b in blocks] for a in blocks])
    shown = np.round(16 * means / np.abs(means).max())
    np.testing.assert_allclose(areas(axes[0], means.shape), shown, atol=1e-9)
    assert {line.get_color() for line in axes[0].lines if line.get_marker() in "os"} == {INK}
    negative = f"{(means < 0).sum()} of the {means.size} means are negative"
    assert negative in text and f"0 of the {means.size} means are negative" in text
    edges = np.cumsum(np.bincount(labels))[:-1] / figures.BLOCK - 0.5
    across = [line.get_xdata()[0] for line in axes[0].lines if list(line.get_ydata()) == [0, 1]]
    np.testing.assert_allclose(across, edges)


def test_class_images_share_one_scale():
    W = np.array([[4.0, -1, 0, 0, 9], [1, 1, -2, 0, 9]])  # the last column is no pixel
    axes = style.blank(2, (2, 2))
    figures.class_images(axes, W, (2, 2))
    big = max(line.get_markersize() for line in axes[0].lines)
    small = [line.get_markersize() for line in axes[1].lines if line.get_marker() == "s"]
    assert small == pytest.approx([big / np.sqrt(2)])
