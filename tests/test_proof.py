"""The proof engine on small theorems, true and false: it proves, refutes, watches, and refuses."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from sympy import Derivative, Eq, Rational, cos, exp, log, sin, sqrt, symbols

from lib.datasets import separable_pairs, wine
from lib.max_margin import max_margin
from lib.perceptron import margin_perceptron, perceptron
from lib.proof import solver
from lib.proof.solver import Solver, differ, rounding, slack
from lib.proof.theorem import Step, Theorem, Verdict
from lib.samples import Sample, prepare, with_margin
from lib.theorems.block_novikoff import BLOCK_NOVIKOFF

a, b, c, d, x, y, z = symbols("a b c d x y z", real=True)
t, s, s_before = symbols("t s s_before", nonnegative=True)
positive = symbols("positive", positive=True)
WINE = prepare(wine())
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


def theorem(*steps, before=None, latex=None, **hypotheses):
    """A theorem whose hypotheses are named by the arguments' names."""
    return Theorem("toy", "Toy", hypotheses, steps, before or {}, latex or {})


def verdict(claim, given, options=None, **hypotheses):
    """The verdict on one step."""
    (found,) = theorem(Step("claim", claim, given, **options or {}), **hypotheses).prove()
    return found


def solve(relations):
    """What a solver that was asked nothing before finds."""
    return Solver().solve(relations)


def holds(relation, found):
    """Whether exact numbers, as text, satisfy a relation, judged by SymPy alone."""
    point = {symbol: sp.Rational(found[symbol.name]) for symbol in relation.free_symbols}
    return bool(relation.subs(point, simultaneous=True))


# A step without induction


def test_a_true_step_is_proved_and_each_dropped_hypothesis_is_missed():
    found = verdict(x <= z, ("one", "two"), one=x <= y, two=y <= z)
    assert found.proved
    assert found.ok
    assert list(found.mutants) == ["without *one*", "without *two*"]
    without_one, without_two = found.mutants.values()
    assert holds(y <= z, without_one)
    assert holds(x > z, without_one)
    assert holds(x <= y, without_two)
    assert holds(x > z, without_two)


def test_a_false_step_is_not_proved():
    found = verdict(x < z, ("one", "two"), one=x <= y, two=y <= z)
    assert not found.proved
    assert not found.ok


def test_an_idle_hypothesis_is_a_surviving_mutant():
    found = verdict(x <= y, ("one", "idle"), one=x <= y, idle=z >= 3)
    assert found.proved
    assert found.mutants["without *idle*"] is None
    assert found.mutants["without *one*"] is not None
    assert not found.ok


def test_a_sharper_claim_that_is_true_survives():
    found = verdict(x <= 3, ("one",), {"sharper": (x <= 2, x < 1)}, one=x <= 2)
    assert found.proved
    survived, fell = found.mutants["$x \\leq 2$"], found.mutants["$x < 1$"]
    assert survived is None
    assert sp.Rational(fell["x"]) >= 1
    assert not found.ok


def test_contradictory_hypotheses_prove_nothing():
    found = verdict(x > 100, ("one", "two"), one=x < 0, two=x > 0)
    assert not found.proved


def test_hypotheses_against_a_declared_sign_prove_nothing():
    assert not verdict(x > 100, ("one", "two"), one=Eq(positive, y), two=y <= 0).proved
    assert not verdict(x > 100, ("one", "two"), one=Eq(t, y), two=y < 0).proved


def test_declared_signs_count_as_hypotheses():
    assert verdict(y > 0, ("one",), one=Eq(y * positive, 1)).proved
    assert not verdict(y > 0, ("one",), one=Eq(y * x, 1)).proved
    assert verdict(y >= 1, ("one",), one=Eq(y, t + 1)).proved
    assert not verdict(y > 1, ("one",), one=Eq(y, t + 1)).proved


def test_an_equality_is_proved_and_disproved():
    assert verdict(Eq(x, 0), ("one",), one=x**2 <= 0).proved
    assert not verdict(Eq(x, 0), ("one",), one=x**3 <= 0).proved


def test_an_earlier_claim_serves_later_steps():
    steps = (Step("first", x <= z, ("one", "two")), Step("second", x <= z + 1, ("first",)))
    first, second = theorem(*steps, one=x <= y, two=y <= z).prove()
    assert first.ok
    assert second.ok
    assert list(second.mutants) == ["without *first*"]


