"""What students must not see of a master."""

import re
from pathlib import Path

import nbformat

HOMEWORK = Path(__file__).parents[2] / "homework"
MASTERS = sorted((HOMEWORK / "source").glob("*/*.ipynb"))
REGION = re.compile(r"### BEGIN (SOLUTION|HIDDEN TESTS)\n(.*?)\n *### END \1", re.DOTALL)


def secrets(master: Path) -> set[str]:
    """The lines of solutions and hidden tests that stand nowhere else in a master."""
    cells = nbformat.read(master, as_version=4).cells
    hidden, open_ = set(), set()
    for cell in cells:
        for _, text in REGION.findall(cell.source):
            hidden |= {line.strip() for line in text.splitlines()}
        open_ |= {line.strip() for line in REGION.sub("", cell.source).splitlines()}
    return {line for line in hidden - open_ if len(line) >= 12}
