"""Theorems watched on numbers and on runs: slack, what of it is rounding, and what fails."""

import numpy as np
import pytest
import sympy as sp
from sympy import Eq, Rational, sqrt

from lib import theorems
from lib.datasets import wine
from lib.margin_perceptron import margin_perceptron
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import inner, norm
from lib.proof.watching import slack, totals
from lib.samples import Sample
from tests.strategies import WINE
from tests.toys import counting, positive, s, s_before, t, theorem, u, v, w, w_before, x, x_t, y, z

BLOCK_NOVIKOFF = theorems.theorem("block_novikoff")


# Slack


@pytest.mark.parametrize(
    ("relation", "values", "expected"),
    [
        (x <= y, {"x": 1, "y": 3}, 2),
        (x >= y, {"x": 1, "y": 3}, -2),
        (Eq(x, y), {"x": 1, "y": 3}, -2),
        (sp.Ne(x, y), {"x": [1.0, 3.0, np.nan], "y": 3}, [2, 0, np.nan]),
        (x <= sqrt(t / 2), {"t": [0.0, 2.0, 8.0], "x": 1.0}, [-1, 0, 1]),
        (x * Rational(1, 3) >= 0, {"x": 1}, 1 / 3),
    ],
)
def test_slack_says_how_far_a_relation_is_from_failing(relation, values, expected):
    values = {name: np.array(value, dtype=float) for name, value in values.items()}
    np.testing.assert_allclose(slack(relation, values).gap, expected, atol=1e-12)


@pytest.mark.parametrize(
    ("relation", "y_value", "holds"),
    [
        (x < y, 1.0, False),
        (x < y, 1 + 1e-15, False),  # that may be rounding
        (x < y, 1 + 1e-9, True),
        (x <= y, 1 - 1e-15, True),
        (sp.Ne(x, y), 1.0, False),
        (sp.Ne(x, y), np.nan, False),
        (Eq(y, 0), 1e-15, True),  # a number that has to be 0 may be off by a little
        (Eq(y, 0), 1e-13, False),
        (1 / (x - 1) >= y, 0.0, False),  # 1/0 is no number
    ],
)
def test_a_strict_relation_is_strict_and_nothing_holds_of_what_is_no_number(
    relation, y_value, holds
):
    assert bool(slack(relation, {"x": 1.0, "y": y_value}).holds) == holds


NUMBERS = {"x": np.array([3.0, -4.0]), "y": -1.0, "z": 0.5}
VECTORS = {"u": np.array([2.0, 3.0]), "v": np.array([3.0, -2.0]), "w": np.array([2.0, 3.0])}


@pytest.mark.parametrize(
    ("relation", "values", "size"),
    [
        (x + 2 * y**2 >= Rational(1, 2), NUMBERS, 6.5),
        (Eq(x**2 * y, 1), NUMBERS, 17),
        (z / (y + z + Rational(3, 4)) <= 1, NUMBERS, 3),  # a divisor is not measured by its terms
        (sp.Max(x, 2 * y) <= 1, NUMBERS, 5),
        (sp.Abs(x - y) <= 1, NUMBERS, 6),
        (x / positive <= y, {"x": 1, "positive": 0, "y": 3}, 0),  # no finite sum
        (x / positive <= y, {"x": np.array([1.0, 5]), "positive": np.array([0.0, 1]), "y": 3}, 8),
        # A product is summed of 6 and -6, a length of its vectors.
        (inner(u, v) <= 0, VECTORS, 12),
        (norm(u - w) <= 0, VECTORS, 52**0.5),
    ],
)
def test_rounding_is_a_share_of_the_largest_terms(relation, values, size):
    assert slack(relation, values).slip == pytest.approx(1e-12 * size)


def test_identities_hold_on_raw_data():
    """On raw wine the products reach 10⁹, and rounding moves what should be equal by 10⁻⁷."""
    seen = perceptron(wine(0, 1)).updates
    square = norm(w) ** 2 - norm(w_before) ** 2
    identity = slack(Eq(square, 2 * inner(w_before, x_t) + norm(x_t) ** 2), seen)
    assert identity.gap.min() < -1e-8 and identity.holds.all()