# Induction


def sum_of(claim, given=("grows",), base=("starts",), sharper=(), **more):
    """A step by induction about s, which grows by t at update t."""
    hypotheses = {"starts": Eq(s, 0), "empty": Eq(t, 0), "grows": Eq(s, s_before + t)} | more
    step = Step("sum", claim, given, base, sharper)
    (found,) = theorem(step, before={t: t - 1, s: s_before}, **hypotheses).prove()
    return found


def test_an_induction_is_its_base_and_its_step():
    found = sum_of(Eq(2 * s, t * (t + 1)), base=("starts", "empty"), sharper=(2 * s <= t**2,))
    assert found.ok
    assert list(found.mutants) == [
        "without *starts*",
        "without *empty*",
        "without *grows*",
        "without *induction*",
        "$2 s \\leq t^{2}$",
    ]


def test_an_induction_with_a_false_base_or_a_false_step_is_not_proved():
    assert not sum_of(2 * s >= t * (t + 1) + 1, base=("starts", "empty")).proved
    assert not sum_of(2 * s <= t**2, base=("starts", "empty")).proved


def test_an_induction_that_needs_no_induction_is_noticed():
    found = sum_of(s >= t, base=("starts", "empty"))
    assert found.proved
    assert found.mutants["without *induction*"] is None


def test_the_step_of_an_induction_starts_from_update_one():
    """s + 1 >= t needs s_before >= 0 alone, and t(t - 1) >= 0 needs t - 1 >= 0."""
    root = symbols("root", real=True)
    hypotheses = {"starts": Eq(root, 0), "grows": root >= symbols("root_before", real=True)}
    before = {t: t - 1, root: symbols("root_before", real=True)}
    step = Step("claim", root + t * (t - 1) >= 0, ("grows",), ("starts", "empty"))
    hypotheses["empty"] = Eq(t, 0)
    (found,) = Theorem("toy", "Toy", hypotheses, (step,), before).prove()
    assert found.proved


def test_contradictory_hypotheses_prove_no_induction():
    impossible = {"base": ("starts", "empty", "low"), "low": t >= 1}
    assert not sum_of(2 * s <= t, **impossible).proved
    impossible = {"given": ("grows", "low"), "base": ("starts", "empty"), "low": s + 1 <= t - t**2}
    assert not sum_of(2 * s <= t, **impossible).proved


def test_an_induction_from_the_claim_to_itself_is_refused():
    """Without a state before, the claim would be its own hypothesis, and x <= y follow from it."""
    step = Step("claim", x <= y, ("one",), ("zero",))
    with pytest.raises(ValueError, match=r"before changes none of its symbols \[x, y\]; give the"):
        theorem(step, one=x <= y + 1, zero=Eq(x, y))
    with pytest.raises(ValueError, match=r"step 'claim' is an induction, but before changes none"):
        theorem(step, before={t: t - 1}, one=x <= y + 1, zero=Eq(x, y))


# What z3 is told, and what it answers


def test_roots_and_fractions_are_exact():
    third = Rational(1, 3)
    assert solve([Eq(x, third), sp.Ne(3 * x, 1)]) is None
    assert solve([Eq(x, sp.Float(1) / 3), sp.Ne(3 * x, 1)]) is not None
    assert solve([Eq(x, Rational(1, 2)), sp.Ne(2 * x, 1)]) is None
    assert solve([Eq(x, sqrt(2)), sp.Ne(x**2, 2)]) is None
    assert solve([Eq(x, sqrt(t)), x < 0]) is None
    assert solve([Eq(x, sqrt(t)), sp.Ne(x**2, t)]) is None
    assert solve([Eq(x, t / sqrt(2)), sp.Ne(2 * x**2, t**2)]) is None


def test_numbers_are_written_short():
    assert solve([Eq(x, Rational(-3, 7))]) == {"x": "-3/7"}
    assert solve([Eq(x, 12)]) == {"x": "12"}
    assert solve([Eq(x**2, 2), x > 0]) == {"x": "1.4142"}
    assert solve([Eq(x, Rational(12345, 67891))]) == {"x": "0.1818"}
    assert solve([Eq(x, Rational(999, 1000))]) == {"x": "0.999"}
    assert solve([Eq(x, Rational(1, 12345))]) == {"x": "1/12345"}


def test_every_symbol_gets_a_number():
    assert set(solve([x + y > 1, z >= z**2])) == {"x", "y", "z"}


