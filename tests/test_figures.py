"""What the pictures of the chapters say is what they draw, and what an insight says is on the grid.

Most are rows of a table: a call, what its words hold, and which points it draws in which look.
"""

import re
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
from lib.generalization import shattering_margins, simplex
from lib.hinge_sgd import hinge_sgd, regularized_risk
from lib.linear_separators import margin
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
from lib.svm.certificates import duality_gap
from tests.stored import explorer
from tests.test_dual_ascent import FLIPPED
from tests.watched import ascent, greedy

PETALS = iris().columns("petal length (cm)", "petal width (cm)")
FLOWERS = iris().columns("sepal width (cm)", "petal length (cm)")
TWO_PETALS = standardize(iris("versicolor", "virginica")).columns(
    "petal length (cm)", "petal width (cm)"
)
IRIS, WINE = prepare(iris("versicolor", "virginica")), prepare(wine())
CORNERS = Sample([[0, 1], [3, 1], [1, -1], [2, -3]], [1, 1, -1, -1])
RUN = perceptron(EIGHT)
SMALLER = Sample(EIGHT.X / EIGHT.radius, EIGHT.y)
FIRM, HARD, SOFT = hard_margin(FLOWERS), hard_margin(EIGHT), soft_margin(EIGHT, 0.1)
SLACK = soft_margin(TWO_PETALS, 1)
DIAGONAL = np.ones(2) / 2**0.5
BEST = best_exact(IRIS)
SUMS = np.array([(6, 5), (6, -3), (-2, 5), (-2, -3), (2, 3), (2, -5), (-6, 3), (-6, -5)])
FALLING = {"one": ([1, 2, 4, 8], [0.5, 0.05, 5e-4, 5e-7]), "two": ([1, 8], [0.9, 0.2])}
TIGHT = in_three_dimensions(0.2)
ONCE = margin_perceptron(in_three_dimensions(0.1, 0.5)[0], 0.1, max_passes=1)
CREASED = Sample([[1, 0.2], [0.7, -1], [0.95, -0.1]], [1, -1, -1])
TORN = Sample([[1, 0], [-1, 0], [0, 1], [0, -1]], [1, 1, 1, 1])
FLAT = Sample([[1, 1], [-1, -1], [1, -1], [-1, 1]], [1, 1, 1, 1])
PIXELS = Sample([[1, 0, 0, 0], [1, 0, 0, 1]], [1, -1])
FORTH, BACK = perceptron(PIXELS), perceptron(PIXELS, order=[1, 0])
WALK = batch_descent(CREASED, [1.5, -1.5], 0.4)


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
    """The points of all lines of a look; or the ends of arrows, or where bars stand how high."""
    if look == "arrows":
        found = [(note.xyann, note.xy) for note in ax.texts if note.arrow_patch]
    elif look == "bars":
        found = [[(bar.get_x() + bar.get_width() / 2, bar.get_height())] for bar in ax.patches]
    else:
        found = lines(ax, look)
    return np.concatenate(found) if len(found) else np.empty((0, 2))


