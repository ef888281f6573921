"""Browser tabs for tests that watch a page, axe, and JupyterLab; with what tools/website.py has."""

import json
import time
from pathlib import Path

import axe_playwright_python
import pytest

from tools.website import (  # noqa: F401
    CONFIG,
    HTML,
    REPOSITORY,
    ROOT,
    SITE,
    browser,
    build,
    pages,
    served,
)

# How high a scene stands before its script comes, and after, and how high it must.
HEIGHTS = """(selector) => {
  const after = document.querySelector(selector), before = after.cloneNode();
  before.innerHTML = '<div class="picture">Before the script comes.</div>';
  after.after(before);
  const height = (element) => element.getBoundingClientRect().height;
  const heights = [before, after].map(height), bench = after.firstElementChild;
  before.remove();
  bench.style.minHeight = 0;
  const needed = height(bench);
  bench.style.minHeight = "";
  return [...heights, needed];
}"""
# Every fold open, the code of pictures and checks among them.
UNFOLD = """() => {
  document.documentElement.dataset.checks = "on";
  document.querySelectorAll("details").forEach((fold) => (fold.open = true));
}"""
# A widget's module, with a model like anywidget's, and what `act` does with them.
WIDGET = """async ([source, values, act]) => {
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const { render } = (await import(address)).default;
  const acts = new Map(), saved = [];
  const model = {
    get: (name) => values[name],
    set(name, value) {
      values[name] = value;
      acts.get(`change:${name}`)?.();
    },
    on: (names, act) => names.split(" ").forEach((name) => acts.set(name, act)),
    save_changes: () => saved.push(structuredClone(values)),
  };
  const el = document.createElement("div");
  document.querySelector("main").append(el);
  render({ el, model });
  return [saved, eval(act)(el, model)];
}"""
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PHONE = {"width": 390, "height": 844}
AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")


def started(process, folder):
    """Return the address and the token of a JupyterLab, once it has written them down.

    Parameters
    ----------
    process : subprocess.Popen
    folder : Path
        Where its folder of runtime files, `RUNTIME`, and its `log` are.
    """
    for _ in range(600):  # two minutes
        if list(folder.glob("RUNTIME/jpserver-*-open.html")):  # written last
            about = json.loads(next(folder.glob("RUNTIME/jpserver-*.json")).read_text())
            return about["url"], about["token"]
        assert process.poll() is None, (folder / "log").read_text()
        time.sleep(0.2)
    pytest.fail(f"JupyterLab did not start:\n{(folder / 'log').read_text()}")


class Visit:
    """A page in a browser tab of its own; it records its requests and what went wrong.

    Parameters
    ----------
    chromium : playwright Browser
    base : str
        The address of the site; every request beyond it is refused and kept in `outside`.
    path : str
        The page.
    **options
        For the tab: `color_scheme`, `java_script_enabled`, and so on.
    """

    def __init__(self, chromium, base, path, **options):
        self.base, self.path = base, path
        self.outside, self.errors, self.responses = [], [], []
        options.setdefault("viewport", {"width": 1280, "height": 900})
        self.tab = chromium.new_context(**options)
        self.tab.route(lambda url: not url.startswith(base), self.refuse)
        self.page = self.tab.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self.record_message)
        self.page.on("response", self.receive)
        self.page.goto(base + path, wait_until="load")

    def refuse(self, route):
        self.outside.append(route.request.url)
        route.abort()

    def record_message(self, message):
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def receive(self, response):
        self.responses.append(response)
        if response.status >= 400:
            self.errors.append(f"{response.status} for {response.url}")

    def close(self):
        self.tab.close()


def swipe(page, *places):
    """Put a finger on the first place (x, y) of the window, move it to the others, and lift it."""
    tab = page.context.new_cdp_session(page)
    kinds = ["touchStart", *["touchMove"] * (len(places) - 1), "touchEnd"]
    for kind, place in zip(kinds, [*places, None], strict=True):
        points = [dict(zip("xy", place, strict=True))] if place else []
        tab.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    tab.detach()


def widget(page, source, values, act):
    """Render the module `source` on a page, with its traits, and call `act`, a JavaScript function.

    Returns the traits at each time that the widget saved them, and what `act` returns.
    """
    return page.evaluate(WIDGET, [source, values, act])


def violations(page, tags, rules=(), inside="html"):
    """Run axe on a page.

    Parameters
    ----------
    page : playwright Page
    tags : list of str
        The rules, by name or by group.
    rules : sequence of str
        Those among them to leave out.
    inside : str
        The part of the page to look at, as a CSS selector.

    Returns
    -------
    list of (str, list of str)
        Each rule that is broken, and where.
    """
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=AXE)
    options = {
        "runOnly": tags,
        "resultTypes": ["violations"],
        "rules": {rule: {"enabled": False} for rule in rules},
    }
    run = "([part, options]) => axe.run([...document.querySelectorAll(part)], options)"
    found = page.evaluate(run, [inside, options])["violations"]
    return [(rule["id"], [node["html"][:200] for node in rule["nodes"][:3]]) for rule in found]


# The kind of each element: its tags and classes, down from the body, or of a formula's part down
# from what it is a part of, since a part takes its style from its formula.
KINDS = """
  const kinds = new Map(), seen = new Set(), all = [...document.querySelectorAll("body *")];
  all.forEach((element) => {
    const above = element.parentElement;
    const around = above.closest("math") ? above.tagName : kinds.get(above) ?? "";
    kinds.set(element, `${around} ${element.tagName}.${element.className}`);
  });
"""


def thin(page):
    """Make a page small for axe, which is slow on thousands of elements.

    Of MathML and of colored code, what repeats kinds of elements that came before keeps its text
    alone.
    """
    page.evaluate(
        f"""() => {{
          {KINDS}
          for (const whole of document.querySelectorAll("math, .highlight pre")) {{
            const inside = [...whole.querySelectorAll("*")].map((part) => kinds.get(part));
            if (inside.every((kind) => seen.has(kind))) whole.textContent = whole.textContent;
            inside.forEach((kind) => seen.add(kind));
          }}
        }}"""
    )


def keep_one_of_each_kind(page):
    """Remove the elements that, with all inside them, repeat kinds that came before."""
    page.evaluate(
        f"""() => {{
          {KINDS}
          for (const element of all) {{
            const inside = [element, ...element.querySelectorAll("*")];
            if (inside.every((part) => seen.has(kinds.get(part)))) element.remove();
            seen.add(kinds.get(element));
          }}
        }}"""
    )
