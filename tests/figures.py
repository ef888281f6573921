"""Figures and explorers on a page of the site: legible, in order, and moved in all ways.

tests/test_site.py checks all of this on every page.
"""

import itertools
import re
from math import dist
from pathlib import Path

from bs4 import BeautifulSoup, SoupStrainer

from lib.figures.colors import PALETTE
from tests import browsing
from tests.test_colors import contrast

LEAST = 13  # px of a letter

TOOLS = Path(__file__).with_name("figures.js").read_text("utf-8")


def ready(visit):
    """Fetch the states of the page's explorers, and read its figures as the server sends them."""
    visit.page.evaluate(TOOLS)
    visit.page.evaluate("figures.load()")
    figures = SoupStrainer(class_=["align-default", "picture"])  # a figure's class, and a picture's
    text = (browsing.HTML / visit.path).read_text("utf-8")
    visit.parsed = BeautifulSoup(text, "html.parser", parse_only=figures)


def legible_and_still(visit):
    """No state of an explorer, and no other figure, is

    wider than the column; with words too small, outside their figure, or on one another; moving
    anything besides the picture; saying what it does not show.
    """
    found = visit.page.evaluate("figures.survey", LEAST)
    assert {kind: those[:5] for kind, those in found.items() if those} == {}


def described(visit):
    for picture in visit.parsed("div", class_="picture"):
        assert picture["role"] == "img"
        assert len(picture["aria-label"].split()) >= 5, picture["aria-label"]
        assert not re.search(r"array\(|np\.|\bnan\b|None|\$|\\", picture["aria-label"])


NAMED = {"none", *(f"var(--{name})" for name in PALETTE)}
PAINT = re.compile(r' (fill|stroke)="([^"]*)"')


def without_colors_of_their_own(visit):
    """Nor translucent lines, whose contrast is unknown; an area may be translucent."""
    shown = "[...document.querySelectorAll('.picture svg')].map((svg) => svg.outerHTML)"
    states = "Object.values(globalThis.explored ?? {}).flatMap(({ pieces }) => pieces ?? [])"
    for svg in [*visit.page.evaluate(shown), *visit.page.evaluate(states)]:
        assert {color for _, color in PAINT.findall(svg)} <= NAMED
        assert "stroke-opacity" not in svg
        assert not re.search(r"<text[^>]*var\(--(soft|paper)\)", svg), "too pale for words"
        assert not re.search(r'<path (?=[^>]*fill-opacity)[^>]* d="[^"]*[al]', svg), "a marker"


def distinct(visit):
    """What is drawn or written stands out in both themes; a drawing also in a reader's colors."""
    for theme, forced in itertools.product(["light", "dark"], ["none", "active"]):
        visit.page.emulate_media(color_scheme=theme, forced_colors=forced)
        paper = PALETTE["paper"][theme == "dark"]
        paints = visit.page.evaluate("figures.paints", forced == "active")
        assert forced == "active" or paper in {ground for _, _, ground, _ in paints}
        for kind, color, ground, where in paints:
            if color == paper and kind != "letters":
                continue  # a gap between two marks, or a hollow one
            least = 4.5 if kind == "letters" else 3
            assert contrast(color, ground) >= least, (theme, forced, kind, color, ground, where)
    visit.page.emulate_media(color_scheme="light", forced_colors="none")


def with_question_and_insight(visit):
    """An explorer is a figure with a question, an insight in a fold, and a sentence."""
    for explorer in visit.parsed(attrs={"data-explore": True}):
        assert explorer.find_parent("figure"), f"no caption: {explorer.get_text()[:100]}"
        assert explorer.find(class_="question").text.strip().endswith("?")
        assert len(explorer.details.p.text.split()) >= 8, "the insight"
        status = explorer.find(role="status").text
        assert re.match(r"[^a-z].*[.!?]$", status), f"no sentence: {status}"


def view(explorer):
    """What an explorer shows: its picture, and its status."""
    return tuple(explorer.evaluate("figures.view"))


GRIP = """explorer => {
  const box = explorer.querySelector(".grip")?.getBoundingClientRect();
  return box && [box.x + box.width / 2, box.y + box.height / 2];
}"""


def moved_by_sliders(visit):
    """And by what can be dragged, whose state is then the nearest."""
    for explorer in visit.page.query_selector_all("[data-explore]"):
        before, goal = view(explorer), None
        for slider in explorer.query_selector_all("input[type=range]"):
            slider.focus()
            pressed = {}
            for key in ("Home", "ArrowRight", "End"):
                visit.page.keyboard.press(key)
                pressed[key] = view(explorer)
            assert len({picture for picture, _ in pressed.values()}) == len(set(pressed))
            slider.scroll_into_view_if_needed()
            box = slider.bounding_box()
            for press in (visit.page.mouse.click, visit.page.touchscreen.tap):
                for x, key in ((4, "Home"), (box["width"] - 4, "End")):
                    press(box["x"] + x, box["y"] + box["height"] / 2)
                    assert view(explorer) == pressed[key]
            goal = explorer.evaluate(GRIP)  # at the last state
            explorer.evaluate("figures.back")
            assert view(explorer) == before
        if goal and dist(start := explorer.evaluate(GRIP), goal) > 10:  # nearer, controls may stay
            visit.page.mouse.move(*start)
            visit.page.mouse.down()
            visit.page.mouse.move(*goal, steps=3)
            visit.page.mouse.up()
            assert dist(explorer.evaluate(GRIP), goal) < dist(start, goal) / 2
            explorer.evaluate("figures.back")


def moved_by_buttons(visit):
    for group in visit.page.query_selector_all("[data-explore] fieldset"):
        assert group.query_selector("legend").text_content().strip()
        explorer = group.evaluate_handle("group => group.closest('[data-explore]')").as_element()
        radios, pressed = group.query_selector_all("input[type=radio]"), []
        radios[0].evaluate("radio => radio.click()")
        radios[0].focus()
        for radio in radios:
            assert radio.is_checked()
            pressed.append(view(explorer))
            visit.page.keyboard.press("ArrowRight")
        assert len(set(pressed)) == len(radios)
        for i, label in enumerate(group.query_selector_all("label")):
            label.tap()
            assert radios[i].is_checked() and view(explorer) == pressed[i]
        explorer.evaluate("figures.back")


def playing_to_the_end(visit):
    for control in visit.page.query_selector_all("[data-explore] .control:has([type=range])"):
        last = int(control.query_selector("input").get_attribute("max"))
        assert control.query_selector(".play").is_visible() == (last >= 3)
        if last >= 3:
            whole, stopped = control.evaluate("figures.play")
            assert whole == [*([i, "Pause"] for i in range(last)), [last, "Play"]]
            assert stopped == [[1, "Play"], [2, "Play"]]


# In this order, in a wide window; and at each width.
WIDE = [ready, described, without_colors_of_their_own, distinct, with_question_and_insight]
WIDE += [moved_by_sliders, moved_by_buttons, playing_to_the_end]
EACH = [legible_and_still]
