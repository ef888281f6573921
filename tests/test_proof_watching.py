"""Theorems watched on numbers and on runs: slack, what of it is rounding, and what fails."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from sympy import Eq, Rational, sqrt

from lib.datasets import separable_pairs, wine
from lib.margin_perceptron import margin_perceptron
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import inner, norm
from lib.proof.watching import slack, totals
from lib.samples import Sample, lift, prepare, with_margin
from lib.theorems.block_novikoff import ANY_COMPARATOR, BLOCK_NOVIKOFF, OFFSET
from lib.theorems.vocabulary import w_before
from lib.theorems.vocabulary import x as x_t
from tests.toys import counting, positive, s, s_before, t, theorem, u, v, w, written, x, y, z

WINE = prepare(wine())


# Slack


@pytest.mark.parametrize(
    ("relation", "values", "expected"),
    [
        (x <= y, {"x": 1, "y": 3}, 2),
        (x < y, {"x": 1, "y": 3}, 2),
        (x >= y, {"x": 1, "y": 3}, -2),
        (x > y, {"x": 1, "y": 3}, -2),
        (Eq(x, y), {"x": 1, "y": 3}, -2),
        (Eq(y, x), {"x": 1, "y": 3}, -2),
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
        (x <= y, 1.0, True),
        (x <= y, 1 - 1e-15, True),
        (sp.Ne(x, y), 1.0, False),
        (sp.Ne(x, y), np.nan, False),
        (sp.Ne(x, y), 2.0, True),
        (1 / (x - 1) >= y, 0.0, False),  # 1/0 is no number
    ],
)
def test_a_strict_relation_is_strict_and_nothing_holds_of_what_is_no_number(
    relation, y_value, holds
):
    assert bool(slack(relation, {"x": 1.0, "y": y_value}).holds) == holds


def test_a_missing_value_is_named():
    with pytest.raises(ValueError, match=r"no value for \['y'\] in x <= y; given: \['x'\]"):
        slack(x <= y, {"x": 1})


NUMBERS = {"x": np.array([3.0, -4.0]), "y": -1.0, "z": 0.5}
VECTORS = {"u": np.array([2.0, 3.0]), "v": np.array([3.0, -2.0]), "w": np.array([2.0, 3.0])}


@pytest.mark.parametrize(
    ("relation", "values", "size"),
    [
        (x <= y, NUMBERS, 5),
        (x - y <= 3, NUMBERS, 8),
        (x + 2 * y**2 >= Rational(1, 2), NUMBERS, 6.5),
        (Eq(x**2 * y, 1), NUMBERS, 17),
        (x * (y - z) <= z, NUMBERS, 6.5),
        (x / y <= z, NUMBERS, 4.5),
        (z / (y + z + Rational(3, 4)) <= 1, NUMBERS, 3),  # a divisor is not measured by its terms
        (sqrt(z / 2) <= 1, NUMBERS, 1.5),
        (sp.Max(x, 2 * y) <= 1, NUMBERS, 5),
        (sp.Abs(x - y) <= 1, NUMBERS, 6),
        (x / positive <= y, {"x": 1, "positive": 0, "y": 3}, 0),  # no finite sum
        (x / positive <= y, {"x": np.array([1.0, 5]), "positive": np.array([0.0, 1]), "y": 3}, 8),
        # A product is summed of 6 and -6, a length of its vectors.
        (inner(u, v) <= 0, VECTORS, 12),
        (norm(u - w) <= 0, VECTORS, 52**0.5),
        (Eq(u, w), VECTORS, 52**0.5),
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
        ({"u": np.ones(1)}, "do not go together"),
        ({"x": np.full((5, 1), 2.0)}, r"x has the shape \(5, 1\); give a number, \(\) or \(M,\)"),
        ({"x": np.full(4, 2.0)}, "do not go together; give those of one run"),
        ({"x": np.full(1, 2.0)}, "do not go together"),
        ({"u": 2.0}, r"u has the shape \(\); give a vector, \(d,\) or \(M, d\)"),
        ({"w": np.ones((0, 3))}, "of an update or more"),
        ({"w": np.ones((5, 5, 3))}, r"w has the shape \(5, 5, 3\); give a vector"),
    ],
)
def test_values_of_other_shapes_are_refused(change, message):
    assert PRODUCT.failing(MOVES) == []
    assert PRODUCT.failing(MOVES | {"x": np.inf}) == ["length", "claim"], "any length is below it"
    with pytest.raises(ValueError, match=message):
        PRODUCT.failing(MOVES | change)


# What fails, by name


def test_watch_gives_the_slack_of_signs_relations_and_the_start():
    seen = counting().watch({"t": np.arange(1, 4), "s": [1, 3, 4], "s_before": [0, 1, 3]})
    assert set(seen) == {"grows", "count", "empty", "s >= 0", "t >= 0", "s_before >= 0"}
    np.testing.assert_array_equal(seen["grows"], [0, 1, 0])
    np.testing.assert_array_equal(seen["count"], [0, 1, 1])
    np.testing.assert_array_equal(seen["t >= 0"], [1, 2, 3])
    np.testing.assert_array_equal(seen["empty"], [0])


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
        (FROM_0, T, [1, 2, -np.inf], [0, 1, 2], ["s >= 0", "grows", "count"]),
        (FROM_0, T, T, [0, 1, -1e-13], []),
        (FROM_0, T, T, [0, 1, -1e-11], ["s_before >= 0"]),
        # An induction may start at 1, which is the state after the first update or before it.
        (FROM_1, T, [1, 3, 4], [0, 1, 3], []),
        (FROM_1, T, [2, 3, 4], [0.5, 1, 3], ["one"]),
        (FROM_1, T + 1, [1, 3, 4], [0, 1, 3], ["one", "count"]),
        (FROM_1, T + 2, [1, 3, 4], [0, 1, 3], ["first", "count"]),
        # A base case holds in one state: not t = 0 before the first update and s = 1 after it.
        (ONE_STATE, T, [2, 3, 4], [1, 2, 3], []),
        (ONE_STATE, T, [1, 2, 3], [0, 1, 2], ["one", "count"]),
    ],
)
def test_failing_names_what_fails_anywhere(toy, t, s, s_before, failing):
    values = {"t": t, "s": np.array(s, float), "s_before": np.array(s_before, float)}
    assert set(toy.failing(values)) == set(failing)


def test_an_induction_over_examples_is_watched_where_its_sum_is_empty():
    step = Step("sum", x >= 0, ("grows",), ("empty",))
    toy = theorem(step, before={x: y}, empty=Eq(x, 0), grows=x >= y)
    sums = totals(x=np.array([2.0, 0.0, 1.0]))
    good = {"x": sums["x"], "y": sums["x_before"]}
    assert toy.failing(good) == []
    assert toy.failing({name: value[1:] for name, value in good.items()}) == ["empty"]


def test_a_step_of_the_base_case_is_watched_there_and_stands_in_the_table():
    begins = Step("begins", s <= 0, ("empty",))
    step = Step("count", Eq(s, t), ("grows",), ("begins", "none"))
    hypotheses = {"empty": Eq(s, 0), "none": Eq(t, 0), "grows": Eq(s, s_before + 1)}
    toy = theorem(begins, step, before={t: t - 1, s: s_before}, **hypotheses)
    good = {"t": np.arange(1, 3), "s": np.array([1, 2]), "s_before": np.array([0, 1])}
    assert toy.failing(good) == []
    assert [row[4] for row in written(toy.table(good))[1]] == ["0", "0"]
    wrong = {name: good[name] + 0.25 * (name != "t") for name in good}
    assert toy.failing(wrong) == ["empty", "begins", "count"]
    shown = [row[4] for row in written(toy.table(wrong))[1]]
    assert shown == ["*empty* fails", "*begins* fails"]


def test_what_the_end_alone_has_is_watched_there():
    """Rounding keeps a sum over all from 0, as far as its parts, which are not 0, allow."""
    total, earlier = sp.symbols("T T_before", real=True)
    hypotheses = {"balance": Eq(total, 0), "empty before": Eq(earlier, 0)}
    step = Step("nothing added", Eq(total - earlier, 0), ("balance", "empty before"))
    toy = Theorem("toy", "Toy", hypotheses, (step,), end=("balance",))
    values = totals(T=np.array([0.1, 0.2, -0.3]))
    assert values["T"][-1] != 0 and toy.failing(values) == ["empty before", "nothing added"]
    assert [gap.shape for gap in toy.watch(values).values()] == [(1,), (3,), (1,)]
    assert toy.failing(totals(T=np.array([0.1, 0.2, -0.2]))) == list(toy.relations)
    assert toy.failing({"T": 0.0, "T_before": 0.0}) == [], "a single number is the end"


def test_an_induction_uses_nothing_of_the_end():
    hypotheses = {"empty": Eq(x, 0), "less": x <= y, "end": Eq(y, 0)}
    steps = Step("at most 0", y <= 0, ("end",)), Step("never", x <= 0, ("less",), base=("empty",))
    reached = Step("never", x <= 0, ("less", "at most 0"), base=("empty",))
    options = {"before": {x: y}, "end": ("end",)}
    assert Theorem("toy", "Toy", hypotheses, steps, **options).end == ("end",)
    with pytest.raises(ValueError, match=r"toy: \['never'\] are inductions from what the end"):
        Theorem("toy", "Toy", hypotheses, (steps[0], reached), **options)
    with pytest.raises(ValueError, match=r"\['all'\] are assumed, cited or of the end, but no hyp"):
        Theorem("toy", "Toy", hypotheses, steps, before={x: y}, end=("all",))


def test_a_number_that_has_to_be_0_may_be_off_by_a_little():
    toy = theorem(Step("claim", x >= 0, ("one",)), one=Eq(x, 0))
    assert toy.failing({"x": -1e-15}) == []
    assert toy.failing({"x": -1e-13}) == ["one", "claim"]


# Along runs, those among them that are none of the theorem's


def beside(run, u, gamma=None):
    """The vectors of a run's updates, and a comparator with its margin."""
    gamma = (run.sample.signed @ u).min() if gamma is None else gamma
    return run.updates | {"u": u, "gamma": gamma}


