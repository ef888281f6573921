"""The perceptron laboratory: points in the plane to drag, and the run that follows.

Chapter *The perceptron*. In a kernel it is a live widget; where `lib.explore` is static it is a
picture, which laboratory.js, beside this file, brings to life on a page. That script has a
perceptron of its own; tests/test_laboratory_script.py holds it to `lib.perceptron`.
"""

from pathlib import Path

import anywidget
import numpy as np
from traitlets import Any, validate

from lib.checks import as_floats, as_whole
from lib.explore.frames import Frames, draw_state
from lib.figures import block_novikoff, linear_separators
from lib.figures import perceptron as perceptron_figures
from lib.figures import points as points_figures
from lib.figures.colors import CSS
from lib.figures.style import is_live
from lib.max_margin import max_margin
from lib.perceptron import perceptron
from lib.runs import Run
from lib.samples import EIGHT, Sample
from lib.svm.separability import NotSeparable

HERE = Path(__file__).parent

# As in the script. On this grid no sum or product is rounded, so ties fall alike on both sides.
REACH, STEP, PASSES = 4, 1 / 8, 100
MOST = 20
START = [(*map(int, x), int(y)) for x, y in zip(EIGHT.X, EIGHT.y, strict=True)]


def laboratory(points=START, t: int = 3, compact: bool = False):
    """Return the laboratory: drag a point, flip its label, step the run.

    Parameters
    ----------
    points : array, shape (n, 3)
        At most 20 rows (x₁, x₂, y), in the order of a pass. Coordinates are multiples of 1/8 from
        -4 to 4, labels -1 or +1.
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
    """
    return (Laboratory if is_live() else Still)(points=points, t=t, compact=compact)


def joined(*names: str) -> str:
    """The text of files beside this one, one after the other."""
    return "".join((HERE / name).read_text("utf-8") for name in names)


class OnBoard:
    """What both laboratories have: points, which are a sample."""

    @property
    def sample(self) -> Sample:
        """The points as a sample."""
        rows = np.array(self.points)
        return Sample(rows[:, :2], rows[:, 2], "laboratory")


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
    """The live laboratory; little travels between the kernel and the browser."""

    _esm = joined("board.js", "laboratory.js") + "export default laboratory;\n"
    _css = CSS + joined("laboratory.css")
    points = Any().tag(sync=True)
    t = Any().tag(sync=True)
    compact = Any().tag(sync=True)

    @validate("points")
    def _check_points(self, proposal):
        return as_points(proposal.value)

    @validate("t")
    def _check_t(self, proposal):
        return as_whole("t", proposal.value, at_least=0)


class Still(Readings, Frames):
    """The laboratory as a picture, with `points` and `t` as data for the page's script."""

    def __init__(self, points, t, compact):
        self.points, self.t = as_points(points), as_whole("t", t, at_least=0)
        self.compact = compact
        panels, alt, _ = draw_state(self._draw, {}, (3.2, 2.6), 2 if compact else 3)
        panels = ["".join(panel) for panel in panels]
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


def as_points(value) -> list[list[float]]:
    """Return `value` as rows [x1, x2, y] of the laboratory."""
    rows = as_floats("points", value)
    if rows.ndim != 2 or rows.shape[1] != 3 or not 1 <= len(rows) <= MOST:
        raise ValueError(f"points has shape {rows.shape}; give 1 to {MOST} rows (x1, x2, y)")
    for row in rows.tolist():
        if row[2] not in (-1, 1):
            raise ValueError(f"points holds {row}; the third number is a label, -1 or +1")
        if not all(abs(x) <= REACH and x / STEP % 1 == 0 for x in row[:2]):
            raise ValueError(
                f"points holds {row}; give coordinates from -{REACH} to {REACH} that are multiples "
                "of 1/8, as numpy.round(8 * x) / 8"
            )
    return rows.tolist()
