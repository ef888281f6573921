"""The maximum-margin program: why 1, the slab, the margin 1/‖w‖, and uniqueness.

Chapter *Maximum margins*. For one example f = ⟨w,x⟩ + b and g = y f; U = ‖w‖. A length is not
negative by its symbol; that it is not 0 is a hypothesis. Where a quotient defines a number, the
hypothesis is its product, so that no counterexample divides by 0.
"""

from sympy import Eq, symbols

from lib.proof.theorem import Step, Theorem

f, y, g, g_other, g_half, g_scaled, g_mid = symbols(
    "f y g g_other g_half g_scaled g_mid", real=True
)
m, delta, upper, lower, b, s_pos, s_neg = symbols("m delta upper lower b s_pos s_neg", real=True)
gamma, gamma_other = symbols("gamma gamma_other", real=True)
U, U_half, U_shrunk, U_other, U_scaled, mid, apart, D = symbols(
    "U U_half U_shrunk U_other U_scaled mid apart D", nonnegative=True
)
LATEX = {
    f: "f(x)",
    g: "y f(x)",
    g_half: r"y\tfrac{f(x)}{2}",
    g_other: "y f'(x)",
    g_scaled: r"y f''(x)",
    g_mid: r"y\bar f(x)",
    m: r"\min_i y_i f(x_i)",
    delta: r"\delta",
    upper: r"\delta_+",
    lower: r"\delta_-",
    U: r"\lVert w\rVert",
    U_half: r"\lVert \tfrac{w}{2}\rVert",
    U_shrunk: r"\lVert \tfrac{w}{m}\rVert",
    U_other: r"\lVert w'\rVert",
    U_scaled: r"\lVert w''\rVert",
    mid: r"\lVert \bar w\rVert",
    apart: r"\lVert w-w'\rVert",
    gamma: r"\gamma",
    gamma_other: r"\gamma'",
    s_pos: r"\langle w,x_+\rangle",
    s_neg: r"\langle w,x_-\rangle",
    D: r"\lVert x_+-x_-\rVert",
}

WHY_ONE = Theorem(
    "why_one",
    "Why 1 and not 0",
    {
        "separates": g > 0,
        "halve": Eq(g_half, g / 2),
        "half the length": Eq(U_half, U / 2),
        "w is not 0": U > 0,
        "a positive example": s_pos + b >= 1,
        "a negative example": s_neg + b <= -1,
        "Cauchy–Schwarz": s_pos - s_neg <= U * D,
    },
    (
        Step("half still separates", g_half > 0, ("separates", "halve"),
             sharper=(g_half >= g,)),
        Step("half is shorter", U_half < U, ("half the length", "w is not 0"),
             sharper=(U_half < U / 2,)),
        Step("with 1, w is not 0", U * D >= 2,
             ("a positive example", "a negative example", "Cauchy–Schwarz"),
             sharper=(U * D > 2,)),
    ),
    latex=LATEX,
    chapter="max-margin",
)  # fmt: skip

SLAB = Theorem(
    "slab",
    "The slab",
    {
        "label": Eq(y**2, 1),
        "constraint": y * f >= 1,
        "signed distance": Eq(delta * U, f),
        "upper face": Eq(upper * U, 1),
        "lower face": Eq(lower * U, -1),
    },
    (
        Step("no example inside", f**2 >= 1, ("label", "constraint"), sharper=(f**2 > 1,)),
        Step("each at its distance", y * delta >= 1 / U, ("constraint", "signed distance"),
             sharper=(y * delta > 1 / U,)),
        Step("width", Eq(upper - lower, 2 / U), ("upper face", "lower face")),
    ),
    latex=LATEX | {y: "y"},
    chapter="max-margin",
)  # fmt: skip

EXACT_MARGIN = Theorem(
    "exact_margin",
    "The margin at the optimum",
    {
        "constraints": m >= 1,
        "w is not 0": U > 0,
        "shrinking": Eq(m * U_shrunk, U),
        "w is shortest": U <= U_shrunk,
        "margin": Eq(gamma * U, m),
        "a separator": g_other >= gamma_other * U_other,
        "its margin is positive": gamma_other > 0,
        "w' is not 0": U_other > 0,
        "its scaling": Eq(g_scaled * gamma_other * U_other, g_other),
        "its length": Eq(gamma_other * U_scaled, 1),
        "w is shorter": U <= U_scaled,
    },
    (
        Step("an example touches", Eq(m, 1),
             ("constraints", "w is not 0", "shrinking", "w is shortest")),
        Step("margin 1/‖w‖", Eq(gamma, 1 / U), ("an example touches", "margin")),
        Step("any separator, scaled", g_scaled >= 1,
             ("a separator", "its margin is positive", "w' is not 0", "its scaling"),
             sharper=(g_scaled > 1,)),
        Step("no larger margin", gamma_other <= gamma,
             ("an example touches", "margin", "its length", "w is shorter"),
             sharper=(gamma_other < gamma,)),
    ),
    latex=LATEX,
    chapter="max-margin",
)  # fmt: skip

UNIQUE = Theorem(
    "unique",
    "One solution",
    {
        "w is feasible": g >= 1,
        "w' is feasible": g_other >= 1,
        "midpoint": Eq(g_mid, (g + g_other) / 2),
        "parallelogram": Eq(4 * mid**2 + apart**2, 2 * U**2 + 2 * U_other**2),
        "both are shortest": Eq(U_other, U),
        "the midpoint is no shorter": mid >= U,
        "positive class": s_pos + b >= 1,
        "negative class": s_neg + b <= -1,
        "the best offset": Eq(m, (s_pos - s_neg) / 2),
        "w is not 0": U > 0,
        "shrinking": Eq(m * U_shrunk, U),
        "w is shortest": U <= U_shrunk,
    },
    (
        Step("the midpoint is feasible", g_mid >= 1,
             ("w is feasible", "w' is feasible", "midpoint"), sharper=(g_mid > 1,)),
        Step("w is unique", Eq(apart, 0),
             ("parallelogram", "both are shortest", "the midpoint is no shorter")),
        Step("no offset gives more than 1", m <= 1,
             ("w is not 0", "shrinking", "w is shortest"), sharper=(m < 1,)),
        Step("b is unique", Eq(b, -(s_pos + s_neg) / 2),
             ("positive class", "negative class", "the best offset",
              "no offset gives more than 1")),
    ),
    latex=LATEX | {m: "m"},
    chapter="max-margin",
)  # fmt: skip
