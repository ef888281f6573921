"""Answers, the lifting and hypotheses to untick: one page that has them all, and their widgets."""

import re
from contextlib import contextmanager

import numpy as np
import pytest
from bs4 import BeautifulSoup

from lib.explore import answers
from lib.explore.lifting import Lifting, lifting
from lib.explore.lifting import view as lifted
from lib.explore.untick import FOLLOWS, Untick, untick, view
from lib.explore.widget import Still, joined
from lib.figures.colors import CSS
from lib.figures.counterexample import Drawing
from lib.proof.subsets import subsets
from lib.theorems import theorem
from tests import browsing

BLOCK_NOVIKOFF = theorem("block_novikoff")

NAMES = [step.name for step in BLOCK_NOVIKOFF.steps]
STEPS = [subsets(BLOCK_NOVIKOFF, name) for name in NAMES]
GROWTH = NAMES.index("growth")
WORDS = "Whence?", "From the side."
EDGE = "Turned by 60°, from 0° above: the plane is seen edge-on, a line, with every circle below it"
PHONE = {"width": 390, "height": 500}  # lower than the lifting, so that there is a way to scroll
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The address of the page: a field, the lifting, all steps of a theorem, and one of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOOK_EXPLORE", "static")
        parts = [answers.number(36).html, lifted(*WORDS)[0], view(BLOCK_NOVIKOFF, STEPS)]
        parts.append(view(BLOCK_NOVIKOFF, STEPS[GROWTH : GROWTH + 1]))
    kinds = ("answers", "lifting", "untick")
    book = (browsing.ROOT / "theme" / "book.css").read_text("utf-8")
    look = CSS + book + joined(*(f"{kind}.css" for kind in kinds))
    scripts = "".join(f"<script>{joined(f'{kind}.js')}</script>" for kind in kinds)
    shown = "".join(
        f'<div class="cell_output"><div class="output">{part}</div></div>' for part in parts
    )
    folder = tmp_path_factory.mktemp("widgets")
    (folder / "page.html").write_text(
        '<!doctype html><html lang="en" data-theme="auto"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>Widgets</title><link rel="icon" href="data:,"><style>{look}</style><body><main>'
        f'<h1>Widgets</h1>{shown}<p id="end">End</p></main>{scripts}',
        "utf-8",
    )
    return f"file://{folder}/"


@pytest.fixture(scope="module")
def visiting(written, chromium):
    """Open the page, and see that nothing goes wrong on it."""

    @contextmanager
    def opened(**options):
        visit = browsing.Visit(chromium, written, "page.html", **options)
        yield visit.page
        assert (visit.errors, visit.outside) == ([], [])
        visit.close()

    return opened


@pytest.fixture(scope="module")
def shared(visiting):
    with visiting() as page:
        yield page


@pytest.fixture
def page(shared):
    """The page as it was opened."""
    shared.emulate_media(media="screen")
    shared.reload()
    return shared


LIVE = {
    "answer": (lambda: answers.number(36, label="R²"), answers.Answer, "R²: a field that checks"),
    "lifting": (lambda: lifting(*WORDS), Lifting, "Picture: Left, 9 circles inside an ellipse"),
    "untick": (lambda: untick(BLOCK_NOVIKOFF, "growth"), Untick, "growth follows from 8 of the 64"),
}


@pytest.mark.parametrize("kind", LIVE)
def test_live_or_still_it_is_one_html_and_one_sentence(monkeypatch, kind):
    make, live, said = LIVE[kind]
    shown = {}
    for mode, wanted in (("live", live), ("static", Still)):
        monkeypatch.setenv("BOOK_EXPLORE", mode)
        shown[mode] = make()
        assert isinstance(shown[mode], wanted)
        assert repr(shown[mode]).startswith(said)
    assert re.sub("<style>.*?</style>", "", shown["live"].html, flags=re.S) == shown["static"].html
    assert shown["static"]._repr_html_() == shown["static"].html


def test_axe_finds_nothing_on_a_phone_and_words_are_large_enough(visiting):
    with visiting(viewport=PHONE, color_scheme="light") as page:
        page.locator(".untick").nth(1).locator("input").nth(1).click()
        assert browsing.violations(page, RULES) == []
        page.emulate_media(color_scheme="dark")
        assert browsing.violations(page, ["color-contrast"]) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        heights = page.evaluate(
            """() => [...document.querySelectorAll(".untick svg :is(text, tspan)")].map((text) =>
              parseFloat(getComputedStyle(text).fontSize) * text.getCTM().a)"""
        )
        assert heights and min(heights) >= 11


