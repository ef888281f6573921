"""A fork that leaves chapters out builds: what refers to them leads to the full book's pages."""

import os
import re
import shutil
import subprocess
from urllib.parse import urldefrag, urljoin

import pytest
import yaml

from lib.theorems.proof_map import TEXTS, THEOREMS, collect
from tests import browsing
from theme.repository import pages_url

FULL = pages_url(browsing.CONFIG["repository"]["url"])
OWN = "https://somebody.github.io/fork/"
KEPT = "chapters/dual-ascent"
TOC = yaml.safe_load((browsing.ROOT / "_toc.yml").read_text("utf-8"))
CHAPTERS = [part["file"] for group in TOC["parts"] for part in group["chapters"]]
LINK = re.compile(r'<a [^>]*?\bhref="([^"]+)"')
COPIED = re.compile(r'(?:\]\(|<a href=\\")(https://[^)\s\\]+)')
ID = re.compile(r'\sid="([^"]+)"')
PARTS = ["benchmarks", "chapters", "homework", "lib", "theme"]
PARTS += ["CITATION.cff", "constraints.txt", "_config.yml"]


def test_theorems_of_chapters_that_the_contents_leave_out_come_last():
    toc = "\n".join(f"- file: {name}" for name in CHAPTERS if "block-novikoff" not in name)
    found = collect(TEXTS, toc)
    last = [theorem for theorem in THEOREMS if theorem.chapter == "block-novikoff"]
    assert found == (*(one for one in THEOREMS if one not in last), *last)


@pytest.mark.nightly
def test_a_chapter_builds_without_the_others(site, tmp_path):
    """It names theorems of three others."""
    for name in PARTS:
        (tmp_path / name).symlink_to(browsing.ROOT / name)
    toc = {"format": "jb-book", "root": TOC["root"], "chapters": [{"file": KEPT}]}
    (tmp_path / "_toc.yml").write_text(yaml.safe_dump(toc))
    # The site's outputs serve: no notebook runs.
    cache = "_build/.jupyter_cache"
    shutil.copytree(browsing.ROOT / cache, tmp_path / cache)
    done = subprocess.run(
        ["make", "-C", browsing.ROOT, "book", f"BOOK={tmp_path}"],
        env=os.environ | {"GITHUB_REPOSITORY": "somebody/fork", "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0 and not done.stderr, done.stderr

    made = tmp_path / "_build/html"
    pages, copies = (
        {OWN + str(path.relative_to(made)): path.read_text("utf-8") for path in made.glob(kind)}
        for kind in ("**/*.html", "_sources/**/*.ipynb")
    )
    assert f"{OWN}{KEPT}.html" in pages
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
    assert away and f"{FULL}{KEPT}.html" not in away
