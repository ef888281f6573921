"""The perceptron laboratory: its readings by lib, its script held to lib, and its page."""

import json
import re
from itertools import combinations

import numpy as np
import pytest
from bs4 import BeautifulSoup
from py_mini_racer import MiniRacer

from lib.explore.board import MOST
from lib.explore.laboratory import HALFWAY, PASSES, Still, laboratory
from lib.explore.widget import joined
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.svm.separability import NotSeparable
from tests import boards, browsing
from tests.boards import PHONE, Bench, flipped, sample_of

PAGE = "chapters/perceptron.html"
FLIPPED = flipped(3, HALFWAY)  # not separable
ORDER = [HALFWAY[4], *HALFWAY[:4], *HALFWAY[5:]]  # needs one update


def test_what_the_chapter_says_of_the_start(live):
    lab = laboratory()
    assert lab.run.mistakes.tolist() == [0, 7, 2, 7, 2, 7]
    for i, place, updates in [(7, (0.125, 4), 5), (2, (-0.125, 3.5), 169)]:
        lab.points = [(*place, row[2]) if k == i else row for k, row in enumerate(HALFWAY)]
        assert (lab.run.M, lab.run.halted) == (updates, True)


@pytest.mark.parametrize("compact", [False, True])
def test_it_opens_halfway_to_its_bound(live, compact):
    lab = laboratory(compact=compact)
    bound = (lab.run.sample.radius / max_margin(lab.run.sample)[1]) ** 2
    assert (lab.run.M, int(bound), lab.compact) == (6, 11, compact)


def test_live_what_the_browser_sends_is_read(live):
    lab = laboratory(t=99)
    assert lab.w.tolist() == [7, 4]  # at the end of the run
    lab.set_state({"points": [[1, 1, 1], [2, 1, -1]], "t": 1})
    assert lab.run.M == perceptron(sample_of([(1, 1, 1), (2, 1, -1)])).M == 13
    assert lab.w.tolist() == [1, 1]
    lab.points = np.array([[0, 0, 1]])  # always a tie
    assert lab.points == [[0, 0, 1]]
    assert lab.run.M == PASSES


@pytest.mark.parametrize(("compact", "panels"), [({}, 3), ({"compact": True}, 2)])
def test_static_is_a_picture_and_data(static, compact, panels):
    lab = laboratory(t=2, **compact)
    bundle = lab._repr_mimebundle_()
    assert isinstance(lab, Still) and set(bundle) == {"text/html", "text/plain"}
    html = BeautifulSoup(bundle["text/html"], "html.parser")
    data = json.loads(html.div["data-laboratory"])
    assert data == {"points": [list(row) for row in HALFWAY], "t": 2} | compact
    picture = html.find(class_="picture")
    assert "Picture: " + picture["aria-label"] == bundle["text/plain"]
    assert "misclassifies 1 of them" in picture["aria-label"]
    assert ("through 2 of 6 updates" in picture["aria-label"]) == (panels == 3)
    assert len(picture.find_all("svg", recursive=False)) == panels
    assert "no chart, because no line through 0" in laboratory([*FLIPPED, (0, 0, 1)]).text


# The script


@pytest.fixture(scope="module")
def script():
    with MiniRacer() as racer:
        racer.eval(joined("board.js", "laboratory.js"))
        yield racer


def random_rows(rng):
    """Up to 12 points of the grid, near 0 or not, with labels that a line gives or chance."""
    reach = rng.choice([2, 8, 32])
    places = rng.integers(-reach, reach + 1, size=(rng.integers(1, 13), 2)) / 8
    by_line = np.where(places @ rng.standard_normal(2) > 0, 1, -1)
    labels = by_line if rng.random() < 0.6 else rng.choice([-1, 1], size=len(places))
    return np.column_stack([places, labels]).tolist()


@pytest.fixture(scope="module")
def samples():
    """100 samples, separable and not, with ties and near ties in many of their runs."""
    rng = np.random.default_rng(7)
    drawn = [random_rows(rng) for _ in range(100)]
    return [(rows, perceptron(sample_of(rows), max_passes=PASSES)) for rows in drawn]


