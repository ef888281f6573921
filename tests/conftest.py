"""Shared by every test file."""

import pytest
from hypothesis import Phase, settings

# Random tests draw the same examples each time, so that a run can be repeated.
settings.register_profile("book", derandomize=True, deadline=None, database=None)
settings.load_profile("book")

# For tools/mutate.py, to which any failure will do, the smallest or not.
settings.register_profile("no-shrink", phases=[Phase.explicit, Phase.generate])


@pytest.fixture(scope="module")
def base():
    """The address of the built site, served on this machine."""
    from tests import browsing  # and so the browser's package, for those who ask alone

    browsing.build()
    with browsing.served() as address:
        yield address


@pytest.fixture(scope="module")
def chromium():
    """A browser."""
    from tests import browsing

    with browsing.browser() as browser:
        yield browser
