"""A digit to draw: the script computes as lib does; the board by finger, keys and lessons."""

import json

import numpy as np
import pytest
from bs4 import BeautifulSoup
from py_mini_racer import MiniRacer

from lib.datasets import digits
from lib.explore.digit import Digit, draw_digit
from lib.explore.widget import joined
from lib.figures.colors import CSS
from lib.perceptron import perceptron
from lib.samples import Sample
from tests import browsing

INK = Sample(digits(3, 8).X / 16, digits(3, 8).y)
LEARNED = perceptron(INK).w


@pytest.fixture
def board(static):
    return draw_digit(INK, LEARNED, teach=True).html


def test_scores_counts_and_a_step_are_those_of_lib(board):
    by_chance = np.random.default_rng(0).integers(-99, 99, (4, 64)) / 16
    rows = json.loads(BeautifulSoup(board, "html.parser").div["data-digit"])["rows"]
    with MiniRacer() as racer:
        counting = f"const count = (w) => digit.misread(w, {json.dumps(rows)})"
        racer.eval(joined("digit.js") + counting)
        for w in (0 * LEARNED, LEARNED, *by_chance):
            assert racer.call("count", w.tolist()) == (INK.signed @ w <= 0).sum()
            for x, y in zip(INK.X[:20].tolist(), INK.y, strict=False):
                assert racer.call("digit.sum", w.tolist(), x) == w @ x
                step = perceptron(Sample([x], [y]), start=w, max_passes=1).w
                assert list(racer.call("digit.taught", w.tolist(), x, y)) == step.tolist()


def test_on_a_phone_by_finger_keys_and_lessons(chromium, board):
    without_scripts = BeautifulSoup(board, "html.parser").find(class_="state").text
    assert without_scripts.startswith("A digit: Blue adds up to 18.8, orange to −37.3. The sum is")
    page = chromium.new_page(viewport=browsing.PHONE, has_touch=True)
    head = f"<title>A board</title><style>{CSS}{joined('digit.css')}</style>"
    body = f"<main><h1>A board</h1>{board}</main><script>{joined('digit.js')}</script>"
    page.set_content(f"<html lang=en>{head}{body}")
    svg, said = page.locator("svg"), page.locator("[role=status]").text_content
    assert said().endswith("no answer. These weights misread 0 of 357 digits.")
    box = svg.bounding_box()
    path = np.array([[1.5, 3.5], [5.5, 3.5], [5.5, 1.5], [1.5, 1.5]]) * box["width"] / 8
    browsing.swipe(page, *(path + np.array([box["x"], box["y"]])).tolist())
    for key in ["ArrowRight", *["ArrowDown"] * 4, "Space"]:
        svg.press(key)
    x = np.zeros((8, 8))
    x[[1, 3], 1:6] = x[2, 5] = x[4, 1] = 1
    total = f"The sum is {LEARNED @ x.ravel():.1f}"
    assert said().startswith(f"Row 5, column 2: 100% ink, weight {LEARNED[33]:.1f}. Blue adds up")
    assert said().endswith(f" {total}: an 8. These weights misread 0 of 357 digits.")
    assert browsing.violations(page, browsing.RULES) == []
    page.get_by_role("button", name="It is a 3").tap()
    wrong = (INK.signed @ (LEARNED - x.ravel()) <= 0).sum()
    assert said().startswith("A mistake, with the score −")
    assert wrong > 1 and said().endswith(f": a 3. These weights misread {wrong} of 357 digits.")
    for _ in range(3):
        page.get_by_role("button", name="Undo").tap()
    assert said().endswith("no answer. These weights misread 0 of 357 digits.")
    in_a_kernel = "(el) => el.querySelectorAll('svg > g').length"
    assert browsing.widget(page, Digit._esm, {"html": board}, in_a_kernel)[1] == 64
    page.close()
