"""Break lib on purpose, one small change at a time, and see whether the unit tests notice.

`make mutate` first tries the breaks of `tools/breaks.py`, then a sample of all mutants of lib. Each
is run in a copy of the repository by the tests that import the module, until one fails. A test that
uses up its time counts as failed. The pictures (lib/figures) are left out, since no unit test looks
at them, and so are the tests of the site and of the benchmarks.
"""

import argparse
import ast
import multiprocessing
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from queue import SimpleQueue

import pytest
from breaks import BREAKS, EQUIVALENT, TOLERATED
from mutants import ROOT, broken, sample, stale

GOAL = 0.95
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["cvxpy", "hypothesis", "pytest", "sklearn.svm", "sympy", "z3"])
SECONDS, BYTES = 120, 8 * 2**30  # of processor time and memory, for one mutant


@cache
def imported(path: Path) -> set[str]:
    """The modules that a file imports, itself or by a helper of tests, and the names from them."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    helpers = (ROOT / f"{name.replace('.', '/')}.py" for name in names if name.startswith("tests."))
    return names.union(*(imported(helper) for helper in helpers if helper.is_file()))


def tests_of(path: str) -> list[str]:
    """The test files that import a module (or else what imports it), the one named after it first.

    Those that import a package of it, as the theorems', count; the one that imports all of lib, to
    see its messages, does not, unless it is the module's own.
    """
    module = path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    package, _, name = module.rpartition(".")
    parts = module.split(".")
    names = {".".join(parts[:k]) for k in range(2, len(parts) + 1)}
    first = {f"test_{name}", f"test_{package.rpartition('.')[2]}"}
    files = [
        test
        for test in ROOT.glob("tests/test_*.py")
        if names & imported(test) and not {"tests.browsing", "benchmarks"} & imported(test)
    ]
    if not {test.stem for test in files} - {"test_bad_input"}:
        users = [user for user in (ROOT / "lib").rglob("*.py") if module in imported(user)]
        return sorted({test for user in users for test in tests_of(str(user.relative_to(ROOT)))})
    files.sort(key=lambda test: (test.stem not in first, test.stat().st_size))
    return [f"tests/{test.name}" for test in files]


def first_failure(folder: Path, tests: list[str]) -> str | None:
    """Run tests in a folder until one fails; return its name, or None when all pass."""
    process = FORKS.Process(target=_run_tests, args=(folder, tests))
    process.start()
    process.join()
    lines = (folder / "log").read_text().splitlines()
    if process.exitcode == 0:
        return None
    failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    return failed[0].split(" ")[1] if failed else f"out of time or memory ({process.exitcode})"


def _run_tests(folder: Path, tests: list[str]) -> None:
    """Let pytest run in this process, a fork of one that has imported what takes long."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    os.chdir(folder)
    with open("log", "w") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    options = ["-x", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider"]
    sys.exit(pytest.main([*options, "--hypothesis-profile=no-shrink", *tests]))


def copy_of_the_book(into: str) -> Path:
    """What the unit tests need, with lib compiled so that no change of it is overlooked."""
    folder = Path(into)
    for name in ("lib", "tests", "theme", "tools", "chapters"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    checked = ["--invalidation-mode", "checked-hash"]
    compiling = [sys.executable, "-m", "compileall", "-q", *checked, "lib"]
    subprocess.run(compiling, cwd=folder, check=True)
    return folder


def main() -> int:
    """Print each mutant with the test that caught it, then the share; 1 if it misses the goal."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int, nargs="?", default=150, help="mutants to sample")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--module", help="this one only, such as lib/tables.py")
    chosen = parser.parse_args()
    modules = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "lib").rglob("*.py"))
    modules = [m for m in modules if "figures" not in m and chosen.module in (None, m)]
    if wrong := stale(BREAKS, EQUIVALENT | TOLERATED):
        sys.exit("\n".join(wrong))
    tried = [
        (
            f"lib/{module}.py",
            f"lib/{module}.py  {name}: {old!r}  →  {new!r}",
            name,
            broken(module, old, new),
        )
        for name, module, old, new in BREAKS
        if chosen.module in (None, f"lib/{module}.py")
    ]
    drawn = sample(modules, chosen.count, chosen.seed)
    tried += [(mutant.path, str(mutant), mutant.key, mutant.source()) for mutant in drawn]
    counts = Counter()
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        folders = SimpleQueue()
        for name in (one, two):
            folders.put(copy_of_the_book(name))

        def attempt(path: str, source: str | None) -> str | None:
            folder = folders.get()
            kept = (folder / path).read_text()
            try:
                (folder / path).write_text(source or kept)
                return first_failure(folder, tests_of(path) if source else [path])
            finally:
                (folder / path).write_text(kept)
                folders.put(folder)

        with ThreadPoolExecutor(2) as pool:
            tests = {test for path, *_ in tried for test in tests_of(path)}
            failures = {*pool.map(lambda test: attempt(test, None), tests)} - {None}
            if failures:
                sys.exit(f"{', '.join(failures)} fails before any change: mend it first")
            answers = pool.map(lambda trial: attempt(trial[0], trial[3]), tried)
            for (_, text, key, _), failed in zip(tried, answers, strict=True):
                reason = EQUIVALENT.get(key) or TOLERATED.get(key)
                if failed and reason:
                    sys.exit(f"{text}  is caught by {failed}: strike it from tools/breaks.py")
                verdict = "caught" if failed else "equal" if key in EQUIVALENT else "SURVIVED"
                counts[verdict] += 1
                print(f"{verdict:9} {text}  ({failed or reason or 'why?'})", flush=True)
    share = counts["caught"] / (counts["caught"] + counts["SURVIVED"])
    print(f"{len(tried)} mutants, {dict(counts)}: {share:.1%} of those that change anything")
    return int(share < GOAL)


if __name__ == "__main__":
    sys.exit(main())
