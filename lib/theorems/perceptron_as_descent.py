"""The perceptron as descent on a loss, from any start with any step.

Chapter *The perceptron as descent*.
"""

from sympy import Eq, Max, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import ZERO, inner, norm, vectors
from lib.theorems.vocabulary import (
    BEFORE,
    LATEX,
    UNIT,
    UPDATE,
    R,
    gamma,
    same_updates,
    t,
    u,
    w,
    w_before,
    x,
)

# The slope of its loss, the crease, and convexity. x stands for yx, the example times its label,
# and g for the slope of a step. An example counts as a mistake where m = 1, and where m = 0 it does
# not.

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
    place="perceptron-as-descent#thm-as-sgd",
)

FROZEN = Theorem(
    "frozen",
    "From zero a rule for which a tie is right never moves",
    {
        "w starts at 0": Eq(w, ZERO),
        "update": Eq(w, w_before + m * eta * x),
        "a mistake or none": Eq(m * (m - 1), 0),
        "a tie is right": m < 1 + loss(w_before),
    },
    (
        Step(
            "frozen",
            Eq(w, ZERO),
            ("update", "a mistake or none", "a tie is right"),
            base=("w starts at 0",),
        ),
    ),
    {w: w_before},
    UPDATED,
    "perceptron-as-descent#where-it-breaks",
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
        ),
    ),
    latex=HERE,
    place="perceptron-as-descent#the-repair",
)

CONVEX = Theorem(
    "convex_risk",
    "The mean loss is convex",
    {
        **SHARE,
        "no loss yet at w": Eq(risk_w, 0),
        "no loss yet at v": Eq(risk_v, 0),
        "no loss yet between": Eq(risk_mid, 0),
        "sum at w": Eq(risk_w, risk_w_before + loss(w)),
        "sum at v": Eq(risk_v, risk_v_before + loss(v)),
        "sum between": Eq(risk_mid, risk_mid_before + loss(mid)),
    },
    (
        Step("one loss", loss(mid) <= (1 - mu) * loss(w) + mu * loss(v), tuple(SHARE)),
        Step(
            "their sum",
            risk_mid <= (1 - mu) * risk_w + mu * risk_v,
            ("one loss", "sum at w", "sum at v", "sum between"),
            base=("no loss yet at w", "no loss yet at v", "no loss yet between"),
        ),
    ),
    {risk_w: risk_w_before, risk_v: risk_v_before, risk_mid: risk_mid_before},
    HERE
    | {
        risk_w: r"n L(w)",
        risk_v: r"n L(v)",
        risk_mid: r"n L((1-\mu)w+\mu v)",
        risk_w_before: r"n L'(w)",
        risk_v_before: r"n L'(v)",
        risk_mid_before: r"n L'((1-\mu)w+\mu v)",
    },
    "perceptron-as-descent#prop-risk-convex",
    constants=(mu,),
)


# One example at a time, or all of them at once. w_0 is the start and eta the step size. The weights
# w of step eta stand beside v of step 1, and x_next is the example of the update after this one. A
# batch step goes down the slope g of the losses, minus the sum of the vectors x over its batch V of
# k examples; K counts the examples of all steps so far.

v_before, x_next, w_0, g_before = vectors("v_before x_next w_0 g_before")
k, K, K_before = symbols("k K K_before", nonnegative=True)
n = symbols("n", positive=True)
STEP_LATEX = LATEX | {v: "v_t", v_before: "v_{t-1}", x_next: "y_{t+1}x_{t+1}", eta: r"\eta"}
BATCH_LATEX = STEP_LATEX | {K: "K_t", K_before: "K_{t-1}", g: "g_t", k: r"\lvert V_t\rvert"}

RESCALED = Theorem(
    "rescaled",
    "Only w₀/η matters",
    {
        "v starts at w/η": Eq(v, w / eta),
        "update of w": Eq(w, w_before + eta * x),
        "update of v": Eq(v, v_before + x),
        "w errs next": inner(w, x_next) <= 0,
        "v errs next": inner(v, x_next) <= 0,
    },
    (
        Step(
            "in proportion",
            Eq(w, eta * v),
            ("update of w", "update of v"),
            base=("v starts at w/η",),
        ),
        Step("v errs where w errs", inner(v, x_next) <= 0, ("in proportion", "w errs next")),
        Step("w errs where v errs", inner(w, x_next) <= 0, ("in proportion", "v errs next")),
    ),
    {w: w_before, v: v_before},
    STEP_LATEX,
    "perceptron-as-descent#thm-rescaled",
    constants=(eta,),
    in_words=same_updates("in proportion"),
)

FROM_W_0 = {"w starts at w₀": Eq(w, w_0)}

