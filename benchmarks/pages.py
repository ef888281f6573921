"""The book's pages against Jupyter Book's default template.

The same chapters are built once more with the default template, which takes its formulas from
MathJax and its pictures as they are. Both builds are served compressed, and loaded in turns into a
fresh Chromium tab: 1.6 Mbit/s, 150 ms, a processor slowed four times, and no other host within
reach. The clock stops at the first paint of any text.
"""

import gzip
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import yaml

from benchmarks.timing import Row
from tools import website

CHAPTERS = ("block-novikoff", "linear-separators", "margin-perceptron")  # the last is the longest
# What gives the pages their content. Everything else under theme/ is their look.
CONTENT = ("explorers", "folds", "freshness", "ahead", "anchors", "first_page", "repository")
LINE = {"offline": False, "latency": 150, "downloadThroughput": 2e5, "uploadThroughput": 1e5}
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


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


def build_default(folder: Path) -> Path:
    """Build the chapters with the default template, outputs from the book's own cache."""
    for name in ("chapters", "lib", "theme", "constraints.txt", "CITATION.cff"):
        (folder / name).symlink_to(website.ROOT / name)
    files = [{"file": f"chapters/{name}"} for name in (*CHAPTERS, "references")]
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
    subprocess.run(command, check=True, capture_output=True, timeout=1800)
    return folder / "_build" / "html"


def first_paint(chromium, address: str) -> float:
    """Seconds from a tab's request of a page to its first text, on the slow line."""
    page = chromium.new_page()
    wires = page.context.new_cdp_session(page)
    wires.send("Network.enable")
    wires.send("Network.setBlockedURLs", {"urls": ["https://*"]})
    wires.send("Network.emulateNetworkConditions", LINE)
    wires.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(address, wait_until="commit", timeout=60_000)
    painted = page.wait_for_function(PAINT, polling=50, timeout=60_000).json_value()
    page.close()
    return painted / 1000


def rows() -> Iterator[Row]:
    """Medians of some turns, in a short, a middling and the longest chapter."""
    website.build()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "book").mkdir()
        (root / "ours").symlink_to(website.HTML)
        (root / "theirs").symlink_to(build_default(root / "book"))
        with website.served(root, Compressed) as base, website.browser() as chromium:
            for name in CHAPTERS:
                pages = [f"{base}{site}/chapters/{name}.html" for site in ("ours", "theirs")]
                times = [[first_paint(chromium, page) for page in pages] for _ in range(3)]
                ours, theirs = map(median, zip(*times, strict=True))
                ratio = median(a / b for a, b in times)
                yield Row(f"first paint, {name}", ours, theirs, ratio)