def test_the_script_walks_as_lib_does(script, samples):
    for rows, run in samples:
        walked = script.call("laboratory.perceptron", rows)
        assert walked["mistakes"] == run.mistakes.tolist()
        assert walked["weights"] == run.weights.tolist()
        assert walked["halted"] == run.halted


def test_the_script_finds_the_best_separator(script, samples):
    for rows, _ in samples[::2]:
        found = script.call("laboratory.separator", rows)
        try:
            u, gamma = max_margin(sample_of(rows))
        except NotSeparable:
            assert found is None
        else:
            assert found["gamma"] == pytest.approx(gamma, abs=1e-6)
            assert found["gamma"] >= gamma - 1e-12  # lib's u comes from a solver
            assert found["u"] == pytest.approx(u.tolist(), abs=1e-4)


def verdicts(rows, start):
    """What lib says of each challenge."""
    run = perceptron(sample_of(rows), max_passes=PASSES)
    try:
        gamma = max_margin(sample_of(rows))[1]
    except NotSeparable:
        gamma = None
    same = sorted(map(list, rows)) == sorted(map(list, start))
    return [
        gamma is not None and run.M > 100,
        gamma is not None and gamma < 0.1 - 1e-9,
        same and run.halted and run.M == 1,
    ]


@pytest.mark.slow
def test_the_challenges_are_met_where_lib_says_so(script, samples):
    for rows, _ in samples[::4]:
        turned = rows[::-1]
        assert script.call("laboratory.met", turned, rows) == verdicts(turned, rows)


LONG = [[4, 4, 1], [4, 3.875, -1]]  # separable, by a cone of a hair's width
HUNDRED = [[-1, -0.125, 1], [-0.5, 0, -1]]  # ends after 100 updates exactly
TENTH = [[0.125, 0, 1], [-0.25, -0.5, 1]]  # γ is 1/10 exactly
HAIR = [[0.125, 0, 1], [-0.25, -0.375, 1]]
FLAT = [[1, 0, 1], [-1, 0, 1]]  # no line through 0 separates: the run is long, and has no margin


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (LONG, [True, True, False]),
        (HUNDRED, [False, True, False]),
        (TENTH, [False, False, False]),
        (HAIR, [False, True, False]),
        (FLAT, [False, False, False]),
        (ORDER, [False, False, True]),
        (ORDER[1:], [False, False, False]),
    ],
)
def test_challenges_at_their_edges(script, rows, expected):
    assert script.call("laboratory.met", rows, HALFWAY) == verdicts(rows, HALFWAY) == expected


# The page


@pytest.fixture(scope="module")
def visit(base, chromium):
    with boards.visiting(chromium, base, PAGE) as opened:
        yield opened


@pytest.fixture
def bench(visit):
    return Bench.anew(visit.page)


def test_steps_tell_what_lib_tells(bench):
    run = perceptron(sample_of(HALFWAY))
    u, gamma = max_margin(run.sample)
    radius = run.sample.radius

    def told(t):
        w = run.weights[t]
        sides = [gamma * t, w @ u, np.linalg.norm(w), radius * t**0.5]
        return f"After {t} of 6 updates, {run.errors[t]} of 8", [f"{s:.2f}" for s in sides]

    assert f"at most {int((radius / gamma) ** 2)} updates" in bench.status
    for button, t in [("start", 0), ("step", 1), ("step", 2), ("back", 1), ("end", 6), ("step", 6)]:
        bench.press(button)
        key = bench.page.text_content(".laboratory .key")
        shown = bench.status.partition(" misclassified")[0], re.findall(r"\d+\.\d\d", key)
        assert shown == told(t)
    assert {"step", "end"} < set(bench.idle) and bench.did == "The run is over."


