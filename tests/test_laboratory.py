"""The perceptron laboratory: its readings by lib, its script compared with lib, and its page."""

import json
import re
from itertools import combinations

import numpy as np
import pytest
from bs4 import BeautifulSoup
from py_mini_racer import MiniRacer

from lib.explore.board import MOST
from lib.explore.laboratory import HALFWAY, PASSES, laboratory
from lib.explore.widget import joined
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.svm.separability import NotSeparable
from tests import boards
from tests.boards import Bench, random_rows, sample_of

PAGE = "chapters/perceptron.html"
ORDER = [HALFWAY[4], *HALFWAY[:4], *HALFWAY[5:]]  # needs one update


def test_what_the_chapter_says_of_the_start(live):
    lab = laboratory()
    bound = (lab.run.sample.radius / max_margin(lab.run.sample)[1]) ** 2
    assert (lab.run.mistakes.tolist(), int(bound)) == ([0, 7, 2, 7, 2, 7], 11)
    for i, place, updates in [(7, (0.125, 4), 5), (2, (-0.125, 3.5), 169)]:
        lab.points = [(*place, row[2]) if k == i else row for k, row in enumerate(HALFWAY)]
        assert (lab.run.M, lab.run.halted) == (updates, True)


def test_live_what_the_browser_sends_is_read(live):
    lab = laboratory(t=99)
    assert lab.w.tolist() == [7, 4]  # at the end of the run
    lab.set_state({"points": [[1, 1, 1], [2, 1, -1]], "t": 1})
    assert lab.run.M == perceptron(sample_of([(1, 1, 1), (2, 1, -1)])).M == 13
    assert lab.w.tolist() == [1, 1]
    lab.points = np.array([[0, 0, 1]])  # always a tie
    assert (lab.points, lab.run.M) == ([[0, 0, 1]], PASSES)


@pytest.mark.parametrize(("compact", "panels"), [({}, 3), ({"compact": True}, 2)])
def test_static_is_a_picture_and_data(static, compact, panels):
    bundle = laboratory(t=2, **compact)._repr_mimebundle_()
    html = BeautifulSoup(bundle["text/html"], "html.parser")
    data = json.loads(html.div["data-laboratory"])
    assert data == {"points": [list(row) for row in HALFWAY], "t": 2} | compact
    picture = html.find(class_="picture")
    assert "Picture: " + picture["aria-label"] == bundle["text/plain"]
    assert "misclassifies 1 of them" in picture["aria-label"]
    assert len(picture.find_all("svg", recursive=False)) == panels


# The script


@pytest.fixture(scope="module")
def script():
    with MiniRacer() as racer:
        racer.eval(joined("board.js", "laboratory.js"))
        yield racer


@pytest.mark.slow
def test_the_script_walks_and_separates_as_lib_does(script):
    """On samples, separable and not, with ties and near ties in many of their runs."""
    rng, failed = np.random.default_rng(7), 0
    for _ in range(100):
        rows = random_rows(rng, off=0)
        run = perceptron(sample_of(rows), max_passes=PASSES)
        walked = script.call("laboratory.perceptron", rows)
        assert walked["mistakes"] == run.mistakes.tolist()
        assert walked["weights"] == run.weights.tolist()
        assert walked["halted"] == run.halted
        found = script.call("laboratory.separator", rows)
        try:
            u, gamma = max_margin(run.sample)
        except NotSeparable:
            failed += 1
            assert found is None
        else:
            assert found["gamma"] == pytest.approx(gamma, abs=1e-6)
            assert found["gamma"] >= gamma - 1e-12  # lib's u comes from a solver
            assert found["u"] == pytest.approx(u.tolist(), abs=1e-4)
    assert 20 <= failed <= 80


CHALLENGES = {  # points, and whether each challenge is met: a long run, a narrow γ, one update
    "separable, by a very narrow cone": ([[4, 4, 1], [4, 3.875, -1]], [True, True, False]),
    "100 updates exactly": ([[-1, -0.125, 1], [-0.5, 0, -1]], [False, True, False]),
    "γ is 1/10 exactly": ([[0.125, 0, 1], [-0.25, -0.5, 1]], [False, False, False]),
    "slightly less": ([[0.125, 0, 1], [-0.25, -0.375, 1]], [False, True, False]),
    "a long run, and no separator": ([[1, 0, 1], [-1, 0, 1]], [False, False, False]),
    "the start in another order": (ORDER, [False, False, True]),
    "one point fewer": (ORDER[1:], [False, False, False]),
}


