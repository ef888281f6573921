"""Shared by every test file."""

import os

# Explorers draw their frames ahead, as on the site, wherever the tests are run from.
os.environ["BOOK_EXPLORE"] = "static"
