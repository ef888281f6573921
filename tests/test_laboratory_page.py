"""The laboratory on the page: by keyboard, mouse and finger, and without its script."""

import re

import numpy as np
import pytest

from lib.explore.board import START
from lib.explore.laboratory import PASSES, Laboratory
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from tests import browsing
from tests.test_laboratory import FLIPPED, sample_of

PAGE = "chapters/perceptron.html"
PHONE = {"width": 390, "height": 844}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


# The page


@pytest.fixture
def visit(visits):
    return lambda **options: visits(PAGE, **options)


def place(page, i):
    """Point i as its button says it: label, x1, x2."""
    spoken = page.get_attribute(f".point >> nth={i}", "aria-label").replace("−", "-")
    found = re.match(rf"Point {i}, ([+-]1), at \((\S+), (\S+)\)", spoken)
    return tuple(map(float, found.groups()))


def status(page):
    return page.text_content(".laboratory [role=status]")


def middle(page, i):
    page.locator(".point").nth(i).scroll_into_view_if_needed()
    box = page.locator(".point .halo").nth(i).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_keys_move_and_flip_a_point(visit):
    page = visit().page
    page.focus(".point >> nth=4")
    assert place(page, 4) == (1, 2, 1)
    for key, expected in [
        ("ArrowRight", (1, 2.125, 1)),
        ("ArrowUp", (1, 2.125, 1.125)),
        ("Shift+ArrowLeft", (1, 1.125, 1.125)),
        ("Shift+ArrowDown", (1, 1.125, 0.125)),
        ("Enter", (-1, 1.125, 0.125)),
        ("Space", (1, 1.125, 0.125)),
    ]:
        page.keyboard.press(key)
        assert place(page, 4) == expected
        y, x1, x2 = (f"{c:g}".replace("-", "−") for c in expected)
        assert status(page).startswith(f"Point 4, {'+' * (expected[0] > 0)}{y}, at ({x1}, {x2}).")
    for _ in range(9):
        page.keyboard.press("Shift+ArrowUp")
    assert place(page, 4)[2] == 4
    scrolled = page.evaluate("scrollY")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("scrollY") == scrolled
    assert page.evaluate("document.activeElement.ariaLabel").startswith("Point 4,")


def test_every_point_is_a_button_and_the_status_is_polite(visit):
    page = visit().page
    page.focus(".launch a >> nth=-1")
    points = page.locator(".laboratory svg[role=application] [role=button]")
    assert points.count() == len(START)
    # Chromium focuses whatever listens for the focus; other browsers need the attribute.
    assert points.evaluate_all("all => all.map((p) => p.getAttribute('tabindex'))") == ["0"] * 8
    page.focus(".point >> nth=0")
    for i in range(1, len(START)):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.ariaLabel").startswith(f"Point {i},")
    assert page.locator(".laboratory [role=status]").count() == 1  # a polite live region


def test_steps_tell_what_lib_tells(visit):
    page = visit().page
    run = perceptron(sample_of(START))
    u, gamma = max_margin(run.sample)
    radius = run.sample.radius
    most = int((radius / gamma) ** 2)

    def told(t):
        w = run.weights[t]
        sides = [gamma * t, w @ u, np.linalg.norm(w), radius * t**0.5]
        return f"After {t} of 5 updates, {run.errors[t]} of 8", [f"{s:.2f}" for s in sides]

    def shown():
        key = page.text_content(".laboratory .key")
        return status(page).partition(" misclassified")[0], re.findall(r"\d+\.\d\d", key)

    assert f"at most {most} updates" in status(page)
    for button, t in [("Start", 0), ("Back", 0), ("Step", 1), ("Step", 2), ("Back", 1), ("End", 5)]:
        page.click(f".laboratory button >> text={button}")
        assert shown() == told(t)
    assert "The run is over." in status(page)
    page.click(".laboratory button >> text=Step")
    assert shown() == told(5)


def test_no_separator_is_said_in_the_picture(visit):
    page = visit().page
    run = perceptron(sample_of(FLIPPED), max_passes=PASSES)
    chart = page.locator(".laboratory svg").nth(2)
    assert "No line through 0" not in chart.text_content()
    assert page.locator(".cone").count() == 1
    page.focus(".point >> nth=3")
    page.keyboard.press("Enter")
    assert "No line through 0 separates the points" in chart.text_content()
    assert "No line through 0 separates the points" in status(page)
    assert f"After 3 of {run.M} updates" in status(page)
    assert page.locator(".cone").count() == 0
    page.click(".laboratory button >> text=End")
    assert f"Stopped after {PASSES} passes" in status(page)


def test_the_point_last_touched_shades_its_half_plane(visit):
    page = visit().page
    weights = page.locator(".laboratory svg").nth(1)
    assert weights.locator(".half").count() == 0
    page.hover(".point >> nth=3")
    assert weights.locator(".half.negative").count() == 1
    page.focus(".point >> nth=1")
    assert weights.locator(".half.positive").count() == 1


