"""What the pictures of the chapters draw, and where; their words a notebook stores.

Most are rows of a table: a call, and which points it draws in which look. Where a picture is made
from a solution, it keeps what the solution says: a nearest point, a face, a bound.
"""

import re
from inspect import signature

import numpy as np
import pytest
from matplotlib.lines import AxLine

from lib.block_novikoff import in_three_dimensions
from lib.datasets import iris
from lib.figures import block_novikoff as bn
from lib.figures import dual_ascent as da
from lib.figures import generalization as gn
from lib.figures import linear_separators as ls
from lib.figures import margin_bounds as mb
from lib.figures import margin_perceptron as mp
from lib.figures import max_margin as mm
from lib.figures import not_separable as ns
from lib.figures import perceptron as pc
from lib.figures import perceptron_as_descent as pd
from lib.figures import points, svm_dual
from lib.figures import soft_margin as sm
from lib.figures.colors import NAMES
from lib.figures.style import MARKERS, blank
from lib.generalization import shattering_margins
from lib.margin_perceptron import margin_perceptron
from lib.margin_perceptron.bounds import dipping, sharp_constant
from lib.max_margin import hard_margin
from lib.not_separable.bounds import distances
from lib.not_separable.comparators import best_exact
from lib.perceptron import perceptron
from lib.perceptron_as_descent import batch_descent, risk
from lib.proof.watching import totals
from lib.samples import EIGHT, Sample, prepare, standardize
from lib.soft_margin import soft_margin

FLOWERS = iris().columns("sepal width (cm)", "petal length (cm)")
TWO_PETALS = standardize(iris("versicolor", "virginica")).columns(
    "petal length (cm)", "petal width (cm)"
)
IRIS = prepare(iris("versicolor", "virginica"))
BEST = best_exact(IRIS)
RUN = perceptron(EIGHT)
DIAGONAL = np.ones(2) / 2**0.5
FEET = [w @ DIAGONAL * DIAGONAL for w in RUN.weights[2:4]]
FIRM, HARD, SOFT = hard_margin(FLOWERS), hard_margin(EIGHT), soft_margin(EIGHT, 0.1)
SLACK = soft_margin(TWO_PETALS, 1)
NEAREST = [2 * (FIRM.alpha * (FLOWERS.y == y)) @ FLOWERS.X / FIRM.alpha.sum() for y in (1, -1)]
FAR = FLOWERS.X[FLOWERS.y < 0][0]
TIPS = np.cumsum([[0, 0], *(SOFT.alpha[:, None] * EIGHT.signed)[SOFT.support]], 0)
ONCE = margin_perceptron(in_three_dimensions(0.1, 0.5)[0], 0.1, max_passes=1)
DIPPED = margin_perceptron(dipping(0.1, 3)[0], 0.1, max_passes=1)
LAST = max(t for t, w in enumerate(DIPPED.weights) if np.linalg.norm(w) < 20)
THREE = Sample([[0.6, 0.8], [0.8, 0.6], [-1, 0]], [1, 1, -1])
PAID = {share: margin_perceptron(THREE, 0.8, share) for share in (1, 0.5, 0.02)}
CREASED = Sample([[1, 0.2], [0.7, -1], [0.95, -0.1]], [1, -1, -1])
WALK = batch_descent(CREASED, [1.5, -1.5], 0.4)
GAP = Sample([[0.5, 0], [1, 0], [-1, 0], [0.2, 0]], [1, -1, -1, 1])


def lines(ax, look=""):
    """The points of each line whose marker, dashes, color, width and size have that look.

    Hyperplanes are left out, which have no end.
    """

    def has(line):
        return {
            line.get_marker(),
            line.get_linestyle(),
            NAMES.get(line.get_color()),
            f"lw{line.get_linewidth():g}",
            f"ms{line.get_markersize():g}",
        }

    ends = [line for line in ax.lines if not isinstance(line, AxLine)]
    return [line.get_xydata() for line in ends if set(look.split()) <= has(line)]


