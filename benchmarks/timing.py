"""Two ways to one result, timed in turns, so that a busy machine slows both alike."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from statistics import median

SPACE = "\N{NO-BREAK SPACE}"
SECONDS, LEAST, MOST = 2.0, 5, 99  # for one comparison, and how often both ways are taken in it


@dataclass(frozen=True)
class Row:
    """One line of the table: medians in seconds, and the median of the ratios of the turns.

    `goal` is what the ratio should not exceed.
    """

    data: str
    book: float
    peer: float
    ratio: float
    goal: float

    @property
    def within_goal(self) -> bool:
        """Whether the ratio, rounded to two digits as it is shown, is within the goal."""
        return round(self.ratio, 2) <= self.goal

    def cells(self) -> list[str]:
        """The line as text; a goal that was missed says so."""
        goal = f"{self.goal:.1f}" if self.within_goal else f"**{self.goal:.1f},{SPACE}missed**"
        return [self.data, duration(self.book), duration(self.peer), f"{self.ratio:.2f}", goal]


def duration(seconds: float) -> str:
    """Seconds, milliseconds or microseconds, with three digits."""
    size, unit = next((s, u) for s, u in ((1, "s"), (1e-3, "ms"), (0, "µs")) if seconds >= s)
    return f"{seconds / (size or 1e-6):.3g}{SPACE}{unit}"


def timed(run: Callable[[], object], clock: Callable[[], float]) -> float:
    """How long one call takes."""
    begun = clock()
    run()
    return clock() - begun


def compare(
    data: str,
    book: Callable[[], object],
    peer: Callable[[], object],
    agree: Callable[[object, object], bool],
    *,
    goal: float = 1.0,
    small: bool = False,
    clock: Callable[[], float] = time.process_time,
) -> Row:
    """Take both ways in turns, for about two seconds, and refuse results that differ.

    `agree` says whether the two results are equal in the sense of the comparison. The clock counts
    processor time of this process; ways that start others want another. With `small`,
    two turns are enough. Raises AssertionError when the results do not agree.
    """
    results = book(), peer()
    if not agree(*results):
        raise AssertionError(f"{data}: the two results differ: {results}")
    turns, begun = [], time.perf_counter()
    for turn in count(1):
        # Who goes first alternates.
        if turn % 2:
            turns.append((timed(book, clock), timed(peer, clock)))
        else:
            turns.append((timed(peer, clock), timed(book, clock))[::-1])
        late = time.perf_counter() - begun > SECONDS and turn >= LEAST
        if late or turn == (2 if small else MOST):
            break
    ours, theirs = zip(*turns, strict=True)
    return Row(data, median(ours), median(theirs), median(a / b for a, b in turns), goal)
