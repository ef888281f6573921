"""Figures and explorers on the pages of the site: legible, in order, and moved by all means."""

import gzip
import json
import re
from pathlib import Path

import numpy as np
import pytest
from bs4 import BeautifulSoup, SoupStrainer

from lib.figures.colors import PALETTE
from tests import browsing
from tests.test_colors import contrast

PAGES = browsing.pages()
WIDTHS = (1280, 390, 320)
LEAST = 11  # px of a letter on a phone
FRAMES = 300_000  # bytes of the states of a page's explorers, compressed

PUT = "(control, i) => figures.put(control, i)"
TOOLS = Path(__file__).with_name("figures.js").read_text("utf-8")


@pytest.fixture(scope="module", params=PAGES)
def visit(request, base, chromium):
    opened = browsing.Visit(chromium, base, request.param, color_scheme="light", has_touch=True)
    opened.page.evaluate(TOOLS)
    opened.page.evaluate("figures.load()")
    yield opened
    assert opened.errors == []
    opened.close()


@pytest.fixture(scope="module")
def surveys(visit):
    """What is wrong with the figures at each width, all states of explorers included."""
    found = {}
    for width in WIDTHS:
        visit.page.set_viewport_size({"width": width, "height": 900})
        found[width] = visit.page.evaluate("figures.survey", LEAST if width >= 390 else 0)
    visit.page.set_viewport_size({"width": WIDTHS[0], "height": 900})
    return found


def worst(surveys, kind):
    """The first few findings of a kind at each width that has any."""
    return {width: found[kind][:5] for width, found in surveys.items() if found[kind]}


# Wider than the column; words too small for a phone, outside their figure, on one another; what
# moves besides the picture; a state that does not say what it shows.
@pytest.mark.parametrize("kind", ["wide", "small", "out", "overlapping", "moving", "untold"])
def test_figures_are_sound_in_every_state_and_at_every_width(surveys, kind):
    assert worst(surveys, kind) == {}


@pytest.fixture(scope="module")
def parsed(visit):
    """The page's figures, as they came from the server."""
    path = visit.page.url.partition("//")[2].partition("/")[2]
    figures = SoupStrainer(class_=["align-default", "picture"])  # a figure's class, and a picture's
    text = (browsing.HTML / path).read_text("utf-8")
    return BeautifulSoup(text, "html.parser", parse_only=figures)


def test_every_picture_has_words(parsed):
    for picture in parsed("div", class_="picture"):
        assert picture["role"] == "img"
        assert len(picture["aria-label"].split()) >= 5, picture["aria-label"]
        assert not re.search(r"array\(|np\.|\bnan\b|None|\$|\\", picture["aria-label"])


NAMED = {"none", *(f"var(--{name})" for name in PALETTE)}
PAINT = re.compile(r' (fill|stroke)="([^"]*)"')


def drawings(visit, parsed):
    """The SVG of a page's figures: what stands there, and the pieces of every state."""
    shown = [str(svg) for picture in parsed("div", class_="picture") for svg in picture("svg")]
    pieces = visit.page.evaluate(
        "Object.values(globalThis.explored ?? {}).map(({ pieces }) => pieces)"
    )
    return [*shown, *(piece for some in pieces for piece in some)]


def test_figures_have_no_color_of_their_own(visit, parsed):
    found = drawings(visit, parsed)
    colors = {(kind, color) for svg in found for kind, color in PAINT.findall(svg)}
    assert {(kind, color) for kind, color in colors if color not in NAMED} == set()
    words = {
        color
        for svg in found
        for text in re.findall("<text[^>]*>", svg)
        for _, color in PAINT.findall(text)
    }
    assert words <= NAMED - {"none", "var(--soft)", "var(--paper)"}, "soft is too pale for words"


def test_no_line_and_no_marker_is_translucent(visit, parsed):
    """Of a translucent color nobody knows the contrast; an area may be one."""
    for svg in drawings(visit, parsed):
        assert "stroke-opacity" not in svg
        for element in re.findall(r"<path [^>]*fill-opacity[^>]*>", svg):
            assert not re.search(r' d="[^"]*[al]', element), f"a marker: {element[:200]}"