@pytest.mark.parametrize("name", CHALLENGES)
def test_challenges_at_their_edges(script, name):
    rows, expected = CHALLENGES[name]
    assert script.call("laboratory.met", rows, HALFWAY) == expected


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

    def expected_at(t):
        w = run.weights[t]
        sides = [gamma * t, w @ u, np.linalg.norm(w), radius * t**0.5]
        return f"After {t} of 6 updates, {run.errors[t]} of 8", [f"{s:.2f}" for s in sides]

    assert f"at most {int((radius / gamma) ** 2)} updates" in bench.status
    for button, t in [("start", 0), ("step", 1), ("step", 2), ("back", 1), ("end", 6), ("step", 6)]:
        bench.press(button)
        key = bench.page.text_content(".laboratory .key")
        shown = bench.status.partition(" misclassified")[0], re.findall(r"\d+\.\d\d", key)
        assert shown == expected_at(t)
    assert {"step", "end"} < set(bench.idle) and bench.last_action == "The run is over."


def test_no_separator_is_said_in_the_picture(bench):
    assert bench.page.locator(".cone").count() == 1
    bench.key(3, "Enter")
    one_flipped = [(*x, -y if i == 3 else y) for i, (*x, y) in enumerate(HALFWAY)]
    updates = perceptron(sample_of(one_flipped), max_passes=PASSES).M
    assert f"After 3 of {updates} updates in {PASSES} passes," in bench.status
    assert f"No separator: no u, no γ.Stopped after {PASSES} passes." in bench.svg(2).text_content()
    assert bench.page.locator(".cone").count() == 0


def corners(shape):
    """The places of a line or of a polygon, from the middle of its picture."""
    numbers = re.findall(r"-?[\d.]+", shape.get_attribute("points"))
    return (np.array(numbers, float).reshape(-1, 2) - 180) * (1, -1)


def test_the_plane_of_weights_has_the_cone_half_planes_and_arrows(bench):
    weights, sample = bench.svg(1), sample_of(HALFWAY)
    assert weights.locator("polyline:is(.positive, .negative):not(.arrow)").count() == 8
    for shape in weights.locator(".cone").all():
        assert (corners(shape) @ sample.signed.T).min() > -1
    bench.page.hover(".point >> nth=3")
    bench.page.focus(".point >> nth=1")  # the one last touched shades its half
    assert (corners(weights.locator(".half.positive")) @ sample.signed[1]).min() > -1
    run = perceptron(sample)
    before, after = 153 / abs(run.weights).max() * run.weights[3:5]
    expected = [[(0, 0), after], [before, after], [(0, 0), before]]
    ends = [corners(arrow) for arrow in weights.locator("polyline.arrow").all()]
    np.testing.assert_allclose(ends, expected, atol=0.06)
    names = [text.bounding_box() for text in weights.locator("text").all()]
    assert len(names) == 4  # and no two lie on each other
    for a, b in combinations(names, 2):
        across = abs(a["x"] - b["x"]) - (a, b)[a["x"] > b["x"]]["width"]
        down = abs(a["y"] - b["y"]) - (a, b)[a["y"] > b["y"]]["height"]
        assert max(across, down) > -3  # but for the space above and below letters


def test_points_come_and_go(bench):
    page = bench.page
    page.locator(".laboratory").scroll_into_view_if_needed()
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


def test_challenges_are_marked_when_they_are_met(bench):
    page = bench.page

    def marks():
        return page.locator(".laboratory li").evaluate_all("all => all.map(li => li.className)")

    bench.key(4, "Home")
    assert bench.points == ORDER
    assert page.evaluate("document.activeElement.ariaLabel").startswith("Point 0, +1, at (2, 1)")
    assert marks() == ["", "", "met"]
    assert "Challenge met: The points of the start in an order that needs one" in bench.spoken
    for point, right, reached in [(3, 13, ["", "met", "met"]), (2, 19, ["met"] * 3)]:
        bench.press("reset")
        bench.key(point, *["ArrowRight"] * right)  # nearly to where no line separates
        assert marks() == reached
    page.goto("about:blank")
    page.go_back()
    assert marks() == ["met"] * 3


def test_the_compact_form(visits):
    page = visits("chapters/index.html").page
    buttons = page.locator(".laboratory button:visible").all_text_contents()
    assert buttons == ["Step", "Play", "Reset"]
    shown = page.locator(".laboratory svg:visible")
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        examples, chart = (svg.bounding_box() for svg in shown.all())
        assert (examples["y"] == chart["y"]) == (width == 1280)
    bench = Bench(page)
    bench.key(5, "Home")
    assert bench.last_action.startswith("Point 5 comes first now")
    page.wait_for_timeout(500)
    assert page.evaluate("location.hash") == ""
