"""The slips fit the library as it is, and a small part of `make mutate` runs."""

import ast

import pytest

from tools import mutate
from tools.breaks import BREAKS


@pytest.mark.parametrize("row", BREAKS, ids=[name for name, *_ in BREAKS])
def test_a_slip_fits_the_library(row):
    """Where lib has changed, mend the row in tools/breaks.py, or strike it."""
    change = mutate.slip(*row)
    assert change.source != (mutate.ROOT / f"lib/{change.module}.py").read_text("utf-8")
    assert mutate.tests_of(change.module)


@pytest.mark.parametrize(
    "row",
    [
        ("nowhere", "a", "b"),
        ("samples", "no such text", "b"),
        ("samples", "return", "b"),
        ("tables", "from numbers import Real", "import ("),
    ],
)
def test_a_slip_that_does_not_fit_is_named_in_one_line(row):
    with pytest.raises(ValueError, match=f"^mend the break 'a slip': lib/{row[0]}.py, .*$"):
        mutate.slip("a slip", *row)


def test_every_mutant_that_compiles_is_another_program():
    plain = ast.dump(ast.parse((mutate.ROOT / "lib/tables.py").read_text("utf-8")))
    found = [one for one in mutate.mutants("tables") if mutate.is_python(one.source)]
    assert len(found) > 20
    assert all(ast.dump(ast.parse(one.source)) != plain for one in found)


@pytest.mark.nightly  # clones the last commit, and runs its tests
def test_a_slip_is_noticed_and_a_comment_is_not():
    wrong, same = "if len(row) == len(head):", "if len(row) != len(head):  # a comment"
    wrong, same = (
        mutate.slip("a slip", "tables", "if len(row) != len(head):", new) for new in (wrong, same)
    )
    noticed, unnoticed = mutate.tried([wrong, same])
    assert noticed.startswith("tests/test_tables.py::")
    assert unnoticed is None


@pytest.mark.slow  # waits for them
def test_tests_that_never_end_are_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(mutate, "LIMIT", 2)
    (tmp_path / "test_it.py").write_text("def test_it():\n    while True:\n        pass\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = slow\n  site\n  nightly\n")
    profile = "from hypothesis import settings\nsettings.register_profile('no-shrink')\n"
    (tmp_path / "conftest.py").write_text(profile)
    assert mutate.failure(tmp_path, ["test_it.py"]) == "out of time after 2 s"
