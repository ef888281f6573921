"""Measure: `python -m benchmarks` prints the tables and writes what the page *Benchmarks* shows.

`python -m benchmarks book` measures the builds of the book and its pages, which takes longer.
"""

import os
import platform
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from benchmarks import builds, hinge, pages, perceptrons, solvers

HERE = Path(__file__).parent
TABLES = {"results": (perceptrons, solvers, hinge), "book": (builds, pages)}


def written(modules) -> Iterator[str]:
    """The lines of a file: the machine, and each module's title, text and table."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "scikit-learn", "cvxpy"))
    python = platform.python_version()
    yield f"Measured on {os.cpu_count()} cores with Python {python}, {packages}."
    for module in modules:
        title, about = module.__doc__.strip().split(".\n\n", 1)
        yield f"\n## {title}\n\n{about}\n"
        yield f"| data | book | {module.PEER} | ratio | goal |\n|{'---|' * 5}"
        for row in module.rows():
            yield f"| {' | '.join(row.cells())} |"


def write(name: str) -> None:
    """Measure one of TABLES; print it as it grows, and write its file once it is whole."""
    lines = []
    for line in written(TABLES[name]):
        print(line, flush=True)
        lines.append(line)
    (HERE / f"{name}.md").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    write(*sys.argv[1:] or ["results"])
