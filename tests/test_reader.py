"""What a reader does with the site: turn pages, copy, unfold, change the theme."""

from playwright.sync_api import expect

from tests import browsing

CHAPTERS = browsing.pages()[:-1]


def with_explorer():
    """The first page that holds an explorer."""
    return next(p for p in CHAPTERS if "data-explore" in (browsing.HTML / p).read_text("utf-8"))


def test_contents_open_on_a_phone(visits, base):
    page = visits(CHAPTERS[0], viewport=browsing.PHONE).page
    assert not page.is_visible("#contents")
    page.click("text=Contents")
    page.click("#contents a >> nth=0")
    assert page.url == base + CHAPTERS[1]


def test_the_outline_opens_on_a_phone_and_the_bar_makes_room(visits):
    page = visits(CHAPTERS[1], viewport=browsing.PHONE).page
    page.click("text=On this page")
    link = page.locator(".outline a").nth(2)
    name = link.get_attribute("href")[1:]
    link.click()
    page.wait_for_function("!document.querySelector('.outline').matches(':popover-open')")
    box = "(id) => document.getElementById(id).getBoundingClientRect().top"
    assert 0 <= page.evaluate(box, name) <= browsing.PHONE["height"] / 4
    foot = "() => document.querySelector('.top').getBoundingClientRect().bottom"
    page.mouse.wheel(0, 400)
    page.wait_for_function(f"({foot})() <= 0")
    page.mouse.wheel(0, -100)
    page.wait_for_function(f"({foot})() > 40")


def test_the_bar_is_one_row_and_its_search_is_read(visits):
    """On a phone, a small one, and at 400 %."""
    page = visits(CHAPTERS[1], viewport=browsing.PHONE).page
    for width, height in [(390, 844), (320, 600), (320, 256)]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".top").bounding_box()["height"] <= 48
        for name in ("Contents", "On this page", "Search", "Theme: auto"):
            box = page.get_by_role("button", name=name, exact=True).bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width
        page.get_by_role("button", name="Search", exact=True).click()
        field = page.get_by_role("searchbox", name="Search the book")
        expect(field).to_be_focused()
        assert field.bounding_box()["width"] > 0.9 * width
        page.keyboard.press("Escape")
        expect(field).not_to_be_visible()


def test_where_motion_is_unwelcome_an_explorer_has_a_step(visits):
    page = visits(with_explorer(), reduced_motion="reduce").page
    control = page.locator("[data-explore] .control:has([type=range])").first
    step, slider = control.locator(".play"), control.locator("input")
    assert set(page.locator(".play:visible").all_text_contents()) == {"Step"}
    last = int(slider.get_attribute("max"))
    slider.press("Home")
    for place in (*range(1, last + 1), 0):
        step.click()
        assert int(slider.input_value()) == place


def test_on_a_phone_a_control_stays_in_sight_below_a_high_picture(visits):
    page = visits(with_explorer(), viewport=browsing.PHONE | {"height": 300}).page
    explorer = page.locator("[data-explore]:not(:has(.control ~ .control))").first
    explorer.locator(".picture").evaluate("(picture) => picture.scrollIntoView()")
    page.wait_for_timeout(300)
    control = explorer.locator(".control").bounding_box()
    assert explorer.locator(".picture").bounding_box()["height"] > 240
    assert 0 < control["y"] and control["y"] + control["height"] <= 300


