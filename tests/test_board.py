"""The board of the scene: in a kernel, in an address, and on a page by every input."""

import numpy as np
import pytest
from py_mini_racer import MiniRacer

from lib.explore.scene import HALFWAY, MOST, Scene, scene
from lib.explore.widget import joined
from tests import browsing
from tests.boards import ROWS, Bench
from tests.browsing import PHONE

PAGE = "chapters/block-novikoff.html"
SPOKEN = "document.querySelector('.scene [role=status]').textContent"


# In Python

BAD = {  # more of them: tests/test_bad_input.py
    r"points has shape \(21, 3\); give 1 to 20 rows": {"points": [(1, 1, 1)] * 21},
    r"points holds .*; give coordinates from -4 to 4": {"points": [(1, 4.125, 1)]},
    r"points holds .*; the third number is a label": {"points": [(1, 1, 2)]},
    r"C=nan; give one of": {"C": np.nan},
    r"view=\['sum'\]; give 'hulls' or": {"view": ["sum"]},
    r"start holds .*; give coordinates from -4 to 4": {"start": (1, 0.1)},
}


@pytest.mark.parametrize("message", BAD)
def test_bad_values_are_refused_and_leave_the_widget_as_it_was(live, message):
    ((name, value),) = BAD[message].items()
    with pytest.raises(ValueError, match=message):
        scene("forces", **{name: value})
    lab = scene("forces")
    before = lab.get_state()
    with pytest.raises(ValueError, match=message):
        setattr(lab, name, value)
    assert lab.get_state() == before


# The address

NO_STATE = ["", "3", "0..hulls.001001", "-1..hulls.001001001", "12345..hulls.001001001"]
NO_STATE += [f"0.{rest}" for rest in ("99.sum.001001001", ".slab.001001001", ".sum.001001001&x=1")]
NO_STATE += [f"0..sum.001001{rest}" for rest in ("0012", "00A", "zzz", "6iq", "001" * (MOST + 1))]


@pytest.mark.parametrize("values", [{"t": 3, "C": None}, {"t": 0, "C": 0.5}])
def test_an_address_keeps_a_state_and_nothing_else_is_one(values):
    rng, corners = np.random.default_rng(7), [-4, 0.125, 4]
    with MiniRacer() as racer:
        racer.eval(joined("scene.js"))
        for n in (1, 2, MOST):
            places = np.column_stack([rng.choice(corners, (n, 2)), rng.choice([-1, 1], n)])
            state = values | {"points": places.tolist(), "view": "sum"}
            state |= {"start": [0.125, -4], "b": 1.5}
            address = racer.call("scene.write", state)
            assert len(address) <= 15 + 3 * n
            assert racer.call("scene.read", address) == state
        for text in NO_STATE:
            assert racer.call("scene.read", text) is None


# On the page


@pytest.fixture
def bench(opened):
    return opened("block-novikoff")


def test_keys_move_and_flip_a_point_and_say_what_they_changed(bench):
    page = bench.page
    assert bench.spoken == ""  # nothing yet
    bench.key(1, "ArrowUp")  # far from the line
    assert bench.spoken == "Point 1 at (3, 3.125). R = 4.332: at most 11 updates."
    bench.key(4)
    for key, expected in [
        ("ArrowRight", (2.125, 1, 1)),
        ("ArrowUp", (2.125, 1.125, 1)),
        ("Shift+ArrowLeft", (1.125, 1.125, 1)),
        ("Shift+ArrowDown", (1.125, 0.125, 1)),
        ("Enter", (1.125, 0.125, -1)),
        ("Space", (1.125, 0.125, 1)),
    ]:
        page.keyboard.press(key)
        assert bench.place(4) == expected
    for _ in range(9):
        page.keyboard.press("Shift+ArrowUp")
    assert bench.place(4)[1] == 4
    page.keyboard.press("z")  # what moved nothing is nothing to undo
    assert bench.place(4)[1] == 3.125
    scrolled = page.evaluate("scrollY")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("scrollY") == scrolled


def test_a_mouse_drags_and_undo_takes_it_back_as_one(bench):
    keyboard = bench.page.keyboard
    bench.drag(7, 40, 60, off=(3, -2))  # off its middle: the point must not jump there
    unit = 153 / 4 * bench.svg(0).evaluate("svg => svg.clientWidth") / 360
    moved = [round(8 * (c + d / unit)) / 8 for c, d in ((0, 40), (4, -60))]
    dragged = bench.points
    assert dragged == [*HALFWAY[:7], (*moved, 1)]
    bench.key(0)
    keyboard.down("ArrowUp")
    keyboard.down("ArrowUp")  # held
    keyboard.up("ArrowUp")
    keyboard.press("Enter")
    edited = bench.points
    assert edited != dragged
    bench.press("reset")
    assert bench.points == HALFWAY and "reset" in bench.idle
    bench.press("undo")
    assert bench.points == edited
    bench.key(0, "z", "z")
    assert bench.points == dragged
    bench.page.focus(".outline a >> nth=0")
    keyboard.press("Control+z")  # not the scene's
    assert bench.points == dragged
    bench.page.focus(".scene [name=undo]")
    keyboard.press("Control+z")
    assert bench.points == HALFWAY and {"undo", "reset"} <= set(bench.idle)
    bench.press("undo")
    assert bench.last_action == bench.spoken == "There is nothing to undo."


