"""Descent from any start with any step: one example at a time, or all of them at once.

Chapter *The perceptron as descent*. w_0 is the start and eta the step size. The weights w of
step eta stand beside v of step 1, and x_next is the example of the update after this one. A
batch step goes down the slope g of the risk, minus the sum of the vectors x over its batch V of k
examples; K counts the examples of all steps so far.
"""

from sympy import Eq, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import ZERO, inner, norm, vectors
from lib.theorems.vocabulary import BEFORE, LATEX, UNIT, UPDATE, R, gamma, t, u, w, w_before, x

v, v_before, x_next, w_0, g, g_before = vectors("v v_before x_next w_0 g g_before")
k, K, K_before = symbols("k K K_before", nonnegative=True)
eta, n = symbols("eta n", positive=True)
STEP_LATEX = LATEX | {
    v: "v_t",
    v_before: "v_{t-1}",
    x_next: "y_{t+1}x_{t+1}",
    eta: r"\eta",
}
BATCH_LATEX = STEP_LATEX | {
    K: "K_t",
    K_before: "K_{t-1}",
    g: "g_t",
    k: r"\lvert V_t\rvert",
}

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
        Step(
            "v errs where w errs",
            inner(v, x_next) <= 0,
            ("in proportion", "w errs next"),
            sharper=(inner(v, x_next) < 0,),
        ),
        Step(
            "w errs where v errs",
            inner(w, x_next) <= 0,
            ("in proportion", "v errs next"),
            sharper=(inner(w, x_next) < 0,),
        ),
    ),
    {w: w_before, v: v_before},
    STEP_LATEX,
    "perceptron-as-descent",
)

FROM_W_0 = {"w starts at w₀": Eq(w, w_0)}

START_AND_STEP = Theorem(
    "start_and_step",
    "Mistakes from any start, with any step",
    {
        "t starts at 0": Eq(t, 0),
        **FROM_W_0,
        **UPDATE,
        "update": Eq(w, w_before + eta * x),
        **UNIT,
    },
    (
        Step(
            "progress",
            inner(w, u) >= inner(w_before, u) + eta * gamma,
            ("update", "margin"),
            sharper=(inner(w, u) > inner(w_before, u) + eta * gamma,),
        ),
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
            sharper=(norm(w) ** 2 < norm(w_before) ** 2 + eta**2 * R**2,),
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
    "perceptron-as-descent",
)

SLOPE = {
    "slope along w": inner(w_before, g) >= 0,
    "slope along u": inner(g, u) <= -gamma * k,
    "length of the slope": norm(g) <= R * k,
}

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
            SLOPE["slope along w"],
            ("one more", "mistake"),
            base=("g starts at 0",),
            sharper=(inner(w_before, g) > 0,),
        ),
        Step(
            "slope along u",
            SLOPE["slope along u"],
            ("one more", "margin"),
            base=("k starts at 0", "g starts at 0"),
            sharper=(inner(g, u) < -gamma * k,),
        ),
        Step(
            "length of the slope",
            SLOPE["length of the slope"],
            ("one more", "radius"),
            base=("g starts at 0",),
            sharper=(norm(g) < R * k,),
        ),
    ),
    {k: k - 1, g: g_before},
    LATEX | {x: "y_kx_k", g: "g_k", g_before: "g_{k-1}"},
    "perceptron-as-descent",
)

BATCH = Theorem(
    "batch",
    "Batch descent halts as well",
    {
        "K starts at 0": Eq(K, 0),
        **FROM_W_0,
        "update": Eq(w, w_before - eta * g),
        "count": Eq(K, K_before + k),
        "at most n": k <= n,
        **SLOPE,
        **UNIT,
    },
    (
        Step(
            "progress",
            inner(w, u) >= inner(w_before, u) + eta * gamma * k,
            ("update", "slope along u"),
            sharper=(inner(w, u) > inner(w_before, u) + eta * gamma * k,),
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
    "perceptron-as-descent",
)
