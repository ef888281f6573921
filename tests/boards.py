"""Shared by the tests of the scene: what a reader does on its pages, and its state."""

import re

import numpy as np

from lib.explore.scene import START
from lib.samples import Sample

ROWS = [list(row) for row in START]

# A page with its headings and its scene, without the text that takes long to lay out.
ALONE = """async (address) => {
  const html = await (await fetch(address)).text();
  const page = new DOMParser().parseFromString(html, "text/html");
  const bench = page.querySelector(".scene");
  const kept = (part) => part.contains(bench) || bench.contains(part)
    || part.closest("section, h1, h2, h3") === part;
  page.querySelectorAll("article *").forEach((part) => kept(part) || part.remove());
  return `<!doctype html>${page.documentElement.outerHTML}`;
}"""


def sample_of(rows):
    rows = np.array(rows, dtype=float)
    return Sample(rows[:, :2], rows[:, 2])


def random_rows(rng, off=0.5):
    """Up to 20 points of the grid: far or near, in a line or not, twice or not, labels by chance
    or by a line, which goes through 0 where nothing is `off`.
    """
    reach, n = rng.choice([1, 4, 32]), rng.integers(2, 21)
    places = rng.integers(-reach, reach + 1, size=(n, 2)) / 8
    if rng.random() < 0.2:
        places[:, 1] = rng.choice([-1, 0, 1]) * places[:, 0]
    by_line = np.where(places @ rng.standard_normal(2) > off * rng.normal(), 1, -1)
    labels = by_line if rng.random() < 0.5 else rng.choice([-1, 1], size=n)
    return np.column_stack([places, labels]).tolist()


class Bench:
    """A scene on its page, and what a reader does with it."""

    def __init__(self, page):
        self.page = page

    def place(self, i):
        """Point i by the label of its button: x1, x2, y."""
        label = self.page.get_attribute(f".point >> nth={i}", "aria-label").replace("−", "-")
        y, x1, x2 = re.match(rf"Point {i}, ([+-]1), at \((\S+), (\S+)\)", label).groups()
        return float(x1), float(x2), float(y)

    @property
    def points(self):
        return [self.place(i) for i in range(self.page.locator(".point").count())]

    @property
    def status(self):
        """What the state shows, as it is written."""
        return self.page.text_content(".scene .state > span >> nth=1")

    @property
    def last_action(self):
        """What the reader did last, as it is written."""
        return self.page.text_content(".scene .state > span >> nth=0")

    @property
    def spoken(self):
        """What a screen reader speaks."""
        return self.page.text_content(".scene [role=status]")

    def svg(self, i):
        return self.page.locator(".scene svg").nth(i)

    def press(self, *names):
        for name in names:  # by force: a button that looks disabled says why
            self.page.click(f".scene [name={name}]", force=True)

    @property
    def idle(self):
        """The names of the buttons that would do nothing."""
        buttons = self.page.locator(".scene button:visible[aria-disabled=true]")
        return buttons.evaluate_all("all => all.map((button) => button.name)")

    def key(self, i, *keys):
        """Press keys on point i."""
        self.page.focus(f".point >> nth={i}")
        for key in keys:
            self.page.keyboard.press(key)

    def middle(self, i, kind=".point"):
        halo = self.page.locator(f"{kind} .halo").nth(i)
        halo.scroll_into_view_if_needed()
        box = halo.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, i, across, down, off=(0, 0), kind=".point"):
        """Take point i, or another kind of mark, so far off its middle, and move it; in pixels."""
        x, y = np.add(self.middle(i, kind), off)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + across, y + down, steps=40)
        self.page.mouse.up()

    def wait(self, condition):
        self.page.wait_for_function(condition)
