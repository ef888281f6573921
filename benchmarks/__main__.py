"""Measure: `python -m benchmarks` prints the tables and writes what the page *Benchmarks* shows.

`python -m benchmarks book` measures the builds of the book and its pages, which takes longer.
"""

import os
import platform
import sys
from importlib.metadata import version
from pathlib import Path

from benchmarks import (
    bits,
    book,
    explorers,
    growth,
    hinge,
    margins,
    memory,
    pages,
    perceptrons,
    processes,
    soft_margins,
    solvers,
    weights,
)

HERE = Path(__file__).parent
COMPARISONS = (perceptrons, margins, solvers, soft_margins, hinge, bits, processes, memory)
SITE = (book, explorers, pages, weights)
PACKAGES = ("numpy", "scikit-learn", "cvxpy", "sympy", "z3-solver")


def machine() -> str:
    """The cores and the versions that the numbers rest on."""
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    python = platform.python_version()
    return f"Measured on {os.cpu_count()} cores with Python {python}, {versions}."


def section(module, head: tuple[str, ...]) -> tuple[str, list]:
    """A module's heading, text and table in Markdown, printed as it grows, and its rows."""
    title, about = module.__doc__.strip().split(".\n\n", 1)
    rows, lines = [], [f"## {title}", "", about, ""]
    lines += [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    print("\n".join(lines), flush=True)
    for row in module.rows():
        rows.append(row)
        lines.append(f"| {' | '.join(row.cells())} |")
        print(lines[-1], flush=True)
    print()
    return "\n".join(lines), rows


def write(name: str, modules) -> None:
    """Measure the modules and write their tables to a file."""
    print(machine(), end="\n\n")
    parts, measured = [machine()], []
    for module in modules:
        text, rows = section(module, ("data", "book", module.PEER, "ratio", "goal"))
        parts.append(text)
        measured += rows
        (HERE / f"{name}.md").write_text("\n\n".join(parts) + "\n", "utf-8")
    goals = [row for row in measured if row.goal is not None]
    print(f"{sum(row.met for row in goals)} of {len(goals)} goals met")


def slopes() -> None:
    """Measure how the cost grows; write the table and the picture."""
    text, curves = section(growth, growth.HEAD)
    os.environ["BOOK_EXPLORE"] = "static"  # the page has the style sheet
    (HERE / "growth.md").write_text(f"{text}\n\n{growth.drawn(curves)}\n", "utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["book"]:
        write("book", SITE)
    else:
        slopes()
        write("results", COMPARISONS)
