"""What a chapter's parts of the scene show: still, in a kernel, and on its page."""

import json
import math
import re

import numpy as np
import pytest
from bs4 import BeautifulSoup

from lib.datasets import digits
from lib.explore.scene import HALFWAY, MOST, PASSES, PRICES, START, measured, scene
from lib.max_margin import hard_margin, max_margin
from lib.perceptron import perceptron
from lib.soft_margin import soft_margin
from tests import browsing
from tests.boards import ROWS, sample_of
from tests.browsing import PHONE

TIP = ".handle.turn"
ORDER = [HALFWAY[4], *HALFWAY[:4], *HALFWAY[5:]]  # needs one update


# In Python


def test_live_what_the_browser_sends_is_read(live):
    lab = scene("steps", points=HALFWAY, t=99)
    assert lab.w.tolist() == [7, 4]  # at the end of the run
    lab.set_state({"points": [[1, 1, 1], [2, 1, -1]], "t": 1})
    assert lab.run.M == perceptron(sample_of([(1, 1, 1), (2, 1, -1)])).M == 13
    lab.set_state({"start": [0, 1], "t": 0})
    assert lab.w.tolist() == [0, 1]
    lab.points, lab.start = np.array([[0, 0, 1]]), (0, 0)  # always a tie
    assert (lab.points, lab.run.M) == ([[0, 0, 1]], PASSES)
    lab.set_state({"points": [[1, 1, 1], [2, 1, -1]], "C": None, "view": "sum"})
    assert (lab.C, lab.view, lab.solution.half_width) == (None, "sum", pytest.approx(0.5))
    lab.set_state({"C": 0.5})
    assert (lab.solution.C, lab.get_state("C")) == (0.5, {"C": 0.5})


@pytest.mark.parametrize(
    ("parts", "C", "panels", "said"),
    [
        (["steps", "edit"], None, 1, "8 examples, of which w misclassifies 3"),
        (["steps", "chart"], None, 2, ", and the chart of the four sides"),
        (["turn", "bowl"], None, 2, ", and the level lines of the mean loss"),
        (["slab"], None, 1, "A ring marks 3 examples"),
        (["forces", "price"], 0.2, 2, "A ring marks 2 examples"),
        (["forces", "price"], math.inf, 2, "A ring marks 3 examples"),
    ],
)
def test_static_is_a_picture_and_data(static, parts, C, panels, said):
    still = scene(*parts, t=2, C=C)
    html = BeautifulSoup(still.html, "html.parser")
    values = {"parts": parts, "points": ROWS, "start": [0, 0], "b": 0, "t": 2, "view": "hulls"}
    values |= {"C": None if C == math.inf else C, "digits": None}
    assert json.loads(html.div["data-scene"]) == values
    picture = html.find(class_="picture")
    assert "Picture: " + picture["aria-label"] == repr(still)
    assert said in picture["aria-label"]
    assert len(picture.find_all("svg", recursive=False)) == panels


def test_static_shows_the_points_and_says_why_there_is_no_more(static):
    same = [(1, 1, 1), (1, 1, -1)]
    assert scene("slab", points=same).text == "2 examples. No line separates the points."
    assert scene("forces", points=same[:1]).text == "1 example. There is one class only."
    assert scene("chart", points=same).text.endswith(" 2. No line through 0 separates the points.")


# The pages


