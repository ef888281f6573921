"""Formulas are typeset when the book is built, and a bad one fails the build."""

import io

import pytest
from sphinx.application import Sphinx

from theme.maths import inline, typeset


@pytest.mark.parametrize("display", [True, False])
def test_a_formula_becomes_html_and_mathml(display):
    html = typeset(r"\gamma t \le \lVert w_t\rVert \le R\sqrt{t}", display)
    assert html.startswith('<span class="katex-display">' if display else '<span class="katex">')
    assert "<mi>γ</mi>" in html
    assert "annotation" not in html
    assert "\\" not in html


@pytest.mark.parametrize(
    "tex",
    [
        r"\begin{aligned} a &= b \\ c &\le d \end{aligned}",
        r"\begin{cases} 0 & \text{if } ys > 0 \\ -ys & \text{otherwise} \end{cases}",
        r"\operatorname*{arg\,min}_{\substack{w \in \mathbb{R}^d \\ b}} \underbrace{f}_{\ge 0}",
        r"\mathbf 1 \tag{$\ast$}",
    ],
)
def test_what_the_chapters_use(tex):
    assert "katex-error" not in typeset(tex, True)


@pytest.mark.parametrize(
    ("tex", "breaks"),
    [
        (r"\gamma", 0),
        (r"M \le 1/\gamma^2", 1),
        (r"a + b = c", 2),
        (r"\lVert x - z\rVert^2 = 1", 1),
        (r"\langle w, x + b\rangle > 0", 1),
        (r"\left(a + b\right) = c", 1),
        # "(‖" and ")‖" are one element each.
        (r"(\lVert h\rVert + R)^2 \le \lVert a + (b + c)\rVert + d", 2),
    ],
)
def test_a_line_breaks_only_outside_brackets(tex, breaks):
    assert inline(tex).count("<wbr>") == breaks


@pytest.mark.parametrize(
    ("tex", "message"),
    [
        (r"\frac{R", r"Unexpected end of input .* \(the formula is '"),
        (r"\norm{w}", r"Undefined control sequence: \\norm"),
        (r"\label{eq}", r"Undefined control sequence: \\label"),
        ("a – b", r"Unrecognized Unicode character \"–\""),
        ("a & b", r"Expected 'EOF', got '&'"),
    ],
)
def test_a_bad_formula_is_refused(tex, message):
    with pytest.raises(ValueError, match=message):
        typeset(tex, False)


@pytest.mark.parametrize(("macro", "failed"), [(r"\gamma", 0), (r"\gama", 1)])
def test_a_bad_formula_fails_the_build_and_is_named(tmp_path, macro, failed):
    (tmp_path / "index.md").write_text(rf"The bound is $\frac{{R}}{{{macro}}}$.")
    config = {"extensions": ["myst_nb", "theme.maths"], "html_math_renderer": "katex"}
    config |= {"myst_enable_extensions": ["dollarmath"], "html_theme": "basic"}
    # Another test may have registered the same before, in this process.
    config |= {"suppress_warnings": ["app.*", "myst.*", "config.*"]}
    out, said = tmp_path / "out", io.StringIO()
    # Warnings are errors, as in `make book`.
    app = Sphinx(tmp_path, None, out, out, "html", config, None, said, False, True, keep_going=True)
    app.build()
    assert app.statuscode == failed
    found = "index.md" in said.getvalue() and rf"control sequence: {macro}" in said.getvalue()
    assert found == bool(failed)
