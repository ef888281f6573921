"""Imports between the modules of lib run one way, and importing is light."""

import ast
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter

from tests.chapters import ROOT, fail_with

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in ROOT.glob("lib/**/*.py")
}


def imported(name: str) -> set[str]:
    """The modules of lib that a module imports: wherever in its text, for annotations too."""
    found = set()
    for node in ast.walk(ast.parse(MODULES[name].read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & set(MODULES) or {node.module}
    return found & set(MODULES)


def test_imports_run_one_way():
    graph = TopologicalSorter({name: imported(name) for name in MODULES})
    try:
        graph.prepare()
    except CycleError as error:
        fail_with([f"{' imports '.join(reversed(error.args[1]))}: move what they share to a third"])


CHAPTERS = tuple(f"lib.{path.stem.replace('-', '_')}" for path in ROOT.glob("chapters/*.ipynb"))
ABOVE = (*CHAPTERS, "lib.estimators", "lib.theorems", "lib.figures", "lib.explore", "lib.homework")


def test_what_chapters_share_imports_none_of_them():
    shared = [name for name in MODULES if not name.startswith(ABOVE)]
    fail_with(f"{n} imports {m}" for n in shared for m in imported(n) if m.startswith(CHAPTERS))


def loaded(names: list[str]) -> set[str]:
    """All modules that a fresh Python has after it imported some."""
    code = f"import sys, {', '.join(names)}; print(*sys.modules)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    return set(done.stdout.split())


HEAVY = {"cvxpy", "scipy", "sklearn", "z3", "matplotlib", "mpmath", "sympy", "anywidget"}
# Theorems are made of sympy, what is live of widgets, what draws of matplotlib, programs of cvxpy,
# and estimators of scikit-learn.
MADE_OF = (
    *("lib.proof", "lib.theorems", "lib.figures.counterexample", "lib.figures.proof_map"),
    *("lib.figures.svg", "lib.explore.answers", "lib.explore.scene"),
    *("lib.explore.digit", "lib.explore.live", "lib.explore.untick"),
    *("lib.explore.widget", "lib.not_separable.comparators", "lib.estimators"),
)


def test_importing_is_light():
    """A module loads a large package when it needs it, and not before; here all in one process."""
    light = [name for name in MODULES if not name.startswith(MADE_OF)]
    heavy = sorted(loaded(light) & HEAVY)
    assert not heavy, f"one of lib's modules imports {heavy} at its top; do so in the function"