START_AND_STEP = Theorem(
    "start_and_step",
    "Mistakes from any start, with any step",
    {"t starts at 0": Eq(t, 0), **FROM_W_0, **UPDATE, "update": Eq(w, w_before + eta * x), **UNIT},
    (
        Step("progress", inner(w, u) >= inner(w_before, u) + eta * gamma, ("update", "margin")),
        Step(
            "alignment",
            inner(w, u) >= eta * gamma * t - norm(w_0),
            ("progress",),
            base=("t starts at 0", "w starts at w₀", "u is unit"),
            sharper=(inner(w, u) >= eta * gamma * t,),
        ),
        Step(
            "growth",
            norm(w) ** 2 <= norm(w_before) ** 2 + eta**2 * R**2,
            ("update", "mistake", "radius"),
        ),
        Step(
            "length",
            norm(w) ** 2 <= norm(w_0) ** 2 + eta**2 * R**2 * t,
            ("growth",),
            base=("w starts at w₀",),
            sharper=(norm(w) ** 2 <= eta**2 * R**2 * t,),
        ),
        Step(
            "bound",
            t <= R**2 / gamma**2 + 2 * norm(w_0) / (eta * gamma),
            ("alignment", "u is unit", "length"),
            sharper=(t <= R**2 / gamma**2 + norm(w_0) / (eta * gamma), t <= R**2 / gamma**2),
        ),
    ),
    BEFORE,
    STEP_LATEX,
    "perceptron-as-descent#thm-start-and-step",
    constants=(eta, gamma, u, w_0, R),
)

BATCH_SLOPE = Theorem(
    "batch_slope",
    "The slope of a batch",
    {
        "k starts at 0": Eq(k, 0),
        "g starts at 0": Eq(g, ZERO),
        "one more": Eq(g, g_before - x),
        "mistake": UPDATE["mistake"],
        "margin": UPDATE["margin"],
        "radius": UPDATE["radius"],
    },
    (
        Step(
            "slope along w",
            inner(w_before, g) >= 0,
            ("one more", "mistake"),
            base=("g starts at 0",),
            sharper=(inner(w_before, g) > 0,),
        ),
        Step(
            "slope along u",
            inner(g, u) <= -gamma * k,
            ("one more", "margin"),
            base=("k starts at 0", "g starts at 0"),
            sharper=(inner(g, u) < -gamma * k,),
        ),
        Step(
            "length of the slope",
            norm(g) <= R * k,
            ("one more", "radius"),
            base=("g starts at 0",),
            sharper=(norm(g) < R * k,),
        ),
    ),
    {k: k - 1, g: g_before},
    LATEX | {x: "y_kx_k", g: "g_k", g_before: "g_{k-1}"},
    "perceptron-as-descent#thm-batch",
    constants=(w_before, gamma, u, R),
)

BATCH = Theorem(
    "batch",
    "The mistakes of batch descent",
    {
        "K starts at 0": Eq(K, 0),
        **FROM_W_0,
        "update": Eq(w, w_before - eta * g),
        "count": Eq(K, K_before + k),
        "at most n": k <= n,
        **{step.name: (BATCH_SLOPE, step.name) for step in BATCH_SLOPE.steps},
        **UNIT,
    },
    (
        Step(
            "progress",
            inner(w, u) >= inner(w_before, u) + eta * gamma * k,
            ("update", "slope along u"),
        ),
        Step(
            "alignment",
            inner(w, u) >= eta * gamma * K - norm(w_0),
            ("progress", "count"),
            base=("K starts at 0", "w starts at w₀", "u is unit"),
            sharper=(inner(w, u) >= eta * gamma * K,),
        ),
        Step(
            "square of the slope",
            norm(g) ** 2 <= R**2 * n * k,
            ("length of the slope", "at most n"),
            sharper=(norm(g) ** 2 <= R**2 * k,),
        ),
        Step(
            "growth",
            norm(w) ** 2 <= norm(w_before) ** 2 + eta**2 * R**2 * n * k,
            ("update", "slope along w", "square of the slope"),
            sharper=(norm(w) ** 2 <= norm(w_before) ** 2 + eta**2 * R**2 * k,),
        ),
        Step(
            "length",
            norm(w) ** 2 <= norm(w_0) ** 2 + eta**2 * R**2 * n * K,
            ("growth", "count"),
            base=("w starts at w₀",),
            sharper=(norm(w) ** 2 <= norm(w_0) ** 2 + eta**2 * R**2 * K,),
        ),
        Step(
            "bound",
            K <= n * R**2 / gamma**2 + 2 * norm(w_0) / (eta * gamma),
            ("alignment", "u is unit", "length"),
            sharper=(K <= n * R**2 / gamma**2,),
        ),
    ),
    {K: K_before, w: w_before},
    BATCH_LATEX,
    "perceptron-as-descent#thm-batch",
    constants=(eta, gamma, u, w_0, R, n),
    in_words={"it halts": "a step adds at least one example to the count"},
)
