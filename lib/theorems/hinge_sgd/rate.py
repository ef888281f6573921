"""How fast hinge SGD converges: its length, its regret, and its rate.

Chapter *Hinge SGD*. Step t takes w to w - g/(λt) with g = λw - v, where v averages y x over the
batch's margin errors. Before the step r_before = ‖w‖ and a_before = ‖w-u‖², after it r and a;
k = ⟨g, w-u⟩; D is the step's loss at w minus its loss at u. S, W and H sum D, t D and 1/t.
`lib.hinge_sgd.HingeRun.observe` computes all but W from a run.
"""

from sympy import Eq, symbols

from lib.proof.theorem import Step, Theorem

t, r, r_before, a, a_before, v, g = symbols("t r r_before a a_before v g", nonnegative=True)
lam, R, G = symbols("lambda R G", positive=True)
D, k, S, S_before, W, W_before, gap = symbols("D k S S_before W W_before gap", real=True)
H, H_before = symbols("H H_before", real=True)
LATEX = {
    lam: r"\lambda",
    r: r"\lVert w_{t+1}\rVert",
    r_before: r"\lVert w_t\rVert",
    a: r"\lVert w_{t+1}-u\rVert^2",
    a_before: r"\lVert w_t-u\rVert^2",
    v: r"\lVert v_t\rVert",
    g: r"\lVert g_t\rVert",
    k: r"\langle g_t, w_t-u\rangle",
    D: "D_t",
    S: "S_t",
    S_before: "S_{t-1}",
    W: "W_t",
    W_before: "W_{t-1}",
    H: "H_t",
    H_before: "H_{t-1}",
    gap: r"F(\bar w_t)-F(u)",
}

BALL = Theorem(
    "hinge_ball",
    "Hinge SGD stays in a ball",
    {
        "first step": Eq(t, 1),
        "triangle": lam * t * r <= lam * (t - 1) * r_before + v,
        "pull": v <= R,
        "triangle for g": g <= lam * r_before + v,
        "bounded before": lam * r_before <= R,
    },
    (
        Step(
            "length",
            lam * r <= R,
            ("triangle", "pull"),
            base=("first step", "triangle", "pull"),
            sharper=(lam * r < R,),
        ),
        Step(
            "subgradient",
            g <= 2 * R,
            ("triangle for g", "bounded before", "pull"),
            sharper=(g < 2 * R,),
        ),
    ),
    {t: t - 1, r: r_before},
    LATEX,
    "hinge-sgd",
)

STEP = {
    "expansion": Eq(a, a_before - 2 * k / (lam * t) + g**2 / (lam * t) ** 2),
    "strong convexity": D <= k - lam * a_before / 2,
    "subgradient": g <= G,
}
ONE_STEP = Step(
    "one step",
    D <= (lam * (t - 1) * a_before - lam * t * a + g**2 / (lam * t)) / 2,
    ("expansion", "strong convexity", "counting"),
    sharper=(D < (lam * (t - 1) * a_before - lam * t * a + g**2 / (lam * t)) / 2,),
)

REGRET = Theorem(
    "hinge_regret",
    "The regret of hinge SGD",
    {
        "counting": t >= 1,
        **STEP,
        "t starts at 0": Eq(t, 0),
        "no regret yet": Eq(S, 0),
        "no sum yet": Eq(H, 0),
        "sum of D": Eq(S, S_before + D),
        "sum of 1/t": Eq(H, H_before + 1 / t),
    },
    (
        ONE_STEP,
        Step(
            "telescope",
            2 * lam * S <= G**2 * H - lam**2 * t * a,
            ("one step", "subgradient", "sum of D", "sum of 1/t"),
            base=("t starts at 0", "no regret yet", "no sum yet"),
            sharper=(2 * lam * S <= G**2 * H - 2 * lam**2 * t * a,),
        ),
        Step(
            "regret",
            S <= G**2 * H / (2 * lam),
            ("telescope",),
            sharper=(S < G**2 * H / (2 * lam),),
        ),
    ),
    {t: t - 1, S: S_before, H: H_before, a: a_before},
    LATEX,
    "hinge-sgd",
)

RATE = Theorem(
    "hinge_rate",
    "The rate of hinge SGD",
    {
        "counting": t >= 1,
        **STEP,
        "optimum": k >= lam * a_before,
        "first step": Eq(t, 1),
        "t starts at 0": Eq(t, 0),
        "no sum yet": Eq(W, 0),
        "sum of t D": Eq(W, W_before + t * D),
        "distance before": lam**2 * (t - 1) * a_before <= G**2,
        "convexity": t * (t + 1) * gap / 2 <= W,
    },
    (
        ONE_STEP,
        Step(
            "contraction",
            lam**2 * t**2 * a <= lam**2 * t * (t - 2) * a_before + G**2,
            ("expansion", "optimum", "subgradient"),
            sharper=(lam**2 * t**2 * a < lam**2 * t * (t - 2) * a_before + G**2,),
        ),
        Step(
            "distance",
            lam**2 * t * a <= G**2,
            ("contraction",),
            base=("first step", "contraction"),
            sharper=(lam**2 * t * a < G**2,),
        ),
        Step(
            "weighted telescope",
            lam * W <= G**2 * t - lam**2 * t**2 * a / 2,
            ("one step", "subgradient", "sum of t D", "distance before"),
            base=("t starts at 0", "no sum yet"),
            sharper=(lam * W <= G**2 * t - lam**2 * t**2 * a,),
        ),
        Step(
            "rate",
            gap <= 2 * G**2 / (lam * (t + 1)),
            ("weighted telescope", "convexity", "counting"),
            sharper=(gap < 2 * G**2 / (lam * (t + 1)),),
        ),
    ),
    {t: t - 1, W: W_before, a: a_before},
    LATEX,
    "hinge-sgd",
)
