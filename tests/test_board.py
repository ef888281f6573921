"""What both laboratories are: points in a kernel, in an address, and on a page by every hand."""

import json

import numpy as np
import pytest
from ipywidgets import DOMWidget
from py_mini_racer import MiniRacer

from lib.explore.board import MOST, START
from lib.explore.laboratory import HALFWAY, Laboratory, laboratory
from lib.explore.margins import MarginLaboratory, margin_laboratory
from lib.explore.widget import joined
from tests import boards, browsing
from tests.boards import PHONE, ROWS, Bench

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Of each: its page, what makes it, the names that travel, its address, and what its status begins
# with at the start.
KINDS = {
    "lab": ("chapters/perceptron.html", laboratory, {"points", "t", "compact"}, "After 3 of 6"),
    "margins": ("chapters/soft-margin.html", margin_laboratory, {"points", "C", "view"}, "C = 0.2"),
}
STARTS = {"lab": HALFWAY, "margins": START}


# In Python

BAD = {  # more of them: tests/test_bad_input.py
    r"points holds 'abc', which is no number": {"points": "abc"},
    r"points has rows of unequal length": {"points": [(1, 2, 1), (1, 2)]},
    r"points has shape \(21, 3\); give 1 to 20 rows": {"points": [(1, 1, 1)] * 21},
    r"points holds .*; give coordinates from -4 to 4": {"points": [(1, 4.125, 1)]},
    r"points holds \[nan, 1.0, 1.0\]; give coordinates": {"points": [(np.nan, 1, 1)]},
    r"t=1.5; give a whole number": {"t": 1.5},
    r"C=nan; give one of": {"C": np.nan},
    r"view=\['sum'\]; give 'slab', 'hulls'": {"view": ["sum"]},
}


@pytest.mark.parametrize("message", BAD)
def test_bad_values_are_refused_and_leave_the_widget_as_it_was(live, message):
    ((name, value),) = BAD[message].items()
    make = margin_laboratory if name in ("C", "view") else laboratory
    with pytest.raises(ValueError, match=message):
        make(**{name: value})
    lab = make()
    before = lab.get_state()
    with pytest.raises(ValueError, match=message):
        setattr(lab, name, value)
    assert lab.get_state() == before


@pytest.mark.parametrize("kind", KINDS)
def test_live_little_travels(live, kind):
    _, make, names, _ = KINDS[kind]
    own = set(make().traits(sync=True)) - set(DOMWidget().traits(sync=True))
    assert {name for name in own if not name.startswith("_")} == names
    json.dumps(make().get_state(names))  # infinity is none of JSON


# The address

READ = {  # a state, and how often its address may be read as none
    "laboratory": {"t": 3},
    "margins": {"C": "hard", "view": "sum"},
}
NO_STATE = ["", "3", "3.", ".001", "-1.001", "12345.001", "3.0012", "3.00A", "3.zzz", "3.001&x=1"]
NO_STATE += ["3.6iq", "3." + "001" * (MOST + 1), "99.sum.001", "3.street.001"]  # 6iq is no point


@pytest.mark.parametrize("name", READ)
def test_an_address_keeps_a_state_and_nothing_else_is_one(name):
    rng, corners = np.random.default_rng(7), [-4, 0.125, 4]
    with MiniRacer() as racer:
        racer.eval(joined("board.js", f"{name}.js"))
        for n in (1, 2, MOST):
            places = np.column_stack([rng.choice(corners, (n, 2)), rng.choice([-1, 1], n)])
            state = READ[name] | {"points": places.tolist()}
            address = racer.call(f"{name}.write", state)
            assert len(address) <= 8 + 3 * n
            assert racer.call(f"{name}.read", address) == state
        for text in NO_STATE:
            assert racer.call(f"{name}.read", text) is None
        last = racer.call(f"{name}.read", address.rpartition(".")[0] + ".6ip")
        assert last["points"] == [[4, 4, 1]]


# On the page


@pytest.fixture(scope="module", params=KINDS)
def visit(request, base, chromium):
    with boards.visiting(chromium, base, KINDS[request.param][0]) as opened:
        opened.kind = request.param
        opened.tab.grant_permissions(["clipboard-read", "clipboard-write"])
        yield opened


