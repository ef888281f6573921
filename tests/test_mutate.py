"""The slips fit the library as it is, and a small part of `make mutate` runs."""

import pytest

from tools import mutate
from tools.breaks import BREAKS


@pytest.mark.parametrize("row", BREAKS, ids=[name for name, *_ in BREAKS])
def test_a_slip_fits_the_library(row):
    """Where lib has changed, mend the row in tools/breaks.py, or strike it."""
    change = mutate.slip(*row)
    assert change.source != (mutate.ROOT / f"lib/{change.module}.py").read_text("utf-8")
    assert mutate.tests_of(change.module)


@pytest.mark.nightly  # clones the last commit, and runs its tests
def test_a_slip_is_noticed_and_a_comment_is_not():
    wrong, same = "if len(row) == len(head):", "if len(row) != len(head):  # a comment"
    wrong, same = (
        mutate.slip("a slip", "tables", "if len(row) != len(head):", new) for new in (wrong, same)
    )
    noticed, unnoticed = mutate.tried([wrong, same])
    assert noticed.startswith("tests/test_tables.py::")
    assert unnoticed is None
