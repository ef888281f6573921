"""How the cost grows.

A pass over n examples of d features takes n times d multiplications: slope 1 in n and in d on
logarithmic axes. It is timed on a pass without a mistake, from a separator. A tight sequence with
margin γ costs 1/γ² mistakes: slope 2 in 1/γ. It is timed on the sequence in three dimensions on
which every example is a mistake.

A soft margin in d dimensions takes Newton steps of nd² multiplications, in a number that no theory
ties to n: slope 1 in n, if that number stays. A kernel machine needs the Gram matrix, which has n²
entries: slope 2, where they outweigh what each step costs at any n. Equations for the free support
vectors cost the cube of their number: slope 3 in the end, if their share of the examples stays.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from time import process_time

import numpy as np

from benchmarks.solvers import noisy
from benchmarks.timing import duration, timed
from lib.block_novikoff import in_three_dimensions
from lib.figures.colors import INK, SOFT
from lib.figures.style import blank, picture, shown
from lib.kernels.functions import gaussian
from lib.kernels.svm import kernel_svm
from lib.perceptron import perceptron
from lib.samples import with_margin
from lib.soft_margin import soft_margin

HEAD = ("in", "from", "to", "slope", "theory")


@dataclass(frozen=True)
class Curve:
    """Seconds at each size, and the slope that theory gives."""

    label: str
    sizes: list[int]
    seconds: list[float]
    theory: float

    @property
    def slope(self) -> float:
        """The slope of the least-squares line on logarithmic axes."""
        return float(np.polyfit(np.log(self.sizes), np.log(self.seconds), 1)[0])

    def cells(self) -> list[str]:
        """The line of the table."""
        ends = [f"{self.sizes[i]}: {duration(self.seconds[i])}" for i in (0, -1)]
        return [self.label, *ends, f"{self.slope:.2f}", f"{self.theory:g}"]


def rows(small: bool = False) -> Iterator[Curve]:
    """The curves of the perceptron, and of two machines."""
    powers = 2 if small else 7
    longer, wider = [2 ** (k + 13) for k in range(powers)], [2 ** (k + 6) for k in range(powers)]
    sharper = [2 ** (k + 3) for k in range(2 if small else 5)]
    yield curve("n", longer, [clean_pass(n, 20) for n in longer], 1)
    yield curve("d", wider, [clean_pass(2000, d) for d in wider], 1)
    yield curve("1/γ", sharper, [tight(1 / size) for size in sharper], 2)
    many, some = [2 ** (k + 9) for k in range(powers)], [2 ** (k + 6) for k in range(powers - 1)]
    yield curve("n, soft margin", many, [machine(n) for n in many], 1)
    yield curve("n, kernel machine", some, [kernel_machine(n) for n in some], 2)


def curve(label: str, sizes: list[int], runs: list[Callable], theory: float) -> Curve:
    """Time the runs in turns, nine times each."""
    turns = [[warm(run) for run in runs] for _ in range(9)]
    return Curve(label, sizes, [median(times) for times in zip(*turns, strict=True)], theory)


def warm(run: Callable) -> float:
    """Seconds for a run just after another, which brings its sample near."""
    run()
    return timed(run, process_time)


def clean_pass(n: int, d: int) -> Callable:
    """One pass from a separator."""
    sample, u = with_margin(n, d, 0.1, np.random.default_rng(0))
    assert perceptron(sample, start=u).M == 0
    return lambda: perceptron(sample, start=u)


def tight(gamma: float) -> Callable:
    """One pass of nothing but mistakes."""
    sample, _ = in_three_dimensions(gamma)
    assert perceptron(sample, max_passes=1).M == sample.n == round(1 / gamma**2)
    return lambda: perceptron(sample, max_passes=1)


def machine(n: int) -> Callable:
    """A soft margin on noisy examples in ten dimensions."""
    sample = noisy(n, 10)
    return lambda: soft_margin(sample, 1.0)


def kernel_machine(n: int) -> Callable:
    """The same behind a Gaussian kernel, from the Gram matrix to the certificate."""
    sample = noisy(n, 10)
    return lambda: kernel_svm(sample, gaussian(np.sqrt(5)), 1.0)


def draw(ax, label: str, sizes, seconds, slope: float) -> None:
    """Times against sizes, and the line of that slope through the last of them."""
    sizes, seconds = np.asarray(sizes, dtype=float), np.asarray(seconds)
    theory = seconds[-1] * (sizes / sizes[-1]) ** slope
    ax.loglog(sizes, theory, "--", color=SOFT)
    ax.loglog(sizes, seconds, "o", ms=4, color=INK)
    ax.set(xlabel=label, ylabel="seconds", title=f"dashed: slope {slope:g}")
    ax.tick_params(which="minor", labelleft=False, labelbottom=False)


def drawn(curves: list[Curve]) -> str:
    """The curves as the HTML of a picture."""
    axes = blank(len(curves), (2.2, 2.4))
    for ax, curve in zip(axes, curves, strict=True):
        draw(ax, curve.label, curve.sizes, curve.seconds, curve.theory)
    said = "; ".join(
        f"seconds against {curve.label}, in dots that rise with slope {curve.slope:.2f} beside a "
        f"dashed line of slope {curve.theory:g}"
        for curve in curves
    )
    seen = picture(axes, f"{len(curves)} plots on logarithmic axes: {said}.")
    return shown("".join(seen.panels), f'aria-label="{seen}"')