@pytest.fixture
def bench(visit):
    """A laboratory as its page has it."""
    found = Bench.anew(visit.page)
    assert found.status.startswith(KINDS[visit.kind][3])
    return found


def test_keys_move_and_flip_a_point(bench):
    page = bench.page
    bench.key(4)
    for key, expected, said in [
        ("ArrowRight", (2.125, 1, 1), "at (2.125, 1)"),
        ("ArrowUp", (2.125, 1.125, 1), "at (2.125, 1.125)"),
        ("Shift+ArrowLeft", (1.125, 1.125, 1), "at (1.125, 1.125)"),
        ("Shift+ArrowDown", (1.125, 0.125, 1), "at (1.125, 0.125)"),
        ("Enter", (1.125, 0.125, -1), "is −1 now"),
        ("Space", (1.125, 0.125, 1), "is +1 now"),
    ]:
        page.keyboard.press(key)
        assert bench.place(4) == expected
        assert bench.did == f"Point 4 {said}."
    for _ in range(9):
        page.keyboard.press("Shift+ArrowUp")
    assert bench.place(4)[1] == 4
    scrolled = page.evaluate("scrollY")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("scrollY") == scrolled


def test_every_point_is_a_button_and_the_status_is_polite(bench):
    points = bench.page.locator(".laboratory svg[role=application] [role=button]")
    # Chromium focuses whatever listens for the focus; other browsers need the attribute.
    assert points.evaluate_all("all => all.map((p) => p.getAttribute('tabindex'))") == ["0"] * 8
    assert bench.page.locator(".laboratory [role=status]").count() == 1  # a polite live region


def test_a_mouse_drags_and_undo_takes_it_back_as_one(bench, visit):
    start = STARTS[visit.kind]
    bench.drag(7, 40, 60, off=(3, -2))  # off its middle: the point must not jump there
    unit = 153 / 4 * bench.svg(0).evaluate("svg => svg.clientWidth") / 360
    moved = [round(8 * (c + d / unit)) / 8 for c, d in ((0, 40), (4, -60))]
    dragged = bench.points
    assert dragged == [*start[:7], (*moved, 1)]
    bench.key(0)
    bench.page.keyboard.down("ArrowUp")
    bench.page.keyboard.down("ArrowUp")  # held
    bench.page.keyboard.up("ArrowUp")
    bench.page.keyboard.press("Enter")
    edited = bench.points
    assert edited != dragged
    bench.press("reset")
    assert bench.points == start
    assert bench.did == "As at the start." and "reset" in bench.idle
    bench.press("undo")
    assert bench.points == edited
    bench.key(0, "z", "z")
    assert bench.points == dragged
    bench.page.focus(".laboratory [name=undo]")
    bench.page.keyboard.press("Shift+Z")  # elsewhere it redoes
    assert bench.points == dragged
    bench.page.keyboard.press("Control+z")
    assert (bench.points, bench.did) == (start, "Undone.")
    assert {"undo", "reset"} <= set(bench.idle)
    bench.press("undo")
    assert bench.did == bench.heard == "There is nothing to undo."
    bench.key(0, "ArrowUp")
    moved = bench.points
    bench.page.focus(".outline a >> nth=0")
    bench.page.keyboard.press("Control+z")  # not the laboratory's
    assert bench.points == moved


def test_a_click_chooses_and_another_flips(bench):
    page = bench.page
    page.mouse.click(*bench.middle(3))
    assert bench.did == bench.heard == "Point 3 is chosen: click again to flip it."
    assert bench.place(3)[2] == -1
    look = "all => all.map((p) => [p.matches('.chosen'), getComputedStyle(p).outlineStyle])"
    looks = page.locator(".point").evaluate_all(look)
    # The ring of the chosen point is enough.
    assert looks == [[i == 3, "none"] for i in range(len(START))]
    page.mouse.click(*bench.middle(3))
    assert bench.place(3)[2] == 1
    page.eval_on_selector(".point >> nth=5", "point => point.dispatchEvent(new Event('click'))")
    assert bench.place(5)[2] == 1  # a click without a pointer, as of a screen reader


