"""What the pictures of the chapters draw, and where; their words a notebook stores.

Most are rows of a table: a call, and which points it draws in which look. Where a picture is made
from a solution, it keeps what the solution says: a nearest point, a face, a bound.
"""

import re
from inspect import signature
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.colors import to_rgba
from matplotlib.lines import AxLine

from lib.block_novikoff import in_three_dimensions
from lib.datasets import digits, iris, wine
from lib.dual_ascent import dual_values, wishes
from lib.figures import block_novikoff as bn
from lib.figures import dual_ascent as da
from lib.figures import generalization as gn
from lib.figures import hinge_sgd as hs
from lib.figures import kernels as kn
from lib.figures import linear_separators as ls
from lib.figures import margin_perceptron as mp
from lib.figures import max_margin as mm
from lib.figures import mistake_bounds as mb
from lib.figures import not_separable as ns
from lib.figures import perceptron as pc
from lib.figures import perceptron_as_descent as pd
from lib.figures import points, svm_dual
from lib.figures import soft_margin as sm
from lib.figures.colors import NAMES, PALETTE
from lib.figures.style import MARKERS, blank
from lib.generalization import shattering_margins
from lib.hinge_sgd import hinge_sgd
from lib.margin_perceptron import margin_perceptron
from lib.margin_perceptron.bounds import dipping, last_crossing, sharp_constant
from lib.max_margin import hard_margin, max_margin
from lib.mistake_bounds.bits import all_examples, column, threshold_bits
from lib.mistake_bounds.concepts import Conjunction, DecisionList
from lib.mistake_bounds.games import against, worst_sequence
from lib.mistake_bounds.learners import Elimination, Levels
from lib.mistake_bounds.runs import learn_online
from lib.not_separable.bounds import distances
from lib.not_separable.comparators import best_exact
from lib.perceptron import perceptron
from lib.perceptron_as_descent import batch_descent, risk
from lib.proof.watching import totals
from lib.samples import EIGHT, Sample, prepare, standardize, subset
from lib.soft_margin import soft_margin
from tests.stored import explorer
from tests.test_dual_ascent import FLIPPED
from tests.watched import ascent, greedy

FLOWERS = iris().columns("sepal width (cm)", "petal length (cm)")
TWO_PETALS = standardize(iris("versicolor", "virginica")).columns(
    "petal length (cm)", "petal width (cm)"
)
IRIS, WINE = prepare(iris("versicolor", "virginica")), prepare(wine())
CORNERS = Sample([[0, 1], [3, 1], [1, -1], [2, -3]], [1, 1, -1, -1])
TWINS = Sample([[1, 2], [1, 2], [0, 0]], [1, -1, -1])
RUN = perceptron(EIGHT)
FIRM, HARD, SOFT = hard_margin(FLOWERS), hard_margin(EIGHT), soft_margin(EIGHT, 0.1)
SLACK = soft_margin(TWO_PETALS, 1)
DIAGONAL = np.ones(2) / 2**0.5
BEST = best_exact(IRIS)
SUMS = np.array([(6, 5), (6, -3), (-2, 5), (-2, -3), (2, 3), (2, -5), (-6, 3), (-6, -5)])
FALLING = {"one": ([1, 2, 4, 8], [0.5, 0.05, 5e-4, 5e-7]), "two": ([1, 8], [0.9, 0.2])}
ONCE = margin_perceptron(in_three_dimensions(0.1, 0.5)[0], 0.1, max_passes=1)
DIPPED = margin_perceptron(dipping(0.1, 3)[0], 0.1, max_passes=1)
THREE = Sample([[0.6, 0.8], [0.8, 0.6], [-1, 0]], [1, 1, -1])
PAID = {share: margin_perceptron(THREE, 0.8, share) for share in (1, 0.5, 0.02)}
CREASED = Sample([[1, 0.2], [0.7, -1], [0.95, -0.1]], [1, -1, -1])
WALK = batch_descent(CREASED, [1.5, -1.5], 0.4)
TIPS = np.cumsum([[0, 0], *(SOFT.alpha[:, None] * EIGHT.signed)[SOFT.support]], 0)
TWO = subset(EIGHT, [0, 2])
STAIRS = ascent(TWO, 1, [0, 1] * 7)
NEAREST = [2 * (FIRM.alpha * (FLOWERS.y == y)) @ FLOWERS.X / FIRM.alpha.sum() for y in (1, -1)]
FAR = FLOWERS.X[FLOWERS.y < 0][0]
SHARE = np.linspace(0, 0.02, IRIS.n)
FORCE = np.linalg.norm(SHARE @ IRIS.signed)
BENT = gn.least_margin(-20, 0.95)[0]
STEPPED = hinge_sgd(EIGHT, 1, 24, seed=1038, at=range(1, 25))
AT = EIGHT.signed[STEPPED.stream[2]] @ STEPPED.paths["last"][1, :2]
ROAD = batch_descent(Sample([[1, 0, 0, 0], [1, 0, 0, 1]], [1, -1]), [-2, 0, 0, 0])
TAUGHT = perceptron(Sample(np.eye(64)[[9, 10, 9]] + np.eye(64)[20], [-1, 1, -1]))
HALF_INK, VOTES = np.zeros(64), np.zeros(64)
HALF_INK[[1, 10]], VOTES[[1, 10, 63]] = (0.5, 1), (3, -2, 1)
DIGITS = Sample(np.random.default_rng(4).random((9, 64)), [1, -1, -1, -1, 1, 1, 1, -1, 1])
PUSHED = soft_margin(DIGITS, 0.01)
FEET = [w @ DIAGONAL * DIAGONAL for w in RUN.weights[2:4]]
LONG = (RUN.weights[2] @ RUN.weights[2] + 18) ** 0.5
GAP = Sample([[0.5, 0], [1, 0], [-1, 0], [0.2, 0]], [1, -1, -1, 1])


