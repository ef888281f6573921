"""The perceptron as descent on a risk: the slope of its loss, the crease, and convexity.

Chapter *The perceptron as descent*. x stands for yx, the example times its label, and g for the
slope of a step. An example counts as a mistake where m = 1, and where m = 0 it does not.
"""

from sympy import Eq, Max, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import ZERO, inner, vectors
from lib.theorems.vocabulary import LATEX, w, w_before, x

v, g = vectors("v g")
epsilon = symbols("epsilon", positive=True)
lam, m = symbols("lambda m", real=True)
risk_w, risk_w_before, risk_v, risk_v_before = symbols("risk_w risk_w_before risk_v risk_v_before")
risk_mid, risk_mid_before = symbols("risk_mid risk_mid_before")
HERE = {w: "w", x: "yx", lam: r"\lambda"}
UPDATED = LATEX | {g: "g_t", m: "m_t", epsilon: r"\varepsilon"}
mid = (1 - lam) * w + lam * v


def loss(weights):
    """The perceptron loss of the example x at some weights."""
    return Max(0, -inner(weights, x))


AS_SGD = Theorem(
    "as_sgd",
    "The perceptron is SGD with step 1",
    {
        "wrong": inner(w_before, x) < 0,
        "wrong nearby": inner(w_before + v, x) <= 0,
        "slope on a mistake": Eq(g, -x),
        "right": inner(w_before, x) > 0,
        "right nearby": inner(w_before + v, x) >= 0,
        "slope elsewhere": Eq(g, ZERO),
        "SGD": Eq(w, w_before - epsilon * g),
        "step 1": Eq(epsilon, 1),
    },
    (
        Step("slope where it is wrong",
             Eq(loss(w_before + v), loss(w_before) + inner(g, v)),
             ("wrong", "wrong nearby", "slope on a mistake")),
        Step("slope where it is right",
             Eq(loss(w_before + v), loss(w_before) + inner(g, v)),
             ("right", "right nearby", "slope elsewhere")),
        Step("on a mistake", Eq(w, w_before + x), ("SGD", "slope on a mistake", "step 1")),
        Step("elsewhere", Eq(w, w_before), ("SGD", "slope elsewhere")),
    ),
    latex=UPDATED,
    chapter="perceptron-as-descent",
)  # fmt: skip

FROZEN = Theorem(
    "frozen",
    "From zero the printed rule never moves",
    {
        "w starts at 0": Eq(w, ZERO),
        "update": Eq(w, w_before + m * epsilon * x),
        "a mistake or none": Eq(m * (m - 1), 0),
        "printed rule": m < 1 + loss(w_before),
    },
    (
        Step("frozen", Eq(w, ZERO), ("update", "a mistake or none", "printed rule"),
             base=("w starts at 0",)),
    ),
    {w: w_before},
    UPDATED,
    "perceptron-as-descent",
)  # fmt: skip

SHARE = {"λ at least 0": lam >= 0, "λ at most 1": lam <= 1}

CREASE = Theorem(
    "crease",
    "On the crease every slope between −yx and 0 is a subgradient",
    {"on the crease": Eq(inner(w, x), 0), "slope −λyx": Eq(g, -lam * x), **SHARE},
    (
        Step(
            "supporting plane",
            loss(v) >= loss(w) + inner(g, v - w),
            ("on the crease", "slope −λyx", *SHARE),
            sharper=(loss(v) > loss(w) + inner(g, v - w),),
        ),
    ),
    latex=HERE,
    chapter="perceptron-as-descent",
)

CONVEX = Theorem(
    "convex_risk",
    "The risk is convex",
    {
        **SHARE,
        "no risk yet at w": Eq(risk_w, 0),
        "no risk yet at v": Eq(risk_v, 0),
        "no risk yet between": Eq(risk_mid, 0),
        "sum at w": Eq(risk_w, risk_w_before + loss(w)),
        "sum at v": Eq(risk_v, risk_v_before + loss(v)),
        "sum between": Eq(risk_mid, risk_mid_before + loss(mid)),
    },
    (
        Step("one loss", loss(mid) <= (1 - lam) * loss(w) + lam * loss(v), tuple(SHARE),
             sharper=(loss(mid) < (1 - lam) * loss(w) + lam * loss(v),)),
        Step("risk", risk_mid <= (1 - lam) * risk_w + lam * risk_v,
             ("one loss", "sum at w", "sum at v", "sum between"),
             base=("no risk yet at w", "no risk yet at v", "no risk yet between"),
             sharper=(risk_mid < (1 - lam) * risk_w + lam * risk_v,)),
    ),
    {risk_w: risk_w_before, risk_v: risk_v_before, risk_mid: risk_mid_before},
    HERE | {
        risk_w: "R(w)", risk_v: "R(v)", risk_mid: r"R((1-\lambda)w+\lambda v)",
        risk_w_before: "R'(w)", risk_v_before: "R'(v)",
        risk_mid_before: r"R'((1-\lambda)w+\lambda v)",
    },
    "perceptron-as-descent",
)  # fmt: skip
