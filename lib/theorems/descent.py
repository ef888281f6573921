"""The perceptron as descent on a risk: the loss, its crease, the step size, all examples at once.

Chapter *The perceptron as descent*. Beside the symbols of an update: epsilon is the step size,
a = ‖w_0‖, k = |V| counts the examples of a batch step and K all of them so far. A score s = ⟨w,x⟩
is written along one weight, s = w x + c.
"""

from sympy import Derivative, Eq, symbols

from lib.proof import Step, Theorem
from lib.theorems.vocabulary import BEFORE, LATEX, R, gamma, m, p, p_before, q, r, r_before, s, t

w, w_next, x, y, c, g, score = symbols("w w_next x y c g score", real=True)
v, v_next, lam, q_v, q_mid, g_v = symbols("v v_next lambda q_v q_mid g_v", real=True)
loss, loss_v, loss_mid = symbols("loss loss_v loss_mid", real=True)
a, k, K, K_before = symbols("a k K K_before", nonnegative=True)
epsilon, n = symbols("epsilon n", positive=True)
STEP_LATEX = LATEX | {
    w: "w",
    w_next: "w'",
    v: "v",
    v_next: "v'",
    g: "g",
    score: "s",
    q_v: r"y\langle v, x\rangle",
    a: r"\lVert w_0\rVert",
    epsilon: r"\varepsilon",
    n: "n",
}

AS_SGD = Theorem(
    "as_sgd",
    "The perceptron is SGD with step 1",
    {
        "SGD": Eq(w_next, w - epsilon * g),
        "slope on a mistake": Eq(g, -y * x),
        "step 1": Eq(epsilon, 1),
        "slope elsewhere": Eq(g, 0),
    },
    (
        Step(
            "slope of −ys",
            Eq(Derivative(-y * (w * x + c), w), -y * x),
            (),
            sharper=(Eq(Derivative(-y * (w * x + c), w), y * x),),
            by="sympy",
        ),
        Step("on a mistake", Eq(w_next, w + y * x), ("SGD", "slope on a mistake", "step 1")),
        Step("elsewhere", Eq(w_next, w), ("SGD", "slope elsewhere")),
    ),
    latex=STEP_LATEX,
    chapter="perceptron-as-descent",
)

FROZEN = Theorem(
    "frozen",
    "As printed, SGD never leaves zero",
    {
        "w is zero": Eq(r, 0),
        "Cauchy–Schwarz": score**2 <= r**2 * s**2,
        "printed slope where ys ≥ 0": Eq(g, 0),
        "SGD": Eq(w_next, w - epsilon * g),
    },
    (
        Step("the score is zero", Eq(score, 0), ("w is zero", "Cauchy–Schwarz")),
        Step("no mistake is seen", y * score >= 0, ("the score is zero",),
             sharper=(y * score > 0,)),
        Step("no move", Eq(w_next, w), ("SGD", "printed slope where ys ≥ 0")),
    ),
    latex=STEP_LATEX | {s: r"\lVert x\rVert", r: r"\lVert w\rVert"},
    chapter="perceptron-as-descent",
)  # fmt: skip

# The loss of v is at least 0 and at least -y⟨v,x⟩, being the larger of the two.
ABOVE_V = {"loss at least 0": loss_v >= 0, "loss at least −ys": loss_v >= -q_v}

CREASE = Theorem(
    "crease",
    "On the crease every slope between −yx and 0 is a subgradient",
    {
        **ABOVE_V,
        "on the crease": Eq(q, 0),
        "slope −λyx": Eq(g_v, -lam * (q_v - q)),
        "λ at least 0": lam >= 0,
        "λ at most 1": lam <= 1,
    },
    (
        Step(
            "supporting line",
            loss_v >= g_v,
            tuple(ABOVE_V) + ("on the crease", "slope −λyx", "λ at least 0", "λ at most 1"),
            sharper=(loss_v > g_v,),
        ),
    ),
    latex={
        loss_v: "L(v)",
        g_v: r"\langle g, v-w\rangle",
        q_v: r"y\langle v, x\rangle",
        q: r"y\langle w, x\rangle",
        lam: r"\lambda",
    },
    chapter="perceptron-as-descent",
)

CONVEX = Theorem(
    "convex_risk",
    "Each example's loss is convex, hence so is the risk",
    {
        "loss at w at least 0": loss >= 0,
        "loss at w at least −ys": loss >= -q,
        "loss at v at least 0": loss_v >= 0,
        "loss at v at least −ys": loss_v >= -q_v,
        "linear score": Eq(q_mid, (1 - lam) * q + lam * q_v),
        "loss between": Eq(loss_mid * (loss_mid + q_mid), 0),
        "λ at least 0": lam >= 0,
        "λ at most 1": lam <= 1,
    },
    (
        Step(
            "below the chord",
            loss_mid <= (1 - lam) * loss + lam * loss_v,
            (
                "loss at w at least 0",
                "loss at w at least −ys",
                "loss at v at least 0",
                "loss at v at least −ys",
                "linear score",
                "loss between",
                "λ at least 0",
                "λ at most 1",
            ),
            sharper=(loss_mid < (1 - lam) * loss + lam * loss_v,),
        ),
    ),
    latex={loss: "L(w)", loss_v: "L(v)", loss_mid: r"L((1-\lambda)w+\lambda v)", lam: r"\lambda"},
    chapter="perceptron-as-descent",
)

RESCALED = Theorem(
    "rescaled",
    "Only w₀/ε matters",
    {
        "in proportion": Eq(w, epsilon * v),
        "step ε": Eq(w_next, w + epsilon * y * x),
        "step 1": Eq(v_next, v + y * x),
        "scores in proportion": Eq(q, epsilon * q_v),
        "mistake of w": q <= 0,
        "mistake of v": q_v <= 0,
    },
    (
        Step("v errs where w errs", q_v <= 0, ("scores in proportion", "mistake of w"),
             sharper=(q_v < 0,)),
        Step("w errs where v errs", q <= 0, ("scores in proportion", "mistake of v"),
             sharper=(q < 0,)),
        Step("still in proportion", Eq(w_next, epsilon * v_next),
             ("in proportion", "step ε", "step 1")),
    ),
    latex=STEP_LATEX | {q: r"y\langle w, x\rangle"},
    chapter="perceptron-as-descent",
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
