"""The text face that the site ships: its weight and its license."""

import gzip

from tests import browsing

TYPE = browsing.ROOT / "theme" / "typeface"


def test_it_is_light_and_brings_its_license():
    sheet = (TYPE / "typeface.css").read_bytes()
    assert len(gzip.compress(sheet)) <= 62_000
    assert b"OFL.txt" in sheet.splitlines()[0]
    assert "SIL OPEN FONT LICENSE" in (TYPE / "OFL.txt").read_text("utf-8")
