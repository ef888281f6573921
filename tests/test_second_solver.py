"""A second solver: what z3 finds impossible, cvc5 finds impossible too.

cvc5 gets the formulas that z3 gets, so it checks z3's answers, and not how the engine writes
relations as formulas. By day it is asked about some steps, and at night about all.
"""

import pytest

from lib.proof.solver import Solver, question
from lib.theorems.proof_map import THEOREMS
from tests.second_solver import verdicts

BY_NAME = {theorem.name: theorem for theorem in THEOREMS}
STEPS = [(t.name, step.name) for t in THEOREMS for step in t.steps if step.by == "z3"]
OPEN = {(t.name, step.name) for t in THEOREMS for step in t.steps if step.alone}
SAMPLE = [key for key in STEPS if key not in OPEN][::12]


class Recorder(Solver):
    """z3, and what it found impossible, as SMT-LIB."""

    def __init__(self):
        super().__init__()
        self.impossible = []

    def _model(self, formulas, relations):
        model = super()._model(formulas, relations)
        if model is None:
            self.impossible.append(f"{question(formulas)}(check-sat)")
        return model


def questions(name, step):
    """What z3 has to find impossible for a step of a theorem to be proved."""
    theorem, solver = BY_NAME[name], Recorder()
    step = theorem.step(step)
    assert theorem.goal(step).follows(solver)
    assert solver.impossible, f"{name}: z3 is asked nothing about {step.name}"
    return solver.impossible


def undecided(asked):
    """The steps, of those with their questions, that cvc5 leaves open; none may it contradict."""
    said = verdicts([question for of_step in asked.values() for question in of_step])
    contradicted = [key for key, of_step in asked.items() if "sat" in map(said.get, of_step)]
    assert not contradicted, f"z3 calls impossible what cvc5 finds possible: {contradicted}"
    return {key for key, of_step in asked.items() if "open" in map(said.get, of_step)}


@pytest.mark.slow
def test_some_steps_are_proved_by_two_solvers():
    assert undecided({key: questions(*key) for key in SAMPLE}) == set()


@pytest.mark.nightly
def test_all_steps_but_those_listed_are_proved_by_two_solvers():
    """A step that is listed may be proved on a faster machine: the page then says too little."""
    assert undecided({key: questions(*key) for key in STEPS}) <= OPEN


POSSIBLE = "(declare-fun x () Real)(assert (= (* x x) 2.0))(check-sat)"


def test_a_contradiction_fails():
    with pytest.raises(AssertionError, match=r"cvc5 finds possible: \['wrong'\]"):
        undecided({"wrong": [POSSIBLE]})
