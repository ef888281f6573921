"""Theorems and steps: proved once a process, and what a table shows that no page of the book does.

What is refused stands in test_proof_frame; what the tables of the book say is stored there.
"""

import numpy as np
import pytest
from sympy import Eq

from lib.proof import step as engine
from lib.proof.step import Step
from tests.toys import theorem, written, x, y, z


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