def lines(ax, look=""):
    """The points of each line whose marker, dashes, color, width, size and height have that look.

    Hyperplanes are left out, which have no end.
    """

    def has(line):
        return {
            line.get_marker(),
            line.get_linestyle(),
            NAMES.get(line.get_color()),
            "open" if NAMES.get(line.get_markerfacecolor()) in (None, "paper") else "full",
            f"lw{line.get_linewidth():g}",
            f"ms{line.get_markersize():g}",
            f"z{line.get_zorder():g}",
        }

    ends = [line for line in ax.lines if not isinstance(line, AxLine)]
    return [line.get_xydata() for line in ends if set(look.split()) <= has(line)]


def drawn(ax, look):
    """The points of all lines of a look, ends of arrows or stems, tops of bars, radii."""
    if look == "arrows":
        found = [(note.xyann, note.xy) for note in ax.texts if note.arrow_patch]
    elif look == "stems":
        found = [stem for stems in ax.collections for stem in stems.get_segments()]
    elif look == "circle":
        found = [[(ring.get_radius(), 0)] for ring in ax.patches]
    elif look == "bars":
        found = [[(bar.get_x() + bar.get_width() / 2, bar.get_height())] for bar in ax.patches]
    else:
        found = lines(ax, look)
    return np.concatenate(found) if len(found) else np.empty((0, 2))


