"""Launch buttons and notebooks to take away, on the site: their addresses and their text."""

import json
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from urllib.parse import urldefrag

import nbformat
import pytest
from bs4 import BeautifulSoup, SoupStrainer
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from homework.grading.steps import OWN, digest, name_of, restored
from tests import browsing
from theme.downloads import archive

ROOT, SITE = browsing.ROOT, browsing.SITE
OWNER_NAME = browsing.REPOSITORY.split("/", 3)[3]
NOTEBOOKS = [p for p in browsing.pages() if (ROOT / p).with_suffix(".ipynb").exists()]
HOMEWORK = sorted(str(p.relative_to(ROOT)) for p in ROOT.glob("homework/release/*/*.ipynb"))
COPIES = [path.replace(".html", ".ipynb") for path in NOTEBOOKS] + HOMEWORK
PLAIN = MarkdownIt("commonmark").enable("table").use(dollarmath_plugin, double_inline=True)
CODE = re.compile(r"^[> ]*```python.*?```$|(?<!`)`[^`\n]+`(?!`)", re.MULTILINE | re.DOTALL)
FORMULA = re.compile(r"(\$\$?)(.+?)\1", re.DOTALL)
TITLE = re.compile(
    r"^> \*\*(\w+ \d+(?:\.\d+)?)(?: \(.*\))?\.\*\*$|^<summary>(\w+)</summary>$", re.MULTILINE
)
# What a copy prints in other words, in JSON: its Markdown, and in HTML the pages of its links.
PLAINER = re.compile(r'"text/markdown": "(\\.|[^"\\])*"|(?<=href=\\")[^#\\]*')
ADDRESS = re.compile(rf'(?:\]\(|href="){SITE}(chapters/[^)"]+)')
READ = cache(Path.read_text)
PREVIEW = re.compile("<template.*?</template>", re.DOTALL)  # of another page's theorem
PRINTED = re.compile(  # the titles of the same on the page
    r'<span class="caption-number">(\w+ \d+(?:\.\d+)?) </span>'
    r'|<summary>\s*<p class="admonition-title"[^>]*>(?!The code)(\w+)'
    r"|<summary [^>]*sd-summary-title[^>]*>\s*(\w+)</summary>"
)


def launches(path, prefix):
    """The links that open the notebook at `path`, as (words, address)."""
    return [
        ("Binder", f"https://mybinder.org/v2/gh/{OWNER_NAME}/main?urlpath=lab/tree/{path}"),
        ("Colab", f"https://colab.research.google.com/github/{OWNER_NAME}/blob/notebooks/{path}"),
        ("Notebook", f"{prefix}_sources/{path}"),
    ]


def test_launch_buttons(site):
    row = SoupStrainer("div", class_="launch")
    for path in browsing.pages():
        html = (site / path).read_text("utf-8")
        links = BeautifulSoup(html, "html.parser", parse_only=row).select("a")
        notebook = path.replace(".html", ".ipynb")
        wanted = launches(notebook, "../") if path in NOTEBOOKS else []
        if wanted and (site / "lite/tried").exists():
            door = f"../lite/notebooks/index.html?path={Path(notebook).name}"
            wanted.insert(0, ("Browser", door))
        assert [(a.text, a["href"]) for a in links] == wanted


def test_the_page_for_instructors_launches_the_homework(site):
    page = (site / "chapters/for-instructors.html").read_text("utf-8")
    rows = BeautifulSoup(page, "html.parser").select("table:first-of-type tr:has(a[download])")
    for row, path in zip(sorted(rows, key=lambda row: row.text), HOMEWORK, strict=True):
        links = [(a.text, a["href"]) for a in row.select_one("td").select("a")]
        assert links == launches(path, "../")
        assert row.text.strip().startswith(Path(path).parent.name)


@cache
def cells(path):
    """The cells of a notebook, and those of the site's copy but for what says how to run it and
    for its figures' captions.
    """
    ours, copied = (
        nbformat.read(folder / path, as_version=4).cells
        for folder in (ROOT, browsing.HTML / "_sources")
    )
    return ours, [cell for cell in copied if not re.match("run$|caption-", cell.id)]


def outputs(cell):
    """The Markdown and HTML that a cell prints."""
    shown = [output.get("data", {}) for output in cell.get("outputs", [])]
    return [text for data in shown for kind, text in sorted(data.items()) if kind != "text/plain"]


