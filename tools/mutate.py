"""Break lib on purpose, one small change at a time, and see whether its tests notice.

`make mutate` tries the slips of `tools/slips.txt`, and then a sample of all mutants of lib: another
comparison, - for +, a number one off, a statement left out. Each is tried in a clone of the last
commit by the day's tests of the module's name, the quick ones first, and those of bad input.
Pictures and explorers are left out, which a browser tests, and theorems, which carry their own.
"""

import ast
import io
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import tokenize
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]
OTHERS = re.compile("lib/(explore|figures|theorems)")
GOAL = 0.8  # the share of the sample that must be noticed; of the slips all
MEMORY = 8 * 2**30  # bytes of data for the tests of one change
OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+"}
OTHER |= {"and": "or", "or": "and", "not": "", "True": "False", "False": "True"}
LEFT_OUT = ast.Assign | ast.AugAssign | ast.Expr | ast.Return | ast.Raise | ast.Continue | ast.Break
PYTEST = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider"]
PYTEST += ["--hypothesis-profile=no-shrink", "--timeout=120", "--timeout-method=thread"]
ROUNDS = ["not slow and not site and not nightly", "slow and not site and not nightly"]


def slips():
    """Path, name and changed text of each slip; raises ValueError where one does not fit."""
    text = (ROOT / "tools/slips.txt").read_text("utf-8")
    for name, path, old, new in re.findall(r"(.+): (\S+)\n- (.+)\n\+ (.+)", text):
        source = (ROOT / path).read_text("utf-8")
        if source.count(old) != 1:
            raise ValueError(f"mend the slip {name!r}: {path} must hold {old!r} once")
        yield path, name, source.replace(old, new)


def mutants(path):
    """Path, name and changed text of each mutant of a module."""
    text = (ROOT / path).read_text("utf-8")
    lines, changes = text.splitlines(keepends=True), []
    for kind, word, (row, column), _, _ in tokenize.generate_tokens(io.StringIO(text).readline):
        new = OTHER.get(word) if kind in (tokenize.OP, tokenize.NAME) else None
        if kind == tokenize.NUMBER and word.isdigit():
            new = str(int(word) + 1)
        if new is not None:
            line = lines[row - 1]
            changes.append((row, row, line[:column] + new + line[column + len(word) :]))
    for node in ast.walk(ast.parse(text)):
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, LEFT_OUT) and not docstring:
            changes.append((node.lineno, node.end_lineno, " " * node.col_offset + "pass\n"))
    for first, last, new in changes:
        name = f"line {first}: {lines[first - 1].strip()}  →  {new.strip()}"
        yield path, name, "".join([*lines[: first - 1], new, *lines[last:]])


def tests_of(path):
    """The test files with the name of a module or its package, else those that import it."""
    _, *names = path.removesuffix(".py").split("/")
    found = [test.name for name in names for test in sorted(ROOT.glob(f"tests/test_{name}*.py"))]
    if not found:
        words = f"from lib.{'.'.join(names)} "
        found = [p.name for p in ROOT.glob("tests/test_*.py") if words in p.read_text("utf-8")]
    return tuple(f"tests/{name}" for name in dict.fromkeys([*found, "test_bad_input.py"]))


def noticed_by(change):
    """The first test that fails with a changed text at a path, or None."""
    path, _, source = change
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "clone", "--quiet", "--shared", ROOT, folder], check=True)
        Path(folder, path).write_text(source, "utf-8")
        kept = {"cwd": folder, "env": os.environ | {"PYTHONPATH": folder}}
        for marks in ROUNDS:
            command = [*PYTEST, "-m", marks, *tests_of(path)]
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=600, **kept)
            except subprocess.TimeoutExpired:  # an endless loop
                return "out of time"
            if done.returncode not in (0, 5):  # 5: there is no such test
                failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
                return failed[1] if failed else (done.stdout + done.stderr)[-500:]
    return None


def main(count=100, seed=0):
    """Print each change with the test that noticed it; return whether too few are noticed."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))  # the tests inherit it
    modules = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("lib/**/*.py"))
    drawn = [one for path in modules if not OTHERS.match(path) for one in mutants(path)]
    random.Random(seed).shuffle(drawn)
    known, sample = [*slips()], drawn[:count]
    unnoticed = {"slips": 0, "mutants": 0}
    with ThreadPoolExecutor(2) as pool:
        first = {tests_of(path): path for path, _, _ in known + sample}.values()
        whole = [(path, "", (ROOT / path).read_text("utf-8")) for path in first]
        if unfit := {*pool.map(noticed_by, whole)} - {None}:
            sys.exit(f"before any change fails {', '.join(unfit)}: mend it first")
        for change, test in zip(known + sample, pool.map(noticed_by, known + sample), strict=True):
            unnoticed["slips" if change in known else "mutants"] += test is None
            print(f"{test or 'UNNOTICED'}  {change[0]}  {change[1]}", flush=True)
    print(f"unnoticed: {unnoticed}, of {len(known)} slips and {len(sample)} mutants")
    return unnoticed["slips"] > 0 or unnoticed["mutants"] > (1 - GOAL) * len(sample)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
