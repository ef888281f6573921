"""Draw a 3 or an 8: ink times weight adds up as one draws, and the weights learn from a mistake.

digit.js, beside this file, makes the picture a board; tests/test_digit.py compares it with `lib`.
"""

import numpy as np

from lib.checks import as_vector
from lib.explore import widget
from lib.explore.frames import Frames, draw_state
from lib.figures.colors import CSS
from lib.figures.linear_separators import weighed
from lib.samples import Sample, of_sample


@of_sample
def draw_digit(sample: Sample, w, teach: bool = False) -> "widget.Still | Digit":
    """A board of 8 by 8 cells for the weights w, shape (64,); live or for a page.

    sample : threes, labeled -1, and eights, +1, with ink from 0 to 1 in 16ths
    teach : whether w learns from a mistake, and the misread of the sample are counted

    Raises ValueError when the ink or w is not so.

    >>> draw_digit(Sample(np.eye(64)[:2], [-1, 1]), -np.ones(64))
    A board to draw on. A digit: Blue adds up to 0.0, orange to −1.0. The sum is −1.0: a 3.
    """
    ink, w = 16 * sample.X, as_vector("w", w, 64, "pixels")
    if sample.d != 64 or not np.isin(ink, range(17)).all():
        raise ValueError("sample is no 64 pixels in 16ths; give Sample(scans.X / 16, scans.y)")
    order = np.argsort(sample.y, kind="stable")  # each label alone packs best
    columns = np.column_stack([sample.y > 0, ink])[order].T.astype(int)
    rows = ["".join(np.base_repr(c, 17) for c in column) for column in columns]
    drawn, said, _ = draw_state(lambda axes: weighed(axes, sample.X[0], w, True), {}, (2.4, 2.5), 2)
    data = {"w": w.tolist()} | ({"rows": rows} if teach else {})
    below = f'<p class="state">A digit: {said} Where scripts run, one draws here.</p>'
    still = Frames('class="explorer digit" data-digit', data, drawn, said, below=below)
    return widget.of(Digit, still.html, f"A board to draw on. A digit: {said}")


class Digit(widget.Live):
    """The board in a kernel."""

    _esm = widget.module("digit.js", shell="written(digit.connect)")
    _css = CSS + widget.joined("digit.css")