PRODUCT = theorem(Step("claim", inner(w, u) <= norm(w) * x, ("length",)), length=norm(u) <= x)
MOVES = {"w": np.ones((5, 3)), "u": np.ones(3), "x": 2.0}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"u": np.ones(1)}, "do not go together; give those of one run"),
        ({"x": np.full((5, 1), 2.0)}, r"x has the shape \(5, 1\); give a number, \(\) or \(M,\)"),
        ({"u": 2.0}, r"u has the shape \(\); give a vector, \(d,\) or \(M, d\)"),
        ({"w": np.ones((0, 3))}, "of an update or more"),
        ({"w": None}, r"no value for \['w'\] in "),
    ],
)
def test_values_of_other_shapes_are_refused(change, message):
    assert PRODUCT.failing(MOVES) == []
    values = {name: value for name, value in (MOVES | change).items() if value is not None}
    with pytest.raises(ValueError, match=message):
        PRODUCT.failing(values)


# What fails, by name


def test_watch_gives_the_slack_of_signs_relations_and_the_start():
    seen = counting().watch({"t": np.arange(1, 4), "s": [1, 3, 4], "s_before": [0, 1, 3]})
    assert set(seen) == {"grows", "count", "empty", "s >= 0", "t >= 0", "s_before >= 0"}
    np.testing.assert_array_equal(seen["grows"].gap, [0, 1, 0])
    np.testing.assert_array_equal(seen["count"].gap, [0, 1, 1])
    np.testing.assert_array_equal(seen["t >= 0"].gap, [1, 2, 3])
    np.testing.assert_array_equal(seen["empty"].gap, [0])


def count_from(claim, **start):
    """s counts updates, from a state of the hypotheses `start` on."""
    step = Step("count", claim, ("grows",), tuple(start))
    return theorem(step, before={t: t - 1, s: s_before}, **start, grows=s >= s_before + 1)


FROM_0, FROM_1 = counting(), count_from(s >= t, first=Eq(t, 1), one=Eq(s, 1))
ONE_STATE = count_from(s >= t + 1, none=Eq(t, 0), one=Eq(s, 1))
T = np.arange(1, 4)


@pytest.mark.parametrize(
    ("toy", "t", "s", "s_before", "failing"),
    [
        (FROM_0, T, [1, 2, 3], [0, 1, 2], []),
        (FROM_0, T, [1, 2, 2.5], [0, 1, 2], ["grows", "count"]),
        (FROM_0, T, T - 5e-13, [0, 1, 2], []),  # rounding is forgiven
        (FROM_0, T, T - 5e-11, [0, 1, 2], ["grows", "count"]),
        (FROM_0, T, [1, 2, np.nan], [0, 1, 2], ["s >= 0", "grows", "count"]),
        (FROM_0, T, T, [0, 1, -1e-11], ["s_before >= 0"]),
        # An induction may start at 1, which is the state after the first update or before it.
        (FROM_1, T, [1, 3, 4], [0, 1, 3], []),
        (FROM_1, T, [2, 3, 4], [0.5, 1, 3], ["one"]),
        (FROM_1, T + 1, [1, 3, 4], [0, 1, 3], ["one", "count"]),
        # A base case holds in one state: not t = 0 before the first update and s = 1 after it.
        (ONE_STATE, T, [2, 3, 4], [1, 2, 3], []),
        (ONE_STATE, T, [1, 2, 3], [0, 1, 2], ["one", "count"]),
    ],
)
def test_failing_names_what_fails_anywhere(toy, t, s, s_before, failing):
    values = {"t": t, "s": np.array(s, float), "s_before": np.array(s_before, float)}
    assert set(toy.failing(values)) == set(failing)


