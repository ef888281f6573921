"""Answers and hypotheses to untick: on pages of the book, and as widgets."""

import re

import pytest
from bs4 import BeautifulSoup

from lib.explore import answers
from lib.explore.untick import FOLLOWS, Untick, untick
from lib.figures.counterexample import Drawing
from lib.proof.subsets import subsets
from lib.theorems import theorem
from tests import browsing

BLOCK_NOVIKOFF = theorem("block_novikoff")
GROWTH = subsets(BLOCK_NOVIKOFF, "growth")

CHAPTER = "chapters/block-novikoff.html"  # with fields, and the hypotheses of growth
KINDS = {
    "answer": (lambda: answers.number(36, label="R²"), answers.Answer),
    "untick": (lambda: untick(BLOCK_NOVIKOFF, "growth"), Untick),
}


@pytest.mark.parametrize("kind", KINDS)
def test_live_or_still_it_is_one_html(monkeypatch, kind):
    make, live = KINDS[kind]
    monkeypatch.setenv("BOOK_EXPLORE", "live")
    alive = make()
    monkeypatch.setenv("BOOK_EXPLORE", "static")
    still = make()
    assert isinstance(alive, live) and repr(alive) == repr(still)
    assert re.sub("<style>.*?</style>", "", alive.html, flags=re.S) == still._repr_html_()


def test_a_field_says_whether_it_is_right(visits):
    page = visits(CHAPTER).page
    form = page.locator(".answer", has_text="M is at most (a whole number)")
    field, said = form.locator("input"), form.locator("[role=status]")
    field.fill("9")
    form.get_by_role("button", name="Check").click()
    assert said.text_content() == "9 is too small."
    field.fill("10")
    field.press("Enter")
    assert said.text_content() == "Right."


# Hypotheses to untick


def test_every_subset_shows_the_verdict_that_python_computes(visits):
    page = visits(CHAPTER).page
    told = page.evaluate(
        """(subsets) => {
          const step = document.querySelector(".untick .step");
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
        len(GROWTH.verdicts),
    )
    drawings = [Drawing(case)._repr_html_() for case in GROWTH.cases]
    words = [BeautifulSoup(html, "html.parser").p.text for html in drawings]
    said = [FOLLOWS if verdict is None else words[verdict] for verdict in GROWTH.verdicts]
    assert told == [[1, one, one] for one in said] and len(set(said)) > 1


def test_the_keyboard_unticks_nothing_moves_and_paper_has_what_is_ticked(visits):
    page = visits(CHAPTER).page
    boxes, status = page.locator(".untick input"), page.locator(".untick [role=status]")
    shown = page.locator(".untick .cases > :visible")
    height = page.evaluate("document.body.scrollHeight")
    boxes.first.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert shown.count() == shown.locator("svg").count() == 1
    assert shown.locator("p").first.text_content() == status.text_content()
    assert status.text_content().startswith("Without mistake, ")
    assert page.evaluate("document.body.scrollHeight") == height
    page.emulate_media(media="print")
    assert shown.locator("svg").is_visible() and page.locator(".untick fieldset").is_visible()
    page.emulate_media(media="screen")
    page.keyboard.press("Space")
    assert shown.text_content() == status.text_content() == FOLLOWS


def test_without_a_script_all_is_still_there(visits):
    page = visits(CHAPTER, java_script_enabled=False).page
    assert page.locator(".answer input").first.is_disabled()
    assert "Without update" in page.inner_text(".untick noscript")
    assert page.locator(".untick noscript svg").count() == 1
    assert page.inner_text(".untick .cases").strip() == FOLLOWS


# In a kernel: what anywidget imports, with a model like its own


@pytest.fixture
def page(chromium):
    page = chromium.new_page()
    page.set_content("<main></main>")
    yield page
    page.close()


def test_the_widget_of_a_field_takes_enter_from_jupyterlab(page):
    told = browsing.widget(
        page,
        answers.Answer._esm,
        {"html": answers.number(36).html.replace("<input", '<input value="36"')},
        """(el) => {
          let pressed = false;
          el.parentElement.addEventListener("keydown", () => (pressed = true));
          const enter = new KeyboardEvent("keydown",
            { key: "Enter", bubbles: true, cancelable: true });
          el.querySelector("input").dispatchEvent(enter);
          return [pressed, el.querySelector("[role=status]").textContent];
        }""",
    )[1]
    assert told == [False, "Right."]
