"""The scene: one board from the first digit to slack, of which a chapter names the parts it needs.

In a kernel it is a live widget; where `lib.explore` is static it is a picture, which scene.js,
beside this file, makes interactive on a page. The script computes on its own;
tests/test_learners.py compares it with `lib`.
"""

import math
from functools import cache
from numbers import Real

import anywidget
import numpy as np

from lib import datasets
from lib.checks import as_floats, as_whole
from lib.explore import widget
from lib.explore.frames import Frames, draw_state
from lib.figures import block_novikoff, linear_separators, perceptron_as_descent, points, svm_dual
from lib.figures import max_margin as max_margin_figures
from lib.figures.colors import CSS
from lib.figures.style import is_live
from lib.max_margin import hard_margin, max_margin
from lib.perceptron import perceptron
from lib.runs import Run
from lib.samples import EIGHT, Sample
from lib.soft_margin import soft_margin
from lib.svm.separability import NotSeparable
from lib.svm.solution import Solution

# As in the script. On this grid no sum or product is rounded, so ties fall alike on both sides.
REACH, STEP, MOST, PASSES = 4, 1 / 8, 20, 100
START = [(*map(int, x), int(y)) for x, y in zip(EIGHT.X, EIGHT.y, strict=True)]
# One of the eight points stands elsewhere: then the run comes halfway to its bound.
HALFWAY = [(-2.5, 3.5, -1) if i == 2 else row for i, row in enumerate(START)]
PRICES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 4, 5, 10, 20, 50, 100, math.inf]
PARTS = {
    "digits": "the points are digits, measured one after another",
    "all": "after the first 20 come all others, as dots",
    "turn": "w is dragged by the tip of its arrow",
    "lift": "the line is dragged, which changes b",
    "steps": "the perceptron's run",
    "second": "beside it hinge SGD on the same examples, which t counts then",
    "edit": "points are added, removed, and put first",
    "chart": "the lengths of the run between a line and a root",
    "challenges": "what to bring about",
    "bowl": "the mean loss over the plane of weights",
    "slab": "the widest slab",
    "forces": "the slab with its multipliers, both objectives, and the hulls or w as a sum",
    "price": "a finite price of slack, to choose",
}


@cache
def measured() -> tuple[list[list[float]], list[str]]:
    """The threes and eights as rows (x₁, x₂, y) of the board, and the pixels of the first 20.

    x₁ is ¾ of what the ink of all pixels exceeds 20, and x₂ what the ink at the left middle (rows
    2 to 5, columns 1 to 3) exceeds 4, both rounded to the grid and kept on the board.
    """
    scans = datasets.digits(3, 8)
    images = scans.X.reshape(-1, 8, 8) / 16
    ink, left = images.sum(axis=(1, 2)), images[:, 2:6, 1:4].sum(axis=(1, 2))
    places = np.round(np.column_stack([0.75 * (ink - 20), left - 4]) / STEP) * STEP
    rows = np.column_stack([places.clip(-REACH, REACH), scans.y]).tolist()
    pixels = ["".join(np.base_repr(int(c), 36).lower() for c in row) for row in scans.X[:MOST]]
    return rows, pixels


def scene(*parts, points=None, start=(0, 0), t: int = 0, C: float | None = None, view="hulls"):
    """The scene with some of `PARTS`: live or static, as `lib.explore` decides it.

    points, shape (n, 3) : at most 20 rows (x₁, x₂, y) in the order of a pass, coordinates from -4
        to 4 in steps of 1/8, labels -1 or +1; the eight points, or the first digit, when left out
    start, shape (2,) : the weights of the arrow, from which a run starts; on the same grid
    t : the updates shown; past the end of the run, its end
    C : the price of slack, one of `PRICES`; infinite, or left out, for the hard margin
    view : what the second picture shows beside forces, "hulls" or "sum"

    What it returns has `run`, `w` and `solution` of the points as they stand, computed by `lib`.
    Raises ValueError when an argument does not fit the above.

    >>> scene("steps", t=2).w
    array([0., 2.])
    >>> round(scene("slab").solution.half_width, 6)
    1.414214
    """
    seen = None
    if "digits" in parts:
        rows, pixels = measured()
        points = rows[:1] if points is None else points
        seen = {"rows": rows if "all" in parts else rows[:MOST], "pixels": pixels}
    points = START if points is None else points
    make = Scene if is_live() else Still
    return make(parts=parts, points=points, start=start, b=0, t=t, C=C, view=view, digits=seen)


def as_points(value) -> list[list[float]]:
    """Return `value` as 1 to 20 rows [x1, x2, y] of the board, with labels -1 or +1."""
    rows = as_floats("points", value)
    if rows.ndim != 2 or rows.shape[1] != 3 or not 1 <= len(rows) <= MOST:
        raise ValueError(f"points has shape {rows.shape}; give 1 to {MOST} rows (x1, x2, y)")
    for row in rows.tolist():
        if row[2] not in (-1, 1):
            raise ValueError(f"points holds {row}; the third number is a label, -1 or +1")
        on_grid("points", row[:2])
    return rows.tolist()


def on_grid(name, value) -> list[float]:
    """Return two coordinates from -4 to 4 that are multiples of 1/8."""
    place = as_floats(name, value)
    if place.shape != (2,) or (abs(place) > REACH).any() or (place / STEP % 1).any():
        raise ValueError(
            f"{name} holds {value}; give coordinates from -{REACH} to {REACH} that are multiples "
            "of 1/8, as numpy.round(8 * x) / 8"
        )
    return place.tolist()


