"""Hypotheses to untick, in a browser: every subset, by keyboard, aloud, from a file, on paper."""

import pytest

from lib.explore.untick import FOLLOWS, Untick, view
from lib.explore.widget import HERE
from lib.proof.subsets import subsets
from lib.theorems.block_novikoff import BLOCK_NOVIKOFF
from tests import browsing

NAMES = [step.name for step in BLOCK_NOVIKOFF.steps]
STEPS = [subsets(BLOCK_NOVIKOFF, name) for name in NAMES]
PHONE = {"width": 390, "height": 844}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A page with the view of all steps, and one of a single step, as the site has them."""
    styles = [browsing.ROOT / "theme" / "book.css", HERE / "untick.css"]
    look = "".join(f"<style>{path.read_text('utf-8')}</style>" for path in styles)
    script = f"<script>{(HERE / 'untick.js').read_text('utf-8')}</script>"
    views = "".join(
        f'<div class="cell_output"><div class="output">{html}</div></div>'
        for html in (view(BLOCK_NOVIKOFF, STEPS), view(BLOCK_NOVIKOFF, STEPS[2:3]))
    )
    folder = tmp_path_factory.mktemp("untick")
    (folder / "page.html").write_text(
        '<!doctype html><html lang="en" data-theme="auto"><meta charset="utf-8">'
        f'<title>Untick</title><link rel="icon" href="data:,">{look}<body><main><h1>Untick</h1>'
        f'{views}<p id="end">End</p></main>{script}',
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


def seen(page, number=0):
    """The words of what is visible in the cases of the step that is shown."""
    shown = page.locator(f".untick >> nth={number} >> .step:visible .cases > :visible")
    assert shown.count() == 1
    return shown.locator("p").first.text_content(), shown.locator("svg").count()


@pytest.mark.parametrize("place", range(len(NAMES)), ids=NAMES)
def test_every_subset_shows_the_verdict_that_python_computes(visit, place):
    page, found = visit(), STEPS[place]
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
                    document.querySelector("[role=status]").textContent];
          });
        }""",
        [place, len(found.verdicts)],
    )
    read = """html => new DOMParser().parseFromString(html, "text/html")
        .querySelector("p").textContent"""
    words = {i: page.evaluate(read, case._repr_html_()) for i, case in enumerate(found.cases)}
    words[None] = FOLLOWS
    assert len(set(words.values())) > 1
    assert told == [[1, words[verdict], words[verdict]] for verdict in found.verdicts]


def test_the_keyboard_unticks_and_the_verdict_is_announced(visit):
    page = visit()
    page.focus("select")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.locator("legend:visible").first.text_content().startswith("growth: ")
    assert seen(page) == (FOLLOWS, 0)
    status = page.locator("[role=status]").first
    assert status.text_content() == FOLLOWS
    for _ in range(2):
        page.keyboard.press("Tab")
    focused = page.evaluate("document.activeElement.parentElement.textContent")
    assert focused.strip().startswith("mistake")
    page.keyboard.press("Space")
    words, drawings = seen(page)
    assert words.startswith("Without mistake, ") and drawings == 1
    assert status.text_content() == words
    page.keyboard.press("Space")
    assert seen(page) == (FOLLOWS, 0)
    assert status.text_content() == FOLLOWS
    assert page.locator("[role=status]").nth(1).text_content() == ""  # the other view is silent


def test_boxes_are_native_and_named(visit):
    page = visit()
    boxes = page.get_by_role("group", name="growth: ").nth(0).get_by_role("checkbox")
    assert boxes.count() == len(STEPS[2].names)
    assert all(box.is_checked() and box.is_enabled() for box in boxes.all())
    assert page.get_by_role("combobox", name="Step").count() == 1


def test_nothing_moves_when_a_box_is_unticked(visit):
    for size in (PHONE, {"width": 1280, "height": 900}):
        page = visit(viewport=size)
        where = "() => document.querySelector('#end').getBoundingClientRect().y + scrollY"
        place = page.evaluate(where)
        for i in range(len(STEPS[2].names)):
            page.locator(".untick").nth(1).locator("input").nth(i).click()
            assert page.evaluate(where) == place
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessible(visit, scheme):
    page = visit(viewport=PHONE, color_scheme=scheme)
    page.locator(".untick").nth(1).locator("input").nth(1).click()
    assert browsing.violations(page, RULES) == []


def test_text_in_a_drawing_is_at_least_eleven_pixels_on_a_phone(visit):
    page = visit(viewport=PHONE)
    page.locator(".untick").nth(1).locator("input").nth(1).click()
    heights = page.evaluate(
        """() => [...document.querySelectorAll(".untick svg :is(text, tspan)")].map((text) =>
          parseFloat(getComputedStyle(text).fontSize) * text.getCTM().a)"""
    )
    assert heights and min(heights) >= 11


def test_without_a_script_one_case_is_drawn_and_said(visit):
    page = visit(java_script_enabled=False)
    view_ = page.locator(".untick").nth(1)
    assert view_.locator("noscript svg").count() == 1
    assert "Without update" in view_.locator("noscript").inner_text()
    assert view_.locator(".cases").inner_text().strip() == FOLLOWS


def test_paper_has_what_is_ticked(visit):
    page = visit()
    single = page.locator(".untick").nth(1)
    single.locator("input").nth(1).click()
    page.emulate_media(media="print")
    assert seen(page, 1)[0].startswith("Without mistake")
    assert single.locator("fieldset").is_visible()
    assert single.locator("input").nth(1).is_checked() is False


def test_the_module_of_the_widget(visit):
    """What anywidget imports, with a model like its own: a claim is asked, an answer drawn."""
    new = view(BLOCK_NOVIKOFF, [subsets(BLOCK_NOVIKOFF, "progress")])
    saved, (legend, said, shown) = browsing.widget(
        visit(),
        Untick._esm,
        {"html": view(BLOCK_NOVIKOFF, STEPS[2:3]), "said": "In w.", "other": new},
        """(el, model) => {
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
                  visible[0].querySelector("p").textContent];
        }""",
    )
    asked = [values["asked"][:2] for values in saved]
    assert asked == [[0, "w == 0"]] * 2  # by its button, by Enter
    assert legend.startswith("progress: ")
    assert said == "It does not follow."
    assert shown.startswith("Without margin, ")


def test_alive_on_the_page(base, chromium):
    one = browsing.Visit(chromium, base, "chapters/block-novikoff.html")
    page = one.page
    box = page.locator(".untick label", has_text="mistake").first.locator("input")
    box.uncheck()
    drawn = page.locator(".untick .cases > :visible svg").first
    assert drawn.is_visible()
    assert drawn.get_attribute("aria-label").startswith("Arrows from the origin in the plane: ")
    assert one.errors == [] and one.outside == []
    one.close()
