"""The margin laboratory: points in the plane to drag, and the separator that follows.

It grows with the chapters: the slab alone in *Maximum margins*, its forces in *Duality and
support vectors*, and a price C for slack in *Soft margins*. In a kernel it is a
live widget; where `lib.explore` is static it is a picture, which board.js and margins.js, beside
this file, make interactive on a page. That script solves the dual on its own;
tests/test_margins.py compares it with `lib.svm`.
"""

import math
from numbers import Real

import anywidget
import numpy as np

from lib.explore import widget
from lib.explore.board import START, OnBoard, as_points
from lib.explore.frames import Frames, draw_state
from lib.figures import max_margin as max_margin_figures
from lib.figures import points as points_figures
from lib.figures import svm_dual as svm_dual_figures
from lib.figures.colors import CSS
from lib.figures.style import is_live
from lib.max_margin import hard_margin
from lib.soft_margin import soft_margin
from lib.svm.separability import NotSeparable
from lib.svm.solution import Solution

PRICES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 4, 5, 10, 20, 50, 100, math.inf]
VIEWS = ("slab", "hulls", "sum")


def margin_laboratory(points=START, C: float | None = None, view: str = "hulls"):
    """Return the margin laboratory: drag a point, flip its label, watch the widest slab.

    Parameters
    ----------
    points : array, shape (n, 3)
        At most 20 rows (x₁, x₂, y). Coordinates are multiples of 1/8 from -4 to 4, labels -1 or
        +1.
    C : float, optional
        The price of slack, one of `PRICES`; infinite for the hard margin. Without one the margin
        is hard, and no control speaks of a price.
    view : {"slab", "hulls", "sum"}
        The slab alone; or also its forces, both objectives, and in a second picture the nearest
        points of the hulls, or w as a sum.

    Returns
    -------
    MarginLaboratory or StillMargins
        Live or static, as `lib.explore` decides it. `solution` answers for the points as they
        stand, computed by `lib.max_margin` and `lib.soft_margin`.

    Raises
    ------
    ValueError
        If an argument does not fit the above.

    >>> round(margin_laboratory().solution.half_width, 6)
    1.414214
    """
    return (MarginLaboratory if is_live() else StillMargins)(points=points, C=C, view=view)


class Solved(OnBoard):
    """What `lib` computes from `points` and `C`."""

    @property
    def solution(self) -> Solution:
        """The hard margin, or the soft one with a finite price C.

        Raises NotSeparable where a hard margin has no separator, and ValueError for one class.
        """
        if self.C is None or math.isinf(self.C):
            return hard_margin(self.sample)
        return soft_margin(self.sample, self.C)


def as_listed_price(C) -> float | None:
    """Return C where it is one of the slider's prices, or None, for no slider."""
    if C is None:
        return None
    if not isinstance(C, Real) or C not in PRICES:
        raise ValueError(f"C={C!r}; give one of {', '.join(f'{price:g}' for price in PRICES)}")
    return float(C)


def as_view(view) -> str:
    """Return the name of a view."""
    if not isinstance(view, str) or view not in VIEWS:
        raise ValueError(f"view={view!r}; give 'slab', 'hulls' or 'sum'")
    return view


def _to_browser(C, widget):
    return "hard" if C == math.inf else C  # JSON has no infinity


def _from_browser(C, widget):
    return math.inf if C == "hard" else C


class MarginLaboratory(Solved, anywidget.AnyWidget):
    """The live laboratory: the kernel and the browser exchange `points`, `C` and `view`."""

    _esm = widget.module("board.js", "margins.js", shell="shell(margins.render)")
    _css = CSS + widget.joined("laboratory.css", "margins.css")
    points = widget.Checked(as_points)
    C = widget.Checked(as_listed_price, to_json=_to_browser, from_json=_from_browser)
    view = widget.Checked(as_view)


class StillMargins(Solved, Frames):
    """The laboratory as a picture, with `points`, `C` and `view` as data for the page's script."""

    def __init__(self, points, C, view):
        self.points, self.C, self.view = as_points(points), as_listed_price(C), as_view(view)
        alone = self.view == "slab"
        panels, words, _ = draw_state(self._draw, {}, (4.0, 3.6), 1 if alone else 2)
        data = {"points": self.points, "C": _to_browser(self.C, self), "view": self.view}
        looks = "laboratory margins" + " slab-alone" * alone + " hard" * (self.C is None)
        super().__init__(f'class="{looks}" data-margins', data, panels, words)

    def _draw(self, axes):
        axes = np.atleast_1d(axes)
        sample, apart = self.sample, "There is one class only"
        solution = None
        if abs(sample.y.sum()) < sample.n:
            try:
                solution = self.solution
            except NotSeparable:
                apart = "No line separates the points"
        if solution is not None:
            said = [max_margin_figures.slab(axes[0], solution)]
            said += [svm_dual_figures.combination(ax, solution) for ax in axes[1:]]
            return " ".join(map(str, said))
        points_figures.examples(axes[0], sample)
        for ax in axes[1:]:
            ax.set_axis_off()
            ax.text(0.5, 0.5, f"{apart}.", ha="center")
        count = points_figures.many(sample.n, "example")
        return f"{count}. {apart}, so there is no widest slab."
