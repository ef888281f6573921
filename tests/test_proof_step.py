"""Steps of a proof: what is proved, which mutants fall, and which steps are refused."""

import pytest
from sympy import Eq, cos, sin, symbols

from lib.proof import step as engine
from lib.proof.step import Step
from lib.proof.theorem import Theorem
from tests.toys import holds, is_exact, positive, s, s_before, t, theorem, x, y, z

CHAIN = {"one": x <= y, "two": y <= z}
SUM = {"starts": Eq(s, 0), "empty": Eq(t, 0), "grows": Eq(s, s_before + t)}
SUMMED = {"base": ("starts", "empty"), "given": ("grows",)}


# A claim, hypotheses, options of the step; whether it is proved, and which mutants survive.
NEEDS = {
    "by a sign": r"$positive > 0$",
    "by a weak sign": r"$t \geq 0$",
    "no induction": r"$t \geq 0$",
}


@pytest.mark.parametrize(
    ("claim", "hypotheses", "options", "proved", "survivors"),
    [
        pytest.param(x <= z, CHAIN, {"tight": True}, True, [], id="true"),
        pytest.param(x < z, CHAIN, {}, False, [], id="false"),
        pytest.param(
            x <= y, {"one": x <= y, "idle": z >= 3}, {}, True, ["without *idle*"], id="surplus"
        ),
        pytest.param(
            x <= 3, {"one": x <= 2}, {"sharper": (x <= 2, x < 1)}, True, [r"$x \leq 2$"], id="loose"
        ),
        pytest.param(x <= y, {"one": x < y}, {"tight": True}, True, ["$x < y$"], id="not tight"),
        pytest.param(x > 100, {"one": x < 0, "two": x > 0}, {}, False, [], id="impossible"),
        pytest.param(
            x > 100, {"one": Eq(positive, y), "two": y <= 0}, {}, False, [], id="against a sign"
        ),
        pytest.param(
            x > 100, {"one": Eq(t, y), "two": y < 0}, {}, False, [], id="against a weak sign"
        ),
        pytest.param(y > 0, {"one": Eq(y * positive, 1)}, {}, True, [], id="by a sign"),
        pytest.param(y > 0, {"one": Eq(y * x, 1)}, {}, False, [], id="without a sign"),
        pytest.param(y >= 1, {"one": Eq(y, t + 1)}, {"tight": True}, True, [], id="by a weak sign"),
        pytest.param(Eq(x, 0), {"one": x**2 <= 0}, {}, True, [], id="equality"),
        pytest.param(Eq(x, 0), {"one": x**3 <= 0}, {}, False, [], id="no equality"),
        pytest.param(
            Eq(2 * s, t * (t + 1)), SUM, SUMMED | {"sharper": (2 * s <= t**2,)}, True, [], id="sum"
        ),
        pytest.param(2 * s >= t * (t + 1) + 1, SUM, SUMMED, False, None, id="false base"),
        pytest.param(2 * s <= t**2, SUM, SUMMED, False, None, id="false step"),
        pytest.param(
            s >= t,
            SUM,
            SUMMED,
            True,
            ["without *starts*", "without *induction*"],
            id="no induction",
        ),
        pytest.param(
            2 * s <= t,
            SUM | {"low": t >= 1},
            SUMMED | {"base": ("starts", "empty", "low")},
            False,
            None,
            id="impossible base",
        ),
        pytest.param(
            2 * s <= t,
            SUM | {"low": s + 1 <= t - t**2},
            SUMMED | {"given": ("grows", "low")},
            False,
            None,
            id="impossible step",
        ),
        pytest.param(  # possible some time later, but not one update after where the claim held
            s <= 0,
            SUM | {"low": s_before >= 1},
            SUMMED | {"given": ("grows", "low")},
            False,
            None,
            id="impossible after the claim",
        ),
    ],
)
def test_verdicts(claim, hypotheses, options, proved, survivors, request):
    needs = NEEDS.get(request.node.callspec.id)
    step = Step("claim", claim, **{"given": tuple(hypotheses)} | options)
    (found,) = theorem(step, before={t: t - 1, s: s_before}, **hypotheses).prove()
    assert found.proved == proved
    changes = [f"without *{name}*" for name in step.uses]
    assert list(found.mutants)[: len(changes)] == changes
    declared = [found.mutants.pop(f"without {name}") for name in found.uses if "$" in name]
    assert None not in declared and bool(declared) == (needs in found.uses)
    assert len(found.mutants) == len(changes) + len(step.sharper)
    if survivors is None:
        return
    assert [change for change, fell in found.mutants.items() if fell is None] == survivors
    assert found.ok == (proved and not survivors)
    claims = [claim] * len(step.uses) + [*step.sharper]
    for (change, fell), broken in zip(found.mutants.items(), claims, strict=True):
        if fell is not None and is_exact(fell) and not step.base:
            kept = [r for name, r in hypotheses.items() if change != f"without *{name}*"]
            assert all(holds(relation, fell) for relation in kept) and not holds(broken, fell)