# A call with two Axes, of which it may use one; what stands in its words, "^" where they begin and
# "$" where they end; and the points of some looks, on the first of the Axes.
PICTURES = [
    # Linear separators
    (
        lambda ax, _: ls.separator(ax, CORNERS, [0, 2]),
        ["a ring at (0, 1) and (1, −1) and (3, 1).$"],
        {
            "x": [],
            "- lw1.2": [[0, 1], [0, 0], [3, 1], [3, 0], [1, -1], [1, 0]],
            "o": CORNERS.X[:3],
        },
    ),
    (
        lambda ax, _: ls.separator(ax, Sample([[3, 1], [-4, 0]], [1, -1]), [3, 4], -3),
        ["at distance 2,"],
        {"- lw1.2": [[3, 1], [1.8, -0.6]]},
    ),
    (  # a cross stands under its example, or it would hide the class
        lambda ax, _: ls.separator(ax, CORNERS, [1, 0], -1.5),
        ["a vertical line that misclassifies 2, each over a cross.$"],
        {"x z0.5": [[0, 1], [2, -3]], "- lw1.2": [], "o": []},
    ),
    (
        lambda ax, _: ls.separator(ax, Sample([[0, 1], [0, -1], [1, 0]], [1] * 3), [0, 2]),
        ["^3 circles around (0.333, 0) in", "a level line that misclassifies 2"],
        {"x": [[0, -1], [1, 0]]},
    ),
    (
        lambda ax, _: ls.separator(ax, PETALS, [1, 1], -3.5),
        ["^50 squares around (1.46, 0.246) and 50 circles", "a falling line", "ring at (3, 1.1).$"],
        {},
    ),
    (lambda ax, _: ls.leaning(ax, -1, 1, EIGHT), ["of 1.414."], {"o": EIGHT.X[[0, 2, 4]]}),
    (
        lambda ax, _: ls.leaning(ax, -0.5, 3, Sample([[1, 2], [-1, -1]], [1, -1])),
        ["^The line of slope −0.5 and height 3 misclassifies 1 point.$"],
        {},
    ),
    (
        lambda ax, _: ls.leaning(ax, 1, 3, Sample([[1, 2], [1, 2], [0, 0]], [1, -1, -1]), "digit"),
        ["misclassifies 1 digit.$"],
        {"s open": [[1, 2]]},
    ),
    (
        lambda ax, _: ls.foot(ax, [1, 1], -1, (3, 3), (3, -2)),
        ["length 3.54", "length 5.00", "(3, −2), at 3.54"],
        {"lw2.6": [[3, 3], [0.5, 0.5]], "--": [[3, 3], [3, -2]]},
    ),
    (
        lambda ax, _: ls.shadow(ax, (1, 3), (4, 0)),
        ["length 3.00", "sv = (1, 0)"],
        {"lw2.6": [[1, 3], [1, 0]]},
    ),
    # The perceptron
    (
        lambda ax, _: pc.update(ax, [2, -1], [2, -3], -1),
        [
            "orange square x = (2, −3) on the wrong side, where y⟨w,x⟩ = −7.",
            "to w - x = (0, 2), and its line has y⟨w,x⟩ = 6.",
        ],
        {"arrows": [[0, 0], [2, -1], [2, -1], [0, 2], [0, 0], [0, 2]]},
    ),
    (lambda ax, _: pc.update(ax, [2, -1], [0, 4], 1), ["blue circle x = (0, 4)"], {}),
    (
        lambda ax, _: pc.nearer(ax, RUN, (18, 18)),
        ["each lies inside the one before", "radii are 648, 617, 580, 485, 452, 421.$"],
        {".": RUN.weights, "o": [[18, 18]]},
    ),
    (lambda ax, _: pc.nearer(ax, RUN, (1, 1)), ["some grow"], {}),
    (
        lambda ax, _: pc.orders(ax, [3, 4, 4, 6, 6, 6, 7, 7, 7, 9]),
        [
            "^A histogram from 3 to 9 mistakes. Its bars count 1, 2, 0, 3, 3, 0, 1 orders, ",
            "with a top of 2 at 4, of 3 at 6 and 7, of 1 at 9.$",
        ],
        {"bars": [[3, 1], [4, 2], [5, 0], [6, 3], [7, 3], [8, 0], [9, 1]]},
    ),
    (lambda ax, _: pc.orders(ax, [5, 5]), ["count 2 orders, with a top of 2 at 5.$"], {}),
    (
        lambda ax, _: pc.image(ax, [3, 1, 0, -1], (2, 2)),
        [
            "^2 blue cells, with 75% of their weight in the left half; ",
            "1 orange cells, with 0% of their weight in the left half.$",
        ],
        {"o": [[1, 0], [0, 0]], "s": [[1, 1]]},
    ),
    # The Block–Novikoff theorem
    (
        lambda ax, _: bn.sandwich(ax, perceptron(TIGHT[0]), TIGHT[1]),
        ["meets it at t = 25.0", "lie on the line; circles, its length, lie on the curve"],
        {},
    ),
    (
        lambda ax, _: bn.sandwich(ax, perceptron(WINE), max_margin(WINE)[0]),
        [
            "on or above the line; circles, its length, lie on or below the curve",
            "end at t = 25, with γt = 3.16",
        ],
        {},
    ),
    (
        lambda ax, _: bn.contrarian(ax, "+−+"),
        ["^You say + − +, and the labels are − + −: 3 mistakes.", "u = 1/√3 (−1, 1, −1) has"],
        {"o": [[0, 1], [2, 1], [1, 0]], "s": [[1, 1], [0, 0], [2, 0]]},
    ),
    (
        lambda *axes: bn.climb(axes, {"file": FORTH, "backwards": BACK}, "backwards"),
        ["^Backwards: 5 mistakes, on 2 different digits", "when digit no. 6 comes.$"],
        {},
    ),
    # The margin perceptron
    (
        lambda ax, _: mp.growth(ax, ONCE, in_three_dimensions(0.1, 0.5)[1]),
        ["end at t = 249,", "meets it at 251.", "the line at 400.", "only at 840.$"],
        {"ms5": [[840, 84], [400, 40], [251.286, 25.1286]]},
    ),
    (
        lambda ax, _: mp.rungs(ax, [(0.1, 50)], [(0.1, 249), (0.2, 61)]),
        ["2.44 to 2.490", "0.50 to 0.50", "horizontal lines at 16, 12, 8, 4, 3 and"],
        {"D": [[0.1, 2.49], [0.2, 2.44]], "o": [[0.1, 0.5]]},
    ),
    (
        lambda ax, _: mp.demanded(ax, EIGHT, RUN, DIAGONAL[0]),
        ["^θ = 0 γ: 5 updates end at w = (4, 3), and the nearest point lies 0.200"],
        {"--": []},
    ),
    # Maximum margins, their dual, and slack
    (
        lambda ax, _: mm.across(ax, HARD),
        ["from (0, −1) on the lower face to (2, 1) on the upper one, 2.828 away.$"],
        {"arrows": [[0, -1], [2, 1]]},
    ),
    (
        lambda ax, _: svm_dual.combination(ax, SOFT),
        [f"^{len(SOFT.support)} arrows", "end at w = (0.4, 0.4).$"],
        {
            "arrows": [
                *np.repeat(
                    np.cumsum([[0, 0], *(SOFT.alpha[:, None] * EIGHT.signed)[SOFT.support]], 0),
                    2,
                    0,
                )[1:-1],
                (0, 0),
                SOFT.w,
            ]
        },
    ),
    # Without a separator
    (
        lambda ax, _: ns.moves(
            ax, Sample([[3, 3], [2, 1], [-1, -1]], [-1, 1, -1]), DIAGONAL, 0.5**0.5
        ),
        ["1 arrow: from (3, 3) to (−0.5, −0.5), 4.95 long"],
        {"arrows": [[3, 3], [-0.5, -0.5]], "s": [[-0.5, -0.5]]},
    ),
    # The perceptron as descent
    (
        lambda ax, _: pd.losses(ax),
        ["from 2 to 0 at the score 0", "at the score −1, where both are 1.$"],
        {"-": [[-2, 2], [0, 0], [2, 0]], "--": [[-2, 1], [0, 1], [0, 0], [2, 0]]},
    ),
    (
        lambda ax, _: pd.risk_map(ax, CREASED, WALK.weights),
        ["^The plane", "inside the shade: (1.50, -1.50), (0.84, -1.06)"],
        {".": WALK.weights, "now": WALK.weights[-1:]},
    ),
    (lambda ax, _: pd.risk_map(ax, CREASED, WALK.weights[:-1]), ["outside the shade"], {}),
    (lambda ax, _: pd.risk_map(ax, TORN), ["zero on the origin alone"], {}),
    (lambda *axes: pd.risk_cut(axes, FLAT), ["nowhere zero"], {}),
    (
        lambda ax, _: pd.step_sizes(
            ax, [0.1, 1, 10], {"from $-u$": [5, 3, 9]}, np.array([6, 7, 10])
        ),
        [
            "from -u starts at 5 updates, is lowest at 3 where the ratio is 1, and ends at 9",
            "above every curve.$",
        ],
        {"--": [[0.1, 6], [1, 7], [10, 10]], "o": [[0.1, 5], [1, 3], [10, 9]]},
    ),
    (
        lambda ax, _: pd.step_sizes(ax, [0.1, 1], {"": [5, 3]}, np.array([4, 7])),
        ["rises from 4 to 7.$"],
        {},
    ),
    # Hinge SGD, dual ascent, generalization
    (
        lambda ax, _: hs.slack(ax),
        ["from 2 at score −1 straight down to 0 at score 1"],
        {"lw3": [[-1, 2], [1, 0], [2.5, 0]]},
    ),
    (
        lambda ax, _: da.falling(ax, FALLING),
        [
            "one is below 0.1 after 2, 0.001 after 4, 1e-06 after 8, and ends at 5e-07",
            "two ends at 0.2 after 8",
        ],
        {"-": np.transpose(FALLING["one"]), "--": np.transpose(FALLING["two"])},
    ),
    (
        lambda ax, _: gn.signed_sums(ax, [[2, 1], [4, 0], [0, 4]]),
        ["radius √37", "4 filled dots, (−2, 5),", "outside 4 open ones"],
        {"o full": SUMS[2:6], "o open": SUMS[[0, 1, 6, 7]]},
    ),
]


@pytest.mark.parametrize(("draw", "says", "shows"), PICTURES, ids=[row[1][0] for row in PICTURES])
def test_a_picture_draws_what_it_says(draw, says, shows):
    axes = blank(2)
    text = f"^{draw(*axes)}$"
    for words in says:
        assert words in text
    for look, expected in shows.items():
        found = drawn(axes[0], look)
        np.testing.assert_allclose(found, np.reshape(expected, (-1, 2)), rtol=1e-5, atol=1e-9)


