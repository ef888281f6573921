"""How the text of a notebook becomes plain Markdown, on a book of one page."""

import io
import shutil
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell, new_notebook
from sphinx.application import Sphinx

from theme.commonmark import Translator
from theme.downloads import write_copies

TINY = {
    "extensions": [
        "myst_nb",
        "sphinx_proof",
        "sphinx_exercise",
        "theme.anchors",
        "theme.freshness",
        "theme.repository",
    ],
    "root_doc": "page",
    "nb_execution_mode": "off",
    "myst_enable_extensions": ["colon_fence", "dollarmath"],
    "myst_heading_anchors": 2,
    "numfig": True,
    "html_theme": "sphinx_book_theme",
    "html_theme_options": {"repository_url": "https://github.com/a/b", "repository_branch": "main"},
    "html_baseurl": "https://a.github.io/b/",
}
PAGE = """\
# A page

(spot)=
## Here

$$
a < b
$$ (eq-a)

```{prf:lemma} Of $a$
:label: lem-a
A line.
```

```{exercise}
:label: ex-a
Why?
```
"""
SITE = "https://a.github.io/b/page.html"


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """A site of one page, as Sphinx leaves it."""
    root = tmp_path_factory.mktemp("tiny")
    nbformat.write(new_notebook(cells=[new_markdown_cell(PAGE)]), root / "page.ipynb")
    app = Sphinx(root, None, root / "out", root / "doctrees", "html", TINY, status=None)
    app.build()
    return app


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Plain $a_b$, `{ref}`, and [a link](https://a.org).", None),
        ("```python\n{ref}`spot`\n```", None),
        ("$$\na\n$$\n\nand $$b$$", None),
        ("(new)=\n% A remark\n## Title", "## Title"),
        ("By {eq}`eq-a`.", f"By [(1)]({SITE}#equation-eq-a)."),
        ("{prf:ref}`lem-a`", f"[Lemma 1]({SITE}#lem-a)"),
        ("{ref}`$5 and $6 [a] <spot>`", rf"[\$5 and \$6 \[a\]]({SITE}#spot)"),
        ("{ref}`ex-a`", f"[Exercise 1]({SITE}#ex-a)"),
        ("[](page.ipynb)", f"[A page]({SITE})"),
        ("[$a$ *b*](#here)", f"[$a$ *b*]({SITE}#here)"),
        ("- $$\n  a\n  $$ (eq-a)", "- $$\n  a \\tag{1}\n  $$"),
        (
            "```{prf:lemma} Of $a$\n:label: lem-a\n\nLet\n\n$$\na\n  < b\n$$\n```",
            "> **Lemma 1 (Of $a$).**\n>\n> Let\n>\n> $$ a   < b $$",
        ),
        (
            "````{exercise}\n:label: ex-a\n```python\n1\n```\n````",
            "> **Exercise 1.**\n>\n> ```python\n> 1\n> ```",
        ),
        ("```{prf:proof}\nClear.\n```", "**Proof.** Clear. ∎"),
        ("```{prf:proof}\nSee\n$$\na\n$$\n```", "**Proof.** See\n$$\na\n$$\n\n∎"),
        (
            "```{solution} ex-a\n:class: dropdown\n\nSo.\n```",
            "<details>\n<summary>Solution</summary>\n\nSo.\n\n</details>",
        ),
        ("- A\n  ```{tip}\n  So.\n  ```", "- A\n  > **Tip.**\n  >\n  > So."),
    ],
)
def test_markdown_becomes_commonmark(tiny, source, expected):
    assert Translator(tiny, "page", [source]).translate(source) == (expected or source, [])


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("```{epigraph}\nSo.\n```", "{epigraph}"),
        ("```{figure} a.png\n```", "{figure} a.png"),
        ("```{prf:lemma}\nA line.\n```", "{prf:lemma}"),  # without a number
        (":::{note} A title\nSo.\n:::", None),
        ("```{note}\n---\nclass: dropdown\n---\nSo.\n```", "{note}"),
        ("- ```{tip}\n  So.\n  ```", "{tip}"),
        ("{prf:ref}`lem-b`", "{prf:ref}"),
        ("[x]: page.ipynb\n\n[x]", "page.ipynb"),
        ("![x](a.png)", "a.png"),
        ("So.[^1]\n\n[^1]: A note.", None),
        ("{{ x }}", "{{ x }}"),
        ('<a href="page.html">It</a>', '<a href="page.html">'),
    ],
)
def test_what_no_rule_translates_stays_and_is_named(tiny, source, left):
    text, named = Translator(tiny, "page", [source]).translate(source)
    assert text == source
    assert named and named[0] == (left or named[0])


def test_each_build_writes_every_copy_from_its_source(tiny, capsys):
    """And says on stderr what stays as it is: a warning would fail `make book`."""
    path, copy = Path(tiny.srcdir, "page.ipynb"), Path(tiny.outdir, "_sources/page.ipynb")
    old = copy.with_name("old.ipynb")
    shutil.copy(path, old)
    for text in ("One.", "Two.", "Two.", "```{epigraph}\nSo.\n```"):
        nbformat.write(new_notebook(cells=[new_markdown_cell(text, id="a")]), path)
        write_copies(tiny, None)
        assert [cell.source for cell in nbformat.read(copy, 4).cells[1:]] == [text]
    assert not old.exists()
    named = "page.ipynb, cell 1: '{epigraph}' stays as it is in the notebook that readers take away"
    assert capsys.readouterr().err.startswith(named)


def test_a_launch_of_no_file_is_an_error(tmp_path):
    (tmp_path / "page.md").write_text("# A page\n\n{launch}`homework/none.ipynb`\n")
    config = TINY | {"extensions": ["myst_nb", "theme.downloads"]}
    said = io.StringIO()
    out = tmp_path / "out"
    Sphinx(tmp_path, None, out, out, "html", config, status=None, warning=said).build()
    assert "'homework/none.ipynb' is no file of the repository: name a notebook" in said.getvalue()
