"""The errata on the site: an address shows the rows of a note or of a kind, without a script."""

import re

import pytest
from docutils.nodes import make_id

from tests.test_errata import NUMBER, rows

PAGE = "chapters/errata.html"
ROWS = ".errata tbody tr"


def classes(line):
    """The addresses that show a row."""
    _, notes, _, kind, *_ = (cell.strip() for cell in line.strip("| ").split(" | "))
    return {make_id(name) for name in [*notes.split("; "), kind]}


NAMES = sorted(set().union(*map(classes, rows())))


def wanted(name=None):
    """The entries of a note or of a kind, by its address; all without one."""
    return [f"A{NUMBER.search(line)[1]}" for line in rows() if name in {None, *classes(line)}]


def shown(page):
    """The entries whose rows a reader sees."""
    return page.locator(f"{ROWS}:visible td:first-child").all_inner_texts()


# At each address: the rows that are seen, and which link is marked, how, and whether in the window.
LOOK = """(names) => names.map((name) => {
  location.hash = name;
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((part) => {
    const box = part.getBoundingClientRect();
    return part.checkVisibility() && box.width && box.height;
  });
  return [
    seen(".errata tbody tr").map((row) => row.cells[0].innerText),
    seen(".filter .visually-hidden").map(({ parentElement: item }) =>
      [item.id, item.innerText, item.getBoundingClientRect().top > 0]),
  ];
})"""


def test_an_address_shows_the_rows_of_a_note_or_of_a_kind(visits):
    page = visits(PAGE, java_script_enabled=False).page
    for name, (entries, chosen) in zip(NAMES, page.evaluate(LOOK, NAMES), strict=True):
        assert entries == wanted(name)
        ((marked, words, within),) = chosen
        assert marked == name and within
        assert words.split()[-2:] == [str(len(entries)), "shown"]


def test_the_links_answer_the_keyboard_and_rows_lead_to_their_entries(visits):
    page = visits(PAGE).page
    names = page.locator(".filter li").evaluate_all("all => all.map((item) => item.id)")
    assert sorted(names) == sorted(["all", *NAMES])
    page.locator("#chevaleyre a").press("Enter")
    assert shown(page) == wanted("chevaleyre")
    page.locator("#all a").press("Enter")
    assert shown(page) == wanted()
    page.go_back()
    assert shown(page) == wanted("chevaleyre")
    page.locator(f"{ROWS}:visible a").nth(2).click()
    page.wait_for_url("**#a3")
    assert shown(page) == wanted()
    assert 0 < page.get_by_role("heading", name="A3.").bounding_box()["y"] < 300


def test_an_old_browser_shows_all_rows(chromium, base):
    """One that does not know `:has()` drops each rule that holds it."""
    page = chromium.new_page()

    def without(route):
        css = re.sub(r"[^{}]*:has\([^{}]*\{[^{}]*\}", "", route.fetch().text())
        route.fulfill(body=css, content_type="text/css")

    page.route("**/book.css*", without)
    page.goto(f"{base}{PAGE}#chevaleyre")
    assert shown(page) == wanted()
    page.close()


@pytest.mark.parametrize(("width", "display"), [(390, "block"), (1280, "table-row")])
def test_the_table_fits(visits, width, display):
    page = visits(PAGE, viewport={"width": width, "height": 900}).page
    box = ".pst-scrollable-table-container:has(.errata)"
    assert page.eval_on_selector(box, "box => box.scrollWidth <= box.clientWidth")
    row = page.locator(ROWS).first
    assert row.evaluate("row => getComputedStyle(row).display") == display