def drawn(ax, look):
    """The points of all lines of a look, ends of arrows or stems, radii."""
    if look == "arrows":
        found = [(note.xyann, note.xy) for note in ax.texts if note.arrow_patch]
    elif look == "stems":
        found = [stem for stems in ax.collections for stem in stems.get_segments()]
    elif look == "circle":
        found = [[(ring.get_radius(), 0)] for ring in ax.patches]
    else:
        found = lines(ax, look)
    return np.concatenate(found) if len(found) else np.empty((0, 2))


# A function and what it is given after its Axes; and the points of some looks, on each of the Axes.
PICTURES = [
    (
        ls.separator,
        (Sample([[3, 1], [-4, 0]], [1, -1]), [3, 4], -3),
        {"- lw1.2": [[3, 1], [1.8, -0.6]], "o": [[3, 1]], "x": []},
    ),
    (ls.separator, (Sample([[2, 1], [0, 0]], [1, 1]), [0, 2], -1), {"x": [[0, 0]], "o": []}),
    (
        ls.foot,
        ([1, 1], -1, (3, 3), (3, -2)),
        {"lw2.6": [[3, 3], [0.5, 0.5]], "--": [[3, 3], [3, -2]]},
    ),
    (ls.shadow, ((1, 3), (4, 0)), {"lw2.6": [[1, 3], [1, 0]]}),
    (
        pc.update,
        ([2, -1], [2, -3], -1),
        {"arrows": [[0, 0], [2, -1], [2, -1], [0, 2], [0, 0], [0, 2]]},
    ),
    (bn.one_update, (RUN, DIAGONAL, 3), {"lw5": FEET}, {"circle": [[22**0.5, 0]]}),  # 4 + R²
    (
        mp.growth,  # each proof's bound, where its curve meets γt
        (ONCE, in_three_dimensions(0.1, 0.5)[1]),
        {"ms5": [[840, 84], [400, 40], [251.286, 25.1286]]},
    ),
    (
        mp.rungs,
        ([(0.1, 50)], [(0.1, 249), (0.2, 61)]),
        {"D": [[0.1, 2.49], [0.2, 2.44]], "o": [[0.1, 0.5]]},
    ),
    (
        mp.price,
        (PAID, 0.5, 0.8),
        {},
        {
            ":": [[share, 1 / (0.8 * share) ** 2] for share in PAID],
            "-- lw1.2": [[share, sharp_constant(share) / 0.64] for share in PAID],
        },
    ),
    (mp.crossing, (DIPPED, 20), {":": [[LAST + 1, up] for up in (0, 1)]}),
    (
        mm.slab,
        (SLACK,),
        {  # one ring on a face, two at the bound
            "o ms10": TWO_PETALS.X[SLACK.free],
            "o ms9": TWO_PETALS.X[SLACK.bound],
            "o ms13": TWO_PETALS.X[SLACK.bound],
            "x": TWO_PETALS.X[TWO_PETALS.y * SLACK.f <= 0],
        },
    ),
    (mm.across, (HARD,), {"arrows": [[0, -1], [2, 1]]}),
    (svm_dual.saddle, (0.5,), *[{"o now": [[0.5, 0.375]]}] * 2),  # ½w² + α(1 - w) is least at α
    (svm_dual.saddle, (1.5,), *[{"o now": [[1.5, 0.375]]}] * 2),
    (svm_dual.hulls, (FLOWERS, *NEAREST), {"D best": NEAREST[::-1], "now": []}),
    (svm_dual.hulls, (FLOWERS, NEAREST[0], FAR), {"D now": [FAR, NEAREST[0]], "best": []}),
    (
        svm_dual.combination,
        (SOFT,),
        {"arrows": [*np.repeat(TIPS, 2, 0)[1:-1], (0, 0), SOFT.w]},
    ),
    (
        da.crossing,  # without forces, each example's may rise or fall in one way
        (EIGHT, np.zeros((1, 8)), 1, 0),
        {"arrows": [[share * y, row] for row, y in enumerate(EIGHT.y) for share in (1, 1.8)]},
    ),
    (
        ns.moves,
        (Sample([[3, 3], [2, 1], [-1, -1]], [-1, 1, -1]), DIAGONAL, 0.5**0.5),
        {"arrows": [[3, 3], [-0.5, -0.5]], "s": [[-0.5, -0.5]]},
    ),
    (
        ns.shortfall,
        (GAP, [1, 0], 0.6),
        {"stems": [[0, -1], [0, 0.6], [1, 0.2], [1, 0.6], [2, 0.5], [2, 0.6]]},
    ),
    (
        mb.opposed,  # one of two points is seen, and + is said on the other
        (np.array([[1, 1], [1, -1]] * 2), np.array([[0, 0], [0, 1]] * 2), ["seen", "+"]),
        {
            "s ms8": [[1, -2], [3, -2]],
            "-- best": [[-0.5, 0.5], [3.5, 0.5]],
            "stems": [[at, up] for at in (-0.5, 1.5, 3.5) for up in (-2.5, -0.5)],
        },
    ),
    (pd.losses, (), {"-": [[-2, 2], [0, 0], [2, 0]], "--": [[-2, 1], [0, 1], [0, 0], [2, 0]]}),
    (pd.risk_map, (CREASED, WALK.weights), {".": WALK.weights, "now": WALK.weights[-1:]}),
]


