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
from lib.proof.theorem import Theorem
from lib.proof.vectors import inner, norm
from lib.proof.watching import slack, totals
from lib.samples import Sample, with_margin
from lib.theorems.block_novikoff import BLOCK_NOVIKOFF
from lib.theorems.vocabulary import w, w_before
from lib.theorems.vocabulary import x as x_t
from tests.toys import counting, positive, t, theorem, u, v, x, y, z

seeds = st.integers(0, 10_000)


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


@pytest.mark.parametrize(
    ("relation", "expected"),
    [(x <= y, 2), (x < y, 2), (x >= y, -2), (x > y, -2), (Eq(x, y), -2), (sp.Ne(x, y), 2)],
)
def test_slack_says_how_far_a_relation_is_from_failing(relation, expected):
    assert slack(relation, {"x": 1, "y": 3}).gap == expected


def test_what_must_differ_fails_where_it_is_equal():
    values = {"x": np.array([1.0, 3.0, np.nan]), "y": 3.0}
    seen = slack(sp.Ne(x, y), values)
    np.testing.assert_array_equal(seen.gap, [2, 0, np.nan])
    np.testing.assert_array_equal(seen.holds, [True, False, False])
    toy = theorem(Step("claim", sp.Ne(x, y), ("one",)), one=x < y)
    assert toy.failing({"x": 1.0, "y": 3.0}) == []
    assert toy.failing({"x": 3.0, "y": 3.0}) == ["one", "claim"], "a strict relation is strict"


def test_slack_takes_arrays_and_exact_fractions():
    values = {"t": np.array([0.0, 2.0, 8.0]), "x": 1.0}
    np.testing.assert_allclose(slack(x <= sqrt(t / 2), values).gap, [-1, 0, 1], atol=1e-12)
    assert slack(x * Rational(1, 3) >= 0, {"x": 1}).gap == 1 / 3
    assert slack(Eq(x, y), {"x": 1, "y": 3}).gap == slack(Eq(y, x), {"x": 1, "y": 3}).gap == -2


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
        (z / (y + z + Rational(3, 4)) <= 1, 3),  # a divisor is not measured by its terms
        (sqrt(z / 2) <= 1, 1.5),
        (sp.Max(x, 2 * y) <= 1, 5),
        (sp.Abs(x - y) <= 1, 6),
    ]:
        assert slack(relation, values).slip == pytest.approx(1e-12 * size), relation
    assert slack(x / positive <= y, {"x": 1, "positive": 0, "y": 3}).slip == 0, "no finite sum"
    many = {"x": np.array([1.0, 5.0]), "positive": np.array([0.0, 1.0]), "y": 3}
    assert slack(x / positive <= y, many).slip == pytest.approx(8e-12)


def test_rounding_of_a_product_is_a_share_of_what_it_sums():
    """⟨u,v⟩ = 0 may be off by what its terms 6 and -6 leave, and ‖u-v‖ by the vectors."""
    values = {"u": np.array([2.0, 3.0]), "v": np.array([3.0, -2.0]), "w": np.array([2.0, 3.0])}
    assert slack(inner(u, v) <= 0, values).slip == pytest.approx(12e-12)
    assert slack(norm(u - w) <= 0, values).slip == pytest.approx(1e-12 * np.sqrt(52))
    assert slack(Eq(u, w), values).slip == pytest.approx(1e-12 * np.sqrt(52))
    assert slack(Eq(u, w), values | {"w": np.array([2.0, 3 + 1e-10])}).holds == False  # noqa: E712


def test_a_strict_relation_is_strict():
    assert not slack(x < y, {"x": 1.0, "y": 1.0}).holds
    assert not slack(x < y, {"x": 1.0, "y": 1 + 1e-15}).holds, "that may be rounding"
    assert slack(x < y, {"x": 1.0, "y": 1 + 1e-9}).holds
    assert slack(x <= y, {"x": 1.0, "y": 1.0}).holds


HYPOTHESES = ["update", "mistake", "radius", "margin", "u is unit"]


@given(seeds, st.integers(-6, 6), st.sampled_from(HYPOTHESES))
def test_units_decide_nothing(seed, power, name):
    """A run passes in any units, and a relation that is false by a millionth fails in any."""
    rng, scale = np.random.default_rng(seed), 10.0**power
    sample, u = with_margin(20, 3, 0.1, rng)
    run = perceptron(Sample(scale * sample.X, sample.y))
    seen = run.updates | {"u": u, "gamma": (run.sample.signed @ u).min()}
    assert BLOCK_NOVIKOFF.failing(seen) == []
    at = rng.integers(name == "mistake", run.M) if run.M > 1 else 0
    wrong = falsified(seen, at, name)
    assert name in BLOCK_NOVIKOFF.failing(wrong) or not wrong["x"][at].any()


def test_a_number_that_has_to_be_0_may_be_off_by_a_little():
    toy = theorem(Step("claim", x >= 0, ("one",)), one=Eq(x, 0))
    assert toy.failing({"x": -1e-15}) == []
    assert toy.failing({"x": -1e-13}) == ["one", "claim"]


def test_identities_hold_on_raw_data():
    """On raw wine the products reach 10⁹, and rounding moves what should be equal by 10⁻⁷."""
    sample = wine(0, 1)
    seen = perceptron(sample).updates
    square = norm(w) ** 2 - norm(w_before) ** 2
    identity = slack(Eq(square, 2 * inner(w_before, x_t) + norm(x_t) ** 2), seen)
    assert identity.gap.min() < -1e-8
    assert identity.holds.all()
