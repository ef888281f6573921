"""Formulas as letters: in text, in small signs, in HTML, and in every formula of the theorems."""

import pytest

from lib.figures import letters
from lib.theorems.__main__ import THEOREMS


@pytest.mark.parametrize(
    ("latex", "plain", "small"),
    [
        (r"w_{t-1} \leq R^{2} + w_t", "w_{t−1} ≤ R² + w_t", "wₜ₋₁ ≤ R² + wₜ"),
        (r"w^* = \frac{1}{\gamma} u", "w* = (1/γ)u", None),
        (r"\sqrt{L} R < \lVert{\frac{1}{2} w}\rVert", "√(L)R < ‖(1/2)w‖", None),
        (r"\gamma t \leq R \sqrt{t + 1}", "γt ≤ R√(t + 1)", None),
        (r"\bar w'_{10} \lambda^{n}", "w̄′_{10}λ^{n}", "w̄′₁₀λⁿ"),
        (r"\mathrm{TD}_\gamma - e^{-\varepsilon}", "TD_γ − e^{−ε}", None),
        (r"1/\sqrt n \le \min y f", "1/√n ≤ min yf", None),
        (r"\begin{cases} -yx & \text{if } y < 0, \\ 0 \end{cases}", "−yx if y < 0,  0", None),
        (r"\binom n2 (4, -1)", "(n choose 2)(4, −1)", None),
        (r"\sum_{i=1}^n \xi_i", "Σ_{i=1}^{n}ξ_i", "Σᵢ₌₁ⁿξᵢ"),
    ],
)
def test_formulas_as_text(latex, plain, small):
    assert letters.plain(latex) == plain
    assert letters.plain(latex, small=True) == (small or plain)


def test_formulas_as_html():
    html = letters.html(r"w_{t-1} < \gamma^2 w^*")  # a star is no exponent
    begin, end = "<i>w</i><sub><i>t</i></sub><sub>−1</sub> &lt; <i>γ</i>²", "<i>w</i><sup>*</sup>"
    assert html.endswith(f"{begin}{end}</span>")


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\wp", r"\\wp in '\\\\wp': add it to lib/figures/letters.py"),
        (r"w_t} + u", "'w_t} \\+ u' has a } that ends nothing; drop it, or begin with {"),
        (r"\frac{1}", "ends where an argument should stand; complete it"),
    ],
)
def test_what_cannot_be_read_is_an_error(latex, message):
    with pytest.raises(ValueError, match=message):
        letters.plain(latex)


@pytest.mark.slow
def test_every_theorem_can_be_put_in_words():
    for one in THEOREMS:
        for name in one.relations:
            assert not {"\\", "{}"} & set(letters.plain(one.typeset(name), small=True))
