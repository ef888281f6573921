"""Shared by every test file."""

from hypothesis import Phase, settings

# Random tests draw the same examples each time, so that a run can be repeated.
settings.register_profile("book", derandomize=True, deadline=None, database=None)
settings.load_profile("book")

# For tools/mutate.py, to which any failure will do, the smallest or not.
settings.register_profile("no-shrink", phases=[Phase.explicit, Phase.generate])
