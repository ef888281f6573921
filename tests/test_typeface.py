"""The faces that the site ships: their weight and their license."""

import gzip

import pytest

from tests import browsing

TYPE = browsing.ROOT / "theme" / "typeface"


@pytest.mark.parametrize(("name", "most"), [("typeface.css", 50_000), ("maths.css", 30_000)])
def test_it_is_light_and_brings_its_license(name, most):
    sheet = (TYPE / name).read_bytes()
    assert len(gzip.compress(sheet)) <= most
    assert b"OFL.txt" in sheet.splitlines()[0]
    assert "SIL OPEN FONT LICENSE" in (TYPE / "OFL.txt").read_text("utf-8")