def test_a_step_of_the_base_case_is_watched_there():
    begins = Step("begins", s <= 0, ("empty",))
    step = Step("count", Eq(s, t), ("grows",), ("begins", "none"))
    hypotheses = {"empty": Eq(s, 0), "none": Eq(t, 0), "grows": Eq(s, s_before + 1)}
    toy = theorem(begins, step, before={t: t - 1, s: s_before}, **hypotheses)
    good = {"t": np.arange(1, 3), "s": np.array([1, 2]), "s_before": np.array([0, 1])}
    assert toy.failing(good) == []
    wrong = {name: good[name] + 0.25 * (name != "t") for name in good}
    assert toy.failing(wrong) == ["empty", "begins", "count"]


def test_what_the_end_alone_has_is_watched_there():
    """Rounding keeps a sum over all from 0, as far as its parts, which are not 0, allow."""
    total, earlier = sp.symbols("T T_before", real=True)
    hypotheses = {"balance": Eq(total, 0), "empty before": Eq(earlier, 0)}
    step = Step("nothing added", Eq(total - earlier, 0), ("balance", "empty before"))
    toy = Theorem("toy", "Toy", hypotheses, (step,), end=("balance",))
    values = totals(T=np.array([0.1, 0.2, -0.3]))
    assert values["T"][-1] != 0 and toy.failing(values) == ["empty before", "nothing added"]
    assert toy.failing(totals(T=np.array([0.1, 0.2, -0.2]))) == list(toy.relations)


# Along runs, those among them that are none of the theorem's


def on_wine(run=None, u=1, gamma=None):
    """A run on the wines beside a multiple of the best separator."""
    run, u = run or perceptron(WINE), u * max_margin(WINE)[0]
    gamma = (WINE.signed @ u).min() if gamma is None else gamma
    return run.updates | {"u": u, "gamma": gamma}


def across():
    """A start beside 0, at a right angle to the best separator."""
    return 1e-6 * np.linalg.svd(max_margin(WINE)[0][None])[2][-1]


def later(seen):
    """All but the first three updates."""
    return seen | {name: seen[name][3:] for name in ("t", "w", "w_before", "x")}


@pytest.mark.parametrize(
    ("values", "failing"),
    [
        (on_wine, set()),
        (lambda: on_wine(perceptron(WINE, start=across())), {"w starts at 0"}),
        (lambda: later(on_wine()), {"t starts at 0", "w starts at 0"}),
        (
            lambda: on_wine(margin_perceptron(WINE, max_margin(WINE)[1])),
            {"mistake", "growth", "length"},
        ),
        (lambda: on_wine(u=2), {"u is unit", "sandwich", "bound"}),
        (lambda: on_wine(u=-1), {"gamma > 0", "bound"}),
        (lambda: on_wine(u=-1, gamma=0.1), {"margin", "progress", "alignment"}),
    ],
)
def test_a_run_that_is_none_of_the_theorem_fails_in_what_it_lacks(values, failing):
    assert set(BLOCK_NOVIKOFF.failing(values())) == failing


ONE_ENTRY = np.zeros((1000, WINE.d))
ONE_ENTRY[7, 3] = 1e-6


@pytest.mark.parametrize("unit", [1e-6, 1e6])
@pytest.mark.parametrize(
    ("symbol", "change", "caught"),
    [
        ("w", ONE_ENTRY, "update"),  # one coordinate of one update
        ("w_before", 0.5, "mistake"),
        ("x", ONE_ENTRY, "update"),
        ("R", -1e-6, "radius"),
        ("t", 10, "bound"),
        ("u", 1e-6, "u is unit"),
        ("gamma", 1e-6, "margin"),
    ],
)
def test_units_decide_nothing(symbol, change, caught, unit):
    """A run passes in any, and one that is false by a millionth fails in any, where it is false."""
    run, u = perceptron(Sample(unit * WINE.X, WINE.y)), max_margin(WINE)[0]
    seen = run.updates | {"u": u, "gamma": (run.updates["x"] @ u).min()}
    assert BLOCK_NOVIKOFF.failing(seen) == []
    change = change[: len(seen["t"])] if np.ndim(change) else change
    wrong = seen[symbol] + change * np.abs(seen[symbol]).max()
    assert caught in BLOCK_NOVIKOFF.failing(seen | {symbol: wrong})
