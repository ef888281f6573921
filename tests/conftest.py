"""Shared by every test file."""

import fcntl
import os

import pytest
from hypothesis import Phase, settings

# Random tests draw the same examples each time, so that a run can be repeated.
settings.register_profile("book", derandomize=True, deadline=None, database=None)
settings.load_profile("book")

# For tools/mutate.py, to which any failure will do, the smallest or not.
settings.register_profile("no-shrink", phases=[Phase.explicit, Phase.generate])


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