def test_digits_are_measured_and_land_where_they_belong(opened):
    bench = opened("index")
    scans, (rows, _) = digits(3, 8), measured()
    label = bench.page.locator(".point").first.get_attribute("aria-label")
    assert label == "Digit 0, a 3, at (−2.5, −1.875), right"
    image = scans.X[1].reshape(8, 8) / 16
    bench.press("more")
    ink = bench.svg(1).locator("text").all_text_contents()
    sums = [f"all ink: {image.sum():.1f}", f"in the frame: {image[2:6, 1:4].sum():.1f}"]
    assert ink == ["the last one: an 8", *sums]
    assert bench.spoken.startswith("Digit 1, an 8, lands at (1.75, 1.25).")
    assert rows[1] == [1.75, 1.25, 1]  # ¾ (22.3125 − 20) and 5.3125 − 4, rounded to eighths
    bench.press("all")
    assert bench.last_action == "All 20 digits have landed."
    assert bench.page.locator(".point").count() == MOST and {"more", "all"} <= set(bench.idle)
    tip = bench.page.locator(".handle.turn")
    for x in (2.625, 2.75):  # as long as the reader makes it, whatever the run that it begins
        tip.press("ArrowRight")
        assert tip.get_attribute("aria-label") == f"The tip of the arrow w, at ({x}, 1)"
    bench.press("undo", "undo")
    sample = sample_of(rows[:MOST])
    run = perceptron(sample, start=[2.5, 1])
    for t in range(run.M + 1):
        assert bench.status.startswith(f"{run.errors[t]} of 20 misread.")
        bench.press("step")
    bench.drag(0, 1, 0, kind=TIP)  # too little to be a move
    assert bench.status.startswith(f"{run.errors[run.M]} of 20 misread. The machine has made")
    for _ in range(run.M + 1):  # the steps, and then the digits
        bench.press("undo")
    assert bench.page.locator(".point").count() == 2


def test_the_arrow_turns_by_key_mouse_and_finger_and_the_line_is_lifted(opened, visits):
    bench, rows = opened("linear-separators"), np.array(measured()[0])
    bench.press("all")
    wrong = (rows[:, 2] * (rows[:, :2] @ [2.5, 1]) <= 0).sum()
    assert bench.status == f"{wrong} of 357 misread. w = (2.5, 1), b = 0."
    assert bench.last_action == "All 357 digits have landed."
    page = bench.page
    crosses = page.locator("path.wrong").get_attribute("d").count("M")
    assert crosses + page.locator(".point.wrong").count() == wrong
    page.focus(".handle.turn")
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("ArrowUp")
    assert bench.status.endswith("w = (1.5, 1.125), b = 0.") and "w = (1.5, 1.125)." in bench.spoken
    page.focus(".handle.lift")
    page.keyboard.press("Shift+ArrowDown")
    b = round(8 * 1.125) / 8  # the foot goes down by 1, and f at the foot is 0
    f = rows[:, :2] @ [1.5, 1.125] + b
    wrong = (rows[:, 2] * f <= 0).sum()
    assert bench.status == f"{wrong} of 357 misread. w = (1.5, 1.125), b = {b}."
    bench.drag(0, 34, -66, kind=TIP)
    turned = bench.status
    assert "w = (1.5" not in turned
    page.keyboard.press("z")
    assert bench.status.endswith(f"w = (1.5, 1.125), b = {b}.")
    phone = visits("chapters/index.html", viewport=PHONE, has_touch=True, is_mobile=True).page
    knob = phone.locator(".handle.turn .knob")
    knob.scroll_into_view_if_needed()
    box, scrolled = knob.bounding_box(), phone.evaluate("scrollY")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    browsing.swipe(phone, *((x, y - 8 * step) for step in range(8)))
    label = phone.locator(".handle.turn").get_attribute("aria-label")
    assert phone.evaluate("scrollY") == scrolled and "at (2.5, 1)" not in label


def test_the_handles_stay_in_reach(opened):
    bench = opened("linear-separators")
    turn, lift = (bench.page.locator(f".handle.{kind}") for kind in ("turn", "lift"))
    for key in ["ArrowLeft"] * 20 + ["Shift+ArrowDown"]:
        turn.press(key)
    assert "w = (0, 0)" in bench.status and not lift.is_visible()
    turn.press("ArrowRight")
    bench.drag(0, 39, 0, kind=TIP)  # by 1, though the line's handle is as near
    assert "w = (1.125, 0), b = 0." in bench.status
    lift.press("Shift+ArrowRight")
    turn.press("Shift+ArrowLeft")  # the line leaves the board, at 9
    assert lift.get_attribute("transform") == "translate(333.0,180.0)"
    lift.press("ArrowRight")
    lift.press("ArrowRight")  # b by 1/64
    assert "w = (0.125, 0), b = −0.5." in bench.status
    assert bench.last_action == bench.spoken == "The line stays."


