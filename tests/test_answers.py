"""Answers typed to exercises: the script compared with lib, and what it reads."""

import json

import numpy as np
import pytest
from bs4 import BeautifulSoup
from py_mini_racer import MiniRacer

from lib.explore import answers
from lib.explore.widget import HERE
from lib.linear_separators import margin
from lib.perceptron import perceptron
from lib.samples import EIGHT, Sample, subset

THROUGH_0, WITH_OFFSET, DUAL = 2**-0.5, 2**0.5, 0.25  # what the book says of the eight points
ALPHA = [1 / 8, 0, 1 / 8, 0, 1 / 4, 0, 0, 0]


@pytest.fixture(scope="module")
def script():
    with MiniRacer() as racer:
        racer.eval((HERE / "answers.js").read_text("utf-8"))
        yield racer


@pytest.fixture(autouse=True)
def static(monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", "static")


def data(field):
    return json.loads(BeautifulSoup(field.html, "html.parser").form["data-answer"])


def checked(script, field, given):
    text = given if isinstance(given, str) else ", ".join(map(repr, map(float, given)))
    return script.call("answers.check", data(field), text)


READ = "0.75| 3/4|+0.7537 |0.25*sqrt(9)|√9/√16|9/(4*sqrt(9))|¾|75%|75 percent|7.5e-1|7.5·10^−1"
SAID = "=0.75|≤ 3/4|w₁ = (.75)|0.75 mistakes.|M ≈ ¾ of it"


@pytest.mark.parametrize("text", [*READ.split("|"), *SAID.split("|")])
def test_numbers_are_read(script, text):
    assert checked(script, answers.number(0.75), text) == [True, "Right."]


@pytest.mark.parametrize(
    "text",
    [
        *("0.756", "-3/4", "−0.75", "three", "1e", "", "--2", "1/", "/2"),
        *("3/1√9", "1 2", "sqrt", "nan", "0/0", "1/0", "1e999", "12 of 2", "0,75", "¾ ¾", "1¾"),
    ],
)
def test_what_is_another_number_or_none_is_not_right(script, text):
    for wanted in (0.75, 0, 1, 2, 12):
        right, says = checked(script, answers.number(wanted), text)
        assert not right and says


def test_several_numbers_stand_in_order(script):
    field = answers.number(4, -3)
    for text in ("4, -3", "(4, −3)", "[4 -3]", "4; -3"):
        assert checked(script, field, text) == [True, "Right."]
    assert checked(script, field, "-3, 4") == [False, "Number 1, −3, is too small."]
    assert checked(script, field, "4, 3") == [False, "Number 2, 3, is too large."]
    assert checked(script, field, "4")[1] == "Give 2 numbers, separated by commas."
    for text in ("w = (4, −3)", "w₁ = 4, w₂ = -3", "(8/2, -√9)", "400%; −300 %", "4 -3 units"):
        assert checked(script, field, text) == [True, "Right."]


def test_what_cannot_be_meant_is_explained(script):
    point = " A comma separates numbers: write 0.5, not 0,5."
    assert checked(script, answers.number(0.5), "0,5") == [False, "Give one number." + point]
    assert checked(script, answers.number(0.5, 2), "0,5")[1].endswith("is too small." + point)
    assert checked(script, answers.number(0, 5), "0,5") == [True, "Right."]
    assert checked(script, answers.number(1), "1/0")[1].startswith("1/0 is no finite number: ")
    assert checked(script, answers.number(1), "one")[1].startswith("one is no number: write 1.5,")


def test_a_separator_is_held_to_its_least_distance(script):
    field = answers.separator(EIGHT, WITH_OFFSET, offset=True)
    for row in np.random.default_rng(3).normal((0.5, 0.5, -0.5), 1, (50, 3)):
        least = margin(EIGHT, row[:2], row[2])
        right, says = checked(script, field, row)
        assert right == (least >= 0.999 * WITH_OFFSET)
        nearest = int((EIGHT.y * (EIGHT.X @ row[:2] + row[2])).argmin())
        assert (says == f"Example {nearest} is still on the wrong side.") == (least < 0)
    assert checked(script, field, "1, 1, -1")[0]
    assert checked(script, answers.separator(EIGHT, THROUGH_0), "1, 1")[0]
    assert checked(script, field, "1, 1, 1") == [False, "Example 0 lies on the line itself."]
    assert checked(script, field, "0, 0, 1") == [False, "w = 0 separates nothing."]


def test_multipliers_are_held_to_the_value_of_the_dual(script):
    field = answers.multipliers(EIGHT, DUAL)
    assert checked(script, field, ALPHA) == [True, "Right: w = (0.5, 0.5), dual value 0.25."]
    balanced = np.array([1, 0, 1, 0, 2, 0, 0, 0]) / 10
    v = (balanced * EIGHT.y) @ EIGHT.X
    short = f"{balanced.sum() - v @ v / 2:.4g}"
    assert checked(script, field, balanced)[1].endswith(
        f"dual value {short}: the dual can reach more."
    )
    assert "must be 0" in checked(script, field, np.eye(8)[0] / 8)[1]
    assert checked(script, field, -np.array(ALPHA))[1] == "Multiplier 0 is negative."


def test_an_order_is_run_as_lib_runs_it(script):
    rng, counts = np.random.default_rng(5), set()
    for _ in range(50):
        index = rng.permutation(8)
        updates = perceptron(subset(EIGHT, index)).M
        counts.add(updates)
        assert checked(script, answers.order(EIGHT, updates), index)[0]
        assert not checked(script, answers.order(EIGHT, updates + 1), index)[0]
    assert len(counts) > 3
    twice = checked(script, answers.order(EIGHT, 1), "0 0 1 2 3 4 5 6")
    assert twice[1] == "Name each of 0 to 7 once."
    twins = answers.order(Sample([[1, 0], [1, 0]], [1, -1]), 200)
    assert checked(script, twins, "0 1")[1].endswith("mistakes after 100 passes.")
