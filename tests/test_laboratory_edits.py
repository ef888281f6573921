"""What a reader makes of the laboratory: undo, play, points to come and go, order, address."""

import re

import pytest

from lib.explore.board import MOST, START
from lib.perceptron import perceptron
from tests import browsing
from tests.test_laboratory import sample_of
from tests.test_laboratory_page import PAGE, PHONE, middle, place, status

ORDER = [START[1], START[0], *START[2:]]  # needs one update


@pytest.fixture
def visit(visits):
    return lambda after="", **options: visits(PAGE + after, **options)


def press(page, name):
    page.click(f".laboratory [name={name}]")


def points(page):
    """All points, as rows x1, x2, y."""
    count = page.locator(".point").count()
    return [(x1, x2, y) for y, x1, x2 in (place(page, i) for i in range(count))]


def test_undo_takes_back_a_drag_as_one_and_reset_as_well(visit):
    page = visit().page
    press(page, "end")
    x, y = middle(page, 7)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 60, steps=8)
    page.mouse.up()
    dragged = points(page)
    page.focus(".point >> nth=0")
    page.keyboard.down("ArrowUp")
    page.keyboard.down("ArrowUp")  # held
    page.keyboard.up("ArrowUp")
    page.keyboard.press("Enter")
    edited = points(page)
    assert edited != dragged != START
    press(page, "reset")
    assert points(page) == START
    assert status(page).startswith("As at the start. After 3 of 5 updates")
    press(page, "undo")
    assert points(page) == edited
    for _ in range(2):
        page.focus(".point >> nth=0")
        page.keyboard.press("z")
    assert points(page) == dragged
    press(page, "undo")
    assert points(page) == START
    assert status(page).startswith("Undone. After 5 of 5 updates")
    press(page, "undo")
    assert status(page).startswith("There is nothing to undo.")
    assert points(page) == START


def test_z_undoes_wherever_the_focus_is(visit):
    page = visit().page
    page.focus(".point >> nth=0")
    page.keyboard.press("ArrowUp")
    moved = points(page)
    page.keyboard.press("Shift+Z")  # elsewhere it redoes
    assert points(page) == moved
    press(page, "step")
    page.keyboard.press("Control+z")
    assert points(page) == START
    page.focus(".outline a >> nth=0")
    page.keyboard.press("Control+z")  # not the laboratory's
    assert status(page).startswith("Undone.")


def test_a_click_chooses_and_another_flips(visit):
    page = visit().page
    page.mouse.click(*middle(page, 3))
    assert status(page).startswith("Point 3, −1, at (−1, −1), is chosen")
    assert place(page, 3)[0] == -1
    assert page.locator(".chosen").count() == 1
    clicked = page.locator(".point >> nth=3").evaluate(
        "point => getComputedStyle(point).outlineStyle"
    )
    assert clicked == "none"  # the ring of the chosen point is enough
    page.mouse.click(*middle(page, 3))
    assert place(page, 3)[0] == 1
    page.eval_on_selector(".point >> nth=5", "point => point.dispatchEvent(new Event('click'))")
    assert place(page, 5)[0] == 1  # a click without a pointer, as of a screen reader


def test_points_come_and_go(visit):
    page = visit().page
    page.locator(".laboratory").scroll_into_view_if_needed()
    box = page.locator(".laboratory svg").first.bounding_box()
    page.mouse.dblclick(box["x"] + 0.9 * box["width"], box["y"] + 0.1 * box["height"])
    assert len(points(page)) == 9
    x1, x2, y = points(page)[8]
    assert (x1, x2) == pytest.approx((3.5, 3.5), abs=1 / 8)
    assert y == 1  # as u has it
    assert status(page).startswith("Point 8, +1")
    for count in range(10, MOST + 1):
        press(page, "add")
        assert len(set(points(page))) == count
    press(page, "add")
    assert status(page).startswith("20 points are the most.")
    assert "at most" in status(page)  # the new ones fit the separator
    press(page, "remove")  # the new one is chosen
    assert status(page).startswith("Point 19 is removed.")
    press(page, "remove")
    assert status(page).startswith("Choose a point first.")
    page.focus(".point >> nth=18")
    for left in range(18, 0, -1):
        page.keyboard.press("Delete" if left % 2 else "Backspace")
        assert page.locator(".point").count() == left
    assert page.evaluate("document.activeElement.ariaLabel").startswith("Point 0,")
    page.keyboard.press("Delete")
    assert status(page).startswith("One point stays.")
    assert points(page) == START[:1]