# A function and what it is given after its Axes; and the points of some looks, on each of the Axes.
PICTURES = [
    (
        ls.separator,
        (CORNERS, [0, 2]),
        {
            "x": [],
            "- lw1.2": [[0, 1], [0, 0], [3, 1], [3, 0], [1, -1], [1, 0]],
            "o": CORNERS.X[:3],
        },
    ),
    (
        ls.separator,
        (Sample([[3, 1], [-4, 0]], [1, -1]), [3, 4], -3),
        {"- lw1.2": [[3, 1], [1.8, -0.6]]},
    ),
    # a cross stands under its example, or it would hide the class
    (ls.separator, (CORNERS, [1, 0], -1.5), {"x z0.5": [[0, 1], [2, -3]], "- lw1.2": [], "o": []}),
    (ls.separator, (Sample(TWINS.X - 1, [1] * 3), [0, 2]), {"x": [[-1, -1]]}),
    (ls.leaning, (-1, 1, EIGHT), {"o": EIGHT.X[[0, 2, 4]]}),
    (ls.leaning, (1, 3, TWINS, "digit"), {"s open": [[1, 2]]}),
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
    (pc.nearer, (RUN, (18, 18)), {".": RUN.weights, "o": [[18, 18]]}),
    (
        pc.orders,
        ([3, 4, 4, 6, 6, 6, 7, 7, 7, 9],),
        {"bars": [[3, 1], [4, 2], [5, 0], [6, 3], [7, 3], [8, 0], [9, 1]]},
    ),
    (pc.image, ([3, 1, 0, -1], (2, 2)), {"o": [[1, 0], [0, 0]], "s": [[1, 1]]}),
    (pc.corrected, (RUN, 1), {"arrows": [[0, 0], [2, -1], [0, 0], [2, -1]]}),
    (pc.corrected, (RUN, 3), {"x": EIGHT.X[EIGHT.signed @ RUN.weights[3] <= 0]}),
    (pc.corrected, (RUN, 5), {"x": [], "o open": EIGHT.X[[RUN.mistakes[4]]]}),
    (
        pc.taught,
        (TAUGHT, 2),
        {},
        {"o": [[2, 1]], "s": [[1, 1]]},
        {"o": [[2, TAUGHT.errors[2]]]},
    ),
    (ls.weighed, (HALF_INK, VOTES, False), {}, {"s": [[2, 1]], "o": [[7, 7], [1, 0]]}),
    (ls.weighed, (HALF_INK, VOTES, True), {}, {"s": [[2, 1]], "o": [[1, 0]]}),
    (bn.one_update, (RUN, DIAGONAL, 3), {"lw5": FEET}, {"circle": [[LONG, 0]]}),
    (bn.contrarian, ("+−+",), {"o": [[0, 1], [2, 1], [1, 0]], "s": [[1, 1], [0, 0], [2, 0]]}),
    (
        mp.growth,
        (ONCE, in_three_dimensions(0.1, 0.5)[1]),
        {"ms5": [[840, 84], [400, 40], [251.286, 25.1286]]},
    ),
    (
        mp.rungs,
        ([(0.1, 50)], [(0.1, 249), (0.2, 61)]),
        {"D": [[0.1, 2.49], [0.2, 2.44]], "o": [[0.1, 0.5]]},
    ),
    (mp.step, (2, 0.5), {"--": [[2, 0], [2.5, 0], [2.5, 0.75**0.5]]}),
    (
        mp.price,
        (PAID, 0.5, 0.8),
        {},
        {
            ":": [[share, 1 / (0.8 * share) ** 2] for share in PAID],
            "-- lw1.2": [[share, sharp_constant(share) / 0.64] for share in PAID],
            "- o ms4": [[share, run.M] for share, run in PAID.items()],
            "ms9": [[0.5, PAID[0.5].M]],
        },
    ),
    (mp.demanded, (EIGHT, RUN, DIAGONAL[0]), {"--": []}),
    (mp.crossing, (DIPPED, 20), {":": [[last_crossing(DIPPED, 20), up] for up in (0, 1)]}),
    (mp.certificate, (RUN, DIAGONAL[0], 0.5), {":": [[0, 0.5], [1, 0.5]]}),
    (
        mm.slab,
        (SLACK,),
        {  # one ring on a face, two at the bound
            "o open ms10": TWO_PETALS.X[SLACK.free],
            "o open ms9": TWO_PETALS.X[SLACK.bound],
            "o open ms13": TWO_PETALS.X[SLACK.bound],
            "x": TWO_PETALS.X[TWO_PETALS.y * SLACK.f <= 0],
        },
    ),
    (svm_dual.hulls, (FLOWERS, *NEAREST), {"D best": NEAREST, "now": []}),
    (svm_dual.hulls, (FLOWERS, NEAREST[0], FAR), {"D now": [NEAREST[0], FAR], "best": []}),
    (
        sm.pushes,
        (PUSHED, np.array([0, 3])),
        {"o open": np.column_stack([DIGITS.y * PUSHED.f, PUSHED.alpha])[[0, 3]]},
        {},
    ),
    (mm.across, (HARD,), {"arrows": [[0, -1], [2, 1]]}),
    (
        svm_dual.combination,
        (SOFT,),
        {"arrows": [*np.repeat(TIPS, 2, 0)[1:-1], (0, 0), SOFT.w]},
    ),
    (
        ns.moves,
        (Sample([[3, 3], [2, 1], [-1, -1]], [-1, 1, -1]), DIAGONAL, 0.5**0.5),
        {"arrows": [[3, 3], [-0.5, -0.5]], "s": [[-0.5, -0.5]]},
    ),
    (
        ns.shortfall,
        (GAP, [1, 0], 0.6),
        {
            "o positive": [[1, 0.2], [2, 0.5]],
            "s negative": [[0, -1], [3, 1]],
            "stems": [[0, -1], [0, 0.6], [1, 0.2], [1, 0.6], [2, 0.5], [2, 0.6]],
        },
    ),
    (
        ns.floors,
        (IRIS, [(BEST.u / BEST.gamma, SHARE)]),
        {"--": [[0, 0], [FORCE, SHARE.sum()], [1.1 * IRIS.n**0.5, SHARE.sum()]]},
    ),
    (pd.losses, (), {"-": [[-2, 2], [0, 0], [2, 0]], "--": [[-2, 1], [0, 1], [0, 0], [2, 0]]}),
    (pd.risk_map, (CREASED, WALK.weights), {".": WALK.weights, "now": WALK.weights[-1:]}),
    (
        pd.step_sizes,
        ([0.1, 1, 10], {"from $-u$": [5, 3, 9]}, np.array([6, 7, 10])),
        {"--": [[0.1, 6], [1, 7], [10, 10]], "o": [[0.1, 5], [1, 3], [10, 9]]},
    ),
    (
        pd.roads,
        ({"a": (ROAD, 2 * np.arange(1, 7)), "b": (ROAD, np.arange(1, 7))}, 3),
        {"s": [[0, 0]]},
        {"s": [[1, 1]]},
        {"o ms5": [[3, 0.5], [3, 0]]},
    ),
    (hs.slack, (), {"lw3": [[-1, 2], [1, 0], [2.5, 0]]}),
    (
        da.falling,
        (FALLING,),
        {"-": np.transpose(FALLING["one"]), "--": np.transpose(FALLING["two"])},
    ),
    (
        da.hill,
        (TWO, STAIRS, 1, 3),
        {"now": STAIRS[[3]]},
        {"now": [[STAIRS[3, 1], dual_values(TWO, STAIRS)[3]]]},
    ),
    (
        hs.step_taken,
        (STEPPED, [0.2, 0.2], 2),
        {"now": STEPPED.paths["last"][[1], :2]},
        {"ms15": [[AT, max(0, 1 - AT)]]},
    ),
    (
        gn.moved,
        (-20, 0.95, range(-150, 91, 10)),
        {"ms13 open": BENT[[2]]},
        {"ms13 open": [[-20, shattering_margins(BENT).min()]]},
    ),
    (
        gn.signed_sums,
        ([[2, 1], [4, 0], [0, 4]],),
        {"o full": SUMS[2:6], "o open": SUMS[[0, 1, 6, 7]]},
    ),
    (
        gn.bounds_and_errors,
        (["a", "b"], {"e": [0, 0.05], "r": [0.02, 0.1]}, {"c": [0.2, 0.5], "o": [0.14, 0.26]}),
        {
            "o full": [[0, 1], [0.05, 0]],
            "o open": [[0.02, 1], [0.1, 0]],
            "s full": [[0.2, 1], [0.5, 0]],
            "D open": [[0.14, 1], [0.26, 0]],
        },
    ),
]