def test_no_separator_is_said_in_the_picture(bench):
    chart = bench.svg(2)
    assert "crossing (R/γ)² = 11.6" in chart.text_content()
    assert bench.page.locator(".cone").count() == 1
    bench.key(3, "Enter")
    assert f"No separator: no u, no γ.Stopped after {PASSES} passes." in chart.text_content()
    assert "No line through 0 separates the points" in bench.status
    updates = perceptron(sample_of(FLIPPED), max_passes=PASSES).M
    assert f"After 3 of {updates} updates in {PASSES} passes," in bench.status
    assert bench.page.locator(".cone").count() == 0


def test_the_point_last_touched_shades_its_half_plane(bench):
    halves = bench.svg(1).locator(".half")
    assert halves.count() == 0
    bench.page.hover(".point >> nth=3")
    assert halves.get_attribute("class") == "half negative"
    bench.page.focus(".point >> nth=1")
    assert halves.get_attribute("class") == "half positive"


def test_points_come_and_go(bench):
    page = bench.page
    page.locator(".laboratory").scroll_into_view_if_needed()
    box = bench.svg(0).bounding_box()
    page.mouse.dblclick(box["x"] + 0.9 * box["width"], box["y"] + 0.1 * box["height"])
    assert len(bench.points) == 9
    x1, x2, y = bench.points[8]
    assert (x1, x2) == pytest.approx((3.75, 3.75), abs=1 / 8)
    assert y == 1  # as u has it
    assert bench.did.startswith("Point 8, +1")
    for count in range(10, MOST + 1):
        bench.press("add")
        assert len(set(bench.points)) == count
    assert "add" in bench.idle
    page.mouse.dblclick(box["x"] + 0.9 * box["width"], box["y"] + 0.02 * box["height"])
    assert bench.did == "20 points are the most."
    bench.press("remove")  # the new one is chosen
    assert bench.did == "Point 19 is removed." and {"remove", "first"} <= set(bench.idle)
    bench.press("remove")
    assert bench.did == "Choose a point first."
    page.focus(".point >> nth=18")
    for left in range(18, 0, -1):
        page.keyboard.press("Delete" if left % 2 else "Backspace")
        assert page.locator(".point").count() == left
    assert page.evaluate("document.activeElement.ariaLabel").startswith("Point 0,")
    page.keyboard.press("Delete")
    assert bench.did == bench.heard == "The last point cannot be removed."
    assert bench.points == HALFWAY[:1]


def test_points_come_and_go_by_touch(visits):
    page = visits(PAGE, viewport=PHONE, has_touch=True, is_mobile=True).page
    bench = Bench(page)
    buttons = page.locator(".laboratory button:visible")
    sizes = buttons.evaluate_all("all => all.map(b => [b.offsetWidth, b.offsetHeight])")
    assert all(min(size) >= 24 for size in sizes)
    page.locator(".laboratory [name=add]").tap()
    new = bench.points[8]
    page.touchscreen.tap(*bench.middle(8))  # chosen already: flips
    assert bench.points[8] == (*new[:2], -new[2])
    page.locator(".laboratory [name=remove]").tap()
    page.touchscreen.tap(*bench.middle(4))
    assert bench.points == HALFWAY
    page.locator(".laboratory [name=first]").tap()
    assert bench.points == ORDER


def test_challenges_are_marked_when_they_are_met(bench):
    page = bench.page

    def met():
        return page.locator(".laboratory li").evaluate_all("all => all.map(li => li.className)")

    bench.key(4, "Home")
    assert bench.points == ORDER
    assert page.evaluate("document.activeElement.ariaLabel").startswith("Point 0, +1, at (2, 1)")
    assert met() == ["", "", "met"]
    assert "Challenge met: The points of the start in an order that needs one" in bench.heard
    for point, right, reached in [(3, 13, ["", "met", "met"]), (2, 19, ["met"] * 3)]:
        bench.press("reset")
        bench.key(point, *["ArrowRight"] * right)  # nearly to where no line separates
        assert met() == reached
        assert "Challenge met: A separable sample with" in bench.heard
    page.keyboard.press("ArrowRight")
    assert "Challenge met" not in bench.heard
    bench.press("reset")
    page.goto("about:blank")
    page.go_back()
    assert met() == ["met"] * 3


