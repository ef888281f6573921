"""A fork that leaves chapters out builds: what refers to them leads to the full book's pages."""

import os
import re
import subprocess
from urllib.parse import urldefrag, urljoin

import pytest
import yaml

from tests import browsing
from theme.repository import pages_url

FULL = pages_url(browsing.CONFIG["repository"]["url"])
OWN = "https://somebody.github.io/fork/"
TOC = yaml.safe_load((browsing.ROOT / "_toc.yml").read_text("utf-8"))
CHAPTERS = [part["file"] for group in TOC["parts"] for part in group["chapters"]]
LINK = re.compile(r'<a [^>]*?\bhref="([^"]+)"')
COPIED = re.compile(r"\]\((https://[^)\s]+)\)")
ID = re.compile(r'\sid="([^"]+)"')
PARTS = ["benchmarks", "chapters", "homework", "lib", "theme"]
PARTS += ["CITATION.cff", "constraints.txt", "_config.yml"]


@pytest.mark.parametrize(
    "kept",
    [
        pytest.param(["chapters/dual-ascent"], id="one"),  # names theorems of three others
        pytest.param([name for name in CHAPTERS if "soft-margin" not in name], id="all but one"),
    ],
)
def test_any_subset_of_the_chapters_builds(site, tmp_path, kept):
    for name in PARTS:
        (tmp_path / name).symlink_to(browsing.ROOT / name)
    toc = {"format": "jb-book", "root": TOC["root"], "chapters": [{"file": name} for name in kept]}
    (tmp_path / "_toc.yml").write_text(yaml.safe_dump(toc))
    # The site's outputs serve: no notebook runs.
    (tmp_path / "_build").mkdir()
    (tmp_path / "_build/.jupyter_cache").symlink_to(browsing.ROOT / "_build/.jupyter_cache")
    done = subprocess.run(
        ["make", "-C", browsing.ROOT, "book", f"BOOK={tmp_path}"],
        env=os.environ | {"GITHUB_REPOSITORY": "somebody/fork"},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0 and done.stderr == "", done.stderr

    made = tmp_path / "_build/html"
    pages = {
        OWN + str(path.relative_to(made)): path.read_text("utf-8") for path in made.rglob("*.html")
    }
    copies = {
        OWN + str(path.relative_to(made)): path.read_text("utf-8")
        for path in made.glob("_sources/**/*.ipynb")
    }
    assert pages.keys() >= {f"{OWN}{name}.html" for name in kept}
    assert len(copies) > len(list(browsing.ROOT.glob("homework/release/*/*.ipynb")))
    found = [(page, link) for page, html in pages.items() for link in LINK.findall(html)]
    found += [(copy, link) for copy, text in copies.items() for link in COPIED.findall(text)]
    away = set()
    for page, link in found:
        address, place = urldefrag(urljoin(page, link).partition("?")[0])
        if address.startswith(OWN) and not address.endswith((".ipynb", ".pdf", "/")):
            assert address in pages, f"{page}: {link}"
            assert not place or place in ID.findall(pages[address]), f"{page}: {link}"
        elif address.startswith(FULL) and address != FULL:
            html = (site / address.removeprefix(FULL)).read_text("utf-8")
            assert not place or place in ID.findall(html), f"{page}: {link}"
            away.add(address)
    assert away and away.isdisjoint(f"{FULL}{name}.html" for name in kept)
