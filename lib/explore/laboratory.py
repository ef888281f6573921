"""The perceptron laboratory: points in the plane to drag, and the run that follows.

Chapter *The perceptron*. In a kernel it is a live widget; where `lib.explore` is static it is a
picture, which laboratory.js, beside this file, makes interactive on a page. That script has a
perceptron of its own; tests/test_laboratory.py compares it with `lib.perceptron`.
"""

import anywidget
import numpy as np
from traitlets import Any

from lib.checks import as_whole
from lib.explore import widget
from lib.explore.board import START, OnBoard, as_points
from lib.explore.frames import Frames, draw_state
from lib.figures import block_novikoff, linear_separators
from lib.figures import perceptron as perceptron_figures
from lib.figures import points as points_figures
from lib.figures.colors import CSS
from lib.figures.style import is_live
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.runs import Run
from lib.svm.separability import NotSeparable

PASSES = 100  # as in the script
# One of the eight points stands elsewhere: then the run comes halfway to its bound.
HALFWAY = [(-2.5, 3.5, -1) if i == 2 else row for i, row in enumerate(START)]


def laboratory(points=HALFWAY, t: int = 3, compact: bool = False):
    """Return the laboratory: drag a point, flip its label, step the run.

    Parameters
    ----------
    points : array, shape (n, 3)
        At most 20 rows (x₁, x₂, y), in the order of a pass. Coordinates are multiples of 1/8 from
        -4 to 4, labels -1 or +1. If none are given, the eight points, with one of them moved so
        that the run comes halfway to its bound.
    t : int
        The number of updates to show; past the end of the run, its end.
    compact : bool
        Whether to leave out the plane of weights and the challenges.

    Returns
    -------
    Laboratory or Still
        Live or static, as `lib.explore` decides it. `run` and `w` answer for the points as they
        stand, computed by `lib.perceptron`.

    Raises
    ------
    ValueError
        If an argument does not fit the above.

    >>> laboratory(t=2).w
    array([2., 3.])
    """
    return (Laboratory if is_live() else Still)(points=points, t=t, compact=compact)


def as_updates(t) -> int:
    """Return t where it is a number of updates."""
    return as_whole("t", t, at_least=0)


class Readings(OnBoard):
    """What `lib` computes from `points` and `t`."""

    @property
    def run(self) -> Run:
        """The perceptron's run, stopped after 100 passes if no line through 0 separates."""
        return perceptron(self.sample, max_passes=PASSES)

    @property
    def w(self) -> np.ndarray:
        """The weights after t updates, shape (2,)."""
        run = self.run
        return run.weights[min(self.t, run.M)]


class Laboratory(Readings, anywidget.AnyWidget):
    """The live laboratory; the kernel and the browser exchange little."""

    _esm = widget.module("board.js", "laboratory.js", shell="shell(laboratory.render)")
    _css = CSS + widget.joined("laboratory.css")
    points = widget.Checked(as_points)
    t = widget.Checked(as_updates)
    compact = Any().tag(sync=True)


class Still(Readings, Frames):
    """The laboratory as a picture, with `points` and `t` as data for the page's script."""

    def __init__(self, points, t, compact):
        self.points, self.t = as_points(points), as_updates(t)
        self.compact = compact
        panels, alt, _ = draw_state(self._draw, {}, (3.2, 2.6), 2 if compact else 3)
        data = {"points": self.points, "t": self.t} | ({"compact": True} if compact else {})
        super().__init__('class="laboratory" data-laboratory', data, panels, alt)

    def _draw(self, axes):
        sample, run, w = self.sample, self.run, self.w
        axes = dict(zip("xc" if self.compact else "xwc", axes, strict=True))
        points_figures.examples(axes["x"], sample)
        if w.any():
            linear_separators.separator(axes["x"], sample, w)
        walked, plane = run.weights[: self.t + 1], ""
        updates = f"{len(walked) - 1} of {run.M} updates"
        if not self.compact:
            size = 1.1 * max(1, np.abs(run.weights).max())
            perceptron_figures.weight_plane(axes["w"], sample, walked, size)
            axes["w"].set_title(f"after {updates}")
            plane = f"the plane of weights with the path of w through {updates}; "
        try:
            block_novikoff.sandwich(axes["c"], run, max_margin(sample)[0])
            chart = "the chart of the four sides of the sandwich over all updates"
        except NotSeparable:
            chart = "no chart, because no line through 0 separates the points"
            axes["c"].set_axis_off()
            axes["c"].text(0.5, 0.5, "No line through 0 separates the points.", ha="center")
        wrong = int((sample.signed @ w <= 0).sum())
        return (
            f"{sample.n} examples with the line of w, which misclassifies {wrong} of them; "
            f"{plane}and {chart}."
        )
