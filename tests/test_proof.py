"""Steps of a proof: what is proved, which mutants fall, and which steps are refused."""

import pytest
from sympy import Eq, symbols

from lib.proof.solver import Counterexample
from lib.proof.step import Step, Verdict
from lib.proof.theorem import Theorem
from tests.toys import holds, positive, s, s_before, t, theorem, verdict, x, y, z

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
    assert fell.numbers["x"] >= 1
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


def test_a_verdict_is_ok_when_proved_and_all_mutants_fell():
    step = Step("claim", x <= y, ())
    assert Verdict(step, True, {}).ok
    fell = Counterexample({}, {})
    assert Verdict(step, True, {"one": fell}).ok
    assert not Verdict(step, True, {"one": fell, "two": None}).ok
    assert not Verdict(step, False, {}).ok


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
