"""The pictures without a separator: stems, the order of the sandwich, and the best margins."""

import re

import numpy as np
import pytest

from lib.datasets import iris
from lib.figures import not_separable as figures
from lib.figures.colors import NEGATIVE, POSITIVE
from lib.figures.style import blank
from lib.not_separable.bounds import distances
from lib.not_separable.comparators import best_exact
from lib.perceptron import perceptron
from lib.proof.watching import totals
from lib.samples import Sample, prepare
from tests.stored import explorer

IRIS = prepare(iris("versicolor", "virginica"))
BEST = best_exact(IRIS)
KINDS = ("exact", "simple", "Freund–Schapire")


def test_arrows_move_what_falls_short_to_its_margin():
    ax, u = blank(), np.ones(2) / 2**0.5
    sample = Sample([[3, 3], [2, 1], [-1, -1]], [-1, 1, -1])
    words = figures.moves(ax, sample, u, 2**-0.5).text
    (arrow,) = ax.texts
    assert arrow.get_position() == (3, 3)
    np.testing.assert_allclose(arrow.xy, [-0.5, -0.5])
    assert "1 arrow: from (3, 3) to (-0.5, -0.5), 4.95 long" in words
    for dashed in (each for each in ax.lines if each.get_linestyle() == "--"):
        assert abs(np.dot(dashed.get_xy1(), u)) == pytest.approx(2**-0.5)


def test_stems_are_the_distances_and_classes_keep_their_looks():
    ax = blank()
    sample = Sample([[0.5, 0], [1, 0], [-1, 0], [0.2, 0]], [1, -1, -1, 1])
    words = figures.shortfall(ax, sample, [1, 0], 0.6).text
    (stems,) = (lines.get_segments() for lines in ax.collections)
    tall = {tuple(stem[0].tolist()): stem[1, 1] for stem in stems}
    assert tall == {(0, -1): 0.6, (1, 0.2): 0.6, (2, 0.5): 0.6}
    assert "leaves 3 of them below it, 1 of these below zero" in words
    assert "together the stems are 2.10 long" in words
    looks = {line.get_color(): line for line in ax.lines if line.get_marker() in "so"}
    assert looks[POSITIVE].get_xydata().tolist() == [[1, 0.2], [2, 0.5]]
    assert looks[NEGATIVE].get_xydata().tolist() == [[0, -1], [3, 1]]
    assert (looks[POSITIVE].get_marker(), looks[NEGATIVE].get_marker()) == ("o", "s")


def test_the_sandwich_keeps_its_order():
    run, ax = perceptron(IRIS, max_passes=3), blank()
    d = distances(IRIS, BEST.u, BEST.gamma)[run.mistakes]
    figures.sandwich(ax, run.updates | {"u": BEST.u, "gamma": BEST.gamma} | totals(T=d))
    top, free, length, align, floor = (line.get_ydata() for line in ax.lines)
    for low, high in ((floor, align), (align, length), (length, top), (floor, free)):
        assert (low <= high + 1e-12).all()
    np.testing.assert_allclose(free - floor, np.cumsum(d), atol=1e-12)
    assert ax.get_ylim()[1] > top[-1]


def test_dots_mark_one_margin_on_each_bound():
    axes, gammas = blank(2), np.array([0.1, 0.37, 0.8])
    words = figures.promised(axes, 0.37, IRIS, BEST.u, gammas, 5)
    curves = {line.get_label(): line for line in axes[1].lines if len(line.get_xdata()) == 3}
    assert tuple(curves) == KINDS
    dots = [line.get_xydata()[0] for line in axes[1].lines if line.get_marker() == "o"]
    assert [tuple(dot) for dot in dots] == [(0.37, c.get_ydata()[1]) for c in curves.values()]
    d = np.maximum(0, gammas[:, None] - IRIS.signed @ BEST.u)
    np.testing.assert_allclose(curves["simple"].get_ydata(), 1 / gammas**2 + 2 * d.sum(1) / gammas)
    root = np.linalg.norm(d, axis=1)
    np.testing.assert_allclose(curves["Freund–Schapire"].get_ydata(), ((1 + root) / gammas) ** 2)
    assert words.startswith(f"The stems are {d[1].sum():.2f} long together. Bounds: exact ")


def test_the_bounds_are_least_where_the_insight_says():
    """To a thousandth of γ."""
    fine = np.linspace(0.1, 0.9, 801)
    at = [figures.three_bounds(IRIS, BEST.u, gamma) for gamma in fine]
    least = [fine[np.argmin([each[kind] for each in at])] for kind in KINDS]
    np.testing.assert_allclose(least, [0.391, 0.34, 0.542], atol=5e-4)


def test_the_least_of_each_bound_lies_on_the_grid():
    said = explorer("not-separable", "fig-which-margin")
    for kind, at in zip(KINDS, ("0.391", "0.34", "0.542"), strict=True):
        values = {γ: float(re.search(rf"{kind} (\d+\.\d)", text)[1]) for (γ,), text in said.items()}
        assert values[at] == min(values.values())
        if kind == "exact":
            exact = values[at]
            assert exact == round(BEST.bound, 1)
        assert exact <= values[at]
