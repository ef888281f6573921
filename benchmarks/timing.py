"""Two ways to one result, timed in turns, so that a busy machine slows both alike."""

import time
from collections.abc import Callable
from statistics import median
from typing import NamedTuple

TURNS = 21


class Row(NamedTuple):
    """One line of the table: medians in seconds, and the median of the ratios of the turns."""

    data: str
    book: float
    peer: float
    ratio: float

    def line(self) -> str:
        cells = self.data, duration(self.book), duration(self.peer), f"{self.ratio:.2f}"
        return f"| {' | '.join(cells)} |"


def duration(seconds: float) -> str:
    """Seconds, milliseconds or microseconds, with three digits."""
    size, unit = next((s, u) for s, u in ((1, "s"), (1e-3, "ms"), (0, "µs")) if seconds >= s)
    return f"{seconds / (size or 1e-6):.3g}\N{NO-BREAK SPACE}{unit}"


def timed(run: Callable) -> float:
    """How much of the processor's time one call takes."""
    begun = time.process_time()
    run()
    return time.process_time() - begun


def compare(data: str, book: Callable, peer: Callable, agree: Callable, small: bool = False) -> Row:
    """Take both ways in turns, with `small` twice; AssertionError where results do not agree."""
    results = book(), peer()
    if not agree(*results):
        raise AssertionError(f"{data}: the two results differ: {results}")
    ours, theirs = [], []
    for turn in range(2 if small else TURNS):
        ways = [(ours, book), (theirs, peer)]
        for times, way in reversed(ways) if turn % 2 else ways:  # who goes first alternates
            times.append(timed(way))
    ratio = median(a / b for a, b in zip(ours, theirs, strict=True))
    return Row(data, median(ours), median(theirs), ratio)
