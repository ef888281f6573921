"""Pictures of the chapters on margins: what they draw and say, and the answers on their grids."""

import re
from pathlib import Path

import nbformat
import numpy as np
import pytest

from lib.datasets import iris
from lib.explore.board import START
from lib.figures import max_margin as figures
from lib.figures import soft_margin as soft_margin_figures
from lib.figures import style, svm_dual
from lib.figures.colors import BEST, INK, NOW
from lib.max_margin import hard_margin
from lib.samples import Sample, standardize
from lib.soft_margin import soft_margin
from tests.boards import sample_of

FLOWERS = iris().columns("sepal width (cm)", "petal length (cm)")
HARD = hard_margin(FLOWERS)
PETALS = standardize(iris("versicolor", "virginica")).columns(
    "petal length (cm)", "petal width (cm)"
)
ROWS = HARD.support
THREE = Sample(FLOWERS.X[ROWS] - FLOWERS.X.mean(axis=0), FLOWERS.y[ROWS])


def places(drawn):
    return {tuple(np.round(x, 9)) for line in drawn for x in line.get_xydata()}


def test_rings_tell_free_from_bound_by_shape():
    """One ring on a face, two at the bound, all of one color."""
    s, ax = soft_margin(PETALS, 1), style.blank()
    text = figures.slab(ax, s).text
    assert f"A ring marks {len(s.free)} examples on the dashed lines" in text
    assert f"a double ring {len(s.bound)} at their bound" in text
    rings = [line for line in ax.lines if line.get_marker() == "o"]
    assert {line.get_markeredgecolor() for line in rings} == {INK}
    sizes = {}
    for line in rings:
        for x in line.get_xydata():
            sizes.setdefault(tuple(x), set()).add(line.get_markersize())
    free, bound = ({tuple(PETALS.X[i]) for i in rows} for rows in (s.free, s.bound))
    assert {x for x, found in sizes.items() if len(found) == 1} == free
    assert {x for x, found in sizes.items() if len(found) == 2} == bound
    crosses = [line for line in ax.lines if line.get_marker() == "x"]
    wrong = PETALS.X[PETALS.y * s.f <= 0]
    assert places(crosses) == {tuple(np.round(x, 9)) for x in wrong}


def test_the_slab_is_shaded_between_its_faces():
    ax = style.blank()
    figures.slab(ax, HARD)
    (strip,) = ax.patches
    assert np.abs(strip.get_xy() @ HARD.w + HARD.b) == pytest.approx(1)
    assert strip.get_zorder() < min(line.get_zorder() for line in ax.lines)


def test_the_way_across_the_slab():
    ax = style.blank()
    text = figures.across(ax, hard_margin(sample_of(START))).text
    assert text.endswith("from (0, -1) on the lower face to (2, 1) on the upper one, 2.828 away.")


def test_the_shadow_of_the_feasible_points():
    """A corner of the shade is the optimum, and no corner of it is nearer to 0."""
    solved, ax = hard_margin(THREE), style.blank()
    text = figures.weight_shadow(ax, THREE, solved, reach=2).text
    assert f"circle of radius {solved.norm:.3f}" in text
    assert text.startswith("w2 against w1: 2 lines")
    (shade,) = ax.patches
    corners = shade.get_xy()
    lengths = np.linalg.norm(corners, axis=1)
    assert corners[lengths.argmin()] == pytest.approx(solved.w, abs=1e-6)
    for w in corners:  # some b completes each of them
        scores = THREE.X @ w
        gap = scores[THREE.y > 0].min() - scores[THREE.y < 0].max()
        assert gap >= 2 - 1e-9


def test_the_faces_follow_the_scale_of_the_weights():
    """They touch the nearest examples in the canonical form alone."""
    sample = sample_of(START)
    for scale, inside in ((0.4, 3), (0.5, 0), (2, 0)):
        ax = style.blank()
        text = figures.scaled(ax, sample, scale, (1, 1), -1)
        assert f"the least y f is {2 * scale:g}, in the rings" in text
        assert text.endswith(f"{inside} examples between them.")
        (strip,) = ax.patches
        assert np.abs(strip.get_xy() @ [scale, scale] - scale) == pytest.approx(1)


def test_a_polygon_is_cut():
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
    half = figures.beyond(square, np.array([1, 0]), 0.5)
    assert sorted(map(tuple, half.tolist())) == [(0.5, 0), (0.5, 1), (1, 0), (1, 1)]
    assert figures.beyond(square, np.array([1, 0]), -1).tolist() == square.tolist()


def test_the_segment_between_the_hulls_is_green_when_it_is_the_shortest():
    share = 2 * HARD.alpha / HARD.alpha.sum()
    p, q = (share[FLOWERS.y == y] @ FLOWERS.X[FLOWERS.y == y] for y in (1, -1))
    for end, color in ((q, BEST), (FLOWERS.X[FLOWERS.y < 0][0], NOW)):
        ax = style.blank()
        text = svm_dual.hulls(ax, FLOWERS, p, end).text
        assert f"A segment of length {np.linalg.norm(p - end):.3f}" in text
        assert {line.get_color() for line in ax.lines} == {color}


def test_a_stem_leads_to_the_face():
    s, ax = soft_margin(PETALS, 1), style.blank()
    text = soft_margin_figures.slack(ax, s).text
    inked = [line for line in ax.lines if line.get_color() == INK]
    stems = [line.get_xydata() for line in inked if line.get_linestyle() == "-"]
    rows = np.flatnonzero(s.xi > 1e-6)
    assert len(stems) == len(rows) == len(ax.texts) == text.count(" at example ")
    for (x, face), row in zip(stems, rows, strict=True):
        np.testing.assert_allclose(x, PETALS.X[row])
        assert PETALS.y[row] * (face @ s.w + s.b) == pytest.approx(1)


def test_w_is_drawn_as_a_sum():
    s, ax = soft_margin(sample_of(START), 0.1), style.blank()
    text = svm_dual.combination(ax, s).text
    assert text.startswith(f"{len(s.support)} arrows") and text.endswith("end at w = (0.4, 0.4).")
    names = [note.get_text() for note in ax.texts if note.get_text()]
    assert names == [*map(str, s.support), "$w$"]
    assert len(ax.patches) == len(s.support) + 1


def test_the_answers_lie_on_the_grids():
    """The peak of the margins in every direction, and the share where the two bounds meet."""
    for stem, name, answer in (
        ("max-margin", "fig-every-direction", 45),  # of (1, 1)
        ("svm-dual", "fig-two-bounds", 1 / 2),
    ):
        cells = nbformat.read(Path("chapters", f"{stem}.ipynb"), as_version=4).cells
        (cell,) = (cell for cell in cells if f"'{name}'" in str(cell.metadata))
        html = cell.outputs[0].data["text/html"]
        listed = [float(n) for n in re.findall(r'"(-?[\d.]+)°?"', html.replace("&quot;", '"'))]
        assert np.abs(np.array(listed) - answer).min() < 1e-5
