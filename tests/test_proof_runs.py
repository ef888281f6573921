"""Where an induction starts, and runs that are none of the theorem's: each is caught by name."""

import numpy as np
import pytest
from sympy import Eq

from lib.datasets import separable_pairs, wine
from lib.margin_perceptron import margin_perceptron
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.proof.step import Step
from lib.proof.vectors import inner, norm
from lib.proof.watching import totals
from lib.samples import Sample, lift, prepare
from lib.theorems.block_novikoff import ANY_COMPARATOR, BLOCK_NOVIKOFF, OFFSET
from tests.toys import s, s_before, t, theorem, u, w, written, x, y

WINE = prepare(wine())


def beside(run, u, gamma=None):
    """The vectors of a run's updates, and a comparator with its margin."""
    gamma = (run.sample.signed @ u).min() if gamma is None else gamma
    return run.updates | {"u": u, "gamma": gamma}


def test_a_run_from_elsewhere_fails_the_base_case():
    u, _ = max_margin(WINE)
    seen = beside(perceptron(WINE, start=-u), u)
    assert {"w starts at 0", "alignment"} <= set(BLOCK_NOVIKOFF.failing(seen))
    across = np.linalg.svd(u[None])[2][-1]
    seen = beside(perceptron(WINE, start=1e-6 * across), u)
    assert BLOCK_NOVIKOFF.failing(seen) == ["w starts at 0"]
    whole = perceptron(WINE).updates
    later = {name: value[3:] if np.ndim(value) else value for name, value in whole.items()}
    failing = BLOCK_NOVIKOFF.failing(later | {"u": u, "gamma": 0.1})
    assert failing == ["t starts at 0", "w starts at 0"]


def test_a_row_whose_hypothesis_fails_says_so():
    u, _ = max_margin(WINE)
    seen = beside(perceptron(WINE, start=1e-6 * np.linalg.svd(u[None])[2][-1]), u)
    shown = {row[0]: row[4] for row in written(BLOCK_NOVIKOFF.table(seen))[1]}
    assert shown["progress"] == shown["growth"] == "0"
    assert shown["alignment"] == shown["length"] == "*w starts at 0* fails"
    eager = beside(margin_perceptron(WINE, 0.1), u)
    shown = {row[0]: row[4] for row in written(BLOCK_NOVIKOFF.table(eager))[1]}
    assert shown["growth"] == "*mistake* fails"
    assert float(shown["progress"]) >= 0


def test_an_induction_may_start_at_one():
    step = Step("count", s >= t, ("grows",), ("first", "one"))
    hypotheses = {"first": Eq(t, 1), "one": Eq(s, 1), "grows": s >= s_before + 1}
    toy = theorem(step, before={t: t - 1, s: s_before}, **hypotheses)
    good = {"t": np.arange(1, 4), "s": [1, 3, 4], "s_before": [0.5, 1, 3]}
    assert toy.failing(good | {"s_before": [0, 1, 3]}) == []
    assert toy.failing(good | {"s": [2, 3, 4]}) == ["one"]
    assert "count" in toy.failing(good | {"t": np.arange(2, 5)}), "t = 1 is the state before"
    assert "first" in toy.failing(good | {"t": np.arange(3, 6)})


def test_a_base_case_holds_in_one_state():
    """t = 0 before the first update and s = 1 after it are no start."""
    step = Step("count", s >= t + 1, ("grows",), ("none", "one"))
    hypotheses = {"none": Eq(t, 0), "one": Eq(s, 1), "grows": s >= s_before + 1}
    toy = theorem(step, before={t: t - 1, s: s_before}, **hypotheses)
    good = {"t": np.arange(1, 4), "s": [2, 3, 4], "s_before": [1, 2, 3]}
    assert toy.failing(good) == []
    late = {"t": np.arange(1, 4), "s": [1, 2, 3], "s_before": [0, 1, 2]}
    assert toy.failing(late) == ["one", "count"]


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


def test_a_margin_run_is_no_perceptron_run():
    u, gamma = max_margin(WINE)
    wrong = beside(margin_perceptron(WINE, gamma), u)
    assert BLOCK_NOVIKOFF.failing(wrong) == ["mistake", "growth", "length"]
    assert BLOCK_NOVIKOFF.failing(beside(perceptron(WINE), u)) == []


def test_a_comparator_that_does_not_separate_is_caught():
    u, gamma = max_margin(WINE)
    run = perceptron(WINE)
    assert "gamma > 0" in BLOCK_NOVIKOFF.failing(beside(run, -u))
    assert "margin" in BLOCK_NOVIKOFF.failing(beside(run, -u, gamma))
    for sample in separable_pairs():
        first = np.eye(sample.d)[0]
        assert "gamma > 0" in BLOCK_NOVIKOFF.failing(beside(perceptron(sample), first))


def test_a_comparator_of_another_length_is_caught_and_serves_the_theorem_for_any():
    u, _ = max_margin(WINE)
    seen = beside(perceptron(WINE), 2 * u)
    assert BLOCK_NOVIKOFF.failing(seen) == ["u is unit", "sandwich", "bound"]
    assert ANY_COMPARATOR.failing(seen) == []


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
    ],
)
def test_a_falsified_run_is_caught_where_it_was_falsified(symbol, change, caught):
    u, _ = max_margin(WINE)
    seen = beside(perceptron(WINE), u)
    assert caught in BLOCK_NOVIKOFF.failing(seen | {symbol: seen[symbol] + change})


@pytest.mark.parametrize("symbol", ["w", "w_before", "x"])
def test_one_false_coordinate_of_one_update_is_caught(symbol):
    u, _ = max_margin(WINE)
    seen = beside(perceptron(WINE), u)
    wrong = np.array(seen[symbol])
    wrong[7, 3] += 1e-6
    assert "update" in BLOCK_NOVIKOFF.failing(seen | {symbol: wrong})


def test_the_offset_is_watched_on_a_lifted_run_and_a_wrong_lift_is_caught():
    line, b, beta = Sample([[0.1], [0.2]], [-1, 1]), -0.15, 0.03**0.5
    run = perceptron(lift(line, beta))
    flat = {
        "v": [1, 0],
        "b": b,
        "r": 0.2,
        "gamma": 0.05,
        "beta": beta,
        "e": [0, 1],
        "z": run.updates["x"] * [1, 0],
        "y": line.y[run.mistakes],
    }
    seen = run.updates | flat | {"u": [1, b / beta]}
    assert OFFSET.failing(seen) == []
    assert OFFSET.failing(seen | {"u": [1, b]}) == [
        "lifted comparator",
        "margin of the lifted",
        "length of the comparator",
    ]
    assert "lifted radius" in OFFSET.failing(seen | {"R": 0.2})
    assert "any comparator" in OFFSET.failing(seen | {"t": np.full(run.M, 50.0)})
    assert OFFSET.failing(seen | {"beta": 1.0, "u": [1, b]})[:2] == [
        "lifted example",
        "lifted radius",
    ]


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
    with pytest.raises(ValueError, match=message):
        PRODUCT.failing(MOVES | change)


def test_nothing_holds_of_what_is_infinite():
    """Any length is below infinity, so the radius would be no hypothesis."""
    assert PRODUCT.failing(MOVES | {"x": np.inf}) == ["length", "claim"]
    toy = theorem(Step("claim", 1 / x >= y, ("one",)), one=1 / x >= y + 1)
    assert toy.failing({"x": 0.0, "y": 3.0}) == ["one", "claim"], "1/0 is no number"
