"""The lifting: what it draws held to lib, its script to what it draws, its page to every hand."""

import json

import numpy as np
import pytest
from bs4 import BeautifulSoup
from py_mini_racer import MiniRacer

from lib.explore.lifting import UPRIGHT, Lifting, lifting, rings, seen, sentence, view
from lib.explore.widget import HERE, Still
from lib.figures.colors import CSS
from lib.kernels.functions import gram, linear, polynomial, squares
from lib.kernels.svm import kernel_svm
from lib.max_margin import hard_margin
from lib.samples import Sample
from tests import browsing

PHONE = {"width": 390, "height": 500}  # lower than the picture, so that there is a way to scroll
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
WORDS = "Whence?", "From the side."
EDGE = "Turned by 60°, from 0° above: the plane is seen edge-on, a line, with every circle below it"


@pytest.fixture(scope="module")
def lifted():
    sample = rings()
    return Sample(squares(sample.X), sample.y)


@pytest.fixture(scope="module")
def page():
    return BeautifulSoup(view(*WORDS)[0], "html.parser")


@pytest.fixture(scope="module")
def script():
    with MiniRacer() as racer:
        racer.eval((HERE / "lifting.js").read_text("utf-8"))
        yield racer


def test_the_lifting_has_the_inner_products_of_the_kernel(lifted):
    square = polynomial(2, constant=0)
    np.testing.assert_allclose(gram(lifted, linear), gram(rings(), square), atol=1e-12)
    _, solution = kernel_svm(rings(), square, np.inf)
    assert solution.half_width == pytest.approx(hard_margin(lifted).half_width, rel=1e-6)


def test_the_points_lie_on_a_cone_at_twice_their_angle():
    r, angle = np.array([0.5, 1, 2]), np.array([0.3, 2, 4])
    upright = squares(np.stack([r * np.cos(angle), r * np.sin(angle)], axis=1)) @ UPRIGHT.T
    doubled = np.stack([np.cos(2 * angle), np.sin(2 * angle), np.ones(3)], axis=1)
    np.testing.assert_allclose(upright, r[:, None] ** 2 / np.sqrt(2) * doubled, atol=1e-12)


def test_the_plane_stands_on_edge_at_whole_degrees(page, lifted):
    normal = np.array(json.loads(page.div["data-normal"]))
    assert np.degrees(np.arctan2(normal[1], normal[0])) == pytest.approx(60, abs=1e-3)
    assert sentence(normal, 60, 0).startswith(EDGE)
    assert sentence(normal, 60, 1) == "Turned by 60°, from 1° above: the plane is 1° from edge-on."
    best, origin = hard_margin(lifted), seen([[0, 0, 0]], 60, 0)
    shown = (seen(lifted.X @ UPRIGHT.T, 60, 0) - origin)[:, :2]
    across = (seen([normal], 60, 0) - origin)[0, :2]
    distance = shown @ across + best.b / np.linalg.norm(best.w)
    assert (lifted.y * distance).min() == pytest.approx(best.half_width, rel=1e-5)
    assert across[1] > 0  # down, to the circles


def test_the_script_sees_what_lib_sees(script, page):
    rng, normal = np.random.default_rng(0), json.loads(page.div["data-normal"])
    for _ in range(200):
        point, turn, height = (
            rng.normal(size=3),
            int(rng.integers(-180, 181)),
            int(rng.integers(91)),
        )
        shown = script.call("lifting.seen", point.tolist(), turn, height)
        np.testing.assert_allclose(shown, seen([point], turn, height)[0], atol=1e-9)
        assert script.call("lifting.sentence", normal, turn, height) == sentence(
            normal, turn, height
        )
    assert script.call("lifting.sentence", normal, 60, 0) == sentence(normal, 60, 0)


def test_live_or_still(monkeypatch):
    for mode, kind in (("live", Lifting), ("static", Still)):
        monkeypatch.setenv("BOOK_EXPLORE", mode)
        shown = lifting(*WORDS)
        assert isinstance(shown, kind)
        assert shown.html == view(*WORDS)[0]
        assert repr(shown).startswith("Picture: Left, 9 circles inside an ellipse and 12 squares")


