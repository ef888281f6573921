"""Where an induction starts, and runs that are none of the theorem's: each is caught by name."""

import numpy as np
import pytest
from sympy import Eq

from lib.datasets import separable_pairs, wine
from lib.max_margin import max_margin
from lib.perceptron import margin_perceptron, perceptron
from lib.proof.step import Step
from lib.samples import prepare
from lib.theorems.block_novikoff import BLOCK_NOVIKOFF
from tests.toys import s, s_before, t, theorem, written, x, y

WINE = prepare(wine())


def test_a_run_from_elsewhere_fails_the_base_case():
    u, _ = max_margin(WINE)
    seen = perceptron(WINE, start=-0.1 * u).observe(u)
    assert {"w starts at 0", "alignment starts at 0"} <= set(BLOCK_NOVIKOFF.failing(seen))
    across = np.linalg.svd(u[None])[2][-1]
    seen = perceptron(WINE, start=1e-6 * across).observe(u)
    assert BLOCK_NOVIKOFF.failing(seen) == ["w starts at 0"]
    later = {n: v[3:] if np.ndim(v) else v for n, v in perceptron(WINE).observe(u).items()}
    assert "t starts at 0" in BLOCK_NOVIKOFF.failing(later)


def test_an_induction_may_start_at_one():
    step = Step("count", s >= t, ("grows",), ("first", "one"))
    hypotheses = {"first": Eq(t, 1), "one": Eq(s, 1), "grows": s >= s_before + 1}
    toy = theorem(step, before={t: t - 1, s: s_before}, **hypotheses)
    good = {"t": np.arange(1, 4), "s": [1, 3, 4], "s_before": [0.5, 1, 3]}
    assert toy.failing(good | {"s_before": [0, 1, 3]}) == []
    assert toy.failing(good | {"s": [2, 3, 4]}) == ["one"]
    assert "count" in toy.failing(good | {"t": np.arange(2, 5)}), "t = 1 is the state before"
    assert "first" in toy.failing(good | {"t": np.arange(3, 6)})


def test_an_induction_over_something_else_leaves_its_base_out():
    """It sums over a sample, and knows no order of the sums."""
    step = Step("sum", x >= 0, ("grows",), ("empty",))
    toy = theorem(step, before={x: y}, empty=Eq(x, 0), grows=x >= y)
    assert set(toy.watch({"x": 2.0, "y": 1.0})) == {"grows", "sum"}


def test_a_step_of_the_base_case_is_watched_there_and_stands_in_the_table():
    begins = Step("begins", s <= 0, ("empty",))
    step = Step("count", Eq(s, t), ("grows",), ("begins", "none"))
    hypotheses = {"empty": Eq(s, 0), "none": Eq(t, 0), "grows": Eq(s, s_before + 1)}
    toy = theorem(begins, step, before={t: t - 1, s: s_before}, **hypotheses)
    good = {"t": np.arange(1, 3), "s": np.array([1, 2]), "s_before": np.array([0, 1])}
    assert toy.failing(good) == []
    assert [row[3] for row in written(toy.table(good))[1]] == ["0", "0"]
    wrong = {name: good[name] + 0.25 * (name != "t") for name in good}
    assert toy.failing(wrong) == ["count", "empty", "begins"]
    assert [row[3] for row in written(toy.table(wrong))[1]] == ["-0.25", "-0.25"]


def test_a_base_step_without_a_counter_has_no_slack_in_the_table():
    begins, step = Step("begins", x >= 0, ("empty",)), Step("sum", x >= 0, ("grows",), ("begins",))
    toy = theorem(begins, step, before={x: y}, empty=Eq(x, 0), grows=x >= y)
    rows = written(toy.table({"x": 2.0, "y": 1.0}))[1]
    assert [row[3] for row in rows] == ["–", "2"]


def test_a_margin_run_is_no_perceptron_run():
    u, gamma = max_margin(WINE)
    wrong = margin_perceptron(WINE, gamma).observe(u)
    assert BLOCK_NOVIKOFF.failing(wrong) == ["mistake", "growth", "length"]
    assert BLOCK_NOVIKOFF.failing(perceptron(WINE).observe(u)) == []


def test_a_comparator_that_does_not_separate_is_caught():
    u, gamma = max_margin(WINE)
    run = perceptron(WINE)
    assert "gamma > 0" in BLOCK_NOVIKOFF.failing(run.observe(-u))
    assert "margin" in BLOCK_NOVIKOFF.failing(run.observe(-u, gamma=gamma))
    for sample in separable_pairs():
        first = np.eye(sample.d)[0]
        assert "gamma > 0" in BLOCK_NOVIKOFF.failing(perceptron(sample).observe(first))


def test_a_comparator_of_another_length_is_caught():
    u, _ = max_margin(WINE)
    assert "Cauchy–Schwarz" in BLOCK_NOVIKOFF.failing(perceptron(WINE).observe(2 * u))


@pytest.mark.parametrize(
    ("symbol", "change", "caught"),
    [
        ("p", 0.01, "bilinearity"),
        ("r", 0.01, "expansion"),
        ("q", 3.0, "mistake"),
        ("m", -1.0, "margin"),
        ("s", 0.01, "radius"),
        ("t", 100, "bound"),
        ("gamma", 0.01, "margin"),
    ],
)
def test_a_falsified_run_is_caught_where_it_was_falsified(symbol, change, caught):
    u, _ = max_margin(WINE)
    seen = perceptron(WINE).observe(u)
    assert caught in BLOCK_NOVIKOFF.failing(seen | {symbol: seen[symbol] + change})
