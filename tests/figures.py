"""Figures and explorers on a page of the site: legible, in order, and moved by all means.

tests/test_site.py asks all of this of every page.
"""

import gzip
import itertools
import json
import re
from pathlib import Path

from bs4 import BeautifulSoup, SoupStrainer

from lib.figures.colors import PALETTE
from tests import browsing
from tests.test_colors import contrast

LEAST = 11  # px of a letter on a phone
FRAMES = 300_000  # bytes of the states of a page's explorers, compressed

ALONE = """() => {
  const kept = [...document.querySelectorAll("[data-explore]")];
  const near = (part) => kept.some((one) => one.contains(part) || part.contains(one));
  document.querySelectorAll("article *").forEach((part) => near(part) || part.remove());
}"""
TOOLS = Path(__file__).with_name("figures.js").read_text("utf-8")


def ready(visit):
    """Fetch the states of the page's explorers, and read its figures as the server sends them.

    The page without scripts keeps its explorers alone: it is laid out anew at each width.
    """
    visit.page.evaluate(TOOLS)
    visit.page.evaluate("figures.load()")
    visit.plain.page.evaluate(ALONE)
    figures = SoupStrainer(class_=["align-default", "picture"])  # a figure's class, and a picture's
    text = (browsing.HTML / visit.path).read_text("utf-8")
    visit.parsed = BeautifulSoup(text, "html.parser", parse_only=figures)


def sound(visit):
    """No state of an explorer, and no other figure, is

    wider than the column; with words too small for a phone, outside their figure, or on one
    another; moving anything besides the picture; saying what it does not show.
    """
    width = visit.page.viewport_size["width"]
    found = visit.page.evaluate("figures.survey", LEAST if width >= 390 else 0)
    assert {kind: those[:5] for kind, those in found.items() if those} == {}


def told(visit):
    for picture in visit.parsed("div", class_="picture"):
        assert picture["role"] == "img"
        assert len(picture["aria-label"].split()) >= 5, picture["aria-label"]
        assert not re.search(r"array\(|np\.|\bnan\b|None|\$|\\", picture["aria-label"])


NAMED = {"none", *(f"var(--{name})" for name in PALETTE)}
PAINT = re.compile(r' (fill|stroke)="([^"]*)"')


def drawings(visit):
    """The SVG of a page's figures: what stands there, and the pieces of every state."""
    pictures = visit.parsed("div", class_="picture")
    shown = [str(svg) for picture in pictures for svg in picture("svg")]
    pieces = visit.page.evaluate(
        "Object.values(globalThis.explored ?? {}).map(({ pieces }) => pieces)"
    )
    return [*shown, *(piece for some in pieces for piece in some)]


def without_colors_of_their_own(visit):
    """Nor translucent lines or markers, whose contrast nobody knows; an area may be one."""
    words = set()
    for svg in drawings(visit):
        assert {color for _, color in PAINT.findall(svg)} <= NAMED
        words.update(
            color for text in re.findall("<text[^>]*>", svg) for _, color in PAINT.findall(text)
        )
        assert "stroke-opacity" not in svg
        for element in re.findall(r"<path [^>]*fill-opacity[^>]*>", svg):
            assert not re.search(r' d="[^"]*[al]', element), f"a marker: {element[:200]}"
    assert words <= NAMED - {"none", "var(--soft)", "var(--paper)"}, "soft is too pale for words"


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


def asking(visit):
    """An explorer is a numbered figure with a question, an insight in a fold, and a sentence."""
    explorers = visit.parsed(attrs={"data-explore": True})
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


def light_frames(visit):
    explorers = visit.parsed(attrs={"data-explore": True})
    data = [json.loads(explorer["data-explore"]) for explorer in explorers]
    folder = browsing.HTML / "_images" / "explorers"
    files = {folder / one["file"].rpartition("/")[2] for one in data}
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) <= FRAMES


WITHOUT = """() => [...document.querySelectorAll("[data-explore]")].map((explorer) => [
  explorer.querySelector(".picture").innerHTML,
  explorer.querySelector("[role=status]").textContent,
  explorer.getBoundingClientRect().height.toFixed(0),
])"""


def as_high_without_a_script(visit):
    """Where a page without scripts has the start of an explorer, it is as high, and the same."""
    visit.plain.page.set_viewport_size(visit.page.viewport_size)
    assert visit.page.evaluate(WITHOUT) == visit.plain.page.evaluate(WITHOUT)


def seen(explorer):
    """What an explorer shows: its picture, and what it says of it."""
    return tuple(explorer.evaluate("figures.seen"))


def moved_by_sliders(visit):
    for explorer in visit.page.query_selector_all("[data-explore]"):
        before = seen(explorer)
        for slider in explorer.query_selector_all("input[type=range]"):
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
                for x, key in ((4, "Home"), (box["width"] - 4, "End")):
                    touch(box["x"] + x, box["y"] + box["height"] / 2)
                    assert seen(explorer) == pressed[key]
            explorer.evaluate("figures.back")
            assert seen(explorer) == before


def moved_by_buttons(visit):
    for group in visit.page.query_selector_all("[data-explore] fieldset"):
        assert group.query_selector("legend").text_content().strip()
        explorer = group.evaluate_handle("group => group.closest('[data-explore]')").as_element()
        radios, pressed = group.query_selector_all("input[type=radio]"), []
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
                assert radios[i].is_checked() and seen(explorer) == pressed[i]
        explorer.evaluate("figures.back")


def drawn_at_once(visit, most=1):
    """No frame shows a slider ahead of its picture: where the one is heard, the other is drawn."""
    sliders = visit.page.query_selector_all("[data-explore] .control:has([type=range])")
    for control in sliders[:most]:
        slider = control.query_selector("input")
        slider.evaluate("slider => { slider.value = 0; }")
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        middle = box["y"] + box["height"] / 2
        heard = control.evaluate_handle("figures.watch")
        visit.page.mouse.move(box["x"] + 8, middle)
        visit.page.mouse.down()
        last = int(slider.get_attribute("max"))
        visit.page.mouse.move(box["x"] + box["width"] - 8, middle, steps=2 * last)
        visit.page.mouse.up()
        passed, late = heard.evaluate("figures.passed")
        assert set(passed) >= set(range(1, last + 1))
        assert late == []
        control.evaluate("control => figures.back(control.closest('[data-explore]'))")


def playing_to_the_end(visit):
    for control in visit.page.query_selector_all("[data-explore] .control:has([type=range])"):
        last = int(control.query_selector("input").get_attribute("max"))
        assert control.query_selector(".play").is_visible() == (last >= 3)
        if last >= 3:
            whole, stopped = control.evaluate("figures.play")
            assert whole == [*([i, "Pause"] for i in range(last)), [last, "Play"]]
            assert stopped == [[1, "Pause"], [1, "Play"], [2, "Play"]]
            control.evaluate("control => figures.back(control.closest('[data-explore]'))")


# In this order, in a wide window; and at each width.
WIDE = [
    ready,
    told,
    without_colors_of_their_own,
    distinct,
    asking,
    light_frames,
    moved_by_sliders,
    moved_by_buttons,
    drawn_at_once,
    playing_to_the_end,
]
EACH = [sound, as_high_without_a_script]
