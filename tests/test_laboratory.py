"""The laboratory without a browser: the live widget and the still picture."""

import json

import numpy as np
import pytest
from bs4 import BeautifulSoup
from ipywidgets import DOMWidget

from lib.explore.board import START
from lib.explore.laboratory import PASSES, Laboratory, Still, laboratory
from lib.perceptron import perceptron
from lib.samples import Sample

FLIPPED = [(*place, -y if i == 3 else y) for i, (*place, y) in enumerate(START)]  # not separable


def sample_of(rows):
    rows = np.array(rows, dtype=float)
    return Sample(rows[:, :2], rows[:, 2])


@pytest.fixture
def live(monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", "live")


@pytest.fixture(params=["live", "static"])
def either(request, monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", request.param)


def test_lib_answers_for_the_points(either):
    lab, run = laboratory(), perceptron(sample_of(START))
    assert lab.run.mistakes.tolist() == run.mistakes.tolist()
    assert lab.w.tolist() == run.weights[3].tolist()


def test_runs_to_their_end(live):
    assert laboratory(t=99).w.tolist() == perceptron(sample_of(START)).w.tolist()
    assert not laboratory(FLIPPED).run.halted
    assert laboratory(FLIPPED).run.passes == PASSES


def test_what_the_chapter_says_of_the_start(live):
    lab = laboratory()
    assert lab.run.M == 5
    assert lab.run.weights.tolist() == [[0, 0], [2, -1], [0, 2], [4, 1], [2, 4], [4, 3]]
    assert lab.sample.signed[0] @ lab.run.weights[4] == 0
    for i, x2, updates in [(0, 1.25, 7), (5, 1.125, 4), (2, -1.125, 126)]:
        lab.points = [(row[0], x2, row[2]) if k == i else row for k, row in enumerate(START)]
        assert lab.run.M == updates
        assert lab.run.halted


def test_live_little_travels(live):
    lab = laboratory()
    assert isinstance(lab, Laboratory)
    own = set(lab.traits(sync=True)) - set(DOMWidget().traits(sync=True))
    assert {name for name in own if not name.startswith("_")} == {"points", "t", "compact"}


def test_the_compact_form_has_no_plane_of_weights(monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", "static")
    whole, less = laboratory(), laboratory(compact=True)
    assert (len(whole.panels), len(less.panels)) == (3, 2)
    assert "plane of weights" in whole.text and "plane of weights" not in less.text
    assert less.html.startswith(whole.html.partition("}'")[0] + ', "compact": true}')
    monkeypatch.setenv("BOOK_EXPLORE", "live")
    assert laboratory(compact=True).compact


def test_live_what_the_browser_sends_is_read(live):
    lab = laboratory()
    lab.set_state({"points": [[1, 1, 1], [2, 1, -1]], "t": 1})
    assert lab.run.M == perceptron(sample_of([(1, 1, 1), (2, 1, -1)])).M == 13
    assert lab.w.tolist() == [1, 1]
    lab.points = np.array([[0, 0, 1]])  # always a tie
    assert lab.points == [[0, 0, 1]]
    assert lab.run.M == PASSES


def test_static_is_a_picture_and_data(monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", "static")
    lab = laboratory(t=2)
    assert isinstance(lab, Still)
    bundle = lab._repr_mimebundle_()
    assert set(bundle) == {"text/html", "text/plain"}
    assert bundle == laboratory(t=2)._repr_mimebundle_()
    html = BeautifulSoup(bundle["text/html"], "html.parser")
    data = json.loads(html.div["data-laboratory"])
    assert data == {"points": [list(row) for row in START], "t": 2}
    picture = html.find(class_="picture")
    assert "Picture: " + picture["aria-label"] == bundle["text/plain"]
    assert "misclassifies 3 of them" in picture["aria-label"]
    assert "through 2 of 5 updates" in picture["aria-label"]
    assert len(picture.find_all("svg", recursive=False)) == 3


def test_static_says_when_no_line_separates(monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", "static")
    with_zero = [*FLIPPED, (0, 0, 1)]
    assert "no chart, because no line through 0" in laboratory(with_zero).text
    assert "no chart" not in laboratory().text


BAD = [
    ({"points": "abc"}, r"points holds something that is no number"),
    ({"points": [(1, 2)]}, r"points has shape \(1, 2\); give 1 to 20 rows \(x1, x2, y\)"),
    ({"points": [(1, 2, 1), (1, 2)]}, r"points holds .* rows of unequal length"),
    ({"points": []}, r"points has shape \(0,\); give 1 to 20 rows"),
    ({"points": [(1, 1, 1)] * 21}, r"points has shape \(21, 3\); give 1 to 20 rows"),
    ({"points": [(1, 1, 0)]}, r"points holds \[1.0, 1.0, 0.0\]; the third number is a label"),
    ({"points": [(0.3, 1, 1)]}, r"\[0.3, 1.0, 1.0\]; give coordinates .* multiples of 1/8"),
    ({"points": [(1, 4.125, 1)]}, r"points holds .*; give coordinates from -4 to 4"),
    ({"points": [(np.nan, 1, 1)]}, r"points holds \[nan, 1.0, 1.0\]; give coordinates"),
    ({"points": [(np.inf, 1, 1)]}, r"points holds \[inf, 1.0, 1.0\]; give coordinates"),
    ({"t": -1}, r"t=-1; give a whole number of at least 0"),
    ({"t": 1.5}, r"t=1.5; give a whole number"),
    ({"t": "two"}, r"t='two'; give a whole number"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD)
def test_bad_values(either, arguments, message):
    with pytest.raises(ValueError, match=message):
        laboratory(**arguments)


@pytest.mark.parametrize(("arguments", "message"), BAD)
def test_bad_values_leave_the_widget_as_it_was(live, arguments, message):
    lab = laboratory()
    for name, value in arguments.items():
        with pytest.raises(ValueError, match=message):
            setattr(lab, name, value)
    assert (lab.points, lab.t) == ([list(row) for row in START], 3)
