"""The house: whoever knows the name of a page finds its code, theorems, figures and tests by it."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
REFERENCE = {"errata", "notation"}  # they teach no single topic
STEMS = [
    path.stem.replace("-", "_")
    for path in sorted(ROOT.glob("chapters/*.ipynb"))
    if path.stem not in REFERENCE
]
SHARED = ("checks", "tables", "samples", "datasets", "runs", "svm", "proof", "explore")
# They show chapters in the words of their figures.
LABORATORIES = (
    "lib.explore.lifting",
    "lib.explore.widget",
    "lib.explore.untick",
    "lib.explore.laboratory",
    "lib.explore.margins",
)
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in ROOT.glob("lib/**/*.py")
}


def imported(name: str) -> set[str]:
    """The modules of lib that a module imports, wherever in its text, but for annotations."""
    found, tree = set(), ast.parse(MODULES[name].read_text("utf-8"))
    tree.body = [node for node in tree.body if "TYPE_CHECKING" not in ast.unparse(node)[:20]]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & set(MODULES) or {node.module}
    return found & set(MODULES)


def names(folder: str) -> set[str]:
    """The modules and packages in a folder of lib."""
    inner = {
        path.with_suffix("").relative_to(ROOT / folder).parts[0]
        for path in MODULES.values()
        if path.is_relative_to(ROOT / folder)
    }
    return inner - {"__init__", "__main__"}


@pytest.mark.parametrize(
    ("folder", "shared"),
    [
        ("lib", {*SHARED, "homework", "theorems", "figures"}),
        ("lib/theorems", {"vocabulary"}),
        (
            "lib/figures",
            {
                "colors",
                "counterexample",
                "letters",
                "points",
                "strokes",
                "style",
                "svg",
            },
        ),
    ],
)
def test_a_room_has_the_name_of_a_chapter_or_is_shared(folder, shared):
    assert names(folder) - shared <= set(STEMS)


@pytest.mark.parametrize("stem", sorted(names("lib") & set(STEMS)))
def test_a_chapter_with_code_has_theorems_figures_and_tests(stem):
    assert stem in names("lib/theorems") & names("lib/figures")
    assert (ROOT / f"tests/test_{stem}.py").is_file()


def test_imports_run_one_way():
    order = TopologicalSorter({name: imported(name) for name in MODULES}).static_order()
    assert set(order) == set(MODULES)  # and a cycle raises CycleError


COMMON = [
    name for name in MODULES if f"{name}.".split(".")[1] in SHARED and name not in LABORATORIES
]


@pytest.mark.parametrize("name", COMMON)
def test_what_chapters_share_knows_no_chapter(name):
    looks = {"lib.figures.style", "lib.figures.points", "lib.figures.svg"}
    rooms = {module.split(".")[1] for module in imported(name) - looks if "." in module}
    assert rooms <= {*SHARED, "linear_separators"}  # whose margins are measured everywhere


def test_a_theorem_loads_its_module_and_the_engine():
    code = "import sys, lib.theorems.block_novikoff; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    ours = {name for name in done.stdout.split() if name.startswith("lib.theorems.")}
    assert ours == {"lib.theorems.block_novikoff", "lib.theorems.vocabulary"}


HEAVY = {"cvxpy", "scipy", "sklearn", "z3", "matplotlib", "mpmath", "sympy", "anywidget"}
# Theorems are made of sympy, and what is live of widgets.
MATPLOTLIB = ("lib.figures.svg",)
MADE_OF = (
    "lib.proof",
    "lib.theorems",
    "lib.figures.counterexample",
    "lib.figures.proof_map",
    *LABORATORIES,
    "lib.explore.answers",
    "lib.explore.live",
    "lib.explore.lifting",
    "lib.explore.widget",
    *MATPLOTLIB,
)


def test_importing_is_light():
    """A module loads a large package when it needs it, and not before; here all in one process."""
    light = [name for name in MODULES if not name.startswith(MADE_OF)]
    code = f"import sys, {', '.join(light)}; print(*sorted(set(sys.modules) & {HEAVY}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
