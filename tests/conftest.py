"""Shared by every test file: what a test may cost, and the site in a browser.

The markers of pyproject.toml say when a test runs; an unmarked one runs in `make check`, and in all
that follow. What asks for `chromium` or `site`, and what stands in the folder `homework`, is marked
here; any other marks itself.

Every test ends: after the `timeout` of pyproject.toml it fails, after an hour if it is nightly, and
`@pytest.mark.timeout(seconds)` gives it a limit of its own.
"""

import fcntl
import gc
import os
from pathlib import Path

import pytest
from hypothesis import Phase, settings

# Collecting garbage after every 700 new objects takes an eighth of the time.
gc.set_threshold(100_000, 50, 50)

# Random tests draw the same examples each time, so that a run can be repeated.
settings.register_profile("book", derandomize=True, deadline=None, database=None)
settings.load_profile("book")

# For `make runs`: each night other ones. Where a test fails, it prints the line that repeats it.
settings.register_profile("night", derandomize=False, print_blob=True)

# For tools/mutate.py, which needs no smallest failure.
settings.register_profile("no-shrink", phases=[Phase.explicit, Phase.generate])

HOMEWORK = Path(__file__).parent / "homework"


def pytest_collection_modifyitems(items):
    """Mark the tests whose cost follows from their folder or from their fixtures.

    The notebooks run first, since the site is built of them, and the homework, which takes long.
    Then the first page of tests/test_site.py builds the site beside what needs no site.
    """
    for item in items:
        if item.get_closest_marker("nightly") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(3600))
        given = item.callspec.params if hasattr(item, "callspec") else {}
        asked = set(getattr(item, "fixturenames", ())) - given.keys()
        if HOMEWORK in item.path.parents:
            item.add_marker("slow")
        elif "site" in asked:
            item.add_marker("site")
        elif "chromium" in asked:
            item.add_marker("slow")
    late = {item.path for item in items if item.get_closest_marker("site")}

    def after(item):
        path = item.path
        earlier = [path.suffix == ".ipynb", HOMEWORK in path.parents, path.stem == "test_site"]
        return [*(not before for before in earlier), path in late]

    items.sort(key=after)
    gc.freeze()  # what stands by now stays


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the site, brought up to date by the first of a run's processes to ask."""
    from tests import browsing  # and so the browser's package, for those who ask alone

    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    with (shared / "site").open("a") as built:
        fcntl.flock(built, fcntl.LOCK_EX)
        if not built.seek(0, os.SEEK_END):
            browsing.build()
            built.write("yes")
    return browsing.HTML


@pytest.fixture(scope="session")
def base(site):
    """The address of the built site, served on this machine."""
    from tests import browsing

    with browsing.served() as address:
        yield address


@pytest.fixture(scope="session")
def chromium():
    """A browser."""
    from tests import browsing

    with browsing.browser() as browser:
        yield browser


@pytest.fixture
def visits(base, chromium):
    """Open pages, and check after the test that nothing went wrong on them."""
    from tests import browsing

    opened = []

    def visit(path, at=base, **options):
        opened.append(browsing.Visit(chromium, at, path, **options))
        return opened[-1]

    yield visit
    for one in opened:
        assert one.errors == []
        assert one.outside == []
        one.close()


@pytest.fixture(scope="module")
def opened(base, chromium):
    """Open a chapter with a scene, as it stands at the start and alone on its page."""
    from tests import boards, browsing

    visit, alone = browsing.Visit(chromium, base, "chapters/index.html"), {}
    visit.tab.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visit.page

    def bench(stem):
        address = f"{base}chapters/{stem}.html"
        if address not in alone:
            alone[address] = html = page.evaluate(boards.ALONE, address)
            page.route(address, lambda route: route.fulfill(body=html, content_type="text/html"))
        page.emulate_media(media="screen", color_scheme="light", reduced_motion="no-preference")
        page.goto("about:blank")  # else an address with a state would only scroll
        page.goto(address, wait_until="load")
        return boards.Bench(page)

    yield bench
    assert (visit.errors, visit.outside) == ([], [])
    visit.close()


@pytest.fixture
def live(monkeypatch):
    """Explorers and the scene as in a kernel."""
    monkeypatch.setenv("BOOK_EXPLORE", "live")


@pytest.fixture
def static(monkeypatch):
    """Explorers and the scene as for a page."""
    monkeypatch.setenv("BOOK_EXPLORE", "static")
