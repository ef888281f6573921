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
eta = symbols("eta", positive=True)
mu, m = symbols("mu m", real=True)
risk_w, risk_w_before, risk_v, risk_v_before = symbols("risk_w risk_w_before risk_v risk_v_before")
risk_mid, risk_mid_before = symbols("risk_mid risk_mid_before")
HERE = {w: "w", x: "yx", mu: r"\mu"}
UPDATED = LATEX | {g: "g_t", m: "m_t", eta: r"\eta"}
mid = (1 - mu) * w + mu * v


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
        "SGD": Eq(w, w_before - eta * g),
        "step 1": Eq(eta, 1),
    },
    (
        Step(
            "slope where it is wrong",
            Eq(loss(w_before + v), loss(w_before) + inner(g, v)),
            ("wrong", "wrong nearby", "slope on a mistake"),
        ),
        Step(
            "slope where it is right",
            Eq(loss(w_before + v), loss(w_before) + inner(g, v)),
            ("right", "right nearby", "slope elsewhere"),
        ),
        Step("on a mistake", Eq(w, w_before + x), ("SGD", "slope on a mistake", "step 1")),
        Step("elsewhere", Eq(w, w_before), ("SGD", "slope elsewhere")),
    ),
    latex=UPDATED,
    chapter="perceptron-as-descent",
)

FROZEN = Theorem(
    "frozen",
    "From zero the printed rule never moves",
    {
        "w starts at 0": Eq(w, ZERO),
        "update": Eq(w, w_before + m * eta * x),
        "a mistake or none": Eq(m * (m - 1), 0),
        "printed rule": m < 1 + loss(w_before),
    },
    (
        Step(
            "frozen",
            Eq(w, ZERO),
            ("update", "a mistake or none", "printed rule"),
            base=("w starts at 0",),
        ),
    ),
    {w: w_before},
    UPDATED,
    "perceptron-as-descent",
)

SHARE = {"μ at least 0": mu >= 0, "μ at most 1": mu <= 1}

CREASE = Theorem(
    "crease",
    "On the crease every slope between −yx and 0 is a subgradient",
    {"on the crease": Eq(inner(w, x), 0), "slope −μyx": Eq(g, -mu * x), **SHARE},
    (
        Step(
            "supporting plane",
            loss(v) >= loss(w) + inner(g, v - w),
            ("on the crease", "slope −μyx", *SHARE),
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
        Step(
            "one loss",
            loss(mid) <= (1 - mu) * loss(w) + mu * loss(v),
            tuple(SHARE),
            sharper=(loss(mid) < (1 - mu) * loss(w) + mu * loss(v),),
        ),
        Step(
            "risk",
            risk_mid <= (1 - mu) * risk_w + mu * risk_v,
            ("one loss", "sum at w", "sum at v", "sum between"),
            base=("no risk yet at w", "no risk yet at v", "no risk yet between"),
            sharper=(risk_mid < (1 - mu) * risk_w + mu * risk_v,),
        ),
    ),
    {risk_w: risk_w_before, risk_v: risk_v_before, risk_mid: risk_mid_before},
    HERE
    | {
        risk_w: r"\operatorname{risk}(w)",
        risk_v: r"\operatorname{risk}(v)",
        risk_mid: r"\operatorname{risk}((1-\mu)w+\mu v)",
        risk_w_before: r"\operatorname{risk}'(w)",
        risk_v_before: r"\operatorname{risk}'(v)",
        risk_mid_before: r"\operatorname{risk}'((1-\mu)w+\mu v)",
    },
    "perceptron-as-descent",
)