def formulas(text):
    """The formulas, without white space at the ends of lines and without numbers."""
    return [
        " ".join(re.sub(r"\\tag\{[\d.]+\}", "", tex).split())
        for _, tex in FORMULA.findall(CODE.sub("", text))
    ]


@pytest.mark.parametrize("path", COPIES)
def test_a_copy_differs_in_its_text_alone_and_keeps_the_formulas(site, path):
    ours, (first, *rest) = cells(path)
    assert f"%pip install --quiet {archive(browsing.REPOSITORY, 'main', ROOT)}" in first.source
    for cell, copied in zip(ours, rest, strict=True):
        same = cell.cell_type == "markdown" and "nbgrader" not in cell.metadata
        wanted = cell | {"source": copied.source} if same else cell
        kept = [PLAINER.sub("", json.dumps(one, sort_keys=True)) for one in (copied, wanted)]
        assert kept[0] == kept[1]
        assert list(map(formulas, outputs(copied))) == list(map(formulas, outputs(cell)))
        if cell.cell_type == "markdown":
            assert formulas(copied.source) == formulas(cell.source)
            quoted = re.findall(r"^>.*", copied.source, re.MULTILINE)
            assert all(line.count("$$") % 2 == 0 for line in quoted)


@pytest.mark.parametrize("path", COPIES)
def test_a_copy_is_plain(site, path):
    """CommonMark finds no directive, role, label or comment, and each link is an address.

    What cells print is held to the same. Where a fork's addresses lead: tests/test_subsets.py.
    """
    copied = nbformat.read(site / "_sources" / path, as_version=4).cells
    texts = [cell.source for cell in copied if cell.cell_type == "markdown"]
    texts += [text for cell in copied for text in outputs(cell)]
    for page, place in {urldefrag(link) for text in texts for link in ADDRESS.findall(text)}:
        assert not place or f'id="{place}"' in READ(site / page)
    for text in texts:
        assert not re.search(r'^(\(.*\)=|%.*|\+\+\+.*|:::.*)$|href="(?!https:)', text, re.MULTILINE)
        for token in PLAIN.parse(text):
            assert not token.info.startswith("{")
            for part, following in pairwise(token.children or []):
                if following.type == "code_inline":
                    assert not part.content.endswith("}")
                assert not re.search(r"\]\(|\[\^|\{\{", part.content if part.type == "text" else "")
                link = part.attrGet("href") or part.attrGet("src") or "https://"
                assert link.startswith(("https://", "mailto:", "data:", "attachment:"))


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_a_copy_says_how_to_run_it_and_numbers_folds_and_captions_as_the_page(site, path):
    page = PREVIEW.sub("", (site / path).read_text("utf-8"))
    assert page.count("<details") == page.count("</details>")
    name = path.replace(".html", ".ipynb")
    texts = [cell.source for cell in cells(name)[1] if cell.cell_type == "markdown"]
    text = "\n\n".join(texts)
    assert [a or b for a, b in TITLE.findall(text)] == ["".join(m) for m in PRINTED.findall(page)]
    numbers = re.findall(r'<span class="eqno">\(([\d.]+)\)', page)
    assert re.findall(r"\\tag\{([\d.]+)\}", text) == numbers

    copied = nbformat.read(site / "_sources" / name, as_version=4).cells
    assert copied[0].source.startswith("*Run → Run All Cells* runs this notebook in Jupyter")
    assert copied[1].cell_type == "code" and copied[1].id == "install"
    captions = [cell.source for cell in copied if "caption-" in cell.id]
    soup = BeautifulSoup(page, "html.parser")
    figures = soup.select("main > article figure:has(figcaption)")
    for figure, caption in zip(figures, captions, strict=True):
        number = figure.select_one(".caption-number").text.strip()
        link, said = f"[{number}]({SITE}{path}#{figure['id']}): ", figure.figcaption.text.split()
        assert caption.startswith(link) and caption[len(link) :].split()[0] == said[2]


def test_what_nbgrader_marks_needs_no_rule(site):
    """Its cells stay as they are, so they may hold nothing that a viewer would not read."""
    for path in HOMEWORK:
        released, copied = cells(path)
        marked = [cell.source for cell in released if name_of(cell)]
        assert not re.search(r"`{3,}\{|\{[\w:-]+\}`|\]\((?!https:)", "\n".join(marked))
        put_back, said = restored(released, copied, {*map(digest, released)})
        assert said == []  # nothing for an instructor to look at
        (own,) = [cell for cell in put_back if cell.metadata.get(OWN)]
        assert own.id == "install" and own.source.startswith("# Away from the book")
