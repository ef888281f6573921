"""explore: what it draws ahead, and what it makes beside a kernel."""

import base64
import io
import json
import subprocess
import sys

import numpy as np
import pytest
from bs4 import BeautifulSoup
from PIL import Image

from lib.explore import explore


def draw(ax, angle, kind="dots"):
    ax.plot([0, angle], [0, 1], "o" if kind == "dots" else "-")
    return f"A plot of {kind} up to {angle:g}."


def small(draw, **given):
    """An explorer of small pictures, which are quickly drawn."""
    return explore(draw, **{"size": (3, 2)} | given)


@pytest.fixture
def static(monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", "static")


@pytest.fixture
def live(monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", "live")


def page_data(explorer):
    """The parsed HTML of a static explorer, and the data for its script."""
    html = BeautifulSoup(explorer._repr_mimebundle_()["text/html"], "html.parser")
    return html, json.loads(html.div["data-explore"])


def picture(uri):
    kind, _, data = uri.partition(",")
    assert kind == "data:image/webp;base64"
    return Image.open(io.BytesIO(base64.b64decode(data)))


def test_every_state_is_drawn_and_described(static):
    html, data = page_data(small(draw, angle=[-1, 0, 1.5], kind=["dots", "line"]))
    assert data["axes"] == {"angle": ["−1", "0", "1.5"], "kind": ["dots", "line"]}
    assert data["start"] == [1, 1]
    assert data["alts"] == [
        f"A plot of {kind} up to {angle}." for angle in (-1, 0, 1.5) for kind in ("dots", "line")
    ]
    assert len({picture(frame).tobytes() for frame in data["frames"]}) == 6
    assert {picture(frame).size for frame in data["frames"]} == {(600, 400)}
    assert html.img["src"] == data["frames"][3]
    assert html.img["alt"] == "A plot of line up to 0."
    assert (html.img["width"], html.img["height"]) == ("300", "200")
    assert [row.text for row in html("p")] == ["angle 0", "kind line"]


def test_start_chooses_the_first_state(static):
    explorer = small(draw, start={"angle": 1}, angle=[1, 2, 3], kind=["dots", "line"])
    assert page_data(explorer)[1]["start"] == [0, 1]
    assert explorer._repr_mimebundle_()["text/plain"] == "Picture: A plot of line up to 1."


@pytest.mark.parametrize(
    ("values", "start", "place"),
    [(np.arange(0, 1, 0.1), 0.3, 3), (np.arange(0, 1, 0.1), np.float64(0.6), 6),
     (np.arange(-0.3, 0.4, 0.1), 0, 3), (["one", 0.1 + 0.2], 0.3, 1), ([2, "two"], "two", 1),
     ([1e-20, 1.0], 1e-20, 0), ([0, 1e-9, 1], 1e-9, 1)],
)  # fmt: skip
def test_start_is_found_up_to_rounding(static, values, start, place):
    explorer = small(lambda ax, angle: str(angle), start={"angle": start}, angle=values)
    assert page_data(explorer)[1]["start"] == [place]


def test_a_zero_has_no_sign(static):
    data = page_data(small(draw, angle=[-1.0, -0.0, 1.0]))[1]
    assert data["axes"]["angle"] == ["−1", "0", "1"]


def test_two_panels(static):
    def two(axes, angle):
        draw(axes[0], angle)
        return draw(axes[1], angle, kind="line")

    data = page_data(small(two, panels=2, angle=[1, 2]))[1]
    assert data["alts"] == ["A plot of line up to 1.", "A plot of line up to 2."]


def test_numpy_values_and_names_with_underscores(static):
    def named(ax, mistake_count):
        assert type(mistake_count) is int
        return f"{mistake_count} mistakes, in <b>'quotes'</b> & \"more\"."

    html, data = page_data(small(named, mistake_count=np.arange(3)))
    assert data["axes"] == {"mistake count": ["0", "1", "2"]}
    assert html.img["alt"] == data["alts"][1] == "1 mistakes, in <b>'quotes'</b> & \"more\"."


def test_static_output_is_the_same_every_time_and_holds_no_widget(static):
    first, second = (small(draw, angle=[1, 2])._repr_mimebundle_() for _ in range(2))
    assert first == second
    assert set(first) == {"text/html", "image/png", "text/plain"}
    start = Image.open(io.BytesIO(base64.b64decode(first["image/png"])))
    frame = picture(page_data(small(draw, angle=[1, 2]))[1]["frames"][1])
    assert start.convert("RGB").tobytes() == frame.convert("RGB").tobytes()


def test_live_sliders_draw_on_demand(live):
    drawn = []

    def count(ax, angle, kind):
        drawn.append((angle, kind))
        return draw(ax, angle, kind)

    box = explore(count, angle=[1, 2, 3], kind=["dots", "line"])
    image, angle, kind = box.children
    assert drawn == [(2, "line")]
    assert [slider.description for slider in (angle, kind)] == ["angle", "kind"]
    assert 'alt="A plot of line up to 2."' in image.value
    before = image.value
    angle.value = 3
    assert drawn == [(2, "line"), (3, "line")]
    assert 'alt="A plot of line up to 3."' in image.value
    assert image.value != before


def test_a_live_picture_is_the_static_one_but_for_its_colors(monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", "static")
    drawn = picture(page_data(small(draw, angle=[1, 2]))[1]["frames"][1])
    monkeypatch.setenv("BOOK_EXPLORE", "live")
    image = BeautifulSoup(small(draw, angle=[1, 2]).children[0].value, "html.parser").img
    kind, _, data = image["src"].partition(",")
    assert kind == "data:image/png;base64"
    shown = np.asarray(Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB"), dtype=int)
    assert np.abs(shown - np.asarray(drawn.convert("RGB"))).max() < 60
    assert np.abs(shown - np.asarray(drawn.convert("RGB"))).mean() < 2


def test_static_only_when_asked_for(monkeypatch):
    """In VS Code no variable names a Jupyter server, and the sliders are live all the same."""
    monkeypatch.delenv("BOOK_EXPLORE")
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    assert hasattr(small(draw, angle=[1, 2]), "children")
    monkeypatch.setenv("BOOK_EXPLORE", "static")
    assert hasattr(small(draw, angle=[1, 2]), "html")


def test_a_live_output_is_small_and_says_what_the_picture_shows(live):
    box = small(draw, angle=[1, 2, 3], kind=["dots", "line"])
    assert len(json.dumps(box._repr_mimebundle_())) < 500
    assert box._repr_mimebundle_()["text/plain"] == "Picture: A plot of line up to 2."
    box.children[1].value = 3
    assert box._repr_mimebundle_()["text/plain"] == "Picture: A plot of line up to 3."


def test_other_figures_keep_their_style(static):
    import matplotlib

    with matplotlib.rc_context({"font.size": 21, "axes.spines.top": True}):
        small(draw, angle=[1, 2])
        assert matplotlib.rcParams["font.size"] == 21
        assert matplotlib.rcParams["axes.spines.top"]


def test_importing_explore_imports_neither_matplotlib_nor_ipywidgets():
    code = "import sys, lib.explore; print(*{m.partition('.')[0] for m in sys.modules})"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"matplotlib", "ipywidgets", "numpy", "PIL"} & set(found.stdout.split())
