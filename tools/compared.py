"""A plugin of pytest: with `--changed`, nbval leaves out the chapters that passed as they are now.

A chapter is the same while its cells, its stored outputs and what these rest on are, in `lib` and
among the packages. What passed last stands in `_build/.passed.json`.
"""

import json
from collections import defaultdict
from pathlib import Path

import nbformat

from theme.freshness import digest, marked

ROOT = Path(__file__).parents[1]
PASSED = ROOT / "_build" / ".passed.json"


def key(path):
    """A digest of a chapter, and of all that decides whether its outputs are those stored."""
    return digest({ROOT / "tests/sanitize.cfg"}, marked(path.read_text("utf-8"), ROOT))


class Compared:
    """Follows what becomes of the cells; where two workers run them, their controller does."""

    def __init__(self):
        # Before anything runs: an edit of lib meanwhile must not count as seen.
        self.keys = {path: key(path) for path in ROOT.glob("chapters/*.ipynb")}
        self.passed = json.loads(PASSED.read_text("utf-8")) if PASSED.is_file() else {}
        self.cells = defaultdict(list)

    def pytest_ignore_collect(self, collection_path, config):
        if config.option.changed and collection_path in self.keys:
            return self.passed.get(collection_path.stem) == self.keys[collection_path] or None
        return None

    def pytest_runtest_logreport(self, report):
        if report.when == "call":
            self.cells[report.nodeid.partition("::")[0]].append(report.passed)

    def pytest_sessionfinish(self, session):
        if hasattr(session.config, "workerinput"):
            return
        for path, now in self.keys.items():
            ran = self.cells[path.relative_to(ROOT).as_posix()]
            cells = nbformat.read(path, as_version=4).cells
            if ran and all(ran) and len(ran) == sum(cell.cell_type == "code" for cell in cells):
                self.passed[path.stem] = now
            elif not all(ran):
                self.passed.pop(path.stem, None)
        PASSED.parent.mkdir(exist_ok=True)
        PASSED.write_text(json.dumps(self.passed), "utf-8")
