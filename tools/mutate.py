"""Break lib on purpose, one small change at a time, and see whether its unit tests notice.

`make mutate` tries the slips of `tools/breaks.py`, and then a sample of all mutants of lib: another
comparison, - for +, a number one off, a statement left out. Each is tried in a clone of the last
commit by the quick tests of the module's name, and those of bad input, until one fails;
tests that take too long count as failed. Pictures and explorers are left out, which a browser
tests, and theorems, which carry mutants of their own.

Packages were weighed: mutmut changes what stands in functions alone and begins with all tests under
its tracer; cosmic-ray has one command of tests for all modules.
"""

import argparse
import ast
import io
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import tokenize
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
from tools.breaks import BREAKS  # noqa: E402 (run as a script, too)

GOAL = 0.8  # the share of the sample that must be noticed; of the slips all
LIMIT = 300  # seconds for the tests of one change
MEMORY = 8 * 2**20  # kilobytes of data; the JavaScript engine reserves more address space
OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+"}
OTHER |= {"*": "/", "/": "*", "and": "or", "or": "and", "not": "", "True": "False", "False": "True"}
LEFT_OUT = ast.Assign | ast.AugAssign | ast.Expr | ast.Return | ast.Raise | ast.Continue | ast.Break


class Change(NamedTuple):
    """A module of lib, as "svm/pairs", with one change, and what to call it."""

    module: str
    name: str
    source: str


def slip(name: str, module: str, old: str, new: str) -> Change:
    """One row of BREAKS; raises ValueError where it does not fit the module."""
    path = ROOT / "lib" / f"{module}.py"
    source = path.read_text("utf-8") if path.exists() else ""
    if source.count(old) != 1 or not is_python(changed := source.replace(old, new)):
        raise ValueError(f"mend the break {name!r}: lib/{module}.py, {old!r} → {new!r}")
    return Change(module, name, changed)


def mutants(module: str) -> Iterator[Change]:
    """Every mutant of a module: of its operators and numbers, and with a statement left out."""
    text = (ROOT / "lib" / f"{module}.py").read_text("utf-8")
    lines = text.splitlines(keepends=True)
    for kind, word, (row, column), _, _ in tokenize.generate_tokens(io.StringIO(text).readline):
        new = OTHER.get(word) if kind in (tokenize.OP, tokenize.NAME) else None
        if kind == tokenize.NUMBER and word.isdigit():
            new = str(int(word) + 1)
        if new is not None:
            line = lines[row - 1]
            line = line[:column] + new + line[column + len(word) :]
            yield Change(module, *_with(lines, row, row, line))
    for node in ast.walk(ast.parse(text)):
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, LEFT_OUT) and not docstring:
            line = " " * node.col_offset + "pass\n"
            yield Change(module, *_with(lines, node.lineno, node.end_lineno, line))


def _with(lines: list[str], first: int, last: int, new: str) -> tuple[str, str]:
    """What to call a change of lines, counted from 1, and the text with it."""
    name = f"line {first}: {lines[first - 1].strip()}  →  {new.strip()}"
    return name, "".join([*lines[: first - 1], new, *lines[last:]])


def is_python(source: str) -> bool:
    """Whether it compiles."""
    try:
        compile(source, "", "exec")
    except SyntaxError:
        return False
    return True


@cache
def tests_of(module: str) -> tuple[str, ...]:
    """The test files with the name of a module or its package, else those that import it, and
    the tests of bad input, which call every module.
    """
    names = reversed(module.split("/"))
    found = [path for name in names for path in sorted(ROOT.glob(f"tests/test_{name}*.py"))]
    dotted = f"lib/{module} ".replace("/", ".")
    found = found or [p for p in ROOT.glob("tests/test_*.py") if dotted in p.read_text("utf-8")]
    found += [ROOT / "tests/test_bad_input.py"] if found else []
    return tuple(dict.fromkeys(f"tests/{path.name}" for path in found))


def modules() -> list[str]:
    """The modules of lib."""
    lib = ROOT / "lib"
    return sorted(str(path.relative_to(lib).with_suffix("")) for path in lib.rglob("*.py"))


def failure(folder: Path, tests: Sequence[str]) -> str | None:
    """Run quick tests until one fails; return its name, or None when all pass."""
    marked = "not slow and not site and not nightly"
    command = ["sh", "-c", f'ulimit -d {MEMORY} 2>/dev/null; exec "$@"', "sh", sys.executable]
    command += ["-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider", "-m", marked]
    command += ["--hypothesis-profile=no-shrink", *tests]
    # Bytecode is matched by its source's time in seconds, and changes come faster.
    environ = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(folder)}
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    process = subprocess.Popen(command, cwd=folder, env=environ, start_new_session=True, **output)
    try:
        printed, _ = process.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return f"out of time after {LIMIT} s"
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", printed, re.MULTILINE)
    if process.returncode in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return None
    return failed[1] if failed else printed[-500:]


def noticed_by(changes: list[Change]) -> Iterator[str | None]:
    """For each change the test that noticed it, or None; two at a time."""
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(2) as pool:
        folders = SimpleQueue()
        for name in ("one", "two"):
            clone = ["git", "clone", "--quiet", "--shared", str(ROOT), f"{place}/{name}"]
            subprocess.run(clone, check=True, timeout=LIMIT)
            folders.put(Path(place, name))

        def attempt(tests: tuple[str, ...], change: Change | None = None) -> str | None:
            folder = folders.get()
            path = folder / "lib" / f"{change.module}.py" if change else folder / "conftest.py"
            kept = path.read_text("utf-8")
            try:
                path.write_text(change.source if change else kept, "utf-8")
                return failure(folder, tests)
            finally:
                path.write_text(kept, "utf-8")
                folders.put(folder)

        groups = [tests_of(change.module) for change in changes]
        if unfit := {*pool.map(attempt, set(groups))} - {None}:
            raise RuntimeError(f"before any change fails {', '.join(unfit)}: mend it first")
        yield from pool.map(attempt, groups, changes)


def main(words: list[str]) -> int:
    """Print each change with the test that noticed it; 1 when too few are noticed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int, nargs="?", default=100, help="mutants to sample")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--only", help="one module, as svm/pairs")
    chosen = parser.parse_args(words)
    slips = [slip(*row) for row in BREAKS if chosen.only in (None, row[1])]
    names = [chosen.only] if chosen.only else modules()
    names = [
        name
        for name in names
        if tests_of(name) and not name.startswith(("explore", "figures", "theorems"))
    ]
    drawn = [mutant for name in names for mutant in mutants(name)]
    drawn = random.Random(chosen.seed).sample(drawn, len(drawn))
    sample = list(islice((one for one in drawn if is_python(one.source)), chosen.count))
    missed = []
    for change, noticed in zip(slips + sample, noticed_by(slips + sample), strict=True):
        missed += [change] * (noticed is None)
        print(f"{noticed or 'UNNOTICED'}  lib/{change.module}.py  {change.name}", flush=True)
    print(f"{len(slips)} slips and {len(sample)} mutants, {len(missed)} unnoticed")
    few = sum(change in sample for change in missed) > (1 - GOAL) * len(sample)
    return int(few or any(change in slips for change in missed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
