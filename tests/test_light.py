"""What nothing shows is left out of a page, and nothing else is."""

import re

import pytest

from tests import browsing
from theme.light import lighten

STEPS = next(path for path in browsing.pages() if "block-novikoff" in path)


def lightened(body):
    """The text of a page, made light."""
    context = {"body": body}
    lighten(None, "page", "page.html", context, None)
    return context["body"]


def test_code_keeps_its_text_and_its_colors():
    code = '<pre><span></span><span class="k">def</span><span class="w"> </span>'
    code += '<span class="nf">f</span>'
    code += '<span class="p">(</span><span class="n">x</span> &lt; <span class="mi">2</span></pre>'
    light = '<span class="k">def</span> <span class="nf">f</span>(x &lt; <span class="mi">2</span>'
    assert lightened(code) == f"<pre>{light}</pre>"
    start = '<code class="docutils literal notranslate">'
    name = f'{start}<span class="pre">a</span> <span class="pre">b</span></code>'
    assert lightened(name) == f"{start}a b</code>"


@pytest.mark.parametrize("scripts", [True, False])
def test_the_steps_of_a_theorem_stand_in_their_fold(visits, scripts):
    page = visits(STEPS, java_script_enabled=scripts).page
    fold = page.locator("details:has(> noscript)").first.element_handle()
    assert (fold.query_selector(".steps") is None) == scripts
    fold.query_selector("summary").click()
    table = fold.wait_for_selector(".steps")
    assert re.match(r"step\s+claim\s+proved", table.inner_text())
    assert len(table.query_selector_all("math")) > 2
