"""What a picture says is what it draws: separators, runs, weights; and how it is shown."""

import json
import re
from configparser import RawConfigParser
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import numpy as np
import pytest
from bs4 import BeautifulSoup

from lib.datasets import iris, wine
from lib.explore import explore
from lib.figures import linear_separators, style
from lib.figures import perceptron as perceptron_figures
from lib.figures.colors import BEST, CSS, PAPER
from lib.linear_separators import margin
from lib.perceptron import perceptron
from lib.samples import EIGHT, Sample, prepare
from tools.notebooks import strip_pictures

RULES = RawConfigParser()
RULES.read(Path(__file__).with_name("sanitize.cfg"), "utf-8")
SANITIZE = {name: (RULES[name]["regex"], RULES[name]["replace"]) for name in RULES.sections()}
PETALS = iris().columns("petal length (cm)", "petal width (cm)")
WINES = perceptron(prepare(wine(0, 1)))


def said(draw, *args, **options) -> str:
    return draw(style.blank(), *args, **options).text


def test_a_separator_tells_its_margin_and_who_is_nearest():
    text = said(linear_separators.separator, PETALS, [1, 1], -3.5)
    assert f"at distance {margin(PETALS, [1, 1], -3.5):.3g}" in text
    assert "50 squares around (1.46, 0.246) and 50 circles" in text
    assert "a falling line" in text and text.endswith("a ring at (3, 1.1).")


def test_a_line_with_examples_on_the_wrong_side_or_on_it_tells_how_many():
    sample = Sample([[0, 1], [0, -1], [1, 0]], [1, 1, 1])
    ax = style.blank()
    text = linear_separators.separator(ax, sample, [0, 2]).text
    assert "a level line that misclassifies 2, each over a cross" in text
    assert "square" not in text, "there is no negative example"
    crosses = ax.lines[-1].get_xydata()
    assert crosses.tolist() == [[0, -1], [1, 0]]


@pytest.mark.parametrize(
    ("w", "course"),
    [((1, 0), "vertical"), ((0, 1), "level"), ((1, 2), "falling"), ((-1, 2), "rising")],
)
def test_how_a_line_runs(w, course):
    ax = style.blank()
    assert f"a {course} line" in linear_separators.separator(ax, PETALS, w).text
    (a, b), (c, d) = ax.lines[0].get_xy1(), ax.lines[0].get_xy2()
    slope = {"vertical": c == a, "level": d == b}
    slope |= {"falling": (d - b) * (c - a) < 0, "rising": (d - b) * (c - a) > 0}
    assert [name for name, holds in slope.items() if holds] == [course]


def test_an_update_turns_the_line_past_its_example():
    ax = style.blank()
    text = perceptron_figures.update(ax, [2, -1], [2, -3], -1).text
    assert "orange square x = (2, -3) on the wrong side, where y⟨w,x⟩ = -7." in text
    assert "to w - x = (0, 2), and its line has y⟨w,x⟩ = 6." in text
    arrows = [(note.xyann, note.xy) for note in ax.texts if note.arrow_patch]
    assert [np.subtract(*reversed(ends)).tolist() for ends in arrows] == [[2, -1], [-2, 3], [0, 2]]
    assert "blue circle x = (0, 4)" in said(perceptron_figures.update, [2, -1], [0, 4], 1)


def test_circles_around_a_far_separator_shrink():
    ax = style.blank()
    text = perceptron_figures.nearer(ax, perceptron(EIGHT), (18, 18)).text
    assert "each lies inside the one before" in text
    assert text.endswith("radii are 648, 617, 580, 485, 452, 421.")
    circles = [line.get_xydata() for line in ax.lines[:6]]
    radii = [np.linalg.norm(circle - 18, axis=1) for circle in circles]
    np.testing.assert_allclose([r.min() for r in radii], [r.max() for r in radii])
    assert "some grow" in said(perceptron_figures.nearer, perceptron(EIGHT), (1, 1))


def test_a_jagged_line_counts_its_rises():
    text, rises = said(perceptron_figures.errors, WINES), np.diff(WINES.errors)
    assert f"rises at {(rises > 0).sum()}, by most at update 2, from 13 to 18." in text
    easy = perceptron(Sample([[1, 0]], [1]))
    assert said(perceptron_figures.errors, easy).endswith("stays at 0 and rises at 0.")


def test_orders_name_each_top():
    ax = style.blank()
    text = perceptron_figures.orders(ax, [3, 4, 4, 6, 6, 6, 7, 7, 7, 9]).text
    assert text == (
        "A histogram from 3 to 9 mistakes. Its bars count 1, 2, 0, 3, 3, 0, 1 orders, "
        "with a top of 2 at 4, of 3 at 6 and 7, of 1 at 9."
    )
    bars = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in ax.patches}
    assert bars == {3: 1, 4: 2, 5: 0, 6: 3, 7: 3, 8: 0, 9: 1}
    assert said(perceptron_figures.orders, [5, 5]).endswith("count 2 orders, with a top of 2 at 5.")