def falsified(seen, i, name):
    """A run's values, false by a millionth at update i in one hypothesis of the main theorem."""
    wrong = dict(seen)
    if name in ("gamma", "R"):
        return wrong | {"gamma": seen["gamma"] * (1 + 1e-6), "R": seen["R"] * (1 - 1e-6)}
    vector = "w" if name == "update" else "x"
    wrong[vector] = seen[vector].copy()
    before, u = seen["w_before"][i], seen["u"]
    if name == "update":
        wrong["w"][i] += 1e-6 * np.abs(seen["w"]).max()
    elif name == "mistake":
        wrong["x"][i] = 1e-6 * before
    elif name == "radius":
        wrong["x"][i] *= (1 + 1e-6) * seen["R"] / np.linalg.norm(wrong["x"][i])
    elif name == "margin":
        wrong["x"][i] = (1 - 1e-6) * seen["gamma"] * u
    else:
        wrong["u"] = u * (1 + 1e-6)
    return wrong


HYPOTHESES = ["update", "mistake", "radius", "margin", "u is unit"]


@given(st.integers(0, 10_000), st.integers(-6, 6), st.sampled_from(HYPOTHESES))
def test_units_decide_nothing(seed, power, name):
    """A run passes in any units, and a relation that is false by a millionth fails in any."""
    rng, scale = np.random.default_rng(seed), 10.0**power
    sample, u = with_margin(20, 3, 0.1, rng)
    seen = beside(perceptron(Sample(scale * sample.X, sample.y)), u)
    assert BLOCK_NOVIKOFF.failing(seen) == []
    M = len(seen["t"])
    at = rng.integers(name == "mistake", M) if M > 1 else 0
    wrong = falsified(seen, at, name)
    assert name in BLOCK_NOVIKOFF.failing(wrong) or not wrong["x"][at].any()