def test_a_new_point_can_be_dragged_and_the_order_changed_by_touch(visit):
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True).page
    page.locator(".laboratory [name=add]").tap()
    new = points(page)[8]
    page.touchscreen.tap(*middle(page, 8))  # chosen already: flips
    assert points(page)[8] == (*new[:2], -new[2])
    page.locator(".laboratory [name=remove]").tap()
    assert points(page) == START
    page.touchscreen.tap(*middle(page, 1))
    assert points(page) == START
    page.locator(".laboratory [name=first]").tap()
    assert points(page) == ORDER


def test_challenges_are_marked_when_they_are_met(visit):
    page = visit().page

    def met():
        return page.locator(".laboratory li").evaluate_all("all => all.map(li => li.className)")

    assert met() == ["", "", ""]
    page.focus(".point >> nth=1")
    page.keyboard.press("Home")
    assert points(page) == ORDER
    assert page.evaluate("document.activeElement.ariaLabel").startswith("Point 0, +1, at (3, 3)")
    assert met() == ["", "", "met"]
    assert "Challenge met: The points of the start in an order that needs one update." in status(
        page
    )
    assert "After 1 of 1 updates, 0 of 8 misclassified." in status(page)
    press(page, "reset")
    page.focus(".point >> nth=0")
    for _ in range(10):  # nearly to where no line separates
        page.keyboard.press("ArrowRight")
    assert met() == ["", "met", "met"]
    assert "Challenge met: A separable sample with γ < 0.1. After 3 of 21" in status(page)
    press(page, "reset")
    page.focus(".point >> nth=2")
    for _ in range(15):  # one step of the grid below (2, -1)
        page.keyboard.press("ArrowUp")
    assert met() == ["met"] * 3
    assert "Challenge met: A separable sample with a run of more than 100" in status(page)
    page.keyboard.press("ArrowUp")
    assert "Challenge met" not in status(page)
    press(page, "reset")
    assert met() == ["met"] * 3


def test_play_steps_to_the_end_and_stops(visit):
    page = visit(reduced_motion="reduce").page
    button = page.locator(".laboratory [name=play]")
    telling = page.locator(".laboratory [role=status]")
    page.wait_for_timeout(1000)
    assert status(page).startswith("After 3 of 5 updates")  # nothing plays by itself
    button.click()
    assert button.text_content() == "Pause"
    assert telling.get_attribute("aria-live") == "off"
    button.click()
    assert (button.text_content(), telling.get_attribute("aria-live")) == ("Play", "polite")
    seen = re.match(r"After \d", status(page))[0]
    page.wait_for_timeout(1000)
    assert status(page).startswith(seen)
    button.click()
    page.wait_for_function(
        "document.querySelector('.laboratory [name=play]').textContent === 'Play'"
    )
    assert "The run is over." in status(page)
    assert telling.get_attribute("aria-live") == "polite"
    button.click()
    assert status(page).startswith("After 0 of 5 updates")


def test_the_address_keeps_the_state(visit):
    page = visit().page
    page.evaluate(
        """() => {
          const replace = history.replaceState.bind(history);
          window.written = 0;
          history.replaceState = (...all) => replace(...all, ++window.written);
        }"""
    )
    x, y = middle(page, 7)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 60, steps=40)
    page.mouse.up()
    press(page, "step")
    page.wait_for_function("location.hash.startsWith('#lab=4.')")
    assert page.evaluate("[window.written, history.length]")[0] <= 3  # 41 changes
    kept, address = points(page), page.url
    page.reload()
    assert points(page) == kept
    assert "After 4 of" in status(page)
    other = visit(address[address.index("#") :]).page
    assert points(other) == kept
    assert other.locator(".laboratory svg").first.evaluate(
        "svg => svg.getBoundingClientRect().top < innerHeight"
    )
    press(other, "reset")
    assert points(other) == START


