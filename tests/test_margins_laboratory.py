"""The margin laboratory without a browser: the live widget and the still picture."""

import json
import math

import numpy as np
import pytest
from bs4 import BeautifulSoup
from ipywidgets import DOMWidget

from lib.explore.board import START
from lib.explore.margins import PRICES, MarginLaboratory, StillMargins, margin_laboratory
from lib.max_margin import hard_margin
from lib.soft_margin import soft_margin
from lib.svm.separability import NotSeparable
from tests.test_laboratory import sample_of

TWICE = [*START, (2, 1, -1)]  # point 4 once more, with the other label
ROWS = [list(row) for row in START]


@pytest.fixture
def live(monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", "live")


@pytest.fixture
def static(monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", "static")


@pytest.mark.parametrize("mode", ["live", "static"])
def test_lib_answers_for_the_points(monkeypatch, mode):
    monkeypatch.setenv("BOOK_EXPLORE", mode)
    sample = sample_of(START)
    assert margin_laboratory().solution.w.tolist() == hard_margin(sample).w.tolist()
    soft = margin_laboratory(C=0.1).solution
    assert soft.alpha.tolist() == soft_margin(sample, 0.1).alpha.tolist()
    with pytest.raises(NotSeparable):
        _ = margin_laboratory(TWICE).solution
    assert margin_laboratory(TWICE, C=1).solution.xi.sum() > 1


def test_live_only_points_price_and_view_travel(live):
    lab = margin_laboratory()
    assert isinstance(lab, MarginLaboratory)
    own = set(lab.traits(sync=True)) - set(DOMWidget().traits(sync=True))
    assert {name for name in own if not name.startswith("_")} == {"points", "C", "view"}
    assert json.loads(json.dumps(lab.get_state("C"))) == {"C": "hard"}


def test_live_what_the_browser_sends_is_read(live):
    lab = margin_laboratory(C=1)
    lab.set_state({"points": [[1, 1, 1], [2, 1, -1]], "C": "hard", "view": "sum"})
    assert (lab.C, lab.view) == (math.inf, "sum")
    assert lab.solution.half_width == pytest.approx(0.5)
    lab.set_state({"C": 0.5})
    assert lab.solution.C == 0.5
    assert lab.get_state("C") == {"C": 0.5}


@pytest.mark.parametrize("C", PRICES)
def test_static_is_a_picture_and_data(static, C):
    lab = margin_laboratory(C=C)
    assert isinstance(lab, StillMargins)
    bundle = lab._repr_mimebundle_()
    html = BeautifulSoup(bundle["text/html"], "html.parser")
    data = json.loads(html.div["data-margins"])
    assert data == {"points": ROWS, "C": "hard" if math.isinf(C) else C, "view": "hulls"}
    said = html.select_one("[role=img]")["aria-label"]
    assert bundle["text/plain"] == f"Picture: {said}"
    assert f"dashed line {lab.solution.half_width:.3f} away" in said
    assert f"A ring marks {len(lab.solution.free)} examples" in said
    assert f"a double ring {len(lab.solution.bound)} at their bound" in said
    assert len(html.select("svg")) >= 2


def test_static_says_where_the_line_is(static):
    assert "A solid line runs from (-3.84, 4.84) to (4.84, -3.84)" in margin_laboratory().text
    lone = [row for i, row in enumerate(START) if i == 0 or row[2] > 0]  # one negative example
    assert "A solid line runs beyond the frame" in margin_laboratory(lone, C=0.01).text


def test_static_says_where_there_is_no_slab(static):
    assert "No line separates the points, so" in margin_laboratory(TWICE).text
    assert "There is one class only, so" in margin_laboratory([(1, 1, 1)], C=1).text
    assert "There is one class only, so" in margin_laboratory([(1, 1, -1)]).text
    flat = margin_laboratory(
        [(1, 1, 1), (1, 1, -1)], C=1
    )  # w = 0: no slab, and two support vectors
    assert "a dashed line" not in flat.text
    assert "a double ring 2 at their bound" in flat.text


BAD = [
    ({"points": [(0.3, 1, 1)]}, r"\[0.3, 1.0, 1.0\]; give coordinates .* multiples of 1/8"),
    ({"C": 3}, r"C=3; give one of 0.01, .*, 100, inf"),
    ({"C": "hard"}, r"C='hard'; give one of"),
    ({"C": [1]}, r"C=\[1\]; give one of"),
    ({"C": np.nan}, r"C=nan; give one of"),
    ({"view": "slab"}, r"view='slab'; give 'hulls' or 'sum'"),
    ({"view": ["sum"]}, r"view=\['sum'\]; give 'hulls' or 'sum'"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD)
def test_bad_values(monkeypatch, arguments, message):
    for mode in ("live", "static"):
        monkeypatch.setenv("BOOK_EXPLORE", mode)
        with pytest.raises(ValueError, match=message):
            margin_laboratory(**arguments)
    monkeypatch.setenv("BOOK_EXPLORE", "live")
    lab = margin_laboratory()
    for name, value in arguments.items():
        with pytest.raises(ValueError, match=message):
            setattr(lab, name, value)
    assert (lab.points, lab.C, lab.view) == (ROWS, math.inf, "hulls")
