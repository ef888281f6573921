"""explore: what it draws ahead for a page, what it makes beside a kernel, and what it refuses."""

import json
import re

import numpy as np
import pytest
from bs4 import BeautifulSoup
from ipywidgets import Play, SelectionSlider, ToggleButtons

from lib.explore import explore
from lib.explore.frames import draw_state

TWO, KINDS = {"angle": [1, 2]}, {"kind": ["dots", "line"]}


def draw(ax, angle, kind="dots"):
    ax.plot([0, angle], [0, 1], "o" if kind == "dots" else "-")
    return f"A plot of {kind} up to {angle:g}."


def page_data(explorer):
    """The parsed HTML of a static explorer, and the data for its script."""
    html = BeautifulSoup(explorer.html, "html.parser")
    return html, json.loads(html.div["data-explore"])


def panels_svg(data, index):
    """What the script puts into the picture for a state."""
    return "".join(data["pieces"][piece] for piece in data["frames"][index])


def parsed(svg):
    """An SVG as the parser writes it."""
    return BeautifulSoup(svg, "html.parser").decode_contents()


def test_every_state_is_drawn_and_described_and_the_start_stands_there(static):
    given = {"question": "How far?", "insight": "This far.", "units": {"angle": "°"}}
    html, data = page_data(explore(draw, angle=[-90, -0.0, 1.5], **KINDS, **given))
    assert data["axes"] == {"angle": ["−90°", "0°", "1.5°"], "kind": ["dots", "line"]}
    assert data["sentences"] == [
        f"A plot of {kind} up to {angle}."
        for angle in ("−90", "−0", 1.5)
        for kind in ("dots", "line")
    ]
    drawn = [panels_svg(data, index) for index in range(6)]
    assert len(set(drawn)) == len(data["frames"]) == 6
    for svg in drawn:
        assert svg.startswith('<svg viewBox="0 0 320 280" width="320" height="280">')
        assert svg.count("<svg") == svg.count("</svg>") == 2  # the panel, and what its Axes clip
        assert re.search(r"<(image|foreignObject|style)|\bid=|href", svg) is None
    # Pieces that states share are held once.
    assert len(set(data["pieces"])) == len(data["pieces"])
    assert sum(map(len, data["frames"])) > 2 * len(data["pieces"])
    # Before the script runs:
    html = html.find(class_="explorer")
    assert html.find(class_="picture").decode_contents() == parsed(drawn[3])
    said = html.find(class_="picture")["aria-label"], html.find(role="status").text
    assert set(said) == {"A plot of line up to −0."}
    assert "open" not in html.details.attrs and html.details.p.text == "This far."


@pytest.mark.parametrize(
    ("values", "start", "place"),
    [(np.arange(0, 1, 0.1), np.float64(0.3), 3), (np.arange(-0.3, 0.4, 0.1), 0, 3)],
)
def test_start_is_found_up_to_rounding(static, values, start, place):
    def written(ax, angle):
        ax.text(0, 0, repr(angle))
        return str(angle)

    explorer = explore(written, start={"angle": start}, angle=values)
    assert page_data(explorer)[1]["start"] == [place]


def test_values_are_plain_and_text_is_escaped_wherever_it_stands(static):
    hard = "mistakes, in <b>'quotes'</b> & \"more\"."  # written on two lines, and shown on one

    def named(ax, mistake_count):
        assert type(mistake_count) is int
        ax.set_title(f"{mistake_count} <i>&'\"")
        return f"{mistake_count}\n  {hard}"

    given = {"question": "Is 1 < 2 & 'so'?", "insight": "<script>alert('no')</script>"}
    units = {"mistake_count": ' <b>"m"'}
    explorer = explore(named, units=units, mistake_count=np.arange(3), **given)
    html, data = page_data(explorer)
    assert repr(explorer) == f"Picture: 1 {hard}"
    assert data["axes"] == {"mistake count": [f'{i} <b>"m"' for i in range(3)]}
    assert html.find(class_="picture")["aria-label"] == data["sentences"][1] == f"1 {hard}"
    assert html.find(role="status").text == f"1 {hard}"
    assert html.find(class_="question").text == given["question"]
    assert html.find("details").p.text == given["insight"]
    assert html.find(class_="control").text == 'mistake count 1 <b>"m"'
    assert html.find("text", string="1 <i>&'\"")
    assert not html(["b", "script", "i"])


# Beside a kernel


def test_live_controls_draw_on_demand_and_say_what_the_picture_shows(live):
    drawn = []

    def count(ax, angle, kind):
        drawn.append((angle, kind))
        return draw(ax, angle, kind)

    box = explore(count, units={"angle": "°"}, angle=[1, 2, 3], **KINDS)
    _question, image, row, kind, state, _insight = box.children
    angle, play = row.children
    assert drawn == [(2, "line")]
    assert (type(angle), type(play), type(kind)) == (SelectionSlider, Play, ToggleButtons)
    assert [control.description for control in (angle, kind)] == ["angle", "kind"]
    assert [text for text, _ in angle.options] == ["1°", "2°", "3°"]
    angle.value = 3
    assert drawn == [(2, "line"), (3, "line")]
    assert 'aria-label="A plot of line up to 3."' in image.value
    assert '<p class="state" role="status">A plot of line up to 3.</p>' == state.value
    assert box._repr_mimebundle_()["text/plain"] == "Picture: A plot of line up to 3."
    kind.value = "dots"
    assert (play.min, play.value, play.max) == (0, 2, 2)
    play.value = 0
    assert (angle.value, drawn[-1]) == (1, (1, "dots"))
    angle.value = 2  # and a hand on the slider moves the player
    assert play.value == 1


def test_a_live_picture_is_the_static_one(monkeypatch):
    """But for the page's style sheet, which a notebook needs as well."""
    given = {"question": "How far?", "insight": "This far."} | TWO
    monkeypatch.setenv("BOOK_EXPLORE", "static")
    html, data = page_data(explore(draw, **given))
    monkeypatch.delenv("BOOK_EXPLORE")
    question, image, _row, _state, insight = explore(draw, **given).children
    assert panels_svg(data, 1) in image.value
    assert BeautifulSoup(question.value, "html.parser").p == html.find(class_="question")
    assert BeautifulSoup(insight.value, "html.parser").details == html.details
    assert image.value.startswith("<style>") and "<style>" not in str(html)


# The places of Axes


def test_axes_stay_in_place():
    def labeled(ax, label):
        ax.set_yticks([0, 1], ["0", label])
        ax.bar([len(label)], [1], label="bar")
        ax.plot([0, len(label)], label="line")
        ax.fill_between([0, 1], [1, 2])
        ax.set_title(ax.text(0, 0, label).get_text())
        ax.legend(title=label)
        return f"A plot from 0 to {label}."

    short, long = (draw_state(labeled, {"label": label}, None, 1) for label in ("1", "a million"))
    drawn, _, ax = draw_state(labeled, {"label": "1"}, None, 1, long[2])
    assert ax is long[2] and drawn != short[0]  # where the long one is
    assert draw_state(labeled, {"label": "a million"}, None, 1, ax)[0] == long[0]


# What is refused


def test_two_states_that_draw_the_same(static):
    """A control that moves must change the picture; other words alone are not enough."""
    with pytest.raises(ValueError, match=r"'kind': 'line'\} draws what .* draws: leave out one"):
        explore(lambda ax, angle, kind: draw(ax, angle) and f"{kind} {angle}.", **TWO, **KINDS)