@pytest.mark.parametrize(("draw", "given", "shows"), [(d, g, s) for d, g, *s in PICTURES])
def test_what_is_drawn_where(draw, given, shows):
    axes = blank(3)[: len(shows)]
    draw(axes if "axes" in signature(draw).parameters else axes[0], *given)
    for ax, looks in zip(axes, shows, strict=True):
        for look, expected in looks.items():
            wanted = np.reshape(expected, (-1, 2))
            np.testing.assert_allclose(drawn(ax, look), wanted, rtol=1e-5, atol=1e-9)


def test_how_a_line_runs():
    for w, course in (((1, 0), "vertical"), ((0, 1), "level"), ((1, 2), "falling")):
        assert f"a {course} line" in ls.separator(blank(), EIGHT, w).text
    assert "a rising line" in ls.separator(blank(), EIGHT, (-1, 2)).text


@pytest.mark.parametrize(
    ("draw", "given", "message"),
    [
        (ls.foot, ([1, 1], -1, (3, 3), (3, 3)), "z=(3, 3) has f(z) = 5; give a point of"),
        (mp.growth, (RUN, DIAGONAL), "threshold 0; the notes' proof needs 0.3536"),
        (mp.crossing, (ONCE, 90), "does not rise to level=90 for good"),
    ],
)
def test_what_cannot_be_drawn_is_refused(draw, given, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        draw(blank(), *given)


# Images


def areas(ax, shape):
    """What the signs of a grid say: area, negative for a square, in sixteenths of the largest."""
    found = np.zeros(shape)
    signs = [line for line in ax.lines if line.get_marker() in "os"]
    for line in signs:
        for across, up in line.get_xydata().astype(int):
            assert found[up, across] == 0
            found[up, across] = (-1) ** (line.get_marker() == "s") * line.get_markersize() ** 2
    return 16 * found / max(line.get_markersize() ** 2 for line in signs)


def test_areas_are_numbers_in_sixteenths_and_squares_are_hollow():
    values = np.array([[1, -0.5, 0.02], [0.26, 0, -1]])
    ax = blank()
    points.sized(ax, values, 1, (PALETTE["best"][0], PALETTE["now"][0]))
    np.testing.assert_allclose(areas(ax, values.shape), [[16, -8, 0], [4, 0, -16]], atol=1e-9)
    assert drawn(ax, "s").tolist() == drawn(ax, "s best open").tolist()
    assert drawn(ax, "o").tolist() == drawn(ax, "o now full").tolist()
    assert ax.get_ylim() == (1.5, -0.5)  # the first row is on top


def test_class_images_share_one_scale():
    W = np.array([[4.0, -1, 0, 0, 9], [1, 1, -2, 0, 9]])  # the last column is no pixel
    axes = blank(2, (2, 2))
    kn.class_images(axes, W, (2, 2))
    big = max(line.get_markersize() for line in axes[0].lines)
    small = [line.get_markersize() for line in axes[1].lines if line.get_marker() == "s"]
    assert small == pytest.approx([big / np.sqrt(2)])


def test_a_swapped_digit_stands_below_the_other():
    sample = Sample(np.random.default_rng(0).uniform(-1, 1, (3, 64)), [1, -1, 1])
    ax = blank()
    kn.swapped(ax, sample)
    at = {tuple(m.get_coordinates()[-1, 0]): m.get_facecolor() for m in ax.collections}
    assert len(at) == 6
    for k, x in enumerate(sample.X):
        for y, color in ((10, "ink"), (0, "paper")):
            np.testing.assert_allclose(at[10 * k, y][:, 3], (x + 1) / 2)
            assert tuple(at[10 * k, y][0, :3]) == to_rgba(PALETTE[color][0])[:3]
        ground = ax.patches[k]
        assert ground.get_facecolor() == to_rgba(PALETTE["ink"][0])
        box = ground.get_extents().transformed(ax.transData.inverted())
        assert box.extents == pytest.approx([10 * k, 0, 10 * k + 8, 8])


def inked(ax):
    """The areas of a picture's squares."""
    signs = [line for line in ax.lines if line.get_marker() == "s"]
    return np.concatenate([[one.get_ms() ** 2] * len(one.get_xdata()) for one in signs])


def test_all_ink_is_drawn_and_a_bar_underlines_each_slip():
    sample = Sample(np.random.default_rng(3).integers(0, 17, (6, 64)) / 16, [1, -1, -1, -1, 1, 1])
    axes = blank(2)
    sm.labeled(axes, sample, slips=[1, 2, 4], first=1)
    for ax, rows, bars in zip(axes, ([0, 1, 2], [3, 4, 5]), (2, 1), strict=True):
        ink = np.sort(np.round(8 * sample.X[rows]).ravel())
        ink = ink[ink > 1]
        np.testing.assert_allclose(np.sort(inked(ax)) / inked(ax).max(), ink / ink[-1])
        assert sum(line.get_marker() != "s" for line in ax.lines) == bars
        labels = [word for i in rows for word in (str(i + 1), "8" if sample.y[i] > 0 else "3")]
        assert [text.get_text() for text in ax.texts] == labels


def test_the_area_of_a_digit_shows_its_multiplier():
    found = hard_margin(Sample(np.random.default_rng(5).integers(0, 2, (12, 64)), [-1, 1] * 6))
    axes = blank(2)
    svm_dual.pushing(axes, found)
    amounts = found.alpha * found.sample.X.sum(axis=1)
    shares = [
        inked(ax).sum() / amounts[found.sample.y == y].sum()
        for ax, y in zip(axes, (-1, 1), strict=True)
    ]
    assert shares[0] == pytest.approx(shares[1])  # one scale for both classes


def test_digits_stand_where_their_distance_is():
    scans = digits(3, 8)
    kept = Sample(scans.X[:, [42, 26]] / 16, scans.y)
    found, axes = soft_margin(kept, 1), blank(2)
    ls.seen_through(axes, found, [42, 26])
    assert {tuple(at) for at in drawn(axes[0], "o")} == {(2, 5), (2, 3)}
    for look, y in (("--", -1), ("- positive", 1)):
        heights = drawn(axes[1], look)[:-1, 1]
        half = heights[:15] if y > 0 else heights[15:]
        assert heights.sum() == (kept.y == y).sum()
        assert half.sum() == ((kept.y == y) & (kept.y * found.f <= 0)).sum()


@pytest.mark.parametrize(
    ("missed", "amounts"), [(0, ([3, 3], [0, 0])), (1, ([3, 0], [3, 0])), (2, ([3, 0], [3, 3]))]
)
def test_a_box_is_drawn_on_each_pixel_s_own_scale(missed, amounts):
    images = threshold_bits(Sample([[0, 0], [8, 0], [8, 1]], [-1, 1, 1]), 3)
    run, axes = learn_online(Elimination(images.d), images, max_passes=1), blank(2)
    mb.box(axes, run.states[missed], (1, 2), cuts=3)
    for ax, wanted in zip(axes, amounts, strict=True):
        np.testing.assert_allclose(ax.collections[0].get_facecolor()[:, 3] * 3, wanted)
        key = [to_rgba(cell.get_facecolor())[3] * 3 for cell in ax.patches]
        np.testing.assert_allclose(key, range(4))


# Runs


def test_a_demand_is_drawn_at_full_size_from_a_run_on_smaller_examples():
    run, ax = margin_perceptron(Sample(EIGHT.X / EIGHT.radius, EIGHT.y), 1 / 6, 0.05), blank()
    mp.demanded(ax, EIGHT, run, DIAGONAL[0])
    far = np.abs(drawn(ax, "--") @ run.w) / np.linalg.norm(run.w)
    np.testing.assert_allclose(far, [run.threshold * EIGHT.radius] * 4)


def test_a_certificate_draws_both_numbers_around_the_margin():
    best, ax = max_margin(WINE)[1], blank()
    mp.certificate(ax, margin_perceptron(WINE, best, 0.1), best)
    below, above, level = (line[:, 1] for line in lines(ax))
    assert below.max() <= level[0] + 1e-9 <= above.min() + 1e-8


TARGET = DecisionList(3, [(1, 1), (2, -1), (3, 1), (0, -1)])
EXAMPLES = worst_sequence(Levels(3), TARGET)
SUNK = learn_online(Levels(3), Sample(EXAMPLES, TARGET(EXAMPLES)), max_passes=1)


def test_terms_stand_on_their_levels():
    for mistakes in range(SUNK.M + 1):
        ax = blank()
        mb.levels(ax, SUNK, mistakes, TARGET)
        for label, (marker, _) in enumerate(MARKERS.values()):
            columns, height = np.round(drawn(ax, marker)).T
            assert height[np.argsort(columns)].tolist() == SUNK.states[mistakes][label].tolist()
        places = {text.get_text(): text.get_position() for text in ax.texts}
        for i, (literal, _) in enumerate(TARGET.rules, 1):
            x, y = places[str(i)]
            assert (round(x), y) == (column(literal, 3), SUNK.levels(TARGET)[mistakes][i - 1])
        moved = (SUNK.states[mistakes] != SUNK.states[max(mistakes - 1, 0)]).sum()
        assert len(lines(ax, "lw3")) == moved


def test_a_game_shows_each_round():
    sample, target = against([1, -1, 1])
    ax = blank()
    mb.game(ax, sample, target)
    words, rounds = {1: ["False", "True"], -1: ["True", "False"]}, [t.get_text() for t in ax.texts]
    wanted = zip(sample.X, sample.y, strict=True)
    assert rounds[4:] == [w for x, y in wanted for w in (*(f"{b:.0f}" for b in x), *words[int(y)])]


def test_staircases_end_at_their_counts_and_names_beside_them_keep_apart():
    class Twin(Elimination):
        pass

    X, ax = all_examples(6), blank()
    sample = Sample(X, Conjunction(6, [1, 2])(X), "six bits")
    mb.learning(ax, [learn_online(kind(6), sample) for kind in (Levels, Elimination, Twin)])
    counts = [int(text.get_text().split()[1]) for text in ax.texts]
    assert counts == sorted(counts) and len(set(counts)) == 2
    assert np.diff([text.xy[1] for text in ax.texts]).min() >= 0.07 * max(counts) - 1e-9
    assert [line.get_ydata()[-1] for line in ax.lines] == counts


def test_a_map_labels_its_level_lines():
    ax = blank()
    pd.risk_map(ax, CREASED, apart=0.2)
    for label, height in zip(ax.texts, ("0.4", "0.8", "1.2"), strict=True):
        found = risk(CREASED, np.array(label.get_position())) / CREASED.n
        assert label.get_text() == height and found == pytest.approx(float(height), abs=0.05)


def test_every_walk_stays_in_the_frame():
    axes = blank(2)
    walks = {size: batch_descent(CREASED, [1.5, -1.5], size) for size in (0.2, 1.0)}
    pd.descent(axes, walks, 1.0, apart=0.2)
    assert lines(axes[1])[0][:, 1] == pytest.approx(walks[1.0].risks / CREASED.n)
    low, high = np.transpose([axes[0].get_xlim(), axes[0].get_ylim()])
    for walk in walks.values():
        assert ((low <= walk.weights) & (walk.weights <= high)).all()
        assert axes[1].get_ylim()[1] > walk.risks.max() / CREASED.n
        assert axes[1].get_xlim()[1] > walk.T


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
    parallel = blank(2)  # to a crease, which has no mark then
    pd.risk_cut(parallel, EIGHT, 2.0, low=(-3, -3), high=(5, 5), apart=5)
    assert len(drawn(parallel[1], "ms8")) == 7


def test_two_learners_stand_beside_each_other_after_the_same_examples():
    images = Sample(np.random.default_rng(0).standard_normal((12, 4)), [1, -1] * 6)
    learned = hinge_sgd(images, 1 / 12, 240, at=[1, 24, 240])
    walk, axes = perceptron(images, order=learned.stream, max_passes=1), blank(3)
    said = hs.beside(axes, walk, learned, 24)
    both = (walk.weights[(walk.when < 24).sum()], learned.paths["last"][1, :4])
    for ax, name, weights in zip(axes, ("perceptron", "hinge SGD"), both, strict=False):
        assert f"{name} has {(images.signed @ weights <= 0).sum()} of 12 wrong" in said
        for look, part in (("s", -weights), ("o", weights)):
            strong = np.flatnonzero(part > np.abs(weights).max() / 32)
            assert {tuple(at) for at in drawn(ax, look)} == {(i % 2, i // 2) for i in strong}


def test_wishes_are_drawn_until_all_are_met():
    path = greedy(FLIPPED, 0.1)
    for step, alpha in enumerate(path):
        ax, asked = blank(), wishes(FLIPPED, alpha, 0.1)
        said = da.crossing(ax, FLIPPED, path, 0.1, step)
        rays = drawn(ax, "arrows").reshape(-1, 2, 2)
        assert len(rays) == 8 + ((alpha > 0) & (alpha < 0.1)).sum()
        right = {row for (own, row), (end, _) in rays if end > own}
        assert right == set(np.flatnonzero(asked.rise > 0))
        last = step == len(path) - 1
        np.testing.assert_allclose(drawn(ax, "best")[:, 0], [sum(asked.ends) / 2] * 2 * last)
        assert ("all wishes" in said) == last


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


@pytest.mark.parametrize(("scale", "inside"), [(0.4, 3), (0.5, 0)])
def test_the_shade_lies_between_the_faces_at_every_scale_of_the_weights(scale, inside):
    """They touch the nearest examples in the canonical form alone."""
    ax = blank()
    assert mm.scaled(ax, EIGHT, scale, (1, 1), -1).endswith(f"{inside} examples between them.")
    (strip,) = ax.patches
    assert np.abs(strip.get_xy() @ [scale, scale] - scale) == pytest.approx(1)
    assert strip.get_zorder() < min(line.get_zorder() for line in ax.lines)


def test_the_shadow_of_the_feasible_points():
    """A corner of the shade is the optimum, and no corner of it is nearer to 0."""
    rows, ax = FIRM.support, blank()
    three = Sample(FLOWERS.X[rows] - FLOWERS.X.mean(axis=0), FLOWERS.y[rows])
    solved = hard_margin(three)
    mm.weight_shadow(ax, three, solved, reach=2)
    shade, circle = ax.patches
    assert circle.get_radius() == solved.norm
    corners = shade.get_xy()
    nearest = corners[np.linalg.norm(corners, axis=1).argmin()]
    assert nearest == pytest.approx(solved.w, abs=1e-6)
    assert mm.beyond(corners, np.array([1, 0]), -9).tolist() == corners.tolist()


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
    numbers = [word.get_text() for word in ax.texts[: TWO_PETALS.n]]
    assert numbers == [str(row) for row in range(TWO_PETALS.n)]
    assert len(ax.texts) == TWO_PETALS.n + len(rows)
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
    assert ax.get_ylim()[1] > top[-1]


KINDS = ("exact", "simple", "Freund–Schapire")


def test_dots_mark_one_margin_on_each_bound():
    axes, gammas = blank(2), np.array([0.1, 0.37, 0.8])
    ns.promised(axes, 0.37, IRIS, BEST.u, gammas, 5)
    curves = {line.get_label(): line for line in axes[1].lines if len(line.get_xdata()) == 3}
    assert tuple(curves) == KINDS
    assert drawn(axes[1], "o").tolist() == [[0.37, c.get_ydata()[1]] for c in curves.values()]


def test_the_strong_line_is_the_narrowest_cut():
    ax, X = blank(), [[0, 1], [-0.8, -0.5], [0.3, -0.9]]
    gn.triangle(ax, X)
    a, b = drawn(ax, "best --")
    assert np.linalg.norm(a - b) == pytest.approx(2 * shattering_margins(X).min(), abs=1e-6)
    (strong,) = (line for line in ax.lines if isinstance(line, AxLine) and line.get_lw() == 2.2)
    along, to = np.subtract(strong.get_xy2(), strong.get_xy1()), (a + b) / 2 - strong.get_xy1()
    assert along[0] * to[1] == pytest.approx(along[1] * to[0])


# What the chapters' insights say of the states that their explorers show


def told(chapter, figure, pattern):
    """The number that a pattern finds in what each state says, by the state; "none" is 0."""
    said = {state: re.search(pattern, text) for state, text in explorer(chapter, figure).items()}
    return {
        state: float(found[1].replace("−", "-").replace("none", "0"))
        for state, found in said.items()
        if found
    }


def test_the_states_that_insights_name_are_the_least_of_theirs():
    wrong = told("linear-separators", "fig-leaning-line", r"misclassifies (\d+)")
    least = [state for state in wrong if wrong[state] == min(wrong.values())]
    assert (least, wrong[least[0]]) == ([("−1.5", "0.7")], 25)
    pixels = told("linear-separators", "fig-pixels", r"(none|\d+) of the 357")
    assert [int(count) for (count,) in pixels if not pixels[count,]][:1] == [10]
    sums = told("linear-separators", "fig-reading", r"sum is (−?[\d.]+)")
    nearly = sorted(sums, key=lambda state: abs(sums[state]))
    assert nearly[:3] == [(picture, "answer") for picture in "687"] and len(nearly) == 8
    assert {show for _, show in nearly} == {"answer"}
    shares = told("max-margin", "fig-canonical", r"the least y f is (1),")
    nearest = told("max-margin", "fig-room", r"(29) of them")
    assert (*shares, *nearest) == (("0.25",), ("most room",))
    assert "the two bounds meet" in explorer("svm-dual", "fig-two-bounds")["0.4",]


def test_mistakes_that_insights_count_are_there():
    counts = [357, *told("perceptron", "fig-digit-run", r"weights (\d+|none) of").values()]
    assert (len(counts) - 1, (np.diff(counts) > 0).sum(), counts[4:6]) == (67, 32, [29, 174])
    assert counts[-1] == 0 and counts[-2] > counts[-3]
    left = list(told("mistake-bounds", "fig-box", r"mistakes (\d+) of 896").values())
    drops = [a - b for a, b in pairwise(left)]
    assert (drops[0], max(drops[1:]), len(drops)) == (448, drops[1], 58) and min(drops) >= 1


def test_the_guesses_that_never_halt_lie_on_the_grid():
    said = explorer("margin-perceptron", "fig-guess")
    for (guess, epsilon), text in said.items():
        asked = float(guess.removesuffix(" γ")) * (1 - float(epsilon))
        assert ("halts after" in text) == (asked < 1 - 1e-9), (guess, epsilon)
        assert ("goes on after 400 passes" in text) == (asked > 1 - 1e-9), (guess, epsilon)
        assert "halts" in text or text.endswith("γ refutes the guess.")
    assert {("1.25 γ", "0.2"), ("2 γ", "0.5"), ("2.5 γ", "0.6"), ("4 γ", "0.75")} <= set(said)


def test_a_fifth_of_the_share_costs_about_five_times_the_updates():
    paid = told("margin-perceptron", "fig-bands", r"(\d+) updates")
    for share, fifth in (("0.5", "0.1"), ("0.15", "0.03"), ("0.1", "0.02")):
        assert paid[fifth,] / paid[share,] == pytest.approx(5, abs=0.75)
    kept = told("margin-perceptron", "fig-bands", r": (\d+)% of γ")
    assert (kept["0.1",], kept["0.02",]) == (90, 98)


def test_the_least_of_each_bound_lies_on_the_grid():
    fine = np.linspace(0.1, 0.9, 801)
    curves = [ns.three_bounds(IRIS, BEST.u, gamma) for gamma in fine]
    for kind, at in zip(KINDS, ("0.391", "0.34", "0.542"), strict=True):
        least = fine[np.argmin([each[kind] for each in curves])]
        assert least == pytest.approx(float(at), abs=5e-4)
        values = told("not-separable", "fig-which-margin", rf"{kind} (\d+\.\d)")
        assert values[at,] == min(values.values()) >= round(BEST.bound, 1)
