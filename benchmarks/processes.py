"""Proofs and imports.

The first line is the time to prove every step of every theorem in the book and to find a
counterexample to every mutant, beside the two seconds that it may take. The second compares the
whole life of two Python processes, of which one imports `lib.perceptron` and the other numpy.
"""

import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.timing import Row, compare

PEER = "peer"
ROOT = Path(__file__).parents[1]
ALLOWED = 2.0  # seconds for all proofs


def rows(small: bool = False) -> Iterator[Row]:
    """One line for the proofs and one for the imports."""
    seconds = median(proofs() for _ in range(1 if small else 5))
    yield Row("all proofs and mutants", seconds, ALLOWED, seconds / ALLOWED, 1.0)
    yield compare(
        "import lib.perceptron",
        lambda: python("-c", "import lib.perceptron"),
        lambda: python("-c", "import numpy"),
        str.__eq__,
        goal=1.1,
        small=small,
        clock=spent_by_children,
    )


def spent_by_children() -> float:
    """Processor time of all processes that this one started and saw end."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def proofs() -> float:
    """What `python -m lib.theorems` says it took."""
    return float(re.search(r", (\S+) s$", python("-m", "lib.theorems"))[1])


def python(*arguments: str) -> str:
    """What a process of its own prints."""
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
