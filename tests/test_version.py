"""One version and one date of an edition: CONTRIBUTING.md, *A release*."""

import re
import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
CFF = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
SECTIONS = re.findall(r"^## (.*)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)


def test_the_places_that_name_the_version_and_the_date_agree():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == CFF["version"]
    released = [section for section in SECTIONS if not section.startswith("Unreleased")]
    assert re.fullmatch(rf"{CFF['version']}: the \w+ edition, {CFF['date-released']}", released[0])