@pytest.mark.parametrize(("draw", "given", "shows"), [(d, g, s) for d, g, *s in PICTURES])
def test_what_is_drawn_where(draw, given, shows):
    axes = blank(2)[: len(shows)]
    draw(axes if "axes" in signature(draw).parameters else axes[0], *given)
    for ax, looks in zip(axes, shows, strict=True):
        for look, expected in looks.items():
            wanted = np.reshape(expected, (-1, 2))
            np.testing.assert_allclose(drawn(ax, look), wanted, rtol=1e-5, atol=1e-9)
        for axis in (ax.xaxis, ax.yaxis):
            for place, label in zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=True):
                if re.fullmatch(r"[\d.]+", label.get_text()):
                    assert float(label.get_text()) == pytest.approx(place)


def test_examples_stand_within_a_frame_with_some_room():
    ax = blank()
    points.examples(ax, FLOWERS)
    scattered = [marks.get_offsets() for marks in ax.collections]
    by_class = [FLOWERS.X[FLOWERS.y == y] for y in MARKERS]
    np.testing.assert_array_equal(np.concatenate(scattered), np.concatenate(by_class))
    low, high = FLOWERS.X.min(axis=0), FLOWERS.X.max(axis=0)
    room = 0.12 * (high - low)
    limits = np.transpose([ax.get_xlim(), ax.get_ylim()])
    np.testing.assert_allclose(limits, [low - room, high + room])
    points.examples(ax, EIGHT)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("$x_{1}$", "$x_{2}$")


# Images


def test_areas_are_numbers_in_sixteenths_and_negative_ones_are_squares():
    values, found = np.array([[1, -0.5, 0.02], [0.26, 0, -1]]), {}
    ax = blank()
    points.weights(ax, values, limit=1)
    for line in ax.lines:
        for across, up in line.get_xydata():
            found[up, across] = line.get_markersize() ** 2 * {"o": 1, "s": -1}[line.get_marker()]
    full = found[0, 0]
    assert found == pytest.approx(
        {(0, 0): full, (0, 1): -full / 2, (1, 0): full / 4, (1, 2): -full}
    )
    assert ax.get_ylim() == (1.5, -0.5)  # the first row is on top


def inked(ax):
    """The areas of a picture's squares."""
    signs = [line for line in ax.lines if line.get_marker() == "s"]
    return np.concatenate([[one.get_ms() ** 2] * len(one.get_xdata()) for one in signs])


