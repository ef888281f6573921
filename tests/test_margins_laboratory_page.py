"""The margin laboratory on the page: by keyboard, mouse and finger, and without its script."""

import numpy as np
import pytest

from lib.explore.laboratory import START
from lib.explore.margins import PRICES, MarginLaboratory
from lib.max_margin import hard_margin
from lib.soft_margin import soft_margin
from tests import browsing
from tests.test_laboratory import sample_of
from tests.test_laboratory_page import PHONE, RULES, middle, place, status

PAGE = "chapters/soft-margin.html"
FLIPPED = [(*place, -y if i == 1 else y) for i, (*place, y) in enumerate(START)]  # not separable


@pytest.fixture
def visit(visits):
    return lambda after="", page=PAGE, **options: visits(page + after, **options)


def price(page, C):
    page.fill(".margins input", str(PRICES.index(C)))


def press(page, name):
    page.click(f".margins [name={name}]")


def told(C, rows):
    """What the status says, by lib."""
    sample = sample_of(rows)
    s = soft_margin(sample, C) if np.isfinite(C) else hard_margin(sample)
    low, high = s.offsets
    b = (
        f"b = {s.b:.4g}."
        if high - low < 1e-6
        else f"b is not unique: from {low:.4g} to {high:.4g}."
    )

    def named(found):
        return ", ".join(map(str, found)) or "none"

    kinds = f"Free support vectors: {named(s.free)}; at C: {named(s.bound)}. "
    return (
        (
            (f"C = {C}" if np.isfinite(C) else "Hard margin")
            + f": half-width {s.half_width:.4g}, total slack {s.xi.sum().round(9):.4g}, "
            + f"{(sample.y * s.f <= 0).sum()} of {sample.n} misclassified. "
            + (kinds if np.isfinite(C) else f"Support vectors: {named(s.support)}. ")
            + b
        )
        .replace("-", "−")
        .replace("half−", "half-")
    )


def test_the_slider_tells_what_lib_tells(visit):
    page = visit().page
    slider = page.locator(".margins input")
    assert status(page) == told(0.2, START)
    for C in PRICES:
        price(page, C)
        if C != 0.1:  # where α is not unique
            assert status(page) == told(C, START)
        assert slider.get_attribute("aria-valuetext") == (f"{C:g}" if np.isfinite(C) else "hard")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    assert status(page) == told(100, START)


def test_discs_stems_and_rings(visit):
    """The larger α, the larger the disc; a second ring at the bound; a stem for each slack."""
    page = visit().page
    for C in (0.2, 0.05, 0.01, np.inf):
        price(page, C)
        sample = sample_of(START)
        s = soft_margin(sample, C) if np.isfinite(C) else hard_margin(sample)
        discs = page.locator(".margins .point").evaluate_all(
            """all => all.map((point) => [...point.querySelectorAll(".disc")]
                 .filter((disc) => getComputedStyle(disc).display !== "none")
                 .map((disc) => disc.getAttribute("r")))"""
        )
        most = C if np.isfinite(C) else s.alpha.max()
        for i, radii in enumerate(discs):
            assert len(radii) == (i in s.free) + 2 * (i in s.bound)
            if radii:
                assert float(radii[0]) == pytest.approx(12 + 12 * s.alpha[i] / most, abs=1e-3)
        assert page.locator(".margins .stem").count() == (s.xi > 1e-9).sum()
        low, high = s.offsets
        assert page.locator(".margins .band").count() == (high - low > 1e-6)