def test_steps_tell_what_lib_tells(opened):
    bench = opened("block-novikoff")
    run = perceptron(sample_of(HALFWAY))
    (u, gamma), radius = max_margin(run.sample), run.sample.radius

    def expected_at(t):
        w = run.weights[t]
        sides = [gamma * t, w @ u, np.linalg.norm(w), radius * t**0.5]
        return f"After {t} of 6 updates, {run.errors[t]} of 8", [f"{s:.2f}" for s in sides]

    assert f"at most {int((radius / gamma) ** 2)} updates" in bench.status
    for button, t in [("start", 0), ("step", 1), ("step", 2), ("back", 1), ("end", 6), ("step", 6)]:
        bench.press(button)
        key = bench.page.text_content(".scene .key")
        shown = bench.status.partition(" misclassified")[0], re.findall(r"\d+\.\d\d", key)
        assert shown == expected_at(t)
        i = run.mistakes[t - 1]
        way = "added to" if run.sample.y[i] > 0 else "subtracted from"
        said = f"Point {i} was misclassified: its arrow was {way} w."
        assert t == 0 or bench.last_action in (said, "No mistake is left.")
        dots = bench.svg(1).locator(".dots.now").get_attribute("d")
        assert dots.count("M") == t + 1  # one for each mistake
    assert {"step", "end"} < set(bench.idle) and bench.last_action == "No mistake is left."
    bench.press("start")
    bench.key(3, "Enter")
    one_flipped = [(*x, -y if i == 3 else y) for i, (*x, y) in enumerate(HALFWAY)]
    updates = perceptron(sample_of(one_flipped), max_passes=PASSES).M
    assert f"After 0 of {updates} updates in {PASSES} passes," in bench.status
    bench.press("end", "step")
    assert bench.last_action == f"Stopped after {PASSES} passes."
    assert f"No separator: no u, no γ.Stopped after {PASSES} passes." in bench.svg(1).text_content()


def test_an_update_carries_the_example_to_the_tip(opened):
    bench = opened("perceptron")
    run = perceptron(sample_of(START))

    def end(arrow):
        numbers = re.findall(r"-?[\d.]+", bench.svg(0).locator(arrow).get_attribute("points"))
        ends = (np.array(numbers, float).reshape(2, 2) - 180) * (1, -1) * 4 / 153
        return ends.round(2).tolist()

    for t in range(1, run.M + 1):
        assert bench.page.locator(".point.next").count() == 1
        bench.press("step")
        old, new = run.weights[t - 1 : t + 1].tolist()
        kind = "positive" if START[run.mistakes[t - 1]][2] > 0 else "negative"
        bench.page.wait_for_timeout(800)
        assert end("polyline.arrow.now") == [[0, 0], pytest.approx(new, abs=0.01)]
        carried = [pytest.approx(old, abs=0.01), pytest.approx(new, abs=0.01)]
        assert end(f"polyline.arrow.{kind}") == carried
        line = bench.svg(0).locator("polyline.now:not(.before, .arrow)")
        assert line.count() == 1


def test_the_bowl_is_the_mean_loss_and_its_w_is_dragged(opened):
    bench = opened("perceptron-as-descent")
    signed = sample_of(START).signed
    assert bench.status.endswith("The mean loss is 1.375.")
    bench.page.focus(".side .handle")
    bench.page.keyboard.press("Shift+ArrowUp")
    loss = np.maximum(0, -signed @ [2, 0]).mean()
    assert bench.status.endswith(f"The mean loss is {loss:g}.") and "w = (2, 0)" in bench.status
    level = bench.svg(1).locator(".level").nth(2).get_attribute("d")
    places = re.findall(r"[ML](\S+?),([\d.-]+)", level)
    plane = (np.array(places, float) - 180) * (1, -1) * 4 / 153
    heights = np.maximum(0, -plane @ signed.T).mean(axis=1)
    assert places[0] == places[-1]  # it is closed, but where no loss is
    assert len(places) > 100 and heights == pytest.approx(heights[0], rel=0.01)


