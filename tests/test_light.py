"""What no style uses is left out of a page. tests/test_site.py measures the pages' sizes."""

import re

from tests import browsing

STEPS = next(path for path in browsing.pages() if "block-novikoff" in path)


def test_the_steps_of_a_theorem_come_when_their_fold_opens(visits):
    """Without scripts, tests/test_site.py reads the same in them."""
    page = visits(STEPS).page
    fold = page.locator("details:has(> noscript)", has_text="Checked").first.element_handle()
    assert fold.query_selector(".steps") is None
    fold.query_selector("summary").click()
    table = fold.wait_for_selector(".steps")
    assert re.match(r"step\s+claim\s+proved", table.inner_text())
    assert len(table.query_selector_all("math")) > 2