@pytest.mark.parametrize(
    ("relation", "has_solution"),
    [(x < x**2, True), (x > x**2 + 1, False), (x >= x**2 + 1, False), (sp.Ne(x, x**2), True),
     (x**2 <= 0, True), (x**2 < 0, False), (Eq(x**2, -1), False)],
)  # fmt: skip
def test_each_kind_of_relation_is_decided(relation, has_solution):
    found = solve([relation])
    assert (found is not None) == has_solution
    assert found is None or holds(relation, found)


def test_what_sympy_evaluates_is_taken_as_it_is():
    assert solve([sp.true]) == {}
    assert solve([sp.false, x > 0]) is None
    assert solve([sp.true, Eq(x, 2)]) == {"x": "2"}


def test_only_sums_products_and_powers_are_translated():
    with pytest.raises(ValueError, match=r"log\(positive\) is no sum, product or power of symbols"):
        solve([log(positive) > 0])


def test_undecided_is_not_proved(monkeypatch):
    """Cauchy–Schwarz on raw vectors of four coordinates is too much for a short time."""
    u, v = symbols("u1:5", real=True), symbols("v1:5", real=True)
    product = sum(i * j for i, j in zip(u, v, strict=True))
    lengths = sum(i**2 for i in u) * sum(j**2 for j in v)
    monkeypatch.setattr(solver, "TIMEOUT_MS", 50)
    step = Step("claim", product**2 <= lengths, ())
    with pytest.raises(RuntimeError, match=r"z3 did not decide \["):
        theorem(step).prove()


def test_z3_has_ten_seconds():
    assert solver.TIMEOUT_MS == 10_000


# Identities by SymPy


def test_a_right_derivative_is_proved_and_its_mutant_falls():
    claim, wrong = Eq(Derivative(x**3, x), 3 * x**2), Eq(Derivative(x**3, x), 2 * x**2)
    found = verdict(claim, (), {"by": "sympy", "sharper": (wrong,)})
    assert found.proved
    assert found.ok
    (point,) = found.mutants.values()
    assert not holds(wrong.doit(), point)


def test_a_wrong_derivative_is_refused():
    for wrong in (
        Eq(Derivative(sin(x), x), -cos(x)),
        Eq(Derivative(log(1 + positive), positive), 1 / positive),
        Eq(exp(x) * exp(y), exp(x * y)),
    ):
        assert not verdict(wrong, (), {"by": "sympy"}).proved


def test_a_sharper_identity_that_is_true_survives():
    claim = Eq(sin(x) ** 2 + cos(x) ** 2, 1)
    found = verdict(claim, (), {"by": "sympy", "sharper": (Eq(sin(2 * x), 2 * sin(x) * cos(x)),)})
    assert found.proved
    assert not found.ok


def test_numbers_that_happen_to_agree_are_passed_over():
    """At the first point tried, x = 2/3, both sides are equal; the next one tells them apart."""
    found = differ(Eq(x, Rational(2, 3) + (x - Rational(2, 3)) ** 2))
    assert found == {"x": "1"} or sp.Rational(found["x"]) not in (Rational(2, 3), Rational(5, 3))


def test_an_identity_that_sympy_leaves_open_is_not_proved():
    claim = Eq(log(x * y), log(x) + log(y))  # true where it was tried, not for negative numbers
    with pytest.raises(RuntimeError, match="SymPy did not decide"):
        verdict(claim, (), {"by": "sympy"})


@pytest.mark.parametrize(
    "change",
    [{"by": "hand"}, {"by": "sympy", "given": ("one",)}, {"by": "sympy", "base": ("one",)},
     {"by": "sympy", "claim": x <= y}, {"by": "sympy", "sharper": (x <= y,)}],
)  # fmt: skip
def test_only_identities_without_hypotheses_go_to_sympy(change):
    arguments = {"name": "claim", "claim": Eq(x, y), "given": ()} | change
    with pytest.raises(ValueError, match=r"step 'claim': by='.*'; use 'z3', or 'sympy' for an"):
        Step(**arguments)


# Names


def test_unknown_names_are_refused():
    step = Step("claim", x <= y, ("one", "two"))
    with pytest.raises(ValueError, match=r"toy: step 'claim' uses \['two'\], which no hypothesis"):
        theorem(step, one=x <= y)
    step = Step("claim", x <= y, (), ("zero",))
    with pytest.raises(ValueError, match=r"uses \['zero'\].* known here: \['one'\]"):
        theorem(step, one=x <= y)