def test_points_come_and_go(opened):
    bench = opened("block-novikoff")
    page = bench.page
    page.locator(".scene").scroll_into_view_if_needed()
    box = bench.svg(0).bounding_box()
    page.mouse.dblclick(box["x"] + 0.9 * box["width"], box["y"] + 0.1 * box["height"])
    x1, x2, y = bench.points[8]
    assert (x1, x2) == pytest.approx((3.75, 3.75), abs=1 / 8)
    assert y == 1  # as u has it
    for count in range(10, MOST + 1):
        bench.press("add")
        assert len(set(bench.points)) == count
    assert "add" in bench.idle
    bench.press("remove")  # the new one is chosen
    assert len(bench.points) == 19 and {"remove", "first"} <= set(bench.idle)
    bench.press("remove")
    assert bench.last_action == "Choose a point first."
    page.focus(".point >> nth=18")
    for left in range(18, 0, -1):
        page.keyboard.press("Delete" if left % 2 else "Backspace")
        assert page.locator(".point").count() == left
    assert page.evaluate("document.activeElement.ariaLabel").startswith("Point 0,")
    page.keyboard.press("Delete")
    assert bench.last_action == bench.spoken == "The last point cannot be removed."
    assert bench.points == HALFWAY[:1]


def test_challenges_are_marked_when_they_are_met(opened):
    bench = opened("block-novikoff")
    page = bench.page

    def marks():
        return page.locator(".scene li").evaluate_all("all => all.map(li => li.className)")

    bench.key(4, "Home")
    assert bench.points == ORDER
    assert page.evaluate("document.activeElement.ariaLabel").startswith("Point 0, +1, at (2, 1)")
    assert marks() == ["", "", "met"]
    met = "Challenge met: The points of the start in an order that needs one"
    assert met in bench.spoken and met in bench.status
    for point, right, reached in [(3, 13, ["", "met", "met"]), (2, 19, ["met"] * 3)]:
        bench.press("reset")
        bench.key(point, *["ArrowRight"] * right)  # nearly to where no line separates
        assert marks() == reached


def price(page, C):
    page.fill(".scene input", str(PRICES.index(C)))


def solved(C):
    """The solution by lib, and its numbers."""
    sample = sample_of(START)
    s = soft_margin(sample, C) if np.isfinite(C) else hard_margin(sample)
    numbers = [s.half_width, s.xi.sum(), (sample.y * s.f <= 0).sum()]
    return s, pytest.approx(numbers, rel=1e-3, abs=1e-6)


def test_prices_tell_what_lib_tells_and_discs_stems_and_rings_show_it(opened):
    """The larger α, the larger the disc; a second ring at the bound; a stem for each slack."""
    bench = opened("soft-margin")
    page, slider = bench.page, bench.page.locator(".scene input")
    said = r"half-width (\S+), total slack (\S+), (\d+) of"
    for C in PRICES:
        price(page, C)
        s, numbers = solved(C)
        assert [float(number) for number in re.search(said, bench.status).groups()] == numbers
        assert slider.get_attribute("aria-valuetext") == (f"{C:g}" if np.isfinite(C) else "hard")
        discs = page.locator(".scene .point").evaluate_all(
            """all => all.map((point) => [...point.querySelectorAll(".disc")]
                 .filter((disc) => getComputedStyle(disc).display !== "none")
                 .map((disc) => disc.getAttribute("r")))"""
        )
        most = C if np.isfinite(C) else s.alpha.max()
        for i, radii in enumerate(discs):
            assert len(radii) == (i in s.free) + 2 * (i in s.bound)
            if radii:
                assert float(radii[0]) == pytest.approx(12 + 12 * s.alpha[i] / most, abs=1e-3)
        assert page.locator(".scene .stem").count() == (s.xi > 1e-9).sum()
        low, high = s.offsets
        assert page.locator(".scene .band").count() == (high - low > 1e-6)
    slider.focus()
    page.keyboard.press("ArrowLeft")
    assert bench.status.startswith("C = 100")
    page.keyboard.press("Control+z")
    assert bench.status.startswith("Hard margin")
    bench.press("play")  # from the lowest price on
    bench.wait("document.querySelector('.scene .state').textContent.includes('C = 0.02')")
    bench.press("play")