@pytest.mark.parametrize(
    ("w", "course"),
    [((1, 0), "vertical"), ((0, 1), "level"), ((1, 2), "falling"), ((-1, 2), "rising")],
)
def test_how_a_line_runs(w, course):
    ax = blank()
    assert f"a {course} line" in ls.separator(ax, PETALS, w).text
    across, up = np.subtract(ax.lines[0].get_xy2(), ax.lines[0].get_xy1())
    slope = {"vertical": across == 0, "level": up == 0}
    slope |= {"falling": across * up < 0, "rising": across * up > 0}
    assert [name for name, holds in slope.items() if holds] == [course]


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (
            lambda ax: ls.foot(ax, [1, 1], -1, (3, 3), (3, 3)),
            "z=(3, 3) has f(z) = 5; give a point of",
        ),
        (lambda ax: pc.image(ax, [1, 2, 3], (2, 2)), "array of size 3 into shape (2,2)"),
        (
            lambda ax: mp.growth(ax, margin_perceptron(TIGHT[0], 0.2, 0.1, max_passes=1), TIGHT[1]),
            "threshold 0.18; the notes' proof needs 0.1",
        ),
        (lambda ax: mp.crossing(ax, ONCE, 90), "does not rise to level=90 for good"),
    ],
)
def test_what_cannot_be_drawn_is_refused(draw, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        draw(blank())


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


def test_a_swapped_digit_stands_below_the_other():
    sample = Sample(np.random.default_rng(0).uniform(-1, 1, (3, 64)), [1, -1, 1])
    ax = blank()
    kn.swapped(ax, sample)
    at = {tuple(m.get_coordinates()[-1, 0]): m.get_facecolor() for m in ax.collections}
    assert len(at) == 6
    for k, x in enumerate(sample.X):
        upper, lower, ground = at[10 * k, 10], at[10 * k, 0], ax.patches[k]
        assert np.allclose(upper[:, 3], (x + 1) / 2) and np.allclose(lower[:, 3], upper[:, 3])
        assert np.allclose(upper[0, :3], to_rgba(PALETTE["ink"][0])[:3])
        assert np.allclose(lower[0, :3], to_rgba(PALETTE["paper"][0])[:3])
        assert ground.get_facecolor() == to_rgba(PALETTE["ink"][0])
        assert ground.get_extents().transformed(ax.transData.inverted()).extents == pytest.approx(
            [10 * k, 0, 10 * k + 8, 8]
        )


def test_class_images_share_one_scale():
    W = np.array([[4.0, -1, 0, 0, 9], [1, 1, -2, 0, 9]])  # the last column is no pixel
    axes = blank(2, (2, 2))
    kn.class_images(axes, W, (2, 2))
    big = max(line.get_markersize() for line in axes[0].lines)
    small = [line.get_markersize() for line in axes[1].lines if line.get_marker() == "s"]
    assert small == pytest.approx([big / np.sqrt(2)])


@pytest.mark.parametrize(("t", "grown", "product"), [(1, 0.71, 0), (2, 0.71, -7), (3, 2.12, -2)])
def test_an_update_says_its_progress_and_its_growth(t, grown, product):
    axes = blank(2)
    text = bn.one_update(axes, RUN, DIAGONAL, t)
    assert f"grows by {grown:.2f}, and must by 0.71" in text
    assert f"The score is {product}".replace("-", "−") + "," in text
    old, new = (w @ w for w in RUN.weights[t - 1 : t + 1])
    assert text.endswith(f"from {old:g} to {new:g}; {old + 18:g} is allowed.")
    (circle,) = axes[1].patches
    assert circle.get_radius() == pytest.approx(np.sqrt(old + 18))
    assert np.ptp(drawn(axes[0], "lw5") @ DIAGONAL) == pytest.approx(grown, abs=0.005)


# The margin perceptron


def test_a_price_is_what_the_chosen_run_paid():
    three = Sample([[0.6, 0.8], [0.8, 0.6], [-1, 0]], [1, 1, -1])
    runs = {epsilon: margin_perceptron(three, 0.8, epsilon) for epsilon in (1, 0.5, 0.02)}
    assert len({run.M for run in runs.values()}) > 1
    for epsilon, run in runs.items():
        axes = blank(2)
        reached = margin(three, run.w)
        assert mp.price(axes, runs, epsilon, 0.8) == (
            f"ε = {epsilon:g}: {run.M} updates. The learner asks every flower for more than "
            f"{0.8 * (1 - epsilon):.3f}, and the nearest ends at {reached:.3f}: "
            f"{reached / 0.8:.0%} of γ."
        )
        bound, sharp, counts, chosen = lines(axes[1])
        assert chosen.tolist() == [[epsilon, run.M]]
        assert counts.tolist() == [[share, other.M] for share, other in runs.items()]
        np.testing.assert_allclose(bound[:, 1] * 0.8**2, [1 / share**2 for share in runs])
        np.testing.assert_allclose(sharp[:, 1] * 0.8**2, [sharp_constant(share) for share in runs])


@pytest.mark.parametrize("epsilon", [0.5, 0.05, 1])
def test_a_demand_is_drawn_at_full_size_from_a_run_on_smaller_examples(epsilon):
    run, ax = margin_perceptron(SMALLER, 1 / 6, epsilon), blank()
    text = mp.demanded(ax, EIGHT, run, DIAGONAL[0])
    assert f"θ = {1 - epsilon:.2g} γ: {run.M} updates end at w = " in text
    edges = drawn(ax, "--")
    far = np.abs(edges @ run.w) / np.linalg.norm(run.w)
    np.testing.assert_allclose(far, run.threshold * EIGHT.radius)
    assert len(edges) == 4 * len(ax.patches) == 4 * (run.threshold > 0)


@pytest.mark.parametrize(("r", "theta", "length"), [(2, 0.5, 7), (1, 0, 2), (3, 0.8, 14.8)])
def test_a_step_is_as_long_as_one_update_allows(r, theta, length):
    ax = blank()
    assert mp.step(ax, r, theta).text.endswith(f"of length {np.sqrt(length):.3f}.")
    legs = drawn(ax, "--")
    assert np.linalg.norm(legs[2] - legs[0]) == pytest.approx(1)
    assert legs[2] @ legs[2] == pytest.approx(length)


@pytest.mark.parametrize(
    ("times", "end", "verdict"),
    [
        (1, "halts after {} updates", "does not refute"),
        (1.9, "halts after {} updates", "refutes"),
        (2, "goes on after 60 passes", "refutes"),
    ],
)
def test_a_wrong_guess_is_told(times, end, verdict):
    gamma = np.cos(np.radians(75))
    wide = Sample([[gamma, np.sqrt(1 - gamma**2)], [gamma, -np.sqrt(1 - gamma**2)]], [1, 1])
    run, axes = margin_perceptron(wide, times * gamma, max_passes=60), blank(2)
    reached, above = margin(wide, run.w) / gamma, np.linalg.norm(run.w) / run.M / gamma
    assert mp.guessed(axes, run, times, 0.5, gamma).endswith(
        f"asks for more than {times / 2:g} γ. The run {end.format(run.M)}, with margin "
        f"{reached:.2f} γ, and ‖w‖/t = {above:.2f} γ {verdict} the guess."
    )
    assert axes[1].lines[-1].get_ydata()[0] == pytest.approx(times * gamma)


def test_crossing_marks_the_last_one():
    run, ax = margin_perceptron(dipping(0.1, 3)[0], 0.1, max_passes=1), blank()
    text = mp.crossing(ax, run, 20).text
    assert f"From update {last_crossing(run, 20)} on" in text
    assert "crosses upward 4 times" in text
    assert set(drawn(ax, ":")[:, 0]) == {last_crossing(run, 20)}


def test_a_certificate_draws_both_numbers_around_the_margin():
    best, ax = max_margin(WINE)[1], blank()
    text = mp.certificate(ax, margin_perceptron(WINE, best, 0.1), best).text
    assert "at t = 108, above a dashed green line at 0.1262" in text
    below, above, level = (line[:, 1] for line in lines(ax))
    assert below.max() <= level[0] + 1e-9 <= above.min() + 1e-8


# Maximum margins, their dual, and slack


def test_rings_tell_free_from_bound_by_shape():
    """One ring on a face, two at the bound, all of one color."""
    ax = blank()
    text = mm.slab(ax, SLACK).text
    assert f"A ring marks {len(SLACK.free)} examples on the dashed lines" in text
    assert f"a double ring {len(SLACK.bound)} at their bound" in text
    X, free, bound = TWO_PETALS.X, SLACK.free, SLACK.bound
    np.testing.assert_array_equal(drawn(ax, "o open ms10"), X[free])
    np.testing.assert_array_equal(drawn(ax, "o open ms9"), X[bound])
    np.testing.assert_array_equal(drawn(ax, "o open ms13"), X[bound])
    assert len(drawn(ax, "o")) == len(free) + 2 * len(bound)
    np.testing.assert_array_equal(drawn(ax, "x"), X[TWO_PETALS.y * SLACK.f <= 0])


def test_each_digit_is_heaped_at_its_distance_and_the_nearest_have_rings():
    rng = np.random.default_rng(4)
    sample = Sample(rng.normal(size=(40, 64)), [-1, 1] * 20)
    found, axes = hard_margin(sample), blank(2)
    text = mm.room(axes, sample, found.w, found.b)
    near = sample.y * found.f < 1 + 1e-6
    assert f"{found.half_width:.3f} from the border: {near.sum()} of them" in text
    *classes, rings = (line for line in lines(axes[1]) if len(line) > 2)
    places = np.concatenate(classes)
    assert len(np.unique(places, axis=0)) == len(places) == sample.n
    np.testing.assert_allclose(np.sort(places[:, 0]), np.sort(found.f / found.norm))
    assert len(rings) == near.sum() and np.allclose(np.abs(rings[:, 0]), found.half_width)


@pytest.mark.parametrize(("scale", "inside"), [(0.4, 3), (0.5, 0), (2, 0)])
def test_the_shade_lies_between_the_faces_at_every_scale_of_the_weights(scale, inside):
    """They touch the nearest examples in the canonical form alone."""
    ax = blank()
    text = mm.scaled(ax, EIGHT, scale, (1, 1), -1)
    assert f"the least y f is {2 * scale:g}, in the rings" in text
    assert text.endswith(f"{inside} examples between them.")
    (strip,) = ax.patches
    assert np.abs(strip.get_xy() @ [scale, scale] - scale) == pytest.approx(1)
    assert strip.get_zorder() < min(line.get_zorder() for line in ax.lines)


def test_the_shadow_of_the_feasible_points():
    """A corner of the shade is the optimum, and no corner of it is nearer to 0."""
    rows, ax = FIRM.support, blank()
    three = Sample(FLOWERS.X[rows] - FLOWERS.X.mean(axis=0), FLOWERS.y[rows])
    solved = hard_margin(three)
    text = mm.weight_shadow(ax, three, solved, reach=2).text
    assert f"circle of radius {solved.norm:.3f}" in text
    assert text.startswith("w2 against w1: 2 lines")
    shade, circle = ax.patches
    assert circle.get_radius() == solved.norm
    corners = shade.get_xy()
    nearest = corners[np.linalg.norm(corners, axis=1).argmin()]
    assert nearest == pytest.approx(solved.w, abs=1e-6)
    for w in corners:  # some b completes each of them
        scores = three.X @ w
        assert scores[three.y > 0].min() - scores[three.y < 0].max() >= 2 - 1e-9
    everything = mm.beyond(corners, np.array([1, 0]), -9)
    assert everything.tolist() == corners.tolist()


def test_the_segment_between_the_hulls_is_green_when_it_is_the_shortest():
    share = 2 * FIRM.alpha / FIRM.alpha.sum()
    p, q = (share[FLOWERS.y == y] @ FLOWERS.X[FLOWERS.y == y] for y in (1, -1))
    for end, color in ((q, "best"), (FLOWERS.X[FLOWERS.y < 0][0], "now")):
        ax = blank()
        text = svm_dual.hulls(ax, FLOWERS, p, end).text
        assert f"A segment of length {np.linalg.norm(p - end):.3f}" in text
        assert {NAMES[line.get_color()] for line in ax.lines} == {color}
        np.testing.assert_array_equal(drawn(ax, "D"), [p, end])


def test_the_area_of_a_digit_shows_its_multiplier():
    rng = np.random.default_rng(5)
    found = hard_margin(Sample(rng.integers(0, 2, (12, 64)), [-1, 1] * 6))
    axes, inked = blank(2), []
    text = svm_dual.pushing(axes, found).text
    for ax, y in zip(axes, (-1, 1), strict=True):
        rows = found.support[found.sample.y[found.support] == y]
        area = sum(len(line.get_xdata()) * line.get_ms() ** 2 for line in ax.lines)
        inked.append(area / (found.alpha[rows] @ found.sample.X[rows].sum(axis=1)))
        assert f"{len(rows)}, from {found.alpha[rows].max():.2f} to" in text
    assert inked[0] == pytest.approx(inked[1])  # one scale for both classes


def test_blends_end_as_nearest_points_of_the_hulls():
    rng = np.random.default_rng(6)
    found = hard_margin(Sample(rng.random((10, 64)), [-1, 1] * 5))
    for way in (0, 0.5, 1):
        axes = blank(2)
        text = svm_dual.blends(axes, found, [0, 0.5, 1], way)
        highs, lows = (line.get_ydata() for line in axes[1].lines[1:3])
        assert (lows <= found.half_width + 1e-9).all() and (highs >= found.half_width - 1e-9).all()
        assert f"Half their distance is {highs[-1]:.3f}" in text
    assert lows[-1] == pytest.approx(highs[-1])


def test_a_stem_leads_to_the_face():
    ax = blank()
    text, stems = sm.slack(ax, SLACK).text, lines(ax, "- ink")
    rows = np.flatnonzero(SLACK.xi > 1e-6)
    assert len(stems) == len(rows) == text.count(" at example ")
    numbers = [word.get_text() for word in ax.texts[: TWO_PETALS.n]]
    assert numbers == [str(row) for row in range(TWO_PETALS.n)]
    assert len(ax.texts) == TWO_PETALS.n + len(rows)
    for (x, face), row in zip(stems, rows, strict=True):
        np.testing.assert_allclose(x, TWO_PETALS.X[row])
        assert TWO_PETALS.y[row] * (face @ SLACK.w + SLACK.b) == pytest.approx(1)


def test_all_ink_is_drawn_and_a_bar_underlines_each_slip():
    rng = np.random.default_rng(3)
    sample = Sample(rng.integers(0, 17, (6, 64)) / 16, [1, -1, -1, -1, 1, 1])
    axes = blank(2)
    assert sm.labeled(axes, sample, slips=[1, 2, 4], first=1).text.endswith("Underlined: 2, 3, 5.")
    for ax, rows, bars in zip(axes, ([0, 1, 2], [3, 4, 5]), (2, 1), strict=True):
        inked = [line for line in ax.lines if line.get_marker() == "s"]
        sides = np.concatenate([[one.get_ms()] * len(one.get_xdata()) for one in inked])
        drawn_ink, ink = np.sort(sides**2), np.sort(np.round(8 * sample.X[rows]).ravel())
        ink = ink[ink > 1]
        np.testing.assert_allclose(drawn_ink / drawn_ink[-1], ink / ink[-1])
        assert len(ax.lines) - len(inked) == bars
        assert [name.get_text() for name in ax.texts[::2]] == [str(row + 1) for row in rows]
        labels = [label.get_text() for label in ax.texts[1::2]]
        assert labels == ["8" if y > 0 else "3" for y in sample.y[rows]]


def test_rings_stand_at_the_scores_and_forces_of_the_slips():
    rng = np.random.default_rng(4)
    sample = Sample(rng.random((9, 64)), [1, -1, -1, -1, 1, 1, 1, -1, 1])
    solved, axes, slips = soft_margin(sample, 0.01), blank(2), np.array([0, 3])
    said = sm.pushes(axes, solved, slips)
    ring = axes[0].lines[-1]
    g = sample.y * solved.f
    np.testing.assert_allclose(ring.get_xydata(), np.column_stack([g, solved.alpha])[slips])
    assert f"among them {np.isin(slips, solved.bound).sum()} of 2" in said
    assert said.endswith(f"{(g[slips] > 0).sum()} of these 2 got their way.")


# The mistake-bound model


@pytest.mark.parametrize(
    ("missed", "amounts", "said"),
    [
        (0, ([3, 3], [0, 0]), "2 pixels must lie above a cut and not above it"),
        (1, ([3, 0], [3, 0]), "1 pixel must lie above part 0, and 1 below part 3; 2 have no"),
        (2, ([3, 0], [3, 3]), "1 pixel must lie above part 0, and 0 below part 3; 1 have no"),
    ],
)
def test_a_box_is_drawn_and_told_on_each_pixel_s_own_scale(missed, amounts, said):
    images = threshold_bits(Sample([[0, 0], [8, 0], [8, 1]], [-1, 1, 1]), 3)
    run, axes = learn_online(Elimination(images.d), images, max_passes=1), blank(2)
    assert mb.box(axes, run.states[missed], (1, 2), cuts=3).startswith(said)
    for ax, wanted in zip(axes, amounts, strict=True):
        np.testing.assert_allclose(ax.collections[0].get_facecolor()[:, 3] * 3, wanted)
        key = [to_rgba(cell.get_facecolor())[3] * 3 for cell in ax.patches]
        np.testing.assert_allclose(key, range(4))


@pytest.mark.parametrize(
    ("answers", "rule"),
    [
        ([-1, -1, -1], "always True"),
        ([1, 1, -1], "x₂ = 0"),
        ([1, -1, 1], "x₁ = 0 and x₂ = 1"),
    ],
)
def test_a_game_tells_each_round_and_the_rule(answers, rule):
    sample, target = against(answers)
    said = mb.game(ax := blank(), sample, target)
    assert said.endswith(f"3 mistakes in 3 rounds. The rule was {rule}.")
    rounds = np.reshape([text.get_text() for text in ax.texts][4:], (3, 4)).tolist()
    words = {1: ["False", "True"], -1: ["True", "False"]}
    for row, x, label in zip(rounds, sample.X, sample.y, strict=True):
        assert row == [*(f"{bit:.0f}" for bit in x), *words[int(label)]]


TARGET = DecisionList(3, [(1, 1), (2, -1), (3, 1), (0, -1)])
EXAMPLES = worst_sequence(Levels(3), TARGET)
SUNK = learn_online(Levels(3), Sample(EXAMPLES, TARGET(EXAMPLES)), max_passes=1)


@pytest.mark.parametrize("mistakes", range(SUNK.M + 1))
def test_terms_stand_on_their_levels_and_the_last_to_fall_is_told(mistakes):
    ax = blank()
    said = mb.levels(ax, SUNK, mistakes, TARGET)
    for label, (marker, _) in enumerate(MARKERS.values()):
        columns, height = np.round(drawn(ax, marker)).T
        assert height[np.argsort(columns)].tolist() == SUNK.states[mistakes][label].tolist()
    places = {text.get_text(): text.get_position() for text in ax.texts}
    for i, (literal, _) in enumerate(TARGET.rules, 1):
        x, y = places[str(i)]
        assert (round(x), y) == (column(literal, 3), SUNK.levels(TARGET)[mistakes][i - 1])
    fallen = lines(ax, "lw3")
    if mistakes:
        moved = (SUNK.states[mistakes] != SUNK.states[mistakes - 1]).sum()
        assert len(fallen) == moved
        assert f" {moved} term" in said and f"from level {fallen[0][0, 1]:.0f}." in said
        at = ", ".join(map(str, SUNK.levels(TARGET)[mistakes]))
        assert said.endswith(f"stand on levels {at}.")
    else:
        assert not fallen and "all 14 terms stand on level 1" in said


def test_staircases_end_at_their_counts_and_names_beside_them_keep_apart():
    class Twin(Elimination):
        pass

    X, ax = all_examples(6), blank()
    sample = Sample(X, Conjunction(6, [1, 2])(X), "six bits")
    runs = [learn_online(kind(6), sample) for kind in (Levels, Elimination, Twin)]
    said = mb.learning(ax, runs).text
    assert f"logarithmic from {ax.xaxis.get_transform().linthresh} on" in said
    counts = [int(text.get_text().split()[1]) for text in ax.texts]
    assert counts == sorted(counts) and len(set(counts)) == 2
    assert np.diff([text.xy[1] for text in ax.texts]).min() >= 0.07 * max(counts) - 1e-9
    assert [line.get_ydata()[-1] for line in ax.lines] == counts


# Without a separator


def test_stems_are_the_distances_and_classes_keep_their_looks():
    ax = blank()
    sample = Sample([[0.5, 0], [1, 0], [-1, 0], [0.2, 0]], [1, -1, -1, 1])
    words = ns.shortfall(ax, sample, [1, 0], 0.6).text
    (stems,) = (drawn.get_segments() for drawn in ax.collections)
    tall = {tuple(stem[0].tolist()): stem[1, 1] for stem in stems}
    assert tall == {(0, -1): 0.6, (1, 0.2): 0.6, (2, 0.5): 0.6}
    assert "leaves 3 of them below it, 1 of these below zero" in words
    assert "together the stems are 2.10 long" in words
    assert drawn(ax, "o positive").tolist() == [[1, 0.2], [2, 0.5]]
    assert drawn(ax, "s negative").tolist() == [[0, -1], [3, 1]]


def test_the_sandwich_without_a_separator_keeps_its_order():
    run, ax = perceptron(IRIS, max_passes=3), blank()
    d = distances(IRIS, BEST.u, BEST.gamma)[run.mistakes]
    ns.sandwich(ax, run.updates | {"u": BEST.u, "gamma": BEST.gamma} | totals(T=d))
    top, free, length, align, floor = (line[:, 1] for line in lines(ax))
    for low, high in ((floor, align), (align, length), (length, top), (floor, free)):
        assert (low <= high + 1e-12).all()
    np.testing.assert_allclose(free - floor, np.cumsum(d), atol=1e-12)
    assert ax.get_ylim()[1] > top[-1]


def test_the_floor_lies_below_the_line_of_every_comparator():
    v, alpha, (ax,) = BEST.u / BEST.gamma, np.linspace(0, 1, IRIS.n), [blank()]
    words = ns.floors([ax], IRIS, [(v, alpha)])
    assert f"a bound of {BEST.bound:.2f}." in str(words)
    s, floor = drawn(ax, "--").T
    rng = np.random.default_rng(0)
    others = rng.normal(size=(300, IRIS.d)) * rng.uniform(0, 5, size=(300, 1))
    for other in (v, *others):
        loss = np.maximum(0, 1 - IRIS.signed @ other).sum()
        assert (floor <= loss + s * np.linalg.norm(other) + 1e-9).all()
    corner = np.linalg.norm(alpha @ IRIS.signed)
    np.testing.assert_allclose(floor, alpha.sum() * np.minimum(1, s / corner))


KINDS = ("exact", "simple", "Freund–Schapire")


def test_dots_mark_one_margin_on_each_bound():
    axes, gammas = blank(2), np.array([0.1, 0.37, 0.8])
    words = ns.promised(axes, 0.37, IRIS, BEST.u, gammas, 5)
    curves = {line.get_label(): line for line in axes[1].lines if len(line.get_xdata()) == 3}
    assert tuple(curves) == KINDS
    assert drawn(axes[1], "o").tolist() == [[0.37, c.get_ydata()[1]] for c in curves.values()]
    d = np.maximum(0, gammas[:, None] - IRIS.signed @ BEST.u)
    np.testing.assert_allclose(curves["simple"].get_ydata(), 1 / gammas**2 + 2 * d.sum(1) / gammas)
    root = np.linalg.norm(d, axis=1)
    np.testing.assert_allclose(curves["Freund–Schapire"].get_ydata(), ((1 + root) / gammas) ** 2)
    assert words.startswith(f"The stems are {d[1].sum():.2f} long together. Bounds: exact ")


# The perceptron as descent


def test_a_map_names_its_cone_and_labels_its_level_lines():
    ax = blank()
    text = pd.risk_map(ax, CREASED, apart=0.2)
    inside = np.radians([93 - 8, 93 + 8])
    assert (risk(CREASED, np.transpose([np.cos(inside), np.sin(inside)])) == 0).all()
    assert "a cone 17 degrees wide, around the ray at 93 degrees" in text
    assert [label.get_text() for label in ax.texts] == ["0.4", "0.8", "1.2"]
    for label in ax.texts:
        height = risk(CREASED, np.array(label.get_position())) / CREASED.n
        assert height == pytest.approx(float(label.get_text()), abs=0.05)


def test_a_cut_bends_where_it_meets_the_creases_and_is_zero_on_the_cone():
    axes = blank(2)
    text = pd.risk_cut(axes, CREASED).text
    for ax in axes:
        assert len(drawn(ax, "o positive ms8")) == 1 and len(drawn(ax, "s negative ms8")) == 2
    (curve,), (least,) = lines(axes[1], "- ink"), lines(axes[1], "best")
    across, heights = curve.T
    between = (across[1:] + across[:-1]) / 2  # straight from bend to bend
    halves = risk(CREASED, np.stack([between, np.ones(len(between))], axis=-1)) / CREASED.n
    np.testing.assert_allclose(halves, (heights[1:] + heights[:-1]) / 2, atol=1e-12)
    assert sorted(drawn(axes[1], "ms8")[:, 0]) == pytest.approx(across[1:-1])
    assert (least[:, 1] == 0).all()
    bends = f"from {across[1]:.2f} to {across[2]:.2f}".replace("-", "−")
    assert f"is zero {bends}, and rises to 0.73" in text


def test_a_cut_parallel_to_a_crease_has_no_mark_for_it():
    axes = blank(2)
    text = pd.risk_cut(axes, EIGHT, 2.0, low=(-3, -3), high=(5, 5), apart=5).text
    assert len(drawn(axes[1], "ms8")) == 7
    assert "bends at −2.00, −1.00, 0.00, 0.50, 1.00, 3.00." in text
    assert "falls from 5.25, is zero from 1.00 to 3.00, and rises to 0.50" in text


@pytest.mark.parametrize(
    ("step", "jumps", "rises"), [(0.4, 0, 0), (0.2, 1, 1), (1.0, 13, 6), (1.4, 2, 1)]
)
def test_a_descent_tells_its_steps_its_jumps_and_its_rises(step, jumps, rises):
    walks = {size: batch_descent(CREASED, [1.5, -1.5], size) for size in (0.2, 0.4, 1.0, 1.4)}
    axes, walk = blank(2), walks[step]
    text = pd.descent(axes, walks, step)
    assert f"With η = {step:g} the walk halts after {walk.T} steps: " in text
    assert {0: "none jumps", 1: "one jumps"}.get(jumps, f"{jumps} jump over") in text
    course = f"rises at {points.many(rises, 'step')}" if rises else "always falls"
    assert text.endswith(f"the mean loss {course}.")
    assert lines(axes[1])[0][:, 1] == pytest.approx(walk.risks / CREASED.n)
    low, high = np.transpose([axes[0].get_xlim(), axes[0].get_ylim()])
    for other in walks.values():
        assert ((low <= other.weights) & (other.weights <= high)).all()
        assert (
            axes[1].get_ylim()[1] > other.risks.max() / CREASED.n
            and axes[1].get_xlim()[1] > other.T
        )


def test_roads_stand_where_their_steps_have_led_by_then():
    axes, walk = blank(3), batch_descent(PIXELS, [-2, 0, 0, 0])
    assert walk.risks.tolist() == [2, 1, 0, 0, 0, 0, 0]
    text = pd.roads(axes, {"a": (walk, 2 * np.arange(1, 7)), "b": (walk, np.arange(1, 7))}, 3)
    assert text == (
        "After 3 looks a has 1 wrong and the mean loss 0.500, 0 of its 1 step led up; "
        "b has 1 wrong and the mean loss 0.000, 0 of its 3 steps led up."
    )
    np.testing.assert_allclose(drawn(axes[2], "o ms5"), [[3, 0.5], [3, 0]])
    assert len(drawn(axes[0], "s")) == 1 and len(drawn(axes[1], "s")) == 1


# Runs that a reader steps through: hinge SGD, dual ascent


def numbers(said):
    return [float(found) for found in re.findall(r"[+-]?\d+\.\d+", said.replace("−", "-"))]


STEPS = 24
STEPPED = hinge_sgd(EIGHT, 1, STEPS, seed=1038, at=range(1, STEPS + 1))
PATH = np.vstack([np.zeros(2), STEPPED.paths["last"][:, :2]])
NO_OFFSET = soft_margin(EIGHT, 1 / EIGHT.n, offset=False).w


@pytest.mark.parametrize("step", range(STEPS))
@pytest.mark.slow
def test_a_step_of_hinge_sgd_is_told_as_it_is_taken(step):
    axes = blank(2)
    said = hs.step_taken(axes, STEPPED, NO_OFFSET, step)
    risks = [regularized_risk(EIGHT, 1, w) for w in (PATH[step], PATH[step - 1], NO_OFFSET)]
    level = np.isclose(risks[0], risks[1])
    told = [risks[0], *risks[1 if step and not level else 2 :]]
    assert numbers(said)[: len(told)] == pytest.approx(told, abs=6e-4)
    assert ("up from" in said) == (step > 0 and not level and risks[0] > risks[1])
    assert ("as before" in said) == (step > 0 and level)
    shrunk = np.allclose(PATH[step + 1], (1 - 1 / (step + 1)) * PATH[step])
    assert ("w only shrinks" in said, "it pulls" in said) == (shrunk, not shrunk)
    np.testing.assert_allclose(drawn(axes[0], "now"), [PATH[step]])
    score = EIGHT.signed[STEPPED.stream[step]] @ PATH[step]
    at = np.clip(score, -hs.REACH, hs.REACH)
    np.testing.assert_allclose(drawn(axes[1], "ms15"), [[at, max(0, 1 - at)]], atol=1e-12)


IMAGES = Sample(np.random.default_rng(0).standard_normal((12, 4)), [1, -1] * 6)
LEARNED = hinge_sgd(IMAGES, 1 / 12, 240, at=[1, 6, 24, 240])


@pytest.mark.parametrize("seen", LEARNED.at.tolist())
def test_two_learners_stand_beside_each_other_after_the_same_examples(seen):
    w, summed = np.zeros(4), np.zeros(4)
    for t, row in enumerate(LEARNED.stream[:seen]):
        x = IMAGES.y[row] * IMAGES.X[row]
        w = w + x * (x @ w <= 0)
        summed = summed + x * (x @ summed < t / 12 or t == 0)
    axes = blank(3)
    said = hs.beside(axes, perceptron(IMAGES, order=LEARNED.stream, max_passes=1), LEARNED, seen)
    for ax, name, weights in zip(axes, ("perceptron", "hinge SGD"), (w, summed), strict=False):
        distances = IMAGES.y * (IMAGES.X @ weights) / np.linalg.norm(weights)
        assert f"{name} has {(distances <= 0).sum()} of 12 wrong" in said
        assert (f"closest {distances.min():.3f} away" in said) == (distances.min() > 0)
        for look, part in (("s", -weights), ("o", weights)):
            strong = np.flatnonzero(part > np.abs(weights).max() / 32)
            assert {tuple(at) for at in drawn(ax, look)} == {(i % 2, i // 2) for i in strong}


TWO = subset(EIGHT, [0, 2])
STAIRS = ascent(TWO, 1, [0, 1] * 7)
PAIRS = greedy(FLIPPED, 0.1)


@pytest.mark.parametrize("step", range(15))
def test_the_hill_says_where_it_stands_and_goes(step):
    axes = blank(2)
    said = da.hill(axes, TWO, STAIRS, 1, step)
    values = dual_values(TWO, STAIRS)
    assert numbers(said)[:2] == pytest.approx([values[step], values[-1]], abs=6e-4)
    if step < 14:
        move = (STAIRS[step + 1] - STAIRS[step])[step % 2]
        assert numbers(said)[2] == pytest.approx(move, abs=6e-4)
        assert ("at the wall" in said) == (STAIRS[step + 1][step % 2] == 1)
    np.testing.assert_allclose(drawn(axes[0], "now"), [STAIRS[step]])
    np.testing.assert_allclose(drawn(axes[1], "now"), [[STAIRS[step][step % 2], values[step]]])


@pytest.mark.parametrize("step", range(len(PAIRS)))
def test_wishes_are_drawn_and_told(step):
    ax, alpha = blank(), PAIRS[step]
    said = da.crossing(ax, FLIPPED, PAIRS, 0.1, step)
    asked = wishes(FLIPPED, alpha, 0.1)
    b = sum(asked.ends) / 2
    gap = duality_gap(FLIPPED, alpha @ FLIPPED.signed, b, alpha, 0.1).total
    assert numbers(said)[-1] == pytest.approx(gap, abs=6e-3)
    rays = drawn(ax, "arrows").reshape(-1, 2, 2)
    assert len(rays) == 8 + ((alpha > 0) & (alpha < 0.1)).sum()
    right = {row for (own, row), (end, _) in rays if end > own}
    assert right == set(np.flatnonzero(asked.rise > 0))
    met = drawn(ax, "best")
    assert bool(len(met)) == (step == len(PAIRS) - 1) == ("all wishes" in said)
    if len(met):
        np.testing.assert_allclose(met[:, 0], b)
    else:
        rows = [int(row) for row in re.findall(r"example (\d)", said)]
        assert rows == list(asked.pair)
        assert numbers(said)[:3] == pytest.approx([*asked.ends, asked.violation], abs=6e-3)


# Generalization

ANGLES = range(-150, 91, 10)


def test_the_strong_line_is_the_narrowest_cut():
    ax, X = blank(), [[0, 1], [-0.8, -0.5], [0.3, -0.9]]
    text = gn.triangle(ax, X).text
    least = shattering_margins(X).min()
    assert f"of length {2 * least:.2f} crosses it" in text
    a, b = drawn(ax, "best --")
    assert np.linalg.norm(a - b) == pytest.approx(2 * least, abs=1e-6)
    (strong,) = (line for line in ax.lines if isinstance(line, AxLine) and line.get_lw() == 2.2)
    along, to = np.subtract(strong.get_xy2(), strong.get_xy1()), (a + b) / 2 - strong.get_xy1()
    assert along[0] * to[1] == pytest.approx(along[1] * to[0])


@pytest.mark.parametrize(("angle", "radius"), [(-30, 1), (-50, 1), (-20, 0.95), (-150, 1)])
def test_a_moved_point_tells_its_least_margin(angle, radius):
    axes = blank(2)
    text = gn.moved(axes, angle, radius, ANGLES)
    X, gamma = gn.least_margin(angle, radius)
    if angle == -150:
        assert gamma == pytest.approx(0) and "coincide" in text
    else:
        assert gamma == pytest.approx(shattering_margins(X).min(), abs=1e-6)
        assert text.endswith(f"has the margin {gamma:.3f}.")
    np.testing.assert_allclose(drawn(axes[0], "ms13 open"), X[2:])
    assert drawn(axes[1], "ms13 open").tolist() == [[angle, gamma]]
    assert dict(drawn(axes[1], "best").round(9))[angle] == pytest.approx(gamma)


@pytest.mark.parametrize("added", [False, True])
def test_ink_times_weight_is_shown_once_it_is_asked_for(added):
    w, ink = np.zeros(64), np.zeros(64)
    w[[1, 10, 63]], ink[[1, 10]] = (3, -2, 1), (0.5, 1)
    axes = blank(2)
    said = ls.weighed(axes, ink, w, added)
    discs, squares = drawn(axes[1], "o").tolist(), drawn(axes[1], "s").tolist()
    assert squares == [[2, 1]]
    assert sorted(discs) == ([[1, 0]] if added else [[1, 0], [7, 7]])
    sums = "Blue adds up to 1.5, orange to −2.0. The sum is −0.5: a 3."
    assert (said == sums) == added
    assert said.endswith("?") != added


def test_digits_stand_where_their_distance_is():
    scans = digits(3, 8)
    kept = Sample(scans.X[:, [42, 26]] / 16, scans.y)
    found, axes = soft_margin(kept, 1), blank(2)
    said = ls.seen_through(axes, found, [42, 26])
    distances = (kept.X @ found.w + found.b) / np.linalg.norm(found.w)
    wrong = kept.y * distances <= 0
    assert said == f"With 2 pixels {wrong.sum()} of the 357 digits are on the wrong side."
    assert {tuple(at) for at in drawn(axes[0], "o")} == {(2, 5), (2, 3)}
    for look, y in (("--", -1), ("- positive", 1)):
        heights = drawn(axes[1], look)[:-1, 1]
        assert heights.sum() == (kept.y == y).sum()
        half = heights[:15] if y > 0 else heights[15:]
        assert half.sum() == (wrong & (kept.y == y)).sum()


@pytest.mark.parametrize("mistake", [1, 3, 5])
def test_a_correction_shows_what_lib_says(mistake):
    ax = blank()
    said = pc.corrected(ax, RUN, mistake)
    row, before, w = RUN.mistakes[mistake - 1], RUN.weights[mistake - 1], RUN.weights[mistake]
    wrong = EIGHT.X[EIGHT.signed @ w <= 0]
    assert f"example {row} with the score {EIGHT.signed[row] @ before:g}".replace("-", "−") in said
    assert said.endswith(
        f" {len(wrong) or 'none'} of 8 {'is' if len(wrong) < 2 else 'are'} misclassified."
    )
    np.testing.assert_array_equal(drawn(ax, "x").reshape(-1, 2), wrong)
    np.testing.assert_array_equal(drawn(ax, "o open"), EIGHT.X[[row]])
    ends = [[0, 0], before] if before.any() else []
    np.testing.assert_array_equal(drawn(ax, "arrows"), [*ends, before, w, [0, 0], w])


def test_a_digit_teaches():
    run, axes = perceptron(Sample(np.eye(64)[[9, 10, 9]] + np.eye(64)[20], [-1, 1, -1])), blank(3)
    said = pc.taught(axes, run, 2)
    assert said.startswith("Mistake 2, at an 8: its sum is −1.0. With the new weights ")
    assert said.endswith(f" {run.errors[2] or 'none'} of 3 digits are misread.")
    strong = {tuple(at) for look in "os" for at in drawn(axes[1], look)}
    assert strong == {(i % 8, i // 8) for i in np.flatnonzero(run.weights[2])}
    assert drawn(axes[2], "o").tolist() == [[2, run.errors[2]]]


def test_the_regular_triangle_has_the_most_room():
    radii = (0.6, 0.8, 0.9, 0.95, 1.0)
    found = {(a, r): gn.least_margin(a, r)[1] for a in ANGLES for r in radii}
    assert max(found, key=found.get) == (-30, 1.0)
    assert found[-30, 1.0] == pytest.approx(shattering_margins(simplex(3)).min()) == 0.75


def test_errors_and_bounds_have_marks_of_their_own():
    ax = blank()
    errors = {"error, halted": [0, 0.05], "error, random round": [0.02, 0.1]}
    bounds = {"compression": [0.2, 0.5], "online": [0.14, 0.26]}
    text = gn.bounds_and_errors(ax, ["a", "b"], errors, bounds).text
    looks = [f"{mark} {fill} ink" for mark in "osD" for fill in ("full", "open")]
    assert [len(lines(ax, look)) for look in looks] == [1, 1, 1, 0, 0, 1]
    assert text.endswith("error, halted; error, random round; online; compression.")


# What the chapters' insights say of the states that their explorers show


def test_the_line_with_the_fewest_wrong_lies_on_the_grid():
    said = explorer("linear-separators", "fig-leaning-line")
    wrong = {state: int(re.search(r"misclassifies (\d+)", text)[1]) for state, text in said.items()}
    assert [state for state in wrong if wrong[state] == min(wrong.values())] == [("−1.5", "0.7")]
    assert wrong["−1.5", "0.7"] == 25


def test_the_first_count_of_pixels_that_is_enough_is_named():
    said = explorer("linear-separators", "fig-pixels")
    enough = [int(count) for (count,), text in said.items() if "none of the 357" in text]
    assert (enough[0], enough[-1], len(said)) == (10, 64, 14)
    assert "0.208 away" in said["64",]


def test_mistakes_that_make_matters_worse_are_counted():
    said = explorer("perceptron", "fig-digit-run")
    counts = [
        int(re.search(r"weights (\d+|none) of", text)[1].replace("none", "0"))
        for text in said.values()
    ]
    rises = np.diff([357, *counts]) > 0
    assert (len(counts), rises.sum(), counts[3:5], counts[-1]) == (67, 32, [29, 174], 0)
    assert rises[-2]


def test_the_digit_that_is_nearly_misread_is_named():
    said = explorer("linear-separators", "fig-reading")
    sums = {
        picture: abs(float(re.search(r"sum is (−?[\d.]+)", text)[1].replace("−", "-")))
        for (picture, show), text in said.items()
        if show == "answer"
    }
    assert sorted(sums, key=sums.get)[:3] == ["6", "8", "7"] and len(sums) == 8
    assert not any("sum is" in text for (_, show), text in said.items() if show == "guess")


def test_canonical_form_the_widest_slab_and_the_share_where_the_bounds_meet_are_states():
    said = explorer("max-margin", "fig-canonical")
    assert [state for state, text in said.items() if "the least y f is 1," in text] == [("0.25",)]
    nearest = explorer("max-margin", "fig-room")
    assert [state for state, text in nearest.items() if "29 of them" in text] == [("most room",)]
    assert "the two bounds meet" in explorer("svm-dual", "fig-two-bounds")["0.4",]


def test_the_guesses_that_never_halt_lie_on_the_grid():
    said = explorer("margin-perceptron", "fig-guess")
    for (guess, epsilon), text in said.items():
        asked = float(guess.removesuffix(" γ")) * (1 - float(epsilon))
        assert ("halts after" in text) == (asked < 1 - 1e-9), (guess, epsilon)
        assert ("goes on after 400 passes" in text) == (asked > 1 - 1e-9), (guess, epsilon)
        assert "halts" in text or text.endswith("γ refutes the guess.")
    assert {("1.25 γ", "0.2"), ("2 γ", "0.5"), ("2.5 γ", "0.6"), ("4 γ", "0.75")} <= set(said)


def test_a_fifth_of_the_share_costs_about_five_times_the_updates():
    said = explorer("margin-perceptron", "fig-bands")
    paid = {share: int(re.search(r"(\d+) updates", text)[1]) for (share,), text in said.items()}
    for share, fifth in (("0.5", "0.1"), ("0.15", "0.03"), ("0.1", "0.02")):
        assert paid[fifth] / paid[share] == pytest.approx(5, abs=0.75)
    assert said["0.1",].endswith(": 90% of γ.") and said["0.02",].endswith(": 98% of γ.")


def test_the_first_missed_zero_takes_half_of_the_demands():
    said = explorer("mistake-bounds", "fig-box")
    left = [int(re.search(r"mistakes (\d+) of 896", text)[1]) for text in said.values()]
    drops = [a - b for a, b in pairwise(left)]
    assert (drops[0], max(drops[1:]), len(drops)) == (448, drops[1], 58)
    assert min(drops) >= 1


def test_the_least_of_each_bound_lies_on_the_grid():
    said, fine = explorer("not-separable", "fig-which-margin"), np.linspace(0.1, 0.9, 801)
    curves = [ns.three_bounds(IRIS, BEST.u, gamma) for gamma in fine]
    for kind, at in zip(KINDS, ("0.391", "0.34", "0.542"), strict=True):
        least = fine[np.argmin([each[kind] for each in curves])]
        assert least == pytest.approx(float(at), abs=5e-4)
        values = {γ: float(re.search(rf"{kind} (\d+\.\d)", text)[1]) for (γ,), text in said.items()}
        assert values[at] == min(values.values()) >= round(BEST.bound, 1)
        assert kind != "exact" or values[at] == round(BEST.bound, 1)
