"""The states of explorers, drawn ahead.

Processor seconds to draw every state of every explorer of the book for a page, with the algorithms
inside. The peer is the same as bitmaps: by matplotlib's own renderer, with twice the pixels of the
page, in 64 colors, as lossless webp; to find a layout, which either does, is not counted for it.
"""

import io
import os
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout, suppress
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
explore = package.explore  # a notebook's calls go elsewhere
OTHERS = {"question", "insight", "units", "start"}


def rows(chapters: list[Path] = CHAPTERS) -> Iterator[Row]:
    """One line for all explorers of some chapters."""
    os.environ["BOOK_EXPLORE"] = "static"
    found = [one for chapter in chapters for one in spent(chapter)]
    ours, theirs = map(sum, zip(*found, strict=True))
    yield Row(f"{len(found)} explorers", ours, theirs, ours / theirs, 0.5)


def spent(chapter: Path) -> list[tuple[float, float]]:
    """Seconds for each explorer of a notebook, as a page has it and as bitmaps, when it is made."""
    found, names = [], {}

    def both(draw, **given):
        ways = (partial(way, draw, **given) for way in (explore, bitmaps))
        found.append(tuple(timed(way, time.process_time) for way in ways))

    with mock.patch.object(package, "explore", both), redirect_stdout(io.StringIO()):
        for cell in nbformat.read(chapter, as_version=4).cells:
            if cell.cell_type == "code":
                fails = "raises-exception" in cell.metadata.get("tags", [])
                with suppress(*[Exception] * fails):
                    exec(compile(cell.source, chapter.name, "exec"), names)
    return found


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
