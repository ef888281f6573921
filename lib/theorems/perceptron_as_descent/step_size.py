"""Descent from any start with any step: one example at a time, or all of them at once.

Chapter *The perceptron as descent*. Beside the symbols of an update: epsilon is the step size,
a = ‖w_0‖, k = |V| counts the examples of a batch step and K all of them so far. Weights w of step
epsilon and v of step 1 are compared along one coordinate, w_before and v_before one update earlier.
"""

from sympy import Eq, symbols

from lib.proof.theorem import Step, Theorem
from lib.theorems.vocabulary import BEFORE, LATEX, R, gamma, m, p, p_before, q, r, r_before, s, t

w, w_before, v, v_before = symbols("w w_before v v_before", real=True)
x, y, q_v = symbols("x y q_v", real=True)
a, k, K, K_before = symbols("a k K K_before", nonnegative=True)
epsilon, n = symbols("epsilon n", positive=True)
STEP_LATEX = LATEX | {
    w: "w_t",
    w_before: "w_{t-1}",
    v: "v_t",
    v_before: "v_{t-1}",
    q: r"y_t\langle w_{t-1}, x_t\rangle",
    q_v: r"y_t\langle v_{t-1}, x_t\rangle",
    a: r"\lVert w_0\rVert",
    epsilon: r"\varepsilon",
}

RESCALED = Theorem(
    "rescaled",
    "Only w₀/ε matters",
    {
        "start": Eq(w, epsilon * v),
        "step ε": Eq(w, w_before + epsilon * y * x),
        "step 1": Eq(v, v_before + y * x),
        "scores in proportion": Eq(q, epsilon * q_v),
        "mistake of w": q <= 0,
        "mistake of v": q_v <= 0,
    },
    (
        Step("v errs where w errs", q_v <= 0, ("scores in proportion", "mistake of w"),
             sharper=(q_v < 0,)),
        Step("w errs where v errs", q <= 0, ("scores in proportion", "mistake of v"),
             sharper=(q < 0,)),
        Step("in proportion", Eq(w, epsilon * v), ("step ε", "step 1"), base=("start",)),
    ),
    {w: w_before, v: v_before},
    STEP_LATEX,
    "perceptron-as-descent",
)  # fmt: skip

START_AND_STEP = Theorem(
    "start_and_step",
    "Mistakes from any start, with any step",
    {
        "t starts at 0": Eq(t, 0),
        "alignment of the start": p >= -a,
        "length of the start": Eq(r, a),
        "bilinearity": Eq(p, p_before + epsilon * m),
        "expansion": Eq(r**2, r_before**2 + 2 * epsilon * q + epsilon**2 * s**2),
        "mistake": q <= 0,
        "radius": s <= R,
        "margin": m >= gamma,
        "Cauchy–Schwarz": p <= r,
    },
    (
        Step("progress", p >= p_before + epsilon * gamma, ("bilinearity", "margin"),
             sharper=(p > p_before + epsilon * gamma,)),
        Step("alignment", p >= epsilon * gamma * t - a, ("progress",),
             base=("t starts at 0", "alignment of the start"), sharper=(p >= epsilon * gamma * t,)),
        Step("growth", r**2 <= r_before**2 + epsilon**2 * R**2,
             ("expansion", "mistake", "radius"),
             sharper=(r**2 < r_before**2 + epsilon**2 * R**2,)),
        Step("length", r**2 <= a**2 + epsilon**2 * R**2 * t, ("growth",),
             base=("length of the start",), sharper=(r**2 <= epsilon**2 * R**2 * t,)),
        Step("bound", t <= R**2 / gamma**2 + 2 * a / (epsilon * gamma),
             ("alignment", "Cauchy–Schwarz", "length"),
             sharper=(t <= R**2 / gamma**2 + a / (epsilon * gamma), t <= R**2 / gamma**2)),
    ),
    BEFORE,
    STEP_LATEX,
    "perceptron-as-descent",
)  # fmt: skip

BATCH = Theorem(
    "batch",
    "Batch descent halts as well",
    {
        "K starts at 0": Eq(K, 0),
        "alignment of the start": p >= -a,
        "length of the start": Eq(r, a),
        "count": Eq(K, K_before + k),
        "bilinearity": Eq(p, p_before + epsilon * m),
        "expansion": Eq(r**2, r_before**2 + 2 * epsilon * q + epsilon**2 * s**2),
        "misclassified": q <= 0,
        "radius": s <= k * R,
        "margin": m >= k * gamma,
        "at most n": k <= n,
        "Cauchy–Schwarz": p <= r,
    },
    (
        Step("progress", p >= p_before + epsilon * gamma * k,
             ("bilinearity", "margin"),
             sharper=(p > p_before + epsilon * gamma * k,)),
        Step("alignment", p >= epsilon * gamma * K - a, ("progress", "count"),
             base=("K starts at 0", "alignment of the start"), sharper=(p >= epsilon * gamma * K,)),
        Step("growth", r**2 <= r_before**2 + epsilon**2 * R**2 * n * k,
             ("expansion", "misclassified", "radius", "at most n"),
             sharper=(r**2 <= r_before**2 + epsilon**2 * R**2 * k,)),
        Step("length", r**2 <= a**2 + epsilon**2 * R**2 * n * K, ("growth", "count"),
             base=("length of the start",),
             sharper=(r**2 <= a**2 + epsilon**2 * R**2 * K,)),
        Step("bound", K <= n * R**2 / gamma**2 + 2 * a / (epsilon * gamma),
             ("alignment", "Cauchy–Schwarz", "length"),
             sharper=(K <= n * R**2 / gamma**2,)),
    ),
    {K: K_before, p: p_before, r: r_before},
    STEP_LATEX | {
        k: r"\lvert V_t\rvert", K: "K_t", K_before: "K_{t-1}", m: r"\sum_V y\langle x, u\rangle",
        q: r"\sum_V y\langle w_{t-1}, x\rangle", s: r"\Big\lVert\sum_V y x\Big\rVert",
    },
    "perceptron-as-descent",
)  # fmt: skip