# The page


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A page with the picture, as the site has it."""
    book = (browsing.ROOT / "theme" / "book.css").read_text("utf-8")
    look = f"<style>{CSS}{book}{(HERE / 'lifting.css').read_text('utf-8')}</style>"
    script = f"<script>{(HERE / 'lifting.js').read_text('utf-8')}</script>"
    folder = tmp_path_factory.mktemp("lifting")
    (folder / "page.html").write_text(
        '<!doctype html><html lang="en" data-theme="auto"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>Lifting</title><link rel="icon" href="data:,">{look}<body><main><h1>Lifting</h1>'
        f"{view(*WORDS)[0]}</main>{script}",
        "utf-8",
    )
    return f"file://{folder}/"


@pytest.fixture
def visit(written, chromium):
    """Open the page, and see after the test that nothing went wrong."""
    visits = []

    def opened(**options):
        visits.append(browsing.Visit(chromium, written, "page.html", **options))
        return visits[-1].page

    yield opened
    for one in visits:
        assert one.errors == []
        assert one.outside == []
        one.close()


def test_the_script_leaves_the_start_as_it_was_drawn(visit):
    page = visit()
    before = BeautifulSoup(view(*WORDS)[0], "html.parser")
    after = BeautifulSoup(page.content(), "html.parser")
    was, now = (
        sorted(str(part) for part in html.select(".space [data-at]")) for html in (before, after)
    )
    assert now == was
    assert page.text_content("[role=status]") == before.select_one("[role=status]").text


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_buttons_turn_it(visit, motion):
    page = visit(reduced_motion=motion)
    page.get_by_role("button", name="Edge-on").press("Enter")
    if motion == "reduce":
        assert page.text_content("[role=status]").startswith(EDGE)
    page.locator("[role=status]", has_text=EDGE).wait_for()
    # The rectangle of the plane has become a line.
    line = page.get_attribute(".plane", "d")[1:].split("L")
    corners = np.array([corner.split() for corner in line], dtype=float)
    sides = corners[[1, 3]] - corners[0]
    assert abs(np.linalg.det(sides)) < 0.2 * np.abs(sides).max()
    page.get_by_role("button", name="From above").click()
    page.wait_for_function("document.querySelectorAll('input')[1].value === '90'")
    page.locator("input").first.press("End")  # 180°, from where the other edge is nearer
    page.get_by_role("button", name="Edge-on").click()
    page.wait_for_function("document.querySelectorAll('input')[0].value === '-120'")


def test_keys_and_pointer_turn_it(visit):
    page = visit()
    page.focus("input >> nth=0")
    page.keyboard.press("ArrowRight")
    assert page.text_content("[role=status]").startswith("Turned by −19°, from 26° above")
    page.focus("input >> nth=1")
    page.keyboard.press("End")
    assert page.text_content("[role=status]").startswith("Turned by −19°, from 90° above")
    assert page.get_attribute("input >> nth=1", "aria-valuetext") == "90°"
    box = page.locator(".space").bounding_box()
    page.mouse.move(box["x"] + 150, box["y"] + 150)
    page.mouse.down()
    page.mouse.move(box["x"] + 250, box["y"] + 110)
    page.mouse.up()
    page.mouse.move(box["x"], box["y"])
    assert page.text_content("[role=status]").startswith("Turned by −69°, from 70° above")


def test_a_finger_turns_it_and_scrolls_past_it(visit):
    page = visit(viewport=PHONE, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator(".space").scroll_into_view_if_needed()
    box = page.locator(".space").bounding_box()
    x, y = box["x"] + 100, box["y"] + 100
    touch = page.context.new_cdp_session(page)
    for kind, at in (("Start", x), ("Move", x + 40), ("Move", x + 80), ("End", None)):
        points = [] if at is None else [{"x": at, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    assert page.text_content("[role=status]").startswith("Turned by −60°, from 26° above")
    scrolled = page.evaluate("scrollY")
    for kind, at in (("Start", y), ("Move", y + 40), ("Move", y + 120), ("End", None)):
        points = [] if at is None else [{"x": x, "y": at}]
        touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    page.wait_for_function(f"scrollY < {scrolled}")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(visit, theme):
    page = visit(color_scheme=theme)
    assert browsing.violations(page, RULES) == []
