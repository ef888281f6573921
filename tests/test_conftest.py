"""What `make check`, `make test` and `make nightly` run: together every test, and once a day each.

Nothing heavy is among the quick ones unsaid.
"""

import itertools
import shlex
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CONFTEST = (ROOT / "tests/conftest.py").read_text("utf-8")
pytest_plugins = ["pytester"]


def runs_of(*target):
    """The words of each run of pytest that `make` would start."""
    command = ["make", "-n", "--no-print-directory", *target]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    whole = done.stdout.replace("\\\n", " ")
    return [shlex.split(line) for line in whole.splitlines() if "-m pytest" in line]


def taken(runs, marks):
    """How many runs take a test that is marked so."""
    said = [words[words.index("-m", 3) + 1] for words in runs]
    return sum(eval(expression, {}, marks) for expression in said)


def test_every_test_runs_once_at_a_push_or_at_night():
    check, push, night = runs_of("check"), runs_of("test", "NIGHTLY="), runs_of("test", "NIGHTLY=1")
    for marked in itertools.product([False, True], repeat=3):
        marks = dict(zip(("site", "slow", "nightly"), marked, strict=True))
        assert taken(check, marks) == (not any(marked))
        assert taken(push, marks) == (not marks["nightly"])
        assert taken(night, marks) == 1
    assert all("tests" in words for words in check + push + night)
    # Homework's tests are slow, and none is of the site: the other runs need not load them.
    left_out = [[word for word in words if "--ignore" in word] for words in check + push]
    assert left_out == [["--ignore=tests/homework"], [], ["--ignore=tests/homework"]]
    assert {"--nbval", "chapters"} <= set(check[0]) & set(push[0])


MARKS = """
import pytest

@pytest.fixture
def site(): pass
@pytest.fixture
def base(site): pass
@pytest.fixture
def chromium(): pass
@pytest.fixture(autouse=True)
def the_marks_are_those_of_the_name(request):
    marks = {mark.name for mark in request.node.iter_markers()} & {"site", "slow", "nightly"}
    said = request.node.originalname.removeprefix("test_").split("_")[0]
    assert marks == {said} - {"quick"}
"""
MARKED = """
import pytest

def test_quick(): pass
@pytest.mark.parametrize("site", [1])
def test_quick_with_an_argument_of_that_name(site): pass
def test_site(site): pass
def test_site_served(base): pass
def test_site_in_a_browser(base, chromium): pass
def test_slow_by_its_browser(chromium): pass

@pytest.mark.slow
def test_slow_by_its_mark(): pass
"""
GRADED = "def test_slow_by_its_folder(): pass\ndef test_slow_though_of_the_site(site): pass\n"
HEAVY = """
import subprocess
import pytest

def fails(): raise FileNotFoundError
DEEDS = {
    "starts 'jupyter'": lambda: subprocess.run(["/no/jupyter-book", "build"]),
    "starts 'ipykernel'": lambda: subprocess.run("/no/python -m ipykernel_launcher"),
    "starts 'make book'": lambda: subprocess.run(["/no/make", "book"]),
    "ask for the fixture site": lambda: open("_build/html/index.html"),
}

@pytest.mark.parametrize("said", DEEDS)
def test_quick(said):
    with pytest.raises(RuntimeError, match=said):
        DEEDS[said]()

@pytest.mark.slow
@pytest.mark.parametrize("said", DEEDS)
def test_slow(said):
    with pytest.raises(FileNotFoundError):
        DEEDS[said]()
"""


@pytest.mark.slow  # starts pytest
def test_each_test_has_its_mark_and_a_quick_one_starts_nothing_heavy(pytester, monkeypatch):
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    files = {
        "conftest.py": CONFTEST + MARKS,  # its fixtures in place of the book's
        "test_marked.py": MARKED,
        "test_heavy.py": HEAVY,
        "homework/test_graded.py": GRADED,
    }
    (pytester.path / "tests/homework").mkdir(parents=True)
    for name, code in files.items():
        (pytester.path / "tests" / name).write_text(code)
    pytester.makeini("[pytest]\nmarkers =\n  site\n  slow\n  nightly\n  timeout\n")
    pytester.runpytest_subprocess("-p", "no:cacheprovider").assert_outcomes(passed=17)
