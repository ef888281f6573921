"""The perceptron as descent on a risk: its loss, the slope of the loss, and the crease.

Chapter *The perceptron as descent*. epsilon is the step size, g the slope, loss = max(0, -q) with
q = y⟨w,x⟩. A score s = ⟨w,x⟩ is written along one weight, s = w x + c.
"""

from sympy import Derivative, Eq, symbols

from lib.proof.theorem import Step, Theorem
from lib.theorems.vocabulary import q, r, s

w, w_next, x, y, c, g, score = symbols("w w_next x y c g score", real=True)
lam, q_v, q_mid, g_v = symbols("lambda q_v q_mid g_v", real=True)
loss, loss_v, loss_mid = symbols("loss loss_v loss_mid", real=True)
epsilon = symbols("epsilon", positive=True)
SLOPE_LATEX = {
    w_next: "w'",
    score: "s",
    epsilon: r"\varepsilon",
    s: r"\lVert x\rVert",
    r: r"\lVert w\rVert",
}
CHORD_LATEX = {
    loss: "L(w)",
    loss_v: "L(v)",
    loss_mid: r"L((1-\lambda)w+\lambda v)",
    g_v: r"\langle g, v-w\rangle",
    q: r"y\langle w, x\rangle",
    q_v: r"y\langle v, x\rangle",
    q_mid: r"y\langle (1-\lambda)w+\lambda v, x\rangle",
    lam: r"\lambda",
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
    latex=SLOPE_LATEX,
    chapter="perceptron-as-descent",
)

FROZEN = Theorem(
    "frozen",
    "At zero the printed rule sees no mistake",
    {
        "w is zero": Eq(r, 0),
        "Cauchy–Schwarz": score**2 <= r**2 * s**2,
    },
    (
        Step("the score is zero", Eq(score, 0), ("w is zero", "Cauchy–Schwarz")),
        Step("no mistake is seen", y * score >= 0, ("the score is zero",),
             sharper=(y * score > 0,)),
    ),
    latex=SLOPE_LATEX,
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
            (*ABOVE_V, "on the crease", "slope −λyx", "λ at least 0", "λ at most 1"),
            sharper=(loss_v > g_v,),
        ),
    ),
    latex=CHORD_LATEX,
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
    latex=CHORD_LATEX,
    chapter="perceptron-as-descent",
)