@pytest.fixture(scope="module")
def best():
    return max_margin(WINE)


@pytest.fixture(scope="module")
def across(best):
    """A unit vector at a right angle to the best separator."""
    return np.linalg.svd(best[0][None])[2][-1]


def test_a_run_from_elsewhere_fails_the_base_case(best, across):
    u, _ = best
    seen = beside(perceptron(WINE, start=-u), u)
    assert {"w starts at 0", "alignment"} <= set(BLOCK_NOVIKOFF.failing(seen))
    seen = beside(perceptron(WINE, start=1e-6 * across), u)
    assert BLOCK_NOVIKOFF.failing(seen) == ["w starts at 0"]
    shown = {row[0]: row[4] for row in written(BLOCK_NOVIKOFF.table(seen))[1]}
    assert shown["progress"] == shown["growth"] == "0"
    assert shown["alignment"] == shown["length"] == "*w starts at 0* fails"
    whole = perceptron(WINE).updates
    later = {name: value[3:] if np.ndim(value) else value for name, value in whole.items()}
    failing = BLOCK_NOVIKOFF.failing(later | {"u": u, "gamma": 0.1})
    assert failing == ["t starts at 0", "w starts at 0"]


def test_a_margin_run_is_no_perceptron_run(best):
    u, gamma = best
    wrong = beside(margin_perceptron(WINE, gamma), u)
    assert BLOCK_NOVIKOFF.failing(wrong) == ["mistake", "growth", "length"]
    shown = {row[0]: row[4] for row in written(BLOCK_NOVIKOFF.table(wrong))[1]}
    assert shown["growth"] == "*mistake* fails" and float(shown["progress"]) >= 0


