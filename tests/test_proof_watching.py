"""Theorems watched on numbers: slack, what of it is rounding, and what fails."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from sympy import Eq, Rational, sqrt

from lib.datasets import wine
from lib.perceptron import perceptron
from lib.proof.step import Step
from lib.proof.watching import slack
from lib.samples import Sample, with_margin
from lib.theorems.block_novikoff import BLOCK_NOVIKOFF
from tests.toys import counting, positive, t, theorem, x, y, z

seeds = st.integers(0, 10_000)
# A relation of the book's main theorem, the symbol that breaks it, and its false value at update i.
BROKEN = {
    "bilinearity": ("p", lambda seen, i: seen["p"][i] + 1e-6 * np.abs(seen["p"]).max()),
    "expansion": ("r", lambda seen, i: seen["r"][i] + 1e-6 * seen["r"].max()),
    "mistake": ("q", lambda seen, i: 1e-6 * seen["s"][i] ** 2),
    "radius": ("s", lambda seen, i: seen["R"] * (1 + 1e-6)),
    "margin": ("m", lambda seen, i: seen["gamma"] * (1 - 1e-6)),
    "Cauchy–Schwarz": ("p", lambda seen, i: seen["r"][i] * (1 + 1e-6)),
}


@pytest.mark.parametrize(
    ("relation", "expected"),
    [(x <= y, 2), (x < y, 2), (x >= y, -2), (x > y, -2), (Eq(x, y), -2), (sp.Ne(x, y), 2)],
)
def test_slack_says_how_far_a_relation_is_from_failing(relation, expected):
    assert slack(relation, {"x": 1, "y": 3})[0] == expected


def test_what_must_differ_fails_where_it_is_equal():
    values = {"x": np.array([1.0, 3.0, np.nan]), "y": 3.0}
    np.testing.assert_array_equal(slack(sp.Ne(x, y), values)[0], [2, -np.inf, np.nan])
    toy = theorem(Step("claim", sp.Ne(x, y), ("one",)), one=x < y)
    assert toy.failing({"x": 1.0, "y": 3.0}) == []
    assert toy.failing({"x": 3.0, "y": 3.0}) == ["claim"]


def test_slack_takes_arrays_and_exact_fractions():
    values = {"t": np.array([0.0, 2.0, 8.0]), "x": 1.0}
    np.testing.assert_allclose(slack(x <= sqrt(t / 2), values)[0], [-1, 0, 1], atol=1e-12)
    assert slack(x * Rational(1, 3) >= 0, {"x": 1})[0] == 1 / 3
    assert slack(Eq(x, y), {"x": 1, "y": 3})[0] == slack(Eq(y, x), {"x": 1, "y": 3})[0] == -2


def test_a_missing_value_is_named():
    with pytest.raises(ValueError, match=r"no value for \['y'\] in x <= y; given: \['x'\]"):
        slack(x <= y, {"x": 1})


def test_watch_gives_the_slack_of_signs_relations_and_the_start():
    seen = counting().watch({"t": np.arange(1, 4), "s": [1, 3, 4], "s_before": [0, 1, 3]})
    assert set(seen) == {"grows", "count", "empty", "s >= 0", "t >= 0", "s_before >= 0"}
    np.testing.assert_array_equal(seen["grows"], [0, 1, 0])
    np.testing.assert_array_equal(seen["count"], [0, 1, 1])
    np.testing.assert_array_equal(seen["t >= 0"], [1, 2, 3])
    np.testing.assert_array_equal(seen["empty"], [0])


def test_failing_names_what_fails_anywhere():
    good = {"t": np.arange(1, 4), "s": np.array([1.0, 2, 3]), "s_before": np.array([0.0, 1, 2])}
    assert counting().failing(good) == []
    assert counting().failing(good | {"s": np.array([1, 2, 2.5])}) == ["grows", "count"]
    assert counting().failing(good | {"s": good["s"] - 5e-13}) == [], "rounding is forgiven"
    assert counting().failing(good | {"s": good["s"] - 5e-11}) == ["grows", "count"]
    assert counting().failing(good | {"s": np.array([1, 2, np.nan])}) == [
        "s >= 0",
        "grows",
        "count",
    ], "what is no number satisfies nothing"
    assert counting().failing(good | {"s": np.array([1, 2, -np.inf])}) == [
        "s >= 0",
        "grows",
        "count",
    ], "an infinite term forgives nothing"
    assert counting().failing(good | {"s_before": np.array([0, 1, -1e-13])}) == []
    assert counting().failing(good | {"s_before": np.array([0, 1, -1e-11])}) == ["s_before >= 0"]


def test_rounding_is_a_share_of_the_largest_terms():
    values = {"x": np.array([3.0, -4.0]), "y": -1.0, "z": 0.5}
    for relation, size in [
        (x <= y, 5),
        (x - y <= 3, 8),
        (x + 2 * y**2 >= Rational(1, 2), 6.5),
        (Eq(x**2 * y, 1), 17),
        (x * (y - z) <= z, 6.5),
        (x / y <= z, 4.5),
        (z / (y + z + 1) <= 1, 6),  # a half above and a half, of terms that sum to 2.5, below
        (sqrt(z / 2) <= 1, 1.5),
    ]:
        assert slack(relation, values)[1] == pytest.approx(1e-12 * size), relation
    assert slack(x / positive <= y, {"x": 1, "positive": 0, "y": 3})[1] == 0, "no finite sum"
    many = {"x": np.array([1.0, 5.0]), "positive": np.array([0.0, 1.0]), "y": 3}
    assert slack(x / positive <= y, many)[1] == pytest.approx(8e-12)


@given(seeds, st.integers(-6, 6), st.sampled_from(sorted(BROKEN)))
def test_units_decide_nothing(seed, power, name):
    """A run passes in any units, and a relation that is false by a millionth fails in any."""
    rng, scale = np.random.default_rng(seed), 10.0**power
    sample, u = with_margin(20, 3, 0.1, rng)
    run = perceptron(Sample(scale * sample.X, sample.y))
    seen = run.observe(u)
    assert BLOCK_NOVIKOFF.failing(seen) == []
    symbol, change = BROKEN[name]
    at = rng.integers(run.M)
    wrong = {symbol: seen[symbol].copy()}
    wrong[symbol][at] = change(seen, at)
    assert name in BLOCK_NOVIKOFF.failing(seen | wrong)


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_what_is_left_beside_zero_is_measured_by_what_left_it(scale):
    """x = y - z is 0 up to the rounding of y and z, whatever their unit."""
    toy = theorem(
        Step("claim", Eq(y, z), ("rest", "nothing")), rest=Eq(2 * x, y - z), nothing=Eq(x, 0)
    )
    values = {"y": np.array([1.0, 1, 1]) * scale, "z": np.array([1.0, 1, 1]) * scale}
    assert toy.failing(values | {"x": scale * np.array([0, 1e-16, -1e-15])}) == []
    assert toy.failing(values | {"x": scale * np.array([0, 1e-16, 1e-11])}) == ["rest", "nothing"]


def test_what_no_equality_measures_may_be_off_by_a_little():
    toy = theorem(Step("claim", x >= 0, ("one",)), one=Eq(x**2 + y * x, 0))
    assert "claim" not in toy.failing({"x": -1e-15, "y": 0.0})
    assert "claim" in toy.failing({"x": -1e-13, "y": 0.0})
    toy = theorem(Step("claim", x >= 0, ("one",)), one=Eq(y * x, z))
    assert "claim" not in toy.failing({"x": -1e-15, "y": 0.0, "z": 0.0})
    assert "claim" in toy.failing({"x": -1e-13, "y": 0.0, "z": 0.0}), "a factor 0 measures nothing"


def test_identities_hold_on_raw_data():
    """On raw wine the terms of the expansion reach 10⁹, and rounding moves it by 10⁻⁷."""
    sample = wine(0, 1)
    seen = perceptron(sample).observe(np.ones(13) / np.sqrt(13))
    assert slack(BLOCK_NOVIKOFF.relations["expansion"], seen)[0].min() < -1e-8
    assert not {"bilinearity", "expansion", "mistake"} & set(BLOCK_NOVIKOFF.failing(seen))
