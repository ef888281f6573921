"""Measure, print and write what the page *Benchmarks* shows: `python -m benchmarks [book]`."""

import os
import platform
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from benchmarks import hinge, pages, perceptrons, solvers

TABLES = {"results": (perceptrons, solvers, hinge), "book": (pages,)}


def written(modules: tuple) -> Iterator[str]:
    """The lines of a file: the machine, and each module's title, text and table."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "scikit-learn", "cvxpy"))
    yield f"Measured on {os.cpu_count()} cores with Python {platform.python_version()}, {packages}."
    for module in modules:
        title, about = module.__doc__.strip().split(".\n\n", 1)
        yield f"\n## {title}\n\n{about}\n"
        yield f"| data | book | peer | ratio |\n|{'---|' * 4}"
        yield from (row.line() for row in module.rows())


if __name__ == "__main__":
    name = sys.argv[1] if sys.argv[1:] else "results"
    lines = []
    for line in written(TABLES[name]):
        print(line, flush=True)
        lines.append(line)
    Path(__file__).with_name(f"{name}.md").write_text("\n".join(lines) + "\n", "utf-8")