def test_challenges_where_the_browser_remembers_nothing(visits):
    """As in some private windows: the challenges are met all the same, and the theme changes."""
    opened = visits(PAGE)
    opened.tab.add_init_script(
        """Object.defineProperty(window, "localStorage", {
          get() { throw new DOMException("refused", "SecurityError"); } });"""
    )
    opened.page.reload()
    Bench(opened.page).key(4, "Home")
    assert opened.page.locator(".laboratory li.met").count() == 1
    opened.page.click("text=Theme: auto")
    assert opened.page.evaluate("document.documentElement.dataset.theme") == "light"


def test_arrows_show_the_next_update(bench):
    weights = bench.svg(1)

    def named():
        return sorted(weights.locator("text").all_text_contents())

    assert named() == ["u", "w", "w + yx", "yx"]
    ends = weights.locator("polyline.arrow").evaluate_all(
        "all => all.map(line => line.getAttribute('points').split(/[ ,]/).map(Number))"
    )
    run = perceptron(sample_of(HALFWAY))
    scale = np.array([153, -153]) / abs(run.weights).max()
    before, after = 180 + scale * run.weights[3:5]
    expected = [[180, 180, *after], [*before, *after], [180, 180, *before]]
    np.testing.assert_allclose(ends, expected, atol=0.06)
    bench.press("end")
    assert named() == ["u", "w"]


def test_names_of_arrows_stand_apart(bench):
    page = bench.page
    for size in (page.viewport_size, PHONE):
        page.set_viewport_size(size)
        bench.press("start", "step")  # once w is not 0
        for t in range(1, 7):
            boxes = [text.bounding_box() for text in bench.svg(1).locator("text").all()]
            assert len(boxes) == (4 if t < 6 else 2)
            for a, b in combinations(boxes, 2):
                across = abs(a["x"] - b["x"]) - (a, b)[a["x"] > b["x"]]["width"]
                down = abs(a["y"] - b["y"]) - (a, b)[a["y"] > b["y"]]["height"]
                assert max(across, down) > -3  # but for the room above and below letters
            bench.press("step")
    page.set_viewport_size({"width": 1280, "height": 900})


def test_the_compact_form(visits):
    page = visits(PAGE).page
    bench = Bench(page)

    def made_compact(route):
        html = route.fetch().text()
        route.fulfill(body=html.replace('"t": 3}', '"t": 3, "compact": true}', 1))

    page.route(f"**/{PAGE}", made_compact)
    page.reload()
    buttons = page.locator(".laboratory button:visible").all_text_contents()
    assert buttons == ["Step", "Play", "Reset"]
    shown = page.locator(".laboratory svg:visible")
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        examples, chart = (svg.bounding_box() for svg in shown.all())
        assert (examples["y"] == chart["y"]) == (width == 1280)
    bench.key(5, "Home")
    assert bench.did.startswith("Point 5 comes first now")
    assert "Challenge" not in bench.heard
    page.wait_for_timeout(500)
    assert page.evaluate("location.hash") == ""
    assert browsing.violations(page, ["wcag2a", "wcag2aa"], inside=".laboratory") == []


def test_on_paper(bench):
    bench.page.emulate_media(media="print")
    assert bench.page.locator(".laboratory button:visible").count() == 0
    assert bench.page.locator(".laboratory svg:visible").count() == 3
    assert bench.svg(0).evaluate("svg => getComputedStyle(svg).printColorAdjust") == "exact"
    # A printer draws no square for a line without length.
    lengths = "all => all.flatMap(path => path.getAttribute('d').match(/h[\\d.]+/g) ?? [])"
    dots = bench.page.locator(".laboratory .dots").evaluate_all(lengths)
    assert len(dots) > 10 and all(float(dot[1:]) > 0 for dot in dots)
