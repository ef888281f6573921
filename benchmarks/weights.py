"""What the book's pages weigh.

Each chapter is loaded into a fresh Chromium tab of 1280 by 900 pixels, compressed as a host of
static pages does it. When half a second has passed after its load, these are read: the elements of
the document; the seconds that the main thread has worked, on the processor, which is not slowed, as
a median of three tabs; the bytes received, and the requests. Of each the heaviest chapter is shown,
and the longest. The search is a search for *margin*, with its index. The peer is the limit.
"""

from collections.abc import Iterator
from dataclasses import astuple, dataclass
from pathlib import Path
from statistics import median

from benchmarks.pages import Compressed
from benchmarks.timing import Row
from tools import website

PEER = "limit"
LONGEST = "margin-perceptron"
TABS, SETTLED = 3, 500  # ms after the load
LIMITS = {"elements": (8000, ""), "main thread": (0.5, "s"), "first load": (150, "KB")}
LIMITS |= {"requests": (14, "")}
SEARCH = 200  # KB


@dataclass(frozen=True)
class Weight:
    """What one tab has had to do for a page; the amounts of LIMITS, in their order."""

    elements: int
    seconds: float
    kilobytes: float
    requests: int


def weigh(chromium, address: str) -> Weight:
    """Load a page into a tab of its own."""
    tab = chromium.new_context(viewport={"width": 1280, "height": 900})
    page, sizes = tab.new_page(), []
    wires = tab.new_cdp_session(page)
    wires.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.on("response", lambda answer: sizes.append(int(answer.headers["content-length"])))
    page.goto(address, wait_until="load")
    page.wait_for_timeout(SETTLED)
    metrics = wires.send("Performance.getMetrics")["metrics"]
    seconds = next(one["value"] for one in metrics if one["name"] == "TaskDuration")
    elements = page.evaluate("document.querySelectorAll('*').length")
    tab.close()
    return Weight(elements, seconds, sum(sizes) / 1000, len(sizes))


def measured(chromium, base: str, pages: list[str], tabs: int) -> Iterator[Row]:
    """Of each amount the heaviest of some pages, and the last one; then the search."""
    found = {}
    for path in pages:
        runs = [astuple(weigh(chromium, base + path)) for _ in range(tabs)]
        found[Path(path).stem] = list(map(median, zip(*runs, strict=True)))
    for place, (name, (limit, unit)) in enumerate(LIMITS.items()):
        heaviest = max(found, key=lambda page, place=place: found[page][place])
        for page in dict.fromkeys([heaviest, Path(pages[-1]).stem]):
            amount = found[page][place]
            yield Row(f"{name}, {page}", amount, limit, amount / limit, 1.0, unit)
    search = weigh(chromium, f"{base}search.html?q=margin").kilobytes
    yield Row("search", search, SEARCH, search / SEARCH, 1.0, "KB")


def rows() -> Iterator[Row]:
    """The weights of all chapters."""
    website.build()
    pages = sorted(website.pages()[:-1], key=lambda path: Path(path).stem == LONGEST)
    with website.served(website.HTML, Compressed) as base, website.browser() as chromium:
        yield from measured(chromium, base, pages, TABS)


if __name__ == "__main__":
    for row in rows():
        print(*row.cells(), sep="  ")
