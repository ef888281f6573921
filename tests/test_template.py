"""The notebook that a new chapter starts from passes all checks; what is broken in it is named."""

import shutil

import nbformat
import pytest

from tests import test_chapters, test_notation, test_notebooks, test_terms
from tests.chapters import TEMPLATE, Chapter, fail_with
from tools.notebooks import run

CHECKS = (*test_notebooks.CHECKS, *test_chapters.OWED, *test_notation.CHECKS)
TEXT = TEMPLATE.read_text("utf-8")


def copied(text: str = TEXT) -> Chapter:
    """What `cp tools/template.ipynb chapters/my-topic.ipynb` makes, with another text."""
    notebook = nbformat.reads(text, as_version=4)
    made = Chapter(TEMPLATE, notebook.cells)
    made.notebook, made.stem = notebook, "my-topic"
    return made


def complaints(made: Chapter) -> list[str]:
    return [complaint for check in CHECKS for complaint in check(made)]


def test_the_template_is_a_chapter():
    fail_with(complaints(copied()))


def test_the_index_is_told_the_lines_to_add():
    asked = list(test_terms.terms_lack_no_result(copied()))
    lines = [complaint.split("`")[-2] for complaint in asked]
    assert lines == [
        "- [third separator](my-topic.ipynb#alg-my-topic)",
        "- [sum of two separators](my-topic.ipynb#thm-my-topic)",
    ]
    assert list(test_terms.terms_lack_no_result(copied(), "\n".join(lines))) == []


BREAKS = [
    ("# The sum of", "The sum of", "cell 1: begin with a line `# Title`"),
    ("20, advanced", "20, hard", "begin the first paragraph with `*Chapter 20, advanced.*`"),
    ("{dropdown} Hint", "{dropdown} Tip", "exercise ex-my-topic: add a `{dropdown} Hint`"),
    ("return w + v", "return answers.number(1)", "cell 4: it checks an answer; tag it"),
    ("1. return $w", "1. return $Y", "cell 3: $Y$ is no letter of this chapter"),
    ('"execution_count": 2', '"execution_count": 7', "cell 4: it did not run in its turn; run"),
    ("    return w + v", "    # \\n" * 12, "lines; split it after 12"),
    ('"Picture: Between', '"<Figure: Between', "cell 2: end it with `style.picture(ax, text)`"),
    ("Add the weights", "As {eq}`eq-best`, add the weights", "{eq}`eq-best` is of another page"),
    ('"caption": "Two', '"caption": "17', "cell 2: its caption says 17"),
]


@pytest.mark.parametrize(("old", "new", "words"), BREAKS, ids=[row[2] for row in BREAKS])
def test_what_is_broken_is_named(old, new, words):
    assert old in TEXT
    found = complaints(copied(TEXT.replace(old, new)))
    assert len(found) == 1, found
    assert words in found[0]
    assert found[0].startswith("tools/template.ipynb")


@pytest.mark.slow
def test_the_template_runs_as_it_is_committed(tmp_path, monkeypatch):
    monkeypatch.setenv("BOOK_EXPLORE", "static")
    copy = shutil.copy(TEMPLATE, tmp_path)
    assert run(tmp_path / TEMPLATE.name) is None
    assert nbformat.read(copy, as_version=4) == nbformat.reads(TEXT, as_version=4)