def test_a_bad_address_is_told_and_other_links_work(visit):
    page = visit("#lab=3.nonsense").page
    assert points(page) == START
    assert status(page).startswith("The address holds no sample for this laboratory")
    press(page, "step")
    page.wait_for_function("location.hash.startsWith('#lab=4.')")
    page.click(".outline a >> text=Two spaces")
    assert page.url.endswith("#two-spaces")
    top = "document.getElementById('two-spaces').getBoundingClientRect().top"
    page.wait_for_function(f"Math.abs({top}) < 100")
    assert "After 4 of 5" in status(page)
    press(page, "back")
    page.wait_for_function("location.hash.startsWith('#lab=3.')")
    page.evaluate("location.hash = '#lab=1.6ip'")
    page.wait_for_function("document.querySelectorAll('.point').length === 1")
    assert points(page) == [(4, 4, 1)]


def test_a_link_to_copy(visit):
    opened = visit()
    opened.tab.grant_permissions(["clipboard-read", "clipboard-write"])
    page = opened.page
    press(page, "end")
    press(page, "link")
    page.wait_for_function(
        "document.querySelector('.laboratory [role=status]').textContent.startsWith('The link')"
    )
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(page.url.partition("#")[0] + "#lab=5.")


def test_arrows_show_the_next_update(visit):
    page = visit().page
    weights = page.locator(".laboratory svg").nth(1)

    def named():
        return sorted(weights.locator("text").all_text_contents())

    assert named() == ["u", "w", "w + yx", "yx"]
    ends = weights.locator("polyline.arrow").evaluate_all(
        "all => all.map(line => line.getAttribute('points').split(/[ ,]/).map(Number))"
    )
    run = perceptron(sample_of(START))
    reach = abs(run.weights).max()
    places = [
        [180 + 165 * a / reach, 180 - 165 * b / reach] for a, b in (0 * run.w, *run.weights[3:5])
    ]
    origin, before, after = places
    expected = [origin + after, before + after, origin + before]
    assert ends == [pytest.approx(pair, abs=0.06) for pair in expected]
    press(page, "end")
    assert named() == ["u", "w"]


def test_controls_stand_right_under_the_examples_on_a_phone(visit):
    page = visit(viewport=PHONE).page
    picture = page.locator(".laboratory svg").first.bounding_box()
    step = page.locator(".laboratory [name=step]").bounding_box()
    assert 0 <= step["y"] - picture["y"] - picture["height"] < 20
    buttons = page.locator(".laboratory button:visible")
    sizes = buttons.evaluate_all("all => all.map(b => [b.offsetWidth, b.offsetHeight])")
    assert all(min(size) >= 24 for size in sizes)


def test_the_compact_form(visit):
    page = visit().page

    def made_compact(route):
        html = route.fetch().text()
        route.fulfill(body=html.replace('"t": 3}', '"t": 3, "compact": true}', 1))

    page.route(f"**/{PAGE}", made_compact)
    page.reload()
    assert page.locator(".laboratory button:visible").all_text_contents() == [
        "Step",
        "Play",
        "Reset",
    ]
    shown = page.locator(".laboratory svg:visible")
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        examples, chart = (svg.bounding_box() for svg in shown.all())
        assert (examples["y"] == chart["y"]) == (width == 1280)
    press(page, "step")
    page.focus(".point >> nth=5")
    page.keyboard.press("Home")
    assert status(page).startswith("Point 5 comes first now")
    assert "Challenge" not in status(page)
    page.wait_for_timeout(500)
    assert page.evaluate("location.hash") == ""
    assert browsing.violations(page, ["wcag2a", "wcag2aa"], inside=".laboratory") == []


def test_on_paper(visit):
    page = visit().page
    page.emulate_media(media="print")
    assert page.locator(".laboratory button:visible").count() == 0
    assert page.locator(".laboratory svg:visible").count() == 3
    adjust = "svg => getComputedStyle(svg).printColorAdjust"
    assert page.locator(".laboratory svg").first.evaluate(adjust) == "exact"
    # A printer draws no square for a line without length.
    lengths = "all => all.map(path => path.getAttribute('d').match(/h[\\d.]+/g))"
    dots = page.locator(".laboratory .dots").evaluate_all(lengths)
    assert sum(map(len, filter(None, dots))) > 10
    assert all(float(one[1:]) > 0 for path in dots for one in path or [])
