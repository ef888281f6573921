"""The measurements of pages and explorers run, on one chapter. Their numbers are for
`make bench-book`.
"""

import io

from PIL import Image

from benchmarks import explorers, pages, weights
from lib.explore import explore

CHAPTER = next(path for path in explorers.CHAPTERS if path.stem == "linear-separators")


def test_a_chapter_and_a_drag_are_measured(site, chromium):
    paint, step = pages.measured(chromium, pages.CHAPTERS[:1], turns=1)
    assert paint.data == f"first paint, {pages.CHAPTERS[0]}"
    assert 0 < paint.book < 60
    assert 0 < paint.peer < 60
    assert 0 < step.book < 10
    assert step.peer == pages.LIMIT


def test_a_page_is_weighed(base, chromium):
    *found, search = weights.measured(chromium, base, ["chapters/references.html"], tabs=1)
    assert [row.data for row in found] == [f"{name}, references" for name in weights.LIMITS]
    elements, seconds, kilobytes, requests = found
    assert 100 < elements.book < 8000
    assert 0 < seconds.book < 60
    assert kilobytes.book > 50
    assert 3 < requests.book < 20
    assert search.unit == kilobytes.unit == "KB"
    assert elements.cells()[1] == f"{elements.book:,.0f}"


def draw(axes, kind, angle):
    for ax in axes:
        ax.plot([0, angle], [0, 1], "o" if kind == "dots" else "-")
    return f"Two plots of {kind} up to {angle}."


def test_both_draw_every_state():
    given = {"kind": ["dots", "line"], "angle": [1, 2, 3]}
    found = explorers.bitmaps(
        draw, size=(2, 1), panels=2, question="How far?", units={"angle": "°"}, **given
    )
    images = [Image.open(io.BytesIO(data)).convert("RGB") for data in found]
    assert {image.size for image in images} == {(400, 200)}
    assert len({image.tobytes() for image in images}) == 6  # two panels a state, which are alike
    assert len(images) == 12


def test_every_explorer_of_a_notebook_is_drawn_both_ways(monkeypatch):
    drawn = []
    for way in ("explore", "bitmaps"):
        monkeypatch.setattr(
            explorers, way, lambda draw, way=way, **given: drawn.append((way, given))
        )
    times = explorers.spent(CHAPTER)
    assert len(times) == CHAPTER.read_text("utf-8").count("explore(")
    assert [way for way, _ in drawn] == ["explore", "bitmaps"] * len(times)
    assert all(given["question"] for _, given in drawn)
    assert explorers.package.explore is explore