@pytest.mark.parametrize("forced", ["none", "active"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_is_drawn_stands_out(visit, theme, forced):
    visit.page.emulate_media(color_scheme=theme, forced_colors=forced)
    paper = PALETTE["paper"][theme == "dark"]
    for kind, color, ground, figure in visit.page.evaluate("figures.paints()"):
        if color == paper and kind != "letters":
            continue  # a gap between two marks, or a hollow one
        assert contrast(color, ground) >= (4.5 if kind == "letters" else 3), (kind, color, figure)
    visit.page.emulate_media(color_scheme="light", forced_colors="none")


def test_an_explorer_is_a_numbered_figure_that_asks_and_answers(visit, parsed):
    explorers = parsed(attrs={"data-explore": True})
    assert len(explorers) == len(visit.page.query_selector_all("[data-explore]"))
    for explorer in explorers:
        figure = explorer.find_parent("figure")
        assert figure, f"no caption: {explorer.get_text()[:100]}"
        caption = figure.figcaption
        assert re.match(r"Fig(ure|\.) \d+", caption.find(class_="caption-number").text)
        assert caption.find("a", class_="headerlink")["href"] == f"#{figure['id']}"
        assert explorer.find(class_="question").text.strip().endswith("?")
        assert len(explorer.details.p.text.split()) >= 8, "the insight"
        assert "open" not in explorer.details.attrs
        status = explorer.find(role="status").text
        assert status == explorer.find(class_="picture")["aria-label"]
        assert re.match(r"[^a-z].*[.!?]$", status), f"no sentence: {status}"


def test_each_control_tells_something(visit):
    for explorer in visit.page.query_selector_all("[data-explore]"):
        states, data = explorer.evaluate("figures.states"), explorer.evaluate("figures.data")
        sizes = [len(labels) for labels in data["axes"].values()]
        said = np.reshape(states["sentences"], sizes)
        for axis, name in enumerate(data["axes"]):
            one, other = np.delete(said, -1, axis), np.delete(said, 0, axis)
            assert (one != other).mean() > 0.5, f"most steps of {name} change no word"


def test_frames_are_light(parsed, visit):
    data = [json.loads(found["data-explore"]) for found in parsed(attrs={"data-explore": True})]
    folder = browsing.HTML / "_images" / "explorers"
    files = {folder / one["file"].rpartition("/")[2] for one in data}
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) <= FRAMES


WITHOUT = """() => [...document.querySelectorAll("[data-explore]")].map((explorer) => [
  explorer.querySelector(".picture").innerHTML,
  explorer.querySelector("[role=status]").textContent,
  explorer.getBoundingClientRect().height.toFixed(0),
])"""


def test_without_a_script_the_start_stands_there_as_high_as_with_it(visit, base, chromium):
    """`visit` has gone through all states, and is back at the start."""
    if not visit.page.query_selector("[data-explore]"):
        return
    path = visit.page.url.removeprefix(base)
    plain = browsing.Visit(chromium, base, path, java_script_enabled=False)
    for width in reversed(WIDTHS):
        for page in (visit.page, plain.page):
            page.set_viewport_size({"width": width, "height": 900})
        assert visit.page.evaluate(WITHOUT) == plain.page.evaluate(WITHOUT), f"at {width} px"
    plain.close()


def seen(explorer):
    """What an explorer shows: its picture, and what it says of it."""
    return tuple(explorer.evaluate("figures.seen"))


def test_sliders_move_by_keyboard_pointer_and_touch(visit):
    for explorer in visit.page.query_selector_all("[data-explore]"):
        before = seen(explorer)
        for slider in explorer.query_selector_all("input[type=range]"):
            assert slider.evaluate("slider => slider.labels[0].textContent.trim()")
            slider.focus()
            pressed = {}
            for key in ("Home", "ArrowRight", "End"):
                visit.page.keyboard.press(key)
                pressed[key] = seen(explorer)
            assert len({picture for picture, _ in pressed.values()}) == len(set(pressed))
            for touch in (visit.page.mouse.click, visit.page.touchscreen.tap):
                slider.scroll_into_view_if_needed()
                box = slider.bounding_box()
                assert box["height"] >= 24
                ends = []
                for x in (4, box["width"] - 4):
                    touch(box["x"] + x, box["y"] + box["height"] / 2)
                    ends.append(seen(explorer))
                assert ends == [pressed["Home"], pressed["End"]]
            explorer.evaluate("figures.back")
            assert seen(explorer) == before


def test_buttons_move_by_keyboard_pointer_and_touch(visit):
    for explorer in visit.page.query_selector_all("[data-explore]"):
        for group in explorer.query_selector_all("fieldset"):
            assert group.query_selector("legend").text_content().strip()
            radios = group.query_selector_all("input[type=radio]")
            pressed = []
            radios[0].evaluate("radio => radio.click()")
            radios[0].focus()
            for radio in radios:
                assert radio.is_checked()
                pressed.append(seen(explorer))
                visit.page.keyboard.press("ArrowRight")
            assert len(set(pressed)) == len(radios)
            for press in ("click", "tap"):
                for i, label in enumerate(group.query_selector_all("label")):
                    getattr(label, press)()
                    assert radios[i].is_checked()
                    assert seen(explorer) == pressed[i]
            explorer.evaluate("figures.back")


def test_what_is_chosen_is_said_with_its_unit(visit):
    for explorer in visit.page.query_selector_all("[data-explore]"):
        axes = explorer.evaluate("figures.data")["axes"]
        controls = explorer.query_selector_all(".control")
        for (name, labels), control in zip(axes.items(), controls, strict=True):
            for i in (0, len(labels) - 1):
                control.evaluate(PUT, i)
                if slider := control.query_selector("[type=range]"):
                    assert slider.get_attribute("aria-valuetext") == labels[i]
                    assert control.query_selector("label > span").text_content() == labels[i]
                    words = slider.evaluate("slider => slider.labels[0].firstChild.data")
                    assert words == name
        explorer.evaluate("figures.back")


def test_each_step_of_a_drag_has_its_picture_at_once(visit):
    """No frame shows a slider ahead of its picture: where the one is heard, the other is drawn."""
    for control in visit.page.query_selector_all("[data-explore] .control:has([type=range])"):
        slider = control.query_selector("input")
        slider.evaluate("slider => { slider.value = 0; }")
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        middle = box["y"] + box["height"] / 2
        heard = control.evaluate_handle("figures.watch")
        visit.page.mouse.move(box["x"] + 8, middle)
        visit.page.mouse.down()
        visit.page.mouse.move(box["x"] + box["width"] - 8, middle, steps=80)
        visit.page.mouse.up()
        passed, late = heard.evaluate("figures.passed")
        assert set(passed) >= set(range(1, int(slider.get_attribute("max")) + 1))
        assert late == []
        control.evaluate("control => figures.back(control.closest('[data-explore]'))")


def test_play_goes_to_the_end_and_stops(visit):
    for control in visit.page.query_selector_all("[data-explore] .control:has([type=range])"):
        last = int(control.query_selector("input").get_attribute("max"))
        assert control.query_selector(".play").is_visible() == (last >= 3)
        if last >= 3:
            whole, stopped = control.evaluate("figures.play")
            assert whole == [*([i, "Pause"] for i in range(last)), [last, "Play"]]
            assert stopped == [[1, "Pause"], [1, "Play"], [2, "Play"]]
            control.evaluate("control => figures.back(control.closest('[data-explore]'))")


def test_nothing_plays_where_motion_is_unwelcome(visit, base, chromium):
    if visit.page.query_selector(".play"):
        path = visit.page.url.removeprefix(base)
        calm = browsing.Visit(chromium, base, path, reduced_motion="reduce")
        assert not any(play.is_visible() for play in calm.page.query_selector_all(".play"))
        calm.close()