def test_without_a_script_all_is_still_there(visiting):
    with visiting(java_script_enabled=False) as page:
        assert page.get_by_label("Your answer").is_disabled()
        one = page.locator(".untick").nth(1)
        assert one.locator("noscript svg").count() == 1
        assert "Without update" in one.locator("noscript").inner_text()
        assert one.locator(".cases").inner_text().strip() == FOLLOWS


def test_a_field_says_whether_it_is_right(page):
    field, said = page.get_by_label("Your answer"), page.locator(".answer [role=status]")
    field.fill("35")
    page.get_by_role("button", name="Check").click()
    assert said.text_content() == "35 is too small."
    field.fill("36")
    field.press("Enter")
    assert said.text_content() == "Right."


# The lifting


def turned(page):
    return page.text_content(".lifting [role=status]")


def test_the_script_leaves_the_start_as_it_was_drawn(page):
    drawn, before = (
        BeautifulSoup(html, "html.parser") for html in (page.content(), lifted(*WORDS)[0])
    )
    assert turned(page) == before.select_one("[role=status]").text
    places = [sorted(map(str, html.select(".space [data-at]"))) for html in (drawn, before)]
    assert places[0] == places[1]


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_buttons_turn_it(page, motion):
    page.emulate_media(reduced_motion=motion)
    page.get_by_role("button", name="Show it").press("Enter")
    if motion == "reduce":
        assert turned(page).startswith(EDGE)
    page.locator("[role=status]", has_text=EDGE).wait_for()
    # The rectangle of the plane has become a line.
    line = page.get_attribute(".plane", "d")[1:].split("L")
    corners = np.array([corner.split() for corner in line], dtype=float)
    sides = corners[[1, 3]] - corners[0]
    assert abs(np.linalg.det(sides)) < 0.2 * np.abs(sides).max()
    page.get_by_role("button", name="From above").click()
    page.wait_for_function("document.querySelectorAll('.lifting input')[1].value === '90'")


def test_keys_and_pointer_turn_it(page):
    page.focus(".lifting input >> nth=0")
    page.keyboard.press("ArrowRight")
    page.focus(".lifting input >> nth=1")
    page.keyboard.press("End")
    assert turned(page).startswith("Turned by −19°, from 90° above")
    assert page.get_attribute(".lifting input >> nth=1", "aria-valuetext") == "90°"
    page.locator(".space").scroll_into_view_if_needed()
    box = page.locator(".space").bounding_box()
    page.mouse.move(box["x"] + 150, box["y"] + 150)
    page.mouse.down()
    page.mouse.move(box["x"] + 250, box["y"] + 110)
    page.mouse.up()
    page.mouse.move(box["x"], box["y"])
    assert turned(page).startswith("Turned by −69°, from 70° above")


def test_a_finger_turns_it_and_scrolls_past_it(visiting):
    with visiting(viewport=PHONE, has_touch=True) as page:
        page.locator(".space").scroll_into_view_if_needed()
        box = page.locator(".space").bounding_box()
        x, y = box["x"] + 100, box["y"] + 100
        browsing.swipe(page, (x, y), (x + 40, y), (x + 80, y))
        assert turned(page).startswith("Turned by −60°, from 26° above")
        scrolled = page.evaluate("scrollY")
        browsing.swipe(page, (x, y), (x, y + 40), (x, y + 120))
        page.wait_for_function(f"scrollY < {scrolled}")


# Hypotheses to untick


def seen(page, number=0):
    """The words of what is visible in the cases of the step that is shown, and its drawings."""
    shown = page.locator(f".untick >> nth={number} >> .step:visible .cases > :visible")
    assert shown.count() == 1
    return shown.locator("p").first.text_content(), shown.locator("svg").count()


def test_every_subset_shows_the_verdict_that_python_computes(page):
    for place, found in enumerate(STEPS):
        page.select_option("select", NAMES[place])
        told = page.evaluate(
            """([place, subsets]) => {
              const step = document.querySelectorAll(".untick .step")[place];
              const boxes = step.querySelectorAll("input");
              const cases = [...step.querySelector(".cases").children];
              return [...Array(subsets).keys()].map((mask) => {
                boxes.forEach((box, bit) => (box.checked = mask >> bit & 1));
                boxes[0].dispatchEvent(new Event("change", { bubbles: true }));
                const shown = cases.filter((one) => getComputedStyle(one).visibility === "visible");
                return [shown.length, shown[0].querySelector("p").textContent,
                        document.querySelector(".untick [role=status]").textContent];
              });
            }""",
            [place, len(found.verdicts)],
        )
        drawings = [Drawing(case)._repr_html_() for case in found.cases]
        words = [BeautifulSoup(html, "html.parser").p.text for html in drawings]
        said = [FOLLOWS if verdict is None else words[verdict] for verdict in found.verdicts]
        assert told == [[1, one, one] for one in said] and len(set(said)) > 1


