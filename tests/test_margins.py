"""The margin laboratory: its solution by lib, its script compared with lib, and its page."""

import json
import math
import re

import numpy as np
import pytest
from bs4 import BeautifulSoup
from py_mini_racer import MiniRacer

from lib.explore.board import START
from lib.explore.margins import PRICES, margin_laboratory
from lib.explore.widget import joined
from lib.max_margin import hard_margin
from lib.soft_margin import soft_margin
from lib.svm.certificates import duality_gap, kkt_residuals
from lib.svm.separability import NotSeparable
from tests import boards, browsing
from tests.boards import ROWS, Bench, random_rows, sample_of
from tests.browsing import PHONE

PAGE = "chapters/soft-margin.html"
FINITE = PRICES[:-1]


def test_live_what_the_browser_sends_is_read(live):
    lab = margin_laboratory(C=1)
    lab.set_state({"points": [[1, 1, 1], [2, 1, -1]], "C": "hard", "view": "sum"})
    assert (lab.C, lab.view) == (math.inf, "sum")
    assert lab.solution.half_width == pytest.approx(0.5)
    lab.set_state({"C": 0.5})
    assert (lab.solution.C, lab.get_state("C")) == (0.5, {"C": 0.5})
    lab.set_state({"C": None, "view": "slab"})
    assert (lab.C, lab.view, lab.solution.C) == (None, "slab", math.inf)


@pytest.mark.parametrize("C", [0.01, 1, math.inf])
def test_static_is_a_picture_and_data(static, C):
    lab = margin_laboratory(C=C)
    bundle = lab._repr_mimebundle_()
    html = BeautifulSoup(bundle["text/html"], "html.parser")
    data = json.loads(html.div["data-margins"])
    assert data == {"points": ROWS, "C": "hard" if math.isinf(C) else C, "view": "hulls"}
    said = html.select_one("[role=img]")["aria-label"]
    assert bundle["text/plain"] == f"Picture: {said}"
    assert f"dashed line {lab.solution.half_width:.3f} away" in said
    assert f"A ring marks {len(lab.solution.free)} examples" in said


# The script


@pytest.fixture(scope="module")
def script():
    with MiniRacer() as racer:
        racer.eval(joined("board.js", "margins.js"))
        yield racer


@pytest.fixture(scope="module")
def solve(script):
    return lambda rows, C: script.call("margins.solve", rows, "hard" if math.isinf(C) else C)


@pytest.fixture(scope="module")
def samples():
    """100 samples of both classes, among them many that have no separator or hardly one."""
    rng = np.random.default_rng(16)
    drawn = [random_rows(rng) for _ in range(135)]
    drawn = [rows for rows in drawn if len({row[2] for row in rows}) == 2]
    assert len(drawn) >= 100
    return drawn


def certified(found, rows):
    """The gap of an answer of the script, measured by lib: a small share of its objective."""
    C = math.inf if found["price"] == "hard" else found["price"]
    sample, alpha = sample_of(rows), np.array(found["alpha"])
    for b in (found["low"], found["b"], found["high"]):
        gap = duality_gap(sample, found["w"], b, alpha, C)
        assert gap.total <= 1e-11 * gap.primal
    assert found["low"] == found["high"] or found["high"] - found["low"] > 1e-9
    residuals = kkt_residuals(sample, found["w"], found["b"], alpha, C)
    assert max(residuals.values()) <= 1e-9 * max(1, np.abs(alpha).max(), *map(abs, found["w"]))
    assert found["primal"] == pytest.approx(gap.primal, rel=1e-11)
    assert found["dual"] == pytest.approx(gap.dual, rel=1e-9)
    return gap


