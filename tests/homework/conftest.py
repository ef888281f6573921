"""A limit to what a test may take, and a folder to collect archives in."""

import signal
import time

import psutil
import pytest

from tests.homework.inbox import Inbox

LIMIT = 1200  # seconds of a test, with the batch or the servers that it is the first to ask for


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """End what takes too long, and all that it has started, by force; the failure says which."""

    def stop(*_):
        running = psutil.Process().children(recursive=True)
        words = [" ".join(process.cmdline())[:200] for process in running]
        for process in running:
            process.kill()
        said = f"{item.nodeid} took more than {LIMIT} seconds. Ended by force:"
        raise TimeoutError("\n".join([said, *words]))

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(LIMIT)
    try:
        return (yield)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture
def inbox(tmp_path, monkeypatch):
    """A time of day in an archive is local: five hours behind UTC here."""
    monkeypatch.setenv("TZ", "EST5")
    time.tzset()
    yield Inbox(tmp_path)
    monkeypatch.undo()
    time.tzset()