def test_both_views_and_the_bars(opened):
    bench = opened("soft-margin")
    page = bench.page
    second, bars = (page.locator(f".scene .{part} svg") for part in ("side", "bars"))
    s, _ = solved(0.2)
    assert "b = −0.6." in page.locator(".scene .state [style*=nowrap]").all_text_contents()
    assert second.locator(".hull").count() == second.locator(".whole").count() == 2
    bench.press("sum")
    assert second.locator("text").all_text_contents() == ["w", *map(str, s.support)]
    assert second.get_attribute("aria-label") == "Arrows that add up to w"
    assert page.get_attribute(".scene [name=sum]", "aria-pressed") == "true"
    said = bars.locator("text").all_text_contents()[:2]
    shown = [float(words.rpartition("= ")[2]) for words in said]
    assert shown == [pytest.approx(s.objective, rel=1e-3)] * 2
    paid, *widths = (
        float(bars.locator(f".{name}").get_attribute("width"))
        for name in ("paid", "primal", "taken", "dual")
    )
    assert widths == pytest.approx([widths[0]] * 2 + [widths[0] + paid])
    bench.key(1, "Enter")
    price(page, np.inf)
    assert "no line separates the points, so there is no w and no α." in bench.status
    spoken = page.locator(".point").evaluate_all("all => all.map((point) => point.ariaLabel)")
    assert not any("α" in words for words in spoken)
    assert page.locator(".scene :is(.point.support, .slab)").count() == 0
    assert second.locator("text").all_text_contents() == ["No separator: no w."]


BUTTONS = {  # what a chapter names, and nothing else; and how its status begins
    "index": ("more all step play undo reset link", "0 of 1 misread."),
    "linear-separators": ("more all undo reset link", "0 of 1 misread. w = (2.5, 1), b = 0."),
    "perceptron": ("start back step play end add remove first undo reset link", "After 0 updates"),
    "perceptron-as-descent": ("start back step play end undo reset link", "After 0 updates"),
    "block-novikoff": ("start back step play end add remove first undo reset link", "After 0 of 6"),
    "max-margin": ("undo reset link", "Margin 1.414. Points 0, 2 and 4 touch"),
    "svm-dual": ("hulls sum undo reset link", "Margin 0.8944. Support vectors: 0, 4 and 6."),
    "soft-margin": ("play hulls sum undo reset link", "C = 0.2: half-width"),
}
LETTERS = """all => all.map((text) => parseFloat(getComputedStyle(text).fontSize)
                                    * text.ownerSVGElement.getScreenCTM().a)"""
HANDLES = {"index": 1, "linear-separators": 2, "perceptron-as-descent": 1}


@pytest.mark.parametrize("stem", BUTTONS)
def test_a_chapter_shows_what_it_names_keeps_its_room_and_is_accessible(opened, stem):
    bench, (buttons, said) = opened(stem), BUTTONS[stem]
    page = bench.page
    names = page.locator(".scene button").evaluate_all("all => all.map((one) => one.name)")
    assert (names, bench.status.startswith(said)) == (buttons.split(), True)
    grips = [page.locator(f"{part}[role=button][tabindex='0']") for part in (".point", ".handle")]
    points = 8 * (not buttons.startswith("more"))  # digits are not moved
    assert [grip.count() for grip in grips] == [points, HANDLES.get(stem, 0)]
    for C in (None, 0.05, math.inf) if stem == "soft-margin" else (None,):
        if C:
            price(page, C)
        for width in (320, 390, 620, 760, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            before, after, needed = page.evaluate(browsing.HEIGHTS, ".scene")
            assert before == pytest.approx(after, abs=0.5)
            assert after - 80 < needed <= after, f"set --room in scene.css at {width} px"
            letters = page.locator(".scene text").evaluate_all(LETTERS)
            assert 13 <= min(letters) <= max(letters) <= 14
    page.set_viewport_size(PHONE)
    browsing.thin(page)  # what is around it
    for separable in (True, False) if points else (True,):
        if not separable:
            bench.key(1, "Enter")
            assert re.search(f"o line |in {PASSES} passes", bench.status)
            bench.press(*{"sum"} & set(names))
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert browsing.violations(page, ["wcag2a", "wcag2aa"], inside=".scene") == []
    page.set_viewport_size({"width": 1280, "height": 900})
