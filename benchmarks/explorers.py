"""The states of explorers, drawn ahead.

Processor seconds to draw every state of every explorer of the book for a page, with the algorithms
inside. The peer is the same as bitmaps: by matplotlib's own renderer, with twice the pixels of the
page, in 64 colors, as lossless webp; to find a layout, which either does, is not counted for it.
"""

import io
import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import product
from pathlib import Path
from unittest import mock

import nbformat
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from benchmarks.timing import Row, timed
from lib import explore as package
from lib.figures.style import blank, panels_of

PEER = "bitmaps"
CHAPTERS = sorted((Path(__file__).parents[1] / "chapters").glob("*.ipynb"))
explore = package.explore  # before `recorded` stands in its place
OTHERS = {"question", "insight", "units", "start"}


def rows(chapters: list[Path] = CHAPTERS) -> Iterator[Row]:
    """One line for all explorers of some chapters."""
    os.environ["BOOK_EXPLORE"] = "static"
    found = [one for chapter in chapters for one in recorded(chapter)]
    ours, theirs = (
        sum(timed(partial(way, draw, **given), time.process_time) for draw, given in found)
        for way in (explore, bitmaps)
    )
    yield Row(f"{len(found)} explorers", ours, theirs, ours / theirs, 0.5)


def recorded(chapter: Path) -> list[tuple[Callable, dict]]:
    """The arguments of a notebook's calls of `explore`: the function that draws, and the others."""
    calls, names = [], {}
    with mock.patch.object(package, "explore", lambda draw, **given: calls.append((draw, given))):
        for cell in nbformat.read(chapter, as_version=4).cells:
            if cell.cell_type == "code":
                fails = "raises-exception" in cell.metadata.get("tags", [])
                with suppress(*[Exception] * fails):
                    exec(compile(cell.source, chapter.name, "exec"), names)
    return calls


def bitmaps(draw: Callable, size=None, panels: int = 1, **given) -> list[bytes]:
    """Every state of an explorer as images."""
    axes = {name: values for name, values in given.items() if name not in OTHERS}
    found = []
    for values in product(*axes.values()):
        ax = blank(panels, size)
        draw(ax, **dict(zip(axes, values, strict=True)))
        for figure in panels_of(ax):
            figure.set(dpi=200, layout_engine="none", facecolor="white")
            canvas, stream = FigureCanvasAgg(figure), io.BytesIO()
            canvas.draw()
            image = Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
            image.quantize(64, dither=Image.Dither.NONE).save(stream, "webp", lossless=True)
            found.append(stream.getvalue())
    return found


if __name__ == "__main__":
    for row in rows():
        print(*row.cells(), sep="  ")
