"""The pictures without a separator: stems, the order of the sandwich, and the best margins."""

import re

import numpy as np
import pytest

from lib.datasets import iris
from lib.figures import not_separable as figures
from lib.figures.colors import NEGATIVE, NOW, POSITIVE
from lib.figures.style import blank
from lib.not_separable.bounds import distances, exact_bound, total_distance
from lib.not_separable.comparators import best_exact
from lib.perceptron import perceptron
from lib.proof.watching import totals
from lib.samples import Sample, prepare
from tests.stored import explorer

IRIS = prepare(iris("versicolor", "virginica"))
BEST = best_exact(IRIS)
KINDS = ("exact", "simple", "Freund–Schapire")


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
    ax, gammas = blank(), np.array([0.1, 0.37, 0.8])
    figures.against_margin(ax, IRIS, BEST.u, gammas, 5, marked=0.37)
    dots = [line.get_xydata()[0] for line in ax.lines if line.get_color() == NOW]
    curves = [line.get_ydata() for line in ax.lines if len(line.get_xdata()) == 3]
    assert [tuple(dot) for dot in dots] == [(0.37, values[1]) for values in curves]
    exact = exact_bound(0.37, total_distance(IRIS, BEST.u, 0.37))
    assert dots[-1][1] == pytest.approx(exact)


def test_each_bound_is_least_on_the_grid_where_the_insight_says():
    said = explorer("not-separable", "fig-which-margin")
    least = {}
    for kind in KINDS:
        values = {float(γ): float(re.search(rf"{kind} (\d+\.\d)", text)[1])
                  for (γ,), text in said.items()}  # fmt: skip
        low = min(values.values())
        least[kind] = low, [γ for γ, value in values.items() if value == low]
    assert least["exact"] == (round(BEST.bound, 1), pytest.approx([BEST.gamma], abs=0.02))
    assert 0.34 in least["simple"][1] and 0.542 in least["Freund–Schapire"][1]
    assert least["exact"][0] < min(least[kind][0] for kind in KINDS[1:])
