"""The slips of `make mutate`, which tries them at night, fit the library as it is."""

import pytest

from tools import mutate
from tools.breaks import BREAKS


@pytest.mark.parametrize("row", BREAKS, ids=[name for name, *_ in BREAKS])
def test_a_slip_fits_the_library(row):
    """Where lib has changed, mend the row in tools/breaks.py, or strike it."""
    change = mutate.slip(*row)
    assert change.source != (mutate.ROOT / f"lib/{change.module}.py").read_text("utf-8")
    assert mutate.tests_of(change.module)
