"""Theorems and steps: refuted mutants, and what a table shows that no page of the book does.

What is refused stands in test_proof_frame; what the tables of the book say is stored there.
"""

import numpy as np
import pytest
from sympy import Eq, symbols

from lib.proof import step as engine
from lib.proof.step import Step
from tests.toys import holds, is_exact, positive, s, s_before, t, theorem, written, x, y, z

SUM = {"starts": Eq(s, 0), "empty": Eq(t, 0), "grows": Eq(s, s_before + t)}
SUMMED = {"base": ("starts", "empty"), "given": ("grows",)}
STARTS_LATE = ["without *starts*", "without *induction*"]


@pytest.mark.parametrize(
    ("claim", "hypotheses", "options", "proved", "survivors"),
    [
        (x <= z, {"one": x <= y, "two": y <= z}, {"tight": True}, True, []),
        (x < z, {"one": x <= y, "two": y <= z}, {}, False, []),
        (x <= y, {"one": x <= y, "idle": z >= 3}, {}, True, ["without *idle*"]),
        (x <= 3, {"one": x <= 2}, {"sharper": (x <= 2, x < 1)}, True, [r"$x \leq 2$"]),
        (x <= y, {"one": x < y}, {"tight": True}, True, ["$x < y$"]),
        (x > 100, {"one": Eq(positive, y), "two": y <= 0}, {}, False, []),
        (y > 0, {"one": Eq(y * positive, 1)}, {}, True, []),
        (Eq(2 * s, t * (t + 1)), SUM, SUMMED | {"sharper": (2 * s <= t**2,)}, True, []),
        (s >= t, SUM, SUMMED, True, STARTS_LATE),
    ],
)
def test_what_is_proved_and_which_mutants_survive(claim, hypotheses, options, proved, survivors):
    step = Step("claim", claim, **{"given": tuple(hypotheses)} | options)
    (found,) = theorem(step, before={t: t - 1, s: s_before}, **hypotheses).prove()
    assert found.proved == proved and found.ok == (proved and not survivors)
    changes = [f"without *{name}*" for name in step.uses]
    assert list(found.mutants)[: len(changes)] == changes
    assert [change for change, fell in found.mutants.items() if fell is None] == survivors
    for change, fell in found.mutants.items():
        if change in changes and fell is not None and is_exact(fell) and not step.base:
            kept = [r for name, r in hypotheses.items() if change != f"without *{name}*"]
            assert all(holds(relation, fell) for relation in kept) and not holds(claim, fell)


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


def test_the_table_shows_what_is_not_proved_and_what_survived():
    toy = theorem(Step("claim", x < z, ("one", "idle")), one=x <= z, idle=Eq(y, 0))
    _, rows = written(toy.table({"x": 1.0, "y": 0.0, "z": 1.0}))
    broken = "**no**: $x = 0$, $y = 0$, $z = 0$"
    assert rows == [["claim", "$x < z$", broken, "2 of 2", "0", "one, idle"]]
    empty = theorem(Step("claim", x < z, ("one", "two")), one=x <= z, two=x > z)
    assert written(empty.table())[1][0][2] == "**no**"  # nothing breaks it
    toy = theorem(Step("claim", x <= z, ("one", "idle")), one=x <= z, idle=Eq(y, 0))
    assert written(toy.table())[1] == [["claim", r"$x \leq z$", "yes", "2 of 3", "one, idle"]]
    assert written(toy.mutants())[1][1] == ["claim", "without *idle*", "**none: it survived**"]


@pytest.mark.parametrize(
    ("slip", "scale", "shown"),
    [
        (-2e-5, 1, "0"),
        (2e-5, 1, "−2e-05"),
        (1e-13, 1, "0"),
        (1e-6, 1e6, "0"),
        (1e-10, 1e-6, "−1e-10"),
    ],
)
def test_a_table_shows_rounding_as_nothing_and_never_a_failure(slip, scale, shown):
    toy = theorem(Step("claim", x <= y, ()))
    assert written(toy.table({"x": np.array([0, scale + slip]), "y": scale}))[1][0][4] == shown