def test_a_mouse_drags_and_a_click_flips(visit):
    page = visit().page
    x, y = middle(page, 7)
    page.mouse.move(x + 3, y - 2)  # off its middle: the point must not jump there
    page.mouse.down()
    page.mouse.move(x + 43, y + 58, steps=5)
    page.mouse.up()
    width = page.locator(".laboratory svg").nth(0).evaluate("svg => svg.clientWidth")
    unit = 165 / 4 * width / 360
    expected = [round(8 * (c + d / unit)) / 8 for c, d in ((0, 40), (4, -60))]
    assert place(page, 7) == (1, *expected)
    page.mouse.click(*middle(page, 7))
    assert place(page, 7) == (-1, *expected)
    page.mouse.click(*middle(page, 7))
    assert place(page, 7) == (1, *expected)


def test_a_finger_drags_a_point_and_scrolls_beside_it(visit):
    opened = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    page = opened.page
    finger = opened.tab.new_cdp_session(page)

    def swipe(x, y, down):
        def touch(kind, *points):
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

        touch("touchStart", {"x": x, "y": y})
        for step in range(1, 11):
            touch("touchMove", {"x": x, "y": y + down * step / 10})
        touch("touchEnd")
        page.wait_for_timeout(300)  # a fling ends

    page.locator(".laboratory").scroll_into_view_if_needed()
    x, y = middle(page, 3)
    start, scrolled = place(page, 3), page.evaluate("scrollY")
    swipe(x, y, -80)
    assert page.evaluate("scrollY") == scrolled
    assert place(page, 3)[:2] == start[:2]
    assert place(page, 3)[2] > start[2] + 1
    page.touchscreen.tap(*middle(page, 3))
    assert place(page, 3)[0] == -start[0]
    scrolled = page.evaluate("scrollY")
    swipe(x + 50, middle(page, 5)[1] + 40, -80)
    assert page.evaluate("scrollY") > scrolled + 20


def test_accessible_on_a_phone_and_in_the_dark(visit):
    page = visit(color_scheme="light", viewport=PHONE).page
    browsing.thin(page)  # what is around it
    for key in ("Tab", "Enter"):  # separable, and one half-plane shaded; then not separable
        page.focus(".point >> nth=3")
        page.keyboard.press(key)
        page.emulate_media(color_scheme="light")
        assert browsing.violations(page, RULES, inside=".laboratory") == []
        page.emulate_media(color_scheme="dark")
        assert browsing.violations(page, ["color-contrast"], inside=".laboratory") == []


def test_nothing_shifts_when_the_script_comes(visit):
    page = visit().page
    for width in (320, 390, 480, 600, 620, 700, 760, 900, 1000, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        before, after, needed = page.evaluate(browsing.HEIGHTS, ".laboratory")
        assert before == pytest.approx(after, abs=0.5)
        assert after - 80 < needed <= after, f"set --room in laboratory.css at {width} px"


def test_nothing_moves_by_itself(visit):
    for choice in ("reduce", "no-preference"):
        page = visit(reduced_motion=choice).page
        page.click(".laboratory button >> text=Step")
        page.keyboard.press("Tab")
        assert page.evaluate("document.getAnimations().length") == 0


def test_a_picture_without_scripts(visit):
    page = visit(java_script_enabled=False).page
    picture = page.query_selector(".laboratory .picture")
    picture.scroll_into_view_if_needed()
    assert "through 3 of 5 updates" in picture.get_attribute("aria-label")
    panels = picture.query_selector_all("svg:not(svg svg)")
    assert [panel.is_visible() for panel in panels] == [True] * 3
    end = picture.bounding_box()["y"] + picture.bounding_box()["height"]
    assert all(p.bounding_box()["y"] + p.bounding_box()["height"] <= end for p in panels)


def test_alive_on_a_page_opened_as_a_file(visit):
    page = visit(at=f"file://{browsing.HTML}/").page
    page.click(".laboratory button >> text=End")
    assert "The run is over." in status(page)


def test_the_module_of_the_widget(visit):
    """What anywidget imports, with a model like its own: the kernel is told, and is listened to."""
    start = [list(row) for row in START]
    saved, told = browsing.widget(
        visit().page,
        Laboratory._esm,
        {"points": start, "t": 3},
        """(el, model) => {
          el.querySelectorAll("button")[2].click();
          el.querySelector(".point").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
          model.set("points", [[1, 1, 1], [2, 1, -1]]);
          const told = el.querySelector("[role=status]").textContent;
          return [told, el.querySelectorAll(".point").length, el.dataset.lmSuppressShortcuts];
        }""",
    )
    assert saved[0] == {"points": start, "t": 4}
    assert saved[1] == {"points": [[*start[0][:2], 1], *start[1:]], "t": 4}
    assert len(saved) == 2
    assert told[0].startswith("After 4 of 13 updates")
    assert told[1:] == [2, "true"]