@pytest.mark.slow
def test_every_answer_has_a_certificate_and_all_offsets(solve, samples):
    rng = np.random.default_rng(17)
    unclear = 0
    for k, rows in enumerate(samples):
        for C in rng.choice(FINITE, 3):
            found = solve(rows, float(C))
            certified(found, rows)
            unclear += found["high"] > found["low"]
        if k % 2:
            theirs = soft_margin(sample_of(rows), float(C))
            assert [found["low"], found["high"]] == pytest.approx(theirs.offsets, abs=1e-4)
    assert unclear >= 15


@pytest.mark.slow
def test_the_hard_margin_is_that_of_lib(solve, samples):
    failed = 0
    for rows in samples:
        ours = solve(rows, math.inf)
        try:
            theirs = hard_margin(sample_of(rows))
        except NotSeparable:
            failed += 1
            assert ours["failed"]
            assert not any(ours["alpha"]) and not any(ours["kinds"])
            assert ours["w"] == [0, 0]
            assert ours["p"] == pytest.approx(ours["q"], abs=1e-9)  # a point of both hulls
        else:
            gap = certified(ours, rows)
            assert ours["slack"] == 0
            assert gap.primal == pytest.approx(theirs.objective, rel=1e-9 + theirs.gap.relative)
    assert 30 <= failed <= 70


@pytest.mark.parametrize("y", [-1, 1])
def test_one_class_alone(solve, y):
    for C in PRICES:
        found = solve([[1, 2, y], [3, -1, y], [3, -1, y]], C)
        assert (found["one"], found["w"], found["b"]) == (True, [0, 0], y)
        assert (found["primal"], found["alpha"]) == (0, [0, 0, 0])


def test_p_and_q_are_nearest_points_of_the_reduced_hulls(script, solve, samples):
    """In the direction of p - q no point of either hull comes nearer to the other."""
    rng = np.random.default_rng(19)
    for rows in samples[:100]:
        found = solve(rows, float(rng.choice(FINITE)))
        if not found["p"]:
            continue
        p, q = np.array(found["p"]), np.array(found["q"])
        assert found["w"] == pytest.approx((found["total"] / 2 * (p - q)).tolist(), abs=1e-9)
        for y, end in ((1, p), (-1, q)):
            places = [row[:2] for row in rows if row[2] == y]
            corners = np.array(script.call("margins.hull", places, found["most"]))
            assert (y * (corners - end) @ (p - q)).min() >= -1e-9


def test_the_slider_has_the_prices_of_lib(script):
    assert list(script.eval("margins.PRICES")) == [*FINITE, "hard"]


# The page


@pytest.fixture(scope="module")
def visit(base, chromium):
    with boards.visiting(chromium, base, PAGE) as opened:
        yield opened


@pytest.fixture
def bench(visit):
    return Bench.anew(visit.page)


def price(page, C):
    page.fill(".margins input", str(PRICES.index(C)))


def status_numbers(status):
    """The numbers of the status."""
    said = r"half-width (\S+), total slack (\S+), (\d+) of"
    return [float(number) for number in re.search(said, status).groups()]


def solved(C):
    """The solution by lib, and its numbers."""
    sample = sample_of(START)
    s = soft_margin(sample, C) if np.isfinite(C) else hard_margin(sample)
    numbers = [s.half_width, s.xi.sum(), (sample.y * s.f <= 0).sum()]
    return s, pytest.approx(numbers, rel=1e-3, abs=1e-6)


def test_the_slider_tells_what_lib_tells(bench):
    page = bench.page
    slider = page.locator(".margins input")
    assert status_numbers(bench.status) == solved(0.2)[1]
    for C in PRICES:
        price(page, C)
        assert status_numbers(bench.status) == solved(C)[1]
        assert slider.get_attribute("aria-valuetext") == (f"{C:g}" if np.isfinite(C) else "hard")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    assert bench.status.startswith("C = 100")
    page.keyboard.press("Control+z")
    assert bench.status.startswith("Hard margin")
    bench.press("play")  # from the lowest price on
    bench.wait("document.querySelector('.laboratory .state').textContent.includes('C = 0.02')")
    bench.press("play")


