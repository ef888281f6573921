"""Every formula of the book as browsers set it: they differ in much that MathML leaves open.

Chromium sees each page at each push, Firefox and WebKit at night. No pair of brackets is torn, no
bar set apart, no root hangs, no accent stands aside; no line breaks within a part, nor begins with
the mark that follows a formula; nothing is wider than a phone; each is one thing to hear.
"""

import time
from pathlib import Path

import pytest

from tests import browsing, engines

PAGES = browsing.pages()
WIDTHS = [1280, 1000, 390]
SWEEP = Path(__file__).with_name("formulas.js").read_text("utf-8")
FRAME = """const [address, width] = arguments, frame = document.createElement("iframe");
document.body.replaceChildren(frame);
frame.style.cssText = `width: ${width}px; height: 900px; border: 0`;
window.ready = false;
frame.onload = () => (window.ready = true);
frame.src = address;"""
INSIDE = f"return ({SWEEP})(document.querySelector('iframe').contentWindow)"


def formulas(visit):
    """Asked of each page in the visit of tests/test_site.py."""
    assert visit.page.evaluate(f"({SWEEP})(window)") == []


@pytest.mark.nightly
@pytest.mark.parametrize("engine", [engines.firefox, engines.webkit])
def test_formulas_in_other_engines(engine, base):
    found = {}
    with engine() as page:
        page.open(f"{base}404.html")
        for path in PAGES:
            for width in WIDTHS:
                page.run(FRAME, base + path, width)
                until = time.monotonic() + 120
                while not page.run("return window.ready"):
                    assert time.monotonic() < until, f"{path} did not load"
                    time.sleep(0.1)
                found[path, width] = page.run(INSIDE)
    assert {where: wrong for where, wrong in found.items() if wrong} == {}