def test_both_views_and_the_bars(visit):
    page = visit().page
    second, bars = page.locator(".margins svg").nth(1), page.locator(".margins .chart svg")
    s = soft_margin(sample_of(START), 0.2)
    assert second.locator(".hull").count() == second.locator(".whole").count() == 2
    press(page, "sum")
    assert second.locator(".hull").count() == 0
    names = second.locator("text").all_text_contents()
    assert names == ["w", *map(str, s.support)]
    assert second.get_attribute("aria-label") == "Arrows that add up to w"
    assert page.get_attribute(".margins [name=sum]", "aria-pressed") == "true"
    said = bars.locator("text").all_text_contents()[:2]
    shown = [float(words.rpartition("= ")[2]) for words in said]
    assert shown == [pytest.approx(s.objective, rel=1e-3)] * 2
    widths = {
        name: float(bars.locator(f".{name}").get_attribute("width"))
        for name in ("primal", "paid", "dual", "taken")
    }
    assert widths["primal"] + widths["paid"] == pytest.approx(widths["dual"])
    assert widths["primal"] == pytest.approx(widths["taken"])
    assert widths["dual"] / widths["taken"] == pytest.approx(s.gap.dual / (s.norm**2 / 2), rel=1e-5)


def test_hard_says_where_no_line_separates(visit):
    page = visit().page
    page.focus(".point >> nth=1")
    page.keyboard.press("Enter")
    assert status(page) == f"Point 1, −1, at (3, 3). {told(0.2, FLIPPED)}"
    price(page, np.inf)
    assert status(page) == (
        "Hard margin: no line separates the points. p = q lies in the hulls of both classes."
    )
    assert page.locator(".margins .slab").count() == 0
    assert "no w is allowed" in page.locator(".margins .chart svg").text_content()
    press(page, "sum")
    assert "No line separates" in page.locator(".margins svg").nth(1).text_content()


def test_one_class_alone_is_said(visit):
    page = visit().page
    for i in (0, 2, 3, 5):
        page.focus(f".point >> nth={i}")
        page.keyboard.press("Enter")
    assert status(page).endswith("one class only, so w = 0 with b = +1 solves the problem.")
    price(page, np.inf)  # no α is above 0, and no disc has a size
    assert status(page).startswith("Hard margin: one class only")


def test_undo_takes_back_a_drag_as_one_a_price_and_a_reset(visit):
    page = visit().page
    x, y = middle(page, 7)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 43, y + 58, steps=6)
    page.mouse.up()
    dragged = place(page, 7)
    assert dragged[1:] != START[7][:2]
    page.focus(".margins input")
    page.keyboard.press("ArrowRight")
    assert status(page).startswith("C = 0.5")
    press(page, "reset")
    assert status(page) == f"As at the start. {told(0.2, START)}"
    press(page, "undo")
    assert status(page).startswith("Undone. C = 0.5")
    press(page, "undo")
    assert status(page).startswith("Undone. C = 0.2")
    assert place(page, 7) == dragged
    press(page, "undo")
    assert status(page) == f"Undone. {told(0.2, START)}"
    press(page, "undo")
    assert status(page).startswith("There is nothing to undo.")


def test_points_answer_as_the_perceptrons_do(visit):
    """A click chooses, another flips; Ctrl+Z undoes wherever the focus is."""
    page = visit().page
    page.mouse.click(*middle(page, 4))
    assert status(page).startswith("Point 4, +1, at (2, 1), is chosen: click again to flip")
    ring = "all => all.map((ring) => getComputedStyle(ring).stroke !== 'none')"
    rings = page.locator(".margins .point .ring").evaluate_all(ring)
    assert rings == [i == 4 for i in range(len(START))]
    page.mouse.click(*middle(page, 4))
    assert place(page, 4)[0] == -1
    page.focus(".margins input")
    page.keyboard.press("Control+z")
    assert status(page) == f"Undone. {told(0.2, START)}"


def test_play_goes_through_the_prices(visit):
    page = visit().page
    price(page, 50)
    button = page.locator(".margins [name=play]")
    button.click()
    assert button.text_content() == "Pause"
    page.wait_for_function("document.querySelector('.margins [name=play]').textContent === 'Play'")
    assert status(page) == told(np.inf, START)
    button.click()  # from the end: begins anew
    assert status(page) == told(0.01, START)


