"""What `make check` and `make test` run: together every test, and nothing heavy unsaid."""

import functools
import itertools
import re
import shlex
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CONFTEST = (ROOT / "tests/conftest.py").read_text("utf-8")
pytest_plugins = ["pytester"]


@functools.cache
def runs_of(target):
    """The words of each run of pytest that `make` would start."""
    command = ["make", "-n", "--no-print-directory", target]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=60)
    return [shlex.split(line) for line in done.stdout.splitlines() if "-m pytest" in line]


def chosen(words, **marked):
    """Whether a run of pytest takes a test that is marked so."""
    (expression,) = [word for option, word in itertools.pairwise(words[3:]) if option == "-m"]
    return eval(expression, {}, marked)


@pytest.mark.parametrize("site", [False, True])
@pytest.mark.parametrize("slow", [False, True])
def test_every_test_runs_once_in_make_test(site, slow):
    runs = runs_of("test")
    assert all("tests" in words for words in runs)
    assert sum(chosen(words, site=site, slow=slow) for words in runs) == 1
    (quick,) = runs_of("check")
    assert chosen(quick, site=site, slow=slow) == (not site and not slow)


def test_the_notebooks_all_run_in_make_test_and_the_changed_ones_in_make_check():
    first, second = runs_of("test")
    (quick,) = runs_of("check")
    assert {"--nbval", "chapters"} <= set(first) & set(quick)
    assert "--changed" in quick
    assert "--changed" not in first + second
    # The homework's tests are slow, and none is of the site: some runs need not load them.
    for words in (first, second, quick):
        left_out = [word for word in words if word.startswith(("--ignore", "--deselect", "-k"))]
        taken = chosen(words, site=False, slow=True)
        assert left_out == ([] if taken else ["--ignore=tests/homework"])


MARKED = """
import subprocess
import pytest

def test_quick(): pass
@pytest.mark.parametrize("site", [1])
def test_quick_with_an_argument_of_that_name(site): pass
def test_of_the_site_served(base): pass
def test_of_the_site_in_a_browser(base, chromium): pass
def test_slow_by_its_browser(chromium): pass

DEEDS = {
    "starts 'jupyter'": lambda: subprocess.run(["/no/jupyter-book", "build"]),
    "starts 'make book'": lambda: subprocess.run(["/no/make", "book"]),
    "ask for the fixture site": lambda: open("_build/html/index.html"),
}
@pytest.mark.parametrize("said", DEEDS)
def test_quick_and_refused(said):
    with pytest.raises(RuntimeError, match=said):
        DEEDS[said]()

@pytest.mark.slow
@pytest.mark.parametrize("said", DEEDS)
def test_slow_by_its_mark(said):
    with pytest.raises(FileNotFoundError):
        DEEDS[said]()
"""
GRADED = "def test_slow_by_its_folder(): pass\ndef test_slow_though_of_the_site(site): pass\n"


def test_a_test_is_marked_by_what_it_asks_for_and_refused_what_it_must_not(pytester, monkeypatch):
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:cacheprovider")
    files = {"conftest.py": CONFTEST, "test_marked.py": MARKED, "homework/test_graded.py": GRADED}
    for name, code in files.items():
        path = pytester.path / "tests" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code)
    pytester.makeini("[pytest]\nmarkers =\n  site\n  slow\n")

    for mark in ("quick", "of_the_site", "slow"):
        taken = mark.replace("of_the_", "").replace("quick", "not site and not slow")
        listed = pytester.runpytest_subprocess("--co", "-q", "-m", taken, timeout=60)
        names = re.findall(r"::test_(\w+)", listed.stdout.str())
        said = re.findall(r"def test_(\w+)", MARKED + GRADED)
        assert names and set(names) == {name for name in said if name.startswith(mark)}
    deeds = pytester.runpytest_subprocess("-k", "refused or by_its_mark", timeout=60)
    deeds.assert_outcomes(passed=6, deselected=7)
