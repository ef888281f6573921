"""Formulas are typeset when the book is built, and a bad one fails the build."""

import io
import re

import pytest
from sphinx.application import Sphinx

from theme.maths import typeset


def test_a_formula_becomes_mathml():
    html = "".join(typeset(r"\gamma t \le \lVert w_t\rVert \le R\sqrt{t}", True))
    assert html.startswith('<math displaystyle="true">')
    assert {"annotation", "\\", "xmlns", "∥"} & set(re.findall(r"\w+|\W", html)) == set()


@pytest.mark.parametrize(
    ("tex", "light"),
    [
        (r"{{a}}{{b}}", "<mi>a</mi><mi>b</mi>"),
        (r"\mathcal C", "<mi>𝒞</mi>"),
        (r"\Delta", "<mtext>Δ</mtext>"),
        ("1/2", "<mn>1</mn><mi>/</mi><mn>2</mn>"),
        ("w'", '<mi>w</mi><mo lspace="0" rspace="0">′</mo>'),
        (r"\mathrm{e}^{-1}", 'e</mtext><mrow><mo form="prefix" stretchy="false" lspace="0" rsp'),
        (r"(-2)", '<mo form="prefix" stretchy="false">−</mo><mn>2</mn>'),
        (r"f(1) - 2", ")</mo><mo>−</mo><mn>2</mn>"),
        (r"\lVert -w\rVert", '−</mo><mi>w</mi><mo form="postfix" stretchy="false">‖</mo>'),
        (r"(x \mid y)^2", '<mi>y</mi><mo stretchy="false">)</mo></mrow><mn>2</mn>'),
        (r"(a + b)^2", '<math><msup><mrow><mo stretchy="false">(</mo>'),
        (r"\Big\lVert b\Big\rVert", '<mo stretchy="true" minsize="2.1em" maxsize="2.1em" lspace'),
        (r"\big(b\big)^2", 'rspace="0">)</mo><mrow></mrow></mrow><mn>2</mn></msup>'),
        (r"\sqrt t", '<mspace height="0.75em" depth="0.15em"></mspace><mi>t</mi></msqrt>'),
        ("-", 'lspace="0em" rspace="0em">−</mo></math>'),
        (r"\ln x", '<mtext>ln</mtext><mo rspace="0.17em">\u2061</mo><mi>x</mi>'),
        (r"n/\operatorname{VC} \ge 1", "<mtext>VC</mtext><mo>≥</mo>"),
        (r"\left(a\right)", '<mo stretchy="false">(</mo><mi>a</mi><mo stretchy="false">)</mo>'),
        (r"\dfrac12", '<mfrac displaystyle="true" scriptlevel="0"><mn>1</mn><mn>2</mn></mfrac>'),
        (r"\widehat{\operatorname{risk}}", "risk</mtext><mo>\u0302</mo>"),
        (r"\hat y \bar w", '<mi>y</mi><mo stretchy="false">ˆ</mo>'),
    ],
)
def test_what_browsers_space_or_style_otherwise_is_said(tex, light):
    assert light in "".join(typeset(tex, False))


@pytest.mark.parametrize(
    ("tex", "breaks"),
    [
        (r"M \le 1/\gamma^2 + 1/\theta^2", 0),  # one of some length stays whole
        (r"\lVert x - z - u - v\rVert^2 = \lVert x\rVert^2 + 1", 2),
        (r"\left(a + b + c + e\right) = \left(\tfrac12 + d\right)", 1),
        (r"a + b + c + g = d + e + f + h =", 7),
        (r"\displaystyle a + b + c + g + h + i = d + e + f + j", 9),
    ],
)
def test_a_long_line_breaks_only_outside_brackets(tex, breaks):
    parts = typeset(tex, False)
    assert len(parts) == breaks + 1
    assert all('rspace="0">' in part for part in parts[:-1])  # a space follows it


@pytest.mark.parametrize(
    ("tex", "message"),
    [
        (r"\frac{R", r"Unexpected end of input .* \(the formula is '"),
        ("a – b", r"Unicode text character \"–\" used in math mode"),
        ("x^", r"\(the formula is 'x\^'\)"),
        (r"\boxed{x}", "no rule for a box or a line through: leave it out"),
        (r"\cancel{x}", "no rule for a box or a line through: leave it out"),
        (r"a \tag{1}", r"A label numbers a formula, not \\tag"),
    ],
)
def test_a_bad_formula_is_refused(tex, message):
    with pytest.raises(ValueError, match=message):
        typeset(tex, False)


def test_a_bad_formula_fails_the_build_and_is_named(tmp_path):
    config = {"extensions": ["myst_nb", "theme.maths"], "html_math_renderer": "temml"}
    config |= {"myst_enable_extensions": ["dollarmath"], "html_theme": "basic"}
    # Another test may have registered the same before, in this process.
    config |= {"suppress_warnings": ["app.*", "myst.*", "config.*"]}
    for macro, failed in ((r"\gamma", 0), (r"\gama", 1)):
        (tmp_path / "index.md").write_text(rf"$$\frac{{R}}{{{macro}}}$$")
        out, said = tmp_path / "out", io.StringIO()
        # Warnings are errors, as in `make book`.
        given = ("html", config, None, said, False, True)
        app = Sphinx(tmp_path, None, out, out, *given, keep_going=True)
        app.build()
        assert app.statuscode == failed
        assert ("index.md" in said.getvalue()) == (rf": {macro}" in said.getvalue()) == bool(failed)
        assert failed or 'displaystyle="true"' in (out / "index.html").read_text("utf-8")
