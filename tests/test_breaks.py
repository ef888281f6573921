"""The deliberate breaks fit the library as it is; `make mutate` sees whether they are caught."""

import ast

import pytest

from tools.breaks import BREAKS, EQUIVALENT, TOLERATED
from tools.mutants import ROOT, broken, mutants, stale


def test_every_break_and_every_survivor_fits_the_library():
    assert stale(BREAKS, EQUIVALENT | TOLERATED) == []


def test_every_break_has_a_name_of_its_own_and_a_reason_stands_once():
    names = [name for name, *_ in BREAKS]
    assert len(set(names)) == len(names)
    assert not EQUIVALENT.keys() & TOLERATED.keys()


def test_a_broken_module_differs_where_it_says():
    source = broken("samples", "unit(lift(", "lift(unit(")
    assert "lift(unit(standardize(" in source
    assert source.replace("lift(unit(", "unit(lift(") == (ROOT / "lib/samples.py").read_text()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("nowhere", "a", "b"), "there is no lib/nowhere.py"),
        (("samples", "no such text", "b"), "lib/samples.py has 0 times 'no such text'"),
        (("tables", "from numbers import Real", "import ("), "lib/tables.py with 'import (' is no"),
        (("samples", "return", "b"), r"lib/samples.py has \d\d times 'return'"),
    ],
)
def test_a_break_that_does_not_fit_is_named_in_one_line(change, message):
    (line,) = stale([("a slip", *change)], [])
    assert line.startswith("mend the break 'a slip': ")
    assert "\n" not in line
    with pytest.raises(ValueError, match=message.replace("(", r"\(")):
        broken(*change)


def test_a_survivor_whose_line_is_gone_is_named_in_one_line():
    found = mutants("lib/explore/sliders.py")
    (kept,) = (m for m in found if m.before == "150" and m.after == "151")
    assert kept.key == "lib/explore/sliders.py  150  →  151  in  MAX_FRAMES = 150"
    assert str(kept).startswith(f"lib/explore/sliders.py:{kept.line}  150  →  ")
    assert stale([], [kept.key]) == []
    gone = kept.key.replace("MAX_FRAMES", "MOST_FRAMES")
    assert stale([], [gone]) == [
        f"strike or mend the survivor, which is no mutant any more: {gone}"
    ]
    assert len(stale([], ["lib/nowhere.py  1  →  2"])) == 1


def test_every_mutant_is_another_program():
    path = "lib/tables.py"
    plain = ast.dump(ast.parse((ROOT / path).read_text()))
    found = list(mutants(path))
    assert len(found) > 20
    assert all(ast.dump(ast.parse(mutant.source())) != plain for mutant in found)