def test_an_image_tells_where_its_weights_are():
    ax = style.blank()
    text = perceptron_figures.image(ax, [3, 1, 0, -1], (2, 2)).text
    assert text == (
        "2 blue cells, with 75% of their weight in the left half; "
        "1 orange cells, with 0% of their weight in the left half."
    )
    drawn = {tuple(line.get_xydata()[0]): line for line in ax.lines}
    three, one, minus = (drawn[at] for at in [(0, 0), (1, 0), (1, 1)])
    assert [line.get_marker() for line in (three, one, minus)] == ["o", "o", "s"]
    areas = [line.get_markersize() ** 2 for line in (three, one, minus)]
    assert areas[1] == areas[2] == pytest.approx(areas[0] * 5 / 16)
    with pytest.raises(ValueError, match=r"array of size 3 into shape \(2,2\)"):
        perceptron_figures.image(ax, [1, 2, 3], (2, 2))


def bundle(shown, mode, monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", mode)
    return shown._repr_mimebundle_()


def test_a_text_stands_for_a_picture_and_is_its_label(monkeypatch):
    shown = style.picture(style.blank(), "A <blank>\n  'page' & \"more\".")
    text = "A <blank> 'page' & \"more\"."
    assert repr(shown) == f"Picture: {text}"
    assert f"{shown}" == shown.text == text  # where one text quotes another's
    for mode in ("static", "live"):
        data = bundle(shown, mode, monkeypatch)
        assert data["text/plain"] == f"Picture: {text}"
        picture = BeautifulSoup(data["text/html"], "html.parser").find(class_="picture")
        assert (picture["role"], picture["aria-label"]) == ("img", text)


def test_a_page_has_the_style_sheet_and_a_notebook_is_told_it(monkeypatch):
    shown = style.picture(style.blank(), "A blank page.")
    page, kernel = (bundle(shown, mode, monkeypatch) for mode in ("static", "live"))
    assert page.keys() == {"text/html", "text/plain"}
    assert kernel["text/html"] == f"<style>{CSS}</style>{page['text/html']}"
    assert kernel.keys() - page.keys() == {"image/svg+xml"}


def test_panels_are_drawings_of_their_own_and_one_file(monkeypatch):
    axes = style.blank(3, (1.5, 1))
    for height, ax in enumerate(axes, 1):
        ax.figure.set_size_inches(1.5, height)
    shown = style.picture(axes, "Three panels.")
    html = BeautifulSoup(bundle(shown, "static", monkeypatch)["text/html"], "html.parser")
    panels = html.div.find_all("svg", recursive=False)
    assert [panel["viewbox"] for panel in panels] == [f"0 0 150 {h}" for h in (100, 200, 300)]
    file = ElementTree.fromstring(bundle(shown, "live", monkeypatch)["image/svg+xml"])
    assert file.get("viewBox") == "0 0 450 300"
    assert [panel.get("x") for panel in file] == ["0", "150", "300"]


def test_a_file_knows_no_style_sheet_and_has_its_colors(monkeypatch):
    ax = style.blank()
    ax.plot([0, 1], color=BEST)
    file = bundle(style.picture(ax, "A green line."), "live", monkeypatch)["image/svg+xml"]
    assert "var(" not in file
    assert f'stroke="{BEST}"' in file
    assert f"background:{PAPER}" in file


@pytest.mark.parametrize("text", ["", "  ", None, 3])
def test_a_picture_without_words(text):
    with pytest.raises(ValueError, match="describe what the picture shows"):
        style.picture(style.blank(), text)


@pytest.mark.parametrize("panels", [1, 2])
def test_a_panel_that_would_shrink_on_a_phone(panels):
    style.blank(panels, (4.4, 9))
    with pytest.raises(ValueError, match=r"size=\(4.5, 3\); a panel is at most 4.4 inches wide"):
        style.blank(panels, (4.5, 3))


def test_what_is_left_of_pictures_in_html_says_so_too(monkeypatch):
    shown = [style.picture(style.blank(n), f"{n} <pages>.") for n in (1, 2)]
    html = "<hr>".join(bundle(one, "static", monkeypatch)["text/html"] for one in shown)
    output = nbformat.v4.new_output("display_data", {"text/html": html, "image/png": ""})
    strip_pictures(output)
    assert output.data == {
        "text/html": "<p>Picture: 1 &lt;pages&gt;.</p><hr><p>Picture: 2 &lt;pages&gt;.</p>"
    }
    kept = re.sub(*SANITIZE["pictures"], html, flags=re.MULTILINE)
    assert kept == output.data["text/html"]  # what nbval compares


def test_a_drawing_beside_words_that_say_the_same_leaves_nothing():
    html = '<li><svg aria-hidden="true" width="7"><circle r="4"/></svg>a dot</li>'
    output = nbformat.v4.new_output("display_data", {"text/html": 2 * html})
    strip_pictures(output)
    assert output.data["text/html"] == 2 * "<li>a dot</li>"
    assert re.sub(*SANITIZE["drawings beside words"], 2 * html) == output.data["text/html"]


def test_of_an_explorer_a_notebook_keeps_what_its_states_say(monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", "static")
    html = explore(lambda ax, a: ax.set_title(a) and f"It's {a}.", a=[1, 2]).html
    output = nbformat.v4.new_output("display_data", {"text/html": html})
    strip_pictures(output)
    left = BeautifulSoup(output.data["text/html"], "html.parser")
    data = json.loads(left.div["data-explore"])
    assert data == {
        "axes": {"a": ["1", "2"]},
        "nominal": [False],
        "start": [1],
        "sentences": ["It's 1.", "It's 2."],
    }
    assert left.p.text == "Picture: It's 2." and not left("svg")
    for rule in ("pictures", "states of explorers"):
        html = re.sub(*SANITIZE[rule], html, flags=re.MULTILINE)
    assert html == output.data["text/html"]
