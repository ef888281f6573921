"""How fast hinge SGD converges: its length, its regret, and its rate.

Chapter *Hinge SGD*. Step t takes w_before to w = w_before - g/(λt), where g = λ w_before - v is a
slope of the step's loss, and the pull v a mean of vectors yx. D is the step's loss at w_before
minus its loss at u. S, W and H sum D, t D and 1/t; F_mean is the risk of the weights' mean with
weights 1, …, t.
"""

from sympy import Eq, Max, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.proof.vectors import ZERO, norm, vectors
from lib.theorems.hinge_sgd.convexity import (
    GROWTH,
    LATEX,
    OF_A_MEAN,
    PULL,
    STRONG,
    D,
    F_mean,
    F_old,
    F_u,
    F_w,
    G,
    R,
    g,
    lam,
    mu,
    u,
    v,
    w,
    w_before,
)

(v_next,) = vectors("v_next")
t = symbols("t", nonnegative=True)
S, S_before, W, W_before = symbols("S S_before W W_before", real=True)
H, H_before = symbols("H H_before", real=True)
LATEX = LATEX | {
    S: "S_t",
    S_before: "S_{t-1}",
    W: "W_t",
    W_before: "W_{t-1}",
    H: "H_t",
    H_before: "H_{t-1}",
}
SUBGRADIENT = norm(g) <= G

BALL = Theorem(
    "hinge_ball",
    "Hinge SGD stays in a ball",
    {
        "w starts at 0": Eq(w, ZERO),
        "update": Eq(w, (1 - 1 / t) * w_before + v / (lam * t)),
        "pull": PULL,
        "next slope": Eq(g, lam * w - v_next),
        "next pull": norm(v_next) <= R,
        "G is twice R": Eq(G, 2 * R),
    },
    (
        Step(
            "length",
            lam * norm(w) <= R,
            ("update", "pull"),
            base=("w starts at 0",),
            sharper=(lam * norm(w) < R,),
        ),
        Step(
            "subgradient",
            SUBGRADIENT,
            ("length", "next slope", "next pull", "G is twice R"),
            sharper=(norm(g) < G,),
        ),
    ),
    {t: t - 1, w: w_before},
    LATEX | {g: "g_{t+1}", v_next: "v_{t+1}"},
    "hinge-sgd",
)

STEP = {
    "update": Eq(w, w_before - g / (lam * t)),
    "strong convexity": STRONG,
    "subgradient": SUBGRADIENT,
}
LEFT, GONE = lam * (t - 1) * norm(u - w_before) ** 2, lam * t * norm(u - w) ** 2
ONE_STEP = Step(
    "one step",
    D <= (LEFT - GONE + norm(g) ** 2 / (lam * t)) / 2,
    ("update", "strong convexity"),
    sharper=(D < (LEFT - GONE + norm(g) ** 2 / (lam * t)) / 2,),
)

REGRET = Theorem(
    "hinge_regret",
    "The regret of hinge SGD",
    {
        **STEP,
        "t starts at 0": Eq(t, 0),
        "S starts at 0": Eq(S, 0),
        "H starts at 0": Eq(H, 0),
        "sum of D": Eq(S, S_before + D),
        "sum of 1/t": Eq(H, H_before + 1 / t),
    },
    (
        ONE_STEP,
        Step(
            "telescope",
            2 * lam * S <= G**2 * H - lam**2 * t * norm(u - w) ** 2,
            ("one step", "subgradient", "sum of D", "sum of 1/t"),
            base=("t starts at 0", "S starts at 0", "H starts at 0"),
            sharper=(2 * lam * S <= G**2 * H - 2 * lam**2 * t * norm(u - w) ** 2,),
        ),
        Step(
            "regret", S <= G**2 * H / (2 * lam), ("telescope",), sharper=(S < G**2 * H / (2 * lam),)
        ),
    ),
    {t: t - 1, S: S_before, H: H_before, w: w_before},
    LATEX,
    "hinge-sgd",
)

FAR, FAR_BEFORE = lam**2 * norm(u - w) ** 2, lam**2 * norm(u - w_before) ** 2
SUM, DISTANCE = lam * W + t**2 * FAR / 2 - G**2 * t, t**2 * FAR - G**2 * t

RATE = Theorem(
    "hinge_rate",
    "The rate of hinge SGD, when each step takes the whole sample",
    {
        **STEP,
        "growth": GROWTH,
        "t starts at 0": Eq(t, 0),
        "W starts at 0": Eq(W, 0),
        "sum of t D": Eq(W, W_before + t * D),
        "risk of the mean": OF_A_MEAN,
        "share of the last": Eq(mu, 2 / (t + 1)),
        "the whole sample": Eq(D, F_w - F_u),
        "a step": t >= 1,
    },
    (
        ONE_STEP,
        Step(
            "weighted step",
            lam * t * D <= (t * (t - 1) * FAR_BEFORE - t**2 * FAR + G**2) / 2,
            ("one step", "subgradient"),
            sharper=(lam * t * D < (t * (t - 1) * FAR_BEFORE - t**2 * FAR + G**2) / 2,),
        ),
        Step(
            "contraction",
            t**2 * FAR <= t * (t - 2) * FAR_BEFORE + G**2,
            ("weighted step", "growth"),
            sharper=(t**2 * FAR < t * (t - 2) * FAR_BEFORE + G**2,),
        ),
        Step(
            "sum and distance",
            Max(SUM, DISTANCE) <= 0,
            ("weighted step", "sum of t D", "contraction"),
            base=("t starts at 0", "W starts at 0"),
            sharper=(Max(SUM, DISTANCE) < 0,),
        ),
        Step(
            "mean",
            t * (t + 1) * (F_mean - F_u) / 2 <= W,
            ("sum of t D", "risk of the mean", "share of the last", "the whole sample"),
            base=("t starts at 0", "W starts at 0"),
            sharper=(t * (t + 1) * (F_mean - F_u) / 2 < W,),
        ),
        Step(
            "rate",
            F_mean - F_u <= 2 * G**2 / (lam * (t + 1)),
            ("sum and distance", "mean", "a step"),
            sharper=(F_mean - F_u < 2 * G**2 / (lam * (t + 1)),),
        ),
    ),
    {t: t - 1, W: W_before, F_mean: F_old, w: w_before},
    LATEX,
    "hinge-sgd",
)
