"""What nothing shows is left out of a page. How light pages are, tests/test_site.py measures."""

import re

from tests import browsing
from theme.light import lighten

STEPS = next(path for path in browsing.pages() if "block-novikoff" in path)


def test_code_keeps_its_text_and_its_colors():
    code = '<pre><span></span><span class="k">def</span><span class="w"> </span>'
    code += '<span class="nf">f</span>'
    code += '<span class="p">(</span><span class="n">x</span> &lt; <span class="mi">2</span></pre>'
    context = {"body": code}
    lighten(None, "page", "page.html", context, None)
    light = '<span class="k">def</span> <span class="nf">f</span>(x &lt; <span class="mi">2</span>'
    assert context["body"] == f"<pre>{light}</pre>"


def test_the_steps_of_a_theorem_come_when_their_fold_opens(visits):
    """Without scripts, tests/test_site.py reads the same in them."""
    page = visits(STEPS).page
    fold = page.locator("details:has(> noscript)").first.element_handle()
    assert fold.query_selector(".steps") is None
    fold.query_selector("summary").click()
    table = fold.wait_for_selector(".steps")
    assert re.match(r"step\s+claim\s+proved", table.inner_text())
    assert len(table.query_selector_all("math")) > 2
