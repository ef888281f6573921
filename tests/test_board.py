"""What both laboratories are: points in a kernel, and on a page by every input.

On a page they are tried in the perceptron laboratory; what the other adds: tests/test_margins.py.
"""

import numpy as np
import pytest

from lib.explore.laboratory import HALFWAY, Laboratory, laboratory
from lib.explore.margins import margin_laboratory
from tests import boards, browsing
from tests.boards import ROWS, Bench
from tests.browsing import PHONE

PAGE = "chapters/perceptron.html"


# In Python

BAD = {  # more of them: tests/test_bad_input.py
    r"points has shape \(21, 3\); give 1 to 20 rows": {"points": [(1, 1, 1)] * 21},
    r"points holds .*; give coordinates from -4 to 4": {"points": [(1, 4.125, 1)]},
    r"points holds .*; the third number is a label": {"points": [(1, 1, 2)]},
    r"C=nan; give one of": {"C": np.nan},
    r"view=\['sum'\]; give 'slab', 'hulls'": {"view": ["sum"]},
}


@pytest.mark.parametrize("message", BAD)
def test_bad_values_are_refused_and_leave_the_widget_as_it_was(live, message):
    ((name, value),) = BAD[message].items()
    make = laboratory if name == "points" else margin_laboratory
    with pytest.raises(ValueError, match=message):
        make(**{name: value})
    lab = make()
    before = lab.get_state()
    with pytest.raises(ValueError, match=message):
        setattr(lab, name, value)
    assert lab.get_state() == before


# On the page


@pytest.fixture(scope="module")
def visit(base, chromium):
    with boards.visiting(chromium, base, PAGE) as opened:
        yield opened


@pytest.fixture
def bench(visit):
    return Bench.anew(visit.page)


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
    scrolled = page.evaluate("scrollY")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("scrollY") == scrolled


def test_a_mouse_drags_and_reset_takes_it_back(bench):
    bench.drag(7, 40, 60, off=(3, -2))  # off its middle: the point must not jump there
    unit = 153 / 4 * bench.svg(0).evaluate("svg => svg.clientWidth") / 360
    moved = [round(8 * (c + d / unit)) / 8 for c, d in ((0, 40), (4, -60))]
    assert bench.points == [*HALFWAY[:7], (*moved, 1)]
    bench.press("reset")
    assert bench.points == HALFWAY and "reset" in bench.idle
    bench.press("reset")
    assert bench.last_action == bench.spoken == "It is as at the start."


def test_a_click_chooses_and_another_flips(bench):
    page = bench.page
    page.mouse.click(*bench.middle(3))
    assert bench.last_action == bench.spoken == "Point 3 is chosen: click again to flip it."
    assert bench.place(3)[2] == -1
    chosen = page.locator(".point").evaluate_all("all => all.map((p) => p.matches('.chosen'))")
    assert chosen == [i == 3 for i in range(8)]
    page.mouse.click(*bench.middle(3))
    assert bench.place(3)[2] == 1
    page.eval_on_selector(".point >> nth=5", "point => point.dispatchEvent(new Event('click'))")
    assert bench.place(5)[2] == 1  # a click without a pointer, as of a screen reader


def test_nothing_shifts_when_the_script_comes(bench):
    for width in (320, 390, 480, 600, 620, 700, 760, 900, 1000, 1280):
        bench.page.set_viewport_size({"width": width, "height": 900})
        before, after, needed = bench.page.evaluate(browsing.HEIGHTS, ".laboratory")
        assert before == pytest.approx(after, abs=0.5)
        assert after - 80 < needed <= after, f"set --room in the style sheet at {width} px"


def test_a_finger_drags_a_point_and_scrolls_beside_it(visits):
    page = visits(PAGE, viewport=PHONE, has_touch=True, is_mobile=True).page
    bench = Bench(page)
    page.locator(".laboratory").scroll_into_view_if_needed()
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
    sizes = page.locator(".laboratory svg").evaluate_all(
        """all => all.flatMap((svg) => [...svg.querySelectorAll("text")].map((text) =>
             parseFloat(getComputedStyle(text).fontSize) * svg.getScreenCTM().a))"""
    )
    assert len(sizes) > 12 and min(sizes) >= 11


def test_accessible_on_a_phone_and_in_the_dark(bench):
    page = bench.page
    # Chromium focuses whatever listens for the focus; other browsers need the attribute.
    buttons = page.locator(".laboratory svg[role=application] [role=button][tabindex='0']")
    assert buttons.count() == 8
    page.set_viewport_size(PHONE)
    browsing.thin(page)  # what is around it
    bench.key(3)  # a half-plane shaded; then not separable
    for keys in ([], ["Enter"]):
        bench.key(3, *keys)
        page.emulate_media(color_scheme="light")
        assert browsing.violations(page, browsing.RULES, inside=".laboratory") == []
        page.emulate_media(color_scheme="dark")
        assert browsing.violations(page, ["color-contrast"], inside=".laboratory") == []
    page.set_viewport_size({"width": 1280, "height": 900})


def test_alive_from_a_file(visits):
    bench = Bench(visits(PAGE, at=f"file://{browsing.HTML}/").page)
    bench.key(4, "ArrowUp")
    assert bench.place(4) == (2, 1.125, 1)


def test_the_module_of_the_widget(bench):
    """What anywidget imports, with a model like its own: the kernel gets and sends changes."""
    saved, (told, count, keys) = browsing.widget(
        bench.page,
        Laboratory._esm,
        {"points": ROWS, "t": 3},
        """(el, model) => {
          el.querySelector("[name=step]").click();
          el.querySelector(".point").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
          model.set("points", [[1, 1, 1], [2, 1, -1]]);
          const told = el.querySelector(".state").lastElementChild.textContent;
          return [told, el.querySelectorAll(".point").length, el.dataset.lmSuppressShortcuts];
        }""",
    )
    flipped = [[*ROWS[0][:2], 1], *ROWS[1:]]
    assert saved == [{"points": ROWS, "t": 4}, {"points": flipped, "t": 4}]
    assert told.startswith("After 4 of 13 updates")
    assert (count, keys) == (2, "true")