def test_a_step_cannot_use_itself_or_a_later_one():
    with pytest.raises(ValueError, match=r"step 'claim' uses \['claim'\]"):
        theorem(Step("claim", x <= y, ("claim",)), one=x <= y)
    steps = (Step("first", x <= y, ("second",)), Step("second", x <= y, ("one",)))
    with pytest.raises(ValueError, match=r"step 'first' uses \['second'\]"):
        theorem(*steps, one=x <= y)


def test_a_taken_name_is_refused():
    with pytest.raises(ValueError, match="toy: the name 'one' is taken; rename the step"):
        theorem(Step("one", x <= y, ("one",)), one=x <= y)
    step = Step("claim", x <= y, ("one",))
    with pytest.raises(ValueError, match="toy: the name 'claim' is taken"):
        theorem(step, step, one=x <= y)


def test_what_is_no_relation_is_refused():
    with pytest.raises(ValueError, match=r"step 'claim': x \+ y is no relation; give one of"):
        Step("claim", x + y, ())
    with pytest.raises(ValueError, match="step 'claim': True is no relation"):
        Step("claim", Eq(x, x), ())
    with pytest.raises(ValueError, match="step 'claim': True is no relation"):
        Step("claim", x <= y, (), sharper=(x**2 >= 0,))
    with pytest.raises(ValueError, match="toy: False is no relation"):
        theorem(Step("claim", x <= y, ("one",)), one=positive < 0)


# Watching


@pytest.mark.parametrize(
    ("relation", "expected"),
    [(x <= y, 2), (x < y, 2), (x >= y, -2), (x > y, -2), (Eq(x, y), -2), (sp.Ne(x, y), 2)],
)
def test_slack_says_how_far_a_relation_is_from_failing(relation, expected):
    assert slack(relation, {"x": 1, "y": 3}) == expected


def test_what_must_differ_fails_where_it_is_equal():
    values = {"x": np.array([1.0, 3.0, np.nan]), "y": 3.0}
    np.testing.assert_array_equal(slack(sp.Ne(x, y), values), [2, -np.inf, np.nan])
    toy = theorem(Step("claim", sp.Ne(x, y), ("one",)), one=x < y)
    assert toy.failing({"x": 1.0, "y": 3.0}) == []
    assert toy.failing({"x": 3.0, "y": 3.0}) == ["claim"]


def test_slack_takes_arrays_and_exact_fractions():
    values = {"t": np.array([0.0, 2.0, 8.0]), "x": 1.0}
    np.testing.assert_allclose(slack(x <= sqrt(t / 2), values), [-1, 0, 1], atol=1e-12)
    assert slack(x * Rational(1, 3) >= 0, {"x": 1}) == 1 / 3
    assert slack(Eq(x, y), {"x": 1, "y": 3}) == slack(Eq(y, x), {"x": 1, "y": 3}) == -2


def test_a_missing_value_is_named():
    with pytest.raises(ValueError, match=r"no value for \['y'\] in x <= y; given: \['x'\]"):
        slack(x <= y, {"x": 1})


def counting():
    """s counts from 0: a small induction to watch."""
    step = Step("count", s >= t, ("grows",), ("empty",))
    hypotheses = {"empty": Eq(t, 0), "grows": s >= s_before + 1}
    return theorem(step, before={t: t - 1, s: s_before}, **hypotheses)


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
        assert rounding(relation, values) == pytest.approx(1e-12 * size), relation
    assert rounding(x / positive <= y, {"x": 1, "positive": 0, "y": 3}) == 0, "no finite sum"
    many = {"x": np.array([1.0, 5.0]), "positive": np.array([0.0, 1.0]), "y": 3}
    assert rounding(x / positive <= y, many) == pytest.approx(8e-12)


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
    assert slack(BLOCK_NOVIKOFF.relations["expansion"], seen).min() < -1e-8
    assert not {"bilinearity", "expansion", "mistake"} & set(BLOCK_NOVIKOFF.failing(seen))


# The start


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


# For the page


def written(display):
    """The cells of a Markdown table below its head."""
    head, _, *rows = [line.strip("| ").split(" | ") for line in display.data.splitlines()]
    return head, rows