def test_the_keyboard_unticks_and_the_verdict_is_announced(page):
    page.select_option("select", "growth")
    page.focus("select")
    status = page.locator(".untick [role=status]")
    assert (seen(page), status.first.text_content()) == ((FOLLOWS, 0), FOLLOWS)
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    words, drawings = seen(page)
    assert words.startswith("Without mistake, ") and drawings == 1
    assert status.first.text_content() == words
    page.keyboard.press("Space")
    assert (seen(page), status.first.text_content()) == ((FOLLOWS, 0), FOLLOWS)
    assert status.nth(1).text_content() == ""  # the other view is silent


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_moves_when_a_box_is_unticked_and_paper_has_what_is_ticked(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    where = "() => document.querySelector('#end').getBoundingClientRect().y + scrollY"
    place, boxes = page.evaluate(where), page.locator(".untick").nth(1).locator("input")
    for i in (0, *range(2, boxes.count()), 1):
        boxes.nth(i).click()
        assert page.evaluate(where) == place
    for i in (0, *range(2, boxes.count())):
        boxes.nth(i).click()
    page.emulate_media(media="print")
    assert seen(page, 1)[0].startswith("Without mistake")
    assert page.locator(".untick >> nth=1 >> fieldset").is_visible()
    assert not boxes.nth(1).is_checked()


# In a kernel: what anywidget imports, with a model like its own


def test_the_widget_of_a_field_takes_enter_from_jupyterlab(page):
    html = answers.number(36).html.replace("<input", '<input value="36"')
    told = browsing.widget(
        page,
        answers.Answer._esm,
        {"html": html},
        """(el) => {
          let heard = false;
          el.parentElement.addEventListener("keydown", () => (heard = true));
          const enter = new KeyboardEvent("keydown",
            { key: "Enter", bubbles: true, cancelable: true });
          el.querySelector("input").dispatchEvent(enter);
          return [heard, el.querySelector("[role=status]").textContent,
                  el.dataset.lmSuppressShortcuts];
        }""",
    )[1]
    assert told == [False, "Right.", "true"]


def test_the_widget_of_the_lifting_turns(page):
    act = """(el) => {
      const slider = el.querySelectorAll("input")[1];
      slider.value = 90;
      slider.dispatchEvent(new Event("input"));
      return el.querySelector("[role=status]").textContent;
    }"""
    _, said = browsing.widget(page, Lifting._esm, {"html": lifted(*WORDS)[0]}, act)
    assert said.startswith("Turned by −20°, from 90° above")


def test_the_widget_to_untick_asks_for_a_claim_and_draws_the_answer(page):
    new = view(BLOCK_NOVIKOFF, [subsets(BLOCK_NOVIKOFF, "progress")])
    saved, (legend, said, shown, example) = browsing.widget(
        page,
        Untick._esm,
        {"html": view(BLOCK_NOVIKOFF, STEPS[GROWTH:]), "example": "‖w‖² ≤ R²t", "other": new},
        """(el, model) => {
          const example = el.querySelector("form input").placeholder;
          el.querySelector("form input").value = "w == 0";
          el.querySelector("form button").click();
          const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true });
          el.querySelector("form input").dispatchEvent(enter);
          model.set("html", model.get("other"));
          model.set("said", "It does not follow.");
          el.querySelectorAll("fieldset input")[1].click();
          const visible = [...el.querySelectorAll(".cases > *")].filter((one) => !one.hidden);
          const said = el.querySelector("form [role=status]").textContent;
          return [el.querySelector("legend").textContent, said,
                  visible[0].querySelector("p").textContent, example];
        }""",
    )
    # By its button, and by Enter.
    assert [values["asked"][:2] for values in saved] == [[0, "w == 0"]] * 2
    assert (example, said) == ("such as ‖w‖² ≤ R²t", "It does not follow.")
    assert legend.startswith("progress: ") and shown.startswith("Without margin, ")


def test_alive_on_the_page_of_a_chapter(visits):
    page = visits("chapters/block-novikoff.html").page
    page.locator(".untick label", has_text="mistake").first.locator("input").uncheck()
    drawn = page.locator(".untick .cases > :visible svg").first
    assert drawn.is_visible()
    assert drawn.get_attribute("aria-label").startswith("Arrows from the origin in the plane: ")
