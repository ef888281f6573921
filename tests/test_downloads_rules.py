"""How the text of a notebook becomes plain Markdown, on a book of one page."""

import io
import shutil
from pathlib import Path

import nbformat
import pytest
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from sphinx.application import Sphinx
from sphinx.errors import SphinxError

from tests import browsing
from theme.commonmark import Translator
from theme.downloads import write_copies

ROOT, SITE = browsing.ROOT, browsing.SITE
PLAIN = MarkdownIt("commonmark").enable("table").use(dollarmath_plugin, double_inline=True)


TINY = {
    "extensions": [
        "myst_nb",
        "sphinx_proof",
        "sphinx_exercise",
        "theme.anchors",
        "theme.freshness",
        "theme.incremental",
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
        ("By {eq}`eq-a`.", "By [(1)](https://a.github.io/b/page.html#equation-eq-a)."),
        ("{ref}`spot`", "[Here](https://a.github.io/b/page.html#spot)"),
        ("{prf:ref}`lem-a`", "[Lemma 1](https://a.github.io/b/page.html#lem-a)"),
        (
            "{ref}`$5 and $6 [a] <spot>`",
            "[\\$5 and \\$6 \\[a\\]](https://a.github.io/b/page.html#spot)",
        ),
        ("{prf:ref}`the lemma <lem-a>`", "[the lemma](https://a.github.io/b/page.html#lem-a)"),
        ("{ref}`ex-a`", "[Exercise 1](https://a.github.io/b/page.html#ex-a)"),
        ("[](page.ipynb)", "[A page](https://a.github.io/b/page.html)"),
        ("[$a$ *b*](#here)", "[$a$ *b*](https://a.github.io/b/page.html#here)"),
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
        ("```{exercise}\n:label: ex-a\n```", "> **Exercise 1.**"),
        (
            "```{solution} ex-a\n:class: dropdown\n\nSo.\n```",
            "<details>\n<summary>Solution</summary>\n\nSo.\n\n</details>",
        ),
        (
            ":::{note}\n:class: dropdown\nSo.\n:::",
            "<details>\n<summary>Note</summary>\n\nSo.\n\n</details>",
        ),
        ("- A\n  ```{tip}\n  So.\n  ```", "- A\n  > **Tip.**\n  >\n  > So."),
    ],
)
def test_markdown_becomes_commonmark(tiny, source, expected):
    assert Translator(tiny, "page", [source]).translate(source) == (expected or source)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("```{figure} a.png\n```", "the directive {figure} has no rule in theme/commonmark.py"),
        ("{download}`page.ipynb`", "leads nowhere|has no rule"),
        ("{unknown}`x`", "{unknown}`x` leads nowhere in the copy"),
        ("{prf:ref}`lem-b`", "{prf:ref}`lem-b` leads nowhere in the copy"),
        ("[x]: page.ipynb\n\n[x]", "'page.ipynb' stays in the copy"),
        ("![x](a.png)", "leads nowhere in the copy"),
        ("```{prf:lemma}\nA line.\n```", "{prf:lemma} has no number in the copy: give"),
        ("So :::{note}", "stays in the copy"),
        ("- ```{tip}\n  So.\n  ```", "would lose its beginning in the copy"),
        ("> ```{note}\n> So.\n> ```", "would lose its beginning in the copy"),
        (":::{note} A title\nSo.\n:::", "{note} A title has no rule"),
        ("```{prf:proof} of it\nSo.\n```", "{prf:proof} of it has no rule"),
        ("```{note}\n---\nclass: dropdown\n---\nSo.\n```", "{note} has no rule"),
        ("So.[^1]\n\n[^1]: A note.", "stays in the copy"),
        ("{{ x }}", "stays in the copy"),
        ('<a href="page.html">It</a>', "stays in the copy"),
    ],
)
def test_what_no_rule_translates_is_an_error(tiny, source, message):
    with pytest.raises(ValueError, match=message):
        Translator(tiny, "page", [source]).translate(source)


def test_each_build_writes_every_copy_from_its_source(tiny):
    path, copy = Path(tiny.srcdir, "page.ipynb"), Path(tiny.outdir, "_sources/page.ipynb")
    old = copy.with_name("old.ipynb")
    shutil.copy(path, old)
    seen = set()
    for text in ("One.", "Two.", "Two."):
        nbformat.write(new_notebook(cells=[new_markdown_cell(text, id="a")]), path)
        write_copies(tiny, None)
        assert [cell.source for cell in nbformat.read(copy, 4).cells[1:]] == [text]
        seen.add(copy.read_bytes())
    assert len(seen) == 2
    assert not old.exists()
    nbformat.write(new_notebook(cells=[new_code_cell("1"), new_markdown_cell("{a}`b`")]), path)
    with pytest.raises(SphinxError, match=r"page\.ipynb, cell 2: {a}`b` leads nowhere"):
        write_copies(tiny, None)


def test_a_launch_of_no_file_is_an_error(tmp_path):
    (tmp_path / "page.md").write_text("# A page\n\n{launch}`homework/none.ipynb`\n")
    config = TINY | {"extensions": ["myst_nb", "theme.downloads"]}
    said = io.StringIO()
    app = Sphinx(
        tmp_path,
        None,
        tmp_path / "out",
        tmp_path / "out",
        "html",
        config,
        status=None,
        warning=said,
    )
    app.build()
    assert "'homework/none.ipynb' is no file of the repository: name a notebook" in said.getvalue()