def test_a_click_chooses_and_another_flips(bench):
    page = bench.page
    page.mouse.click(*bench.middle(3))
    assert bench.last_action == bench.spoken == "Point 3 is chosen: choose it again to flip it."
    assert bench.place(3)[2] == -1
    chosen = page.locator(".point").evaluate_all("all => all.map((p) => p.matches('.chosen'))")
    assert chosen == [i == 3 for i in range(8)]
    page.mouse.click(*bench.middle(3))
    assert bench.place(3)[2] == 1
    page.eval_on_selector(".point >> nth=5", "point => point.dispatchEvent(new Event('click'))")
    assert bench.place(5)[2] == 1  # a click without a pointer, as of a screen reader


def test_a_point_that_lies_on_another_is_the_one_that_is_grabbed_again(bench):
    bench.drag(2, *np.subtract(bench.middle(5), bench.middle(2)))
    bench.page.mouse.click(*bench.middle(5))  # whose element lies above
    assert bench.place(2) == (*HALFWAY[5][:2], 1) and bench.place(5) == HALFWAY[5]
    bench.drag(5, 40, 0)
    assert bench.place(2)[0] > HALFWAY[5][0] + 0.5 and bench.place(5) == HALFWAY[5]


def test_the_address_keeps_the_state(bench):
    page = bench.page
    page.evaluate(
        """() => {
          const replace = history.replaceState.bind(history);
          window.written = 0;
          history.replaceState = (...all) => replace(...all, ++window.written);
        }"""
    )
    bench.drag(7, 40, 60)
    bench.press("step")
    bench.wait("location.hash.startsWith('#scene=1.')")
    assert page.evaluate("window.written") <= 3  # 41 changes
    kept = bench.points, bench.status
    page.reload()
    assert (bench.points, bench.status) == kept
    bench.press("link")
    bench.wait(f"{SPOKEN}.startsWith('The link')")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.evaluate("location.hash = '#scene=1.nonsense'")
    bench.wait(f"{SPOKEN}.startsWith('This link is damaged; the scene starts fresh.')")
    assert bench.points == HALFWAY
    page.evaluate("location.hash = '#scene=1..hulls.39d39d6ip'")
    bench.wait("document.querySelectorAll('.point').length === 1")
    assert bench.points == [(4, 4, 1)]


def test_a_finger_drags_a_point_and_scrolls_beside_it(visits):
    page = visits(PAGE, viewport=PHONE, has_touch=True, is_mobile=True).page
    bench = Bench(page)
    page.locator(".scene").scroll_into_view_if_needed()
    x, y = bench.middle(3)
    start, scrolled = bench.place(3), page.evaluate("scrollY")
    browsing.swipe(page, *((x, y - 8 * step) for step in range(11)))
    assert page.evaluate("scrollY") == scrolled
    assert bench.place(3)[0] == start[0] and bench.place(3)[1] > start[1] + 1
    page.touchscreen.tap(*bench.middle(3))
    assert bench.place(3)[2] == -start[2]
    scrolled, beside = page.evaluate("scrollY"), bench.middle(5)[1] + 40
    browsing.swipe(page, *((x + 50, beside - 8 * step) for step in range(11)))
    bench.wait(f"scrollY > {scrolled} + 20")


def test_play_goes_to_the_end_and_stops(bench):
    page, button = bench.page, bench.page.locator("[name=play]")
    page.wait_for_timeout(1000)
    assert bench.status.startswith("After 0 of 6")  # nothing plays by itself
    bench.press("step")
    button.click()
    button.click()
    assert button.text_content() == "Play"
    stopped = bench.status
    page.wait_for_timeout(1000)
    assert bench.status == stopped
    page.evaluate(
        """() => {
          const spoken = document.querySelector(".scene [role=status]");
          window.spoken = [];
          new MutationObserver(() => window.spoken.push(spoken.textContent))
            .observe(spoken, { childList: true });
        }"""
    )
    button.click()
    bench.wait("document.querySelector('.scene [name=play]').textContent === 'Play'")
    assert bench.status.startswith("After 6 of 6")
    assert page.evaluate("spoken") == [bench.spoken]  # once, at the end
    button.click()
    assert bench.status.startswith("After 0 of 6")


def test_where_motion_is_unwelcome_a_press_is_one_step(bench):
    bench.page.emulate_media(reduced_motion="reduce")
    bench.page.reload()
    assert bench.page.locator(".scene button:visible", has_text="Play").count() == 0
    bench.page.locator(".scene .run button:visible", has_text="Step").click()
    assert bench.status.startswith("After 1 of 6")


def test_alive_from_a_file(visits):
    bench = Bench(visits(PAGE, at=f"file://{browsing.HTML}/").page)
    bench.key(4, "ArrowUp")
    assert bench.place(4) == (2, 1.125, 1)


def test_the_module_of_the_widget(bench):
    """What anywidget imports, with a model like its own: the kernel gets and sends changes."""
    saved, (told, count, keys) = browsing.widget(
        bench.page,
        Scene._esm,
        {"parts": ["steps", "edit"], "points": ROWS, "start": [0, 0], "b": 0, "t": 3, "C": None}
        | {"view": "hulls"},
        """(el, model) => {
          el.querySelector("[name=step]").click();
          el.querySelector(".point").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
          model.set("points", [[1, 1, 1], [2, 1, -1]]);
          const told = el.querySelector(".state").lastElementChild.textContent;
          return [told, el.querySelectorAll(".point").length, el.dataset.lmSuppressShortcuts];
        }""",
    )
    flipped = [[*ROWS[0][:2], 1], *ROWS[1:]]
    assert [(one["points"], one["t"]) for one in saved] == [(ROWS, 4), (flipped, 4)]
    assert told.startswith("After 4 updates")
    assert (count, keys) == (2, "true")
