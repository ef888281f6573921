"""Formulas of answers and questions, as MathML."""

import re
from xml.etree import ElementTree

import nbformat
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from homework.grading.formulas import ATTRIBUTES, TAGS, VALUE, mathml
from tests.homework.sheet import MASTERS

MATH = re.compile(r"\$\$(.+?)\$\$|\$(.+?)\$", re.DOTALL)


@pytest.mark.parametrize("master", MASTERS, ids=lambda path: path.stem)
def test_every_formula_of_a_master_is_set(master):
    cells = nbformat.read(master, as_version=4).cells
    text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    formulas = [display or line for display, line in MATH.findall(text)]
    assert len(formulas) > 20
    for tex in formulas:
        made = mathml(tex, display=False)
        assert made.startswith("<math") and not re.search(r"\\[a-zA-Z]|&amp;", made), tex


SET = {  # what honest students write, and what must show; test_clean.py shows more in a browser
    r"\begin{align} u &> v \label{one} \end{align}": "u>v",
    r"\begin{cases} 1 & x > 0 \\ 0 \end{cases}": "{1x>00",
    r"\lVert w\rVert^2 \ge \tfrac{1}{2}\langle w, x\rangle": "‖w‖2≥12⟨w,x⟩",
    r"\text{if } a < b": "if a<b",
    r"\mathbb R^d \setminus \{0\}": "Rd⧵{0}",
}


def test_what_a_formula_shows():
    for tex, shown in SET.items():
        made = ElementTree.fromstring(mathml(tex, display=True))
        text = "".join(made.itertext()).replace("\u2062", "").replace("\xa0", " ")
        assert text.replace("ℝ", "R") == shown and made.get("display") == "block"
    assert "<math" in mathml("x" * 5000, display=False)


def test_what_cannot_be_set_is_shown_as_it_was_written():
    bomb = r"\newcommand{\a}{xx}\newcommand{\b}{\a\a}\b"
    for tex in (r"\undefined x", r"\frac{", "{" * 4000, "x" * 5001, r"\def\a{\a\a}\a", bomb):
        assert mathml(tex, display=False) == f"<code>{tex}</code>"


HOSTILE = [
    r"\text{<script>alert(1)</script>}",
    r"\href{javascript:alert(1)}{x}",
    r"\style{position:fixed}{x}",
    r"\class{navbar}{x}",
    r"\hskip -1000em x",
    r"\rule{100em}{100em}",
    r"\color{red}{x}",
    r"\mathrm{<img src=x onerror=alert(1)>}",
    r"\unicode{x3c}script",
]
PIECES = [*HOSTILE, "\\frac", "\\\\", "\\begin{matrix}", *'{}^_&<x "']


@example(HOSTILE)
@given(st.lists(st.sampled_from(PIECES), max_size=12))
def test_a_formula_runs_nothing_and_stays_in_its_place(pieces):
    """It holds text, known elements, and attributes that stay in their place."""
    for tex in ("".join(pieces), *pieces):
        made = mathml(tex, display=False)
        for element in ElementTree.fromstring(made).iter():
            assert element.tag in {*TAGS.split(), "code"}
            for name, value in element.items():
                assert name in ATTRIBUTES.split() and VALUE.fullmatch(value)