def test_typeset_uses_the_symbols_of_the_page():
    toy = theorem(Step("claim", x <= 1 / y, ("one",)), one=x * y <= 1, latex={x: r"\xi"})
    assert toy.typeset("claim") == r"\xi \leq \frac{1}{y}"
    assert toy.typeset("one") == r"\xi y \leq 1"
    with pytest.raises(ValueError, match=r"'two' names no relation of toy: \['one', 'claim'\]"):
        toy.typeset("two")


def test_relations_are_hypotheses_and_claims():
    toy = theorem(Step("claim", x <= z, ("one",)), one=x <= y)
    assert toy.relations == {"one": x <= y, "claim": x <= z}


def test_the_table_of_steps():
    toy = counting()
    values = {"t": np.arange(1, 4), "s": np.array([1.5, 3, 4]), "s_before": np.array([0, 1.5, 3])}
    head, rows = written(toy.table(values))
    assert head == ["step", "claim", "uses", "least slack", "proved", "mutants refuted"]
    uses = "empty, grows, induction"
    assert rows == [["count", r"$s \geq t$", uses, "0.5", "yes", "3 of 3"]]
    head, rows = written(toy.table())
    assert head == ["step", "claim", "uses", "proved", "mutants refuted"]
    assert rows == [["count", r"$s \geq t$", uses, "yes", "3 of 3"]]


def test_the_table_shows_what_is_not_proved_and_what_survived():
    toy = theorem(Step("claim", x < z, ("one", "idle")), one=x <= z, idle=Eq(y, 0))
    _, rows = written(toy.table({"x": 1.0, "y": 0.0, "z": 1.0}))
    assert rows == [["claim", "$x < z$", "one, idle", "0", "**no**", "2 of 2"]]
    toy = theorem(Step("claim", x <= z, ("one", "idle")), one=x <= z, idle=Eq(y, 0))
    assert written(toy.table())[1] == [["claim", r"$x \leq z$", "one, idle", "yes", "1 of 2"]]
    _, rows = written(toy.mutants())
    assert rows[1] == ["claim", "without *idle*", "**none: it survived**"]


@pytest.mark.parametrize(
    ("slip", "scale", "shown"),
    [(0.25, 1, "-0.25"), (-2e-5, 1, "0"), (2e-5, 1, "-2e-05"), (1e-13, 1, "0"),
     (1e-6, 1e6, "0"), (1e-3, 1e6, "-0.001"), (1e-10, 1e-6, "-1e-10"), (1e-19, 1e-6, "0")],
)  # fmt: skip
def test_a_table_shows_rounding_as_nothing_and_never_a_failure(slip, scale, shown):
    toy = theorem(Step("claim", x <= y, ("one",)), one=x <= y)
    _, rows = written(toy.table({"x": np.array([0, scale + slip]), "y": scale}))
    assert rows[0][3] == shown


def test_the_tables_of_hypotheses_and_of_mutants():
    steps = (Step("first", Eq(x, 1), ("one",)), Step("second", Eq(2 * x, 2), ("first",)))
    toy = theorem(*steps, one=Eq(x, 1), latex={x: r"\xi"})
    assert written(toy.assumptions()) == (["hypothesis", "says"], [["one", r"$\xi = 1$"]])
    head, rows = written(toy.mutants())
    assert head == ["step", "mutant", "counterexample"]
    assert [row[:2] for row in rows] == [["first", "without *one*"], ["second", "without *first*"]]
    assert all(row[2].startswith(r"$\xi = ") for row in rows)
    assert [row[0] for row in written(toy.mutants("second"))[1]] == ["second"]
    with pytest.raises(ValueError, match=r"\['third'\] are no steps of toy: \['first', 'second'\]"):
        toy.mutants("first", "third")


def test_a_counterexample_names_its_numbers_in_order():
    toy = theorem(Step("claim", Eq(x, y), ("one",)), one=Eq(x, y), latex={y: r"\eta"})
    (row,) = written(toy.mutants())[1]
    first, second = row[2].split(", ")
    assert first.startswith("$x = ")
    assert second.startswith(r"$\eta = ")


def test_a_verdict_is_ok_when_proved_and_all_mutants_fell():
    step = Step("claim", x <= y, ())
    assert Verdict(step, True, {}).ok
    assert Verdict(step, True, {"one": {"x": "1"}}).ok
    assert not Verdict(step, True, {"one": {"x": "1"}, "two": None}).ok
    assert not Verdict(step, False, {}).ok