def test_a_pixel_full_of_ink_reaches_the_next_one():
    ax, ink = blank(size=(3.2, 2.4)), np.arange(64) % 9
    points.scans(ax, [ink / 8], [(0, 0)], (0, 0), (16, 12))
    side = 72 * 3.2 / 16  # in points
    np.testing.assert_allclose(np.sort(inked(ax)), np.sort(ink[ink > 1]) / 8 * side**2)


def test_the_area_of_a_digit_shows_its_multiplier():
    found = hard_margin(Sample(np.random.default_rng(5).integers(0, 2, (12, 64)), [-1, 1] * 6))
    axes = blank(2)
    svm_dual.pushing(axes, found)
    amounts = found.alpha * found.sample.X.sum(axis=1)
    left, right = (
        inked(ax).sum() / amounts[found.sample.y == y].sum()
        for ax, y in zip(axes, (-1, 1), strict=True)
    )
    assert left == pytest.approx(right)  # one scale for both classes


# Runs


def test_a_demand_is_drawn_at_full_size_from_a_run_on_smaller_examples():
    run, ax = margin_perceptron(Sample(EIGHT.X / EIGHT.radius, EIGHT.y), 1 / 6, 0.05), blank()
    mp.demanded(ax, EIGHT, run, DIAGONAL[0])
    (strip,) = ax.patches
    far = np.abs(strip.get_xy() @ run.w) / np.linalg.norm(run.w)
    assert far == pytest.approx(run.threshold * EIGHT.radius)


def test_a_certificate_draws_both_numbers_around_the_margin():
    ax = blank()
    mp.certificate(ax, RUN, DIAGONAL[0])
    below, above, level = (line[:, 1] for line in lines(ax))
    assert below.max() <= level[0] + 1e-9 <= above.min() + 1e-8


def test_shares_have_ticks_and_level_lines_say_their_heights():
    axes = blank(2)
    mp.price(axes, PAID, 0.5, 0.8)
    shown = [tick.get_text() for tick in axes[1].get_xticklabels()]
    assert shown == ["1", "0.5", "0.2", "0.1", "0.05", "0.02"]
    pd.risk_map(ax := blank(), EIGHT)
    heights = [text for text in ax.texts if text.get_text()]
    assert {text.get_text() for text in heights} == {"1", "2", "3"}
    for text in heights:
        x, y = text.get_position()
        assert pd.mean_loss(EIGHT, [x, y]) == pytest.approx(float(text.get_text()), abs=0.1)


def test_a_cut_bends_where_it_meets_the_creases_and_is_zero_on_the_cone():
    axes = blank(2)
    pd.risk_cut(axes, CREASED)
    for ax in axes:
        assert len(drawn(ax, "o positive ms8")) == 1 and len(drawn(ax, "s negative ms8")) == 2
    (curve,), (least,) = lines(axes[1], "- ink"), lines(axes[1], "best")
    across, heights = curve.T
    between = (across[1:] + across[:-1]) / 2  # straight from bend to bend
    halves = risk(CREASED, np.stack([between, np.ones(len(between))], axis=-1)) / CREASED.n
    np.testing.assert_allclose(halves, (heights[1:] + heights[:-1]) / 2, atol=1e-12)
    assert sorted(drawn(axes[1], "ms8")[:, 0]) == pytest.approx(across[1:-1])
    np.testing.assert_allclose(least, [[across[1], 0], [across[2], 0]])


# Solutions