def as_listed_price(C) -> float | None:
    """Return C where it is one of the slider's prices; None, as in JSON, where it is infinite."""
    if C is not None and (not isinstance(C, Real) or C not in PRICES):
        raise ValueError(f"C={C!r}; give one of {', '.join(f'{price:g}' for price in PRICES)}")
    return None if C in (None, math.inf) else float(C)


def as_view(view) -> str:
    """Return the name of a view."""
    if view not in ("hulls", "sum"):
        raise ValueError(f"view={view!r}; give 'hulls' or 'sum'")
    return view


def as_parts(parts) -> list[str]:
    """Return the names of parts that go together."""
    for part in parts:
        if part not in PARTS:
            raise ValueError(f"{part!r} is no part of the scene; give some of {', '.join(PARTS)}")
    alone = [part for part in ("digits", "chart", "bowl", "slab", "forces") if part in parts]
    if len(alone) > 1:
        raise ValueError(f"parts={list(parts)}: of {', '.join(alone)} leave out all but one")
    for part, other in (("price", "forces"), ("second", "steps")):
        if part in parts and other not in parts:
            raise ValueError(f"parts={list(parts)}: leave out {part}, or add {other}")
    return list(parts)


CHECKS = {
    "parts": as_parts,
    "points": as_points,
    "start": lambda start: on_grid("start", start),
    "b": lambda b: on_grid("b", [b, 0])[0],
    "t": lambda t: as_whole("t", t, at_least=0),
    "C": as_listed_price,
    "view": as_view,
    "digits": lambda digits: digits,
}


class Readings:
    """What `lib` computes from the values of a scene."""

    @property
    def sample(self) -> Sample:
        """The points as a sample."""
        rows = np.array(self.points)
        return Sample(rows[:, :2], rows[:, 2], "scene")

    @property
    def run(self) -> Run:
        """The perceptron's run, stopped after 100 passes if no line through 0 separates."""
        return perceptron(self.sample, start=self.start, max_passes=PASSES)

    @property
    def w(self) -> np.ndarray:
        """The weights after t updates, shape (2,)."""
        run = self.run
        t = (run.when < self.t).sum() if "second" in self.parts else self.t
        return run.weights[min(t, run.M)]

    @property
    def solution(self) -> Solution:
        """The hard margin, or the soft one with a finite price C.

        Raises NotSeparable where a hard margin has no separator, and ValueError for one class.
        """
        return hard_margin(self.sample) if self.C is None else soft_margin(self.sample, self.C)


class Scene(Readings, anywidget.AnyWidget):
    """The live scene; the kernel and the browser exchange little."""

    _esm = widget.module("scene.js", shell="shell(scene.render)")
    _css = CSS + widget.joined("scene.css")
    parts, points, start, b, t, C, view, digits = map(widget.Checked, CHECKS.values())


class Still(Readings, Frames):
    """The scene as a picture, with its values as data for the page's script."""

    def __init__(self, **values):
        values = {name: CHECKS[name](value) for name, value in values.items()}
        vars(self).update(values)
        beside = {"chart", "bowl", "forces"} & set(self.parts)
        panels, words, _ = draw_state(self._draw, {}, (3.2, 3.2), 1 + len(beside))
        looks = " ".join(["scene", *self.parts])
        super().__init__(f'class="{looks}" data-scene', values, panels, words)

    def _found(self, margin):
        """The solution, or without `margin` the best unit u, or None, and why there is none."""
        if margin and abs(self.sample.y.sum()) == self.sample.n:
            return None, "There is one class only."
        try:
            return self.solution if margin else max_margin(self.sample)[0], ""
        except NotSeparable:
            return None, f"No line {'' if margin else 'through 0 '}separates the points."

    def _draw(self, axes):
        ax, *beside = np.atleast_1d(axes)
        sample, margin = self.sample, {"slab", "forces"} & set(self.parts)
        found, why = self._found(margin) if margin or "chart" in self.parts else (None, "")
        if margin and found is not None:
            view = svm_dual.combination if self.view == "sum" else svm_dual.nearest
            said = [max_margin_figures.slab(ax, found), *(view(other, found) for other in beside)]
            return " ".join(map(str, said))
        points.examples(ax, sample)
        for other in beside if why else ():
            other.set_axis_off()
            other.text(0.5, 0.5, why, ha="center")
        if margin:
            return f"{points.many(sample.n, 'example')}. {why}"
        run, w = self.run, self.w
        low, high = (-REACH, -REACH), (REACH, REACH)
        points.window(ax, np.multiply(1.1, low), np.multiply(1.1, high))
        if w.any():
            linear_separators.separator(ax, sample, w)
        wrong = int((sample.signed @ w <= 0).sum())
        said = f"{points.many(sample.n, 'example')}, of which w misclassifies {wrong}"
        if "bowl" in self.parts:
            walked = run.weights[: self.t + 1]
            perceptron_as_descent.risk_map(beside[0], sample, walked, low, high)
            said += ", and the level lines of the mean loss over the plane of weights"
        if found is not None:
            block_novikoff.sandwich(beside[0], run, found)
            said += ", and the chart of the four sides of the sandwich over all updates"
        return f"{said}. {why}".rstrip()
