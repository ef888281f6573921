"""Shared by the tests and the notebooks that pytest runs."""

import os

# Explorers draw their frames ahead, as on the site.
os.environ["BOOK_EXPLORE"] = "static"
