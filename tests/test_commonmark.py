"""How the text of a notebook becomes plain Markdown, on a book of one page."""

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell, new_notebook
from sphinx.application import Sphinx

from theme.commonmark import Translator

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
        ("(new)=\n% A remark\n## Title", "## Title"),
        ("By {eq}`eq-a`.", f"By [(1)]({SITE}#equation-eq-a)."),
        ("{prf:ref}`lem-a`", f"[Lemma 1]({SITE}#lem-a)"),
        ("{ref}`$5 and $6 [a] <spot>`", rf"[\$5 and \$6 \[a\]]({SITE}#spot)"),
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
        (
            "```{solution} ex-a\n:class: dropdown\n\nSo.\n```",
            "<details>\n<summary>Solution</summary>\n\nSo.\n\n</details>",
        ),
        ("- A\n  ```{tip}\n  So.\n  ```", "- A\n  > **Tip.**\n  >\n  > So."),
    ],
)
def test_markdown_becomes_commonmark(tiny, source, expected):
    assert Translator(tiny, "page", [source]).translate(source) == (expected or source)


@pytest.mark.parametrize(
    "source",
    [
        "```{epigraph}\nSo.\n```",
        "```{prf:lemma}\nA line.\n```",  # without a number
        "```{note}\n---\nclass: dropdown\n---\nSo.\n```",
        "- ```{tip}\n  So.\n  ```",
        "{prf:ref}`lem-b`",
        "![x](a.png)",
        "{{ x }}",
    ],
)
def test_what_no_rule_translates_stays(tiny, source):
    assert Translator(tiny, "page", [source]).translate(source) == source