def test_the_address_keeps_the_state(visit):
    page = visit().page
    page.focus(".point >> nth=2")
    page.keyboard.press("ArrowUp")
    price(page, np.inf)
    press(page, "sum")
    page.wait_for_function("location.hash.startsWith('#margins=13.sum.')")
    before, address = status(page), page.evaluate("location.hash")
    again = visit(address).page
    assert status(again) == f"As the address says. {before}"
    assert again.get_attribute(".margins [name=sum]", "aria-pressed") == "true"
    lost = visit("#margins=99.sum.001").page
    assert status(lost).startswith(
        "The address holds no sample for this laboratory, and is ignored."
    )
    assert status(lost).endswith(told(0.2, START))


def test_a_finger_drags_a_point(visit):
    opened = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    page = opened.page
    finger = opened.tab.new_cdp_session(page)
    page.locator(".margins").scroll_into_view_if_needed()
    x, y = middle(page, 3)
    start, scrolled = place(page, 3), page.evaluate("scrollY")

    def touch(kind, *points):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", {"x": x, "y": y})
    for step in range(1, 11):
        touch("touchMove", {"x": x, "y": y - 8 * step})
    touch("touchEnd")
    assert page.evaluate("scrollY") == scrolled
    assert place(page, 3)[2] > start[2] + 1


def test_accessible_on_a_phone_and_in_the_dark(visit):
    page = visit(color_scheme="light", viewport=PHONE).page
    browsing.thin(page)  # what is around it
    for view in ("hulls", "sum"):
        press(page, view)
        page.emulate_media(color_scheme="light")
        assert browsing.violations(page, RULES, inside=".margins") == []
        page.emulate_media(color_scheme="dark")
        assert browsing.violations(page, ["color-contrast"], inside=".margins") == []


def test_words_are_legible_on_a_phone(visit):
    page = visit(viewport=PHONE).page
    sizes = page.locator(".margins svg").evaluate_all(
        """all => all.flatMap((svg) => [...svg.querySelectorAll("text")].map((text) =>
             parseFloat(getComputedStyle(text).fontSize) * svg.getScreenCTM().a))"""
    )
    assert len(sizes) > 12
    assert min(sizes) >= 11


def test_nothing_shifts(visit):
    """The still picture keeps the room that the script wants; no state wants more."""
    for name in ("soft-margin", "svm-dual", "max-margin"):
        page = visit(page=f"chapters/{name}.html").page
        for width in (320, 390, 480, 620, 700, 760, 900, 1000, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            for C in (0.05, np.inf):
                price(page, C)
                before, after, needed = page.evaluate(browsing.HEIGHTS, ".margins")
                assert before == pytest.approx(after, abs=0.5)
                assert after - 80 < needed <= after, f"set --room in margins.css at {width} px"


def test_a_picture_without_scripts(visit):
    page = visit(java_script_enabled=False).page
    picture = page.locator(".margins .picture")
    assert picture.is_visible()
    assert "A ring marks 2 examples on the dashed lines" in picture.get_attribute("aria-label")
    assert picture.locator("svg").count() >= 2


def test_the_module_of_the_widget(visit):
    """What anywidget imports, with a model like its own: the kernel is told, and is listened to."""
    rows = [list(row) for row in START]
    saved, told_last = browsing.widget(
        visit().page,
        MarginLaboratory._esm,
        {"points": rows, "C": "hard", "view": "hulls"},
        """(el, model) => {
          el.querySelector("[name=sum]").click();
          const slider = el.querySelector("input");
          slider.value = 3;
          slider.dispatchEvent(new Event("input"));
          model.set("points", [[1, 1, 1], [2, 1, -1]]);
          return el.querySelector("[role=status]").textContent;
        }""",
    )
    assert saved[0] == {"points": rows, "C": "hard", "view": "sum"}
    assert saved[1] == {"points": rows, "C": 0.1, "view": "sum"}
    assert len(saved) == 2
    assert told_last == told(0.1, [(1, 1, 1), (2, 1, -1)])