def test_the_outline_marks_where_the_reader_is(visits):
    """After jumps too, at both ends of a page, and in an outline longer than the window."""
    marked = """() => {
      const link = document.querySelector(".outline [aria-current]");
      const box = link?.getBoundingClientRect();
      return link && box.top >= 0 && box.bottom <= innerHeight && link.hash.slice(1);
    }"""
    for path in (CHAPTERS[1], next(path for path in CHAPTERS if "errata" in path)):
        page = visits(path).page
        links = page.eval_on_selector_all(".outline a", "all => all.map((a) => a.hash.slice(1))")
        for name in (links[-1], links[len(links) // 2], links[1]):
            page.evaluate("(id) => document.getElementById(id).scrollIntoView()", name)
            page.wait_for_function(f"({marked})() === {name!r}")
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        page.wait_for_function(f"({marked})() === {links[-1]!r}")
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_function("!document.querySelector('.outline [aria-current]')")


COPIED = """(inside) => {
  getSelection().selectAllChildren(inside);
  const clipboardData = new DataTransfer();
  inside.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true }));
  return clipboardData.getData("text/plain");
}"""


def test_a_copied_formula_is_its_tex(visits):
    page = visits(with_explorer()).page
    for selector, dollars in (("article p > .math", "$"), ("article div.math", "$$")):
        formula = page.locator(selector).first
        tex = formula.get_attribute("data-tex")
        assert tex
        alone = formula.locator("mo, mi").first.evaluate(COPIED)  # a part, and so the whole
        assert alone == f"{dollars}{tex}{dollars}"
    paragraph = page.locator("article p:has(> .math)").first
    text = paragraph.evaluate(COPIED)
    assert f"${paragraph.locator('.math').first.get_attribute('data-tex')}$" in text
    assert "\u200b" not in text


def test_the_theme_is_kept(visits):
    page = visits(CHAPTERS[0], color_scheme="light").page
    paper = "() => getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.click("text=Theme: auto")
    page.click("text=Theme: light")
    dark = page.evaluate(paper)
    assert dark != light
    page.click("a[rel=next]")
    page.wait_for_load_state()
    assert page.evaluate(paper) == dark
    page.click("text=Theme: dark")
    assert page.evaluate(paper) == light


def test_imports_and_checks_show_on_demand_and_the_choice_is_kept(visits):
    page = visits(with_explorer()).page
    folds, switch = page.locator(".above-input"), page.get_by_label("Show checks and imports")
    code, cells = page.locator(".above-input pre:visible"), page.locator(".cell_input:visible")
    algorithm = cells.count()
    assert algorithm and folds.count() and not switch.is_checked()
    assert code.count() == page.locator(".above-input summary:visible").count() == 0
    switch.press("Space")
    assert code.count() == folds.count() == cells.count() - algorithm
    folds.first.locator("summary").click()
    assert code.count() == folds.count() - 1
    page.reload()
    assert switch.is_checked() and code.count() == folds.count()
    switch.uncheck()
    assert code.count() == 0


def test_every_control_takes_the_keyboard(visits):
    """The Tab key reaches, with a visible outline, all that a mouse could use."""
    for path in (CHAPTERS[0], with_explorer(), "search.html"):
        page = visits(path).page
        count = page.evaluate(
            """() => {
              const controls = document.querySelectorAll(
                "a[href]:not(.headerlink), button, summary, input:not([type=radio]:not(:checked))"
              );
              window.todo = new Set([...controls].filter((e) => e.checkVisibility()));
              return todo.size;
            }"""
        )
        assert count > 20
        page.evaluate(
            """() => addEventListener("focusin", ({ target }) => {
              if (getComputedStyle(target).outlineStyle !== "none") todo.delete(target);
            })"""
        )
        for _ in range(count + 20):  # and boxes that scroll
            page.keyboard.press("Tab")
        assert page.evaluate("[...todo].map((e) => e.outerHTML.slice(0, 100))") == []


def test_a_wrong_address_shows_the_way_from_any_depth_and_host(site, chromium):
    tab, asked = chromium.new_context(), []
    html = (site / "404.html").read_text("utf-8")

    def answer(route):
        asked.append(route.request.url)
        route.fulfill(status=404, body=html, content_type="text/html")

    tab.route("**", answer)
    places = ["https://a.host/nowhere.html", "https://another.host/a/deep/path/to/nowhere.html"]
    for place in places:
        page = tab.new_page()
        page.goto(place, wait_until="load")
        assert page.get_attribute("main a", "href") == f"{browsing.SITE}{CHAPTERS[0]}"
        assert "Book Serif" in page.evaluate("getComputedStyle(document.body).fontFamily")
    assert asked == places
    assert browsing.violations(page, ["wcag2a", "wcag2aa", "wcag22aa"]) == []
    tab.close()


def test_code_is_copied_and_a_fold_opens_by_keyboard(visits):
    opened = visits(with_explorer())
    opened.tab.grant_permissions(["clipboard-read", "clipboard-write"])
    cell = opened.page.locator(".cell_input:visible").first  # what only draws is folded
    code = cell.locator("pre").text_content()
    cell.locator("button.copy").focus()
    opened.page.keyboard.press("Enter")
    opened.page.wait_for_selector("text=Copied")
    assert opened.page.evaluate("navigator.clipboard.readText()") == code
    fold = opened.page.locator("details:visible").first
    fold.locator("summary").focus()
    opened.page.keyboard.press("Enter")
    assert fold.evaluate("fold => fold.open")


def test_sliders_move_on_a_page_opened_as_a_file(visits):
    page = visits(with_explorer(), at=f"file://{browsing.HTML}/").page
    picture = page.locator("[data-explore] .picture").first
    page.focus("[data-explore] input")
    seen = []
    for key in ("Home", "End", "Home"):
        page.keyboard.press(key)
        page.wait_for_function("Object.keys(explored).length")
        seen.append((picture.get_attribute("aria-label"), picture.inner_html()))
    assert seen[0] == seen[2] != seen[1]
