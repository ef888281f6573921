"""The book's pages against Jupyter Book's default template, and a drag against 50 ms.

The same chapters are built once more with the default template, which takes its formulas from
MathJax and its pictures as they are. Both builds are served compressed, and loaded in turns into a
fresh Chromium tab: 1.6 Mbit/s, 150 ms, a processor slowed four times, and no other host within
reach. The clock stops at the first paint of any text. A drag goes over the slider of a page that
has most states, from end to end in 100 moves of a mouse, the processor slowed four times, and every
state that it passes is timed: from the input to the end of the paint that shows its picture. Its
peer is 50 ms.
"""

import gzip
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import yaml
from playwright.sync_api import TimeoutError

from benchmarks.timing import Row
from tools import website

PEER = "Jupyter Book's default template, or 50 ms"
CHAPTERS = ("block-novikoff", "linear-separators", "margin-perceptron")  # the last is the longest
TURNS = 3
MINUTE = 60_000  # ms
LIMIT = 0.05  # seconds from input to paint
# What gives the pages their content. Everything else under theme/ is their look.
CONTENT = ("explorers", "folds", "freshness", "ahead", "anchors", "first_page", "repository")
LINE = {"offline": False, "latency": 150, "downloadThroughput": 2e5, "uploadThroughput": 1e5}
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
# From an input, where the hand is, to the end of the frame's paint that shows its picture.
WATCH = """async (slider) => {
  const explorer = slider.closest("[data-explore]");
  const { file } = JSON.parse(explorer.dataset.explore);
  explorer.scrollIntoView({ block: "center" });
  while (!explored[file.split("/").pop()]) await new Promise((resolve) => setTimeout(resolve, 20));
  const picture = explorer.querySelector(".picture");
  const steps = [];
  let shown = picture.innerHTML;
  slider.addEventListener("input", ({ timeStamp }) => {
    if (picture.innerHTML === shown) throw new Error("the slider moved no picture");
    shown = picture.innerHTML;
    requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => steps.push(performance.now() - timeStamp);
      painted.port2.postMessage(null);
    });
  });
  return steps;
}"""


class Compressed(website.Quiet):
    """Serves files as a host of static pages does: text compressed, connections kept."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = Path(self.translate_path(self.path))
        kind, found = self.guess_type(path), path.is_file()
        body = path.read_bytes() if found else b""
        self.send_response(200 if found else 404)
        if kind.startswith(("text/", "application/", "image/svg")):
            body = gzip.compress(body)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def build_default(folder: Path, chapters: tuple[str, ...]) -> Path:
    """Build the chapters with the default template, outputs from the book's own cache."""
    for name in ("chapters", "lib", "theme", "constraints.txt", "CITATION.cff"):
        (folder / name).symlink_to(website.ROOT / name)
    files = [{"file": f"chapters/{name}"} for name in (*chapters, "references")]
    toc = {"format": "jb-book", "root": "chapters/index", "chapters": files}
    (folder / "_toc.yml").write_text(yaml.safe_dump(toc))
    config = yaml.safe_load((website.ROOT / "_config.yml").read_text("utf-8"))
    config["execute"]["cache"] = str(website.ROOT / "_build" / ".jupyter_cache")
    sphinx = config["sphinx"]
    sphinx["local_extensions"] = {f"theme.{name}": "." for name in CONTENT}
    look = ("html_", "templates_path")
    options = {k: v for k, v in sphinx["config"].items() if not k.startswith(look)}
    sphinx["config"] = options | {"html_static_path": ["theme/explorers.js"]}
    (folder / "_config.yml").write_text(yaml.safe_dump(config))
    command = [Path(sys.executable).with_name("jupyter-book"), "build", "--quiet", folder]
    environ = {**os.environ, "PYTHONHASHSEED": "0"}
    subprocess.run(command, env=environ, check=True, capture_output=True, timeout=1800)
    return folder / "_build" / "html"


def first_paint(chromium, address: str, again: bool = True) -> float:
    """Seconds from a tab's request of a page to its first text, on the slow line.

    Seldom a tab never paints, and a second one is asked; raises TimeoutError if that does not.
    """
    tab = chromium.new_context()
    page = tab.new_page()
    wires = tab.new_cdp_session(page)
    wires.send("Network.enable")
    wires.send("Network.setBlockedURLs", {"urls": ["https://*"]})
    wires.send("Network.emulateNetworkConditions", LINE)
    wires.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    try:
        page.goto(address, wait_until="commit", timeout=MINUTE)
        return page.wait_for_function(PAINT, polling=50, timeout=MINUTE).json_value() / 1000
    except TimeoutError:
        if not again:
            raise
    finally:
        tab.close()
    return first_paint(chromium, address, again=False)


def drag(chromium, address: str) -> list[float]:
    """Seconds from input to paint for each state that a drag passes, of the slider with most."""
    page = chromium.new_page()
    page.goto(address, wait_until="load")
    sliders = page.query_selector_all("[data-explore] input[type=range]")
    slider = max(sliders, key=lambda one: int(one.get_attribute("max")))
    steps = slider.evaluate_handle(WATCH)
    slider.evaluate("slider => { slider.value = 0; }")
    box = slider.bounding_box()
    middle = box["y"] + box["height"] / 2
    wires = page.context.new_cdp_session(page)
    wires.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.mouse.move(box["x"] + 10, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 10, middle, steps=100)
    page.mouse.up()
    page.wait_for_timeout(500)
    times = steps.json_value()
    passed = int(slider.get_attribute("max"))
    page.close()
    if len(times) < passed:
        raise RuntimeError(f"a drag passed {passed} states of {address} and painted {len(times)}")
    return [time / 1000 for time in times]


def measured(chromium, chapters: tuple[str, ...], turns: int) -> Iterator[Row]:
    """First paint of each chapter, and the slowest step of a drag: medians of some turns."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "book").mkdir()
        (root / "ours").symlink_to(website.HTML)
        (root / "theirs").symlink_to(build_default(root / "book", chapters))
        with website.served(root, Compressed) as base:
            for name in chapters:
                pages = [f"{base}{site}/chapters/{name}.html" for site in ("ours", "theirs")]
                times = [[first_paint(chromium, page) for page in pages] for _ in range(turns)]
                ours, theirs = map(median, zip(*times, strict=True))
                ratio = median(a / b for a, b in times)
                yield Row(f"first paint, {name}", ours, theirs, ratio, 1.0)
                drags = [drag(chromium, pages[0]) for _ in range(turns)]
                slowest = median(map(max, drags))
                yield Row(f"a drag's slowest step, {name}", slowest, LIMIT, slowest / LIMIT, 1.0)


def rows() -> Iterator[Row]:
    """First paint and a drag, in a short, a middling and the longest chapter."""
    website.build()
    with website.browser() as chromium:
        yield from measured(chromium, CHAPTERS, TURNS)
