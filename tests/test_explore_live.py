"""explore: what it makes beside a kernel."""

import json

import pytest
from bs4 import BeautifulSoup
from ipywidgets import Play, SelectionSlider, ToggleButtons

from lib.explore import explore
from tests.test_explore import draw, page_data, shown


@pytest.fixture
def live(monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", "live")


def test_live_controls_draw_on_demand(live):
    drawn = []

    def count(ax, angle, kind):
        drawn.append((angle, kind))
        return draw(ax, angle, kind)

    box = explore(count, units={"angle": "°"}, angle=[1, 2, 3], kind=["dots", "line"])
    _question, image, row, kind, _insight = box.children
    angle, play = row.children
    assert drawn == [(2, "line")]
    assert (type(angle), type(play), type(kind)) == (SelectionSlider, Play, ToggleButtons)
    assert [control.description for control in (angle, kind)] == ["angle", "kind"]
    assert [text for text, _ in angle.options] == ["1°", "2°", "3°"]
    assert 'aria-label="A plot of line up to 2."' in image.value
    before = image.value
    angle.value = 3
    assert drawn == [(2, "line"), (3, "line")]
    assert 'aria-label="A plot of line up to 3."' in image.value
    assert '<p class="state" role="status">A plot of line up to 3.</p>' in image.value
    assert image.value != before
    kind.value = "dots"
    assert drawn[-1] == (3, "dots")


def test_live_play_goes_through_every_value(live):
    box = explore(draw, start={"angle": 1}, angle=[1, 2, 3])
    angle, play = box.children[2].children
    assert (play.min, play.value, play.max) == (0, 0, 2)
    seen = []
    angle.observe(lambda change: seen.append(change.new), "value")
    for play.value in range(1, 3):
        pass
    assert seen == [2, 3]
    angle.value = 1  # and a hand on the slider moves the player back
    assert play.value == 0


def test_a_live_picture_is_the_static_one(monkeypatch):
    """But for the page's style sheet, which a notebook must be told."""
    given = {"question": "How far?", "insight": "This far.", "angle": [1, 2]}
    monkeypatch.setenv("BOOK_EXPLORE", "static")
    html, data = page_data(explore(draw, **given))
    monkeypatch.setenv("BOOK_EXPLORE", "live")
    question, image, _row, insight = explore(draw, **given).children
    assert shown(data, 1) in image.value
    assert BeautifulSoup(question.value, "html.parser").p == html.find(class_="question")
    assert BeautifulSoup(insight.value, "html.parser").details == html.details
    assert image.value.startswith("<style>")
    assert "<style>" not in str(html)


def test_static_only_when_asked_for(monkeypatch):
    """In VS Code no variable names a Jupyter server, and the sliders are live all the same."""
    monkeypatch.delenv("BOOK_EXPLORE")
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    assert hasattr(explore(draw, angle=[1, 2]), "children")
    monkeypatch.setenv("BOOK_EXPLORE", "static")
    assert hasattr(explore(draw, angle=[1, 2]), "html")


def test_a_live_output_is_small_and_says_what_the_picture_shows(live):
    box = explore(draw, angle=[1, 2, 3], kind=["dots", "line"])
    assert len(json.dumps(box._repr_mimebundle_())) < 500
    assert box._repr_mimebundle_()["text/plain"] == "Picture: A plot of line up to 2."
    box.children[2].children[0].value = 3
    assert box._repr_mimebundle_()["text/plain"] == "Picture: A plot of line up to 3."