def test_a_comparator_that_does_not_separate_or_is_not_unit_is_caught(best):
    u, gamma = best
    run = perceptron(WINE)
    assert BLOCK_NOVIKOFF.failing(beside(run, u)) == []
    assert "gamma > 0" in BLOCK_NOVIKOFF.failing(beside(run, -u))
    assert "margin" in BLOCK_NOVIKOFF.failing(beside(run, -u, gamma))
    for sample in separable_pairs():
        first = np.eye(sample.d)[0]
        assert "gamma > 0" in BLOCK_NOVIKOFF.failing(beside(perceptron(sample), first))
    double = beside(run, 2 * u)
    assert BLOCK_NOVIKOFF.failing(double) == ["u is unit", "sandwich", "bound"]
    assert ANY_COMPARATOR.failing(double) == []


ONE_ENTRY = np.zeros((1000, WINE.d))
ONE_ENTRY[7, 3] = 1e-6


@pytest.mark.parametrize(
    ("symbol", "change", "caught"),
    [
        ("w", 0.01, "update"),
        ("w_before", 0.5, "mistake"),
        ("w_before", 0.01, "update"),
        ("x", 1.0, "radius"),
        ("x", 0.01, "update"),
        ("R", -0.01, "radius"),
        ("t", 100, "bound"),
        ("u", -1.0, "margin"),
        ("u", 0.01, "u is unit"),
        ("gamma", 0.01, "margin"),
        ("w", ONE_ENTRY, "update"),  # one coordinate of one update
        ("w_before", ONE_ENTRY, "update"),
        ("x", ONE_ENTRY, "update"),
    ],
)
def test_a_falsified_run_is_caught_where_it_was_falsified(best, symbol, change, caught):
    seen = beside(perceptron(WINE), best[0])
    change = change[: len(seen["t"])] if np.ndim(change) else change
    assert caught in BLOCK_NOVIKOFF.failing(seen | {symbol: seen[symbol] + change})


def test_the_offset_is_watched_on_a_lifted_run_and_a_wrong_lift_is_caught():
    line, b, beta = Sample([[0.1], [0.2]], [-1, 1]), -0.15, 0.03**0.5
    run = perceptron(lift(line, beta))
    flat = {"v": [1, 0], "b": b, "r": 0.2, "gamma": 0.05, "beta": beta, "e": [0, 1]}
    flat |= {"z": run.updates["x"] * [1, 0], "y": line.y[run.mistakes]}
    seen = run.updates | flat | {"u": [1, b / beta]}
    assert OFFSET.failing(seen) == []
    comparator = ["lifted comparator", "margin of the lifted", "length of the comparator"]
    assert OFFSET.failing(seen | {"u": [1, b]}) == comparator
    assert "lifted radius" in OFFSET.failing(seen | {"R": 0.2})
    assert "any comparator" in OFFSET.failing(seen | {"t": np.full(run.M, 50.0)})
    lift_of_1 = OFFSET.failing(seen | {"beta": 1.0, "u": [1, b]})
    assert lift_of_1[:2] == ["lifted example", "lifted radius"]
