"""Every formula of the book as browsers set it: they differ in much that MathML leaves open.

Chromium sees each page at each push, and WebKit at night, by its own driver; nobody asks Firefox,
whose driver Debian does not have. No pair of brackets is torn, no bar set apart, no root hangs, no
accent stands aside; no line breaks within a part, nor begins with the mark that follows a formula;
nothing is wider than a phone; each is one thing to a screen reader.
"""

import contextlib
import glob
import os
import subprocess
import time
from pathlib import Path

import pytest

from tests import browsing

SWEEP = Path(__file__).with_name("formulas.js").read_text("utf-8")
FRAME = """const [address, width] = arguments, frame = document.createElement("iframe");
document.body.replaceChildren(frame);
frame.style.cssText = `width: ${width}px; height: 900px; border: 0`;
window.ready = false;
frame.onload = () => (window.ready = true);
frame.src = address;"""
INSIDE = f"return ({SWEEP})(document.querySelector('iframe').contentWindow)"


def formulas(visit):
    """Called on each page by tests/test_site.py."""
    assert visit.page.evaluate(f"({SWEEP})(window)") == []


@contextlib.contextmanager
def webkit():
    """WebKit's own browser, on a virtual screen; `make engines` installs both."""
    from selenium import webdriver  # by night alone
    from selenium.webdriver.webkitgtk.options import Options
    from selenium.webdriver.webkitgtk.service import Service

    reads, writes = os.pipe()
    command = ["Xvfb", "-displayfd", str(writes), "-screen", "0", "1400x1100x24"]
    screen = subprocess.Popen(command, pass_fds=[writes], stderr=subprocess.DEVNULL)
    try:
        os.close(writes)
        with os.fdopen(reads) as said:
            number = said.readline().strip()  # written once it is up
        environ = os.environ | {"DISPLAY": f":{number}", "LIBGL_ALWAYS_SOFTWARE": "1"}
        environ |= {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}  # there is none for root
        options = Options()
        (options.binary_location,) = glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
        options.add_argument("--automation")
        with webdriver.WebKitGTK(options, Service(env=environ)) as page:
            yield page
    finally:
        screen.terminate()
        screen.wait(20)


@pytest.mark.nightly
def test_formulas_in_another_engine(base):
    found = {}
    with webkit() as page:
        page.get(f"{base}404.html")
        for path in browsing.pages():
            for width in (1280, 1000, 390):
                page.execute_script(FRAME, base + path, width)
                until = time.monotonic() + 120
                while not page.execute_script("return window.ready"):
                    assert time.monotonic() < until, f"{path} did not load"
                    time.sleep(0.1)
                found[path, width] = page.execute_script(INSIDE)
    assert {where: wrong for where, wrong in found.items() if wrong} == {}
