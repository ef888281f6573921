"""Memory of a run of a million updates.

A process of its own draws 1,000,000 examples in 20 dimensions with random labels, which no
hyperplane separates, and makes two passes. It then prints the run and its last weights and replays
it, or it watches the Block–Novikoff theorem on every update. The most memory that it ever held
stands beside the gigabyte that it may take.
"""

from collections.abc import Iterator

from benchmarks.processes import python
from benchmarks.timing import SPACE, Row

PEER = "allowed"
ALLOWED = 1000.0  # megabytes
DRAWN = """
import numpy as np
from lib.perceptron import perceptron
from lib.samples import Sample

rng = np.random.default_rng(0)
sample = Sample(rng.standard_normal(({n}, 20)), rng.choice([-1, 1], {n}))
run = perceptron(sample, max_passes=2)
assert run.M > {n} * 0.9
"""
REPLAYED = """
print(run, run.w)
assert run.replay() is run
assert "weights" not in vars(run)
"""
WATCHED = """
from lib.theorems.block_novikoff import BLOCK_NOVIKOFF

failing = BLOCK_NOVIKOFF.failing(run.updates | {"u": np.eye(20)[0], "gamma": 0.1})
assert "margin" in failing and "length" not in failing, failing
"""
PEAK = """
print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


class Peak(Row):
    """One line of the table, in megabytes."""

    def cells(self) -> list[str]:
        """The line as text."""
        used, allowed = (f"{size:.0f}{SPACE}MB" for size in (self.book, self.peer))
        return [self.data, used, allowed, *super().cells()[3:]]


def rows(small: bool = False) -> Iterator[Row]:
    """One line for what needs the list of mistakes alone, and one for all weights."""
    drawn = DRAWN.format(n=10_000 if small else 1_000_000)
    for data, then in (("printed and replayed", REPLAYED), ("watched", WATCHED)):
        used = int(python("-c", drawn + then + PEAK).split()[-2]) * 1024 / 1e6
        yield Peak(data, used, ALLOWED, used / ALLOWED, 1.0)
