"""Shared by the tests and the notebooks that pytest runs."""

import os
from importlib.util import find_spec

# For the kernels of notebooks: as the site's build has it, where explorers draw their frames ahead.
os.environ |= {"BOOK_EXPLORE": "static", "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}


def pytest_configure(config):
    if getattr(config.option, "nbval", False) and find_spec("sphinx"):  # readers have none
        from tests import compared  # and so what the build needs, for those who ask alone

        config.pluginmanager.register(compared)
