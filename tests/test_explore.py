"""explore: what it draws ahead for a page."""

import json
import re
import subprocess
import sys

import numpy as np
import pytest
from bs4 import BeautifulSoup

from lib.explore import explore


def draw(ax, angle, kind="dots"):
    ax.plot([0, angle], [0, 1], "o" if kind == "dots" else "-")
    return f"A plot of {kind} up to {angle:g}."


@pytest.fixture
def static(monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", "static")


def page_data(explorer):
    """The parsed HTML of a static explorer, and the data for its script."""
    html = BeautifulSoup(explorer._repr_mimebundle_()["text/html"], "html.parser")
    return html, json.loads(html.div["data-explore"])


def shown(data, index):
    """What the script puts into the picture for a state."""
    return "".join(data["pieces"][piece] for piece in data["frames"][index])


def parsed(svg):
    """An SVG as the parser writes it."""
    return BeautifulSoup(svg, "html.parser").decode_contents()


def test_every_state_is_drawn_and_described(static):
    html, data = page_data(explore(draw, angle=[-1, 0, 1.5], kind=["dots", "line"]))
    assert data["axes"] == {"angle": ["−1", "0", "1.5"], "kind": ["dots", "line"]}
    assert (data["nominal"], data["start"]) == ([False, True], [1, 1])
    assert data["sentences"] == [
        f"A plot of {kind} up to {angle}." for angle in (-1, 0, 1.5) for kind in ("dots", "line")
    ]
    drawn = [shown(data, index) for index in range(6)]
    assert len(set(drawn)) == len(data["frames"]) == 6
    for svg in drawn:
        assert svg.startswith('<svg viewBox="0 0 440 300" width="440" height="300">')
        assert svg.count("<svg") == svg.count("</svg>") == 2  # the panel, and what its Axes clip
        assert re.search(r"<(image|foreignObject|style)|\bid=|href", svg) is None
    assert [row.text for row in html(class_="control")] == ["angle 0", "kind line"]


def test_before_its_script_runs_the_start_stands_there_and_says_what_it_shows(static):
    html, data = page_data(explore(draw, angle=[-1, 0, 1.5], kind=["dots", "line"]))
    assert html.find(class_="picture").decode_contents() == parsed(shown(data, 3))
    assert html.find(class_="picture")["aria-label"] == "A plot of line up to 0."
    assert html.find(role="status").text == "A plot of line up to 0."
    room = html.find(class_="room")
    assert room["aria-hidden"] == "true"
    assert len(room.text) == max(map(len, data["sentences"]))


def test_pieces_that_states_share_are_held_once(static):
    data = page_data(explore(draw, angle=[1, 2, 3, 4]))[1]
    assert len(set(data["pieces"])) == len(data["pieces"])
    assert sum(map(len, data["frames"])) > 2 * len(data["pieces"])
    assert set().union(*data["frames"]) == set(range(len(data["pieces"])))


def test_start_chooses_the_first_state(static):
    explorer = explore(draw, start={"angle": 1}, angle=[1, 2, 3], kind=["dots", "line"])
    assert page_data(explorer)[1]["start"] == [0, 1]
    assert explorer._repr_mimebundle_()["text/plain"] == "Picture: A plot of line up to 1."


@pytest.mark.parametrize(
    ("values", "start", "place"),
    [
        (np.arange(0, 1, 0.1), 0.3, 3),
        (np.arange(0, 1, 0.1), np.float64(0.6), 6),
        (np.arange(-0.3, 0.4, 0.1), 0, 3),
        (["one", "two"], "two", 1),
        ([1e-20, 1.0], 1e-20, 0),
        ([0, 1e-9, 1], 1e-9, 1),
    ],
)
def test_start_is_found_up_to_rounding(static, values, start, place):
    def written(ax, angle):
        ax.text(0, 0, repr(angle))
        return str(angle)

    explorer = explore(written, start={"angle": start}, angle=values)
    assert page_data(explorer)[1]["start"] == [place]


def test_a_zero_has_no_sign(static):
    data = page_data(explore(draw, angle=[-1.0, -0.0, 1.0]))[1]
    assert data["axes"]["angle"] == ["−1", "0", "1"]


@pytest.mark.parametrize("panels", [2, 3])
def test_panels_are_drawings_of_their_own(static, panels):
    def several(axes, angle):
        assert len(axes) == panels
        for ax in axes:
            ax.plot([0, 1], [0, angle])
        return f"Lines of slope {angle}."

    html, data = page_data(explore(several, panels=panels, size=(2, 1.5), angle=[1, 2]))
    assert len(html.find(class_="picture").find_all("svg", recursive=False)) == panels
    assert shown(data, 1).count('<svg viewBox="0 0 200 150" width="200" height="150">') == panels


def test_values_are_plain_and_text_is_escaped_wherever_it_stands(static):
    hard = "mistakes, in <b>'quotes'</b> & \"more\"."

    def named(ax, mistake_count):
        assert type(mistake_count) is int
        ax.set_title(f"{mistake_count} <i>&'\"")
        return f"{mistake_count} {hard}"

    explorer = explore(
        named,
        question="Is 1 < 2 & 'so'?",
        insight="<script>alert('no')</script>",
        units={"mistake_count": ' <b>"m"'},
        mistake_count=np.arange(3),
    )
    html, data = page_data(explorer)
    assert data["axes"] == {"mistake count": [f'{i} <b>"m"' for i in range(3)]}
    assert html.find(class_="picture")["aria-label"] == data["sentences"][1] == f"1 {hard}"
    assert html.find(role="status").text == f"1 {hard}"
    assert html.find(class_="question").text == "Is 1 < 2 & 'so'?"
    assert html.find("details").p.text == "<script>alert('no')</script>"
    assert html.find(class_="control").text == 'mistake count 1 <b>"m"'
    assert html.find("text", string="1 <i>&'\"")
    assert not html(["b", "script", "i"])


def test_a_question_stands_above_and_an_insight_is_folded_below(static):
    asked = explore(draw, question="How far?", insight="This far.", angle=[1, 2])
    html = page_data(asked)[0].find(class_="explorer")
    kinds = [tag.get("class", [tag.name])[0] for tag in html.find_all(recursive=False)]
    assert kinds == ["question", "picture", "state", "control", "details"]
    assert "open" not in html.details.attrs
    assert html.details.p.text == "This far."
    bare = page_data(explore(draw, angle=[1, 2]))[0]
    assert not bare(class_="question") and not bare("details")


def test_units_follow_the_numbers(static):
    given = {"angle": [-90, 45.5], "kind": ["dots", "line"]}
    data = page_data(explore(draw, units={"angle": "°"}, **given))[1]
    assert data["axes"] == {"angle": ["−90°", "45.5°"], "kind": ["dots", "line"]}


def test_a_sentence_is_one_line(static):
    def broken(ax, angle):
        ax.set_title(str(angle))
        return f"One  line\n  of {angle}."

    assert page_data(explore(broken, angle=[1, 2]))[1]["sentences"] == [
        "One line of 1.",
        "One line of 2.",
    ]


def test_static_output_is_the_same_every_time_and_holds_no_widget_and_no_bitmap(static):
    first, second = (explore(draw, angle=[1, 2])._repr_mimebundle_() for _ in range(2))
    assert first == second
    assert set(first) == {"text/html", "text/plain"}
    assert "data:image" not in first["text/html"]


def test_importing_explore_imports_neither_matplotlib_nor_ipywidgets():
    code = "import sys, lib.explore; print(*{m.partition('.')[0] for m in sys.modules})"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"matplotlib", "ipywidgets", "PIL"} & set(found.stdout.split())
