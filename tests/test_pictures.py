"""How a picture is shown: on a page, in a notebook, as a file, and in words where it is gone."""

import json
import re
from configparser import RawConfigParser
from pathlib import Path
from xml.etree import ElementTree

import nbformat
from bs4 import BeautifulSoup

from lib.explore import explore
from lib.figures import style
from lib.figures.colors import BEST, CSS, PAPER
from tools.notebooks import strip_pictures

RULES = RawConfigParser()
RULES.read(Path(__file__).with_name("sanitize.cfg"), "utf-8")
SANITIZE = {name: (RULES[name]["regex"], RULES[name]["replace"]) for name in RULES.sections()}


def bundle(shown, mode, monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", mode)
    return shown._repr_mimebundle_()


def test_a_text_stands_for_a_picture_and_is_its_label(monkeypatch):
    shown = style.picture(style.blank(), "A <blank>\n  'page' & \"more\".")
    text = "A <blank> 'page' & \"more\"."
    assert f"{shown}" == shown.text == text  # where one text quotes another's
    page, kernel = (bundle(shown, mode, monkeypatch) for mode in ("static", "live"))
    assert page["text/plain"] == kernel["text/plain"] == repr(shown) == f"Picture: {text}"
    picture = BeautifulSoup(page["text/html"], "html.parser").find(class_="picture")
    assert (picture["role"], picture["aria-label"]) == ("img", text)
    # A page has the style sheet, and a notebook is told it.
    assert kernel["text/html"] == f"<style>{CSS}</style>{page['text/html']}"
    assert page.keys() == {"text/html", "text/plain"} == kernel.keys() - {"image/svg+xml"}


def test_panels_are_drawings_of_their_own_and_one_file_with_its_colors(monkeypatch):
    axes = style.blank(3, (1.5, 1))
    for height, ax in enumerate(axes, 1):
        ax.figure.set_size_inches(1.5, height)
        ax.plot([0, 1], color=BEST)
    shown = style.picture(axes, "Three panels.")
    html = BeautifulSoup(bundle(shown, "static", monkeypatch)["text/html"], "html.parser")
    panels = html.div.find_all("svg", recursive=False)
    assert [panel["viewbox"] for panel in panels] == [f"0 0 150 {h}" for h in (100, 200, 300)]
    file = bundle(shown, "live", monkeypatch)["image/svg+xml"]
    assert "var(" not in file and f'stroke="{BEST}"' in file and f"background:{PAPER}" in file
    parsed = ElementTree.fromstring(file)
    assert parsed.get("viewBox") == "0 0 450 300"
    assert [panel.get("x") for panel in parsed] == ["0", "150", "300"]


def test_what_is_left_of_pictures_in_html_says_so_too(monkeypatch):
    shown = [style.picture(style.blank(n), f"{n} <pages>.") for n in (1, 2)]
    html = "<hr>".join(bundle(one, "static", monkeypatch)["text/html"] for one in shown)
    html += '<li><svg aria-hidden="true" width="7"><circle r="4"/></svg>a dot</li>'
    output = nbformat.v4.new_output("display_data", {"text/html": html, "image/png": ""})
    strip_pictures(output)
    left = "<p>Picture: 1 &lt;pages&gt;.</p><hr><p>Picture: 2 &lt;pages&gt;.</p><li>a dot</li>"
    assert output.data == {"text/html": left}
    for rule in ("pictures", "drawings beside words"):
        html = re.sub(*SANITIZE[rule], html, flags=re.MULTILINE)
    assert html == left  # what nbval compares


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