def test_the_address_keeps_the_state(bench, visit):
    page = bench.page
    page.evaluate(
        """() => {
          const replace = history.replaceState.bind(history);
          window.written = 0;
          history.replaceState = (...all) => replace(...all, ++window.written);
        }"""
    )
    bench.drag(7, 40, 60)
    bench.press(*{"lab": ["back"], "margins": ["sum"]}[visit.kind])
    begin = {"lab": "#lab=1.", "margins": "#margins=4.sum."}[visit.kind]
    bench.wait(f"location.hash.startsWith('{begin}')")
    assert page.evaluate("window.written") <= 3  # 41 changes
    kept, said = bench.points, bench.status
    page.reload()
    assert (bench.points, bench.did, bench.status) == (kept, "Opened from the link.", said)
    assert bench.svg(0).evaluate("svg => svg.getBoundingClientRect().top < innerHeight")
    bench.press("link")
    told = "document.querySelector('.laboratory [role=status]').textContent"
    bench.wait(f"{told}.startsWith('The link')")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.evaluate(f"location.hash = '{begin}nonsense'")
    bench.wait(f"{told}.startsWith('This link is damaged; the laboratory starts fresh.')")
    assert bench.points == STARTS[visit.kind]
    page.evaluate(f"location.hash = '{begin}6ip'")
    bench.wait("document.querySelectorAll('.point').length === 1")
    assert bench.points == [(4, 4, 1)]


def test_nothing_shifts_when_the_script_comes(bench, visit):
    for width in (320, 390, 480, 600, 620, 700, 760, 900, 1000, 1280):
        bench.page.set_viewport_size({"width": width, "height": 900})
        before, after, needed = bench.page.evaluate(browsing.HEIGHTS, ".laboratory")
        assert before == pytest.approx(after, abs=0.5)
        assert after - 80 < needed <= after, f"set --room in the style sheet at {width} px"


def test_a_finger_drags_a_point_and_scrolls_beside_it(bench, base, chromium, visit):
    options = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    opened = browsing.Visit(chromium, base, KINDS[visit.kind][0], **options)
    page, bench = opened.page, Bench(opened.page)
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
    assert (opened.errors, opened.outside) == ([], [])
    opened.close()


def test_accessible_on_a_phone_and_in_the_dark(bench, visit):
    page = bench.page
    page.set_viewport_size(PHONE)
    browsing.thin(page)  # what is around it
    other = {"lab": lambda: bench.key(3, "Enter"), "margins": lambda: bench.press("sum")}
    bench.key(3)  # a half-plane shaded; then not separable, or the other view
    for turn in (lambda: None, other[visit.kind]):
        turn()
        page.emulate_media(color_scheme="light")
        assert browsing.violations(page, RULES, inside=".laboratory") == []
        page.emulate_media(color_scheme="dark")
        assert browsing.violations(page, ["color-contrast"], inside=".laboratory") == []
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1280, "height": 900})


PLAYED = {  # where to begin, where it ends, and where it begins anew
    "lab": (lambda bench: bench.press("step"), "The run is over.", "After 0 of 6 updates"),
    "margins": (lambda bench: bench.page.fill(".margins input", "11"), "Hard margin", "C = 0.01"),
}


def test_play_goes_to_the_end_and_stops(bench, visit):
    page, (begin, end, anew) = bench.page, PLAYED[visit.kind]
    button = page.locator("[name=play]")
    page.wait_for_timeout(1000)
    assert bench.status.startswith(KINDS[visit.kind][3])  # nothing plays by itself
    begin(bench)
    button.click()
    assert button.text_content() == "Pause"
    button.click()
    assert button.text_content() == "Play"
    stopped = bench.status
    page.wait_for_timeout(1000)
    assert bench.status == stopped
    page.evaluate(
        """() => {
          const spoken = document.querySelector(".laboratory [role=status]");
          window.spoken = [];
          new MutationObserver(() => window.spoken.push(spoken.textContent))
            .observe(spoken, { childList: true });
        }"""
    )
    button.click()
    bench.wait("document.querySelector('.laboratory [name=play]').textContent === 'Play'")
    assert end in bench.status
    assert page.evaluate("spoken") == [bench.heard]  # once, at the end
    button.click()
    assert bench.status.startswith(anew)
    button.click()