def test_each_digit_is_heaped_at_its_distance_and_the_nearest_have_rings():
    sample = Sample(np.random.default_rng(4).normal(size=(40, 64)), [-1, 1] * 20)
    found, axes = hard_margin(sample), blank(2)
    mm.room(axes, sample, found.w, found.b)
    near = sample.y * found.f < 1 + 1e-6
    *classes, rings = (line for line in lines(axes[1]) if len(line) > 2)
    places = np.concatenate(classes)
    assert len(np.unique(places, axis=0)) == len(places) == sample.n
    np.testing.assert_allclose(np.sort(places[:, 0]), np.sort(found.f / found.norm))
    assert len(rings) == near.sum() and np.allclose(np.abs(rings[:, 0]), found.half_width)


def test_the_shade_lies_between_the_faces_at_every_scale_of_the_weights():
    """They touch the nearest examples in the canonical form alone."""
    for scale, inside in ((0.4, 3), (0.5, 0)):
        ax = blank()
        assert f"{inside} examples between" in mm.scaled(ax, EIGHT, scale, (1, 1), -1)
        (strip,) = ax.patches
        assert np.abs(strip.get_xy() @ [scale, scale] - scale) == pytest.approx(1)


def test_the_shadow_of_the_feasible_points():
    """The optimum is a point of the shade, and none is nearer to 0."""
    rows, ax = FIRM.support, blank()
    three = Sample(FLOWERS.X[rows] - FLOWERS.X.mean(axis=0), FLOWERS.y[rows])
    solved = hard_margin(three)
    mm.weight_shadow(ax, three, solved, reach=2)
    (circle,), (shade,) = ax.patches, ax.collections
    assert circle.get_radius() == solved.norm
    corners = np.concatenate([path.vertices for path in shade.get_paths()])
    nearest = corners[np.linalg.norm(corners, axis=1).argmin()]
    assert nearest == pytest.approx(solved.w, abs=0.03)


def test_blends_end_as_nearest_points_of_the_hulls():
    found = hard_margin(Sample(np.random.default_rng(6).random((10, 64)), [-1, 1] * 5))
    axes = blank(2)
    svm_dual.blends(axes, found, [0, 0.5, 1], 1)
    highs, lows = (line.get_ydata() for line in axes[1].lines[1:3])
    assert (lows <= found.half_width + 1e-9).all() and (highs >= found.half_width - 1e-9).all()
    assert len(highs) == 3 and lows[-1] == pytest.approx(highs[-1])


def test_a_stem_leads_to_the_face():
    ax = blank()
    sm.slack(ax, SLACK)
    stems, rows = lines(ax, "- ink"), np.flatnonzero(SLACK.xi > 1e-6)
    for (x, face), row in zip(stems, rows, strict=True):
        np.testing.assert_allclose(x, TWO_PETALS.X[row])
        assert TWO_PETALS.y[row] * (face @ SLACK.w + SLACK.b) == pytest.approx(1)


def test_the_sandwich_without_a_separator_keeps_its_order():
    run, ax = perceptron(IRIS, max_passes=3), blank()
    d = distances(IRIS, BEST.u, BEST.gamma)[run.mistakes]
    ns.sandwich(ax, run.updates | {"u": BEST.u, "gamma": BEST.gamma} | totals(T=d))
    top, free, length, align, floor = (line[:, 1] for line in lines(ax))
    for low, high in ((floor, align), (align, length), (length, top), (floor, free)):
        assert (low <= high + 1e-12).all()
    np.testing.assert_allclose(free - floor, np.cumsum(d), atol=1e-12)


def test_the_strong_line_is_the_narrowest_cut():
    ax, X = blank(), np.array([[0, 1], [-0.8, -0.5], [0.3, -0.9]])
    gn.triangle(ax, X)
    a, b = drawn(ax, "best --")
    assert np.linalg.norm(a - b) == pytest.approx(2 * shattering_margins(X).min(), abs=1e-6)
    (strong,) = (line for line in ax.lines if isinstance(line, AxLine) and line.get_lw() == 2.2)
    along, to = np.subtract(strong.get_xy2(), strong.get_xy1()), (a + b) / 2 - strong.get_xy1()
    assert along[0] * to[1] == pytest.approx(along[1] * to[0])
