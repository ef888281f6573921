"""How a picture is shown: on a page, in a notebook, and in words where it is left out."""

import json
import re
from configparser import RawConfigParser
from pathlib import Path

import nbformat
from bs4 import BeautifulSoup

from lib.explore import explore
from lib.figures import style
from lib.figures.colors import CSS
from tools.notebooks import strip_pictures


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
    # A page has the style sheet, and a notebook gets it.
    assert kernel["text/html"] == f"<style>{CSS}</style>{page['text/html']}"


def test_of_a_picture_and_of_an_explorer_a_notebook_keeps_what_they_say(monkeypatch):
    """And as much of them nbval compares."""
    rules = RawConfigParser()
    rules.read(Path(__file__).with_name("sanitize.cfg"), "utf-8")
    html = bundle(style.picture(style.blank(2), "2 <pages>."), "static", monkeypatch)["text/html"]
    html += '<li><svg aria-hidden="true" width="7"><circle r="4"/></svg>a dot</li>'
    html += explore(lambda ax, a: ax.set_title(a) and f"It's {a}.", a=[1, 2]).html
    output = nbformat.v4.new_output("display_data", {"text/html": html, "image/png": ""})
    strip_pictures(output)
    (kept,) = output.data.values()
    assert kept.startswith("<p>Picture: 2 &lt;pages&gt;.</p><li>a dot</li>")
    explorer = BeautifulSoup(kept, "html.parser").div
    assert explorer.p.text == "Picture: It's 2." and "<svg" not in kept
    said = {"axes": {"a": ["1", "2"]}, "sentences": ["It's 1.", "It's 2."]}
    start = {"nominal": [False], "start": [1]}
    assert json.loads(explorer["data-explore"]) == said | start
    for rule in map(rules.__getitem__, rules.sections()):
        html = re.sub(rule["regex"], rule["replace"], html, flags=re.MULTILINE)
    assert html == kept