def test_where_motion_is_unwelcome_a_press_is_one_step(bench, visit):
    page = bench.page
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    step = page.locator(".laboratory .run button:visible", has_text="Step")
    assert step.count() == 1
    assert page.locator(".laboratory button:visible", has_text="Play").count() == 0
    step.click()
    assert bench.status.startswith({"lab": "After 4 of 6", "margins": "C = 0.25"}[visit.kind])
    page.emulate_media(reduced_motion="no-preference")


def test_a_key_says_what_it_changed_and_no_more(bench, visit):
    assert bench.heard == ""  # nothing yet
    bench.key(1, "ArrowUp")  # far from the line
    changed = {"lab": " R = 4.332: at most 11 updates.", "margins": ""}[visit.kind]
    assert bench.heard == f"Point 1 at (3, 3.125).{changed}"


def test_no_disc_is_cut_and_a_phone_has_all_pictures_in_its_window(bench):
    page = bench.page
    page.set_viewport_size(PHONE)
    bench.key(0, *["Shift+ArrowLeft"] * 8, *["Shift+ArrowUp"] * 8)
    frame, disc = bench.svg(0).bounding_box(), page.locator(".point .halo").first.bounding_box()
    assert disc["x"] >= frame["x"] and disc["y"] >= frame["y"]
    ends = [box["y"] + box["height"] for box in (bench.svg(i).bounding_box() for i in range(3))]
    assert max(ends) - frame["y"] <= 844 - 48  # below the bar of the page
    page.set_viewport_size({"width": 1280, "height": 900})


@pytest.mark.parametrize(("kind", "count"), [("lab", 3), ("margins", 2)])
def test_a_picture_without_scripts_and_alive_from_a_file(visits, kind, count):
    page = visits(KINDS[kind][0], java_script_enabled=False).page
    picture = page.query_selector(".laboratory .picture")
    assert len(picture.get_attribute("aria-label").split()) > 20
    panels = picture.query_selector_all("svg:not(svg svg)")
    assert [panel.is_visible() for panel in panels] == [True] * count
    end = picture.bounding_box()["y"] + picture.bounding_box()["height"]
    assert all(p.bounding_box()["y"] + p.bounding_box()["height"] <= end for p in panels)
    bench = Bench(visits(KINDS[kind][0], at=f"file://{browsing.HTML}/").page)
    bench.key(4, "ArrowUp")
    assert bench.place(4) == (2, 1.125, 1)


WIDGETS = {  # what makes it, its traits, a button, the trait that it changes, and its status
    "lab": (Laboratory, {"t": 3}, "step", {"t": 4}, "After 4 of 13 updates"),
    "margins": (
        MarginLaboratory,
        {"C": 0.1, "view": "hulls"},
        "sum",
        {"view": "sum"},
        "C = 0.1: half-width",
    ),
}


def test_the_module_of_the_widget(bench, visit):
    """What anywidget imports, with a model like its own: the kernel is told, and is listened to."""
    live, values, button, changed, said = WIDGETS[visit.kind]
    saved, (told, count, keys) = browsing.widget(
        bench.page,
        live._esm,
        {"points": ROWS} | values,
        f"(el, model) => {{ el.querySelector('[name={button}]').click();"
        + """
          el.querySelector(".point").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
          model.set("points", [[1, 1, 1], [2, 1, -1]]);
          const told = el.querySelector(".state").lastElementChild.textContent;
          return [told, el.querySelectorAll(".point").length, el.dataset.lmSuppressShortcuts];
        }""",
    )
    stepped = {"points": ROWS} | values | changed
    assert saved == [stepped, stepped | {"points": [[*ROWS[0][:2], 1], *ROWS[1:]]}]
    assert told.startswith(said)
    assert (count, keys) == (2, "true")