def test_the_step_of_an_induction_starts_from_update_one():
    """s + 1 >= t needs s_before >= 0 alone, and t(t - 1) >= 0 needs t - 1 >= 0."""
    root, root_before = symbols("root root_before", real=True)
    step = Step("claim", root + t * (t - 1) >= 0, ("grows",), ("starts", "empty"))
    given = {"starts": Eq(root, 0), "grows": root >= root_before, "empty": Eq(t, 0)}
    (found,) = theorem(step, before={t: t - 1, root: root_before}, **given).prove()
    assert found.proved


def test_a_step_is_proved_once_a_process(monkeypatch):
    """Its tables and its trust line ask no solver again, nor does a theorem that shares it."""
    step = Step("claim", x <= z + 12, ("one", "two"), tight=True)
    given = {"one": x <= y + 5, "two": y <= z + 7}
    first = theorem(step, **given)
    verdicts = first.prove()
    monkeypatch.setattr(engine, "Solver", None)
    assert first.prove() == verdicts and first.table() and first.mutants() and first.trust()
    again = Step("again", x <= z + 13, ("claim",))
    assert theorem(step, again, **given).verdict(step) == verdicts[0]
    with pytest.raises(TypeError):
        theorem(step, again, **given).prove()


# Refused


def toy(*steps, before=None, **hypotheses):
    return lambda: theorem(*steps, before=before, **hypotheses)


CLAIM, INDUCTION = Step("claim", x <= y, ("one",)), Step("claim", x <= y, ("one",), ("zero",))
IDENTITY = "step 'claim': by='.*'; use 'z3', or 'sympy' for an"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            toy(INDUCTION, one=x <= y + 1, zero=Eq(x, y)),  # the claim would be its own hypothesis
            r"before changes none of its symbols \[x, y\]; give the state one update earlier",
        ),
        (
            toy(INDUCTION, before={t: t - 1}, one=x <= y + 1, zero=Eq(x, y)),
            "step 'claim' is an induction, but before changes none",
        ),
        (
            toy(Step("claim", x <= y, ("one", "two")), one=x <= y),
            r"toy: step 'claim' uses \['two'\], which no hypothesis or earlier step names",
        ),
        (
            toy(Step("claim", x <= y, (), ("zero",)), one=x <= y),
            r"uses \['zero'\].* known here: \['one'\]",
        ),
        (toy(Step("claim", x <= y, ("claim",)), one=x <= y), r"step 'claim' uses \['claim'\]"),
        (
            toy(Step("first", x <= y, ("claim",)), CLAIM, one=x <= y),
            r"step 'first' uses \['claim'\]",
        ),
        (
            toy(Step("one", x <= y, ("one",)), one=x <= y),
            "toy: the name 'one' is taken; rename the step",
        ),
        (toy(CLAIM, CLAIM, one=x <= y), "toy: the name 'claim' is taken"),
        (lambda: Step("claim", x + y, ()), r"step 'claim': x \+ y is no relation; give one of"),
        (lambda: Step("claim", Eq(x, x), ()), "step 'claim': True is no relation"),
        (lambda: Step("claim", x <= y, (), sharper=(x**2 >= 0,)), "True is no relation"),
        (toy(CLAIM, one=positive < 0), "toy: False is no relation"),
        (lambda: Step("claim", x < y, (), tight=True), "x < y is tight; claim <= or >="),
        (lambda: Step("claim", Eq(x, y), (), by="hand"), IDENTITY),
        (lambda: Step("claim", Eq(x, y), ("one",), by="sympy"), IDENTITY),
        (lambda: Step("claim", Eq(x, y), (), ("one",), by="sympy"), IDENTITY),
        (lambda: Step("claim", x <= y, (), by="sympy"), IDENTITY),
        (lambda: Step("claim", Eq(x, y), (), sharper=(x <= y,), by="sympy"), IDENTITY),
    ],
)
def test_a_wrong_step_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


# Identities, which SymPy decides


def test_an_identity_is_proved_and_a_sharper_one_that_is_true_survives():
    claim, true = Eq(sin(x) ** 2 + cos(x) ** 2, 1), Eq(sin(2 * x), 2 * sin(x) * cos(x))
    false = Eq(sin(x) ** 2, cos(x) ** 2)
    step = Step("claim", claim, (), sharper=(true, false), by="sympy")
    (found,) = Theorem("toy", "", {}, (step,)).prove()
    assert found.proved and not found.ok
    assert [fell is None for fell in found.mutants.values()] == [True, False]