def test_discs_stems_and_rings(bench):
    """The larger α, the larger the disc; a second ring at the bound; a stem for each slack."""
    page = bench.page
    for C in (0.2, 0.05, 0.01, np.inf):
        price(page, C)
        s, _ = solved(C)
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


def test_both_views_and_the_bars(bench):
    page = bench.page
    second, bars = page.locator(".margins svg").nth(1), page.locator(".margins .chart svg")
    s, _ = solved(0.2)
    assert second.locator(".hull").count() == second.locator(".whole").count() == 2
    bench.press("sum")
    assert second.locator("text").all_text_contents() == ["w", *map(str, s.support)]
    assert second.get_attribute("aria-label") == "Arrows that add up to w"
    assert page.get_attribute(".margins [name=sum]", "aria-pressed") == "true"
    said = bars.locator("text").all_text_contents()[:2]
    shown = [float(words.rpartition("= ")[2]) for words in said]
    assert shown == [pytest.approx(s.objective, rel=1e-3)] * 2
    paid, *widths = (
        float(bars.locator(f".{name}").get_attribute("width"))
        for name in ("paid", "primal", "taken", "dual")
    )
    assert widths == pytest.approx([widths[0]] * 2 + [widths[0] + paid])


def test_hard_says_where_no_line_separates(bench):
    page = bench.page
    bench.key(1, "ArrowUp")
    assert bench.spoken == "Point 1 at (3, 3.125)."
    assert "α = " in page.get_attribute(".point >> nth=1", "aria-label")
    bench.key(1, "Enter")
    price(page, np.inf)
    assert "no line separates the points, so there is no w and no α." in bench.status
    spoken = page.locator(".point").evaluate_all("all => all.map((point) => point.ariaLabel)")
    assert not any("α" in words for words in spoken)
    assert page.locator(".margins :is(.point.support, .slab)").count() == 0
    assert bench.svg(1).locator("text").all_text_contents() == ["p = q"]


def test_accessible_in_both_views(bench):
    bench.page.set_viewport_size(PHONE)
    browsing.thin(bench.page)  # what is around it
    for view in ("hulls", "sum"):
        bench.press(view)
        for scheme in ("light", "dark"):
            bench.page.emulate_media(color_scheme=scheme)
            assert browsing.violations(bench.page, ["wcag2a", "wcag2aa"], inside=".margins") == []
    bench.page.set_viewport_size({"width": 1280, "height": 900})


PARTS = (".weights", ".chart", ".views", ".price", ".priced", ".unpriced", ".slab-key")
TOLD = "Margin 1.414. Points 0, 2 and 4 touch", "Margin 0.8944. Support vectors: 0, 4 and 6."
GROWING = {  # which of the parts are seen, the prices to try, and how the status begins
    "max-margin": ([False] * 6 + [True], [], TOLD[0]),
    "svm-dual": ([True, True, True, False, False, True, False], [], TOLD[1]),
    "soft-margin": ([True] * 5 + [False] * 2, [0.05, np.inf], "C = 0.2: half-width"),
}


@pytest.mark.parametrize(
    "stem",
    [pytest.param(s, marks=[] if s == "soft-margin" else pytest.mark.nightly) for s in GROWING],
)
def test_it_grows_from_chapter_to_chapter_and_keeps_its_room(visits, stem):
    """The slab alone, then hulls, discs and bars, and at last a price."""
    page, (seen, prices, said) = visits(f"chapters/{stem}.html").page, GROWING[stem]
    assert Bench(page).status.startswith(said)
    assert [page.locator(f".margins {part}").first.is_visible() for part in PARTS] == seen
    for width in (320, 390, 620, 760, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        for C in prices or [None]:
            if prices:
                price(page, C)
            before, after, needed = page.evaluate(browsing.HEIGHTS, ".margins")
            assert before == pytest.approx(after, abs=0.5)
            assert after - 80 < needed <= after, f"set --room in margins.css at {width} px"
